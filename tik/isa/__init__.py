"""Floor 2: the instruction set. One class is one instruction; importing the room registers all of them."""

from tik.isa import convert, cube, fill, move, reduce, scalar, sync, vector
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
