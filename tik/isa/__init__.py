"""Floor 2: the instruction set. One class is one instruction; importing the room registers all of them."""

from tik.isa import (
    col2img,
    compaction,
    compare,
    convert,
    cube,
    fill,
    fixpipe,
    fractal,
    fused,
    gather,
    highprecision,
    interpolate,
    load3d,
    move,
    nms,
    proposals,
    reduce,
    scalar,
    sort,
    sync,
    transpose,
    vector,
)
from tik.isa.fields import Choice, Field, Int, Mask, MaskField, Mem, Out, Value
from tik.isa.instruction import INSTRUCTIONS, Call, Instruction, combos, instruction, instructions

__all__ = [
    "INSTRUCTIONS",
    "Call",
    "Choice",
    "Field",
    "Instruction",
    "Int",
    "Mask",
    "MaskField",
    "Mem",
    "Out",
    "Value",
    "combos",
    "instruction",
    "instructions",
]
