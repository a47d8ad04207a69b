"""Names of the TIK API the kit does not have: calls still to come, and names people guess that never existed."""

from __future__ import annotations

__all__ = ["GUESSES", "NOT_YET"]

# Calls of tik_api §3-§15 whose instruction is not in the instruction set yet.
_CALLS = """
    ScalarArray TensorAddrList multi_for_range block_barrier_all subblock_group_barrier printf set_printf_params
    data_move_quant tensor_mov vcopy load_image vmla vec_mla vmadd vmaddrelu vmulconv vaddrelu vsubrelu
    vadddeqrelu vshl vshr vlrelu vaxpy vec_axpy vec_rec_high_preci vec_rsqrt_high_preci vec_ln_high_preci
    vec_expm1_high_preci vbi vcbd vpadding vci vec_cmpv_lt vec_cmpv_gt vec_cmpv_ge vec_cmpv_eq vec_cmpv_ne
    vec_cmpv_le vcmpv_lt vcmpv_gt vcmpv_ge vcmpv_eq vcmpv_ne vcmpv_le vcmpvs_lt vcmpvs_gt vcmpvs_ge vcmpvs_eq
    vcmpvs_ne vcmpvs_le vcmp_lt vcmp_gt vcmp_ge vcmp_eq vcmp_ne vcmp_le mov_cmpmask_to_tensor
    mov_tensor_to_cmpmask set_scalar_to_cmpmask vsel vec_sel vcpadd vec_cpadd scalar_conv vnchwconv
    vec_trans_scatter vtranspose vec_trans v4dtrans vreduce vreducev2 vgather vscatter vgatherb vconcat vextract
    vrpsort16 vmrgsort4 vmrgsort vsort32 vrpac viou vaadd rpn_cor rpn_cor_diag set_rpn_cor_ir set_rpn_offset
    vmrgch matmul conv2d fixpipe load2dv3 load3dv1 load3dv2 col2img broadcast_ub_to_l0c mmad_broadcast
    depthwise_conv winograd_weight_transform winograd_feature_map_transform tensor_padding_with_matrix vdp
    load_smask scalar_sqrt scalar_countbit0 scalar_countbit1 scalar_countleading0 set_atomic_add
    get_overflow_status set_overflow_status set_cond_task_id set_fp2int_mode set_system_cache set_small_channel
    instr_preload h_add h_sub h_mul h_div h_max h_min h_and h_or h_abs h_relu h_not h_exp h_ln h_rec h_rsqrt
    h_sin h_cos h_cast h_conv h_quant h_duplicate h_data_move h_cmpv h_sel h_reduce_sum h_reduce_max
    h_reduce_min h_reduce_argmax h_reduce_argmin call_module
"""
NOT_YET = frozenset(_CALLS.split())

# Names people guess (tik_api §7), and what to write instead.
GUESSES: dict[str, str] = {
    "vec_div": "use vdiv, or vec_rec and vec_mul",
    "vec_sqrt": "use vsqrt, or vec_rsqrt and vec_rec",
    "vec_maxs": "use vmaxs",
    "vec_mins": "use vmins",
    "vec_madd": "use vmadd",
    "vec_sigmoid": "write 1 / (1 + exp(-x)): vec_muls by -1, vec_exp, vec_adds 1, vec_rec",
    "vec_tanh": "write 2 / (1 + exp(-2x)) - 1 with vec_muls, vec_exp, vec_adds, vec_rec",
    "vec_log": "use vec_ln",
    "vec_not_equal": "use vec_cmpv_ne",
    "vec_copy": "use data_move from UB to UB",
    "vec_cast": "use vec_conv",
    "vec_fill": "use vec_dup",
    "vec_sum": "use vec_reduce_add",
}
