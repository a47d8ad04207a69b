from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tik

FACTOR: Any = 2.0
TABLE: Any = (1.0, 2.0)
settings = types.SimpleNamespace(shift=1.0)


def shifted(t: Any) -> Any:
    return t + settings.shift


@tik.kernel
def scale(k: Any, x: Any, y: Any) -> None:
    for rows in k.split(x.shape[0]):
        k.store(y[rows], k.load(x[rows]) * FACTOR)


@tik.kernel
def through_others(k: Any, x: Any, y: Any) -> None:
    for rows in k.split(x.shape[0]):
        k.store(y[rows], shifted(k.load(x[rows]) * TABLE[1]))


@tik.kernel(out=lambda x: tik.like(x))
def plus(k: Any, x: Any, y: Any, *, amount: Any = 1) -> None:
    for rows in k.split(x.shape[0]):
        k.store(y[rows], k.load(x[rows]) + amount)


@tik.kernel
def add_to(k: Any, x: Any, y: Any) -> None:
    for rows in k.split(x.shape[0]):
        k.store(y[rows], k.load(y[rows]) + k.load(x[rows]))


@tik.kernel
def both(k: Any, x: Any, y: Any, z: Any) -> None:
    for rows in k.split(x.shape[0]):
        t = k.load(x[rows])
        k.store(y[rows], t + 1)
        k.store(z[rows], t * 2)


X = np.arange(60, dtype=np.float32).reshape(4, 15)


# -- calls ------------------------------------------------------------------------------------------------------------


def test_call_writes_and_returns_what_is_stored() -> None:
    y, z = np.empty_like(X), np.empty_like(X)
    assert add_to(X, np.zeros_like(X)) is not None
    first, second = both(X, y, z)
    assert first is y
    assert second is z
    np.testing.assert_array_equal(y, X + 1)
    np.testing.assert_array_equal(z, X * 2)


def test_out_makes_the_results() -> None:
    y = plus(X)
    np.testing.assert_array_equal(y, X + 1)
    np.testing.assert_array_equal(plus(X, amount=5), X + 5)
    np.testing.assert_array_equal(plus.run(X).outputs["y"], X + 1)
    given = np.empty_like(X)
    assert plus(X, given) is given


def test_out_that_does_not_fit() -> None:
    with pytest.raises(TypeError, match=r"plus takes 2 arrays \(x, y\), 0 given, and out= does not fit"):
        plus()
    with pytest.raises(TypeError, match="out= made 2 arrays, 1 were missing"):
        tik.Kernel(plus.function, lambda x: (x, x))(X)
    with pytest.raises(TypeError, match="y is float64"):
        tik.Kernel(plus.function, lambda x: np.empty(x.shape))(X)
    with pytest.raises(TypeError, match=r"scale takes 2 arrays \(x, y\), 1 given; @tik\.kernel\(out="):
        scale(X)


def test_run_leaves_every_array_as_it_was() -> None:
    x, y = X.copy(), np.full_like(X, 7)
    for view in (x, x[::2, ::-1], x.T):
        target = np.full_like(view, 7)
        report = add_to.run(view, target)
        np.testing.assert_array_equal(report.outputs["y"], view + 7)
        np.testing.assert_array_equal(target, np.full_like(view, 7))
    add_to.check(x, y)
    add_to.profile(x, y)
    add_to.asm(x, y)
    np.testing.assert_array_equal(x, X)
    np.testing.assert_array_equal(y, np.full_like(X, 7))


def test_outputs_that_overlap_inputs() -> None:
    a = X.copy()
    assert plus(a, a) is a
    np.testing.assert_array_equal(a, X + 1)
    a = X.copy()
    add_to(a, a)
    np.testing.assert_array_equal(a, 2 * X)
    a = X.copy()
    plus(a[:3], a[1:])
    np.testing.assert_array_equal(a, np.concatenate([X[:1], X[:3] + 1]))
    np.testing.assert_array_equal(add_to.run(a, a).outputs["y"], 2 * a)


