"""A custom operator of MindSpore's on the cube: fractals to L0, mmad, and back through UB."""

from mindspore.ops.op_info_register import DataType, TBERegOp, op_info_register
from te import tik
from te.platform import cce_params as cce
from topi.cce import util

info = (
    TBERegOp("CusMatMulFrac")
    .input(0, "x1", False, "required", "all")
    .input(1, "x2", False, "required", "all")
    .output(0, "y", False, "required", "all")
    .dtype_format(DataType.F16_FracNZ, DataType.F16_Default, DataType.F32_Default)
    .get_op_info()
)


@op_info_register(info)
@util.check_input_type(dict, dict, dict, str)
def cus_matmul(input_x1, input_x2, output, kernel_name="cus_matmul"):
    """x1: fractals of a 16 x k matrix, [k / 16, 16, 16]; x2: fractals of its right-hand side, each [n, k]."""
    steps = input_x1["shape"][0]
    tik_instance = tik.Tik(tik.Dprofile("v100", "cloud"))
    a = tik_instance.Tensor("float16", (steps, 16, 16), name="a", scope=tik.scope_gm)
    b = tik_instance.Tensor("float16", (steps, 16, 16), name="b", scope=tik.scope_gm)
    y = tik_instance.Tensor("float32", (16, 16), name="y", scope=tik.scope_gm)
    a_l1 = tik_instance.Tensor("float16", (steps, 16, 16), name="a_l1", scope=cce.scope_cbuf)
    b_l1 = tik_instance.Tensor("float16", (steps, 16, 16), name="b_l1", scope=cce.scope_cbuf)
    a_l0 = tik_instance.Tensor("float16", (steps, 16, 16), name="a_l0", scope=tik.scope_ca)
    b_l0 = tik_instance.Tensor("float16", (steps, 16, 16), name="b_l0", scope=tik.scope_cb)
    c_l0 = tik_instance.Tensor("float32", (16, 16), name="c_l0", scope=tik.scope_cc)
    c_ub = tik_instance.Tensor("float32", (16, 16), name="c_ub", scope=tik.scope_ubuf)
    tik_instance.data_move(a_l1, a, 0, 1, steps * 16, 0, 0)
    tik_instance.data_move(b_l1, b, 0, 1, steps * 16, 0, 0)
    tik_instance.load2dv1(a_l0, a_l1, 0, steps, 1, 0, False)
    tik_instance.load2dv1(b_l0, b_l1, 0, steps, 1, 0, False)
    tik_instance.mmad(c_l0, a_l0, b_l0, 16, steps * cce.BLOCK_REDUCE, cce.BLOCK_OUT, 0)
    tik_instance.data_move(c_ub, c_l0, 0, 1, 1, 0, 0)
    tik_instance.data_move(y, c_ub, 0, 1, 32, 0, 0)
    tik_instance.BuildCCE(kernel_name=kernel_name, inputs=[a, b], outputs=[y])
    return tik_instance
