"""Substitution in expressions, operands and statements."""

from __future__ import annotations

from tests.schedule.programs import Builder
from tik.ir import Element, For, Form, Instr, MemRef, Var, const_value
from tik.isa import Mask
from tik.schedule.rewrite import Rewrite, elements, operand_elements
from tik.types.dtypes import f32, i32


def test_expressions_fold_and_share() -> None:
    i, j = Var(i32, "i", "loop"), Var(i32, "j", "loop")
    rewrite = Rewrite({i: 3})
    assert const_value(rewrite.expr(i * 8 + 2)) == 26
    untouched = j * 8
    assert rewrite.expr(untouched) is untouched
    assert repr(rewrite.expr(i * 8 + j)) == "(24 + j)"
    assert rewrite.expr(5) == 5


def test_every_operand_is_reached() -> None:
    b = Builder()
    i = Var(i32, "i", "loop")
    t, u = b.local(64), b.local(64)
    b.op("vadds", (f32, f32), Mask.count(i), MemRef(t, i * 4), MemRef(u), Element(t, i, f32), i, 1, 1, 8, 8)
    instr = b.bodies[0][-1]
    assert isinstance(instr, Instr)
    done = Rewrite({i: 7}, {t: u}).statement(instr)
    assert isinstance(done, Instr)
    mask, dst, src, scalar, repeat = done.operands[:5]
    assert mask.low == 7
    assert dst.tensor is u and const_value(dst.offset) == 28
    assert src is instr.operands[2]  # nothing to replace
    assert scalar.tensor is u and scalar.offset == 7
    assert repeat == 7
    assert instr.operands[4] is i


def test_statements_are_fresh() -> None:
    b = Builder()
    n = b.scalar("n")
    with b.loop(0, n) as i, b.when(i == n), b.scope():
        b.assign(n + i)
    (loop,) = b.bodies[0]
    done = Rewrite({n: 4}).statement(loop)
    assert isinstance(loop, For) and isinstance(done, For)
    assert (done.end, loop.end is n) == (4, True)
    assert repr(done.body) == repr(loop.body).replace("n)", "4)").replace("== n", "== 4").replace("(n + i)", "(4 + i)")


def test_elements_in_order() -> None:
    b = Builder()
    t = b.local(64)
    inner = Element(t, 0, i32)
    outer = Element(t, inner * 4, i32)
    assert list(elements(outer + 1)) == [inner, outer]
    assert list(operand_elements(MemRef(t, outer))) == [inner, outer]
    assert list(operand_elements(Mask.count(inner))) == [inner]
    assert list(operand_elements("word")) == []


def test_a_form_stays_and_places_stay_shared() -> None:
    b = Builder()
    t, u = b.local(64), b.local(64)
    place, form = MemRef(t, 32), Form([1, 2])
    b.op("vadds", (f32, f32), Mask.count(8), place, place, 1.0, 1, 1, 1, 8, 8)
    instr = b.bodies[0][-1]
    assert isinstance(instr, Instr)
    instr.form = form
    rewrite = Rewrite(tensors={t: u})
    first, second = rewrite.statement(instr), rewrite.statement(instr)
    assert isinstance(first, Instr) and isinstance(second, Instr)
    assert first.form is form and first.operands[1].tensor is u and first.operands[1].offset == 32
    assert first.operands[1] is first.operands[2] is second.operands[1]
    assert first.operands[3:] == instr.operands[3:] and first.operands[0] is instr.operands[0]
