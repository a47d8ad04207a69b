"""A built-in operator that accumulates over cores: the output is zeroed before the launch, and added to."""

from impl.util import util_select_op_base
from impl.util.util_select_op_base import gen_param
from impl.util.util_soc_common import is_v220
from tbe import tik
from tbe.common.buildcfg import get_current_build_config
from tbe.common.platform import api_check_support
from tbe.common.platform import get_block_size
from tbe.common.platform import get_soc_spec
from tbe.common.register import register_param_generalization
from tbe.common.utils import para_check
from tbe.common.utils.errormgr import error_manager_vector


def op_select_format(x, y, kernel_name="column_sums"):
    first = gen_param(classify="input0", name="x", datatype="float", format="ND")
    return util_select_op_base.get_dynamic_param_in_json([first])


def check_supported(x, y, kernel_name="column_sums"):
    if not api_check_support("tik.set_atomic_add", x["dtype"]):
        return False, "no atomic addition"
    return True, ""


@register_param_generalization("ColumnSums")
def generalize(x, y, generalize_config):
    return None


@para_check.check_op_params(para_check.REQUIRED_INPUT, para_check.REQUIRED_OUTPUT, para_check.KERNEL_NAME)
def column_sums(x, y, kernel_name="column_sums"):
    rows, width = x["ori_shape"]
    supported, reason = check_supported(x, y)
    if not supported or get_current_build_config("enable_op_prebuild"):
        error_manager_vector.raise_err_specific_reson(kernel_name, reason)
    cores = min(rows, get_soc_spec("CORE_NUM"), 4 if is_v220() else 8)
    instance = tik.Tik()
    x_gm = instance.Tensor("float32", (rows, width), name="x_gm", scope=tik.scope_gm)
    y_gm = instance.Tensor("float32", (width,), name="y_gm", scope=tik.scope_gm, is_atomic_add=True)
    burst = width * 4 // get_block_size()
    with instance.for_range(0, cores, block_num=cores) as core:
        total = instance.Tensor("float32", (width,), name="total", scope=tik.scope_ubuf)
        instance.vec_dup(64, total, 0, width // 64, 8)
        with instance.for_range(0, (rows - core + cores - 1) / cores, name="step") as step:
            row = instance.Tensor("float32", (width,), name="row", scope=tik.scope_ubuf)
            instance.data_move(row, x_gm[step * cores + core, 0], 0, 1, burst, 0, 0)
            instance.vec_add(64, total, total, row, width // 64, 8, 8, 8)
        instance.set_atomic_add(1)
        instance.data_move(y_gm, total, 0, 1, burst, 0, 0)
        instance.set_atomic_add(0)
    instance.BuildCCE(kernel_name=kernel_name, inputs=[x_gm], outputs=[y_gm])
    return instance
