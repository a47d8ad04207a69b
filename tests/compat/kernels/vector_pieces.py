"""Over the helpers that cut vector instructions into pieces."""

from impl.util.platform_adapter import tik
from impl.util.util_tik_comm_func import *


def affine(count=1000):
    """y = 3 x + 1 + bias; the tails are written whole."""
    instance = tik.Tik()
    room = ceil_div(count, 16) * 16
    x = instance.Tensor("float16", (count,), name="x", scope=tik.scope_gm)
    y = instance.Tensor("float32", (count,), name="y", scope=tik.scope_gm)
    half = instance.Tensor("float16", (room,), name="half", scope=tik.scope_ubuf)
    wide = instance.Tensor("float32", (room,), name="wide", scope=tik.scope_ubuf)
    bias = instance.Tensor("float32", (room,), name="bias", scope=tik.scope_ubuf)
    gm2ub(instance, half, x, count)
    tik_func_vconv(instance, wide, half, count)
    tik_func_vmuls(instance, wide, wide, 3.0, count)
    tik_func_vadds(instance, wide, wide, 1.0, count)
    tik_func_vector(instance, bias, 0.5, count)
    tik_func_vcomple(instance, "vadd", wide, wide, bias, count)
    ub2gm(instance, y, wide, count)
    instance.BuildCCE(kernel_name="affine", inputs=[x], outputs=[y])
    return instance
