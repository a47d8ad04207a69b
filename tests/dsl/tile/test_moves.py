from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tik
from tik.authoring.arrays import dtype_of
from tik.authoring.kernel import Kernel
from tik.chips import load_chip
from tik.dsl.tile import ArrayHandle
from tik.runtime import Executable, launch, upload
from tik.runtime.memory import DeviceTensor
from tik.types.dtypes import i8
from tik.types.errors import TikError

CHIPS = ("Ascend910B1", "Ascend910A", "Ascend310P3")
SLACK = 32  # bytes behind an array that chips without padded moves may write (decision 6)


@tik.kernel
def copy(k: Any, x: Any, y: Any) -> None:
    for rows in k.split(x.shape[0]):
        k.store(y[rows], k.load(x[rows]))


@tik.kernel
def copy_parts(k: Any, x: Any, y: Any, *, size: int = 48) -> None:
    for rows in k.split(x.shape[0]):
        for cols in k.columns(x.matrix[1], size):
            k.store(y[rows, cols], k.load(x[rows, cols]))


def guarded(kernel: Kernel, x: Any, chip: str, **options: Any) -> tuple[Any, bytes, list[Any]]:
    """Run with an output that lies between bytes of its own: the output, the bytes behind it, the hazards."""
    model = load_chip(chip)
    stream = kernel.stream(x, np.empty_like(x), chip=chip, **options)
    target = DeviceTensor(np.full(x.nbytes + 256, 0x5A, np.uint8), x.shape, dtype_of(x))
    report = launch(Executable.of(stream, model), {"x": upload(x, dtype_of(x)), "y": target}, record=True)
    return target.numpy(), target.data[x.nbytes :].tobytes(), report.errors


@settings(max_examples=15)
@given(
    rows=st.integers(1, 70),
    cols=st.integers(1, 150),
    dtype=st.sampled_from([np.float16, np.float32, np.int8, np.int32]),
    chip=st.sampled_from(CHIPS),
    parts=st.booleans(),
)
def test_tails_write_nothing_outside_the_output(rows: int, cols: int, dtype: type, chip: str, parts: bool) -> None:
    x = np.random.default_rng(rows * 1000 + cols).integers(-100, 100, (rows, cols)).astype(dtype)
    got, behind, errors = guarded(copy_parts if parts else copy, x, chip)
    np.testing.assert_array_equal(got, x)
    allowed = 0 if load_chip(chip).has("padded_move") else SLACK
    assert behind[allowed:] == b"\x5a" * (256 - allowed)
    assert errors == []


def test_the_peeled_rest_waits_for_its_loads() -> None:
    x = np.ones((17, 17), np.float16)
    assert copy.run(x, x, chip="Ascend910A").errors == []


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("n", [1, 15, 16, 17, 1000, 5003])
def test_one_axis(chip: str, n: int) -> None:
    x = np.arange(n, dtype=np.float16)
    got, behind, errors = guarded(copy, x, chip)
    np.testing.assert_array_equal(got, x)
    assert behind[SLACK:] == b"\x5a" * (256 - SLACK)
    assert errors == []


@pytest.mark.parametrize("target", [np.float16, np.float32, np.int32])
def test_conversion_on_the_way(chip: str, run: Any, target: type) -> None:
    def body(k: Any, x: Any, y: Any) -> None:
        for rows in k.split(x.shape[0]):
            k.store(y[rows], k.load(x[rows], dtype=tik.f32))

    x = np.arange(-30, 30, dtype=np.float16).reshape(4, 15)
    np.testing.assert_array_equal(run(body, x, np.empty(x.shape, target)), x.astype(target))


def test_bytes_by_way_of_f16(chip: str, run: Any) -> None:
    def body(k: Any, x: Any, y: Any) -> None:
        for rows in k.split(x.shape[0]):
            k.store(y[rows], k.load(x[rows], dtype=tik.f16) + 1)

    x = np.arange(-30, 30, dtype=np.int8).reshape(4, 15)
    np.testing.assert_array_equal(run(body, x, np.empty_like(x)), x + 1)


def test_the_way_to_int8_is_named(k: Any) -> None:
    x, _, _ = k.arrays
    y = ArrayHandle("y", k.arrays[2].tensor, (6, 100), i8)
    rows = next(k.split(6))
    with pytest.raises(TikError, match=r"k\.store: Ascend910B1 has no conversion from f32 to i8") as caught:
        k.store(y[rows], k.load(x[rows]))
    assert "k.cast(k.cast(t, tik.f16), tik.i8)" in str(caught.value.hint)


def test_stores_that_do_not_fit(k: Any) -> None:
    x, g, y = k.arrays
    rows = next(k.split(6))
    t = k.load(x[rows])
    for what, hint in (
        (k.sum(t), r"a column goes to an array of shape \[n, 1\] or \[n\]; y has shape \[6, 100\]"),
        (k.load(g[:]), r"k\.full\(rows, cols, 0\.0\) \+ row"),
        (k.full(rows, 7, 0.0), "the index the tile was loaded with"),
    ):
        with pytest.raises(TikError, match=rf"(?s)k\.store: a tile of .* does not fit y.*hint: .*{hint}") as caught:
            k.store(y[rows], what)
        assert caught.value.code == "TIK-SHAPE01"


def test_wrong_arguments(k: Any) -> None:
    x, _, y = k.arrays
    rows = next(k.split(6))
    t = k.load(x[rows])
    for call, text in (
        (lambda: k.load(x), r"k\.load needs to know which part of x"),
        (lambda: k.load(t), r"k\.load takes a part of an array parameter, not Tile f32"),
        (lambda: k.store(t, y[rows]), r"k\.store takes a part of an array parameter, not Tile f32"),
        (lambda: k.store(y[rows], 1.0), r"k\.store takes tiles, not 1\.0"),
        (lambda: k.store(y[rows], x[rows]), r"load it first: k\.load\(x\[\.\.\.\]\)"),
    ):
        with pytest.raises(TikError, match=text) as caught:
            call()
        assert caught.value.code == "TIK-TYPE02"
    assert k.stored == set()


def test_arrays_without_elements() -> None:
    with pytest.raises(TikError, match=r"x has shape \[5, 0\]: there is nothing in it"):
        copy.run(np.empty((5, 0), np.float16), np.empty((5, 0), np.float16))
    with pytest.raises(TikError, match=r"k\.split\(0\): there are no rows to split"):
        copy.run(np.empty((0, 5), np.float16), np.empty((0, 5), np.float16))
