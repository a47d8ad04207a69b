"""Statements behind the loop over cores, whose number comes with the tiling: they use its variable."""

from impl.util.platform_adapter import register_operator
from impl.util.platform_adapter import tik


@register_operator("BehindTheCores")
def behind_the_cores(x, y, kernel_name="behind_the_cores"):
    tik_instance = tik.Tik()
    x_gm = tik_instance.Tensor("float32", (2**31 - 1,), tik.scope_gm, "x_gm")
    y_gm = tik_instance.Tensor("float32", (2**31 - 1,), tik.scope_gm, "y_gm")
    tiling_gm = tik_instance.Tensor("int64", (4,), tik.scope_gm, "tiling_gm")
    tiling_ub = tik_instance.Tensor("int64", (4,), tik.scope_ubuf, "tiling_ub")
    tik_instance.data_move(tiling_ub, tiling_gm, 0, 1, 1, 0, 0)
    core_num_var = tik_instance.Scalar("int64", "core_num_var", tiling_ub[0])
    row_ub = tik_instance.Tensor("float32", (64,), tik.scope_ubuf, "row_ub")
    with tik_instance.for_range(0, core_num_var, block_num=core_num_var) as core:
        tik_instance.data_move(row_ub, x_gm[core * 64], 0, 1, 8, 0, 0)
    sum_ub = tik_instance.Tensor("float32", (64,), tik.scope_ubuf, "sum_ub")
    tik_instance.vadds(64, sum_ub, row_ub, 1, 1, 1, 1, 8, 8)
    tik_instance.data_move(y_gm[core * 64], sum_ub, 0, 1, 8, 0, 0)
    tik_instance.BuildCCE(kernel_name, [x_gm], [y_gm], flowtable=[tiling_gm])
