"""An early dynamic operator: star import, the tiling tensor among the inputs, a relative import."""

import te.lang.dynamic
import te.op
from te import platform as tbe_platform
from te import tik
from te.utils.op_utils import *

from . import rows_sum_tiling as layout

MAX_INT32 = 2**31 - 1


@te.op.register_operator("RowsSum")
@check_op_params(REQUIRED_INPUT, REQUIRED_OUTPUT, KERNEL_NAME)
def rows_sum(x, y, kernel_name="rows_sum"):
    """y[r] = sum over x[r, 0..63], one row a block."""
    tik_instance = tik.Tik(tik.Dprofile())
    x_gm = tik_instance.Tensor("float32", (MAX_INT32,), name="x_gm", scope=tik.scope_gm)
    y_gm = tik_instance.Tensor("float32", (MAX_INT32,), name="y_gm", scope=tik.scope_gm)
    tiling = tik_instance.Tensor("int32", (layout.LENGTH,), name="tiling", scope=tik.scope_gm)
    tiling_ub = tik_instance.Tensor("int32", (layout.LENGTH,), name="tiling_ub", scope=tik.scope_ubuf)
    rows = tik_instance.Scalar("int32", name="rows")
    tik_instance.data_move(tiling_ub, tiling, 0, 1, 1, 0, 0)
    rows.set_as(tiling_ub[layout.ROWS])
    with tik_instance.for_range(0, rows) as row:
        ub = tik_instance.Tensor("float32", (64,), name="ub", scope=tik.scope_ubuf)
        sums = tik_instance.Tensor("float32", (8,), name="sums", scope=tik.scope_ubuf)
        tik_instance.vector_dup(8, sums, 0.0, 1, 1, 1)
        tik_instance.data_move(ub, x_gm[row * 64], 0, 1, 8, 0, 0)
        tik_instance.vcadd(64, sums, ub, 1, 1, 1, 8)
        tik_instance.data_move(y_gm[row * 8], sums, 0, 1, 1, 0, 0)
    tik_instance.BuildCCE(kernel_name=kernel_name, inputs=(x_gm, tiling), outputs=(y_gm,))
    te.op.add_compile_info("vars", {"core_num": tbe_platform.cce_conf.get_soc_spec("CORE_NUM")})
    return te.op.get_compile_info()
