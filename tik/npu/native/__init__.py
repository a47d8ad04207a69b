"""How instruction meanings become machine code: intrinsics, jit of plain functions, generated wrappers, the interpreter."""
