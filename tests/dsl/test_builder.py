"""The builder's face: its calls, signatures, and what unknown names say."""

import copy
import inspect

import pytest

from tik.dsl import Builder
from tik.types.errors import TikError

# tik_api: the exact signatures kernels rely on
SIGNATURES = {
    "Tensor": "dtype, shape, scope, name='tensor', enable_buffer_reuse=False, no_reuse_list=None, reuse_list=None, "
    "is_workspace=False, is_atomic_add=False, max_mem_size=None, init_value=None, is_global_tensor=False, start_addr=None",
    "Scalar": "dtype='int64', name='reg_buf', init_value=None",
    "InputScalar": "dtype='int64', name='input_scalar'",
    "for_range": "begint, endt, name='i', thread_num=1, thread_type='whole', block_num=1, dtype='int32', "
    "for_type='serial', subblock_num=0, sub_dtype='int32', enable_subblk=False",
    "new_stmt_scope": "disable_sync=False",
    "data_move": "dst, src, sid, nburst, burst, src_stride, dst_stride, *args, **argv",
    "data_move_pad": "dst, src, nburst, burst, dst_gap, src_gap, right_padding=0, left_padding=0, padding_value=None",
    "data_move_multi_nd2nz": "dst, src, nd_num, nd_n, nd_d, src_nd_stride, src_n_stride, dst_c0_stride, dst_n_stride, "
    "dst_nd_stride",
    "vadd": "mask, dst, src0, src1, repeat_times, dst_blk_stride, src0_blk_stride, src1_blk_stride, dst_rep_stride, "
    "src0_rep_stride, src1_rep_stride, stride_unit=0",
    "vec_add": "mask, dst, src0, src1, repeat_times, dst_rep_stride, src0_rep_stride, src1_rep_stride",
    "vexp": "mask, dst, src, repeat_times, dst_blk_stride, src_blk_stride, dst_rep_stride, src_rep_stride, stride_unit=0",
    "vec_exp": "mask, dst, src, repeat_times, dst_rep_stride, src_rep_stride",
    "vmuls": "mask, dst, src, scalar, repeat_times, dst_blk_stride, src_blk_stride, dst_rep_stride, src_rep_stride, "
    "stride_unit=0, mask_mode='normal'",
    "vec_muls": "mask, dst, src, scalar, repeat_times, dst_rep_stride, src_rep_stride, mask_mode='normal'",
    "vmla": "mask, dst, src0, src1, repeat_times, dst_blk_stride, src0_blk_stride, src1_blk_stride, dst_rep_stride, "
    "src0_rep_stride, src1_rep_stride, stride_unit=0",
    "vaxpy": "mask, dst, src, scalar, repeat_times, dst_blk_stride, src_blk_stride, dst_rep_stride, src_rep_stride, "
    "stride_unit=0",
    "vec_axpy": "mask, dst, src, scalar, repeat_times, dst_rep_stride, src_rep_stride",
    "vshr": "mask, dst, src, scalar, repeat_times, dst_blk_stride, src_blk_stride, dst_rep_stride, src_rep_stride, "
    "stride_unit=0, round_en=False, mask_mode='normal'",
    "vcbd": "mask, dst, src, repeat_times, dst_blk_stride, src_blk_stride, dst_rep_stride, src_rep_stride, stride_unit=0, "
    "mask_mode='normal'",
    "vcopy": "mask, dst, src, repeat_times, dst_blk_stride, src_blk_stride, dst_rep_stride, src_rep_stride, mask_mode='normal'",
    "vci": "mask, dst_index, start_point, repeat_times, dst_blk_stride, dst_rep_stride, stride_unit=0, mask_mode='normal'",
    "vec_rec_high_preci": "mask, dst, src, work_tensor, repeat_times, dst_rep_stride, src_rep_stride",
    "vcadd": "mask, dst, src, repeat_times, dst_rep_stride, src_blk_stride, src_rep_stride, stride_unit=0",
    "vcmax": "mask, dst, src, repeat_times, dst_rep_stride, src_blk_stride, src_rep_stride, stride_unit=0, "
    "index_low=False, max_cnt_index=None",
    "vec_reduce_add": "mask, dst, src, work_tensor, repeat_times, src_rep_stride",
    "vec_reduce_max": "mask, dst, src, work_tensor, repeat_times, src_rep_stride, cal_index=False",
    "vconv": "mask, round_mode, dst, src, repeat_times, dst_blk_stride, src_blk_stride, dst_rep_stride, src_rep_stride, "
    "deqscale=None, ldst_high_half=False, stride_unit=0",
    "vec_conv": "mask, round_mode, dst, src, repeat_times, dst_rep_stride, src_rep_stride, deqscale=None, ldst_high_half=False",
    "vector_dup": "mask, dst, scalar, repeat_times, dst_blk_stride, dst_rep_stride, stride_unit=0",
    "vec_dup": "mask, dst, scalar, repeat_times, dst_rep_stride",
    "vbcb": "dst, src, repeat_times, dst_blk_stride, dst_rep_stride",
    "load2dv1": "dst, src, index, repeat_times, src_stride, sid, if_transpose=False, addr_mode=None",
    "load2dv2": "dst, src, start_index, repeat_times, dst_gap, src_stride, sid, if_transpose=False, addr_mode=None",
    "mmad": "dst_fm, src_fm, src_filter, matrix_m, matrix_k, matrix_n, is_bias, fm_offset=0, en_weight_offset=False, "
    "smask=None, en_small_channel=False, en_small_k=False, en_ssparse=False, en_winograd_a=False, en_winograd_b=False, "
    "bias_tensor=None, hf32=False",
    "set_flag": "src_pipe, dst_pipe, event_id",
    "pipe_barrier": "pipe",
    "block_barrier": "sync_workspace",
    "scalar_max": "dst, src0, src1",
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_signature(name: str) -> None:
    signature = inspect.signature(getattr(Builder, name))
    plain = [p.replace(annotation=inspect.Parameter.empty) for p in list(signature.parameters.values())[1:]]
    assert str(inspect.Signature(plain)) == f"({SIGNATURES[name]})"
    assert inspect.getdoc(getattr(Builder, name))


def test_names_of_methods() -> None:
    assert Builder.vec_add.__name__ == "vec_add" and Builder.vec_add.__qualname__ == "Builder.vec_add"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("vec_div", "use vdiv, or vec_rec and vec_mul"),
        ("vec_sqrt", "use vsqrt, or vec_rsqrt and vec_rec"),
        ("vec_sigmoid", "write 1 / (1 + exp(-x)): vec_muls by -1, vec_exp, vec_adds 1, vec_rec"),
        ("data_mov", "did you mean data_move or h_data_move or data_move_pad?"),
    ],
)
def test_guessed_names(t: Builder, name: str, hint: str) -> None:
    with pytest.raises(TikError) as caught:
        getattr(t, name)
    assert (caught.value.code, caught.value.message) == ("TIK-TYPE02", f"the TIK API has no {name}")
    assert caught.value.hint == hint


def test_calls_to_come(t: Builder) -> None:
    with pytest.raises(TikError) as caught:
        t.vpadding(128, None, None)
    assert caught.value.message == "vpadding is part of the TIK API, but not in the kit yet"
    assert caught.value.location is not None and caught.value.location.text.strip().startswith("t.vpadding(")


def test_python_may_ask_for_names(t: Builder) -> None:
    assert not hasattr(t, "vpadding") and hasattr(t, "vadd")
    assert not hasattr(t, "_repr_html_")
    assert copy.copy(t).chip is t.chip


def test_docstring() -> None:
    """Operands, dtypes a chip, cost."""
    doc = Builder.vec_add.__doc__
    assert doc.startswith("dst = src0 + src1; floats round to nearest even, integers wrap.")
    for part in (
        "Instruction vadd, pipe V.",
        "src0: tensor in UB, read, on a boundary of 32 bytes",
        "repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)",
        "Ascend910A, Ascend910B: f16, f32, i32\n",
        "Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16\n",
        "Cycles: ",
    ):
        assert part in doc
