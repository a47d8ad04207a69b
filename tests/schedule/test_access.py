"""What a statement is taken to touch: lists of blocks as one access, a table as a whole."""

from collections.abc import Callable

import pytest

from tik.dsl import Builder, TensorView
from tik.ir import Instr, Program, walk
from tik.schedule import check_order, plan, schedule
from tik.schedule.access import Accesses
from tik.types.scopes import Scope

Lists = tuple[list[TensorView], list[TensorView]]


def turning(lists: Callable[[TensorView, TensorView], Lists], repeats: int = 1, stride: int = 0) -> Program:
    """A load, vnchwconv, a store."""
    t = Builder("Ascend910B1")
    x, y = t.Tensor("float16", (1024,), "global", "x"), t.Tensor("float16", (1024,), "global", "y")
    a, b = t.Tensor("float16", (1024,), "UB", "a"), t.Tensor("float16", (1024,), "UB", "b")
    t.data_move(a, x, 0, 1, 64, 0, 0)
    dst, src = lists(b, a)
    t.vnchwconv(False, False, dst, src, repeats, stride, stride)
    t.data_move(y, b, 0, 1, 64, 0, 0)
    return t.program("turn", [x], [y])


@pytest.mark.parametrize(
    ("pitch", "repeats", "stride", "dims", "inner"),
    [
        (16, 1, 0, (), 512),  # blocks without gaps are one run
        (32, 1, 0, ((16, 64),), 32),
        (64, 4, 1, (), 2048),  # four repeats fill the gaps
        (64, 2, 2, ((16, 128),), 96),  # each block with its repeats as one run
        (0, 1, 0, (), 32),  # sixteen times the same block
    ],
)
def test_a_list_at_equal_distances(
    pitch: int, repeats: int, stride: int, dims: tuple[tuple[int, int], ...], inner: int
) -> None:
    program = turning(lambda b, a: ([b[i * 16] for i in range(16)], [a[(15 - i) * pitch] for i in range(16)]), repeats, stride)
    placed = plan(program)
    (instr,) = (s for s in walk(placed.body) if isinstance(s, Instr) and s.op.mnemonic == "vnchwconv")
    found = Accesses().of(instr, {})
    assert [(a.space, a.write) for a in found] == [(Scope.UB, 1), (Scope.UB, 0)]
    start = min(x.tensor.address + x.offset for x in instr.operands[18:34])
    end = max(x.tensor.address + x.offset for x in instr.operands[18:34]) + (repeats - 1) * stride * 32 + 32
    assert (found[1].constant, sorted(found[1].dims), found[1].inner) == (start, sorted(dims), inner)
    assert (found[1].low, found[1].high) == (start, end)


def test_a_list_of_blocks_anywhere() -> None:
    order = [0, 1, 5, 9, 2, 30, 31, 7, 8, 11, 13, 20, 22, 40, 41, 50]
    program = turning(lambda b, a: ([b[i * 16] for i in range(16)], [a[i * 16] for i in order]))
    (instr,) = (s for s in walk(plan(program).body) if isinstance(s, Instr) and s.op.mnemonic == "vnchwconv")
    reads = [a for a in Accesses().of(instr, {}) if not a.write]
    assert sorted(a.constant - reads[0].constant for a in reads) == [32 * i for i in sorted(order)]
    assert check_order(schedule(program, legalise=False)) == []


def test_a_table_is_touched_as_a_whole() -> None:
    """From its second half a gather may reach the first, which the copy fills."""
    t = Builder("Ascend910B1")
    x, y = t.Tensor("float32", (64,), "global", "x"), t.Tensor("float32", (8,), "global", "y")
    a, i, b = (t.Tensor(kind, (128,), "UB", name) for kind, name in (("float32", "a"), ("int32", "i"), ("float32", "b")))
    t.data_move(a, x, 0, 1, 8, 0, 0)
    t.vgather(8, b, a[64:], i, 1, 8)
    t.data_move(y, b, 0, 1, 1, 0, 0)
    program = t.program("table", [x], [y])
    (gather,) = (s for s in walk(plan(program).body) if isinstance(s, Instr) and s.op.mnemonic == "vgather")
    table = next(c for c in Accesses().of(gather, {}) if not c.write and c.high - c.low == 512)
    assert table.low == gather.operand("src").tensor.address
    assert check_order(schedule(program, legalise=False)) == []
    (fault,) = check_order(plan(program))[:1]
    assert fault.startswith("not ordered: MTE2 mov_gm_ub") and "vgather" in fault
