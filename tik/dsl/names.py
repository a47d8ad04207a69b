"""Names of the TIK API the kit does not have: calls still to come, and names people guess that never existed."""

from __future__ import annotations

from tik.types.errors import TikError

__all__ = ["GUESSES", "NOT_YET", "UnknownCall"]


class UnknownCall(TikError, AttributeError):
    """A name the builder does not have; also an AttributeError, so that hasattr answers."""


# Calls of tik_api §3-§15 whose instruction is not in the instruction set yet.
_CALLS = """
    block_barrier_all subblock_group_barrier data_move_quant load_image vpadding vmrgch load2dv3 mmad_broadcast
    depthwise_conv winograd_weight_transform winograd_feature_map_transform vdp load_smask set_cond_task_id
    set_fp2int_mode set_small_channel call_module
"""
NOT_YET = frozenset(_CALLS.split())

# Names people guess (tik_api §7), and what to write instead.
GUESSES: dict[str, str] = {
    "all": "it is a function of the module: tik.all(...)",
    "any": "it is a function of the module: tik.any(...)",
    "negate": "it is a function of the module: tik.negate(...)",
    "vec_div": "use vdiv, or vec_rec and vec_mul",
    "vec_sqrt": "use vsqrt, or vec_rsqrt and vec_rec",
    "vec_pow": "x ** y is exp(y * ln(x)): vec_ln, vec_mul, vec_exp; squares are vec_mul by itself",
    "vec_square": "use vec_mul with the same tensor twice",
    "vec_maximum": "use vec_max",
    "vec_minimum": "use vec_min",
    "vec_maxs": "use vmaxs",
    "vec_mins": "use vmins",
    "vec_subs": "use vec_adds with the negative number",
    "vec_divs": "use vec_muls by 1 / the number",
    "vec_madd": "use vmadd",
    "vec_mla": "use vmla",
    "vec_fma": "use vmadd (dst = src0 * dst + src1) or vmla (dst += src0 * src1)",
    "vec_neg": "use vec_muls by -1",
    "vec_negate": "use vec_muls by -1",
    "vec_sign": "use vec_cmpv_gt, vec_cmpv_lt and vec_sel",
    "vec_sigmoid": "write 1 / (1 + exp(-x)): vec_muls by -1, vec_exp, vec_adds 1, vec_rec",
    "vec_tanh": "write 2 / (1 + exp(-2x)) - 1 with vec_muls, vec_exp, vec_adds, vec_rec",
    "vec_gelu": "write x / (1 + exp(-1.702x)), or with tanh: vec_muls, vec_exp, vec_adds, vec_rec, vec_mul",
    "vec_softmax": "subtract the maximum (vec_reduce_max), vec_exp, divide by the sum (vec_reduce_add)",
    "vec_leaky_relu": "use vlrelu",
    "vec_lrelu": "use vlrelu",
    "vec_log": "use vec_ln",
    "vec_sin": "use h_sin",
    "vec_cos": "use h_cos",
    "vec_floor": "use vec_conv to int32 with round mode 'floor', and back",
    "vec_ceil": "use vec_conv to int32 with round mode 'ceil', and back",
    "vec_round": "use vec_conv to int32 with round mode 'round', and back",
    "vec_mod": "write x - floor(x / y) * y with vdiv, vec_conv and vec_mul",
    "vec_xor": "write (a | b) & ~(a & b): vec_or, vec_and, vec_not, vec_and",
    "vec_shl": "use vshl",
    "vec_shr": "use vshr",
    "vec_equal": "use vec_cmpv_eq",
    "vec_not_equal": "use vec_cmpv_ne",
    "vec_greater": "use vec_cmpv_gt",
    "vec_less": "use vec_cmpv_lt",
    "vec_cmp": "use vec_cmpv_lt, _gt, _ge, _eq, _ne or _le",
    "vec_select": "use vec_sel",
    "vec_where": "use vec_sel",
    "vec_copy": "use data_move from UB to UB",
    "vec_move": "use data_move",
    "vec_cast": "use vec_conv",
    "vec_fill": "use vec_dup",
    "vec_set": "use vec_dup",
    "vec_zeros": "use vec_dup with 0",
    "vec_broadcast": "use vec_dup for one number, a repeat stride of 0 for a block, vbcb for one number a block",
    "vec_sum": "use vec_reduce_add",
    "vec_reduce_sum": "use vec_reduce_add",
    "vec_reduce_mean": "use vec_reduce_add, and vec_muls by 1 / n",
    "vec_argmax": "use vec_reduce_max with cal_index=True",
    "vec_argmin": "use vec_reduce_min with cal_index=True",
    "vec_transpose": "use vec_trans, vec_trans_scatter or vnchwconv",
    "vec_gather": "use vgather",
    "vec_scatter": "use vscatter",
    "vec_dup_scalar": "use vec_dup",
    "h_square": "use h_mul with the same tensor twice",
    "h_sqrt": "use h_rsqrt and h_rec, or vsqrt",
    "h_log": "use h_ln",
    "h_maximum": "use h_max",
    "h_minimum": "use h_min",
    "h_select": "use h_sel",
    "h_fill": "use h_duplicate",
    "h_dup": "use h_duplicate",
    "h_copy": "use h_data_move",
    "h_reduce_mean": "use h_reduce_sum, and h_mul by 1 / n",
    "memcpy": "use data_move",
    "copy": "use data_move",
    "load": "use data_move from GM to UB",
    "store": "use data_move from UB to GM",
    "range": "use for_range: with t.for_range(0, n) as i",
    "while_scope": "use for_range with tik_break, whose bound is the most trips there can be",
    "while_loop": "use for_range with tik_break, whose bound is the most trips there can be",
    "switch_scope": "use if_scope, elif_scope and else_scope",
    "If": "use if_scope",
    "Else": "use else_scope",
    "For": "use for_range",
    "print": "use printf(format, ...), or tikdb.debug_print('name')",
    "barrier": "use pipe_barrier within a core, block_barrier between cores",
    "sync": "pipes are ordered automatically; pipe_barrier and block_barrier are the calls by hand",
    "build": "use BuildCCE(kernel_name=..., inputs=[...], outputs=[...])",
    "run": "build it with BuildCCE(...), then t.kernel.run([...])",
    "matmul_l0": "use matmul, or mmad on L0A and L0B",
    "start_debug": "use tikdb.start_debug(feed_dict)",
    "get_aicore_num": "use tik.Dprofile().get_aicore_num()",
    "get_unified_buffer_size": "use tik.Dprofile().get_unified_buffer_size()",
}
