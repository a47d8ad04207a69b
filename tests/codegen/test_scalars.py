"""Scalar expressions: what they compute when the kernel runs, and that each is computed once."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.codegen.programs import Scratch, scalar, stored
from tik.codegen.scalars import assigned, split
from tik.ir import Assign, Element, Expr, For, If, Instr, MemRef, Tensor, Var, const_value
from tik.ir.expr import COMPARISONS, binary, cast, evaluate, join, whole
from tik.isa import INSTRUCTIONS
from tik.types.dtypes import DType, f32, i8, i32, i64, u32
from tik.types.scopes import Scope

# ------------------------------------------------------------------------------------------ values


def c_value(op: str, a: Any, b: Any, dtype: DType) -> Any:
    """op(a, b) as C computes it in ``dtype`` (the type both sides are converted to)."""
    if dtype.is_float:
        x, y = to_float(a), to_float(b)
        with np.errstate(all="ignore"):
            return {
                "add": lambda: x + y,
                "sub": lambda: x - y,
                "mul": lambda: x * y,
                "div": lambda: x / y,
                "eq": lambda: int(x == y),
                "ne": lambda: int(x != y),
                "lt": lambda: int(x < y),
                "le": lambda: int(x <= y),
            }[op]()
    x, y = whole(a, dtype), whole(b, dtype)
    if op in ("div", "mod"):
        quotient = 0 if y == 0 else abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
        result = quotient if op == "div" else 0 if y == 0 else x - quotient * y
    else:
        result = {
            "add": x + y,
            "sub": x - y,
            "mul": x * y,
            "and": x & y,
            "or": x | y,
            "xor": x ^ y,
            "shl": x << (y & 63),
            "shr": x >> (y & 63),
            "min": min(x, y),
            "max": max(x, y),
            "eq": int(x == y),
            "ne": int(x != y),
            "lt": int(x < y),
            "le": int(x <= y),
        }[op]
    return result if op in COMPARISONS else whole(result, dtype)


def to_float(v: Any) -> np.float32:
    exact = np.asarray(v, np.int64 if isinstance(v, int) else np.float32)
    return exact.astype(np.float32)[()]


FLOAT_OPS = ["add", "sub", "mul", "div", "eq", "ne", "lt", "le"]
OPS = [*FLOAT_OPS, "mod", "and", "or", "xor", "shl", "shr", "min", "max"]
LEAVES = {i32: Var(i32, "a", "arg"), i64: Var(i64, "b", "arg"), u32: Var(u32, "c", "arg"), f32: Var(f32, "d", "arg")}
VALUES = st.fixed_dictionaries(
    {
        "a": st.one_of(st.sampled_from([-(2**31), 2**31 - 1, -1, 0]), st.integers(-100, 100)),
        "b": st.one_of(st.sampled_from([-(2**63), 2**63 - 1, 2**31, -1]), st.integers(-(2**40), 2**40)),
        "c": st.one_of(st.sampled_from([0, 2**31, 2**32 - 1]), st.integers(0, 100)),
        "d": st.floats(-1e6, 1e6, width=32),
    }
)


@st.composite
def typed(draw: Any, depth: int = 3) -> tuple[Expr, Any]:
    """(expression, how to compute it from the arguments by name)."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        var = draw(st.sampled_from(list(LEAVES.values())))
        return var, lambda v: np.float32(v[var.name]) if var.dtype is f32 else v[var.name]
    if draw(st.integers(0, 4)) == 0:
        x, value = draw(typed(depth=depth - 1))
        target = draw(st.sampled_from([i8, i32, i64, u32, f32]))
        return cast(x, target), lambda v: convert(value(v), target)
    x, left = draw(typed(depth=depth - 1))
    if draw(st.booleans()):
        y, right = draw(typed(depth=depth - 1))
        common = join(x.dtype, y.dtype)
    else:
        number = draw(st.integers(-4, 70))
        y, right, common = number, (lambda v: number), x.dtype  # type: ignore[assignment]
    op = draw(st.sampled_from(FLOAT_OPS if common.is_float else OPS))
    swap = draw(st.booleans())
    made = binary(op, y, x) if swap else binary(op, x, y)
    assert made.dtype is (i32 if op in COMPARISONS else common)
    return made, lambda v: c_value(op, right(v), left(v), common) if swap else c_value(op, left(v), right(v), common)


def convert(v: Any, dtype: DType) -> Any:
    return to_float(v) if dtype.is_float else whole(float(v) if isinstance(v, np.floating) else v, dtype)


@settings(max_examples=120)
@given(typed(), VALUES)
def test_the_model_computes_what_c_does(pair: tuple[Expr, Any], values: dict[str, Any]) -> None:
    x, value = pair
    (found,) = stored([(x, x.dtype)], {var: values[var.name] for var in LEAVES.values()})
    wanted = value(values)
    if x.dtype.is_float:
        assert np.array_equal(np.float32(found), wanted, equal_nan=True), x
    else:
        assert found == wanted, x


