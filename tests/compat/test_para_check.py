"""Checks pass; decorators keep what they declare."""

from pathlib import Path

from tik import compat

KERNEL = """
from te.utils import para_check
from te.utils.op_utils import *
from topi.cce import util


@check_op_params(REQUIRED_INPUT, para_check.OPTION_INPUT, REQUIRED_OUTPUT, OPTION_ATTR_LIST_INT, KERNEL_NAME)
@util.check_input_type(dict, (dict, None), dict, (list, tuple), str)
def op(x, mask, y, axes=None, kernel_name="op"):
    para_check.check_shape(x["shape"], min_rank=1, param_name="x")
    para_check.check_something_new(x)
    assert util.check_tensor_shape_size(x["shape"]) == para_check.check_shape_size([3, *x["shape"]], 2**31) // 3
    check_dtype_rule(x["dtype"], ("float16",))
    return x


@util.check_input_type
def bare(x):
    return x


@para_check.check_op_params
def bare_too(x):
    return x
"""


def test_decorators_and_checks(tmp_path: Path) -> None:
    path = tmp_path / "k.py"
    path.write_text(KERNEL, encoding="utf-8")
    mod = compat.load(path, chip="Ascend310")
    x = compat.tensor((3,))
    assert mod.op(x, None, x) is x and mod.bare(4) == mod.bare_too(4) == 4
    assert mod.op.__tik_parameters__ == (
        "required_input",
        "option_input",
        "required_output",
        "OPTION_ATTR_LIST_INT",
        "kernel_name",
    )
    assert mod.para_check.REQUIRED_ATTR_NEW == "REQUIRED_ATTR_NEW" and mod.DYNAMIC_INPUT == "dynamic_input"
    assert mod.util.get_product_version() == mod.util.VERSION_MINI and mod.util.is_mini_version()
