"""Where the special registers lie in the SPR memory of a core: results and modes that instructions hand on.

An instruction that uses one has an operand field for it, ``Mem(name, (Scope.SPR,), …)``, so that dependencies, undefined
bytes and hazards follow from its regions as for any memory. Accesses of one pipe are ordered by hardware (decision 1).
"""

from __future__ import annotations

from typing import NamedTuple

from tik.types.scopes import SPECIAL_BYTES

__all__ = ["CMPMASK", "MAX_MIN", "OVERFLOW", "RPN_COR_IR", "RPN_OFFSET", "RSVD_CNT", "VMS4_SR", "Register"]


class Register(NamedTuple):
    """Its first byte in SPR, and how many it has."""

    byte: int
    size: int


CMPMASK = Register(0, 16)  # one bit a lane, lane 0 lowest
RSVD_CNT = Register(32, 4)  # uint32: elements the last vreduce kept
VMS4_SR = Register(64, 16)  # uint32 x 4: elements the last merge sort consumed of each list
MAX_MIN = Register(96, 12)  # value, count, index of the last vcmax or vcmin, 4 bytes each
RPN_COR_IR = Register(128, 32)  # the running suppression word
RPN_OFFSET = Register(160, 4)  # float16 or float32: what is added to widths and heights
OVERFLOW = Register(192, 4)  # uint32: bits of the overflow status

assert max(r.byte + r.size for r in (CMPMASK, RSVD_CNT, VMS4_SR, MAX_MIN, RPN_COR_IR, RPN_OFFSET, OVERFLOW)) <= SPECIAL_BYTES
