"""A dynamic transpose by vnchwconv: repeats and their strides are Scalars, strides 0 for a single repeat."""

import collections

from impl.constant_util import SHAPE_SIZE_LIMIT
from impl.util.platform_adapter import register_operator
from impl.util.platform_adapter import tik

Sizes = collections.namedtuple("Sizes", ["n", "h", "w"])


@register_operator("TransposeBlocks")
def transpose_blocks(x, perm, y, kernel_name="transpose_blocks"):
    """(n, h, w) -> (n, w, h)"""
    tik_inst = tik.Tik()
    data_in = tik_inst.Tensor(x.get("dtype"), (SHAPE_SIZE_LIMIT,), tik.scope_gm, "x")
    data_perm = tik_inst.Tensor("int32", (SHAPE_SIZE_LIMIT,), tik.scope_gm, "perm")
    data_out = tik_inst.Tensor(x.get("dtype"), (SHAPE_SIZE_LIMIT,), tik.scope_gm, "y")
    tiling = tik_inst.Tensor("int64", (8,), tik.scope_gm, "ddr_arg")
    with tik_inst.for_range(0, 4, block_num=4) as block_idx:
        tiling_ub = tik_inst.Tensor("int64", (8,), tik.scope_ubuf, "tiling_ub")
        tik_inst.data_move(tiling_ub, tiling, 0, 1, 2, 0, 0)
        tp = Sizes(*[tik_inst.Scalar("int64", init_value=tiling_ub[i]) for i in range(3)])
        ub_in = tik_inst.Tensor("float16", (16 * 256,), tik.scope_ubuf, "ub_in")
        ub_out = tik_inst.Tensor("float16", (16 * 256,), tik.scope_ubuf, "ub_out")
        repeat, src_stride, dst_stride = [tik_inst.Scalar("int64") for _ in range(3)]
        repeat.set_as(tp.w // 16)
        with tik_inst.if_scope(repeat == 1):
            src_stride.set_as(0)
            dst_stride.set_as(0)
        with tik_inst.else_scope():
            src_stride.set_as(1)
            dst_stride.set_as(16)
        with tik_inst.for_range(0, tp.n) as n:
            with tik_inst.if_scope(n % 4 == block_idx):
                with tik_inst.for_range(0, tp.h // 16) as part:
                    base = n * tp.h * tp.w
                    tik_inst.data_move(ub_in, data_in[base + part * 16 * tp.w], 0, 16, tp.w // 16, 0, 0)
                    src_list = [ub_in[tp.w * i] for i in range(16)]
                    dst_list = [ub_out[16 * i] for i in range(16)]
                    tik_inst.vnchwconv(False, False, dst_list, src_list, repeat, dst_stride, src_stride)
                    tik_inst.data_move(data_out[base + part * 16], ub_out, 0, tp.w, 1, 0, tp.h // 16 - 1)
    tik_inst.BuildCCE(kernel_name=kernel_name, inputs=[data_in, data_perm], outputs=[data_out], flowtable=[tiling])
