"""Habits of kernel files that are rare, and work: dtypes of Scalars as text, copies of Scalars, scalars of modes that are off."""

import copy

from te import tik
from te.platform import get_bit_len

SIZES = {"int32": 4, "float16": 2}


def habits(n=64, mode=0, kernel_name="odd_habits"):
    t = tik.Tik(tik.Dprofile(), disable_debug=False)
    x = t.Tensor("int32", (n,), name="x", scope=tik.scope_gm)
    y = t.Tensor("int32", (n,), name="y", scope=tik.scope_gm)
    ub = t.Tensor("int32", (n,), name="ub", scope=tik.scope_ubuf)
    never_set = t.Scalar("int64", name="stride_of_mode_3")
    first = t.Scalar("int32", name="first", init_value=mode)
    assert (
        first.dtype == "int32" and first.dtype.lower() == "int32" and SIZES[first.dtype] == 4 and get_bit_len(first.dtype) == 32
    )
    t.data_move(ub, x, 0, 1, n // 8, 0, 0)
    params = copy.deepcopy({"first": first, "buffers": [ub]})
    params["first"].set_as(params["first"] + 5)
    t.tikdb.debug_print('"before", first')
    with t.if_scope(first > 1000):
        t.data_move(ub, x[never_set], 0, 1, n // 8, 0, 0)
    same_type = t.Scalar(dtype=first.dtype, name="same_type", init_value=first)
    params["buffers"][0][0].set_as(same_type)
    t.data_move(y, ub, 0, 1, n // 8, 0, 0)
    t.BuildCCE(kernel_name=kernel_name, inputs=[x], outputs=[y])
