"""Every call of the builder with arguments of any kind: what is said is a TikError, and what is accepted builds and runs.

Seeded: each seed is one kernel of ``CALLS_A_KERNEL`` calls, most arguments plausible, some of any kind.
"""

from __future__ import annotations

import inspect
import math
import random
from typing import Any, NamedTuple

import numpy as np
import pytest

import tik
from tik.dsl.method import Method
from tik.types.errors import TikError

CHIPS = ("Ascend910B1", "Ascend910A", "Ascend310P3", "Ascend310")
SEEDS = 40
RUN = 4  # of them are also run, where they build
CALLS_A_KERNEL = 60
CALLS = {
    name: list(inspect.signature(getattr(tik.Tik, name)).parameters.values())[1:]
    for name in sorted(dir(tik.Tik))
    if isinstance(inspect.getattr_static(tik.Tik, name), Method) and name != "tik_return"
}
UB = ("float16", "float32", "int32", "int16", "uint16", "uint32", "int8", "uint8")
CUBE = (("float16", "L1"), ("int8", "L1"), ("float16", "L0A"), ("float16", "L0B"), ("float32", "L0C"))
PLACES = {"dst_fm": "L0C", "src_fm": "L0A", "src_filter": "L0B", "a": "L1", "b": "L1", "feature_map": "L1", "weight": "L1"}
BITS = ("sel", "mask_tensor", "src1_pattern")
OFFSETS = ("src0_offset", "src_offset", "dst_offset", "src_offsets")
TENSORS = {*PLACES, *BITS, *OFFSETS, "dst", "src", "src0", "src1", "work_tensor", "dst_index"} - {"a", "b"} | {"a", "b"}
PLAUSIBLE: dict[str, tuple[Any, ...]] = {
    "mask": (1, 16, 64, 128, [0, 1], [0, 2**64 - 1]),
    "round_mode": ("", "none", "round", "floor", "ceil", "to-zero"),
    "mask_mode": ("normal", "counter"),
    "scope": ("local.UB", "local.L1", "global"),
    "shape": ((16,), (4, 16), [16], 16),
    "dtype": (*UB, "bfloat16"),
    "name": ("a",),
    "pad": ([0, 0, 0, 0],),
    "pad_list": ([0, 0, 0, 0],),
    "element_lengths": (16, [16, 16, 16, 16]),
    "element_count_list": (16, [16, 16, 16, 16]),
    "valid_bit": (15, 7, 3),
    "pipe": ("PIPE_V", "PIPE_MTE2", "PIPE_ALL"),
    "src_pipe": ("PIPE_V", "PIPE_MTE2"),
    "dst_pipe": ("PIPE_V", "PIPE_MTE3"),
    "fm_shape": ([1, 4, 4, 16],),
    "kernel_shape": ([1, 2, 2, 16, 16],),
    "stride": ([1, 1],),
    "dilation": ([1, 1],),
    "cmp_mode": ("lt", "eq"),
    "format_string": ("%d",),
    "sid": (0,),
}


class Kernel(NamedTuple):
    """One kernel to be, and what its calls are given."""

    t: Any
    globals: list[Any]
    tensors: list[Any]
    scalars: list[Any]
    odd: list[Any]


def kernel(chip: str) -> Kernel:
    t = tik.Tik(chip=chip)
    local = [t.Tensor(name, (1024,), "local.UB", f"u_{name}") for name in UB]
    local += [t.Tensor(name, (4, 16, 16), f"local.{scope}", f"{scope}_{name}") for name, scope in CUBE]
    inputs = [t.Tensor("float16", (1024,), "global", "g"), t.Tensor("float32", (64, 64), "global", "h")]
    scalars = [t.Scalar("int32", "s", 3), t.Scalar("float16", "f", 1.5), t.Scalar("uint64", "u", 300)]
    with t.new_stmt_scope():
        dead = t.Tensor("float16", (16,), "local.UB", "dead")
    views = [local[0][16:32], local[1][8], local[0][3], local[0][scalars[0] * 16], local[2].reinterpret_cast_to("float16")]
    odd = [
        *(None, 0, 1, -1, 8, 255, 256, 65536, 2**40, 2**70, 1.5, math.nan, math.inf, True, False, b"x", 1j, int, len, t),
        *("", "float16", "x", "PIPE_X", "nearest", [], [1, 2], [0, 0], (1,), [2**64, 0], [None, 1], ["a"], {}, {"a": 1}),
        *(np.int64(5), np.float32(2.5), np.arange(4), np.zeros((2, 2)), object(), range(3), slice(1, 2), ..., set()),
        *(dead, t.ScalarArray("int64", 4, "array", [1, 2, 3, 4]), scalars[0] + 1, scalars[0] > 1, local[:3], local[:1] * 16),
        *(*local, *inputs, *scalars, *views),
    ]
    return Kernel(t, inputs, [*local, *inputs, *views], scalars, odd)


