"""Whole repeats are compared, of which the last has lanes that nobody loaded; the words of bits go through and, not and or."""

from impl.util.platform_adapter import para_check
from impl.util.platform_adapter import tbe_platform
from impl.util.platform_adapter import tik


class ClipTail:
    def __init__(self, x, low, high, kernel_name):
        self.instance = tik.Tik()
        (self.size,) = x.get("shape")
        self.low, self.high, self.kernel_name = low, high, kernel_name
        self.mask = 256 // (tbe_platform.get_bit_len("float16") // 8)
        self.repeats = (self.size + self.mask - 1) // self.mask
        self.x_gm = self.instance.Tensor("float16", (self.size,), name="x_gm", scope=tik.scope_gm)
        self.y_gm = self.instance.Tensor("float16", (self.size,), name="y_gm", scope=tik.scope_gm)

    def constant(self, value, name):
        tensor = self.instance.Tensor("float16", (self.mask,), name=name, scope=tik.scope_ubuf)
        self.instance.vec_dup(self.mask, tensor, value, 1, 8)
        return tensor

    def compute(self):
        instance, burst = self.instance, (self.size + 15) // 16
        x_ub = instance.Tensor("float16", (self.repeats * self.mask,), name="x_ub", scope=tik.scope_ubuf)
        instance.data_move(x_ub, self.x_gm, 0, 1, burst, 0, 0)
        low, high, zero = self.constant(self.low, "low"), self.constant(self.high, "high"), self.constant(0, "zero")
        below = instance.Tensor("uint16", (self.mask // 8,), name="below", scope=tik.scope_ubuf)
        above = instance.Tensor("uint16", (self.mask // 8,), name="above", scope=tik.scope_ubuf)
        with instance.for_range(0, self.repeats) as i:
            one = x_ub[i * self.mask]
            instance.vec_cmpv_lt(below, one, low, 1, 8, 8)
            instance.vec_cmpv_gt(above, one, high, 1, 8, 8)
            instance.vor(8, below, below, above, 1, 1, 1, 1, 8, 8, 8)
            instance.vnot(8, below, below, 1, 1, 1, 8, 8)
            instance.vec_sel(self.mask, 0, one, below, one, zero, 1, 8, 8, 8)
        instance.data_move(self.y_gm, x_ub, 0, 1, burst, 0, 0)
        instance.BuildCCE(kernel_name=self.kernel_name, inputs=[self.x_gm], outputs=[self.y_gm])
        return instance


@para_check.check_op_params(
    para_check.REQUIRED_INPUT,
    para_check.REQUIRED_OUTPUT,
    para_check.REQUIRED_ATTR_FLOAT,
    para_check.REQUIRED_ATTR_FLOAT,
    para_check.KERNEL_NAME,
)
def clip_tail(x, y, low, high, kernel_name="clip_tail"):
    return ClipTail(x, low, high, kernel_name).compute()
