"""vconv and vec_conv: the instruction depends on the dtypes and on what scales or places the result (tik_api §10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.dsl.calls import Site, add
from tik.dsl.check import checked_choice
from tik.isa.convert import VConv, VConvDeq, VConvHigh, VConvI4
from tik.isa.fields import Choice
from tik.types.dtypes import f16, i4, i8, i16, i32, u8
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.chips import Chip
    from tik.dsl.core import Core

__all__ = ["SIGNED", "vconv", "vec_conv"]

_PLAIN, _NEWER = (Site.of(VConv, call) for call in VConv.calls)
_STRIDES = "mask dst src repeat_times dst_blk_stride src_blk_stride dst_rep_stride src_rep_stride"
_SCALED = {name: Site(VConvDeq, name, f"{_STRIDES} deqscale stride_unit=0") for name in ("vconv", "vec_conv")}
_HIGH = {name: Site(VConvHigh, name, f"{_STRIDES} stride_unit=0") for name in ("vconv", "vec_conv")}
_PACKED = {site.number: Site.of(VConvI4, call) for site, call in zip((_PLAIN, _NEWER), VConv.calls, strict=True)}
_AT = {site.number: site.parameters.names.index("deqscale") for site in (_PLAIN, _NEWER)}  # ldst_high_half follows it
_MODE = next(f for f in VConv.fields if isinstance(f, Choice))

SIGNED = {"vconv": _PLAIN.parameters, "vec_conv": _NEWER.parameters}


def vconv(core: Core, *args: Any, **keywords: Any) -> None:
    """dst = src converted to dst's dtype, rounded by round_mode; the mask counts elements of the wider dtype.

    round_mode: '' or 'none' (the pair's own: nearest even), 'round' (nearest even), 'floor', 'ceil', 'away-zero' (nearest,
    halves away from zero), 'to-zero', 'odd'. A number that does not fit an integer saturates, NaN gives 0.
    deqscale: a number or f16 Scalar the result is multiplied by; int32 to float16 needs one, no other pair takes it.
    ldst_high_half (int16 to 8 bits): the 16 results of source block b go to the upper half of destination block b; without it
    results are packed. float16 to int4: 128 lanes fill 64 bytes, saturated to -8 .. 7.
    """
    _convert(core, _PLAIN, args, keywords)


def vec_conv(core: Core, *args: Any, **keywords: Any) -> None:
    """vconv with block strides of 1."""
    _convert(core, _NEWER, args, keywords)


def _convert(core: Core, site: Site, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    parameters = site.parameters
    try:
        if keywords or len(args) != parameters.count:
            args = parameters.bind(args, keywords)
        at = _AT[site.number]
        scale, high = args[at], args[at + 1]
        pair = getattr(args[2], "type", None), getattr(args[3], "type", None)
        special_one = high or pair == (f16, i32) or (scale is not None and not _is_one(scale))
        if special_one and None not in pair:
            site, args = _special(core.chip, site, args, pair, scale, high)
        elif pair[0] is i4:
            site = _PACKED[site.number]
    except TikError as error:
        core.collect(error)
        return
    add(core, site, args)


def _is_one(scale: Any) -> bool:
    return isinstance(scale, int | float) and scale == 1


def _special(
    chip: Chip, site: Site, args: tuple[Any, ...], pair: tuple[Any, Any], scale: Any, high: Any
) -> tuple[Site, tuple[Any, ...]]:
    """The instruction and its arguments for a conversion that scales, or fills upper halves of blocks."""
    name = site.parameters.name
    if high and pair not in ((i8, i16), (u8, i16)):
        raise TikError(
            "TIK-TYPE01",
            f"ldst_high_half of {name} is for i16 to i8 or u8, not {pair[1]} to {pair[0]}",
            position=here(),
            hint="leave it False",
        )
    if pair == (f16, i32) and scale is None:
        raise TikError(
            "TIK-TYPE02",
            f"{name} from i32 to f16 needs a deqscale: the result is src * deqscale",
            position=here(),
            hint="give deqscale=1.0",
        )
    if scale is not None and not _is_one(scale) and pair != (f16, i32):
        raise TikError(
            "TIK-TYPE01",
            f"deqscale of {name} is for i32 to f16, not {pair[1]} to {pair[0]}",
            position=here(),
            hint="scale with vec_muls before or after",
        )
    complaint = VConv.check(chip, pair, {"round_mode": checked_choice(name, _MODE, args[1])})
    if complaint is not None:
        raise TikError("TIK-CHIP01", f"{name}: {complaint}", position=here())
    mask, _, dst, src, repeat = args[:5]
    newer = len(site.parameters.names) < _PLAIN.parameters.count
    strides = (1, 1, *args[5:7]) if newer else args[5:9]
    unit = 0 if newer else args[-1]
    if high:
        return _HIGH[name], (mask, dst, src, repeat, *strides, unit)
    return _SCALED[name], (mask, dst, src, repeat, *strides, scale, unit)