def tensor(pick: random.Random, of: Kernel, call: str, name: str, dtype: str) -> Any:
    """A tensor as the parameter wants it."""
    scope = PLACES.get(name, "UB")
    if name == "dst" and call in ("matmul", "conv2d"):
        scope = "L0C"
    dtypes = ("uint8", "uint16") if name in BITS else ("int32", "uint32") if name in OFFSETS else (dtype,)
    fits = [v for v in of.tensors if v.tensor.scope.name == scope and (scope != "UB" or v.dtype in dtypes)]
    return pick.choice(fits if "mov" not in call else [v for v in of.tensors if v.dtype == dtype] or of.tensors)


def argument(pick: random.Random, of: Kernel, call: str, name: str, dtype: str) -> Any:
    """What an author could give."""
    if name in ("dst_list", "src_list"):
        whole = tensor(pick, of, call, "src", dtype)
        return [whole[i * 16] for i in range(pick.choice([16, 16, 4, 2]))]
    if call.startswith("scalar_") and name in ("dst", "src", "src0", "src1"):
        return pick.choice(of.scalars)
    if name in TENSORS and not (call == "h_duplicate" and name == "src"):
        return tensor(pick, of, call, name, dtype)
    if name in PLAUSIBLE:
        return pick.choice(PLAUSIBLE[name])
    if "stride" in name:
        return pick.choice([0, 1, 8, 8, of.scalars[0]])
    return pick.choice([0, 1, 1, 2, 16, of.scalars[0]])


def arguments(pick: random.Random, of: Kernel, call: str) -> list[Any]:
    """All arguments of one call: some odd, some left out, some too many."""
    dtype, wrong = pick.choice(UB), pick.choice([0, 0.03, 0.1, 0.3])
    args: list[Any] = []
    for p in CALLS[call]:
        if p.kind is p.VAR_KEYWORD or (p.default is not p.empty and pick.random() < 0.6):
            break
        if p.kind is p.VAR_POSITIONAL:
            args += pick.choices(of.odd, k=pick.choice([0, 0, 1, 2]))
            continue
        args.append(pick.choice(of.odd) if pick.random() < wrong else argument(pick, of, call, p.name, dtype))
    if args and pick.random() < 0.04:
        args.pop()
    return args + [pick.choice(of.odd)] * (pick.random() < 0.03)


def said(error: TikError) -> None:
    """A message is one line about the author's code, with his line, and no bug of the kit's."""
    text = str(error)
    assert "INTERNAL" not in text, text
    assert not error.message.startswith("TIK") and "\n" not in error.message, text
    assert error.location is not None and error.location.file == __file__, text


@pytest.mark.parametrize("chip", CHIPS)
def test_any_arguments(chip: str) -> None:
    for seed in range(SEEDS):
        pick, of = random.Random(f"{chip}{seed}"), kernel(chip)
        t = of.t
        for _ in range(CALLS_A_KERNEL):
            call = pick.choice(sorted(CALLS))
            args = arguments(pick, of, call)
            try:
                made = getattr(t, call)(*args)
                if hasattr(made, "__enter__"):
                    with made:
                        pass
            except TikError as error:
                t.errors.append(error)
            for error in t.errors:
                said(error)
            t.errors.clear()
            assert len(t.frames) == 1 and t.body is t.frames[0].body
        try:
            t.BuildCCE("any", of.globals, [])
            if seed < RUN:
                t.kernel.run([np.zeros(1024, np.float16), np.zeros((64, 64), np.float32)])
        except TikError as error:
            assert "INTERNAL" not in str(error), str(error)