def test_results_that_could_not_be_written() -> None:
    a = np.zeros((2, 4, 15), np.float32)
    with pytest.raises(ValueError, match="both stores to y and z, which share memory"):
        both(X, a[0], a[0])
    both(X, a[0], a[1])
    a.flags.writeable = False
    with pytest.raises(ValueError, match="both stores to y, which is read-only"):
        both(X, a[0], np.empty_like(X))


def test_lists_as_arguments() -> None:
    np.testing.assert_array_equal(plus([1.0, 2.0]), [2, 3])


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: scale(X, X, X), r"scale takes 2 arrays \(x, y\), 3 given"),
        (lambda: scale(X, X, rate=3), "scale has no keyword argument rate; it has none"),
        (lambda: plus(X, y=X), "plus has no keyword argument y; y is an array: give it by position"),
        (
            lambda: plus(X, amount=[1]),
            "plus: amount is a list, which could change after the kernel is compiled; make it a tuple",
        ),
        (lambda: plus(np.float32(3), np.float32(3)), r"plus: x is a single number; arrays have an axis \(x\.reshape\(1\)\)"),
        (lambda: scale(X.astype(np.float64), X), r"x is float64.*x\.astype\(np\.float32\)"),
    ],
)
def test_wrong_arguments(call: Callable[[], Any], text: str) -> None:
    with pytest.raises(TypeError, match=text):
        call()


def test_options_without_a_default_are_needed() -> None:
    @tik.kernel
    def needs(k: Any, x: Any, *, amount: Any) -> None:
        for rows in k.split(x.shape[0]):
            k.store(x[rows], k.load(x[rows]) + amount)

    with pytest.raises(TypeError, match="needs needs the keyword argument amount"):
        needs.run(X)
    np.testing.assert_array_equal(needs.run(X, amount=2).outputs[0], X + 2)


def test_signatures_that_are_no_kernel() -> None:
    def many(k: Any, *arrays: Any) -> None: ...
    def default(k: Any, x: Any, scale: Any = 2) -> None: ...
    def nothing() -> None: ...

    with pytest.raises(TypeError, match=r"many: a kernel's parameters are fixed, \*arrays"):
        tik.kernel(many)
    with pytest.raises(TypeError, match=r"default: scale has a default, so it is no array.*\*, scale=2"):
        tik.kernel(default)
    with pytest.raises(TypeError, match="nothing needs a first parameter"):
        tik.kernel(nothing)


def test_the_author_s_own_errors_come_through_untouched() -> None:
    class Mine(Exception):
        pass

    mine = Mine("no")

    @tik.kernel
    def fails(k: Any, x: Any, y: Any) -> None:
        for _ in k.split(x.shape[0]):
            raise mine

    for _ in range(2):
        with pytest.raises(Mine) as caught:
            fails(X, X)
        assert caught.value is mine
    assert caught.value.__cause__ is None


def test_repr_names_the_arrays() -> None:
    assert repr(both) == "<tik.Kernel both(x, y, z)>"
    assert plus.__name__ == "plus"


# -- the compile cache --------------------------------------------------------------------------------------------------


