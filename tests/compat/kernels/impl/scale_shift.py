"""A built-in operator with static shapes: a class that sizes its tiles from the platform."""

import math

from impl import constant_util as constant
from impl.scale_shift_limits import MOST_DIMENSIONS
from te import platform as tbe_platform
from te import tik
from te.utils import para_check
from te.utils.error_manager import error_manager_vector
from te.utils.para_check import check_op_params


class ScaleShift:
    """y = x * scale + shift"""

    def __init__(self, x, scale, shift, kernel_name):
        self.tik_instance = tik.Tik()
        self.shape, self.dtype = x.get("shape"), x.get("dtype").lower()
        if len(self.shape) > MOST_DIMENSIONS:
            error_manager_vector.raise_err_input_value_invalid(kernel_name, "rank of x", MOST_DIMENSIONS, len(self.shape))
        self.size = math.prod(self.shape)
        self.dtype_bytes = tbe_platform.cce_conf.get_bit_len(self.dtype) // 8
        self.lanes = constant.VECTOR_BYTE_SIZE // self.dtype_bytes
        self.block = constant.BLOCK_SIZE // self.dtype_bytes
        ub = tbe_platform.cce_conf.get_soc_spec(tbe_platform.cce_conf.UB_SIZE)
        self.tile = ub // 4 // self.dtype_bytes // self.lanes * self.lanes
        self.tile = min(self.tile, constant.MAX_REPEAT_TIMES * self.lanes)
        self.scale, self.shift, self.kernel_name = scale, shift, kernel_name
        self.x_gm = self.tik_instance.Tensor(self.dtype, (self.size,), name="x_gm", scope=tik.scope_gm)
        self.y_gm = self.tik_instance.Tensor(self.dtype, (self.size,), name="y_gm", scope=tik.scope_gm)

    def one_tile(self, offset, count):
        ub = self.tik_instance.Tensor(self.dtype, (self.tile,), name="ub", scope=tik.scope_ubuf)
        burst = math.ceil(count / self.block)
        repeats = math.ceil(count / self.lanes)
        self.tik_instance.data_move(
            ub, self.x_gm[offset], constant.SID, constant.DEFAULT_NBURST, burst, constant.STRIDE_ZERO, constant.STRIDE_ZERO
        )
        self.tik_instance.vmuls(self.lanes, ub, ub, self.scale, repeats, 1, 1, 8, constant.REPEAT_STRIDE_EIGHT)
        self.tik_instance.vadds(self.lanes, ub, ub, self.shift, repeats, 1, 1, 8, 8)
        self.tik_instance.data_move(self.y_gm[offset], ub, 0, 1, burst, 0, 0)

    def compute(self):
        whole, rest = divmod(self.size, self.tile)
        if whole:
            with self.tik_instance.for_range(0, whole, thread_num=2 if whole > 1 else 1) as i:
                self.one_tile(i * self.tile, self.tile)
        if rest:
            with self.tik_instance.new_stmt_scope():
                self.one_tile(whole * self.tile, rest)
        self.tik_instance.BuildCCE(self.kernel_name, inputs=self.x_gm, outputs=self.y_gm, enable_l2=False)
        return self.tik_instance


@check_op_params(
    para_check.REQUIRED_INPUT,
    para_check.REQUIRED_OUTPUT,
    para_check.OPTION_ATTR_FLOAT,
    para_check.OPTION_ATTR_FLOAT,
    para_check.KERNEL_NAME,
)
def scale_shift(x, y, scale=1.0, shift=0.0, kernel_name="scale_shift"):
    para_check.check_shape(x.get("shape"), param_name="x")
    para_check.check_dtype(x.get("dtype").lower(), ("float16", "float32"), param_name="x")
    return ScaleShift(x, scale, shift, kernel_name).compute()
