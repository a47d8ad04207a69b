"""Generated routines: where they live, when they are made anew, and what they decode."""

import ctypes
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tik.isa import INSTRUCTIONS
from tik.npu.native import wrappers
from tik.npu.native.jit import native, source_hash
from tik.types.dtypes import f16, f32, i8, i32, i64, u32, u64

CALL = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 3)


def call(
    mnemonic: str, types: tuple, handler: str, row: list[int], bases: list[np.ndarray], registers: np.ndarray | None = None
) -> None:
    rows = np.array(row, np.int64)
    places = np.array([b.ctypes.data for b in bases] or [0], np.int64)
    registers = np.zeros(4, np.int64) if registers is None else registers
    CALL(wrappers.routine(INSTRUCTIONS[mnemonic], types, handler))(rows.ctypes.data, places.ctypes.data, registers.ctypes.data)


def test_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TIK_CACHE_DIR", str(tmp_path))
    assert tmp_path in wrappers.cache_folder().parents
    monkeypatch.delenv("TIK_CACHE_DIR")
    assert "tik" in str(wrappers.cache_folder())


def test_a_second_process_finds_the_routine(tmp_path: Path) -> None:
    """One source file and its machine code, made once; the second process adds nothing."""
    code = (
        "from tik.isa import INSTRUCTIONS; from tik.types.dtypes import i64;"
        "from tik.npu.native.wrappers import routine, cache_folder;"
        "assert routine(INSTRUCTIONS['smov'], (i64,), 'run') > 0;"
        "print(sorted(p.name for p in cache_folder().rglob('*') if p.is_file() and p.suffix != '.pyc'))"
    )
    import os

    env = os.environ | {"TIK_CACHE_DIR": str(tmp_path)}
    first, second = (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True).stdout
        for _ in range(2)
    )
    assert first == second and ".py'" in first and not any("tmp" in name for name in first.split("'"))


def test_no_handler_no_routine() -> None:
    assert wrappers.routine(INSTRUCTIONS["sstore"], (f32,), "shadow") == 0
    assert wrappers.routine(INSTRUCTIONS["set_flag"], (), "run") == 0


@pytest.mark.parametrize(
    ("kind", "value", "held"),
    [(i8, -1, -1), (u32, 2**32 - 1, 2**32 - 1), (i32, -(2**31), -(2**31)), (i64, -5, -5), (u64, 2**64 - 1, -1)],
)
def test_registers_hold_extended_integers(kind: object, value: int, held: int) -> None:
    """smov of one immediate slot: integers sign- or zero-extended to 64 bits, as their dtype says."""
    registers = np.zeros(4, np.int64)
    call("smov", (kind,), "run", [2, held], [], registers)
    assert registers.tolist() == [0, 0, held, 0]


@pytest.mark.parametrize("kind", [f16, f32])
def test_registers_hold_float_bits(kind: object) -> None:
    registers = np.zeros(4, np.int64)
    bits = int(np.array([-1.5], kind.numpy).view(f"u{kind.size}")[0])  # type: ignore[attr-defined]
    call("smov", (kind,), "run", [1, bits], [], registers)
    assert registers[1] == bits


def test_shadow_of_lanes() -> None:
    """Undefined bytes (not 0) of an active lane make the whole destination element undefined; others stay."""
    dst, src = np.full(256, 0x55, np.uint8), np.zeros(256, np.uint8)
    src[5] = 0x80  # one byte of lane 1
    op = INSTRUCTIONS["vexp"]
    row = dict.fromkeys(range(op.slots), 1)
    for name, value in {
        "mask_mode": 2,
        "mask_high": 0,
        "mask_low": 3,
        "dst_space": 0,
        "dst": 0,
        "src_space": 1,
        "src": 0,
        "dst_rep_stride": 8,
        "src_rep_stride": 8,
    }.items():
        row[op.slot_of[name]] = value
    call("vexp", (f32, f32), "shadow", [row[k] for k in range(op.slots)], [dst, src])
    assert dst[:12].tolist() == [0] * 4 + [255] * 4 + [0] * 4 and (dst[12:] == 0x55).all()


def test_source_hash_sees_callees_and_constants() -> None:
    from tik.isa import elementary

    assert source_hash(elementary.exp_f32) != source_hash(elementary.ln_f32)
    before = source_hash.__wrapped__(elementary.exp_f32)
    old = elementary.LN2
    try:
        elementary.LN2 = old + 1e-9
        assert source_hash.__wrapped__(elementary.exp_f32) != before
    finally:
        elementary.LN2 = old


def test_native_needs_a_plain_function() -> None:
    with pytest.raises(AssertionError, match="not a plain function"):
        native(len)