def test_compiled_once_for_each_key(monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    kernel = tik.Kernel(plus.function, plus.out)
    build = kernel._build
    monkeypatch.setattr(kernel, "_build", lambda *a: built.append(1) or build(*a))
    for call in (lambda: kernel(X), lambda: kernel(X), lambda: kernel(X, amount=1), lambda: kernel(X[::-1])):
        call()
    assert len(built) == 1
    kernel(X[:2])
    kernel(X, chip="Ascend910A")
    assert len(built) == 3


def test_constants_that_only_compare_equal_are_compiled_apart() -> None:
    zero = np.full_like(X, -0.0)
    assert not np.signbit(plus(zero, amount=0.0)).any()
    assert np.signbit(plus(zero, amount=-0.0)).all()


def test_globals_are_part_of_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    np.testing.assert_array_equal(scale(X, np.empty_like(X)), 2 * X)
    monkeypatch.setitem(globals(), "FACTOR", 3.0)
    np.testing.assert_array_equal(scale(X, np.empty_like(X)), 3 * X)
    monkeypatch.setitem(globals(), "FACTOR", np.float32(4))
    np.testing.assert_array_equal(scale(X, np.empty_like(X)), 4 * X)


def test_what_called_functions_read_is_part_of_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    np.testing.assert_array_equal(through_others(X, np.empty_like(X)), 2 * X + 1)
    monkeypatch.setattr(settings, "shift", 5.0)
    np.testing.assert_array_equal(through_others(X, np.empty_like(X)), 2 * X + 5)
    monkeypatch.setitem(globals(), "TABLE", (1.0, 3.0))
    np.testing.assert_array_equal(through_others(X, np.empty_like(X)), 3 * X + 5)
    monkeypatch.setitem(globals(), "shifted", lambda t: t - 1)
    np.testing.assert_array_equal(through_others(X, np.empty_like(X)), 3 * X - 1)


def test_closures_are_part_of_the_key() -> None:
    amount = 1.0

    @tik.kernel
    def add_amount(k: Any, x: Any, y: Any) -> None:
        for rows in k.split(x.shape[0]):
            k.store(y[rows], k.load(x[rows]) + amount)

    np.testing.assert_array_equal(add_amount(X, np.empty_like(X)), X + 1)
    amount = 2.0
    np.testing.assert_array_equal(add_amount(X, np.empty_like(X)), X + 2)


@pytest.mark.parametrize(("value", "kind"), [([1.0, 2.0], "list"), ({1: 2.0}, "dict"), (np.ones(2), "ndarray")])
def test_values_that_can_change_are_refused(monkeypatch: pytest.MonkeyPatch, value: Any, kind: str) -> None:
    monkeypatch.setitem(globals(), "TABLE", value)
    with pytest.raises(TypeError, match=f"through_others: the global TABLE is a {kind}, which could change"):
        through_others(X, np.empty_like(X))


# -- several arrays -----------------------------------------------------------------------------------------------------


def test_arrays_read_and_written(chip: str) -> None:
    x, y = X.copy(), np.ones_like(X)
    report = add_to.run(x, y).raise_if_bad()
    np.testing.assert_array_equal(report.outputs["y"], X + 1)
    assert list(report.outputs.keys()) == ["y"]


def test_what_is_not_stored_stays_poisoned() -> None:
    @tik.kernel
    def first_half(k: Any, x: Any, y: Any, z: Any) -> None:
        for rows in k.split(x.shape[0]):
            k.store(y[rows], k.load(x[rows]))
            k.store(z[rows], k.cast(k.load(x[rows]), tik.i32))

    out = first_half.run(X[:2], np.zeros_like(X), np.zeros(X.shape, np.int32)).outputs
    assert np.isnan(out["y"][2:]).all()
    assert (out["z"][2:].view(np.uint32) == 0xA5A5A5A5).all()
    np.testing.assert_array_equal(out["y"][:2], X[:2])


def test_tiles_know_their_address_once_compiled() -> None:
    kept: list[Any] = []

    def keep(t: Any) -> Any:
        kept.append(t)
        return t

    @tik.kernel
    def kernel(k: Any, x: Any, y: Any) -> None:
        for rows in k.split(x.shape[0]):
            k.store(y[rows], keep_it(k.load(x[rows])))

    keep_it = type("Keep", (), {"__call__": staticmethod(keep)})()
    kernel.run(X, X, chip="Ascend910B1")
    assert "Tile f32 [1, 15] UB 0x0..0x200 (512 B) test_kernel.py:" in repr(kept[-1])
