from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tik
from tik.chips import load_chip
from tik.dsl.tile import TileBuilder
from tik.types.dtypes import f32
from tik.types.errors import TikError


def body_of(*statements: Callable[..., None]) -> Callable[..., None]:
    def body(k: Any, x: Any, y: Any) -> None:
        for rows in k.split(x.shape[0]):
            for statement in statements:
                statement(k, x, y, rows)

    return body


def test_the_work_is_split_over_the_cores(k: TileBuilder) -> None:
    for _ in k.split(6):
        pass
    assert k.blocks == 6  # fewer rows than cores
    wide = TileBuilder(load_chip("Ascend910B1"), [("x", (4000, 100), f32)])
    for rows in wide.split(4000):
        assert rows.size == wide.tile_rows == 8  # what the measuring run asks for
    assert wide.blocks == 48  # vector cores of the chip
    assert wide.want_rows == 42  # 84 rows a core, two tiles a core; 16 KiB would be 41 rows


@pytest.mark.parametrize(
    ("n", "code", "text"),
    [
        (0, "TIK-SHAPE01", "there are no rows to split"),
        (-1, "TIK-SHAPE01", "is -1; it must be at least 1"),
        (2.0, "TIK-TYPE02", "is an integer, not 2.0"),
        ((6, 100), "TIK-TYPE02", "is an integer, not a tuple"),
        (True, "TIK-TYPE02", "is an integer, not True"),
        (None, "TIK-TYPE02", "is an integer, not None"),
    ],
)
def test_what_split_refuses(k: TileBuilder, n: Any, code: str, text: str) -> None:
    with pytest.raises(TikError) as caught:
        next(k.split(n))
    assert caught.value.code == code
    assert text in str(caught.value)


def test_split_takes_integers_of_numpy(k: TileBuilder) -> None:
    for rows in k.split(np.int64(6)):  # type: ignore[arg-type]
        assert rows.total == 6


def test_work_is_split_once(k: TileBuilder) -> None:
    for _ in k.split(6):
        with pytest.raises(TikError, match=r"k\.split stands twice in one kernel") as caught:
            next(k.split(6))
        assert caught.value.code == "TIK-SYNTAX03"
        with pytest.raises(TikError, match=r"k\.tiles: the kernel has split its work before"):
            next(k.tiles(6, 100))


def test_columns_cover_every_column(k: TileBuilder) -> None:
    for _ in k.split(6):
        assert [c.size for c in k.columns(100, 48)] == [48, 4]
        assert [c.size for c in k.columns(96, 48)] == [48]
        assert [c.size for c in k.columns(10, 48)] == [10]


def test_the_rest_of_columns_is_a_block_where_moves_need_one() -> None:
    for name, n, sizes in (
        ("Ascend910A", 100, [42, 16]),
        ("Ascend910A", 133, [48, 37]),
        ("Ascend910A", 130, [48, 34]),
        ("Ascend910A", 150, [32, 22]),
        ("Ascend910A", 2049, [2032, 17]),
        ("Ascend910B1", 2049, [2048, 1]),
    ):
        k = TileBuilder(load_chip(name), [("x", (6, n), f32)])
        assert [c.size for c in k.columns(n, 2048 if n > 2000 else 48)] == sizes


def test_full_and_assign(chip: str, run: Callable[..., Any]) -> None:
    def body(k: Any, x: Any, y: Any) -> None:
        for rows in k.split(x.shape[0]):
            t = k.full(rows, 70, np.float32(2))
            k.assign(t, t * k.load(x[rows]))
            c = k.full_column(rows, 10)
            k.assign(c, c + 1)
            k.store(y[rows], t + c)

    x = np.arange(350, dtype=np.float32).reshape(5, 70)
    np.testing.assert_array_equal(run(body, x, np.empty_like(x)), 2 * x + 11)
    np.testing.assert_array_equal(
        run(body_of(lambda k, x, y, r: k.assign(k.load(x[r]), 3), lambda k, x, y, r: k.store(y[r], k.full(r, 70, 1))), x, x),
        np.ones_like(x),
    )


def test_what_assign_and_full_refuse(k: Any) -> None:
    x, _, _ = k.arrays
    rows = next(k.split(6))
    t = k.load(x[rows])
    for call, text in (
        (lambda: k.assign(t, k.max(t)), "k.assign: the target is a tile of .* the value a column of"),
        (lambda: k.assign(k.max(t), k.full(rows, 1, 0.0)), "the target is a column of .* the value a tile of"),
        (lambda: k.assign(t, k.cast(t, tik.f16)), "the target is f32, the value f16"),
        (lambda: k.full(6, 7, 0.0), "k.full takes the rows that k.split gives, not 6"),
        (lambda: k.full(rows, 0, 0.0), "the width of k.full is 0"),
        (lambda: k.full(rows, 7, 0.5, tik.i32), "0.5 with a tile of i32"),
        (lambda: k.full(rows, 7, t), "k.full takes a number"),
    ):
        with pytest.raises(TikError, match=text):
            call()


def test_nothing_is_stored(k: TileBuilder) -> None:
    rows = next(k.split(6))
    k.load(k.arrays[0][rows])
    with pytest.raises(TikError, match="name stores to none of its parameters") as caught:
        k.program("name")
    assert caught.value.code == "TIK-SYNTAX05"


