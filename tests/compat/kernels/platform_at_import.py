"""Reads the platform while it is imported, and imports the rest where it is needed."""

from tbe.common import platform as tbe_platform
from tbe.common.platform.platform_info import get_soc_spec

UB_BYTES = tbe_platform.get_soc_spec(tbe_platform.UB_SIZE)
CORES = get_soc_spec("CORE_NUM")
SHORT = tbe_platform.get_soc_spec("SHORT_SOC_VERSION")


def negate(dtype="float32"):
    from impl.common_util import get_data_size
    from tbe import tik

    size = get_data_size(dtype)
    if not tbe_platform.api_check_support("tik.vmuls", dtype):
        raise RuntimeError(f"{SHORT} has no vmuls of {dtype}")
    count = UB_BYTES // 256 // size
    instance = tik.Tik()
    x = instance.Tensor(dtype, (count,), tik.scope_gm, "x")
    y = instance.Tensor(dtype, (count,), tik.scope_gm, "y")
    ub = instance.Tensor(dtype, (count,), tik.scope_ubuf, "ub")
    instance.data_move(ub, x, 0, 1, count * size // 32, 0, 0)
    lanes = 256 // size
    if count // lanes:
        instance.vmuls(lanes, ub, ub, -1, count // lanes, 1, 1, 8, 8)
    if count % lanes:
        instance.vmuls(count % lanes, ub[count // lanes * lanes], ub[count // lanes * lanes], -1, 1, 1, 1, 8, 8)
    instance.data_move(y, ub, 0, 1, count * size // 32, 0, 0)
    instance.BuildCCE("negate", [x], [y])
