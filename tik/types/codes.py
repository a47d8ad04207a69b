"""The catalogue of error and hazard codes: one row a code, with what ``tik explain`` says about it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CATEGORIES", "CODES", "Code"]

CATEGORIES: dict[str, str] = {
    "SYNTAX": "the kernel or stream text is not well formed",
    "TYPE": "an operand has the wrong type or dtype",
    "SHAPE": "shapes or sizes do not fit together",
    "MEM": "a local buffer is too small or used outside its life",
    "ALIGN": "an address or pitch is not on its boundary",
    "REPEAT": "a mask, repeat or stride is out of its range",
    "SYNC": "pipes or cores are ordered wrongly",
    "BOUNDS": "an access leaves its tensor",
    "UNINIT": "bytes nobody wrote are used",
    "CHIP": "the chip does not have this",
    "ARTIFACT": "a stream file or cache entry is damaged",
    "INTERNAL": "a bug in the kit",
}


@dataclass(frozen=True)
class Code:
    """One code: its title and the longer text of ``tik explain``."""

    code: str
    title: str
    text: str


_ROWS: tuple[tuple[str, str, str], ...] = (
    (
        "SYNTAX01",
        "the stream text cannot be parsed",
        "A .tikasm line does not follow the grammar. The caret shows where, and the message lists what could stand there.",
    ),
    ("SYNTAX02", "an undefined name", "A buffer, argument or register is used before it is declared in the stream's header."),
    (
        "SYNTAX03",
        "control flow is misused",
        "break, continue, return, else or a scope stands where it cannot: outside a loop, without an if before it, or after the kernel was built.",
    ),
    (
        "SYNTAX04",
        "Python control flow on a run-time value",
        "The value exists only when the kernel runs, so Python's if/while/and/or cannot look at it while the kernel is built. Use if_scope (TIK) or where/max/min (tiles).",
    ),
    (
        "SYNTAX05",
        "the kernel does not store to a parameter",
        "Outputs of a tile kernel are the parameters its body stores to; this one stores to none, or to one that was given as an input only.",
    ),
    (
        "TYPE01",
        "wrong dtype",
        "The instruction does not exist for these dtypes on any chip, or operands disagree. Convert first (vconv, k.cast).",
    ),
    ("TYPE02", "wrong kind of argument", "An argument has the wrong Python type, or an unknown name was used."),
    (
        "TYPE03",
        "wrong scope",
        "The operand lies in a buffer the instruction cannot reach. Each path between buffers is an instruction of its own.",
    ),
    ("SHAPE01", "shapes do not agree", "The operands' shapes cannot be combined."),
    (
        "SHAPE02",
        "a size is not what was declared",
        "An array given to the kernel is smaller than the kernel was compiled for (a larger one is accepted: its first elements "
        "count), a tiling is longer than its tensor, or arguments are missing or too many.",
    ),
    (
        "MEM01",
        "a buffer is over-full",
        "All tensors alive at once must fit the buffer; loops with thread_num=2 hold two copies of what their body declares. Use smaller tiles, end scopes earlier, or fewer copies.",
    ),
    (
        "MEM02",
        "a tensor is used outside its scope",
        "A tensor lives until its with-block ends; afterwards its bytes belong to others.",
    ),
    (
        "MEM03",
        "a work tensor is too small",
        "Reductions need room for their partial results; the message says how many elements.",
    ),
    (
        "ALIGN01",
        "a misaligned address",
        "Vector and move instructions address whole 32-byte blocks (L0: 512 bytes). Start the view on a boundary, or copy through one that does.",
    ),
    (
        "ALIGN02",
        "a gap that is not a whole number of blocks",
        "Strides and gaps count 32-byte blocks; a byte distance that is not a multiple cannot be expressed.",
    ),
    (
        "REPEAT01",
        "a field is out of its range",
        "The hardware field is too narrow for the value (repeat is 8 bits: at most 255).",
    ),
    (
        "REPEAT02",
        "a mask is out of its range",
        "A mask counts lanes of one repeat: at most 256 bytes' worth (128 for 16-bit, 64 for 32-bit elements).",
    ),
    (
        "REPEAT03",
        "too many instructions in one launch",
        "The model keeps a record of every instruction a launch runs, and a launch runs more of them than it keeps. Loop fewer times, or let each instruction do more (longer bursts, more repeats).",
    ),
    (
        "SYNC01",
        "a race between pipes",
        "Two instructions on different pipes touch the same bytes, at least one writes, and no flag or barrier orders them. Put set_flag after the first and wait_flag before the second.",
    ),
    (
        "SYNC02",
        "a race within one pipe",
        "A pipe overlaps its instructions, so a dependent one needs pipe_barrier of that pipe before it.",
    ),
    (
        "SYNC03",
        "a race between cores",
        "Two cores touch the same bytes of global memory, at least one writes, and nothing orders them. Where both write the"
        " same values (a last block that steps back, code that every core runs) it is a note.",
    ),
    ("SYNC04", "deadlock", "Every pipe that still has work waits for a flag nobody will set. The report lists each wait."),
    (
        "SYNC05",
        "a flag is left set",
        "Sets and waits must pair up: a flag left set would release the wrong wait of the next kernel.",
    ),
    ("SYNC06", "a flag is set twice", "A flag is one bit; setting it while set loses a hand-off."),
    ("SYNC07", "event id out of range", "There are eight event ids (0..7) for each pair of pipes."),
    ("SYNC08", "this barrier is an error", "Pipe S is ordered by hardware, so pipe_barrier(S) has no meaning."),
    (
        "SYNC09",
        "two cores share a tail block",
        "Without padded moves a core writes whole 32-byte blocks; slack bytes of one core's last block are another core's data.",
    ),
    (
        "BOUNDS01",
        "an access leaves its buffer or tensor",
        "The bytes touched go beyond the tensor (and the 32 bytes of slack a GM array has).",
    ),
    (
        "BOUNDS02",
        "an access ends in the slack behind a tensor",
        "Chips move whole 32-byte blocks, so the last block may reach past the end; harmless, but noted.",
    ),
    (
        "UNINIT01",
        "undefined bytes are used",
        "Bytes nobody wrote reach an output, a scalar, a branch, a mask or an active lane of a reduction, or nothing is ever written to an "
        "output (in part: a note). Local memory starts as 0xFF bytes, not zero.",
    ),
    (
        "CHIP01",
        "the chip does not have this instruction or dtype",
        "The message lists the chips that do. Choose another dtype, another chip, or another way.",
    ),
    ("CHIP02", "unknown chip", "Chips are named as in CANN (Ascend910B1). `tik chips` lists them."),
    ("ARTIFACT01", "not a stream file", "The file is truncated, damaged or of another format version."),
    ("ARTIFACT02", "a file cannot be read or written", "The path, the permissions or the disk is in the way."),
    ("INTERNAL01", "a bug in the kit", "An invariant of the kit broke. Please report it with the kernel that shows it."),
)

CODES: dict[str, Code] = {f"TIK-{code}": Code(f"TIK-{code}", title, text) for code, title, text in _ROWS}
