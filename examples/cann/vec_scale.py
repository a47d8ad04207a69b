"""A kernel file as it is written for CANN: y = scale * x, the tensors described by dictionaries, the chip the caller's.

tik run examples/cann/vec_scale.py --shape 8x1000 --dtype f16 --set scale=0.5
"""

from te import platform as tbe_platform
from te import tik
from te.utils import para_check

BLOCK, REPEAT, MOST_REPEATS = 32, 256, 255  # bytes, bytes, repeats of an instruction


@para_check.check_op_params(
    para_check.REQUIRED_INPUT, para_check.REQUIRED_OUTPUT, para_check.REQUIRED_ATTR_FLOAT, para_check.KERNEL_NAME
)
def vec_scale(x, y, scale, kernel_name="vec_scale"):
    """The elements in tiles of as many whole repeats as one instruction takes, the tiles shared out over the cores."""
    t = tik.Tik(tik.Dprofile())
    dtype, size = x["dtype"], 4 if x["dtype"] == "float32" else 2
    count = 1
    for extent in x["shape"]:
        count *= extent
    lanes, block = REPEAT // size, BLOCK // size
    tile = MOST_REPEATS * lanes
    tiles = (count + tile - 1) // tile
    cores = min(tiles, tbe_platform.cce_conf.get_soc_spec(tbe_platform.cce_conf.CORE_NUM))
    padded = (count + block - 1) // block * block  # bursts are whole blocks: the last one may reach behind the elements
    x_gm = t.Tensor(dtype, (padded,), name="x_gm", scope=tik.scope_gm)
    y_gm = t.Tensor(dtype, (padded,), name="y_gm", scope=tik.scope_gm)

    def scaled(start, elements):
        blocks, repeats = (elements + block - 1) // block, (elements + lanes - 1) // lanes
        ub = t.Tensor(dtype, (repeats * lanes,), name="ub", scope=tik.scope_ubuf)  # whole repeats: lanes too many stay here
        t.data_move(ub, x_gm[start], 0, 1, blocks, 0, 0)
        t.vec_muls(lanes, ub, ub, scale, repeats, 8, 8)
        t.data_move(y_gm[start], ub, 0, 1, blocks, 0, 0)

    with t.for_range(0, cores, block_num=cores) as core:
        with t.for_range(0, (tiles - 1 - core + cores - 1) // cores) as i:  # core, core + cores, ... but not the last tile
            scaled((core + i * cores) * tile, tile)
        with t.if_scope(core == (tiles - 1) % cores):
            scaled((tiles - 1) * tile, count - (tiles - 1) * tile)
    t.BuildCCE(kernel_name=kernel_name, inputs=[x_gm], outputs=[y_gm])
    return t
