"""The program tree."""

from tik.ir import Assign, Block, Exit, For, If, Instr, MemRef, Tensor, Var, walk
from tik.isa import INSTRUCTIONS
from tik.types.dtypes import f16, f32, i32
from tik.types.positions import Location
from tik.types.scopes import Scope


def test_walk_gives_the_head_before_what_is_inside() -> None:
    i = Var(i32, "i", "loop")
    deep, other, last, behind = Exit("continue"), Assign(Var(i32, "x"), 1), Exit("break"), Exit("return")
    branch = If(i, [deep], [other])
    block = Block([last])
    loop = For(i, 0, 4, [branch, block])
    assert [id(stmt) for stmt in walk([loop, behind])] == [id(x) for x in (loop, branch, deep, other, block, last, behind)]


def test_operands_by_name() -> None:
    ub, gm = Tensor("u", f32, Scope.UB, [8], 32), Tensor("o", f32, Scope.GM, [8], 32)
    store = Instr(INSTRUCTIONS["mov_ub_gm"], (f32,), (MemRef(gm, 64), MemRef(ub), 2, 1, 0, 0, 0))
    assert store.operand("dst").tensor is gm and store.operand("nburst") == 2
    assert repr(store) == "mov_ub_gm.f32 o[64], u[0], 2, 1, 0, 0, 0"


def test_tensors_say_what_they_are() -> None:
    tensor = Tensor("t", f16, Scope.UB, [8, 256], 4096, Location("/home/me/softmax.py", 12))
    assert repr(tensor) == "Tensor t f16 [8, 256] UB (4 KiB) softmax.py:12"
    assert not tensor.pinned and tensor.origin is tensor
    tensor.address = 0x1800
    assert "0x1800..0x2800" in repr(tensor) and not tensor.pinned  # placed by the planner, not pinned by the author
    assert Tensor("t", f16, Scope.UB, [8], 16, address=32).pinned
    assert repr(Tensor("x", f32, Scope.GM, [Var(i32, "n")], None)) == "Tensor x f32 [n] GM"
