"""Stream compaction in kernels: both kinds of pattern, both masks, the count in a Scalar."""

import inspect
from typing import Any

import numpy as np
import pytest

import tik
from tik.dsl import Builder
from tik.types.errors import TikError


def kept(chip: str, call: str, mask: Any, mode: str, x: np.ndarray, pattern: Any, repeats: int = 1, room: int = 256) -> Any:
    """The results of one call (-1 where there are none), the count, and the report."""
    t = tik.Tik(chip=chip)
    n, dtype = len(x), x.dtype.name
    gx, gy = t.Tensor(dtype, (n,), "global", "x"), t.Tensor(dtype, (room,), "global", "y")
    gn = t.Tensor("int32", (8,), "global", "n")
    a, b = t.Tensor(dtype, (n,), "UB", "a"), t.Tensor(dtype, (room,), "UB", "b")
    c, count = t.Tensor("int32", (8,), "UB", "c"), t.Scalar("uint32", "count")
    inputs, arrays = [gx], [x]
    t.data_move(a, gx, 0, 1, x.nbytes // 32, 0, 0)
    chosen: Any = pattern
    if isinstance(pattern, np.ndarray):
        gp = t.Tensor(pattern.dtype.name, pattern.shape, "global", "p")
        chosen = t.Tensor(pattern.dtype.name, pattern.shape, "UB", "bits")
        t.data_move(chosen, gp, 0, 1, pattern.nbytes // 32, 0, 0)
        inputs.append(gp)
        arrays.append(pattern)
    lanes = 256 // x.itemsize
    t.vec_dup(lanes, b, -1, room // lanes, 8)
    t.vec_dup(8, c, 0, 1, 8)
    if call == "vreduce":
        t.vreduce(mask, b, a, chosen, repeats, 1, 8, 1, 0, count, mode)
    else:
        t.vreducev2(mask, b, a, chosen, repeats, 1, 8, 1, count, mode)
    c[0].set_as(count)
    t.data_move(gy, b, 0, 1, room * x.itemsize // 32, 0, 0)
    t.data_move(gn, c, 0, 1, 1, 0, 0)
    t.BuildCCE(kernel_name="compact", inputs=inputs, outputs=[gy, gn])
    report = t.kernel.run(arrays).raise_if_bad()
    assert not report.hazards
    number = int(report.outputs["n"][0])
    got = report.outputs["y"]
    assert (got[number:] == -1).all()
    return got[:number].tolist()


X16, X32 = np.arange(256, dtype=np.int16), np.arange(128, dtype=np.int32)


@pytest.mark.parametrize("chip", ["Ascend310P3", "Ascend910B1"])
@pytest.mark.parametrize("pattern", [1, 2, 3, 6])
def test_numbers(chip: str, pattern: int) -> None:
    wanted = X16[pattern - 1 :: 2] if pattern < 3 else X16[pattern - 3 :: 4]
    assert kept(chip, "vreduce", 128, "normal", X16, pattern, 2) == wanted.tolist()


def test_a_count_of_elements() -> None:
    """70 of 128, the given number of repeats is ignored."""
    assert kept("Ascend310P3", "vreduce", 70, "counter", X32, 2) == list(range(1, 70, 2))


def test_bits() -> None:
    """One word of 16 bits for 16 elements; the second repeat's bits begin a block on."""
    bits = np.zeros(32, np.uint16)
    bits[0], bits[7], bits[16] = 0x8001, 0x8000, 2
    assert kept("Ascend910B1", "vreduce", 128, "normal", X16, bits, 2) == [0, 15, 127, 129]
    words = np.zeros(16, np.uint32)
    words[1], words[8] = 1 << 31, 1
    assert kept("Ascend910B1", "vreducev2", None, "normal", X32, words, 2) == [63, 64]


def test_elements_of_each_repeat() -> None:
    """vreducev2: the mask of a counter holds for each repeat; 7 keeps all."""
    assert kept("Ascend910B1", "vreducev2", 3, "counter", X32, 7, 2) == [0, 1, 2, 64, 65, 66]
    assert kept("Ascend910B1", "vreducev2", 100, "counter", X32, 2, 1) == list(range(1, 100, 2))
    assert kept("Ascend910B1", "vreducev2", None, "normal", X32, 7, 2) == X32.tolist()


def test_results_that_do_not_fit() -> None:
    """dst has room for 8 of the kept elements; a number's count is known when the kernel is built, that of bits is not."""
    t = Builder("Ascend910B1")
    a, b = t.Tensor("int32", (64,), "UB", "a"), t.Tensor("int32", (8,), "UB", "b")
    bits = t.Tensor("uint32", (8,), "UB", "bits")
    t.vreduce(64, b, a, 1, 1, 1, 8, 0)
    assert t.errors[0].code == "TIK-BOUNDS01"
    t.vreduce(64, b, a, bits, 1, 1, 8, 0)
    assert len(t.errors) == 1
    with pytest.raises(TikError, match="vreduce_bits: lane 64 writes") as caught:
        kept("Ascend910B1", "vreduce", 64, "normal", X32, np.full(16, -1, np.int64).view(np.uint32)[:16], 2, room=64)
    assert caught.value.code == "TIK-BOUNDS01" and caught.value.hint.startswith("make the tensor larger")  # type: ignore[union-attr]


def test_wrong_calls(t: Builder) -> None:
    a, b = t.Tensor("int32", (64,), "UB", "a"), t.Tensor("int32", (64,), "UB", "b")
    wrong = t.Tensor("uint16", (64,), "UB", "wrong")
    n = t.Scalar("int32", "n")
    t.vreduce(64, b, a, 7, 1, 1, 8, 0)
    t.vreduce(64, b, a, 1, 1, 1, 8, 0, rsvd_scalar=n)
    t.vreduce(64, b, a, wrong, 1, 1, 8, 0)
    t.vreduce(64, b, a, 1, 1, 1, 8, 0, mask_mode="all")
    t.vreduce(64, b, a, 1, 1, 1, 8, 0, stride_unit=1)
    t.vreduce(64, 3, a, 1, 1, 1, 8, 0)
    t.vreducev2(64, b, a, 1, 1, 1, 8)
    t.vreducev2(None, b, a, 1, 1, 1, 8, 0, None, "counter")
    assert [(e.code, e.message) for e in t.errors] == [
        ("TIK-REPEAT01", "src1_pattern is 7, at most 6"),
        ("TIK-TYPE01", "rsvd_scalar of vreduce is of i32; it takes a Scalar of uint32"),
        ("TIK-TYPE01", "no chip has vreduce for dst i32, src0 i32, src1_pattern u16"),
        ("TIK-TYPE02", "mask_mode of vreduce is 'all'; there are 'normal' and 'counter'"),
        ("TIK-CHIP01", "stride_unit=1 of vreduce is not in the kit"),
        ("TIK-TYPE02", "dst of vreduce is 3, not a tensor"),
        ("TIK-TYPE02", "vreducev2 misses src1_rep_stride"),
        ("TIK-TYPE02", "mask of vreducev2 is None; with mask_mode 'counter' it says how many elements"),
    ]
    old = Builder("Ascend910A")
    x = old.Tensor("int32", (64,), "UB", "x")
    old.vreduce(64, x, x, 1, 1, 1, 8, 0)
    assert old.errors[0].message == "Ascend910A has no vreduce of i32"


def test_signature() -> None:
    names = list(inspect.signature(Builder.vreduce).parameters)[1:]
    assert names[-3:] == ["stride_unit", "rsvd_scalar", "mask_mode"] and len(names) == 11
    assert "stride_unit" not in inspect.signature(Builder.vreducev2).parameters
