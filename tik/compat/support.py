"""``api_check_support``: whether a SoC has an instruction, from the dtype rows of the chip files."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence

from tik.chips import Chip, chip_names, load_chip
from tik.dsl import Builder
from tik.dsl.calls import SITES
from tik.isa.instruction import Combo, instructions
from tik.types.dtypes import DType, dtype

__all__ = ["supported"]

_LOG = logging.getLogger("tik")
_PREFIXES = ("tik.", "tbe.dsl.", "te.lang.cce.", "te.lang.dynamic.", "Intrinsic_")
_MODES = {"": "none", "r": "round", "a": "away-zero", "f": "floor", "c": "ceil", "z": "to-zero", "o": "odd"}
_TYPE = r"bf16|f16|f32|[su](?:8|16|32|64|4|2)"
_CONVERSION = re.compile(rf"^({_TYPE})2({_TYPE})([rafczo]?)$")
_TYPES = re.compile(rf"{_TYPE}")

# Names of paths and of TE calls, by what the chip files know them as: a feature, or a row of instructions.
_FEATURES = {
    "fix_pipe_l0c2out": "fixpipe",
    "out2l1_nd2nz": "nd2nz",
    "data_move_out2l1_nd2nz": "nd2nz",
    "data_move_l12ub": "l1_ub",
    "data_move_ub2l1": "ub_l1",
    "data_move_l0c2ub": "l0c_ub",
    "data_move_ub2l0c": "ub_l0c",
    "load3dv1": "load3d_ub",
}
_ROWS = {
    "set_atomic_add": "atomic_add",
    "vdup": "vector_dup",
    "vlog": "vln",
    "exp": "vexp",
    "cast_to": "vconv",
    "cast": "vconv",
    "conv": "vconv",
    "vcmpsel": "vsel",
    "broadcast": "vector_dup",
    "sum": "vcadd",
    "reduce_sum": "vcadd",
    "reduce_max": "vcmax",
    "reduce_min": "vcmin",
    "vmod": "vdiv",
    "matmul": "mmad",
    "conv2d": "mmad",
    "vreduce_add": "vcadd",
    "vreduce_max": "vcmax",
    "vreduce_min": "vcmin",
    "vtrans_scatter": "vnchwconv",
    "vtrans": "vtranspose",
    "vexpm1": "vexp",
    **dict.fromkeys(("floor", "ceil", "round", "trunc"), "vconv"),
    "vlogic": "vand",
}
_warned: set[str] = set()


def supported(chip: Chip, name: str, *dtypes: str) -> bool:
    """Whether ``chip`` has what ``name`` names ("tik.vcopy", "Intrinsic_vconv", "te.lang.cce.vexp" …), of these dtypes
    ("float16", "f322s32r" …) if given. An unknown name is False, with one warning."""
    plain = str(name)
    for prefix in _PREFIXES:
        plain = plain.removeprefix(prefix)
    if plain.startswith("vec_") and plain != "vec_dup":
        plain = "v" + plain.removeprefix("vec_")
    plain = plain.removesuffix("_high_preci")
    if plain in _FEATURES:
        return chip.has(_FEATURES[plain])
    row = _ROWS.get(plain, plain)
    asked = [text for text in dtypes if text]
    if chip.types(row):
        return all(_of(chip, row, text) for text in asked)
    if any(load_chip(other).types(row) for other in chip_names()):
        return False
    ops = [op for op in instructions() if row in (op.mnemonic, *(call.name for call in op.calls))]
    ops += [site.op for site in SITES.get(row, ())]
    if ops:
        rows = [combo for op in ops for combo in op.supported(chip)]
        return all(_starts(rows, _types(text)) for text in asked) if rows else not any(list(op.mems()) for op in ops)
    if callable(getattr(Builder, row, None)):
        return True  # a call that is several instructions, or none
    if plain not in _warned:
        _warned.add(plain)
        _LOG.warning("api_check_support(%r): the kit knows no such instruction; the answer is False", name)
    return False


def _of(chip: Chip, row: str, text: str) -> bool:
    """Whether the row has the dtype, combination or conversion ``text`` names."""
    if text == "deq":
        return bool(chip.types("vconv_deq"))
    code = _CONVERSION.match(text)
    if code is not None and row == "vconv":
        modes = chip.convert_modes(_type(code[2]), _type(code[1]))
        return _MODES[code[3]] in modes
    if code is not None:
        return not code[3] and any(combo[:2] == (_type(code[2]), _type(code[1])) for combo in chip.types(row))
    types = _types(text)
    if not types:
        return False
    if chip.supports(row, *types):
        return True
    if row == "mmad":  # also by its operands, and by those and then its result
        return _starts([combo[1:] + combo[:1] for combo in chip.types(row)], types)
    return len(types) == 1 and _starts(chip.types(row), types)


def _starts(rows: Sequence[Combo], types: Combo) -> bool:
    """Whether one of the combinations begins with these dtypes, of which there are some."""
    return bool(types) and any(combo[: len(types)] == types for combo in rows)


def _types(text: str) -> Combo:
    try:
        return (dtype(text),)
    except KeyError:
        return tuple(_type(word) for word in _TYPES.findall(text))


def _type(short: str) -> DType:
    return dtype("i" + short[1:] if short.startswith("s") else short)
