from __future__ import annotations

import numpy as np
import pytest

from tik.dsl.tile import ArrayHandle, Span, TileBuilder
from tik.ir import Tensor
from tik.types.dtypes import f32
from tik.types.errors import TikError
from tik.types.scopes import Scope


def handle(*shape: int) -> ArrayHandle:
    return ArrayHandle("x", Tensor("x", f32, Scope.GM, shape, 4), shape, f32)


@pytest.mark.parametrize(("shape", "matrix"), [((7,), (1, 7)), ((3, 5), (3, 5)), ((2, 3, 4), (2, 12)), ((4, 1, 1), (4, 1))])
def test_every_array_is_a_matrix(shape: tuple[int, ...], matrix: tuple[int, int]) -> None:
    assert handle(*shape).matrix == matrix
    assert handle(*shape)[:].shape == matrix


def test_indices() -> None:
    rows, cols = Span(2, 3, 3), Span(8, 4, 4)
    assert handle(9, 40)[rows].shape == (3, 40)
    assert handle(9, 40)[rows, :].shape == (3, 40)
    assert handle(9, 40)[:, cols].shape == (9, 4)
    assert handle(9, 40)[rows, cols].shape == (3, 4)
    assert handle(40)[cols].shape == (1, 4)
    assert handle(40).as_column().matrix == (40, 1)


@pytest.mark.parametrize("key", [0, slice(0, 3), None, (Span(0, 1, 1), 2), (slice(None),) * 3])
def test_other_indices_are_refused(key: object) -> None:
    with pytest.raises(TikError, match=r"x\[\.\.\.\] takes what k\.split and k\.columns give") as caught:
        handle(9, 40)[key]
    assert caught.value.code == "TIK-TYPE02"


def test_a_loop_that_leaves_the_array() -> None:
    with pytest.raises(TikError, match=r"x has 9 rows, k\.split goes to 10"):
        handle(9, 40)[Span(0, 2, 2, 10, "k.split")]
    with pytest.raises(TikError, match=r"x has 40 columns, k\.columns goes to 41"):
        handle(9, 40)[:, Span(0, 2, 2, 41, "k.columns")]
    assert handle(9, 40)[Span(0, 2, 2, 9, "k.split")].shape == (2, 40)


def test_two_indices_of_one_axis() -> None:
    with pytest.raises(TikError, match="x has one axis, and two indices"):
        handle(40)[Span(0, 2, 2), :]


@pytest.mark.parametrize(
    "use",
    [
        lambda x: x + 1,
        lambda x: 2 * x,
        lambda x: np.float32(2) * x,
        lambda x: -x,
        lambda x: x < 0,
        lambda x: np.sum(x),
        lambda x: np.asarray(x),
    ],
)
def test_arrays_are_no_operands(use: object) -> None:
    for piece in (handle(9, 40), handle(9, 40)[:]):
        with pytest.raises(TikError) as caught:
            use(piece)  # type: ignore[operator]
        assert caught.value.code == "TIK-TYPE02"


def test_reprs() -> None:
    assert repr(handle(9, 40)) == "x f32 [9, 40]"
    assert repr(Span(2, 3, 3)) == "3 from 2"
    assert repr(Span(2, 3, 4, 9, "k.split")) == "up to 4 from 2 of k.split(9)"
    assert repr(handle(9, 40)[:, Span(8, 4, 4)]) == "x f32 [9, 40] rows 9 from 0, columns 4 from 8"


def test_dtypes_that_a_chip_does_not_have_are_refused_by_name() -> None:
    from tik.chips import load_chip
    from tik.types.dtypes import bf16

    with pytest.raises(TikError, match="bfloat16 is not supported on Ascend910A") as caught:
        TileBuilder(load_chip("Ascend910A"), [("x", (2, 3), bf16)])
    assert caught.value.code == "TIK-CHIP01"
    assert caught.value.hint == "chips that have it: Ascend910B1..B4"
    TileBuilder(load_chip("Ascend910B1"), [("x", (2, 3), bf16)])