def test_roles_follow_from_loads_and_stores(k: TileBuilder) -> None:
    x, _, y = k.arrays
    for rows in k.split(6):
        k.store(y[rows], k.load(x[rows]) + k.load(y[rows]))
    assert [(a.name, a.role) for a in k.program("name").args] == [("x", "input"), ("g", "input"), ("y", "inout")]


def test_repr_of_tiles() -> None:
    kept = []
    shape = (8, 2048)

    def keep(k: Any, x: Any, y: Any, rows: Any) -> None:
        kept.append(k.load(x[rows]))
        k.store(y[rows], kept[-1])

    builder = TileBuilder(load_chip("Ascend910B1"), [("x", shape, f32), ("y", shape, f32)])
    body_of(keep)(builder, *builder.arrays)
    t = kept[-1]
    assert re.fullmatch(r"Tile f32 \[1, 2048\] UB \(8 KiB\) test_kernel\.py:\d+", repr(t))
    builder.addresses[t.tensor.name] = 0x1800
    assert re.fullmatch(r"Tile f32 \[1, 2048\] UB 0x1800\.\.0x3800 \(8 KiB\) test_kernel\.py:\d+", repr(t))


def test_print_shows_core_loops_and_line(capsys: pytest.CaptureFixture[str]) -> None:
    def body(k: Any, x: Any, y: Any) -> None:
        for rows in k.split(x.shape[0]):
            for cols in k.columns(x.matrix[1], 64):
                t = k.load(x[rows, cols])
                k.print(t, rows=1, cols=3, core=1)
                k.store(y[rows, cols], t)

    x = np.arange(4 * 64, dtype=np.float32).reshape(4, 64)
    report = tik.kernel(body).run(x, x, chip="Ascend910B1").raise_if_bad()
    line = body.__code__.co_firstlineno + 4
    # core 1 has row 1; its tile loop and its column loop stand at 0
    assert capsys.readouterr().out == f"[core 1 loops 0, 0 test_kernel.py:{line}]\n[[64. 65. 66.]]\n"
    assert [(p.block, p.loops) for p in report.printed if p.block == 1] == [(1, (0, 0))]


def test_print_of_columns_and_integers(capsys: pytest.CaptureFixture[str]) -> None:
    def body(k: Any, x: Any, y: Any) -> None:
        for rows in k.split(x.shape[0]):
            t = k.load(x[rows])
            k.print(k.sum(k.cast(t, tik.f32)))
            k.print(t)
            k.store(y[rows], t)

    x = np.array([[1, 2, 3]], np.int32)
    tik.kernel(body).run(x, x, chip="Ascend910A")
    out = capsys.readouterr().out.splitlines()
    assert out[1::2] == ["[[6.]]", "[[1 2 3]]"]


def test_print_counts_the_trips_of_a_double_buffered_loop(capsys: pytest.CaptureFixture[str]) -> None:
    def body(k: Any, x: Any, y: Any) -> None:
        for rows in k.split(x.shape[0]):
            t = k.load(x[rows])
            k.print(t, rows=1, cols=1)
            k.store(y[rows], t)

    x = np.zeros((48 * 400, 64), np.float32)
    report = tik.kernel(body).run(x, x, chip="Ascend910B1").raise_if_bad()
    trips = [p.loops for p in report.printed]
    assert trips == [(i,) for i in range(len(trips))] and len(trips) > 1
    assert capsys.readouterr().out.startswith("[core 0 loops 0 ")


@pytest.mark.parametrize(
    ("statement", "code", "text", "hint"),
    [
        (lambda k, x, y, r: k.tanh(k.load(x[r])), "TIK-TYPE02", "k has no tanh", "k.exp"),
        (lambda k, x, y, r: k.expp(k.load(x[r])), "TIK-TYPE02", "k has no expp", "did you mean exp"),
        (lambda k, x, y, r: k.load(x[r]) % 2, "TIK-TYPE02", "tiles have + - * /", "k.cast"),
        (lambda k, x, y, r: 7 // k.load(x[r]), "TIK-TYPE02", "tiles have + - * /", "k.cast"),
        (lambda k, x, y, r: k.load(x[r]) & 1, "TIK-TYPE02", "tiles have + - * /", "k.cast"),
        (lambda k, x, y, r: y.__setitem__(r, k.load(x[r])), "TIK-TYPE02", "y[rows] is in global memory", "k.store(y[rows], t)"),
        (lambda k, x, y, r: x[r] % 2, "TIK-TYPE02", "is in global memory", "k.load"),
    ],
)
def test_what_tiles_do_not_have(statement: Callable[..., None], code: str, text: str, hint: str) -> None:
    x = np.zeros((4, 8), np.float32)
    with pytest.raises(TikError) as caught:
        tik.kernel(body_of(statement)).run(x, x)
    assert caught.value.code == code and text in caught.value.message and hint in (caught.value.hint or "")


def test_names_are_asked_for_without_an_error(k: TileBuilder) -> None:
    assert not hasattr(k, "tanh") and not hasattr(k, "_private") and hasattr(k, "exp")
