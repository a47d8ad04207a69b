"""Undefined bytes (decision 8): whatever can change when they change is marked, and defined inputs give defined results."""

import ctypes
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import SIZE, At, Held, run, touched, types_of, values, vector_operands
from tik.isa import INSTRUCTIONS
from tik.isa.fields import Mask
from tik.npu.native.wrappers import routine
from tik.npu.trace import FIRST_GM
from tik.types.scopes import Scope

CALL = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 3)


def spread(mnemonic: str, types: str, row: np.ndarray, shadows: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The shadow bytes after the instruction; GM arguments count from FIRST_GM."""
    after = {name: s.copy() for name, s in shadows.items()}
    bases = np.zeros(FIRST_GM + len(after), np.int64)
    gm = FIRST_GM
    for name, s in after.items():
        code = Scope(name).code if name.isupper() else gm
        gm += not name.isupper()
        bases[code] = s.ctypes.data
    registers = np.zeros(1, np.int64)
    row = row.copy()
    address = routine(INSTRUCTIONS[mnemonic], types_of(types), "shadow")
    CALL(address)(row.ctypes.data, bases.ctypes.data, registers.ctypes.data)
    return after


def sound(mnemonic: str, types: str, operands: dict[str, Any], before: dict[str, np.ndarray], seed: int, chip: str) -> None:
    """Change all undefined bytes: every byte whose result changes is undefined afterwards."""
    kinds = types_of(types)
    rng = np.random.default_rng(seed)
    hidden = {
        name: np.where(rng.random(len(b)) < rng.choice([0, 0.002, 0.05]), 255, 0).astype(np.uint8) for name, b in before.items()
    }
    other = {name: np.where(hidden[name] != 0, rng.integers(0, 256, len(b)), b).astype(np.uint8) for name, b in before.items()}
    first, second = run(mnemonic, kinds, operands, before, chip), run(mnemonic, kinds, operands, other, chip)
    after = spread(mnemonic, types, first.row, hidden)
    op = INSTRUCTIONS[mnemonic]
    for name, b in before.items():
        changed = first.after[name] != second.after[name]
        assert not (changed & (after[name] == 0)).any(), f"{name}: a byte depends on undefined ones and is not marked"
        written = np.zeros(len(b), bool)
        for _, f in op.mems():
            if f.writes and operands[f.name].space == name:
                written |= touched(first, op, f.name, 1, len(b))
        assert (after[name][~written] == hidden[name][~written]).all(), f"{name}: marks change only where it writes"
    clean = spread(mnemonic, types, first.row, {name: np.zeros_like(b) for name, b in before.items()})
    assert not any(c.any() for c in clean.values())


@pytest.mark.parametrize(
    ("mnemonic", "types"),
    [
        ("vmul", "f16.f16.f16"),
        ("vadds", "i32.i32"),
        ("vconv", "f16.f32"),
        ("vconv", "i32.f16"),
        ("vcadd", "f32"),
        ("vcmax", "f16"),
        ("vcgmin", "f16"),
        ("vector_dup", "f32"),
        ("vbcb", "u16"),
        ("vcopy", "f16"),
        ("vci", "i32"),
        ("vmla", "f32.f16.f16"),
        ("vaxpy", "f16.f16"),
        ("vmulconv", "i8.f16.f16"),
        ("vconv_high", "u8.i16"),
        ("vconv_i4", "i4.f16"),
    ],
)
@settings(max_examples=20)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_vector_instructions(mnemonic: str, types: str, data: Any, seed: int) -> None:
    kinds = types_of(types)
    operands = data.draw(vector_operands(mnemonic, kinds))
    if mnemonic == "vconv":
        operands["round_mode"] = "none" if kinds[0].is_float else "floor"
    if INSTRUCTIONS[mnemonic].family == "reduce":  # results over lanes still to be read: program order is all there is
        operands["dst"] = At("UB", 12288)
    sound(mnemonic, types, operands, {"UB": values(seed, kinds[-1], 16384)}, seed, "Ascend910B1")


MOVE = {"nburst": 3, "burst": 2, "src_stride": 1, "dst_stride": 2}
CASES: dict[str, tuple[str, dict[str, Any], str]] = {
    "mov_gm_ub": ("f16", {"dst": At("UB", 64), "src": At("x", 3), **MOVE}, "Ascend910B1"),
    "movpad_gm_ub": (
        "f16",
        {
            "dst": At("UB", 64),
            "src": At("x", 3),
            "nburst": 3,
            "burst": 22,
            "dst_gap": 1,
            "src_gap": 5,
            "left_padding": 2,
            "right_padding": 3,
            "padding_value": 0,
        },
        "Ascend910B1",
    ),
    "movpad_ub_gm": (
        "f32",
        {"dst": At("x", 5), "src": At("UB", 64), "nburst": 3, "burst": 36, "dst_gap": 1, "src_gap": 1},
        "Ascend910B1",
    ),
    "nd2nz_gm_l1": (
        "f16",
        {
            "dst": At("L1", 32),
            "src": At("x", 2),
            "nd_num": 2,
            "nd_n": 3,
            "nd_d": 20,
            "src_nd_stride": 100,
            "src_n_stride": 23,
            "dst_c0_stride": 4,
            "dst_n_stride": 1,
            "dst_nd_stride": 256,
        },
        "Ascend910B1",
    ),
    "mov_l1_bt": ("f32.f16", {"dst": At("BT", 64), "src": At("L1", 32), "burst": 3}, "Ascend910B1"),
    "load2d_l1_l0a": (
        "f16",
        {
            "dst": At("L0A", 512),
            "src": At("L1", 32),
            "index": 1,
            "repeat_times": 3,
            "src_stride": 2,
            "dst_gap": 1,
            "if_transpose": "true",
        },
        "Ascend910B1",
    ),
    "fix_l0c_gm": (
        "f16.f32",
        {
            "dst": At("x", 4),
            "src": At("L0C", 1024),
            "n_size": 19,
            "m_size": 5,
            "src_stride": 16,
            "dst_stride": 21,
            "relu": "true",
        },
        "Ascend910B1",
    ),
    "mov_l0c_ub": (
        "f16.f32",
        {
            "dst": At("UB", 32),
            "src": At("L0C", 1024),
            "nburst": 2,
            "burst": 1,
            "src_stride": 1,
            "dst_stride": 1,
            "relu": "false",
        },
        "Ascend910A",
    ),
    "mov_ub_l0c": (
        "f32",
        {"dst": At("L0C", 1024), "src": At("UB", 32), "nburst": 2, "burst": 1, "src_stride": 1, "dst_stride": 1},
        "Ascend910A",
    ),
}


@pytest.mark.parametrize("mnemonic", CASES)
@settings(max_examples=8)
@given(seed=st.integers(0, 2**31))
def test_moves(mnemonic: str, seed: int) -> None:
    types, operands, chip = CASES[mnemonic]
    spaces = dict.fromkeys(o.space for o in operands.values() if isinstance(o, At))
    before = {name: values(seed, types_of(types)[-1], SIZE[Scope(name) if name.isupper() else Scope.GM]) for name in spaces}
    sound(mnemonic, types, operands, before, seed, chip)


@pytest.mark.parametrize("mnemonic", ["mmad", "mmad_bias"])
@settings(max_examples=20)
@given(m=st.integers(1, 18), k=st.integers(1, 20), n=st.integers(1, 20), keep=st.integers(0, 1), seed=st.integers(0, 2**31))
def test_cube(mnemonic: str, m: int, k: int, n: int, keep: int, seed: int) -> None:
    operands: dict[str, Any] = {
        "dst": At("L0C", 0),
        "src_fm": At("L0A", 0),
        "src_filter": At("L0B", 0),
        "bias": At("BT", 0),
        "is_bias": Held(keep),
        "matrix_m": m,
        "matrix_k": k,
        "matrix_n": n,
    }
    kinds = {"L0C": "f32", "L0A": "f16", "L0B": "f16"} | ({"BT": "f32"} if mnemonic == "mmad_bias" else {})
    before = {name: values(seed, types_of(short)[0], SIZE[Scope(name)]) for name, short in kinds.items()}
    fields = INSTRUCTIONS[mnemonic].field_index
    sound(mnemonic, "f32.f16.f16", {name: o for name, o in operands.items() if name in fields}, before, seed, "Ascend910B1")


def test_an_undefined_row_and_column_reach_their_results_only() -> None:
    """One byte in row 1 of the left matrix, one in column 2 of the right one; 16 x 16 f16."""
    zero = {name: np.zeros(SIZE[Scope(name)], np.uint8) for name in ("L0C", "L0A", "L0B")}
    operands = {
        "dst": At("L0C", 0),
        "src_fm": At("L0A", 0),
        "src_filter": At("L0B", 0),
        "is_bias": 0,
        "matrix_m": 16,
        "matrix_k": 16,
        "matrix_n": 16,
    }
    ran = run("mmad", types_of("f32.f16.f16"), operands, zero)
    hidden = {name: b.copy() for name, b in zero.items()}
    hidden["L0A"][1 * 32 + 6] = hidden["L0B"][2 * 32 + 9] = 1
    bad = spread("mmad", "f32.f16.f16", ran.row, hidden)["L0C"][:1024].view(np.uint32).reshape(16, 16) != 0
    assert bad[1].all() and bad[:, 2].all() and bad.sum() == 31


def test_lanes_a_mask_leaves_out_keep_their_mark() -> None:
    ran = run(
        "vadds",
        types_of("f32.f32"),
        {
            "mask": Mask.count(2),
            "dst": At("UB", 0),
            "src": At("UB", 256),
            "scalar": 0.0,
            "repeat_times": 1,
            "dst_blk_stride": 1,
            "src_blk_stride": 1,
            "dst_rep_stride": 8,
            "src_rep_stride": 8,
        },
        {"UB": np.zeros(16384, np.uint8)},
    )
    shadow = np.full(16384, 255, np.uint8)
    shadow[256:260] = 0
    after = spread("vadds", "f32.f32", ran.row, {"UB": shadow})["UB"]
    assert not after[:4].any() and (after[4:256] == 255).all()


# ------------------------------------------------------------------------------------- addresses and lengths from memory
def hidden_from(ub: np.ndarray, seed: int, *kept: tuple[int, int]) -> np.ndarray:
    """Some undefined bytes, but none in the ranges a strict operand reads."""
    rng = np.random.default_rng(seed)
    hidden = np.where(rng.random(len(ub)) < rng.choice([0, 0.01, 0.2]), 255, 0).astype(np.uint8)
    for low, high in kept:
        hidden[low:high] = 0
    return hidden


@pytest.mark.parametrize(
    ("mnemonic", "types", "chip"),
    [
        ("vnchwconv", "f16", "Ascend910B1"),
        ("vtranspose", "u16", "Ascend910B1"),
        ("v4dtrans", "i8", "Ascend310P3"),
        ("vgather", "f16.u32", "Ascend910B1"),
        ("vscatter", "f32.i32", "Ascend310P3"),
        ("vgatherb", "u32.u32", "Ascend910B1"),
        ("vreduce", "f16", "Ascend310P3"),
        ("vreduce_bits", "f32.u32", "Ascend910B1"),
        ("vreducev2_bits", "u16.u16", "Ascend910B1"),
        ("vbi", "f16.u32", "Ascend910B1"),
    ],
)
@settings(max_examples=20)
@given(seed=st.integers(0, 2**31), repeats=st.integers(1, 3), stride=st.sampled_from([0, 1, 8]))
def test_addresses_from_memory(mnemonic: str, types: str, chip: str, seed: int, repeats: int, stride: int) -> None:
    """As ``sound``; what an address depends on (from byte 8192 on) is defined, and shadow sees it as it was."""
    kinds = types_of(types)
    rng = np.random.default_rng(seed)
    ub = values(seed, kinds[0], 16384)
    unit = {"vgatherb": 32, "vbi": 32}.get(mnemonic, kinds[0].size)
    words = rng.integers(0, 2048 // unit - 1, 1024).astype(np.uint32) * unit
    if "bits" in mnemonic:
        words = rng.integers(0, 2**32, 1024, np.uint32)
    ub[8192 : 8192 + words.nbytes] = words.view(np.uint8)
    op = INSTRUCTIONS[mnemonic]
    operands: dict[str, Any] = {}
    for index, f in enumerate(op.fields):
        if ("_offset" in f.name and hasattr(f, "scopes")) or (f.name == "src1_pattern" and "bits" in mnemonic):
            operands[f.name] = At("UB", 8192)
        elif f.name == "rsvd":
            operands[f.name] = At("SPR", 32)
        elif hasattr(f, "scopes"):
            operands[f.name] = At("UB", 32 * (index % 17) + (4096 if f.name.startswith("dst") and op.reaches != f.name else 0))
        elif f.name == "mask":
            operands[f.name] = Mask.bits(0, int(rng.integers(1, 2**62)))
        elif f.name.endswith("stride"):
            operands[f.name] = stride
        elif f.name.endswith("repeat_times"):
            operands[f.name] = repeats
        elif f.name in ("dst_high_half", "src_high_half", "chw2hwc"):
            operands[f.name] = "true"
        else:
            operands[f.name] = {"m_len": 32, "channels": 7, "src1_pattern": 2, "elements": 140, "base_addr": 4}.get(f.name, 0)
    before = {"UB": ub, "SPR": np.zeros(256, np.uint8)}
    hidden = {"UB": hidden_from(ub, seed, (8192, 12288)), "SPR": np.full(256, 255, np.uint8)}
    other = {"UB": np.where(hidden["UB"] != 0, rng.integers(0, 256, len(ub)), ub).astype(np.uint8), "SPR": before["SPR"]}
    first, second = run(mnemonic, kinds, operands, before, chip), run(mnemonic, kinds, operands, other, chip)
    after = spread(mnemonic, types, first.row, hidden)
    changed = first.after["UB"] != second.after["UB"]
    assert not (changed & (after["UB"] == 0)).any(), "a byte depends on undefined ones and is not marked"
    written = np.zeros(len(ub), bool)
    for _, f in op.mems():
        if f.writes and f.name != "rsvd":
            written |= touched(first, op, f.name, 1, len(ub))
    assert (after["UB"][~written] == hidden["UB"][~written]).all(), "marks change only where it writes"
    if "rsvd" in op.field_index:
        assert not after["SPR"][32:36].any() and after["SPR"][36:].all()
    assert not spread(mnemonic, types, first.row, {name: np.zeros_like(b) for name, b in before.items()})["UB"].any()
