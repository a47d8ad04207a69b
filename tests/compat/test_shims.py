"""The small shims: registration, context, configuration, shapes, errors, sizes."""

from pathlib import Path
from typing import Any

import pytest

from tik import compat
from tik.compat import data_sizes, failures, shapes
from tik.compat.modules import registering
from tik.compat.register import CompileContext, Configuration

KERNEL = """
import te.op
from te.platform.fusion_manager import fusion_manager
from tbe.common.register import register_operator, register_new_thing
from impl.util.platform_adapter import tbe_context, register_operator_compute
from tbe.common.buildcfg import get_current_build_config, build_config


@fusion_manager.register("a")
@register_new_thing
@register_operator_compute("A", op_mode="dynamic", support_fusion=False)
@register_operator("A", pattern="x")
@te.op.register_operator("A")
def op():
    tbe_context.get_context().add_compile_info("vars", {"core_num": 8})
    with te.op.dynamic(), tbe_context.op_context.OpContext("static"), build_config(x=1):
        return tbe_context.get_context().get_compile_info(), te.op.get_compile_info(), get_current_build_config("any")
"""


def test_registration_context_and_configuration(tmp_path: Path) -> None:
    path = tmp_path / "k.py"
    path.write_text(KERNEL, encoding="utf-8")
    first, second, configured = compat.load(path).op()
    assert first == second == {"vars": {"core_num": 8}} and configured is False


def test_registering() -> None:
    def f() -> int:
        return 3

    assert registering(f) is f and registering("X")(f) is f and registering(f, "X")(f) is f


def test_contexts() -> None:
    context = CompileContext("static")
    context.add_addition("k", 1)
    assert (context.get_op_mode(), context.get_addition("k"), context.get_addition("j"), context.get_op_info()) == (
        "static",
        1,
        None,
        [],
    )
    context.add_op_info("op")
    assert context.get_op_info() == ["op"]
    assert context.set_graph_op_info(1) is None and Configuration()["any"] is None
    assert not hasattr(context, "nothing")


def test_shapes() -> None:
    assert shapes.broadcast_shapes([3, 1], [4]) == ([3, 1], [1, 4], [3, 4])
    with pytest.raises(ValueError, match=r"shapes \[3\] and \[4\] do not broadcast"):
        shapes.broadcast_shapes([3], [4])
    assert shapes.axis_check(3, -1) == 2 and shapes.axis_check(3, [-1, 0]) == [0, 2]
    with pytest.raises(ValueError, match="axis 3 of 3 dimensions"):
        shapes.axis_check(3, 3)
    assert shapes.refine_axis([0, 1], [1, 4]) == [1] and shapes.refine_axis(0, [1, 4]) == [0]
    assert shapes.wrap_axes_to_positive([-1, 0], 3) == [2, 0] and shapes.squeeze_shape([1, 4, 1]) == [4]
    assert shapes.scalar2tensor_one(()) == (1,) and shapes.get_shape_size((3, 4)) == 12 and shapes.shape_to_list((3,)) == [3]


@pytest.mark.parametrize("arguments", [("op", "x", 3), ({"errCode": "E1", "op": "op"}, "x", 3)])
def test_errors(arguments: tuple[Any, ...]) -> None:
    raising = failures.raising("raise_err_anything")
    with pytest.raises(RuntimeError, match=r"raise_err_anything: .*op.*, x, 3, why: because"):
        raising(*arguments, why="because")
    assert failures.error_message({"errCode": "E1", "op": "f"}) == "errCode: E1, op: f"


def test_sizes() -> None:
    assert [data_sizes.get_data_size(t) for t in ("float16", "FLOAT32", "bool", "int64")] == [2, 4, 1, 8]
    assert data_sizes.get_block_element("float16") == 16 and data_sizes.get_vector_repeat_times(None, 257) == 2
    assert (
        data_sizes.get_datamove_nburst(None, 33) == 2
        and data_sizes.align(33, 32) == 64
        and data_sizes.floor_align(33, 32) == 32
    )
    assert data_sizes.ceil_div(5, 0) == 5 and data_sizes.floor_div(5, 2) == 2 and data_sizes.lcm(4, 6) == 12
    assert data_sizes.is_unknown([{"shape": (3, -1)}]) and not data_sizes.is_unknown({"shape": (3,)})
