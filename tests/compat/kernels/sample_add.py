"""A sample that runs itself: both operands of a binary addition come from the script."""

import numpy as np
import tbe.common.platform as tbe_platform
from tbe import tik


def simple_add():
    soc_version = "Ascend310"
    tbe_platform.set_current_compile_soc_info(soc_version)
    tik_instance = tik.Tik(disable_debug=False)
    data_A = tik_instance.Tensor("float16", (128,), name="data_A", scope=tik.scope_gm)
    data_B = tik_instance.Tensor("float16", (128,), name="data_B", scope=tik.scope_gm)
    data_C = tik_instance.Tensor("float16", (128,), name="data_C", scope=tik.scope_gm)
    data_A_ub = tik_instance.Tensor("float16", (128,), name="data_A_ub", scope=tik.scope_ubuf)
    data_B_ub = tik_instance.Tensor("float16", (128,), name="data_B_ub", scope=tik.scope_ubuf)
    data_C_ub = tik_instance.Tensor("float16", (128,), name="data_C_ub", scope=tik.scope_ubuf)
    tik_instance.data_move(data_A_ub, data_A, 0, 1, 128 // 16, 0, 0)
    tik_instance.data_move(data_B_ub, data_B, 0, 1, 128 // 16, 0, 0)
    tik_instance.vec_add(128, data_C_ub[0], data_A_ub[0], data_B_ub[0], 1, 8, 8, 8)
    tik_instance.data_move(data_C, data_C_ub, 0, 1, 128 // 16, 0, 0)
    tik_instance.BuildCCE(kernel_name="simple_add", inputs=[data_A, data_B], outputs=[data_C])
    return tik_instance


if __name__ == "__main__":
    instance = simple_add()
    feed_dict = {"data_A": np.ones((128,), dtype=np.float16), "data_B": np.full((128,), 2, dtype=np.float16)}
    (data_C,) = instance.tikdb.start_debug(feed_dict=feed_dict, interactive=False)
    print(data_C)
