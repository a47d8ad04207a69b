"""The codes of the binary format. Changing one means another format version (model.FORMAT)."""

from __future__ import annotations

# statements: FIRST + n is an instruction with head n
END, LOOP, IF, EXIT, FIRST = range(5)

# operands
INT, FLOAT, WORD, REG, MEM, MEM_REG, MASK = range(7)

EXITS = ("break", "continue", "return")
