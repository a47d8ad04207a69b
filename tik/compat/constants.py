"""``impl.constant_util``: the numbers kernels name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.compat.modules import Contents

if TYPE_CHECKING:
    from tik.compat.session import Session

__all__ = ["CONSTANTS", "contents"]

CONSTANTS: dict[str, Any] = {
    "SIZE_SIXTEEN": 16,
    "BLOCK_SIZE": 32,
    "VECTOR_BYTE_SIZE": 256,
    "VECTOR_ONE_REPEAT_UNIT": 64,
    "MASK64": 64,
    "MASK128": 128,
    "MAX_REPEAT_TIMES": 255,
    "REPEAT_TIME_ONCE": 1,
    "REPEAT_TIMES_ONE": 1,
    "REPEAT_STRIDE_FOUR": 4,
    "REPEAT_STRIDE_EIGHT": 8,
    "STRIDE_ZERO": 0,
    "STRIDE_ONE": 1,
    "SID": 0,
    "DEFAULT_NBURST": 1,
    "DEFAULT_BURST_LEN": 1,
    "DATA_SIZE_ONE": 1,
    "DATA_SIZE_TWO": 2,
    "DATA_SIZE_FOUR": 4,
    "DATA_SIZE_EIGHT": 8,
    "DATA_SIZE_SIXTEEN": 16,
    "INT32_BLOCK_NUM": 8,
    "FP16_BLOCK_NUM": 16,
    "FP32_BLOCK_NUM": 8,
    "MAX_BLOCK_NUMBER": 65535,
    "SHAPE_SIZE_LIMIT": 2**31 - 1,
    **{f"DATA_TYPE_{sign}INT{bits}": f"{sign.lower()}int{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64)},
    "DATA_TYPE_FP16": "float16",
    "DATA_TYPE_FP32": "float32",
    "DATA_TYPE_BF16": "bfloat16",
    "DATA_TYPE_BOOL": "bool",
}


def contents(session: Session) -> Contents:
    """The names of the module."""
    return Contents(CONSTANTS)
