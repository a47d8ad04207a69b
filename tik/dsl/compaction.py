"""Stream compaction: the kind of pattern chooses the instruction, and RSVD_CNT becomes a Scalar (tik_api §11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.dsl.calls import Site, add
from tik.dsl.parameters import Parameters
from tik.dsl.scalar import Scalar
from tik.dsl.special import special
from tik.dsl.tensor import TensorView
from tik.isa.compaction import VReduce, VReduceBits, VReduceV2, VReduceV2Bits
from tik.isa.instruction import INSTRUCTIONS
from tik.isa.special import RSVD_CNT
from tik.types.dtypes import u32
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["SIGNED", "vreduce", "vreducev2"]

_FRONT = "mask dst src0 src1_pattern repeat_times src0_blk_stride src0_rep_stride src1_rep_stride"
SIGNED = {
    "vreduce": Parameters("vreduce", _FRONT + " stride_unit=0 rsvd_scalar=None mask_mode='normal'"),
    "vreducev2": Parameters("vreducev2", _FRONT + " rsvd_scalar=None mask_mode='normal'"),
}
_SHORT = _FRONT.replace(" src1_rep_stride", "")  # numbers have no stride
_SITES = {  # by whether the pattern is a number
    "vreduce": {
        True: Site(VReduce, "vreduce", _SHORT + " rsvd mask_mode"),
        False: Site(VReduceBits, "vreduce", _FRONT + " rsvd mask_mode"),
    },
    "vreducev2": {
        True: Site(VReduceV2, "vreducev2", _SHORT + " rsvd", {"elements": "mask"}),
        False: Site(VReduceV2Bits, "vreducev2", _FRONT + " rsvd", {"elements": "mask"}),
    },
}
_BARRIER = Site.of(INSTRUCTIONS["pipe_barrier"], INSTRUCTIONS["pipe_barrier"].calls[0])


def vreduce(core: Core, *args: Any, **keywords: Any) -> None:
    """dst = the elements of src0 that ``src1_pattern`` keeps, without gaps between them or between repeats.

    ``src1_pattern``: 1 even elements, 2 odd ones, 3, 4, 5, 6 those ≡ 0, 1, 2, 3 mod 4; or a tensor with a bit an element, the
    lowest first, of uint16 for 16-bit and uint32 for 32-bit elements, ``src1_rep_stride`` blocks on in each repeat.
    ``mask_mode`` "normal": repeats are whole and ``mask`` is ignored; "counter": ``mask`` is the number of elements of the
    whole instruction, and ``repeat_times`` is ignored. ``rsvd_scalar``: a uint32 Scalar that receives how many were kept.
    Pipe V.
    """
    _compact(core, "vreduce", args, keywords)


def vreducev2(core: Core, *args: Any, **keywords: Any) -> None:
    """As vreduce, with ``src1_pattern`` 7 for all elements. ``mask_mode`` "normal": repeats are whole and ``mask`` is ignored
    (None will do); "counter": ``mask`` is the number of elements of each of ``repeat_times`` repeats."""
    _compact(core, "vreducev2", args, keywords)


def _compact(core: Core, name: str, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    try:
        given = dict(zip(SIGNED[name].names, SIGNED[name].bind(args, keywords), strict=True))
        mode, scalar, dst = given["mask_mode"], given["rsvd_scalar"], given["dst"]
        if mode not in ("normal", "counter"):
            raise TikError("TIK-TYPE02", f"mask_mode of {name} is {mode!r}; there are 'normal' and 'counter'")
        if mode == "counter" and given["mask"] is None:
            raise TikError("TIK-TYPE02", f"mask of {name} is None; with mask_mode 'counter' it says how many elements")
        if given.get("stride_unit") not in (None, 0):
            raise TikError(
                "TIK-CHIP01", f"stride_unit={given['stride_unit']!r} of {name} is not in the kit", hint="leave it at 0"
            )
        if scalar is not None and (not isinstance(scalar, Scalar) or scalar.dtype is not u32):
            shown = f"of {scalar.dtype}" if isinstance(scalar, Scalar) else repr(scalar)
            raise TikError(
                "TIK-TYPE01",
                f"rsvd_scalar of {name} is {shown}; it takes a Scalar of uint32",
                hint='t.Scalar("uint32")',
            )
        if not isinstance(dst, TensorView):
            raise TikError("TIK-TYPE02", f"dst of {name} is {dst!r}, not a tensor", hint="give a tensor or a view of one: t[i]")
    except TikError as error:
        core.collect(error, here())
        return
    by_number = not isinstance(given["src1_pattern"], TensorView)
    values = [given[word] for word in (_SHORT if by_number else _FRONT).split()]
    if mode == "normal":
        values[0] = 256 // dst.type.size
    values.append(special(core, RSVD_CNT, dst.type))
    if name == "vreduce":
        values.append(mode)
    mistakes = len(core.errors)
    add(core, _SITES[name][by_number], tuple(values))
    if scalar is None or len(core.errors) > mistakes:
        return
    if core.unsynchronised:  # the scheduler is off: the scalar pipe must wait for the count
        add(core, _BARRIER, ("ALL",))
    scalar.set_as(special(core, RSVD_CNT, u32)[0].element())
