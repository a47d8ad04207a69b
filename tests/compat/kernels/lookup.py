"""Rows of a table by 64-bit indices, one Scalar each."""

from tbe import tik
from tbe.common.utils import para_check, shape_util
from tbe.common.utils.errormgr import error_manager_vector


def lookup(table, indices, y, kernel_name="lookup"):
    para_check.check_dtype(indices["dtype"], ("int64",), param_name="indices")
    rows, width = shape_util.shape_to_list(table["shape"])
    (count,) = indices["shape"]
    if width % 8:
        error_manager_vector.raise_err_specific_reson(kernel_name, f"rows of {width} are not whole blocks")
    instance = tik.Tik()
    table_gm = instance.Tensor(table["dtype"], (rows, width), name="table", scope=tik.scope_gm)
    index_gm = instance.Tensor("int64", (count,), name="indices", scope=tik.scope_gm)
    y_gm = instance.Tensor(table["dtype"], (count, width), name="y", scope=tik.scope_gm)
    index_ub = instance.Tensor("int64", (count,), name="index_ub", scope=tik.scope_ubuf)
    instance.data_move(index_ub, index_gm, 0, 1, count * 8 // 32, 0, 0)
    index = instance.Scalar("int64", "index")
    with instance.for_range(0, count) as i:
        row = instance.Tensor(table["dtype"], (width,), name="row", scope=tik.scope_ubuf)
        index.set_as(index_ub[i])
        with instance.if_scope(tik.any(index < 0, index >= rows)):
            index.set_as(0)
        instance.data_move(row, table_gm[index, 0], 0, 1, width // 8, 0, 0)
        instance.data_move(y_gm[i, 0], row, 0, 1, width // 8, 0, 0)
    instance.BuildCCE(kernel_name=kernel_name, inputs=[table_gm, index_gm], outputs=[y_gm])
    return instance
