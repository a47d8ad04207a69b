"""``impl.common_util`` and its relatives: sizes of data, and how often an instruction repeats over them."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, NamedTuple

from tik.compat.modules import Contents
from tik.compat.platform import bit_length

if TYPE_CHECKING:
    from tik.compat.session import Session

__all__ = ["attributes", "common", "select", "soc", "transposing", "various"]

_BLOCK, _REPEAT, _MOST = 32, 256, 255


def get_data_size(datatype: str) -> int:
    """Bytes of an element."""
    return max(1, bit_length(datatype.lower()) // 8)


def get_block_element(datatype: str) -> int:
    """Elements of a block of 32 bytes."""
    return _BLOCK // get_data_size(datatype)


def get_vector_repeat_times(tik_instance: Any, total_size: Any) -> Any:
    """Repeats of 256 bytes that cover ``total_size`` bytes."""
    if isinstance(total_size, int):
        return -(-total_size // _REPEAT)
    times = tik_instance.Scalar("int32", "repeat_times")
    times.set_as((total_size + _REPEAT - 1) / _REPEAT)
    return times


def get_datamove_nburst(tik_instance: Any, total_size: Any) -> Any:
    """Blocks of 32 bytes that cover ``total_size`` bytes."""
    if isinstance(total_size, int):
        return -(-total_size // _BLOCK)
    blocks = tik_instance.Scalar("int32", "nburst")
    blocks.set_as((total_size + _BLOCK - 1) / _BLOCK)
    return blocks


def get_mask_rep_stride(src: Any) -> tuple[int, int, int]:
    """Lanes of a repeat, blocks of a repeat and most repeats for a tensor's dtype."""
    return _REPEAT // get_data_size(src.dtype), 8, _MOST


def ceil_div(value: Any, factor: Any) -> Any:
    """value / factor, rounded up; 0 factors leave the value."""
    return value if isinstance(factor, int) and not factor else (value + factor - 1) // factor


def floor_div(value: Any, factor: Any) -> Any:
    """value / factor, rounded down."""
    return value if isinstance(factor, int) and not factor else value // factor


def align(value: Any, factor: Any) -> Any:
    """The next multiple of factor."""
    return ceil_div(value, factor) * factor


def floor_align(value: Any, factor: Any) -> Any:
    """The last multiple of factor."""
    return floor_div(value, factor) * factor


def lcm(a: int, b: int) -> int:
    """Least common multiple."""
    return math.lcm(a, b)


def get_attr(attr_value: Any, attr_name: str, *more: Any) -> Any:
    """The attribute's value."""
    return attr_value


def is_unknown(tensors: Any) -> bool:
    """Whether a shape has an extent that is not known."""
    several = tensors if isinstance(tensors, list | tuple) else [tensors]
    return any(n < 0 for tensor in several if tensor for n in tensor.get("shape", ()))


def gen_param(classify: str, name: str, datatype: str, format: str, unknownshape_format: str | None = None) -> dict[str, Any]:
    """One parameter of ``op_select_format``."""
    return {
        "classify": classify,
        "name": name,
        "dtype": datatype,
        "format": format,
        "unknownshape_format": unknownshape_format or format,
    }


def get_dynamic_param_in_json(params: list[dict[str, Any]]) -> str:
    """The parameters of ``op_select_format`` as JSON."""
    keys = ("name", "dtype", "format", "unknownshape_format")
    return json.dumps({one["classify"]: {key: one[key] for key in keys} for one in params})


_ARITHMETIC: dict[str, Any] = {
    "ceil": ceil_div,
    "ceil_div": ceil_div,
    "ceil_division": ceil_div,
    "div_up": ceil_div,
    "floor_div": floor_div,
    "align": align,
    "ceil_fill": align,
    "ceil_align": align,
    "floor_align": floor_align,
    "floor_fill": floor_align,
    "lcm": lcm,
    "get_data_size": get_data_size,
    "get_block_element": get_block_element,
    "get_dtype_len": get_data_size,
    "get_dtype_size": get_data_size,
    "get_bit_len": bit_length,
}


def common(session: Session) -> Contents:
    """``impl.common_util``."""
    own = {f.__name__: f for f in (get_vector_repeat_times, get_datamove_nburst, get_mask_rep_stride, get_attr)}
    return Contents({**_ARITHMETIC, **own})


def various(session: Session) -> Contents:
    """``impl.util_common``, ``impl.util.util_common``, ``impl.util.util_binary``."""
    checks = dict.fromkeys(("is_unknown", "is_dynamic_input", "is_unknown_rank_input"), is_unknown)
    return Contents({**_ARITHMETIC, **checks, "get_attr": get_attr, "check_op_impl_mode": lambda *args, **kwargs: None})


def transposing(session: Session) -> Contents:
    """``impl.trans_data_common_func``."""
    from tik.types.scopes import Scope

    def get_core_num() -> int:
        return session.soc.core_num

    def get_max_element_in_ub(dtype: str, parts: int, reserved: int = 0) -> int:
        return (session.soc.chip.capacity(Scope.UB) - reserved) // get_data_size(dtype) // parts

    def get_c0_len(dtype: str) -> int:
        return 32 if dtype in ("int8", "uint8") else 16

    numbers = {"BLOCK_BYTE_SIZE": 32, "VNC_LINES": 16, "REPEAT_LIMIT_VECT": 255, "REPEAT_LIMIT_VNCHW": 255, "MASK_128": 128}
    more = {"C0_16": 16, "C0_32": 32, "CUBE_SIZE": 16, "NI_16": 16, "STRIDE_LIMIT_MTE": 65535, "REPEAT_LIMIT_MTE": 4095}
    own = {f.__name__: f for f in (get_core_num, get_max_element_in_ub, get_c0_len)}
    return Contents({**_ARITHMETIC, **numbers, **more, **own})


def select(session: Session) -> Contents:
    """``impl.util.util_select_op_base``."""
    own = {
        "gen_param": gen_param,
        "get_dynamic_param_in_json": get_dynamic_param_in_json,
        "get_op_cal_info": lambda *args: "{}",
        **{f"{what}{way}": lambda *args: list(args) for what in ("Split", "Reduce") for way in ("Input", "Output")},
    }
    return Contents(own)


class OpAttr(NamedTuple):
    """``OpAttr(0, "axis", "Int", -1)``: an attribute as the operator declares it."""

    attr_idx: int
    attr_name: str
    attr_type: str
    attr_default_value: Any = None


def attributes(session: Session) -> Contents:
    """``impl.util.util_attr_common``: an attribute is what the entry was given, or its default."""

    def get_attr_by_cls(attr_value: Any, attr_cls: Any, *more: Any) -> Any:
        return getattr(attr_cls, "attr_default_value", None) if attr_value is None else attr_value

    return Contents({"OpAttr": OpAttr, "get_attr_by_cls": get_attr_by_cls})


def soc(session: Session) -> Contents:
    """``impl.util.util_soc_common``: which generation the SoC is of."""
    state = session.soc

    def of(*generations: str) -> Any:
        return lambda *args, **kwargs: state.chip.generation in generations

    names = {"is_v100": of("v100"), "is_v200": of("v200"), "is_v210": of("v210"), "is_v220": of("v220"), "is_v300": of("v300")}
    later = {"after_v200": of("v200", "v220"), "after_v210": of("v220"), "is_v310": of("v310")}
    return Contents({**names, **later, "is_support_inf_nan": lambda *args: state.chip.overflow == "inf_nan"})
