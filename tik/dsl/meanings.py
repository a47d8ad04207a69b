"""What parameters of calls mean that are no operand of an instruction, or mean more than one; and what sequences cost.

``meaning`` is asked before the instructions' fields, ``usual`` after them.
"""

from __future__ import annotations

__all__ = ["COSTS", "DTYPES", "PARAMETERS", "meaning", "usual"]

_IGNORED = "accepted, and ignored"
_NEUTRAL = "leave it out: other values are refused (TIK-CHIP01)"
_UB = "tensor in UB"
_NUMBER = "a number, Scalar or expression"
_VIEW = "tensor view in UB"
_FRACTALS = "fractals from the start of a source to the next, 0..65535"
_ROWS = ", of any shape; its rows may lie apart"
_COUNTER = '"normal": mask counts lanes of a repeat; "counter": mask counts elements of the whole call, repeat_times is ignored'

# The same in every call that has the parameter.
_USUAL = {
    "sid": "0..15; the hardware ignores it",
    "stride_unit": "what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, "
    "block strides "
    "are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)",
    "mask_mode": _COUNTER,
    "mask": "active lanes of each repeat: a count, or [high, low] bit words",
    "name": "what messages and the stream call it",
    "addr_mode": "0 or None: source numbers rise by src_stride; 1: they fall",
    "repeat_time": "fractals, 1..255 (0 at run time: nothing happens)",
    "pad": "[left, right, top, bottom]: rows and columns of padding, 0..255 each",
    "pad_list": "[left, right, top, bottom]: rows and columns of padding, 0..255 each",
    "src_register": "what set_rpn_cor_ir gave",
    "vms4_sr_scalar_array": "None, or a ScalarArray or list of Scalars that receive how many elements of each list were taken",
    "init_l1out": "True: dst is set; False: it is added to",
    "rsvd_scalar": "None, or a Scalar of uint32 that receives how many elements were kept",
    "ldst_high_half": "True (int16 to 8 bits): results go to the upper half of each destination block",
    "axis": "the axis that goes; None: all elements",
    "mask_tensor": "tensor of bits in UB, one an element, the lowest first: uint8, 16, 32 or 64",
}

