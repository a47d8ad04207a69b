"""A kernel of a vector-search library: inner products in steps with two buffers, a matmul larger than L0B in each."""

from mxIndex_impl.common import set_soc_info
from te import tik
from topi.cce import util

STEP = 512


@util.check_input_type(dict, dict, dict, str)
def inner_products(input_queries, input_codes, output_dist, kernel_name="inner_products"):
    set_soc_info("Ascend310P3")
    queries_num, dim = input_queries.get("shape")
    codes_num = input_codes.get("shape")[0] * 16
    inst = tik.Tik(tik.Dprofile())
    queries_gm = inst.Tensor("float16", (queries_num, dim), tik.scope_gm, "queries_gm")
    codes_gm = inst.Tensor("float16", input_codes.get("shape"), tik.scope_gm, "codes_gm")
    dist_gm = inst.Tensor("float16", (queries_num, codes_num), tik.scope_gm, "dist_gm")
    queries_l1 = inst.Tensor("float16", (dim // 16, queries_num, 16), tik.scope_cbuf, "queries_l1")
    with inst.for_range(0, dim // 16) as i:
        inst.data_move(queries_l1[i, 0, 0], queries_gm[0, i * 16], 0, queries_num, 1, dim // 16 - 1, 0)
    with inst.for_range(0, codes_num // STEP, thread_num=2) as loop:
        codes_l1 = inst.Tensor("float16", (dim // 16, STEP, 16), tik.scope_cbuf, "codes_l1")
        with inst.for_range(0, STEP // 16) as i:
            block = codes_gm[loop * (STEP // 16) + i, 0, 0, 0]
            inst.data_move(codes_l1[0, i * 16, 0], block, 0, dim // 16, 16, 0, STEP - 16)
        dist_l0c = inst.Tensor("float32", (STEP // 16, queries_num, 16), tik.scope_cc, "dist_l0c")
        inst.matmul(dist_l0c, queries_l1, codes_l1, queries_num, dim, STEP)
        dist_ub = inst.Tensor("float16", (STEP // 16, queries_num, 16), tik.scope_ubuf, "dist_ub")
        inst.tensor_mov(dist_ub, dist_l0c, "m", 1, queries_num * STEP // 256, 0, 0)
        with inst.for_range(0, queries_num) as q:
            gap = queries_num - 1
            inst.data_move(dist_gm[q, loop * STEP], dist_ub[0, q, 0], 0, STEP // 16, 1, gap, 0)
    inst.BuildCCE(kernel_name=kernel_name, inputs=[queries_gm, codes_gm], outputs=[dist_gm], enable_l2=False)
    return inst
