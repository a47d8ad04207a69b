"""The TIK builder: the calls of the TIK API on one kernel under construction; it only makes an ``ir.Program``."""

from __future__ import annotations

import inspect
import sys
from typing import Any, NoReturn

from tik.dsl import (
    arrays,
    atomic,
    compaction,
    compare,
    control,
    conversion,
    declare,
    finish,
    fixpipe,
    highlevel,
    highlevel_move,
    highlevel_reduce,
    highlevel_select,
    highprecision,
    load,
    matmul,
    move,
    nms,
    printing,
    reduction,
    registers,
    sort,
    sync,
    transpose,
)
from tik.dsl.calls import Site, method
from tik.dsl.core import Core
from tik.dsl.method import Method
from tik.dsl.names import GUESSES, NOT_YET, UnknownCall
from tik.isa.instruction import instructions
from tik.types.errors import did_you_mean
from tik.types.positions import here

__all__ = ["Builder", "UnknownCall"]


class Builder(Core):
    """One kernel under construction, for one chip (None: the current one).

    Mistakes in calls are collected with the author's line; ``program`` raises them together (at most 20).
    """

    Tensor = declare.declare_tensor
    Scalar = declare.declare_scalar
    InputScalar = declare.declare_input
    ScalarArray = arrays.declare_array
    TensorAddrList = arrays.declare_addresses
    get_available_buffer_size = declare.available_bytes

    for_range = control.for_range
    multi_for_range = control.multi_for_range
    if_scope = control.if_scope
    elif_scope = control.elif_scope
    else_scope = control.else_scope
    new_stmt_scope = control.new_stmt_scope
    tik_break = control.tik_break
    tik_continue = control.tik_continue
    tik_return = control.tik_return

    data_move = move.data_move
    data_move_pad = move.data_move_pad
    tensor_mov = move.tensor_mov
    load2dv1 = load.load2dv1
    load2dv2 = load.load2dv2
    mmad = load.mmad
    load3dv1 = load.load3dv1
    load3dv2 = load.load3dv2
    col2img = load.col2img
    broadcast_ub_to_l0c = load.broadcast_ub_to_l0c
    tensor_padding_with_matrix = load.tensor_padding_with_matrix
    fix_l0c_gm = move.fix_l0c_gm
    fixpipe = fixpipe.fixpipe
    conv2d = matmul.conv2d
    matmul = matmul.matmul

    set_atomic_add = atomic.set_atomic_add

    set_flag = sync.set_flag
    wait_flag = sync.wait_flag
    pipe_barrier = sync.pipe_barrier
    block_barrier = sync.block_barrier
    cross_core_set = sync.cross_core_set
    cross_core_wait = sync.cross_core_wait

    vnchwconv = transpose.vnchwconv
    vec_trans_scatter = transpose.vec_trans_scatter
    vreduce = compaction.vreduce
    vreducev2 = compaction.vreducev2

    set_scalar_to_cmpmask = compare.set_scalar_to_cmpmask
    vsel = compare.vsel
    vec_sel = compare.vec_sel

    vcmax = reduction.vcmax
    vcmin = reduction.vcmin
    vec_reduce_add = reduction.vec_reduce_add
    vec_reduce_max = reduction.vec_reduce_max
    vec_reduce_min = reduction.vec_reduce_min

    scalar_max = registers.scalar_max
    scalar_min = registers.scalar_min
    scalar_abs = registers.scalar_abs
    scalar_conv = registers.scalar_conv
    scalar_sqrt = registers.scalar_sqrt
    scalar_countbit0 = registers.scalar_countbit0
    scalar_countbit1 = registers.scalar_countbit1
    scalar_countleading0 = registers.scalar_countleading0
    set_overflow_status = registers.set_overflow_status
    get_overflow_status = registers.get_overflow_status
    set_system_cache = registers.set_system_cache
    instr_preload = registers.instr_preload

    vconv = conversion.vconv
    vec_conv = conversion.vec_conv
    vec_rec_high_preci = highprecision.vec_rec_high_preci
    vec_rsqrt_high_preci = highprecision.vec_rsqrt_high_preci
    vec_ln_high_preci = highprecision.vec_ln_high_preci
    vec_expm1_high_preci = highprecision.vec_expm1_high_preci

    vmrgsort4 = sort.vmrgsort4
    vmrgsort = sort.vmrgsort

    set_rpn_offset = nms.set_rpn_offset
    vrpac = nms.vrpac
    viou = nms.viou
    set_rpn_cor_ir = nms.set_rpn_cor_ir
    rpn_cor = nms.rpn_cor
    rpn_cor_diag = nms.rpn_cor_diag

    h_abs = highlevel.h_abs
    h_add = highlevel.h_add
    h_and = highlevel.h_and
    h_cast = highlevel.h_cast
    h_conv = highlevel.h_conv
    h_cos = highlevel.h_cos
    h_div = highlevel.h_div
    h_duplicate = highlevel.h_duplicate
    h_exp = highlevel.h_exp
    h_ln = highlevel.h_ln
    h_max = highlevel.h_max
    h_min = highlevel.h_min
    h_mul = highlevel.h_mul
    h_not = highlevel.h_not
    h_or = highlevel.h_or
    h_quant = highlevel.h_quant
    h_rec = highlevel.h_rec
    h_relu = highlevel.h_relu
    h_rsqrt = highlevel.h_rsqrt
    h_sin = highlevel.h_sin
    h_sub = highlevel.h_sub
    h_reduce_sum = highlevel_reduce.h_reduce_sum
    h_reduce_max = highlevel_reduce.h_reduce_max
    h_reduce_min = highlevel_reduce.h_reduce_min
    h_reduce_argmax = highlevel_reduce.h_reduce_argmax
    h_reduce_argmin = highlevel_reduce.h_reduce_argmin
    h_cmpv = highlevel_select.h_cmpv
    h_sel = highlevel_select.h_sel
    h_data_move = highlevel_move.h_data_move

    printf = printing.printf
    set_printf_params = printing.set_printf_params

    program = finish.program

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        _refuse(name)


def _refuse(name: str) -> NoReturn:
    """Say what is wrong with a name the builder does not have."""
    if name in NOT_YET or (name.startswith("mov_") and name.endswith("_to_scalar")):
        raise UnknownCall(
            "TIK-CHIP01",
            f"{name} is part of the TIK API, but not in the kit yet",
            position=here(),
            hint="the calls there are: dir(tik.Tik)",
        )
    known = [n for n in vars(Builder) if not n.startswith("_")]
    hint = GUESSES.get(name) or did_you_mean(name, known)
    raise UnknownCall("TIK-TYPE02", f"the TIK API has no {name}", position=here(), hint=hint)


def _install() -> None:
    """Make methods of the calls: those written out above, and one for each call more that the instruction definitions name."""
    for name, function in list(vars(Builder).items()):
        if inspect.isfunction(function) and not name.startswith("_") and name != "program":
            signed = getattr(sys.modules[function.__module__], "SIGNED", {})
            setattr(Builder, name, Method.of(function, name, signed.get(name)))
    for op in instructions():
        for call in op.calls:
            if call.name in vars(Builder):
                continue
            if op.family == "compare":
                (made, parameters), bound = compare.method(op, call), False
            else:
                bound = True
                site = Site.of(op, call)
                made, parameters = method(site), site.parameters
            setattr(Builder, call.name, Method.of(made, call.name, parameters, op.__doc__ or op.mnemonic, bound=bound))


_install()
