"""A built-in operator with dynamic shapes: the tiling comes in the flowtable."""

from impl.util.platform_adapter import error_manager_vector
from impl.util.platform_adapter import para_check
from impl.util.platform_adapter import register_operator
from impl.util.platform_adapter import tbe_context
from impl.util.platform_adapter import tbe_platform
from impl.util.platform_adapter import tik


class Constant:
    """Numbers of the operator."""

    MAX_INT64 = 2**62 - 1
    TILING_ARG_NUM = 8
    TILING_MODE_COPY = 1
    LANES = 64
    TILE = 64 * 32


class AddScaled:
    """y = a + alpha * b, alpha and the sizes at run time."""

    def __init__(self, dtype, kernel_name):
        self.kernel_name, self.dtype = kernel_name, dtype
        self.ub_size = tbe_platform.get_soc_spec(tbe_platform.UB_SIZE)
        self.core_num = tbe_platform.get_soc_spec(tbe_platform.CORE_NUM)
        self.tik_instance = tik.Tik(tik.Dprofile())
        t = self.tik_instance
        self.a_gm = t.Tensor(dtype, (Constant.MAX_INT64,), name="a_gm", scope=tik.scope_gm)
        self.b_gm = t.Tensor(dtype, (Constant.MAX_INT64,), name="b_gm", scope=tik.scope_gm)
        self.y_gm = t.Tensor(dtype, (Constant.MAX_INT64,), name="y_gm", scope=tik.scope_gm)
        self.tiling_gm = t.Tensor("int64", (Constant.TILING_ARG_NUM,), name="tiling_gm", scope=tik.scope_gm)
        self.mode = t.Scalar("int64", "mode")
        self.cores = t.Scalar("int64", "cores")
        self.each = t.Scalar("int64", "each")
        self.alpha = t.Scalar("int64", "alpha")

    def get_tiling_args(self):
        t = self.tik_instance
        with t.new_stmt_scope():
            tiling_ub = t.Tensor("int64", (Constant.TILING_ARG_NUM,), name="tiling_ub", scope=tik.scope_ubuf)
            t.data_move(tiling_ub, self.tiling_gm, 0, 1, Constant.TILING_ARG_NUM * 8 // 32, 0, 0)
            for index, scalar in enumerate((self.mode, self.cores, self.each, self.alpha)):
                scalar.set_as(tiling_ub[index])

    def compute(self):
        t = self.tik_instance
        self.get_tiling_args()
        with t.for_range(0, self.core_num, block_num=self.core_num) as core:
            with t.if_scope(core < self.cores):
                with t.for_range(0, (self.each + Constant.TILE - 1) // Constant.TILE) as step:
                    self.tile(core * self.each + step * Constant.TILE)
        tbe_context.get_context().add_compile_info("vars", {"ub_size": self.ub_size, "core_num": self.core_num})
        t.BuildCCE(
            kernel_name=self.kernel_name,
            inputs=[self.a_gm, self.b_gm],
            outputs=[self.y_gm],
            flowtable=[self.tiling_gm],
            config={"enable_const_fold": True},
        )
        return t

    def tile(self, offset):
        t = self.tik_instance
        a_ub = t.Tensor(self.dtype, (Constant.TILE,), name="a_ub", scope=tik.scope_ubuf)
        b_ub = t.Tensor(self.dtype, (Constant.TILE,), name="b_ub", scope=tik.scope_ubuf)
        factor = t.Scalar(self.dtype, "factor")
        factor.set_as(self.alpha)
        t.data_move(a_ub, self.a_gm[offset], 0, 1, Constant.TILE // 8, 0, 0)
        t.data_move(b_ub, self.b_gm[offset], 0, 1, Constant.TILE // 8, 0, 0)
        with t.if_scope(tik.all(self.mode != Constant.TILING_MODE_COPY, self.alpha != 0)):
            t.vec_muls(Constant.LANES, b_ub, b_ub, factor, Constant.TILE // Constant.LANES, 8, 8)
            t.vec_add(Constant.LANES, a_ub, a_ub, b_ub, Constant.TILE // Constant.LANES, 8, 8, 8)
        t.data_move(self.y_gm[offset], a_ub, 0, 1, Constant.TILE // 8, 0, 0)


@register_operator("AddScaled")
@para_check.check_op_params(
    para_check.REQUIRED_INPUT, para_check.REQUIRED_INPUT, para_check.REQUIRED_OUTPUT, para_check.KERNEL_NAME
)
def add_scaled(a, b, y, kernel_name="add_scaled"):
    if a.get("dtype") != b.get("dtype"):
        error_manager_vector.raise_err_two_input_dtype_invalid(kernel_name, "a", "b", "they must be the same")
    AddScaled(a.get("dtype"), kernel_name).compute()
    return {"tiling": "host"}