PARAMETERS: dict[str, dict[str, str]] = {
    "Tensor": {
        "dtype": 'name of a dtype: "float16", "float32", "bfloat16", "int8" … "int64", "uint8" … "uint64", "int4"',
        "shape": "an integer or a sequence of them; in GM expressions too",
        "scope": "tik.scope_gm, scope_ubuf, scope_cbuf (L1), scope_ca, scope_cb, scope_cc (L0A, L0B, L0C), or the text "
        "they stand for",
        "enable_buffer_reuse": f"{_IGNORED}: the scheduler places tensors",
        "no_reuse_list": _IGNORED,
        "reuse_list": _IGNORED,
        "is_workspace": "GM: scratch of the kernel, which stands in no list of BuildCCE",
        "is_atomic_add": "GM: zero before each launch",
        "max_mem_size": "bytes to reserve where the shape is known only at run time",
        "init_value": "GM: values of a constant table, as a list or array",
        "is_global_tensor": _IGNORED,
        "start_addr": "local memories: the byte address; None: the scheduler chooses",
    },
    "Scalar": {"dtype": "name of a dtype", "init_value": "a number, expression, Scalar or one-element view"},
    "InputScalar": {"dtype": "name of a dtype", "name": "what `run` and messages call it"},
    "ScalarArray": {
        "dtype": "name of a dtype",
        "length": "registers, 1..256",
        "init_value": "a list of as many numbers or expressions, or one for all",
    },
    "TensorAddrList": {"*args": "anything", "**keywords": "anything"},
    "get_available_buffer_size": {"buffer_scope": "a local memory scope"},
    "for_range": {
        "begint": "first value: an integer, Scalar or expression",
        "endt": "one past the last value",
        "thread_num": "0..4: how many buffers tensors of the block get; 2 is ping-pong",
        "thread_type": _IGNORED,
        "block_num": "1..65535, or a Scalar: cores the trips are spread over",
        "dtype": "dtype of the loop variable",
        "for_type": _IGNORED,
        "subblock_num": _IGNORED,
        "sub_dtype": _IGNORED,
        "enable_subblk": _IGNORED,
    },
    "multi_for_range": {
        "begint": "a list of first values, the outermost loop's first",
        "endt": "a list of ends",
        "name": "a list of names, or one",
        "dtype": "a list of dtypes, or one",
        "for_type": _IGNORED,
    },
    "if_scope": {"cond": "a comparison, Scalar, number or bool; tik.all, tik.any and tik.negate combine them"},
    "elif_scope": {"cond": "as of if_scope"},
    "new_stmt_scope": {"disable_sync": "True: you place flags and barriers yourself"},
    "set_system_cache": {"*args": _IGNORED, "**keywords": _IGNORED},
    "instr_preload": {"*args": _IGNORED, "**keywords": _IGNORED},
    "set_printf_params": {"*args": f"{_IGNORED} (a logged note says so)", "**keywords": _IGNORED},
    "printf": {
        "format_string": "a text with C's conversions",
        "*args": "a value for each: Python values, Scalars, expressions; tensors print every element",
    },
    "data_move": {
        "*args": "from L0C to UB: ConvReluMode (0..5), then deqscale of mode 3, a number or float16 Scalar; else nothing",
        "**argv": "the same by name",
    },
    "tensor_mov": {
        "block_mode": "what burst_len counts: '' blocks (32 B), 'm' fractals, 'v' rows of 16 elements",
        "sid_store_mode": _IGNORED,
        "relu": "from L0C: True: negative results become 0",
        **dict.fromkeys(("pad_mode", "pad_value", "onthefly_mode", "src_onthefly", "src_onthefly_stride"), _NEUTRAL),
    },
    "mmad": {
        "bias_tensor": "None, or a tensor in the bias table (split chips): one element a column",
        **dict.fromkeys(
            ("fm_offset", "en_weight_offset", "smask", "en_small_channel", "en_small_k", "en_ssparse", "en_winograd_a"),
            _NEUTRAL,
        ),
        "en_winograd_b": _NEUTRAL,
    },
    "load3dv1": {"_csize": _NEUTRAL},
    "load3dv2": {"en_transpose": _NEUTRAL, "en_small_k": _NEUTRAL},
    "broadcast_ub_to_l0c": {
        "*strides": "gaps between bursts: of dst in fractals, of src in blocks (32 B), 0..65535; 0 when left out"
    },
    "fixpipe": {
        "dst": "tensor in GM, written",
        "src": "tensor in L0C, read",
        "cburst_num": "column groups of 16, at least 1",
        "burst_len": "blocks (32 B) of a group in src's dtype: rows * 16 * (bytes of src's dtype) / 32",
        "dst_stride": "blocks (32 B) of gap between groups in GM",
        "src_stride": "fractals of gap between groups in L0C",
        "extend_params": 'None, or a dict with any of "bias", "quantize_params", "relu", "element-wise-add": see above',
    },
    "conv2d": {
        "dst": "tensor in L0C, written (or added to)",
        "bias": "None, or a tensor in L1 with one element of dst's dtype a column",
        "pad_value": "what lies outside the image",
        "feature_map": "tensor in L1, read: [C1][H][W][C0]",
        "weight": "tensor in L1, read: [C1][Kh][Kw][Cout][C0]",
        "fm_shape": "[C1, H, W, C0]",
        "kernel_shape": "[C1, Kh, Kw, Cout, C0]",
        "stride": "[h, w]",
        "dilation": "[h, w]",
    },
    "matmul": {
        "dst": "tensor in L0C, written (or added to): [N1][M][16]",
        "a": "tensor in L1, read: [K1][M][K0]",
        "b": "tensor in L1, read: [K1][N][K0]",
        "m": "rows of the product, 1..4096",
        "k": "length of the sums, at most 32768 bytes",
        "n": "columns of the product, 1..4096",
        "bias": "None, or a tensor in L1 with one element of dst's dtype a column",
    },
    "set_atomic_add": {"mode": "0 off, 1 float32, 2 float16, 3 int16, 4 int32, 5 int8, 6 bfloat16, or a Scalar of these"},
    "block_barrier": {"sync_workspace": "GM tensor of int64, a workspace, of 4 elements a core"},
    "load2dv1": {"src_stride": _FRACTALS},
    "load2dv2": {"src_stride": _FRACTALS},
    "vreduce": {
        "stride_unit": "0: strides are blocks (32 B) from start to start; others are refused (TIK-CHIP01)",
        "mask": 'ignored in mask_mode "normal" (repeats are whole); in "counter" the elements of the whole call',
        "mask_mode": '"normal" or "counter": in this mask is the number of elements, and repeat_times is ignored',
    },
    "vreducev2": {
        "mask": 'ignored in mask_mode "normal" (repeats are whole, None will do); in "counter" the elements of each repeat',
        "mask_mode": '"normal" or "counter": in this mask is the number of elements of each repeat',
    },
    "vcmax": {
        "max_cnt_index": "None, or Scalars [value, count, index] that receive the largest of all repeats, how many equal "
        "it, and where the first stands"
    },
    "vcmin": {
        "min_cnt_index": "None, or Scalars [value, count, index] that receive the smallest of all repeats, how many equal "
        "it, and where the first stands"
    },
    "vsel": {
        "mode": "0, 1 or 2: where the bits lie and what src1 is; 1 and 2 not on every chip",
        "sel": "mode 0: what vcmp_xx or mov_tensor_to_cmpmask gave; 1 and 2: tensor of bits in UB (uint8, 16, 32 or 64)",
        "src1": f"{_UB}, read; in mode 1 {_NUMBER}",
    },
    "vec_sel": {
        "mode": "0, 1 or 2: how the bits are taken and what src1 is; 1 and 2 not on every chip",
        "sel": "tensor of bits in UB: uint8, 16, 32 or 64",
        "src1": f"{_UB}, read; in mode 1 {_NUMBER}",
    },
    "mov_cmpmask_to_tensor": {"cmpmask": "what vcmp_xx, mov_tensor_to_cmpmask or set_scalar_to_cmpmask gave"},
    "vconv": {"deqscale": "None, or what int32 to float16 is multiplied by: a number or float16 Scalar"},
    "vec_conv": {"deqscale": "None, or what int32 to float16 is multiplied by: a number or float16 Scalar"},
    "vmrgsort4": {
        "element_lengths": "proposals of each list, at most 4095, or one number for all",
        "valid_bit": 'which of the four lists there are: bits as a text, list 0 the last ("0011"), or a number',
    },
    "vmrgsort": {"element_count_list": "pairs of each list, at most 4095, or one number for all"},
    "set_rpn_offset": {"offset_dtype": '"float16", or "float32" where proposals may be f32'},
    "set_overflow_status": {"value": "a number or Scalar; 0 clears the status"},
    "get_overflow_status": {"status": "a Scalar of an integer dtype, which receives 1 after an overflow, else 0"},
    **{f"scalar_{word}": {"src0": _NUMBER, "src1": _NUMBER} for word in ("max", "min")},
    **{f"scalar_{word}": {"src": _NUMBER} for word in ("abs", "conv", "sqrt", "countbit0", "countbit1", "countleading0")},
    "vec_reduce_add": {
        "dst": f"{_UB}, of which dst[0] is written",
        "src": f"{_UB}, read, on a boundary of 32 bytes",
        "work_tensor": f"{_UB} of the same dtype, clobbered; its size: see above",
        "repeat_times": "how many repeats of 256 bytes, 1..4095 (0 at run time: nothing happens)",
        "src_rep_stride": "blocks (32 B) between the starts of two repeats, 0..255",
    },
    "h_duplicate": {"src": _NUMBER},
    "h_cmpv": {"src0": f"{_VIEW}, read, without gaps", "cmp_mode": '"LT", "GT", "GE", "EQ", "NE" or "LE"'},
    "h_sel": {"dst": f"{_VIEW}, written, without gaps", "src0": f"tensor view in UB, read, without gaps; or {_NUMBER}"},
    "h_quant": {"src": f"{_VIEW}, read, of dst's shape", "deqscale": f"{_NUMBER}: what results are multiplied by"},
    "h_data_move": {
        "dst": "tensor view in GM, UB or L1, written",
        "src": "tensor view in GM, UB or L1 of the same shape, read",
    },
    # the kernel
    "Tik": {
        "profiling": "a Dprofile, whose chip it is for; None: the current chip",
        "disable_debug": f"{_IGNORED}: printing and tikdb always work",
        "err_msg_level": _IGNORED,
        "block_size": "32, the only size there is",
        "chip": "name of a chip; wins over the Dprofile",
    },
    "BuildCCE": {
        "kernel_name": "a name",
        "inputs": "GM tensors and InputScalars: one or a sequence; a tensor in both lists is read and written",
        "outputs": "GM tensors: one or a sequence",
        "output_files_path": _IGNORED,
        "enable_l2": _IGNORED,
        "config": _IGNORED,
        "flowtable": "InputScalars and GM tensors that the tiling fills",
        "evaluates": _IGNORED,
        "extend_params": _IGNORED,
    },
    "kernel.run": {
        "inputs": "arrays and numbers, in the order of `t.kernel.inputs`, or by name",
        "tiling": "what fills the flowtable, or else the input called tiling…: numbers in the order the kernel reads "
        "them, or bytes",
        "initial": "first contents of outputs, by name or in order",
        "outputs_shape": "shapes of outputs (and workspaces) the kernel declares with a placeholder, by name or in order",
        "record": "False: faster, and no hazards are looked for",
        "numerics": '"ieee" or "chip"; None: what tik.numerics says',
    },
    "tikdb.start_debug": {
        "feed_dict": "arrays by the names of their GM tensors, numbers by the names of their InputScalars",
        "interactive": "True: a logged note says that there is no command line",
        "desc_tensor": _NEUTRAL,
    },
    "tikdb.debug_print": {"expr": 'text of an expression of your variables: "x_ub[0:8]"'},
    "Dprofile": {
        "ai_core_arch": '"v100" or "v200"',
        "ai_core_version": '"mini", "cloud" or "aic"',
        "ddk_version": _IGNORED,
        "chip": "name of a chip",
    },
    "chip": {"name": "name of a chip (`tik chips` lists them)"},
    "set_product_version": {"version": 'name of a chip, short SoC name, or "mini", "cloud", "aic"'},
    "numerics": {"mode": '"ieee" or "chip"'},
    "Tensor.reshape": {"new_shape": "a sequence of integers or expressions"},
    "Tensor.reinterpret_cast_to": {"new": "name of a dtype"},
    "Tensor.set_as": {
        "value": "a number, expression, Scalar or one-element view",
        "dst_offset": "which element of the view",
        "src_offset": "which element, where value is a view",
    },
    "Scalar.set_as": {
        "value": "a number, expression, Scalar or one-element view",
        "src_offset": "which element, where value is a view",
    },
    "Expr.astype": {"dtype": "name of a dtype"},
    "Expr.reinterpret_cast_to": {"dtype": "name of a dtype"},
    "ScalarArray.set_as": {"values": "a list as long as the array, or another array"},
    "all": {"*conditions": "comparisons, Scalars, numbers or bools"},
    "any": {"*conditions": "comparisons, Scalars, numbers or bools"},
    "negate": {"x": "a comparison, Scalar, number or bool"},
    "is_tik_var": {"x": "anything"},
    "StartProfiling": {
        "feed_dict": "arrays by the names of their GM tensors, numbers by the names of their InputScalars",
        "simulatorlog_path": "a logged note says that no file is written",
        "generate_html": "a logged note says that no file is written",
        "outputs_shape": "as of run",
    },
}
PARAMETERS["program"] = PARAMETERS["BuildCCE"]
PARAMETERS["vec_reduce_max"] = PARAMETERS["vec_reduce_add"] | {
    "dst": f"{_UB}, of which dst[0] is written (and dst[1] with cal_index), on a boundary of 4 bytes",
    "cal_index": "True: dst[1] receives the number of the lane, as an integer's bits",
}
PARAMETERS["vec_reduce_min"] = PARAMETERS["vec_reduce_max"]
_VIEWS = {"dst": f"{_VIEW}, written{_ROWS}", "src": f"{_VIEW}, read, of dst's shape and dtype"}
_VIEWS |= {"src0": f"{_VIEW}, read, of dst's shape and dtype", "src1": f"the same; or {_NUMBER}"}
_MODES = (
    "'' or 'none' (nearest even), 'round' (nearest even), 'floor', 'ceil', 'away-zero', 'to-zero', 'odd'; which "
    "of them, see vconv"
)
_SCALE = "int32 to float16: what results are multiplied by, 1 when left out"
PARAMETERS |= {
    "h_cast": {"src": f"{_VIEW}, read, of dst's shape", "round_mode": _MODES, "deqscale": _SCALE},
    "h_conv": {"src": f"{_VIEW}, read, of dst's shape", "round_mode": _MODES, "deqscale": _SCALE},
    **{
        f"h_reduce_{word}": {
            "dst": f"{_VIEW}, written, of as many elements as remain",
            "src": f"{_VIEW}, read{_ROWS}",
        }
        for word in ("sum", "max", "min")
    },
    **{
        f"h_reduce_arg{word}": {
            "dst": f"{_VIEW}, written, of an integer dtype and as many elements as remain",
            "src": f"{_VIEW}, read{_ROWS}",
            "axis": "the last axis, or None for all elements",
        }
        for word in ("max", "min")
    },
}

