"""The high-precision calls: how large the work tensor must be, and what it may touch."""

from typing import Any

import pytest

from tik.dsl import Builder, TensorView
from tik.ir import Instr


def refine(
    name: str, dtype: str, work: int, *args: Any, mask: Any = None, chip: str = "Ascend910B1", elements: int = 1024
) -> Any:
    """The builder after one call with ``args``: repeat_times, dst_rep_stride, src_rep_stride."""
    t = Builder(chip)
    dst, src = t.Tensor(dtype, (elements,), "UB", "dst"), t.Tensor(dtype, (elements,), "UB", "src")
    of = dtype if name in ("ln", "expm1") else "float32"
    lanes = mask if mask is not None else {"float16": 128, "float32": 64}[dtype]
    getattr(t, f"vec_{name}_high_preci")(lanes, dst, src, t.Tensor(of, (work,), "UB", "work"), *args)
    return t


@pytest.mark.parametrize(
    ("name", "dtype", "need", "args"),
    [
        ("rec", "float32", 2 * 128, (2, 8, 8)),
        ("rec", "float16", 4 * 256, (2, 8, 8)),
        ("rsqrt", "float32", 3 * 64, (1, 8, 8)),
        ("rsqrt", "float16", 5 * 128, (1, 8, 8)),
        ("ln", "float16", 10 * 128, (1, 8, 8)),
        ("expm1", "float16", 11 * 128, (1, 8, 8)),
        ("rec", "float32", 2 * 64, (3, 8, 0)),  # all repeats read one span
    ],
)
def test_just_enough_and_one_too_few(name: str, dtype: str, need: int, args: tuple[int, ...]) -> None:
    t = refine(name, dtype, need, *args)
    assert not t.errors, t.errors[0]
    made = t.body[-1]
    assert isinstance(made, Instr) and made.op.mnemonic == f"v{name}_high_preci"
    assert made.operand("work_bytes") == need * (4 if name in ("rec", "rsqrt") else 2)
    (error,) = refine(name, dtype, need - 8, *args).errors
    assert error.code == "TIK-MEM03"
    assert error.message == f"work_tensor of vec_{name}_high_preci has {need - 8} elements, {need} are needed"
    assert error.hint is not None and error.hint.startswith(f"declare it with at least {need} elements")


def test_the_span_is_whole_blocks_of_what_the_mask_reaches() -> None:
    """f32: lanes up to 9 (mask word 0x200) of the second repeat, 64 behind the first: 74 elements, 80 in whole blocks."""
    assert not refine("rec", "float32", 160, 2, 8, 8, mask=[0, 0x200]).errors
    assert refine("rec", "float32", 152, 2, 8, 8, mask=[0, 0x200]).errors[0].details == (
        "2 of f32 for each of 80 elements of src: the 74 from its first to its last, in whole blocks",
    )


def test_ascend310_needs_more_for_square_roots() -> None:
    assert not refine("rsqrt", "float32", 256, 1, 8, 8, chip="Ascend310").errors
    assert refine("rsqrt", "float32", 192, 1, 8, 8, chip="Ascend310").errors[0].code == "TIK-MEM03"


def test_run_time_counts_use_all_of_the_work_tensor(t: Builder) -> None:
    n = t.Scalar("int32", "n")
    x, work = t.Tensor("float32", (1024,), "UB", "x"), t.Tensor("float32", (256,), "UB", "work")
    t.vec_rec_high_preci(64, x, x, work[128:], n, 8, 8)
    made = t.body[-1]
    assert isinstance(made, Instr) and made.operand("work_bytes") == 512 and made.operand("repeat_times") is n
    t.vec_rec_high_preci(n, x, x, work, n, n, n)
    made = t.body[-1]
    assert not t.errors and isinstance(made, Instr) and made.operand("work_bytes") == 1024


def test_views(t: Builder) -> None:
    """src is given as a slice; a slice of the work tensor counts its elements, one element reaches to the tensor's end."""
    x, y = t.Tensor("float32", (1024,), "UB", "x"), t.Tensor("float32", (1024,), "UB", "y")
    work = t.Tensor("float32", (1024,), "UB", "work")
    t.vec_rec_high_preci(64, y[64:], x[64:128], work[64:192], 1, 8, 8)
    t.vec_rec_high_preci(64, y[64], x[64:], work[64], 1, 8, 8)
    assert not t.errors
    t.vec_rec_high_preci(64, y, x[64], work, 1, 8, 8)
    assert t.errors[0].code == "TIK-BOUNDS01"
    assert t.errors[0].message == "src of vec_rec_high_preci is a view of 1 elements, 64 are read"
    assert t.errors[0].hint == "give a slice that holds them all, t[i:], not the one element t[i]"
    t.vec_rec_high_preci(64, y, x[64:], work[0:64], 1, 8, 8)
    assert t.errors[1].message == "work_tensor of vec_rec_high_preci has 64 elements, 128 are needed"


def test_the_work_tensor_stands_apart(t: Builder) -> None:
    x = t.Tensor("float32", (1024,), "UB", "x")
    t.vec_rec_high_preci(64, x, x, x[64:], 1, 8, 8)
    assert not t.errors
    t.vec_rec_high_preci(64, x, x[128:], x[64:], 1, 8, 8)
    assert (t.errors[0].code, t.errors[0].message) == ("TIK-SYNC02", "work_tensor of vec_rec_high_preci overlaps src")
    t.vec_rec_high_preci(64, x[72:], x[512:], x, 1, 8, 8)
    assert t.errors[1].message == "work_tensor of vec_rec_high_preci overlaps dst"


def test_other_mistakes(t: Builder) -> None:
    x: TensorView = t.Tensor("float32", (1024,), "UB", "x")
    h = t.Tensor("float16", (1024,), "UB", "h")
    t.vec_ln_high_preci(64, x, x, x, 1, 8, 8)
    t.vec_rec_high_preci(64, h, h, h, 1, 8, 8)
    t.vec_rec_high_preci(64, x, 3, x, 1, 8, 8)
    t.vec_rec_high_preci(64, x, x, x)
    t.vec_rec_high_preci(64, x[:512], x[512:], t.Tensor("float32", (256,), "UB", "work"), 0, 8, 8)
    assert [e.code for e in t.errors] == [*["TIK-TYPE01"] * 2, *["TIK-TYPE02"] * 2, "TIK-REPEAT01"]
    assert t.errors[0].message == "no chip has vec_ln_high_preci for dst f32, src f32, work_tensor f32"
    assert t.errors[2].message == "src of vec_rec_high_preci is 3, not a tensor"
