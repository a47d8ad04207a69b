"""How whole views are cut into instructions: every element once, nothing beside them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tik.dsl import Builder, TensorView
from tik.dsl.traverse import grid, pieces, temporary, traverse
from tik.ir import Alloc, Block, For
from tik.types.dtypes import f16, f32
from tik.types.errors import TikError


def covered(view: TensorView, emitted: list[tuple[int, int, int, int]]) -> np.ndarray:
    """How often each element of the view's tensor is touched by (start byte, mask, repeats, stride in blocks)."""
    times = np.zeros(view.tensor.nbytes // view.type.size, int)
    for start, mask, repeats, stride in emitted:
        for r in range(repeats):
            first = (start + r * stride * 32) // view.type.size
            times[first : first + mask] += 1
    return times


@settings(max_examples=60, deadline=None)
@given(
    rows=st.integers(1, 300),
    blocks=st.integers(1, 40),
    first=st.integers(0, 3),
    skipped=st.integers(0, 2),
    width=st.integers(1, 320),
    dtype=st.sampled_from(["float16", "float32"]),
)
def test_rows_are_covered_once(rows: int, blocks: int, first: int, skipped: int, width: int, dtype: str) -> None:
    t = Builder("Ascend910B1")
    own = 16 if dtype == "float16" else 8
    x = t.Tensor(dtype, (rows + 3, blocks * own), "L1", "x")
    start = min(skipped * own, (blocks - 1) * own)
    stop = min(start + width, blocks * own)
    view = x[first : first + rows, start:stop]
    emitted: list[tuple[int, int, int, int]] = []

    def emit(mask: int, at: list[TensorView], repeats: int, strides: list[int]) -> None:
        assert 1 <= mask <= 256 // view.type.size and 1 <= repeats <= 255 and strides[0] <= 255
        emitted.append((at[0].byte, mask, repeats, strides[0]))  # type: ignore[arg-type]

    before = len(t.body)
    traverse(t, "h_test", (view,), emit)  # type: ignore[arg-type]
    loops = [s for s in t.body[before:] if isinstance(s, For)]
    if not loops:  # else: a row of its own in each trip
        wanted = np.zeros((rows + 3, blocks * own), int)
        wanted[first : first + rows, start:stop] = 1
        np.testing.assert_array_equal(covered(view, emitted), wanted.ravel())


def test_neighbours_are_merged(t: Builder) -> None:
    x = t.Tensor("float32", (4, 3, 16), "UB", "x")
    assert grid("h_test", (x,)).dims == (192,)
    assert grid("h_test", (x[1:3, 0:3, 0:16],)) == ((96,), ((1,),))
    assert grid("h_test", (x[0:4, 0:2, 0:16],)) == ((4, 32), ((48,), (1,)))
    assert grid("h_test", (x[0:4, 1:2, 0:8],)) == ((4, 8), ((48,), (1,)))
    y = t.Tensor("float32", (4, 1, 8), "UB", "y")
    assert grid("h_test", (x[0:4, 1:2, 0:8], y[0:4, 0:1, 0:8])).pitches == ((48, 8), (1, 1))
    assert grid("h_test", (x[0:4, 2:2, 0:8],)).empty


def test_different_shapes_and_rows_between_blocks_are_refused(t: Builder) -> None:
    x, y = t.Tensor("float32", (4, 16), "UB", "x"), t.Tensor("float32", (5, 16), "UB", "y")
    with pytest.raises(TikError, match=r"h_test works on views of one shape, and x has \[4, 16\], y \[5, 16\]"):
        grid("h_test", (x, y))
    assert grid("h_test", (x[0:4, 8:9],)) == ((4, 1), ((16,), (1,)))  # a column: rows of one element
    z = t.Tensor("float32", (4, 12), "UB", "z")
    with pytest.raises(TikError, match="start 48 bytes apart, which are no whole blocks"):
        traverse(t, "h_test", (z[0:4, 0:8],), lambda *_: None)


def test_pieces_have_at_most_so_many_elements(t: Builder) -> None:
    x = t.Tensor("float16", (1000,), "UB", "x")
    parts: list[tuple[object, object]] = []
    pieces(t, "h_test", (x,), 384, lambda part: parts.append((part[0].offset, part[0].size)))
    assert parts == [(0, 384), (384, 384), (768, 232)]
    with pytest.raises(TikError, match="needs to know the size of x"):
        pieces(t, "h_test", (x[0 : t.Scalar("int32")],), 384, lambda part: None)


def test_temporaries_live_in_their_block_only(t: Builder) -> None:
    with temporary(t, (f16, 64), (f32, 8)) as (a, b):
        assert (a.dtype, a.shape, b.dtype) == ("float16", [64], "float32")
    assert not a.tensor.alive
    block = t.body[-1]
    assert isinstance(block, Block) and [type(s) for s in block.body] == [Alloc, Alloc]