@st.composite
def small(draw: Any, depth: int = 4) -> Expr:
    """Expressions of i64 whose values fit 64 bits."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return LEAVES[i64]
    x = draw(small(depth=depth - 1))
    y = draw(st.one_of(small(depth=depth - 1), st.integers(-9, 9)))
    return binary(draw(st.sampled_from([op for op in OPS if op not in ("shl", "shr", "mul")])), *draw(st.permutations([x, y])))


@given(small(), st.integers(-1000, 1000))
def test_the_model_computes_what_evaluate_says(x: Expr, b: int) -> None:
    (found,) = stored([(x, i64)], {LEAVES[i64]: b})
    assert found == evaluate(x, {LEAVES[i64]: b})


def test_a_negative_number_meets_an_unsigned_one() -> None:
    """C: -1 < 1u is false, -1 / 2u is 2147483647, max(-1, 1u) is 4294967295."""
    a, c = LEAVES[i32], LEAVES[u32]
    checks = [
        (binary("lt", a, c), i32),
        (binary("div", a, binary("add", c, 1)), i64),
        (binary("max", a, c), i64),
        (binary("shr", a, c), i64),
    ]
    assert stored(checks, {a: -1, c: 1}) == [0, 2**31 - 1, 2**32 - 1, 2**31 - 1]


def test_the_sign_of_zero() -> None:
    d = LEAVES[f32]
    signs = [
        binary("div", 1.0, x)
        for x in (-d, binary("add", d, 0.0), binary("mul", d, -1.0), binary("mul", d, 0.0), binary("mul", d, -0.0))
    ]
    assert stored([(x, f32) for x in signs], {d: 0.0}) == [-np.inf, np.inf, -np.inf, np.inf, -np.inf]


def test_a_value_operand_is_converted_to_its_type() -> None:
    """u32 3000000000 stored as i32 is -1294967296, as f32 3e9; f32 -2.9 as i32 is -2."""
    c, d = LEAVES[u32], LEAVES[f32]
    assert stored([(c, i32), (c, f32), (c, i64), (d, i32), (d, i8)], {c: 3_000_000_000, d: -2.9}) == [
        -1294967296,
        3e9,
        3_000_000_000,
        -2,
        -2,
    ]


# ------------------------------------------------------------------------------------------ once only


def test_a_common_subexpression_is_computed_once() -> None:
    s = Scratch()
    n = s.arg(i32, "n", 3)
    s.body += s.put(0, (n + 1) * 2) + s.put(1, (n + 1) * 5) + s.put(2, (n + 1) * 2)
    assert scalar(s.stream()) == ["sadd.i32 r3, r2, 1", "smul.i32 r4, r3, 2", "smul.i32 r5, r3, 5"]
    assert s.run()[:3, 0].tolist() == [8, 20, 8]


def test_a_changed_variable_is_computed_again() -> None:
    s = Scratch()
    n, x = s.arg(i32, "n", 3), Var(i32, "x")
    s.body += [Assign(x, n), *s.put(0, x * 2), Assign(x, x + 1), *s.put(1, x * 2), *s.put(2, x * 2)]
    assert [line.split()[0] for line in scalar(s.stream())] == ["smov.i32", "smul.i32", "sadd.i32", "smul.i32"]
    assert s.run()[:3, 0].tolist() == [6, 8, 8]


def test_what_a_loop_changes_is_computed_in_every_trip() -> None:
    """x * 2 is known before the loop, which changes x behind its use; n * 3 is not changed."""
    s = Scratch()
    n, x, i = s.arg(i32, "n", 5), Var(i32, "x"), Var(i32, "i", "loop")
    inner = [*s.put(i, x * 2), Assign(x, x + 1), *s.put(i + 8, n * 3)]
    s.body += [Assign(x, 10), *s.put(30, x * 2), *s.put(31, n * 3), For(i, 0, 3, inner), *s.put(29, x * 2)]
    slots = s.run()[:, 0]
    assert slots[[30, 31, 0, 1, 2, 8, 9, 10, 29]].tolist() == [20, 15, 20, 22, 24, 15, 15, 15, 26]
    assert sum("smul.i32" in line and line.endswith(", 3") for line in scalar(s.stream())) == 1


def test_what_a_loop_computes_is_not_known_behind_it() -> None:
    """The loop may run no trip at all."""
    s = Scratch()
    n, i = s.arg(i32, "n", 0), Var(i32, "i", "loop")
    s.body += [For(i, 0, n, s.put(0, n + 7)), *s.put(1, n + 7)]
    assert s.run()[1, 0] == 7
    assert s.run(n=2)[:2, 0].tolist() == [9, 9]


def test_branches_know_nothing_of_each_other() -> None:
    s = Scratch()
    n, x = s.arg(i32, "n", 0), Var(i32, "x")
    s.body += [
        Assign(x, 1),
        If(n, [*s.put(0, n * 5), Assign(x, x + 1), *s.put(2, x * 9)], s.put(1, n * 5 + x * 9)),
        *s.put(3, n * 5),
        *s.put(4, x * 9),
    ]
    assert s.run(n=0)[[1, 3, 4], 0].tolist() == [9, 0, 9]
    assert s.run(n=2)[[0, 2, 3, 4], 0].tolist() == [10, 18, 10, 18]


def test_memory_is_read_each_time() -> None:
    s = Scratch()
    at = Element(s.ub, 32 * 8, i64)
    s.body += [*s.put(8, 5), *s.put(0, at + 1), *s.put(8, 6), *s.put(1, at + 1)]
    assert s.run()[:2, 0].tolist() == [6, 7]


def test_an_instruction_gives_a_variable_a_value() -> None:
    """Out fields count as assignments, in loops too."""
    s = Scratch()
    x, i = Var(i32, "x"), Var(i32, "i", "loop")
    step = Instr(INSTRUCTIONS["sadd"], (i32,), (x, x, 1))
    s.body += [Assign(x, 0), *s.put(30, x * 2), For(i, 0, 3, [*s.put(i, x * 2), step, *s.put(i + 8, x * 2)])]
    assert s.run()[[0, 1, 2, 8, 9, 10], 0].tolist() == [0, 2, 4, 2, 4, 6]
    assert assigned([For(i, 0, 3, [step])]) == [i, x]


# ------------------------------------------------------------------------------------------ addresses


def test_split_takes_constants_out() -> None:
    i, j = Var(i32, "i", "loop"), Var(i32, "j", "loop")
    assert split(96) == (96, None)
    for x, constant, rest in (
        (i + 32, 32, "i"),
        (i * 4 + 8 + j, 8, "((i * 4) + j)"),
        ((i + 3) * 4, 12, "(i * 4)"),
        (i - 5, -5, "i"),
        ((i + 7) - (j + 2), 5, "(i - j)"),
        (5 - i, 0, "(5 - i)"),
        (i * j, 0, "(i * j)"),
    ):
        found, left = split(x)
        assert (found, repr(left)) == (constant, rest)


@given(
    st.recursive(
        st.one_of(st.integers(-50, 50), st.sampled_from([LEAVES[i32], LEAVES[i64]])),
        lambda x: st.tuples(st.sampled_from(["add", "sub", "mul"]), x, x).map(lambda t: binary(*t)),
        max_leaves=12,
    ),
    st.integers(-9, 9),
    st.integers(-9, 9),
)
def test_split_keeps_the_value(x: Any, a: int, b: int) -> None:
    values = {LEAVES[i32]: a, LEAVES[i64]: b}
    constant, rest = split(x)
    assert constant + (0 if rest is None else evaluate(rest, values)) == evaluate(x, values)
    assert rest is None or const_value(rest) is None


def test_addresses_are_computed_in_64_bits() -> None:
    """n * 4 is 2^32 for n = 2^30: as i32 it would be 0, and the slot 0 instead of 4."""
    s = Scratch()
    n = s.arg(i32, "n", 2**30)
    far = n * 4 / 2**25  # bytes: 2^32 / 2^25 = 128 = slot 4
    s.body += [
        Instr(INSTRUCTIONS["sstore"], (i64,), (MemRef(s.ub, 0), 77)),
        Instr(INSTRUCTIONS["mov_ub_gm"], (i64,), (MemRef(s.out, far), MemRef(s.ub, 0), 1, 1, 0, 0, 0)),
    ]
    assert scalar(s.stream()) == ["smul.i64 r3, r2, 4", f"sdiv.i64 r4, r3, {2**25}"]
    slots = s.run()
    assert slots[4, 0] == 77 and slots[0, 0] != 77


def test_an_address_and_a_value_of_one_expression() -> None:
    """As a value n * 4 wraps, as an address it does not: they are not the same register."""
    s = Scratch()
    n = s.arg(i32, "n", 2**30)
    s.body += [*s.put(0, n * 4), *s.put(n * 4 / 2**30 - 2, n * 4), *s.put(1, cast(n, i64) * 4)]
    slots = s.run()
    assert slots[[0, 2, 1], 0].tolist() == [0, 0, 2**32]


@pytest.mark.parametrize("slot", [0, 31])
def test_constant_addresses_need_no_register(slot: int) -> None:
    s = Scratch()
    s.body += s.put(slot, 1)
    assert scalar(s.stream()) == []
    assert s.run()[slot, 0] == 1


def test_no_tensor_is_needed_to_know_variables() -> None:
    x, i = Var(i32, "x"), Var(i32, "i", "loop")
    tensor = Tensor("t", f32, Scope.UB, [8], 32)
    body = [For(i, 0, 2, [If(x, [Assign(x, 1)], []), Instr(INSTRUCTIONS["sstore"], (f32,), (MemRef(tensor), 0))])]
    assert assigned(body) == [i, x]
