"""The oldest spelling of everything: te.platform.cce_conf, cce_params, the version strings."""

import te.platform.cce_params as cce_params
from te import platform as cce
from te.platform import cce_conf
from te.platform.cce_build import build_config
from te.platform.cce_conf import CceProductParams
from te.tik.common.util import DTYPE_SIZE
from te import tik
from topi.cce.util import VERSION_MINI, get_product_version


class Clip(object):
    def __init__(self, low, high):
        self.low, self.high = low, high
        self.instance = tik.Tik(tik.Dprofile())
        self.ub = CceProductParams().getParams("Unified_Buffer")
        assert self.ub == cce_conf.get_soc_spec("UB_SIZE") == tik.Dprofile().get_unified_buffer_size()
        assert cce.CUBE_MKN["float16"]["mac"] == [16, 16, 16] and cce_params.BLOCK_IN == 16

    def build(self, name):
        instance = self.instance
        lanes = cce_params.VECTOR_INST_BLOCK_WIDTH // DTYPE_SIZE["float16"]
        count = lanes * 3
        x = instance.Tensor("float16", [count], cce_params.scope_gm, "x")
        y = instance.Tensor("float16", [count], cce_params.scope_gm, "y")
        ub = instance.Tensor("float16", [count], cce_params.scope_ubuf, "ub")
        bound = instance.Tensor("float16", [16], cce_params.scope_ubuf, "bound")
        instance.data_move(ub, x, 0, 1, count // 16, 0, 0)
        instance.vector_dup(16, bound, self.low, 1, 1, 8)
        instance.vmax(lanes, ub, ub, bound, 3, 1, 1, 0, 8, 8, 0)
        instance.vector_dup(16, bound, self.high, 1, 1, 8)
        instance.vmin(lanes, ub, ub, bound, 3, 1, 1, 0, 8, 8, 0)
        instance.data_move(y, ub, 0, 1, count // 16, 0, 0)
        with build_config:
            instance.BuildCCE(name, [x], [y])


def clip(low=-1.0, high=1.0, kernel_name="clip"):
    cce.cce_conf.te_set_version("Ascend310" if get_product_version() == VERSION_MINI else "Ascend910")
    Clip(low, high).build(kernel_name)
