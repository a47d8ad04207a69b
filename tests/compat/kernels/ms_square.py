"""A custom operator of MindSpore's: declared with the fluent builder, computed over a block loop."""

from functools import reduce as functools_reduce

import te.lang.cce
from mindspore.ops.op_info_register import DataType, TBERegOp, op_info_register
from te import tik
from te.platform.fusion_manager import fusion_manager
from topi.cce import util

cus_square_op_info = (
    TBERegOp("CusSquare")
    .fusion_type("OPAQUE")
    .async_flag(False)
    .binfile_name("square.so")
    .compute_cost(10)
    .kernel_name("cus_square")
    .partial_flag(True)
    .input(0, "x", False, "required", "all")
    .output(0, "y", False, "required", "all")
    .dtype_format(DataType.F32_Default, DataType.F32_Default)
    .dtype_format(DataType.F32_5HD, DataType.F32_5HD)
    .get_op_info()
)


@fusion_manager.register("square")
def square_compute(input_x, output_y):
    return te.lang.cce.vmul(input_x, input_x)


@op_info_register(cus_square_op_info)
def cus_square(input_x, output_y, kernel_name="cus_square"):
    shape = input_x.get("shape")
    dtype = input_x.get("dtype").lower()
    util.check_shape_rule(shape)
    util.check_dtype_rule(dtype, ("float32",))
    util.check_kernel_name(kernel_name)
    if util.get_product_version() == util.VERSION_MINI:
        tik_instance = tik.Tik(tik.Dprofile("v100", "mini"))
    else:
        tik_instance = tik.Tik(tik.Dprofile("v100", "cloud"))
    total = functools_reduce(lambda a, b: a * b, shape[:])
    blocks = 4
    each = total // blocks
    x = tik_instance.Tensor(dtype, shape, name="x", scope=tik.scope_gm)
    y = tik_instance.Tensor(dtype, shape, name="y", scope=tik.scope_gm)
    with tik_instance.for_range(0, blocks, block_num=blocks) as block:
        ub = tik_instance.Tensor(dtype, (each,), name="ub", scope=tik.scope_ubuf)
        tik_instance.data_move(ub, x[block * each], 0, 1, each // 8, 0, 0)
        tik_instance.vmul(64, ub, ub, ub, each // 64, 1, 1, 1, 8, 8, 8)
        tik_instance.data_move(y[block * each], ub, 0, 1, each // 8, 0, 0)
    tik_instance.BuildCCE(kernel_name=kernel_name, inputs=[x], outputs=[y])