_RUN = "a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row"
COSTS = {
    "vec_reduce_add": "vcadd over the repeats, then over what those gave, until one number is left: one head for each stage "
    "(of up to 255 repeats) and a slope a repeat",
    "vec_reduce_max": "vcmax over the repeats, then over what those gave, until one is left: one head for each stage "
    "and a slope "
    "a repeat; with cal_index the scalar pipe then follows the winner back, some reads of UB a stage",
    "matmul": "for each part that fits: load2dv1 of both operands, then mmad; loads of the next part run while one is "
    "multiplied",
    "conv2d": "for each part that fits: load3dv1 or load3dv2 and load2dv1, then mmad; loads of the next run while one "
    "is multiplied",
    "fixpipe": "one instruction on split chips; elsewhere for each 16 KiB a move L0C to UB, what is asked for in UB, "
    "and a move to GM",
    "h_cast": f"one vconv, two where float16 stands between: {_RUN}",
    "h_quant": f"one vconv; to 8 bits vmuls and vconv: {_RUN}",
    "h_sin": f"some 30 vector instructions over all elements, each {_RUN}; four temporary float32 tensors in UB",
    "h_reduce_sum": "vadd of all repeats into 256 bytes, of the halves of those down to a block, whose elements the "
    "scalar pipe adds, for each "
    f"result; along an outer axis one vadd of slices after the other: {_RUN}",
    "h_reduce_argmax": "vec_reduce_max with cal_index for each row",
    "h_cmpv": f"one vcmpv: {_RUN}; copies through UB where the last repeat is not whole",
    "h_sel": "for each repeat a load of CMPMASK and a vsel",
    "h_data_move": "the moves of data_move or data_move_pad between these memories; as many as the shape has rows that "
    "do not fit one",
}
COSTS |= {
    "vec_reduce_min": COSTS["vec_reduce_max"].replace("vcmax", "vcmin"),
    "h_conv": COSTS["h_cast"],
    "h_cos": COSTS["h_sin"],
    "h_reduce_max": COSTS["h_reduce_sum"].replace("vadd", "vmax").replace("adds", "compares"),
    "h_reduce_min": COSTS["h_reduce_sum"].replace("vadd", "vmin").replace("adds", "compares"),
    "h_reduce_argmin": COSTS["h_reduce_argmax"].replace("max", "min"),
}
_ONE = "one instruction over all elements: " + _RUN
COSTS |= {f"h_{word}": _ONE for word in ("abs", "relu", "not", "exp", "ln", "rec", "rsqrt", "duplicate", "and", "or")}
COSTS |= {f"h_{word}": _ONE for word in ("add", "sub", "mul", "div", "max", "min")}

