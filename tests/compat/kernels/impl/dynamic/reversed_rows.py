"""Cores meet at a barrier, and how many they are comes with the tiling."""

from impl.util.platform_adapter import register_operator
from impl.util.platform_adapter import tik


@register_operator("ReversedRows")
def reversed_rows(x, y, kernel_name="reversed_rows"):
    t = tik.Tik()
    x_gm = t.Tensor("float32", (2**31 - 1,), tik.scope_gm, "x_gm")
    y_gm = t.Tensor("float32", (2**31 - 1,), tik.scope_gm, "y_gm")
    tiling_gm = t.Tensor("int64", (4,), tik.scope_gm, "tiling_gm")
    rows_gm = t.Tensor("float32", (32 * 64,), tik.scope_gm, "rows_gm", is_workspace=True)
    sync_gm = t.Tensor("int64", (32 * 4,), tik.scope_gm, "sync_gm", is_workspace=True)
    tiling_ub = t.Tensor("int64", (4,), tik.scope_ubuf, "tiling_ub")
    t.data_move(tiling_ub, tiling_gm, 0, 1, 1, 0, 0)
    core_num_var = t.Scalar("int64", "core_num_var", tiling_ub[0])
    with t.for_range(0, core_num_var, block_num=core_num_var) as core:
        row_ub = t.Tensor("float32", (64,), tik.scope_ubuf, "row_ub")
        t.data_move(row_ub, x_gm[core * 64], 0, 1, 8, 0, 0)
        t.data_move(rows_gm[core * 64], row_ub, 0, 1, 8, 0, 0)
        t.block_barrier(sync_gm)
        t.data_move(row_ub, rows_gm[(core_num_var - 1 - core) * 64], 0, 1, 8, 0, 0)
        t.data_move(y_gm[core * 64], row_ub, 0, 1, 8, 0, 0)
    t.BuildCCE(kernel_name, [x_gm], [y_gm], flowtable=[tiling_gm])
