"""Floor 3: the program tree (statements, scalar expressions, printer, checker)."""

from tik.ir.expr import Binary, Cast, Const, Element, Expr, Number, Var, as_expr, const_value
from tik.ir.program import Alloc, Arg, Assign, Block, Body, Exit, For, If, Instr, MemRef, Program, Stmt, Tensor, walk

__all__ = [
    "Alloc",
    "Arg",
    "Assign",
    "Binary",
    "Block",
    "Body",
    "Cast",
    "Const",
    "Element",
    "Exit",
    "Expr",
    "For",
    "If",
    "Instr",
    "MemRef",
    "Number",
    "Program",
    "Stmt",
    "Tensor",
    "Var",
    "as_expr",
    "const_value",
    "walk",
]
