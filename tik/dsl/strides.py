"""``stride_unit`` (tik_api §2): other ways to say block and repeat strides, turned into distances in 32-byte blocks from start
to start, the only ones instructions have.

0: both are such distances. 1: the repeat stride is a gap, from the end of one repeat's last block to the start of the next
repeat. 2: both count elements, and the block stride is a gap. 3: both are gaps, in elements. A gap is measured between whole
blocks, whatever the mask leaves out. Elements must make whole blocks (TIK-ALIGN02).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.chips import chip_names, listed_chips, load_chip
from tik.dsl.tensor import TensorView
from tik.dsl.value import whole
from tik.ir import Expr
from tik.types.errors import TikError

if TYPE_CHECKING:
    from tik.chips import Chip
    from tik.dsl.calls import Site

__all__ = ["plain_strides"]


def plain_strides(chip: Chip, site: Site, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments with ``stride_unit`` 0 and strides that mean the same."""
    name, unit = site.parameters.name, args[site.unit]
    if type(unit) is bool or unit is None:
        unit = int(bool(unit))
    if type(unit) is not int:
        raise TikError("TIK-TYPE02", f"stride_unit of {name} is {unit!r}, not a Python integer", hint="give 0, 1, 2 or 3")
    if not 0 <= unit <= 3:
        raise TikError("TIK-REPEAT01", f"stride_unit is {unit}, possible are 0..3")
    if unit and chip.generation == "v100":
        others = listed_chips(tuple(c for c in chip_names() if load_chip(c).generation != "v100"))
        raise TikError(
            "TIK-CHIP01",
            f"{chip.name} has no stride_unit {unit}: {name} counts whole blocks from start to start there",
            hint=f"give the strides in blocks of 32 bytes, or build for {others}",
        )
    plain = list(args)
    plain[site.unit] = 0
    views = [(f, args[site.argument_of[f.name]]) for _, f in site.op.mems() if f.name in site.argument_of]
    if unit == 0 or not all(isinstance(view, TensorView) for _, view in views):
        return tuple(plain)
    found = {f.type: view.type for f, view in views}
    lanes = site.op.lanes(tuple(found[index] for index in sorted(found)))
    for f, view in views:
        operand = f.name if f"{f.name}_rep_stride" in site.argument_of else f.name.partition("_")[0]  # vci: dst_index
        rep, blk = (site.argument_of.get(f"{operand}_{kind}_stride") for kind in ("rep", "blk"))
        if rep is None or not _counts_blocks(site, operand):
            continue
        block = 1 if blk is None else args[blk]
        if unit > 1 and blk is not None:
            block = 1 + _blocks(site, blk, args, view, unit)
        extent = (lanes // view.type.block - 1) * whole(block, f"{operand}_blk_stride of {name}") + 1
        repeat = whole(args[rep], f"{operand}_rep_stride of {name}") if unit == 1 else _blocks(site, rep, args, view, unit)
        if blk is not None:
            plain[blk] = block
        plain[rep] = repeat if unit == 2 else extent + repeat
    return tuple(plain)


def _counts_blocks(site: Site, operand: str) -> bool:
    """Whether the operand's repeat stride counts 32-byte blocks; that of a reduction's results counts elements."""
    return "blocks" in site.op.fields[site.op.field_index[f"{operand}_rep_stride"]].doc


def _blocks(site: Site, at: int, args: tuple[Any, ...], view: TensorView, unit: int) -> int:
    """A distance in elements as whole blocks."""
    name, what, type = site.parameters.name, site.parameters.names[at], view.type
    n = whole(args[at], f"{what} of {name}")
    if isinstance(n, Expr):
        raise TikError(
            "TIK-CHIP01",
            f"{what} of {name} counts elements (stride_unit {unit}) and is known at run time only",
            hint="stride_unit 0 and 1 take run-time strides: they count whole blocks",
        )
    if n % type.block:
        raise TikError(
            "TIK-ALIGN02",
            f"{what} of {name} is {n} elements of {type}: {type.nbytes(n)} bytes are no whole 32-byte blocks",
            details=(f"with stride_unit {unit} strides count elements",),
            hint=f"use a multiple of {type.block} elements",
        )
    return n // type.block
