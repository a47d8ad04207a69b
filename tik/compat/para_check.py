"""``para_check``, ``op_utils`` and ``topi.cce.util``: parameter checks, which pass; their decorators keep what they declare."""

from __future__ import annotations

import math
from types import FunctionType
from typing import TYPE_CHECKING, Any

from tik.compat import shapes
from tik.compat.modules import Contents, passing
from tik.types.dtypes import ALL

if TYPE_CHECKING:
    from tik.compat.session import Session

__all__ = ["KINDS", "cce_util", "check_op_params", "contents", "op_utils"]

_KINDS = [f"{how}_{what}" for how in ("REQUIRED", "OPTION", "DYNAMIC") for what in ("INPUT", "OUTPUT")]
_SINGLE = ("INT", "FLOAT", "STR", "BOOL", "TYPE")
_ATTRIBUTES = (*_SINGLE, *(f"LIST_{kind}" for kind in _SINGLE), "LIST_LIST_INT")
KINDS = {name: name.lower() for name in _KINDS} | {
    f"{how}_ATTR_{what}": f"{how}_ATTR_{what}" for how in ("REQUIRED", "OPTION") for what in _ATTRIBUTES
}
_CONSTANTS: dict[str, Any] = {
    **KINDS,
    "KERNEL_NAME": "kernel_name",
    "RANK_ZERO": 0,
    "RANK_LIMIT": 8,
    "DIM_LIMIT": 2**31 - 1,
    "SHAPE_SIZE_LIMIT": 2**31 - 1,
    "MAX_UNKNOWN_SHAPE_NUM": 2**31 - 1,
    "ALL_FORMAT_LIST": ["ND", "NCHW", "NHWC", "NC1HWC0", "FRACTAL_NZ", "FRACTAL_Z", "HWCN", "NDHWC", "NCDHW", "NDC1HWC0"],
    "ALL_DTYPE_LIST": [t.name for t in ALL if t.bits >= 8] + ["bool"],
}


def check_op_params(*kinds: Any, **named: Any) -> Any:
    """``@check_op_params(REQUIRED_INPUT, …, KERNEL_NAME)``: the function as it is, with the kinds of its parameters noted."""
    if len(kinds) == 1 and not named and isinstance(kinds[0], FunctionType):
        return kinds[0]

    def note(function: Any) -> Any:
        if isinstance(function, FunctionType):
            vars(function)["__tik_parameters__"] = tuple(str(kind) for kind in kinds)
        return function

    return note


def check_input_type(*types: Any, **named: Any) -> Any:
    """``@check_input_type(dict, dict, str)``: the function as it is."""
    return types[0] if len(types) == 1 and isinstance(types[0], FunctionType) else passing


def contents(session: Session) -> Contents:
    """The names of ``para_check``; what else it checks passes."""
    checks = """check_shape check_dtype check_format check_kernel_name check_shape_rule check_shape_size check_dtype_rule
        check_tensor_shape_size check_tensor_shape check_elewise_shape_range check_range check_same_dtype_dynamic
        check_reduce_shape_rule check_reduce_params check_op_shape check_and_init_5hdc_reduce_support"""
    names: dict[str, Any] = {
        **_CONSTANTS,
        "check_op_params": check_op_params,
        "check_input_type": check_input_type,
        **dict.fromkeys(checks.split(), passed),
        **dict.fromkeys(("check_shape_size", "check_tensor_shape_size"), size_of),
    }
    return Contents(names, _otherwise)


def op_utils(session: Session) -> Contents:
    """``te.utils.op_utils``: the checks and the arithmetic on shapes together."""
    own = contents(session)
    return Contents({**shapes.NAMES, **own.attributes}, own.otherwise)


def cce_util(session: Session) -> Contents:
    """``topi.cce.util``."""
    own = op_utils(session)
    product = {"Ascend310": "VERSION_MINI", "Ascend910": "VERSION_CLOUD", "Ascend310P": "VERSION_MINI_NG1"}
    versions = (*product.values(), "VERSION_SHRINK", "VERSION_HI3796")
    names: dict[str, Any] = {
        **own.attributes,
        **{name: name for name in versions},
        "get_product_version": lambda: product.get(session.soc.chip.short_soc, session.soc.chip.short_soc),
        "is_v200_version": lambda: session.soc.chip.generation == "v200",
        "is_mini_version": lambda: session.soc.chip.short_soc == "Ascend310",
        "is_cloud_version": lambda: session.soc.chip.short_soc == "Ascend910",
        "is_lhisi_version": lambda: False,
        "get_device_api_str": lambda: "cc_device_api",
    }
    return Contents(names, own.otherwise)


def passed(*args: Any, **kwargs: Any) -> None:
    """A check that passes."""


def size_of(shape: Any, *more: Any, **options: Any) -> int | None:
    """A check that passes and gives the number of elements."""
    return math.prod(shape) if isinstance(shape, list | tuple) else None


def _otherwise(name: str) -> Any:
    """A kind of parameter is its own name; a check passes."""
    if name.isupper():
        return name
    if name.startswith(("check_", "chech_")):
        return passed
    raise LookupError(name)
