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
    from tik.authoring.arrays import like
    from tik.authoring.compiled import run_stream
    from tik.authoring.kernel import Kernel, kernel
    from tik.authoring.tik_api import Tik
    from tik.dsl import all_of as all
    from tik.dsl import any_of as any
    from tik.dsl import negate
    from tik.runtime.profile import profile
    from tik.runtime.report import Report

__version__ = "0.1.0"

_LAZY = {
    "Kernel": "tik.authoring",
    "Tik": "tik.authoring",
    "kernel": "tik.authoring",
    "like": "tik.authoring",
    "run_stream": "tik.authoring",
    "Report": "tik.runtime",
    "profile": "tik.runtime",
    "negate": "tik.dsl",
}
_LAZY_AS = {"all": ("tik.dsl", "all_of"), "any": ("tik.dsl", "any_of")}

scope_gm, scope_ubuf, scope_cbuf = "global", "local.UB", "local.L1"
scope_ca, scope_cb, scope_cc = "local.L0A", "local.L0B", "local.L0C"
scope_cbuf_out = scope_cc

__all__ = [
    "DType",
    "Kernel",
    "Report",
    "Tik",
    "TikError",
    "TikErrors",
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
    "kernel",
    "like",
    "negate",
    "profile",
    "run_stream",
    "scope_ca",
    "scope_cb",
    "scope_cbuf",
    "scope_cbuf_out",
    "scope_cc",
    "scope_gm",
    "scope_ubuf",
    "u8",
    "u16",
    "u32",
    "u64",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    if name in _LAZY_AS:
        module, attribute = _LAZY_AS[name]
        return getattr(importlib.import_module(module), attribute)
    raise AttributeError(f"module 'tik' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
