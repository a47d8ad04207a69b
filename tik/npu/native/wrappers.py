"""Generated glue: one small file a routine, in the user's cache folder, imported from there (numba caches only real files).

A routine has the C signature int64(row, bases, registers): addresses of the resolved slots of the instruction's fields, of
the base addresses of the spaces (real or shadow memory), and of the core's registers.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import inspect
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tik.isa.fields import Choice, Int, Mem, Out, Value
from tik.isa.instruction import INSTRUCTIONS, Instruction
from tik.npu.native.caching import cache_folder
from tik.npu.native.intrinsics import ELEMENTS, has_half_conversion
from tik.npu.native.jit import source_hash
from tik.types.dtypes import DType

__all__ = ["cache_folder", "routine"]

Combo = tuple[DType, ...]


def parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)


def routine(op: type[Instruction], types: Combo, handler: str) -> int:
    """The address of the compiled routine, or 0 when the instruction has no such handler."""
    return _routine(op.mnemonic, types, handler)


@functools.cache
def _routine(mnemonic: str, types: Combo, handler: str) -> int:
    op = INSTRUCTIONS[mnemonic]
    function = getattr(op, handler)
    if function is None:
        return 0
    text, parts = _execution_text(op, types, function, handler == "shadow")
    return _load(text, parts)


def _execution_text(
    op: type[Instruction], types: Combo, function: Callable[..., Any], shadow: bool
) -> tuple[str, list[Callable[..., Any]]]:
    wanted = parameters(function)
    parts: list[Callable[..., Any]] = [function]
    head = ["from tik.npu.native.jit import native", *_imported(function, "BODY")]
    lines: list[str] = []
    behind = 8 * op.slots  # what the interpreter keeps behind the row
    known: dict[str, str] = {"lanes": str(op.lanes(types)) if types else "0", "reach": f"n.view_i64(a0 + {behind})"}
    for f in op.fields:
        if isinstance(f, Mem):
            size = types[f.type].cell
            view = (
                {1: "view_u8", 2: "view_u16", 4: "view_u32", 8: "view_u64"}[size]
                if shadow
                else ELEMENTS[types[f.type].short][0]
            )
            space, byte = op.slot_of[f.name + "_space"], op.slot_of[f.name]
            known |= {
                f.name: f"n.{view}(b[r[{space}]])",
                f"{f.name}_at": f"r[{byte}] // {size}",
                f"{f.name}_byte": f"r[{byte}]",
                f"{f.name}_u8": f"n.view_u8(b[r[{space}]])",
                f"{f.name}_space": f"r[{space}]",
                f"size_{f.name}": str(size),
                f"block_{f.name}": str(types[f.type].block),
                f"{f.name}_kept": f"n.{ELEMENTS[types[f.type].short][0]}(a0 + {behind + 16})",
            }
        elif isinstance(f, Value):
            known[f.name] = _decode(types[f.type], f"r[{op.slot_of[f.name]}]")
        elif isinstance(f, Int | Choice | Out):
            known[f.name] = f"r[{op.slot_of[f.name]}]"
    for name in ("mask_mode", "mask_high", "mask_low"):
        if name in op.slot_of:
            known[name] = f"r[{op.slot_of[name]}]"
    if "scalar" in wanted and "scalar" not in known:
        known["scalar"] = "np.float32(0.0)" if types[-1].is_float else "0"
    for index, t in enumerate(types):
        known[f"load{index}"] = f"n.{ELEMENTS[t.short][1]}"
        known[f"store{index}"] = f"n.{ELEMENTS[t.short][2]}"
        known[f"acc{index}"] = "np.float32" if t.is_float else "np.int32"
        known[f"spread{index}"] = "n.spread"
        known[f"raw{index}"] = "n.same"
    if "lane" in wanted:
        lane = (shadow and op.shadow_lane) or op.lane_for(types)
        assert lane is not None, f"{op.mnemonic} has no lane function"
        parts.append(lane)
        # through a module's attribute: numba cannot cache code that passes a global dispatcher on
        head += [*_imported(lane, "LANE"), "from types import ModuleType", "parts = ModuleType('parts')", "parts.lane = LANE"]
        known["lane"] = "parts.lane"
    call = f"BODY({', '.join(known[name] for name in wanted)})"
    out = next((f for f in op.fields if isinstance(f, Out)), None)
    if out is not None and not shadow:
        lines.append(f"g[r[{op.slot_of[out.name]}]] = {_encode(types[out.type], call)}")
    elif op.reaches is not None and not shadow:
        lines.append(f"return {call}")
    else:
        lines.append(call)
    body = "\n    ".join(lines)
    return _text(
        head, f"    r = n.view_i64(a0)\n    b = n.view_i64(a1)\n    g = n.view_i64(a2)\n    {body}\n    return 0\n"
    ), parts


def _imported(function: Callable[..., Any], name: str) -> list[str]:
    """Lines that make ``name`` the compiled function. Routines of instructions that share a function are the same file."""
    home = f"home_{name.lower()}"
    return [f"import {function.__module__} as {home}", f"{name} = native({home}.{function.__qualname__})"]


def _decode(t: DType, slot: str) -> str:
    if t.short == "f32":
        return f"n.f32_from_bits(np.uint32({slot}))"
    if t.is_float:
        return f"n.{ELEMENTS[t.short][1]}(np.uint16({slot}))"
    return f"np.uint64({slot})" if t.short == "u64" else slot


def _encode(t: DType, value: str) -> str:
    if t.short == "f32":
        return f"np.int64(n.f32_bits(np.float32({value})))"
    if t.is_float:
        return f"np.int64(n.{ELEMENTS[t.short][2]}(np.float32({value})))"
    if t.size == 8:
        return f"np.int64({value})"
    return f"np.int64(np.{t.name}({value}))"


def _text(head: list[str], body: str) -> str:
    return "\n".join(
        [
            '"""Generated by tik; safe to delete."""',
            "import numpy as np",
            "from numba import cfunc",
            "from tik.npu.native import intrinsics as n",
            *head,
            '@cfunc("int64(int64,int64,int64)", cache=True, error_model="numpy")',
            "def entry(a0, a1, a2):",
            body,
        ]
    )


_LOADED: dict[str, Any] = {}  # keeps loaded routines alive; a cache of pure results


def _load(text: str, parts: list[Callable[..., Any]]) -> int:
    stamp = "".join([text, *(source_hash(p) for p in parts), _intrinsics_hash(), str(has_half_conversion())])
    name = "r" + hashlib.sha256(stamp.encode()).hexdigest()[:24]
    if name not in _LOADED:
        path = cache_folder() / f"{name}.py"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(text)
            os.replace(temporary, path)
        try:
            _LOADED[name] = _imported_file(name, path)
        except Exception:  # numba's files beside it may be damaged: once more without them
            for damaged in (path.parent / "__pycache__").glob(f"{name}.*"):
                damaged.unlink(missing_ok=True)
            _LOADED[name] = _imported_file(name, path)
    return int(_LOADED[name].entry.address)


def _imported_file(name: str, path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(f"tik_native_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # numba finds the module of cached code by its name
    spec.loader.exec_module(module)
    return module


@functools.cache
def _intrinsics_hash() -> str:
    import tik.npu.native.intrinsics as intrinsics

    return hashlib.sha256(inspect.getsource(intrinsics).encode()).hexdigest()