# Dtypes of calls that become sequences: the instruction whose they are, or in words.
DTYPES = {
    "vec_reduce_add": "vcadd",
    "vec_reduce_max": "vcmax",
    "vec_reduce_min": "vcmin",
    "matmul": "mmad",
    "conv2d": "mmad",
    "fixpipe": "dst.src: f32, i32, f16.f32 and f16.i32, as quantize_params say",
    **{
        f"h_{word}": f"v{word}"
        for word in ("add", "sub", "mul", "div", "max", "min", "abs", "relu", "exp", "ln", "rec", "rsqrt")
    },
    **{f"h_{word}": "integers of 8, 16 and 32 bits" for word in ("and", "or", "not")},
    "h_duplicate": "integers and floats of 8, 16 and 32 bits",
    "h_cast": "vconv",
    "h_conv": "vconv",
    "h_quant": "dst.src: f16.i32, i8.f16 and u8.f16",
    "h_sin": "f16, f32",
    "h_cos": "f16, f32",
    "h_reduce_sum": "vadd",
    "h_reduce_max": "vmax",
    "h_reduce_min": "vmin",
    "h_reduce_argmax": "vcmax",
    "h_reduce_argmin": "vcmin",
    "h_cmpv": "vcmpv_lt",
    "h_sel": "f16, f32",
    "h_data_move": "those of data_move; with rows that are no whole blocks those of data_move_pad",
}


def meaning(call: str, parameter: str) -> str | None:
    """What the parameter of this call is, if that is more than its instruction's field says."""
    return PARAMETERS.get(call, {}).get(parameter)


def usual(call: str, parameter: str) -> str | None:
    """What a parameter of that name is where no instruction has such a field."""
    return _USUAL.get(parameter) or (_VIEWS.get(parameter) if call.startswith("h_") else None)
