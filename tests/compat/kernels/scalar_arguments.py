"""Scalars as arguments, an expression class by its place in the package, several kernels of one entry."""

from te import tik
from te.tik import Dprofile, Tik, scope_gm


def fill(kernel_name="fill"):
    for number, dtype in enumerate(("float32", "int32")):
        instance = Tik(Dprofile(None, None), disable_debug=False)
        value = instance.InputScalar(dtype, "value")
        times = instance.InputScalar("int32", "times")
        y = instance.Tensor(dtype, (64 * 4,), scope_gm, "y")
        ub = instance.Tensor(dtype, (64,), tik.scope_ubuf, "ub")
        assert isinstance(times + 1, tik.tik_lib.tik_expr.Expr) and not isinstance(4, tik.Expr)
        assert isinstance(value, tik.api.tik_scalar.Scalar) and isinstance(y, tik.Tensor)
        instance.vector_dup(64, ub, value, 1, 1, 8)
        with instance.for_range(0, times) as i:
            instance.data_move(y[i * 64], ub, 0, 1, 8, 0, 0)
        instance.BuildCCE(f"{kernel_name}_{number}", inputs=[value, times], outputs=y)
