"""tik: an operator development kit for Ascend-style NPUs that needs no NPU.

Describe a kernel (``@tik.kernel`` with tiles, or ``tik.Tik()`` instruction by instruction), run it on a model of the chip, and
see from one run whether the values are right, whether it is safe, and how long it would take.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from tik.chips.current import chip, current_chip
from tik.types.dtypes import DType, bf16, f16, f32, i8, i16, i32, i64, u8, u16, u32, u64
from tik.types.errors import TikError, TikErrors

if TYPE_CHECKING:
    from tik.authoring import dprofile as tik_conf
    from tik.authoring.arrays import like
    from tik.authoring.compiled import run_stream
    from tik.authoring.dprofile import Dprofile, is_tik_var, set_product_version, unset_product_version
    from tik.authoring.kernel import Kernel, kernel
    from tik.authoring.tik_api import Tik
    from tik.dsl import Scalar, negate
    from tik.dsl import TensorView as Tensor
    from tik.dsl import all_of as all
    from tik.dsl import any_of as any
    from tik.dsl.tile import ArrayHandle, Tile, TileBuilder
    from tik.ir import Expr
    from tik.runtime.numerics import numerics
    from tik.runtime.profile import profile
    from tik.runtime.report import Report

__version__ = "0.1.0"

_LAZY = {
    "ArrayHandle": "tik.dsl.tile",
    "Dprofile": "tik.authoring",
    "Expr": "tik.ir",
    "Kernel": "tik.authoring",
    "Scalar": "tik.dsl",
    "Tik": "tik.authoring",
    "Tile": "tik.dsl.tile",
    "TileBuilder": "tik.dsl.tile",
    "is_tik_var": "tik.authoring",
    "kernel": "tik.authoring",
    "like": "tik.authoring",
    "run_stream": "tik.authoring",
    "Report": "tik.runtime",
    "numerics": "tik.runtime",
    "profile": "tik.runtime",
    "negate": "tik.dsl",
    "set_product_version": "tik.authoring",
    "unset_product_version": "tik.authoring",
}
_LAZY_AS = {
    "Tensor": ("tik.dsl", "TensorView"),
    "all": ("tik.dsl", "all_of"),
    "any": ("tik.dsl", "any_of"),
    "tik_conf": ("tik.authoring", "dprofile"),
}

# memory scopes as kernels spell them; those of the second line are no memory of the kit's chips
scope_gm, scope_ubuf, scope_cbuf = "global", "local.UB", "local.L1"
scope_ca, scope_cb, scope_cc = "local.L0A", "local.L0B", "local.L0C"
scope_cbuf_out = scope_cc
scope_smask, scope_aicpu, scope_reg, scope_vreg = "local.SMASK", "local.AICPU", "local.REG", "local.VREG"

# sizes kernels compute with (tik_api §3): a fractal is BLOCK_IN x BLOCK_OUT, reduced over BLOCK_REDUCE (8-bit: 32) elements
BLOCK_IN = BLOCK_OUT = BLOCK_REDUCE = C0_SIZE = 16
BLOCK_REDUCE_INT8 = 32
VECTOR_INST_BLOCK_WIDTH, VECTOR_INST_BLOCK_NUM, VECTOR_INST_MAX_REPEAT_TIMES = 256, 8, 255
CUBE_MKN = {
    "float16": {"mac": [BLOCK_IN, BLOCK_REDUCE, BLOCK_OUT]},
    "int8": {"mac": [BLOCK_IN, BLOCK_REDUCE_INT8, BLOCK_OUT]},
    "uint8": {"mac": [BLOCK_IN, BLOCK_REDUCE_INT8, BLOCK_OUT]},
}

__all__ = [
    "BLOCK_IN",
    "BLOCK_OUT",
    "BLOCK_REDUCE",
    "BLOCK_REDUCE_INT8",
    "C0_SIZE",
    "CUBE_MKN",
    "VECTOR_INST_BLOCK_NUM",
    "VECTOR_INST_BLOCK_WIDTH",
    "VECTOR_INST_MAX_REPEAT_TIMES",
    "ArrayHandle",
    "DType",
    "Dprofile",
    "Expr",
    "Kernel",
    "Report",
    "Scalar",
    "Tensor",
    "Tik",
    "TikError",
    "TikErrors",
    "Tile",
    "TileBuilder",
    "__version__",
    "all",
    "any",
    "bf16",
    "chip",
    "current_chip",
    "f16",
    "f32",
    "i8",
    "i16",
    "i32",
    "i64",
    "is_tik_var",
    "kernel",
    "like",
    "negate",
    "numerics",
    "profile",
    "run_stream",
    "scope_aicpu",
    "scope_ca",
    "scope_cb",
    "scope_cbuf",
    "scope_cbuf_out",
    "scope_cc",
    "scope_gm",
    "scope_reg",
    "scope_smask",
    "scope_ubuf",
    "scope_vreg",
    "set_product_version",
    "tik_conf",
    "u8",
    "u16",
    "u32",
    "u64",
    "unset_product_version",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    if name in _LAZY_AS:
        module, attribute = _LAZY_AS[name]
        return getattr(importlib.import_module(module), attribute)
    raise AttributeError(f"module 'tik' has no attribute {name!r}{_meant(name)}")


def _meant(name: str) -> str:
    """What a name that is not here was meant to be, in an error message."""
    from tik.types.dtypes import ALL
    from tik.types.errors import did_you_mean

    if name.startswith("_"):  # asked for by Python itself
        return ""
    short = {t.name: t.short for t in ALL if t.short in __all__}.get(name)
    hint = f"a dtype is {name!r}, as text, or tik.{short}" if short else did_you_mean(name, __all__)
    return f"; {hint}" if hint else ""


def __dir__() -> list[str]:
    return sorted(__all__)
