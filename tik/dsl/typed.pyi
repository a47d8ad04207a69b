# Written by docs/build.py from the source; don't edit it by hand.

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy

from tik.dsl import arrays, scalar
from tik.dsl.compare import CompareMask
from tik.dsl.control import Loops
from tik.dsl.core import Core, With
from tik.dsl.nms import CorIr
from tik.dsl.tensor import TensorView
from tik.ir import Expr, Program
from tik.types.dtypes import DType
from tik.types.scopes import Scope

Whole = int | numpy.integer[Any] | Expr | TensorView  # a number, Scalar, expression or one-element view
Number = float | numpy.floating[Any] | Whole
Mask = Whole | Sequence[Whole]  # a count of lanes, or [high, low]


class Builder(Core):
    """The builder as type checkers and IDEs see it; help(t.vadd) shows also what a call costs."""

    def Tensor(
        self,
        dtype: str | DType,
        shape: Any,
        scope: str | Scope,
        name: str = "tensor",
        enable_buffer_reuse: bool = False,
        no_reuse_list: Any = None,
        reuse_list: Any = None,
        is_workspace: bool = False,
        is_atomic_add: bool = False,
        max_mem_size: int | None = None,
        init_value: Any = None,
        is_global_tensor: bool = False,
        start_addr: int | None = None,
    ) -> TensorView:
        """A tensor in a memory scope: GM tensors are arguments, workspaces or constant tables; local ones live until the
        with-block they stand in ends.

        ``shape``: integers, in GM expressions too (local ones then need ``max_mem_size``, in bytes); in GM 2**30 elements or
        more stand for however many the launch gives. ``start_addr`` pins
        the byte address. In GM: ``is_workspace`` is scratch, ``is_atomic_add`` zeroes before launch, ``init_value`` makes
        a constant table.
        Raises TIK-MEM01 when it is larger than the whole memory, TIK-SHAPE01 for a dimension below 1.

        Parameters:
          dtype: name of a dtype: "float16", "float32", "bfloat16", "int8" … "int64", "uint8" … "uint64", "int4"
          shape: an integer or a sequence of them; in GM expressions too
          scope: tik.scope_gm, scope_ubuf, scope_cbuf (L1), scope_ca, scope_cb, scope_cc (L0A, L0B, L0C), or the text they stand for
          name: what messages and the stream call it
          enable_buffer_reuse: accepted, and ignored: the scheduler places tensors
          no_reuse_list: accepted, and ignored
          reuse_list: accepted, and ignored
          is_workspace: GM: scratch of the kernel, which stands in no list of BuildCCE
          is_atomic_add: GM: zero before each launch
          max_mem_size: bytes to reserve where the shape is known only at run time
          init_value: GM: values of a constant table, as a list or array
          is_global_tensor: accepted, and ignored
          start_addr: local memories: the byte address; None: the scheduler chooses
        """

    def Scalar(self, dtype: str | DType = "int64", name: str = "reg_buf", init_value: Any = None) -> scalar.Scalar:
        """A register; ``init_value`` may be a number, an expression, a Scalar or a one-element view.

        Parameters:
          dtype: name of a dtype
          name: what messages and the stream call it
          init_value: a number, expression, Scalar or one-element view
        """

    def InputScalar(self, dtype: str | DType = "int64", name: str = "input_scalar") -> scalar.InputScalar:
        """A scalar argument of the kernel; it stands in ``inputs`` or ``flowtable``.

        Parameters:
          dtype: name of a dtype
          name: what `run` and messages call it
        """

    def ScalarArray(
        self,
        dtype: str | DType = "int64",
        length: int = 1,
        name: str = "reg_buf",
        init_value: Any = None,
    ) -> arrays.ScalarArray:
        """``length`` registers; ``init_value`` is a list of as many numbers or expressions, or one for all.

        Parameters:
          dtype: name of a dtype
          length: registers, 1..256
          name: what messages and the stream call it
          init_value: a list of as many numbers or expressions, or one for all
        """

    def TensorAddrList(self, *args: Any, **keywords: Any) -> NoReturn:
        """Refused: arrays of GM addresses.

        Parameters:
          *args: anything
          **keywords: anything
        """

    def get_available_buffer_size(self, buffer_scope: str | Scope) -> int:
        """The bytes of a local memory that no tensor of an open scope takes.

        Parameters:
          buffer_scope: a local memory scope
        """

    def for_range(
        self,
        begint: Any,
        endt: Any,
        name: str = "i",
        thread_num: Any = 1,
        thread_type: str = "whole",
        block_num: Any = 1,
        dtype: str = "int32",
        for_type: str = "serial",
        subblock_num: int = 0,
        sub_dtype: str = "int32",
        enable_subblk: bool = False,
    ) -> With:
        """``with t.for_range(0, n) as i:`` runs the block for i = begint .. endt - 1.

        ``thread_num=2``: tensors declared in the block get two buffers, so that transfers and computation overlap.
        ``block_num=n`` with ``for_range(0, n)``: the block runs on n cores, i is the core's index; statements outside
        the loop run on every core. One such loop a kernel, inside no other loop, not together with ``thread_num`` > 1. With a
        Scalar for n that is no argument of the kernel, all cores of the chip are launched and share the n trips.

        Parameters:
          begint: first value: an integer, Scalar or expression
          endt: one past the last value
          name: what messages and the stream call it
          thread_num: 0..4: how many buffers tensors of the block get; 2 is ping-pong
          thread_type: accepted, and ignored
          block_num: 1..65535, or a Scalar: cores the trips are spread over
          dtype: dtype of the loop variable
          for_type: accepted, and ignored
          subblock_num: accepted, and ignored
          sub_dtype: accepted, and ignored
          enable_subblk: accepted, and ignored
        """

    def multi_for_range(
        self,
        begint: Any,
        endt: Any,
        name: Any = "i",
        dtype: Any = "int32",
        for_type: str = "serial",
    ) -> Loops:
        """``with t.multi_for_range([0, 0], [n, m], ["i", "j"]) as (i, j):`` is a for_range in a for_range, the first outermost.

        Parameters:
          begint: a list of first values, the outermost loop's first
          endt: a list of ends
          name: a list of names, or one
          dtype: a list of dtypes, or one
          for_type: accepted, and ignored
        """

    def if_scope(self, cond: Any) -> With:
        """``with t.if_scope(cond):`` runs the block when cond (a comparison, Scalar, number or bool) holds at run time.

        Parameters:
          cond: a comparison, Scalar, number or bool; tik.all, tik.any and tik.negate combine them
        """

    def elif_scope(self, cond: Any) -> With:
        """The branch taken when the conditions before it do not hold and this one does.

        Parameters:
          cond: as of if_scope
        """

    def else_scope(self) -> With:
        """The branch taken when no condition before it holds."""

    def new_stmt_scope(self, disable_sync: bool = False) -> With:
        """``with t.new_stmt_scope():`` ends the life of the tensors declared inside.

        ``disable_sync=True``: the scheduler inserts no flags or barriers; the author guarantees (or places) the order.

        Parameters:
          disable_sync: True: you place flags and barriers yourself
        """

    def tik_break(self) -> None:
        """Leave the innermost for_range."""

    def tik_continue(self) -> None:
        """Go on with the next trip of the innermost for_range."""

    def tik_return(self) -> None:
        """End the kernel on this core."""

    def data_move(
        self,
        dst: TensorView,
        src: TensorView,
        sid: int,
        nburst: Any,
        burst: Any,
        src_stride: Any,
        dst_stride: Any,
        *args: Any,
        **argv: Any,
    ) -> None:
        """Copy ``nburst`` bursts of ``burst`` units; strides are gaps: from the end of one burst to the start of the next.

        The unit is a 32-byte block; on the L0C side a fractal of 16 x 16 elements. A run-time count of 0 moves nothing. Pipes:
        GM to UB or L1 MTE2, UB to GM or L1 and L1 to GM MTE3, UB to UB (elements of 16 or 32 bits) and L0C to and from UB V, L1
        to UB or the bias table MTE1. UB to GM adds where set_atomic_add is in effect.
        From L0C one more argument, ConvReluMode: 0 copy, 1 f32 to f16, 2 f32 to f16 with relu, 3 i32 times ``deqscale`` (a
        number or f16 Scalar) to f16, 4 f16 to f32, 5 copy with relu. The bias table takes one burst and widens it to f32.

        Instruction mov_gm_ub, pipe MTE2: GM -> UB, whole blocks.
        Instruction mov_gm_l1, pipe MTE2: GM -> L1, whole blocks.
        Instruction mov_ub_gm, pipe MTE3: UB -> GM, whole blocks; copied, or added (``atomic``).
        Instruction mov_ub_ub, pipe V: UB -> UB, whole blocks, by the vector pipe.
        Instruction mov_l1_ub, pipe MTE1: L1 -> UB (unified chips).
        Instruction mov_ub_l1, pipe MTE3: UB -> L1 (unified chips).
        Instruction mov_l1_gm, pipe MTE3: L1 -> GM. Never an atomic add: the mode concerns what comes from UB and L0C.
        Instruction mov_ub_l0c, pipe V: UB -> L0C by fractals of 16 x 16 (unified chips).
        Instruction mov_l0c_ub, pipe V: L0C -> UB (unified chips) by fractals of 16 x 16, or by rows of 16 (``unit`` v); converted to dst's dtype, relu on the way if asked.
        Instruction mov_l0c_ub_deq, pipe V: L0C -> UB (unified chips), as mov_l0c_ub: i32 times ``deqscale``, rounded once, to f16.
        Instruction mov_l1_bt, pipe MTE1: L1 -> bias table (split chips), widened to the accumulator's f32 on the way; a burst counts source blocks.
          dst: tensor in UB, written, on a boundary of 32 bytes; or L1, written, on a boundary of 32 bytes; or GM, written, at any address; or L0C, written, on a boundary of 512 bytes (of 32-bit elements 1024); or BT, written, on a boundary of 32 bytes
          src: tensor in GM, read, at any address; or UB, read, on a boundary of 32 bytes; or L1, read, on a boundary of 32 bytes; or L0C, read, on a boundary of 512 bytes (of 32-bit elements 1024)
          sid: 0..15; the hardware ignores it
          nburst: bursts, 1..4095 (0 at run time: nothing happens)
          burst: blocks (32 B) a burst, 1..65535 (0 at run time: nothing happens); or fractals a burst, 1..65535 (0 at run time: nothing happens); or source blocks (32 B), 1..65535
          src_stride: blocks between source bursts (gap), 0..65535; or fractals between source bursts (gap), 0..65535
          dst_stride: blocks between destination bursts (gap), 0..65535; or fractals between destination bursts (gap), 0..65535
          *args: from L0C to UB: ConvReluMode (0..5), then deqscale of mode 3, a number or float16 Scalar; else nothing
          **argv: the same by name
        mov_gm_ub, mov_gm_l1, mov_ub_gm, mov_ub_ub:
          Dtypes (every operand):
            Ascend310, Ascend910A, Ascend910B, Ascend910B1..B4: f16, f32, bf16, i8, u8, i16, u16, i32, u32, i64, u64
            Ascend310P3: f16, f32, bf16, i8, u8, i16, u16, i32, u32, i64, u64, i4
        mov_l1_ub, mov_ub_l1:
          Dtypes (every operand):
            Ascend310, Ascend910A, Ascend910B: f16, f32, bf16, i8, u8, i16, u16, i32, u32, i64, u64
            Ascend310P3: f16, f32, bf16, i8, u8, i16, u16, i32, u32, i64, u64, i4
            Ascend910B1..B4: none
        mov_l1_gm:
          Dtypes (every operand):
            Ascend310, Ascend310P3, Ascend910A, Ascend910B: none
            Ascend910B1..B4: f16, f32, bf16, i8, u8, i16, u16, i32, u32, i64, u64
        mov_ub_l0c:
          Dtypes (every operand):
            Ascend310, Ascend310P3, Ascend910A, Ascend910B: f32, f16, i32, u32
            Ascend910B1..B4: none
        mov_l0c_ub:
          Dtypes (dst, src):
            Ascend310, Ascend310P3, Ascend910A, Ascend910B: f32, f16.f32, f16, f32.f16, i32, u32
            Ascend910B1..B4: none
        mov_l0c_ub_deq:
          Dtypes (dst, src):
            Ascend310, Ascend310P3, Ascend910A, Ascend910B: f16.i32
            Ascend910B1..B4: none
        mov_l1_bt:
          Dtypes (dst, src):
            Ascend310, Ascend310P3, Ascend910A, Ascend910B: none
            Ascend910B1..B4: f32, f32.f16, f32.bf16, i32
        """

    def data_move_pad(
        self,
        dst: TensorView,
        src: TensorView,
        nburst: Whole,
        burst: Whole,
        dst_gap: Whole,
        src_gap: Whole,
        right_padding: Whole = 0,
        left_padding: Whole = 0,
        padding_value: Number | None = None,
    ) -> None:
        """Copy ``nburst`` bursts of ``burst`` bytes between GM and UB, byte-exact; in UB each burst fills whole blocks.

        Gaps count bytes in GM and blocks in UB. GM to UB: ``left_padding`` and ``right_padding`` are elements that take
        ``padding_value`` (None: 0). UB to GM adds where set_atomic_add is in effect. A run-time count of 0 moves nothing.

        Instruction movpad_gm_ub, pipe MTE2: GM -> UB, byte-exact bursts, each into a slot of whole blocks; the padding elements take ``padding_value``.
        Instruction movpad_ub_gm, pipe MTE3: UB -> GM, byte-exact bursts, each from a slot of whole blocks; copied, or added (``atomic``).
          dst: tensor in UB, written, on a boundary of 32 bytes; or GM, written, at any address
          src: tensor in GM, read, at any address; or UB, read, on a boundary of 32 bytes
          nburst: bursts, 1..4095 (0 at run time: nothing happens)
          burst: bytes a burst, 1..2097151 (0 at run time: nothing happens)
          dst_gap: gap between destination bursts: bytes in GM, blocks in UB, 0..2147483647
          src_gap: gap between source bursts: bytes in GM, blocks in UB, 0..2147483647
          right_padding: elements added behind each burst, 0..32
          left_padding: elements added before each burst, 0..32
          padding_value: a number, Scalar or expression of the operands' dtype
        Dtypes (every operand):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: none
          Ascend910B1..B4: u8, i8, u16, i16, f16, i32, f32, u32, bf16
        """

    def tensor_mov(
        self,
        dst: TensorView,
        src: TensorView,
        block_mode: Any,
        nburst: Whole,
        burst_len: Whole,
        dst_stride: Whole,
        src_stride: Whole,
        deqscale: Number | None = None,
        sid_store_mode: Any = 0,
        relu: Any = False,
        pad_mode: Any = None,
        pad_value: Any = None,
        onthefly_mode: Any = 0,
        src_onthefly: Any = None,
        src_onthefly_stride: Any = 0,
    ) -> None:
        """As data_move, but dst_stride comes before src_stride, and ``block_mode`` says what ``burst_len`` counts: '' blocks of
        32 bytes, 'm' fractals of 16 x 16 (L0C to and from UB), 'v' rows of 16 elements (L0C to UB).

        From L0C the dtypes say what is converted: f32 to f16, f16 to f32, i32 times ``deqscale`` (a number or f16 Scalar) to
        f16; with ``relu`` negative results become 0. Source gaps in L0C count what burst_len counts.

        Instruction mov_gm_ub, pipe MTE2: GM -> UB, whole blocks.
        Instruction mov_gm_l1, pipe MTE2: GM -> L1, whole blocks.
        Instruction mov_ub_gm, pipe MTE3: UB -> GM, whole blocks; copied, or added (``atomic``).
        Instruction mov_ub_ub, pipe V: UB -> UB, whole blocks, by the vector pipe.
        Instruction mov_l1_ub, pipe MTE1: L1 -> UB (unified chips).
        Instruction mov_ub_l1, pipe MTE3: UB -> L1 (unified chips).
        Instruction mov_l1_gm, pipe MTE3: L1 -> GM. Never an atomic add: the mode concerns what comes from UB and L0C.
        Instruction mov_ub_l0c, pipe V: UB -> L0C by fractals of 16 x 16 (unified chips).
        Instruction mov_l0c_ub, pipe V: L0C -> UB (unified chips) by fractals of 16 x 16, or by rows of 16 (``unit`` v); converted to dst's dtype, relu on the way if asked.
        Instruction mov_l0c_ub_deq, pipe V: L0C -> UB (unified chips), as mov_l0c_ub: i32 times ``deqscale``, rounded once, to f16.
          dst: tensor in UB, written, on a boundary of 32 bytes; or L1, written, on a boundary of 32 bytes; or GM, written, at any address; or L0C, written, on a boundary of 512 bytes (of 32-bit elements 1024)
          src: tensor in GM, read, at any address; or UB, read, on a boundary of 32 bytes; or L1, read, on a boundary of 32 bytes; or L0C, read, on a boundary of 512 bytes (of 32-bit elements 1024)
          block_mode: what burst_len counts: '' blocks (32 B), 'm' fractals, 'v' rows of 16 elements
          nburst: bursts, 1..4095 (0 at run time: nothing happens)
          burst_len: blocks (32 B) a burst, 1..65535 (0 at run time: nothing happens); or fractals a burst, 1..65535 (0 at run time: nothing happens)
          dst_stride: blocks between destination bursts (gap), 0..65535; or fractals between destination bursts (gap), 0..65535
          src_stride: blocks between source bursts (gap), 0..65535; or fractals between source bursts (gap), 0..65535
          deqscale: what results are multiplied by: a number or f16 Scalar
          sid_store_mode: accepted, and ignored
          relu: from L0C: True: negative results become 0
          pad_mode: leave it out: other values are refused (TIK-CHIP01)
          pad_value: leave it out: other values are refused (TIK-CHIP01)
          onthefly_mode: leave it out: other values are refused (TIK-CHIP01)
          src_onthefly: leave it out: other values are refused (TIK-CHIP01)
          src_onthefly_stride: leave it out: other values are refused (TIK-CHIP01)
        mov_gm_ub, mov_gm_l1, mov_ub_gm, mov_ub_ub:
          Dtypes (every operand):
            Ascend310, Ascend910A, Ascend910B, Ascend910B1..B4: f16, f32, bf16, i8, u8, i16, u16, i32, u32, i64, u64
            Ascend310P3: f16, f32, bf16, i8, u8, i16, u16, i32, u32, i64, u64, i4
        mov_l1_ub, mov_ub_l1:
          Dtypes (every operand):
            Ascend310, Ascend910A, Ascend910B: f16, f32, bf16, i8, u8, i16, u16, i32, u32, i64, u64
            Ascend310P3: f16, f32, bf16, i8, u8, i16, u16, i32, u32, i64, u64, i4
            Ascend910B1..B4: none
        mov_l1_gm:
          Dtypes (every operand):
            Ascend310, Ascend310P3, Ascend910A, Ascend910B: none
            Ascend910B1..B4: f16, f32, bf16, i8, u8, i16, u16, i32, u32, i64, u64
        mov_ub_l0c:
          Dtypes (every operand):
            Ascend310, Ascend310P3, Ascend910A, Ascend910B: f32, f16, i32, u32
            Ascend910B1..B4: none
        mov_l0c_ub:
          Dtypes (dst, src):
            Ascend310, Ascend310P3, Ascend910A, Ascend910B: f32, f16.f32, f16, f32.f16, i32, u32
            Ascend910B1..B4: none
        mov_l0c_ub_deq:
          Dtypes (dst, src):
            Ascend310, Ascend310P3, Ascend910A, Ascend910B: f16.i32
            Ascend910B1..B4: none
        """

    def load2dv1(
        self,
        dst: TensorView,
        src: TensorView,
        index: Whole,
        repeat_times: Whole,
        src_stride: Whole,
        sid: Whole,
        if_transpose: bool = False,
        addr_mode: Any = None,
    ) -> None:
        """Copy ``repeat_times`` 512-byte fractals from number ``index`` on, ``src_stride`` apart: L1 to L0A or L0B (pipe MTE1),
        or GM to L1, L0A or L0B (pipe MTE2).

        ``if_transpose`` (from L1): each fractal of 16 x 16 16-bit elements is transposed. ``addr_mode`` 0: source numbers rise
        by src_stride; 1: they fall.

        Instruction load2d_l1_l0a, pipe MTE1: L1 -> L0A, fractal by fractal.
        Instruction load2d_l1_l0b, pipe MTE1: L1 -> L0B, fractal by fractal.
        Instruction load2d_gm_l1, pipe MTE2: GM -> L1, fractal by fractal.
        Instruction load2d_gm_l0a, pipe MTE2: GM -> L0A, fractal by fractal.
        Instruction load2d_gm_l0b, pipe MTE2: GM -> L0B, fractal by fractal.
          dst: tensor in L0A, written, on a boundary of 512 bytes; or L0B, written, on a boundary of 512 bytes; or L1, written, on a boundary of 32 bytes
          src: tensor in L1, read, on a boundary of 32 bytes; or GM, read, at any address
          index: first source fractal, 0..65535
          repeat_times: fractals, 1..255 (0 at run time: nothing happens)
          src_stride: fractals from the start of a source to the next, 0..65535
          sid: 0..15; the hardware ignores it
          if_transpose: True or False
          addr_mode: 0 or None: source numbers rise by src_stride; 1: they fall
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: f16, i8, u8, i16, u16, i32, u32
          Ascend310P3: f16, i8, u8, i4, i16, u16, i32, u32
          Ascend910B1..B4: f16, i8, u8, bf16, f32, i16, u16, i32, u32
        """

    def load2dv2(
        self,
        dst: TensorView,
        src: TensorView,
        start_index: Whole,
        repeat_times: Whole,
        dst_gap: Whole,
        src_stride: Whole,
        sid: Whole,
        if_transpose: bool = False,
        addr_mode: Any = None,
    ) -> None:
        """As load2dv1, with a gap of ``dst_gap`` fractals between destinations.

        Instruction load2d_l1_l0a, pipe MTE1: L1 -> L0A, fractal by fractal.
        Instruction load2d_l1_l0b, pipe MTE1: L1 -> L0B, fractal by fractal.
        Instruction load2d_gm_l1, pipe MTE2: GM -> L1, fractal by fractal.
        Instruction load2d_gm_l0a, pipe MTE2: GM -> L0A, fractal by fractal.
        Instruction load2d_gm_l0b, pipe MTE2: GM -> L0B, fractal by fractal.
          dst: tensor in L0A, written, on a boundary of 512 bytes; or L0B, written, on a boundary of 512 bytes; or L1, written, on a boundary of 32 bytes
          src: tensor in L1, read, on a boundary of 32 bytes; or GM, read, at any address
          start_index: first source fractal, 0..65535
          repeat_times: fractals, 1..255 (0 at run time: nothing happens)
          dst_gap: fractals between destinations (gap), 0..65535
          src_stride: fractals from the start of a source to the next, 0..65535
          sid: 0..15; the hardware ignores it
          if_transpose: True or False
          addr_mode: 0 or None: source numbers rise by src_stride; 1: they fall
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: f16, i8, u8, i16, u16, i32, u32
          Ascend310P3: f16, i8, u8, i4, i16, u16, i32, u32
          Ascend910B1..B4: f16, i8, u8, bf16, f32, i16, u16, i32, u32
        """

    def mmad(
        self,
        dst_fm: TensorView,
        src_fm: TensorView,
        src_filter: TensorView,
        matrix_m: Whole,
        matrix_k: Whole,
        matrix_n: Whole,
        is_bias: Whole,
        fm_offset: Any = 0,
        en_weight_offset: Any = False,
        smask: Any = None,
        en_small_channel: Any = False,
        en_small_k: Any = False,
        en_ssparse: Any = False,
        en_winograd_a: Any = False,
        en_winograd_b: Any = False,
        bias_tensor: Any = None,
        hf32: bool = False,
    ) -> None:
        """dst (L0C) = src_fm (L0A) @ src_filter (L0B); ``is_bias`` 1: dst += ...; ``bias_tensor`` (bias table): + bias. Pipe M.

        Layouts: src_fm [M1][K1][16][c0], src_filter [K1][N1][16][c0], dst [N1][M1*16][16]; c0 is 32 bytes of elements: 16 of
        16 bits, 32 of 8 bits, 64 of int4, 8 of f32. matrix_m 1: src_fm is a vector of matrix_k elements. Sums are f32, or 32-bit
        integers that wrap. ``hf32`` (the kit's own): f32 operands are rounded to 11 fraction bits, and take half the time.

        Instruction mmad, pipe M: dst = src_fm @ src_filter (is_bias 0), or dst += (is_bias 1).
        Instruction mmad_bias, pipe M: dst = src_fm @ src_filter + bias, the bias row taken from the bias table.
          dst_fm: tensor in L0C, read and written, on a boundary of 512 bytes (of 32-bit elements 1024); or L0C, written, on a boundary of 512 bytes (of 32-bit elements 1024)
          src_fm: tensor in L0A, read, on a boundary of 512 bytes
          src_filter: tensor in L0B, read, on a boundary of 512 bytes
          matrix_m: rows, 1..4095
          matrix_k: reduction length, 1..4095
          matrix_n: columns, 1..4095
          is_bias: 1: dst is added to, 0: it is set, 0..1
          fm_offset: leave it out: other values are refused (TIK-CHIP01)
          en_weight_offset: leave it out: other values are refused (TIK-CHIP01)
          smask: leave it out: other values are refused (TIK-CHIP01)
          en_small_channel: leave it out: other values are refused (TIK-CHIP01)
          en_small_k: leave it out: other values are refused (TIK-CHIP01)
          en_ssparse: leave it out: other values are refused (TIK-CHIP01)
          en_winograd_a: leave it out: other values are refused (TIK-CHIP01)
          en_winograd_b: leave it out: other values are refused (TIK-CHIP01)
          bias_tensor: None, or a tensor in the bias table (split chips): one element a column
          hf32: round f32 operands to 11 fraction bits (HF32) and run twice as fast: True or False
        mmad:
          Dtypes (dst, src_fm, src_filter):
            Ascend310, Ascend910A, Ascend910B: u32.u8.u8, i32.i8.i8, i32.u8.i8, f16, f32.f16.f16
            Ascend310P3: i32.u8.u8, i32.i8.i8, i32.u8.i8, f16, f32.f16.f16, i32.i4.i4, u32.u8.u8
            Ascend910B1..B4: u32.u8.u8, i32.i8.i8, i32.u8.i8, f16, f32.f16.f16, f32.bf16.bf16, f32
        mmad_bias:
          Dtypes (dst, src_fm, src_filter):
            Ascend310, Ascend310P3, Ascend910A, Ascend910B: none
            Ascend910B1..B4: u32.u8.u8, i32.i8.i8, i32.u8.i8, f16, f32.f16.f16, f32.bf16.bf16, f32
        """

    def load3dv1(
        self,
        dst: TensorView,
        src: TensorView,
        pad: Any,
        l1_h: Whole,
        l1_w: Whole,
        c1_index: Whole,
        fetch_filter_w: Whole,
        fetch_filter_h: Whole,
        left_top_w: Whole,
        left_top_h: Whole,
        stride_w: Whole,
        stride_h: Whole,
        filter_w: Whole,
        filter_h: Whole,
        dilation_filter_w: Whole,
        dilation_filter_h: Whole,
        jump_offset: Whole,
        repeat_mode: Whole,
        repeat_time: Any,
        _csize: Any = 0,
        pad_value: Number = 0,
    ) -> None:
        """img2col from L1 to L0A, L0B or UB (pipe MTE1): a repeat is a fractal of 16 windows x C0 channels of one kernel tap.

        src: [C1][H][W][C0] with C0 = 32 bytes (16 f16, 32 int8). ``pad``: [left, right, top, bottom]. (left_top_w, left_top_h):
        where the first window begins, negative in the padding; windows walk by the strides along W, then H. Outside the image:
        ``pad_value``. ``repeat_mode`` 0: the next tap a repeat (along w, h, then c1), dst without gaps; 1: the next 16 windows,
        dst ``jump_offset`` fractals further.

        Instruction load3d_l1_l0a, pipe MTE1: img2col, L1 -> L0A.
        Instruction load3d_l1_l0b, pipe MTE1: img2col, L1 -> L0B.
        Instruction load3d_l1_ub, pipe MTE1: img2col, L1 -> UB.
          dst: tensor in L0A, written, on a boundary of 512 bytes; or L0B, written, on a boundary of 512 bytes; or UB, written, on a boundary of 32 bytes
          src: tensor in L1, read, on a boundary of 32 bytes
          pad: [left, right, top, bottom]: rows and columns of padding, 0..255 each
          l1_h: rows of the image, 1..32767
          l1_w: columns of the image, 1..32767
          c1_index: channel group, 0..4095
          fetch_filter_w: column of the kernel tap, 0..254
          fetch_filter_h: row of the kernel tap, 0..254
          left_top_w: column of the first window; negative: in the padding, -255..32767
          left_top_h: row of the first window; negative: in the padding, -255..32767
          stride_w: columns between windows, 1..63
          stride_h: rows between windows, 1..63
          filter_w: columns of the kernel, 1..255
          filter_h: rows of the kernel, 1..255
          dilation_filter_w: columns between taps, 1..255
          dilation_filter_h: rows between taps, 1..255
          jump_offset: fractals between destinations in repeat_mode 1, 0..127
          repeat_mode: 0: the next tap a repeat, 1: the next 16 windows, 0..1
          repeat_time: fractals, 1..255 (0 at run time: nothing happens)
          _csize: leave it out: other values are refused (TIK-CHIP01)
          pad_value: what lies outside the image
        Dtypes (every operand):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: f16, i8, u8
          Ascend910B1..B4: none
        """

    def load3dv2(
        self,
        dst: TensorView,
        src: TensorView,
        pad_list: Any,
        l1_h: Whole,
        l1_w: Whole,
        channel_size: Whole,
        k_extension: Whole,
        m_extension: Whole,
        k_start_pt: Whole,
        m_start_pt: Whole,
        stride_w: Whole,
        stride_h: Whole,
        filter_w: Whole,
        filter_h: Whole,
        dilation_filter_w: Whole,
        dilation_filter_h: Whole,
        en_transpose: Any = False,
        en_small_k: Any = False,
        pad_value: Number | None = None,
    ) -> None:
        """A part of the img2col matrix of an image in L1, to L0A as [M1][K1][16][C0] (pipe MTE1).

        Row m is window m of the padded image, along W, then H; column k is channel k % C0 of tap k // C0, along the kernel's w,
        then h, then channel groups. ``m_extension`` rows from m_start_pt (a multiple of 16) on and ``k_extension`` columns from
        k_start_pt (a multiple of C0) on, in whole fractals.

        Instruction load3d_matrix_l1_l0a, pipe MTE1.
          dst: tensor in L0A, written, on a boundary of 512 bytes
          src: tensor in L1, read, on a boundary of 32 bytes
          pad_list: [left, right, top, bottom]: rows and columns of padding, 0..255 each
          l1_h: rows of the image, 1..32767
          l1_w: columns of the image, 1..32767
          channel_size: channels of the image, 1..65535
          k_extension: columns of the part, 1..65535
          m_extension: rows of the part, 1..65535
          k_start_pt: first column, 0..65535
          m_start_pt: first row, 0..2147483647
          stride_w: columns between windows, 1..63
          stride_h: rows between windows, 1..63
          filter_w: columns of the kernel, 1..255
          filter_h: rows of the kernel, 1..255
          dilation_filter_w: columns between taps, 1..255
          dilation_filter_h: rows between taps, 1..255
          en_transpose: leave it out: other values are refused (TIK-CHIP01)
          en_small_k: leave it out: other values are refused (TIK-CHIP01)
          pad_value: what lies outside the image
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3: f16, i8, u8
          Ascend910B1..B4: f16, i8, u8, bf16, f32
        """

    def col2img(
        self,
        dst: TensorView,
        src: TensorView,
        pad: Any,
        l1_h: Whole,
        l1_w: Whole,
        fetch_filter_w: Whole,
        fetch_filter_h: Whole,
        left_top_w: Whole,
        left_top_h: Whole,
        stride_w: Whole,
        stride_h: Whole,
        filter_w: Whole,
        filter_h: Whole,
        dilation_filter_w: Whole,
        dilation_filter_h: Whole,
        repeat_time: Any,
    ) -> None:
        """The reverse of load3dv1, UB to UB (pipe V): dst (an image [H][W][16]) += the fractals of src, at one kernel tap.

        A repeat adds the 16 rows of a fractal to the pixels of 16 windows; src has no gaps. What is outside the image is dropped.

        Instruction col2img, pipe V.
          dst: tensor in UB, read and written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          pad: [left, right, top, bottom]: rows and columns of padding, 0..255 each
          l1_h: rows of the image, 1..32767
          l1_w: columns of the image, 1..32767
          fetch_filter_w: column of the kernel tap, 0..254
          fetch_filter_h: row of the kernel tap, 0..254
          left_top_w: column of the first window; negative: in the padding, -255..32767
          left_top_h: row of the first window; negative: in the padding, -255..32767
          stride_w: columns between windows, 1..63
          stride_h: rows between windows, 1..63
          filter_w: columns of the kernel, 1..255
          filter_h: rows of the kernel, 1..255
          dilation_filter_w: columns between taps, 1..255
          dilation_filter_h: rows between taps, 1..255
          repeat_time: fractals, 1..255 (0 at run time: nothing happens)
        Dtypes (every operand):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: f16, f32
          Ascend910B1..B4: none
        """

    def broadcast_ub_to_l0c(self, dst: Any, src: Any, nburst: Any, burst_len: Any, *strides: Any) -> None:
        """UB to L0C (pipe V): every 16 elements of src become a fractal of 16 equal rows, a bias for mmad to add to.

        ``burst_len`` counts fractals; ``strides`` are gaps between bursts: of dst in fractals, of src in 32-byte blocks.

        Instruction broadcast_ub_to_l0c, pipe V.
          dst: tensor in L0C, written, on a boundary of 512 bytes (of 32-bit elements 1024)
          src: tensor in UB, read, on a boundary of 32 bytes
          nburst: bursts, 1..255 (0 at run time: nothing happens)
          burst_len: fractals a burst, 1..255
          *strides: gaps between bursts: of dst in fractals, of src in blocks (32 B), 0..65535; 0 when left out
        Dtypes (every operand):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: f16, f32, i32
          Ascend910B1..B4: none
        """

    def tensor_padding_with_matrix(self, dst: TensorView, repeat_times: Whole, value: Number | None = None) -> None:
        """Fill ``repeat_times`` fractals of 512 bytes in L0A, L0B (pipe MTE1) or L1 (pipe MTE2) with ``value`` (None: 0).

        Instruction set_2d_l0a, pipe MTE1: Fractals of L0A, filled with a value.
        Instruction set_2d_l0b, pipe MTE1: Fractals of L0B, filled with a value.
        Instruction set_2d_l1, pipe MTE2: Fractals of L1, filled with a value; by the pipe that writes L1 from GM (assumed).
          dst: tensor in L0A, written, on a boundary of 512 bytes; or L0B, written, on a boundary of 512 bytes; or L1, written, on a boundary of 32 bytes
          repeat_times: fractals, 1..255 (0 at run time: nothing happens)
          value: what the fractals are filled with
        Dtypes (dst):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: f16, i8, u8, i16, u16, i32, u32
          Ascend910B1..B4: f16, i8, u8, bf16, f32, i16, u16, i32, u32
        """

    def fix_l0c_gm(
        self,
        dst: TensorView,
        src: TensorView,
        n_size: Whole,
        m_size: Whole,
        src_stride: Whole,
        dst_stride: Whole,
        relu: bool = False,
    ) -> None:
        """L0C to GM row by row (split chips): m_size rows of n_size columns, ``dst_stride`` elements apart in GM, converted
        to dst's dtype; ``src_stride`` is the number of rows a column group of L0C holds.

        Instruction fix_l0c_gm, pipe FIX.
          dst: tensor in GM, written, at any address
          src: tensor in L0C, read, on a boundary of 64 bytes
          n_size: columns, 1..4095
          m_size: rows, 1..8192
          src_stride: rows a column group of L0C holds, 16..65535
          dst_stride: elements between rows of dst, 1..2147483647
          relu: True or False
        Dtypes (dst, src):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: none
          Ascend910B1..B4: f32, i32, f16.f32, bf16.f32
        """

    def fixpipe(
        self,
        dst: TensorView,
        src: TensorView,
        cburst_num: Any,
        burst_len: Any,
        dst_stride: Any,
        src_stride: Any,
        extend_params: Any = None,
    ) -> None:
        """L0C to GM: ``cburst_num`` column groups of 16, of each the first rows: ``burst_len`` counts their blocks of 32 bytes in
        src's dtype (rows * 16 * 4 / 32 for f32). A group of src holds its rows rounded up to 16, ``src_stride`` fractals of gap
        behind them; in GM it is [rows][16], with ``dst_stride`` blocks of gap.

        ``extend_params``: {"bias": tensor in L1 of src's dtype, one element a column; "quantize_params": {"mode": "fp322fp16" or
        "int322fp16", "mode_param": for int322fp16 what results are multiplied by: a number, a float16 Scalar, or a float16
        tensor in L1 with one element a column}; "element-wise-add": tensor in L1 of dst's dtype, [cburst_num][rows][16] without
        gaps; "relu": bool}, done in this order (relu last). Everything is a Python integer. Unified chips go through UB, which
        needs room for up to four tensors of 16 KiB; split chips use the FIX pipe and have no bias and element-wise-add here.
        set_atomic_add is honoured.

        Dtypes: dst.src: f32, i32, f16.f32 and f16.i32, as quantize_params say
          dst: tensor in GM, written
          src: tensor in L0C, read
          cburst_num: column groups of 16, at least 1
          burst_len: blocks (32 B) of a group in src's dtype: rows * 16 * (bytes of src's dtype) / 32
          dst_stride: blocks (32 B) of gap between groups in GM
          src_stride: fractals of gap between groups in L0C
          extend_params: None, or a dict with any of "bias", "quantize_params", "relu", "element-wise-add": see above

        A sequence of some of these:
          Instruction fix_l0c_gm_nz, pipe FIX
          Instruction fix_l0c_gm_nz_deq, pipe FIX
          Instruction mov_l0c_ub, pipe V
          Instruction mov_l0c_ub_deq, pipe V
          Instruction mov_ub_gm, pipe MTE3
          Instruction mov_l1_ub, pipe MTE1
        Cycles: one instruction on split chips; elsewhere for each 16 KiB a move L0C to UB, what is asked for in UB, and a move to GM
        """

    def conv2d(
        self,
        dst: TensorView,
        feature_map: TensorView,
        weight: TensorView,
        fm_shape: Any,
        kernel_shape: Any,
        stride: Any,
        pad: Any,
        dilation: Any,
        pad_value: Any = 0,
        init_l1out: Any = True,
        bias: Any = None,
    ) -> None:
        """dst (L0C) [Cout/16][Ho*Wo rounded up to 16][16] = the convolution of feature_map (L1 [C1][H][W][C0]) with weight (L1
        [C1][Kh][Kw][Cout][C0]); ``init_l1out=False`` adds to dst.

        ``fm_shape`` [C1, H, W, C0], ``kernel_shape`` [C1, Kh, Kw, Cout, C0], ``stride`` [h, w], ``pad`` [left, right, top,
        bottom], ``dilation`` [h, w]: Python integers. C0 is 32 bytes of elements (16 f16, 32 int8, 8 f32), Cout a multiple of
        16. Ho = (H + top + bottom - dilation_h*(Kh-1) - 1) // stride_h + 1, Wo likewise. ``pad_value`` is what lies outside the
        image. ``bias`` and buffers as matmul.

        Dtypes: u32.u8.u8, i32.i8.i8, i32.u8.i8, f16, f32.f16.f16 on Ascend310, Ascend910A, Ascend910B; i32.u8.u8, i32.i8.i8, i32.u8.i8, f16, f32.f16.f16, i32.i4.i4, u32.u8.u8 on Ascend310P3; u32.u8.u8, i32.i8.i8, i32.u8.i8, f16, f32.f16.f16, f32.bf16.bf16, f32 on Ascend910B1..B4
          dst: tensor in L0C, written (or added to)
          feature_map: tensor in L1, read: [C1][H][W][C0]
          weight: tensor in L1, read: [C1][Kh][Kw][Cout][C0]
          fm_shape: [C1, H, W, C0]
          kernel_shape: [C1, Kh, Kw, Cout, C0]
          stride: [h, w]
          pad: [left, right, top, bottom]: rows and columns of padding, 0..255 each
          dilation: [h, w]
          pad_value: what lies outside the image
          init_l1out: True: dst is set; False: it is added to
          bias: None, or a tensor in L1 with one element of dst's dtype a column

        A sequence of some of these:
          Instruction load2d_l1_l0a, pipe MTE1
          Instruction load2d_l1_l0b, pipe MTE1
          Instruction mmad, pipe M
          Instruction mmad_bias, pipe M
          Instruction mov_l1_bt, pipe MTE1
          Instruction mov_l1_ub, pipe MTE1
          Instruction broadcast_ub_to_l0c, pipe V
          Instruction load3d_l1_l0a, pipe MTE1
          Instruction load3d_matrix_l1_l0a, pipe MTE1
        Cycles: for each part that fits: load3dv1 or load3dv2 and load2dv1, then mmad; loads of the next run while one is multiplied
        """

    def matmul(
        self,
        dst: TensorView,
        a: TensorView,
        b: TensorView,
        m: Any,
        k: Any,
        n: Any,
        init_l1out: Any = True,
        bias: Any = None,
    ) -> None:
        """dst (L0C) = a @ b over the first k; ``init_l1out=False`` adds to dst.

        a in L1: [K1][M][K0], b in L1: [K1][N][K0] (a row of b is a column of the product), dst [N1][M][16], with M and N rounded
        up to 16 and K0 of 32 bytes (16 f16, 32 int8, 64 int4, 8 f32): dst[n1, m, n0] = sum a[k1, m, k0] * b[k1, 16*n1 + n0, k0].
        m, n are at most 4096, k at most 32768 bytes; Python integers. Rows from m on hold garbage; columns from n on are products
        with the rows of b there.
        ``bias``: a tensor in L1, one element of dst's dtype a column (to f32 also float16 on chips with a bias table), that the
        product is added to. Uses L0A and L0B, as much as the operands need, and for a bias UB or the bias table.

        Dtypes: u32.u8.u8, i32.i8.i8, i32.u8.i8, f16, f32.f16.f16 on Ascend310, Ascend910A, Ascend910B; i32.u8.u8, i32.i8.i8, i32.u8.i8, f16, f32.f16.f16, i32.i4.i4, u32.u8.u8 on Ascend310P3; u32.u8.u8, i32.i8.i8, i32.u8.i8, f16, f32.f16.f16, f32.bf16.bf16, f32 on Ascend910B1..B4
          dst: tensor in L0C, written (or added to): [N1][M][16]
          a: tensor in L1, read: [K1][M][K0]
          b: tensor in L1, read: [K1][N][K0]
          m: rows of the product, 1..4096
          k: length of the sums, at most 32768 bytes
          n: columns of the product, 1..4096
          init_l1out: True: dst is set; False: it is added to
          bias: None, or a tensor in L1 with one element of dst's dtype a column

        A sequence of some of these:
          Instruction load2d_l1_l0a, pipe MTE1
          Instruction load2d_l1_l0b, pipe MTE1
          Instruction mmad, pipe M
          Instruction mmad_bias, pipe M
          Instruction mov_l1_bt, pipe MTE1
          Instruction mov_l1_ub, pipe MTE1
          Instruction broadcast_ub_to_l0c, pipe V
          Instruction load3d_l1_l0a, pipe MTE1
          Instruction load3d_matrix_l1_l0a, pipe MTE1
        Cycles: for each part that fits: load2dv1 of both operands, then mmad; loads of the next part run while one is multiplied
        """

    def set_atomic_add(self, mode: Any) -> None:
        """From here on UB to GM moves (data_move, data_move_pad) and L0C to GM results of this core add to what is there, until
        the mode is 0 again. 0 or False: copy; 1 or "float32", 2 "float16", 3 "int16", 4 "int32", 5 "int8", 6 "bfloat16".

        Sums are rounded to the dtype, integers wrap; cores add in the order of their numbers. What is added to
        must be defined: a GM tensor with is_atomic_add=True is zeroed before the launch. One scalar instruction.

        Parameters:
          mode: 0 off, 1 float32, 2 float16, 3 int16, 4 int32, 5 int8, 6 bfloat16, or a Scalar of these
        """

    def set_flag(self, src_pipe: str, dst_pipe: str, event_id: Any) -> None:
        """Fires when everything before it on ``src_pipe`` is complete; ``event_id`` 0..7. Pipes as "PIPE_V" or "V".

        Instruction set_flag, the pipe its src_pipe names.
          src_pipe: one of S, V, M, MTE1, MTE2, MTE3, FIX
          dst_pipe: one of S, V, M, MTE1, MTE2, MTE3, FIX
          event_id: event id, 0..7 for each pair of pipes, 0..7
        """

    def wait_flag(self, src_pipe: str, dst_pipe: str, event_id: Any) -> None:
        """Holds ``dst_pipe`` until the flag of this pair and id is set, then clears it.

        Instruction wait_flag, the pipe its dst_pipe names.
          src_pipe: one of S, V, M, MTE1, MTE2, MTE3, FIX
          dst_pipe: one of S, V, M, MTE1, MTE2, MTE3, FIX
          event_id: event id, 0..7 for each pair of pipes, 0..7
        """

    def pipe_barrier(self, pipe: str) -> None:
        """Everything before it on the pipe ("PIPE_ALL": on all pipes) is complete before anything behind it starts.

        Instruction pipe_barrier, the pipe it names.
          pipe: one of S, V, M, MTE1, MTE2, MTE3, FIX, ALL
        """

    def block_barrier(self, sync_workspace: TensorView) -> None:
        """All cores of the launch reach it before any goes on; the workspace is an int64 GM tensor of 4 elements a core.

        More blocks than the chip runs at once wait for ever: TIK-SYNC04 when they run.

        Instruction block_barrier, pipe S.
          sync_workspace: GM tensor of int64, a workspace, of 4 elements a core
        """

    def cross_core_set(self, mode: Any, pipe: str, flag_id: Any) -> None:
        """Raises counter ``flag_id`` (0..10) of the group's cores when everything before it on the pipe is complete.

        Instruction cross_core_set, the pipe it names.
          mode: 0 cores of the kind, 1 vector cores of an AI core, 2 cube <-> its vector cores, 0..2
          pipe: one of S, V, M, MTE1, MTE2, MTE3, FIX
          flag_id: number of the counter, 0..10
        """

    def cross_core_wait(self, flag_id: Any) -> None:
        """Blocks the core while counter ``flag_id`` is 0, then lowers it.

        Instruction cross_core_wait, pipe S.
          flag_id: number of the counter, 0..10
        """

    def vnchwconv(
        self,
        dst_high_half: bool,
        src_high_half: bool,
        dst_list: Sequence[TensorView],
        src_list: Sequence[TensorView],
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """Transpose 16 blocks: dst_list[i][j] = src_list[j][i]; lists of 16 views (``t[i]``), each where a 32-byte block starts.

        16-bit dtypes: 16 elements a block. 8-bit: 16 of the 32 elements, the upper ones where ``src_high_half`` or
        ``dst_high_half`` (which matter to 8 bits only). 32-bit: dst_list[2 * i + (j >= 8)][j % 8] = src_list[j][i], i < 8, j < 16.
        Repeat r moves every address by r * rep_stride blocks; strides do not matter to one repeat. All 16 blocks of a repeat are
        read before any is written. Pipe V.
        Raises TIK-TYPE02 for lists that do not hold 16 views.

        Instruction vnchwconv, pipe V.
          dst_high_half: True or False
          src_high_half: True or False
          dst_list: a list, each tensor in UB, written, on a boundary of 32 bytes
          src_list: a list, each tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..65535
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..65535
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: i16, u16, i8, u8, f16, f32, i32, u32
          Ascend310P3: i16, u16, i8, u8, i32, u32, f16, f32
          Ascend910B1..B4: i16, u16, i8, u8, f16, i32, u32, f32
        """

    def vec_trans_scatter(
        self,
        dst_high_half: bool,
        src_high_half: bool,
        dst_list: Sequence[TensorView],
        src_list: Sequence[TensorView],
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """The same as vnchwconv.

        Instruction vnchwconv, pipe V.
          dst_high_half: True or False
          src_high_half: True or False
          dst_list: a list, each tensor in UB, written, on a boundary of 32 bytes
          src_list: a list, each tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..65535
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..65535
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: i16, u16, i8, u8, f16, f32, i32, u32
          Ascend310P3: i16, u16, i8, u8, i32, u32, f16, f32
          Ascend910B1..B4: i16, u16, i8, u8, f16, i32, u32, f32
        """

    def vreduce(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1_pattern: Whole | TensorView,
        repeat_times: Whole,
        src0_blk_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        stride_unit: Whole = 0,
        rsvd_scalar: Any = None,
        mask_mode: str = "normal",
    ) -> None:
        """dst = the elements of src0 that ``src1_pattern`` keeps, without gaps between them or between repeats.

        ``src1_pattern``: 1 even elements, 2 odd ones, 3, 4, 5, 6 those ≡ 0, 1, 2, 3 mod 4; or a tensor with a bit an element, the
        lowest first, of uint16 for 16-bit and uint32 for 32-bit elements, ``src1_rep_stride`` blocks on in each repeat.
        ``mask_mode`` "normal": repeats are whole and ``mask`` is ignored; "counter": ``mask`` is the number of elements of the
        whole instruction, and ``repeat_times`` is ignored. ``rsvd_scalar``: a uint32 Scalar that receives how many were kept.
        Pipe V.

        Instruction vreduce, pipe V: dst = the elements of src0 that ``src1_pattern`` keeps, without gaps; RSVD_CNT = how many.
        Instruction vreduce_bits, pipe V: As vreduce, with a pattern of bits; that of repeat r begins r * src1_rep_stride blocks behind the first.
          mask: ignored in mask_mode "normal" (repeats are whole); in "counter" the elements of the whole call
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1_pattern: 1 even, 2 odd, 3..6 those ≡ 0..3 mod 4, 1..6; or tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..65535
          src1_rep_stride: blocks (32 B) of the pattern between two repeats, 0..65535
          stride_unit: 0: strides are blocks (32 B) from start to start; others are refused (TIK-CHIP01)
          rsvd_scalar: None, or a Scalar of uint32 that receives how many elements were kept
          mask_mode: "normal" or "counter": in this mask is the number of elements, and repeat_times is ignored
        vreduce:
          Dtypes (every operand):
            Ascend310, Ascend910A, Ascend910B: none
            Ascend310P3, Ascend910B1..B4: i16, u16, f16, f32, i32, u32
        vreduce_bits:
          Dtypes (dst, src1_pattern):
            Ascend310, Ascend910A, Ascend910B: none
            Ascend310P3, Ascend910B1..B4: i16.u16, u16, f16.u16, f32.u32, i32.u32, u32
        """

    def vreducev2(
        self,
        mask: Mask | None,
        dst: TensorView,
        src0: TensorView,
        src1_pattern: Whole | TensorView,
        repeat_times: Whole,
        src0_blk_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        rsvd_scalar: Any = None,
        mask_mode: str = "normal",
    ) -> None:
        """As vreduce, with ``src1_pattern`` 7 for all elements. ``mask_mode`` "normal": repeats are whole and ``mask`` is ignored
        (None will do); "counter": ``mask`` is the number of elements of each of ``repeat_times`` repeats.

        Instruction vreducev2, pipe V: dst = the elements of src0 that ``src1_pattern`` keeps, without gaps; RSVD_CNT = how many. A repeat is ``elements`` long, which may be more than 256 bytes.
        Instruction vreducev2_bits, pipe V: As vreducev2, with a pattern of bits; that of repeat r begins r * src1_rep_stride blocks behind the first.
          mask: ignored in mask_mode "normal" (repeats are whole, None will do); in "counter" the elements of each repeat
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1_pattern: 1 even, 2 odd, 3..6 those ≡ 0..3 mod 4, 7 all, 1..7; or tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..65535
          src1_rep_stride: blocks (32 B) of the pattern between two repeats, 0..65535
          rsvd_scalar: None, or a Scalar of uint32 that receives how many elements were kept
          mask_mode: "normal" or "counter": in this mask is the number of elements of each repeat
        vreducev2:
          Dtypes (every operand):
            Ascend310, Ascend310P3, Ascend910A, Ascend910B: none
            Ascend910B1..B4: i16, u16, f16, f32, i32, u32
        vreducev2_bits:
          Dtypes (dst, src1_pattern):
            Ascend310, Ascend310P3, Ascend910A, Ascend910B: none
            Ascend910B1..B4: i16.u16, u16, f16.u16, f32.u32, i32.u32, u32
        """

    def set_scalar_to_cmpmask(self, scalar: Any) -> CompareMask:
        """The lower 64 bits of CMPMASK = scalar (a number or expression, as uint64), the upper 64 bits 0. Pipe V.

        Instruction set_cmpmask, pipe V.
          scalar: a number, Scalar or expression of the operands' dtype
        Dtypes (cmpmask):
          every chip: u8.u64
        """

    def vsel(
        self,
        mask: Mask,
        mode: Any,
        dst: TensorView,
        sel: TensorView | CompareMask,
        src0: TensorView,
        src1: TensorView | Number,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        dst_rep_stride: Whole = 0,
        src0_rep_stride: Whole = 0,
        src1_rep_stride: Whole = 0,
    ) -> None:
        """dst = src0 where the lane's bit is 1, src1 where it is 0, in the lanes of ``mask``; float16, float32.

        ``mode`` 0: ``sel`` is what vcmp_xx or mov_tensor_to_cmpmask gave, and every repeat uses the same bits. Mode 2: ``sel`` is
        a tensor of bits (uint8, 16, 32 or 64), 16 bytes a repeat for float16 and 8 for float32, without gaps. Mode 1: so too, and
        src1 is a scalar. Modes 1 and 2: not on every chip (TIK-CHIP01). Repeat strides left out are 0. Pipe V.

        Instruction vsel, pipe V: dst = src0 where the lane's bit of CMPMASK is 1, else src1: every repeat uses the same bits.
        Instruction vsel_scalar, pipe V: dst = src0 where the lane's bit of sel is 1, else the scalar; the bits of all repeats lie in sel without gaps.
        Instruction vsel_tensor, pipe V: dst = src0 where the lane's bit of sel is 1, else src1; the bits of all repeats lie in sel without gaps.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          mode: 0, 1 or 2: where the bits lie and what src1 is; 1 and 2 not on every chip
          dst: tensor in UB, written, on a boundary of 32 bytes
          sel: mode 0: what vcmp_xx or mov_tensor_to_cmpmask gave; 1 and 2: tensor of bits in UB (uint8, 16, 32 or 64)
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read; in mode 1 a number, Scalar or expression
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        vsel:
          Dtypes (cmpmask, dst):
            Ascend310: u8.f16
            Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        vsel_scalar, vsel_tensor:
          Dtypes (sel, dst):
            Ascend310, Ascend910A, Ascend910B: none
            Ascend310P3, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vec_sel(
        self,
        mask: Mask,
        mode: Any,
        dst: TensorView,
        sel: TensorView,
        src0: TensorView,
        src1: TensorView | Number,
        repeat_times: Whole,
        dst_rep_stride: Whole = 0,
        src0_rep_stride: Whole = 0,
        src1_rep_stride: Whole = 0,
    ) -> None:
        """As vsel with block strides of 1, and ``sel`` always a tensor of bits.

        Mode 0 loads its first 16 bytes into CMPMASK: every repeat uses the same first bits (128 for float16, 64 for float32).

        Instruction mov_ub_cmpmask, pipe V: CMPMASK = 16 bytes of src.
        Instruction vsel, pipe V: dst = src0 where the lane's bit of CMPMASK is 1, else src1: every repeat uses the same bits.
        Instruction vsel_scalar, pipe V: dst = src0 where the lane's bit of sel is 1, else the scalar; the bits of all repeats lie in sel without gaps.
        Instruction vsel_tensor, pipe V: dst = src0 where the lane's bit of sel is 1, else src1; the bits of all repeats lie in sel without gaps.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          mode: 0, 1 or 2: how the bits are taken and what src1 is; 1 and 2 not on every chip
          dst: tensor in UB, written, on a boundary of 32 bytes
          sel: tensor of bits in UB: uint8, 16, 32 or 64
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read; in mode 1 a number, Scalar or expression
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        mov_ub_cmpmask:
          Dtypes (every operand):
            every chip: u8
        vsel:
          Dtypes (cmpmask, dst):
            Ascend310: u8.f16
            Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        vsel_scalar, vsel_tensor:
          Dtypes (sel, dst):
            Ascend310, Ascend910A, Ascend910B: none
            Ascend310P3, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmax(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_blk_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
        index_low: bool = False,
        max_cnt_index: Any = None,
    ) -> None:
        """dst pair r = (largest active lane of repeat r, its lane number), in the operands' dtype; NaN wins, then the first lane.

        The number is an integer bit pattern (uint16 bits in float16, uint32 bits in float32). ``dst_rep_stride`` counts pairs;
        ``index_low`` stores (number, value). ``max_cnt_index``: a list of one Scalar, for the largest lane of all repeats, or of
        three: also how many lanes equal it, and repeat * lanes + lane of the first; they stay when no lane is active. Pipe V.

        Instruction vcmax, pipe V: dst pair r = (largest active lane of repeat r, its lane number).
        Instruction vcmax_count, pipe V: dst pair r = (largest active lane of repeat r, its lane number); MAX_MIN = the largest of all repeats (4 bytes), how many active lanes equal it, and repeat * lanes + lane of the first (uint32 each); it stays without active lanes.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 4 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: results (elements, pairs or groups) between repeats, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..65535
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
          index_low: True or False
          max_cnt_index: None, or Scalars [value, count, index] that receive the largest of all repeats, how many equal it, and where the first stands
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: f16
          Ascend310P3, Ascend910B1..B4: f16, f32
        """

    def vcmin(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_blk_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
        index_low: bool = False,
        min_cnt_index: Any = None,
    ) -> None:
        """dst pair r = (smallest active lane of repeat r, its lane number); otherwise as vcmax.

        Instruction vcmin, pipe V: dst pair r = (smallest active lane of repeat r, its lane number).
        Instruction vcmin_count, pipe V: dst pair r = (smallest active lane of repeat r, its lane number); MAX_MIN = the smallest of all repeats (4 bytes), how many active lanes equal it, and repeat * lanes + lane of the first (uint32 each); it stays without active lanes.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 4 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: results (elements, pairs or groups) between repeats, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..65535
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
          index_low: True or False
          min_cnt_index: None, or Scalars [value, count, index] that receive the smallest of all repeats, how many equal it, and where the first stands
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: f16
          Ascend310P3, Ascend910B1..B4: f16, f32
        """

    def vec_reduce_add(
        self,
        mask: Any,
        dst: TensorView,
        src: TensorView,
        work_tensor: TensorView,
        repeat_times: Any,
        src_rep_stride: Any,
    ) -> None:
        """dst[0] = the sum of the active lanes of all repeats, in the operands' dtype.

        A repeat's lanes are added in pairs. On split chips the repeats of each group of 255 are then added one after the other,
        and work_tensor holds a sum for each group; elsewhere repeats are added in pairs, and it holds ``repeat_times`` elements
        (TIK-MEM03). It may start where src or dst does, else it must not overlap them (TIK-SYNC02). ``repeat_times``: 1..4095,
        or a run-time number (0: nothing happens).

        Dtypes: f16, f32 on every chip
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, of which dst[0] is written
          src: tensor in UB, read, on a boundary of 32 bytes
          work_tensor: tensor in UB of the same dtype, clobbered; its size: see above
          repeat_times: how many repeats of 256 bytes, 1..4095 (0 at run time: nothing happens)
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255

        A sequence of some of these:
          Instruction vcadd_in_order, pipe V
          Instruction vcadd, pipe V
          Instruction pipe_barrier, the pipe it names
        Cycles: vcadd over the repeats, then over what those gave, until one number is left: one head for each stage (of up to 255 repeats) and a slope a repeat
        """

    def vec_reduce_max(
        self,
        mask: Any,
        dst: TensorView,
        src: TensorView,
        work_tensor: TensorView,
        repeat_times: Any,
        src_rep_stride: Any,
        cal_index: bool = False,
    ) -> None:
        """dst[0] = the largest active lane of all repeats (NaN wins, the first of equals); with ``cal_index`` dst[1] = its
        number, repeat * lanes + lane, as an integer bit pattern.

        work_tensor: ``2 * repeat_times`` elements; with an index the sum of all stages, each on whole blocks (TIK-MEM03). It may
        start where src or dst does, else it must not overlap them (TIK-SYNC02).

        Dtypes: f16 on Ascend310, Ascend910A, Ascend910B; f16, f32 on Ascend310P3, Ascend910B1..B4
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, of which dst[0] is written (and dst[1] with cal_index), on a boundary of 4 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          work_tensor: tensor in UB of the same dtype, clobbered; its size: see above
          repeat_times: how many repeats of 256 bytes, 1..4095 (0 at run time: nothing happens)
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          cal_index: True: dst[1] receives the number of the lane, as an integer's bits

        A sequence of some of these:
          Instruction vcmax, pipe V
          Instruction vmax, pipe V
          Instruction sstore, pipe S
          Instruction pipe_barrier, the pipe it names
        Cycles: vcmax over the repeats, then over what those gave, until one is left: one head for each stage and a slope a repeat; with cal_index the scalar pipe then follows the winner back, some reads of UB a stage
        """

    def vec_reduce_min(
        self,
        mask: Any,
        dst: TensorView,
        src: TensorView,
        work_tensor: TensorView,
        repeat_times: Any,
        src_rep_stride: Any,
        cal_index: bool = False,
    ) -> None:
        """dst[0] = the smallest active lane of all repeats; otherwise as vec_reduce_max.

        Dtypes: f16 on Ascend310, Ascend910A, Ascend910B; f16, f32 on Ascend310P3, Ascend910B1..B4
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, of which dst[0] is written (and dst[1] with cal_index), on a boundary of 4 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          work_tensor: tensor in UB of the same dtype, clobbered; its size: see above
          repeat_times: how many repeats of 256 bytes, 1..4095 (0 at run time: nothing happens)
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          cal_index: True: dst[1] receives the number of the lane, as an integer's bits

        A sequence of some of these:
          Instruction vcmin, pipe V
          Instruction vmax, pipe V
          Instruction sstore, pipe S
          Instruction pipe_barrier, the pipe it names
        Cycles: vcmin over the repeats, then over what those gave, until one is left: one head for each stage and a slope a repeat; with cal_index the scalar pipe then follows the winner back, some reads of UB a stage
        """

    def scalar_max(self, dst: scalar.Scalar, src0: Any, src1: Any) -> None:
        """dst = the larger of two numbers, Scalars or expressions.

        Instruction smax, pipe S.
          dst: a Scalar, written
          src0: a number, Scalar or expression
          src1: a number, Scalar or expression
        """

    def scalar_min(self, dst: scalar.Scalar, src0: Any, src1: Any) -> None:
        """dst = the smaller of two numbers, Scalars or expressions.

        Instruction smin, pipe S.
          dst: a Scalar, written
          src0: a number, Scalar or expression
          src1: a number, Scalar or expression
        """

    def scalar_abs(self, dst: scalar.Scalar, src: Any) -> None:
        """dst = |src|; the most negative integer stays as it is.

        Instruction smax, pipe S.
          dst: a Scalar, written
          src: a number, Scalar or expression
        """

    def scalar_conv(self, round_mode: str | None, dst: scalar.Scalar, src: Any) -> None:
        """dst = src converted, on the scalar pipe: float32 to float16 and back, int32 to float32 (nearest even; ``round_mode``
        '' or 'none'), float32 to int32 ('round' to nearest even, 'floor', 'ceil', 'away-zero', 'to-zero'; saturates, NaN gives 0).

        Instruction scast, pipe S: dst = a in another dtype: integers wrap, floats truncate toward zero to integers.
        Instruction sround, pipe S: dst = a float rounded to an integer: saturates, NaN gives 0.
          round_mode: one of round, floor, ceil, away-zero, to-zero
          dst: a Scalar, written
          src: a number, Scalar or expression
        """

    def scalar_sqrt(self, dst: scalar.Scalar, src: Any) -> None:
        """dst = the square root of src: float32, or int64 (the part before the point; 0 for negative numbers).

        Instruction ssqrt, pipe S.
          dst: a Scalar, written
          src: a number, Scalar or expression
        """

    def scalar_countbit0(self, dst: scalar.Scalar, src: Any) -> None:
        """dst = how many of the 64 bits of src (uint64, or int64 for the same bits) are 0.

        Instruction szeros, pipe S.
          dst: a Scalar, written
          src: a number, Scalar or expression
        """

    def scalar_countbit1(self, dst: scalar.Scalar, src: Any) -> None:
        """dst = how many of the 64 bits of src (uint64, or int64 for the same bits) are 1.

        Instruction sones, pipe S.
          dst: a Scalar, written
          src: a number, Scalar or expression
        """

    def scalar_countleading0(self, dst: scalar.Scalar, src: Any) -> None:
        """dst = how many bits of src (uint64, or int64 for the same bits) above its highest 1 are 0; 64 for 0.

        Instruction sleadingzeros, pipe S.
          dst: a Scalar, written
          src: a number, Scalar or expression
        """

    def set_overflow_status(self, value: Any) -> None:
        """Write the overflow status of the core: 0 clears it. It starts at 0; see ``get_overflow_status`` for what raises it.

        Instruction sstore, pipe S: One element of UB or GM (through the scalar cache, split chips), or a special register, = a.
        Instruction pipe_barrier, the pipe it names: Everything before it on the pipe (or on all pipes) is complete before anything behind it starts.
          value: a number or Scalar; 0 clears the status
        sstore:
          Dtypes (dst):
            every chip: i8, u8, i16, u16, i32, u32, i64, u64, f16, f32
        pipe_barrier:
        """

    def get_overflow_status(self, status: Any) -> None:
        """status = the overflow status of the core. On chips that saturate, an instruction that makes inf or NaN of finite floats
        sets bit 0, in lanes nobody stores too; integers that wrap do not. All pipes come to rest before it is read (the kit's
        rule: nothing is published). Chips that keep inf and NaN raise nothing, so there it is refused (TIK-CHIP01).

        Instruction sload, pipe S: dst = one element of UB or GM (through the scalar cache, v200 and later), or a special register.
        Instruction pipe_barrier, the pipe it names: Everything before it on the pipe (or on all pipes) is complete before anything behind it starts.
          status: a Scalar of an integer dtype, which receives 1 after an overflow, else 0
        sload:
          Dtypes (src):
            every chip: i8, u8, i16, u16, i32, u32, i64, u64, f16, f32
        pipe_barrier:
        """

    def set_system_cache(self, *args: Any, **keywords: Any) -> None:
        """A hint about the L2 cache, which changes no result: accepted, and nothing is added to the kernel.

        Parameters:
          *args: accepted, and ignored
          **keywords: accepted, and ignored
        """

    def instr_preload(self, *args: Any, **keywords: Any) -> None:
        """A hint to fetch instructions ahead, which changes no result: accepted, and nothing is added to the kernel.

        Parameters:
          *args: accepted, and ignored
          **keywords: accepted, and ignored
        """

    def vconv(
        self,
        mask: Mask,
        round_mode: str | None,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        deqscale: Number | None = None,
        ldst_high_half: Any = False,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = src converted to dst's dtype, rounded by round_mode; the mask counts elements of the wider dtype.

        round_mode: '' or 'none' (the pair's own: nearest even), 'round' (nearest even), 'floor', 'ceil', 'away-zero' (nearest,
        halves away from zero), 'to-zero', 'odd'. A number that does not fit an integer saturates, NaN gives 0.
        deqscale: a number or f16 Scalar the result is multiplied by; int32 to float16 needs one, no other pair takes it.
        ldst_high_half (int16 to 8 bits): the 16 results of source block b go to the upper half of destination block b; without it
        results are packed. float16 to int4: 128 lanes fill 64 bytes, saturated to -8 .. 7.

        Instruction vconv, pipe V: dst = src converted to dst's dtype. An integer that does not fit saturates, and NaN gives 0; a float that does not fit becomes infinite (modes floor, ceil, to-zero and odd: infinite only away from zero, else the largest finite number).
        Instruction vconv_deq, pipe V: dst = src * deqscale: an int32 times an f16 scale, rounded once, to f16 (overflow gives inf).
        Instruction vconv_high, pipe V: vconv of int16 to 8 bits with ``ldst_high_half``: the 16 elements of each source block go, saturated, to the upper 16 bytes of the destination block of the same number; the lower bytes keep what they hold.
        Instruction vconv_i4, pipe V: dst = float16 as int4, rounded to nearest even and saturated to -8 .. 7; NaN gives 0. The results are packed, two a byte with the first in the low nibble: a repeat of 128 lanes fills two blocks. The nibble of a lane the mask leaves out keeps what it holds.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          round_mode: one of none, round, floor, ceil, away-zero, to-zero, odd
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          deqscale: None, or what int32 to float16 is multiplied by: a number or float16 Scalar
          ldst_high_half: True (int16 to 8 bits): results go to the upper half of each destination block
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        vconv:
          Dtypes (dst, src):
            Ascend310: f16.f32, f32.f16, i8.f16, u8.f16, f16.u8, f16.i8, f16.i32 (none); i32.f16 (round, floor, ceil)
            Ascend310P3: f16.f32 (none, odd); f32.f16, f32.i32, f16.u8, f16.i8, f16.i32, u8.i16, i8.i16, f16.i16 (none); i8.f16, u8.f16 (none, floor, ceil, away-zero, to-zero); i32.f16, i32.f32 (round, floor, ceil, away-zero, to-zero); i16.f16 (round)
            Ascend910A, Ascend910B: f16.f32 (none, odd); f32.f16, f32.i32, f16.u8, f16.i8, f16.i32 (none); i8.f16, u8.f16 (none, floor, ceil, away-zero, to-zero); i32.f16, i32.f32 (round, floor, ceil, away-zero, to-zero)
            Ascend910B1..B4: f32.f32, i64.f32, i32.f32, i16.f32, i32.f16, i16.f16, f32.i64, bf16.f32, i32.bf16 (round, floor, ceil, away-zero, to-zero); f16.f32 (none, round, floor, ceil, away-zero, to-zero, odd); f32.f16, f16.u8, f16.i8, f32.i16, i8.i16, u8.i16, f16.i32, i64.i32, i16.i32, i32.i64, f32.bf16 (none); i8.f16, u8.f16, f16.i16, f32.i32 (none, round, floor, ceil, away-zero, to-zero)
        vconv_deq:
          Dtypes (dst, src):
            every chip: f16.i32
        vconv_high:
          Dtypes (dst, src):
            Ascend310, Ascend910A, Ascend910B: none
            Ascend310P3: u8.i16, i8.i16
            Ascend910B1..B4: i8.i16, u8.i16
        vconv_i4:
          Dtypes (dst, src):
            Ascend310, Ascend910A, Ascend910B, Ascend910B1..B4: none
            Ascend310P3: i4.f16 (none)
        """

    def vec_conv(
        self,
        mask: Mask,
        round_mode: str | None,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        deqscale: Number | None = None,
        ldst_high_half: Any = False,
    ) -> None:
        """vconv with block strides of 1.

        Instruction vconv, pipe V: dst = src converted to dst's dtype. An integer that does not fit saturates, and NaN gives 0; a float that does not fit becomes infinite (modes floor, ceil, to-zero and odd: infinite only away from zero, else the largest finite number).
        Instruction vconv_deq, pipe V: dst = src * deqscale: an int32 times an f16 scale, rounded once, to f16 (overflow gives inf).
        Instruction vconv_high, pipe V: vconv of int16 to 8 bits with ``ldst_high_half``: the 16 elements of each source block go, saturated, to the upper 16 bytes of the destination block of the same number; the lower bytes keep what they hold.
        Instruction vconv_i4, pipe V: dst = float16 as int4, rounded to nearest even and saturated to -8 .. 7; NaN gives 0. The results are packed, two a byte with the first in the low nibble: a repeat of 128 lanes fills two blocks. The nibble of a lane the mask leaves out keeps what it holds.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          round_mode: one of none, round, floor, ceil, away-zero, to-zero, odd
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          deqscale: None, or what int32 to float16 is multiplied by: a number or float16 Scalar
          ldst_high_half: True (int16 to 8 bits): results go to the upper half of each destination block
        vconv:
          Dtypes (dst, src):
            Ascend310: f16.f32, f32.f16, i8.f16, u8.f16, f16.u8, f16.i8, f16.i32 (none); i32.f16 (round, floor, ceil)
            Ascend310P3: f16.f32 (none, odd); f32.f16, f32.i32, f16.u8, f16.i8, f16.i32, u8.i16, i8.i16, f16.i16 (none); i8.f16, u8.f16 (none, floor, ceil, away-zero, to-zero); i32.f16, i32.f32 (round, floor, ceil, away-zero, to-zero); i16.f16 (round)
            Ascend910A, Ascend910B: f16.f32 (none, odd); f32.f16, f32.i32, f16.u8, f16.i8, f16.i32 (none); i8.f16, u8.f16 (none, floor, ceil, away-zero, to-zero); i32.f16, i32.f32 (round, floor, ceil, away-zero, to-zero)
            Ascend910B1..B4: f32.f32, i64.f32, i32.f32, i16.f32, i32.f16, i16.f16, f32.i64, bf16.f32, i32.bf16 (round, floor, ceil, away-zero, to-zero); f16.f32 (none, round, floor, ceil, away-zero, to-zero, odd); f32.f16, f16.u8, f16.i8, f32.i16, i8.i16, u8.i16, f16.i32, i64.i32, i16.i32, i32.i64, f32.bf16 (none); i8.f16, u8.f16, f16.i16, f32.i32 (none, round, floor, ceil, away-zero, to-zero)
        vconv_deq:
          Dtypes (dst, src):
            every chip: f16.i32
        vconv_high:
          Dtypes (dst, src):
            Ascend310, Ascend910A, Ascend910B: none
            Ascend310P3: u8.i16, i8.i16
            Ascend910B1..B4: i8.i16, u8.i16
        vconv_i4:
          Dtypes (dst, src):
            Ascend310, Ascend910A, Ascend910B, Ascend910B1..B4: none
            Ascend310P3: i4.f16 (none)
        """

    def vec_rec_high_preci(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        work_tensor: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """dst = 1 / src, within 1 ulp of the dtype (f16, f32).

        work_tensor: f32, at least 2 elements (f32 data) or 4 (f16) for each element of src from the first to the last read, that
        span rounded up to whole blocks (TIK-MEM03). Its contents are lost.

        Instruction vrec_high_preci, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          work_tensor: tensor in UB, written, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src, work_tensor):
          every chip: f16.f16.f32, f32
        """

    def vec_rsqrt_high_preci(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        work_tensor: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """dst = 1 / sqrt(src), within 1 ulp of the dtype (f16, f32).

        work_tensor: f32, at least 3 elements (4 on Ascend310), 2 more with f16 data, for each element of src's span, rounded up to
        whole blocks (TIK-MEM03). Its contents are lost.

        Instruction vrsqrt_high_preci, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          work_tensor: tensor in UB, written, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src, work_tensor):
          every chip: f16.f16.f32, f32
        """

    def vec_ln_high_preci(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        work_tensor: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """dst = ln(src), within 1 ulp of f16.

        work_tensor: f16, at least 10 elements for each element of src's span, rounded up to whole blocks (TIK-MEM03). Its contents
        are lost.

        Instruction vln_high_preci, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          work_tensor: tensor in UB, written, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src, work_tensor):
          every chip: f16
        """

    def vec_expm1_high_preci(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        work_tensor: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """dst = e ** src - 1, within 1 ulp of f16, also near 0.

        work_tensor: f16, at least 11 elements for each element of src's span, rounded up to whole blocks (TIK-MEM03). Its contents
        are lost.

        Instruction vexpm1_high_preci, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          work_tensor: tensor in UB, written, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src, work_tensor):
          every chip: f16
        """

    def vmrgsort4(
        self,
        dst: TensorView,
        src_list: Sequence[TensorView],
        element_lengths: Any,
        if_exhausted_suspension: bool,
        valid_bit: Any,
        repeat_times: Any = 1,
        vms4_sr_scalar_array: Any = None,
    ) -> None:
        """Merge 2 to 4 lists of proposals, each in descending order of score, into one.

        ``element_lengths``: proposals of all lists, or of each (numbers or Scalars, at most 4095). ``valid_bit``: "0011",
        "0111", "1111", the same as a number, or a Scalar whose bit j says whether list j takes part.
        Equal scores: the earlier list first; NaN before all numbers. ``if_exhausted_suspension`` stops when the first list is
        used up. ``vms4_sr_scalar_array`` receives how many proposals of each list were consumed.
        ``repeat_times`` above 1 merges the next four lists each time: four lists of one length, one behind the other.
        Raises TIK-TYPE02 for lists, lengths or valid bits that do not agree, TIK-SYNC02 when dst overlaps a list.

        Instruction vmrgsort4, pipe V.
          dst: tensor in UB, written, on a boundary of 8 bytes
          src_list: a list, each tensor in UB, read, on a boundary of 8 bytes
          element_lengths: proposals of each list, at most 4095, or one number for all
          if_exhausted_suspension: True or False
          valid_bit: which of the four lists there are: bits as a text, list 0 the last ("0011"), or a number
          repeat_times: how many times the next lists are merged, 1..255 (0 at run time: nothing happens)
          vms4_sr_scalar_array: None, or a ScalarArray or list of Scalars that receive how many elements of each list were taken
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B, Ascend910B1..B4: f16
          Ascend310P3: f16, f32
        """

    def vmrgsort(
        self,
        dst: TensorView,
        src_list: Sequence[TensorView],
        element_count_list: Any,
        if_exhausted_suspension: bool,
        repeat_times: Any = 1,
        vms4_sr_scalar_array: Any = None,
    ) -> None:
        """Merge 2 to 4 lists of 8-byte pairs (score, index), each in descending order of score, into one; all lists of
        ``src_list`` take part. Otherwise as vmrgsort4.

        Instruction vmrgsort, pipe V.
          dst: tensor in UB, written, on a boundary of 8 bytes
          src_list: a list, each tensor in UB, read, on a boundary of 8 bytes
          element_count_list: pairs of each list, at most 4095, or one number for all
          if_exhausted_suspension: True or False
          repeat_times: how many times the next lists are merged, 1..255 (0 at run time: nothing happens)
          vms4_sr_scalar_array: None, or a ScalarArray or list of Scalars that receive how many elements of each list were taken
        Dtypes (every operand):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: none
          Ascend910B1..B4: f16, f32
        """

    def set_rpn_offset(self, offset: Any, offset_dtype: str = "float16") -> None:
        """What vrpac and viou add to widths and heights from here on; 1 before the first call. ``offset_dtype``: "float16", or
        "float32" where proposals may be f32.

        Instruction set_rpn_offset, pipe V.
          offset: a number, Scalar or expression of the operands' dtype
          offset_dtype: "float16", or "float32" where proposals may be f32
        Dtypes (rpn_offset):
          Ascend310, Ascend910A, Ascend910B: f16
          Ascend310P3: f16, f32
          Ascend910B1..B4: none
        """

    def vrpac(self, dst: TensorView, src: TensorView, repeat_times: Any) -> None:
        """dst[i] = area of proposal i, (x2 - x1 + offset) * (y2 - y1 + offset), 16 a repeat (1..255); set_rpn_offset sets the
        offset, which starts at 1.

        Instruction vrpac, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 16 proposals, 1..255 (0 at run time: nothing happens)
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: f16
          Ascend310P3: f16, f32
          Ascend910B1..B4: none
        """

    def viou(self, dst: TensorView, src0: TensorView, src1: TensorView, repeat_times: Any) -> None:
        """dst[i*16 + j] = area common to proposal i of src0, 16 a repeat (1..255), and proposal j of the 16 of src1.

        Instruction viou, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 16 proposals, 1..255 (0 at run time: nothing happens)
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: f16
          Ascend310P3: f16, f32
          Ascend910B1..B4: none
        """

    def set_rpn_cor_ir(self, number: Any) -> CorIr:
        """Start the suppression word: bit j says that box j of the block is suppressed. Returns the register for rpn_cor_diag.

        Instruction set_rpn_cor_ir, pipe V.
          number: a number, Scalar or expression of the operands' dtype
        Dtypes (rpn_cor_ir):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: u16
          Ascend910B1..B4: none
        """

    def rpn_cor(
        self,
        src0: TensorView,
        src1: TensorView,
        src0_rep_stride: Any,
        src1_rep_stride: Any,
        repeat_times: Any,
    ) -> CorIr:
        """Or into the suppression word the uint16 words src0[i] of all boxes i that are kept (uint16 src1[i] is 0), 16 a repeat;
        strides in blocks of 32 bytes. Returns the register for rpn_cor_diag.

        Instruction rpn_cor, pipe V.
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          repeat_times: how many repeats of 16 proposals, 1..255 (0 at run time: nothing happens)
        Dtypes (every operand):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: u16
          Ascend910B1..B4: none
        """

    def rpn_cor_diag(self, dst: TensorView, src: TensorView, src_register: CorIr) -> None:
        """The last block against itself: dst[j] = 1 where the suppression word or the word src[i] of a kept box i < j has bit j,
        else 0; uint16. ``src_register`` is what rpn_cor or set_rpn_cor_ir returned.

        Instruction rpn_cor_diag, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          src_register: what set_rpn_cor_ir gave
        Dtypes (every operand):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: u16
          Ascend910B1..B4: none
        """

    def h_abs(self, dst: TensorView, src: TensorView) -> None:
        """dst = |src|, element by element.

        Dtypes: f16, f32 on every chip
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src: tensor view in UB, read, of dst's shape and dtype

        A sequence of some of these:
          Instruction vabs, pipe V
        Cycles: one instruction over all elements: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_add(self, dst: TensorView, src0: TensorView, src1: Any) -> None:
        """dst = src0 + src1, element by element; src1 may be a number or Scalar.

        Dtypes: f16, f32, i32 on Ascend310, Ascend910A, Ascend910B; f16, f32, i32, i16 on Ascend310P3, Ascend910B1..B4
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src0: tensor view in UB, read, of dst's shape and dtype
          src1: the same; or a number, Scalar or expression

        A sequence of some of these:
          Instruction vadd, pipe V
          Instruction vadds, pipe V
          Instruction vector_dup, pipe V
        Cycles: one instruction over all elements: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_and(self, dst: TensorView, src0: TensorView, src1: Any) -> None:
        """dst = src0 & src1 on integers of any width; src1 may be a number or Scalar.

        Dtypes: integers of 8, 16 and 32 bits
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src0: tensor view in UB, read, of dst's shape and dtype
          src1: the same; or a number, Scalar or expression

        A sequence of some of these:
          Instruction vand, pipe V
          Instruction vector_dup, pipe V
        Cycles: one instruction over all elements: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_cast(self, dst: TensorView, src: TensorView, round_mode: str = "", deqscale: Any = None) -> None:
        """dst = src converted to dst's dtype; ``round_mode`` as in vec_conv, ``deqscale`` (int32 to float16): the result is
        multiplied by it, 1 when left out. 8-bit integers reach int32 and float32 through float16 where the chip has no direct way,
        which is exact.

        Dtypes: f16.f32, f32.f16, i8.f16, u8.f16, f16.u8, f16.i8, f16.i32 (none); i32.f16 (round, floor, ceil) on Ascend310; f16.f32 (none, odd); f32.f16, f32.i32, f16.u8, f16.i8, f16.i32, u8.i16, i8.i16, f16.i16 (none); i8.f16, u8.f16 (none, floor, ceil, away-zero, to-zero); i32.f16, i32.f32 (round, floor, ceil, away-zero, to-zero); i16.f16 (round) on Ascend310P3; f16.f32 (none, odd); f32.f16, f32.i32, f16.u8, f16.i8, f16.i32 (none); i8.f16, u8.f16 (none, floor, ceil, away-zero, to-zero); i32.f16, i32.f32 (round, floor, ceil, away-zero, to-zero) on Ascend910A, Ascend910B; f32.f32, i64.f32, i32.f32, i16.f32, i32.f16, i16.f16, f32.i64, bf16.f32, i32.bf16 (round, floor, ceil, away-zero, to-zero); f16.f32 (none, round, floor, ceil, away-zero, to-zero, odd); f32.f16, f16.u8, f16.i8, f32.i16, i8.i16, u8.i16, f16.i32, i64.i32, i16.i32, i32.i64, f32.bf16 (none); i8.f16, u8.f16, f16.i16, f32.i32 (none, round, floor, ceil, away-zero, to-zero) on Ascend910B1..B4
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src: tensor view in UB, read, of dst's shape
          round_mode: '' or 'none' (nearest even), 'round' (nearest even), 'floor', 'ceil', 'away-zero', 'to-zero', 'odd'; which of them, see vconv
          deqscale: int32 to float16: what results are multiplied by, 1 when left out

        A sequence of some of these:
          Instruction vconv, pipe V
          Instruction vconv_deq, pipe V
        Cycles: one vconv, two where float16 stands between: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_conv(self, dst: TensorView, src: TensorView, round_mode: str = "", deqscale: Any = None) -> None:
        """The same as h_cast.

        Dtypes: f16.f32, f32.f16, i8.f16, u8.f16, f16.u8, f16.i8, f16.i32 (none); i32.f16 (round, floor, ceil) on Ascend310; f16.f32 (none, odd); f32.f16, f32.i32, f16.u8, f16.i8, f16.i32, u8.i16, i8.i16, f16.i16 (none); i8.f16, u8.f16 (none, floor, ceil, away-zero, to-zero); i32.f16, i32.f32 (round, floor, ceil, away-zero, to-zero); i16.f16 (round) on Ascend310P3; f16.f32 (none, odd); f32.f16, f32.i32, f16.u8, f16.i8, f16.i32 (none); i8.f16, u8.f16 (none, floor, ceil, away-zero, to-zero); i32.f16, i32.f32 (round, floor, ceil, away-zero, to-zero) on Ascend910A, Ascend910B; f32.f32, i64.f32, i32.f32, i16.f32, i32.f16, i16.f16, f32.i64, bf16.f32, i32.bf16 (round, floor, ceil, away-zero, to-zero); f16.f32 (none, round, floor, ceil, away-zero, to-zero, odd); f32.f16, f16.u8, f16.i8, f32.i16, i8.i16, u8.i16, f16.i32, i64.i32, i16.i32, i32.i64, f32.bf16 (none); i8.f16, u8.f16, f16.i16, f32.i32 (none, round, floor, ceil, away-zero, to-zero) on Ascend910B1..B4
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src: tensor view in UB, read, of dst's shape
          round_mode: '' or 'none' (nearest even), 'round' (nearest even), 'floor', 'ceil', 'away-zero', 'to-zero', 'odd'; which of them, see vconv
          deqscale: int32 to float16: what results are multiplied by, 1 when left out

        A sequence of some of these:
          Instruction vconv, pipe V
          Instruction vconv_deq, pipe V
        Cycles: one vconv, two where float16 stands between: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_cos(self, dst: TensorView, src: TensorView) -> None:
        """dst = cos(src), float16 or float32, computed in float32: |error| < 4e-7 for |src| < 8192, growing beyond.

        Dtypes: f16, f32
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src: tensor view in UB, read, of dst's shape and dtype

        A sequence of some of these:
          Instruction vmuls, pipe V
          Instruction vadds, pipe V
          Instruction vconv, pipe V
          Instruction vmul, pipe V
          Instruction vadd, pipe V
          Instruction vsub, pipe V
          Instruction vector_dup, pipe V
          Instruction vand, pipe V
        Cycles: some 30 vector instructions over all elements, each a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row; four temporary float32 tensors in UB
        """

    def h_div(self, dst: TensorView, src0: TensorView, src1: Any) -> None:
        """dst = src0 / src1; src1 may be a number or Scalar.

        Dtypes: none on Ascend310; f16, f32 on Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src0: tensor view in UB, read, of dst's shape and dtype
          src1: the same; or a number, Scalar or expression

        A sequence of some of these:
          Instruction vdiv, pipe V
          Instruction vector_dup, pipe V
        Cycles: one instruction over all elements: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_duplicate(self, dst: TensorView, src: Any) -> None:
        """Every element of dst = src, a number or Scalar; 8-bit tensors need an even number of elements.

        Dtypes: integers and floats of 8, 16 and 32 bits
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src: a number, Scalar or expression

        A sequence of some of these:
          Instruction vector_dup, pipe V
        Cycles: one instruction over all elements: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_exp(self, dst: TensorView, src: TensorView) -> None:
        """dst = e ** src.

        Dtypes: f16 on Ascend310; f16, f32 on Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src: tensor view in UB, read, of dst's shape and dtype

        A sequence of some of these:
          Instruction vexp, pipe V
        Cycles: one instruction over all elements: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_ln(self, dst: TensorView, src: TensorView) -> None:
        """dst = the natural logarithm of src.

        Dtypes: f16 on Ascend310; f16, f32 on Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src: tensor view in UB, read, of dst's shape and dtype

        A sequence of some of these:
          Instruction vln, pipe V
        Cycles: one instruction over all elements: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_max(self, dst: TensorView, src0: TensorView, src1: Any) -> None:
        """dst = the larger of src0 and src1; src1 may be a number or Scalar.

        Dtypes: f16, f32, i32 on Ascend310, Ascend910A, Ascend910B; f16, f32, i32, i16 on Ascend310P3, Ascend910B1..B4
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src0: tensor view in UB, read, of dst's shape and dtype
          src1: the same; or a number, Scalar or expression

        A sequence of some of these:
          Instruction vmax, pipe V
          Instruction vmaxs, pipe V
          Instruction vector_dup, pipe V
        Cycles: one instruction over all elements: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_min(self, dst: TensorView, src0: TensorView, src1: Any) -> None:
        """dst = the smaller of src0 and src1; src1 may be a number or Scalar.

        Dtypes: f16, f32, i32 on Ascend310, Ascend910A, Ascend910B; f16, f32, i32, i16 on Ascend310P3, Ascend910B1..B4
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src0: tensor view in UB, read, of dst's shape and dtype
          src1: the same; or a number, Scalar or expression

        A sequence of some of these:
          Instruction vmin, pipe V
          Instruction vmins, pipe V
          Instruction vector_dup, pipe V
        Cycles: one instruction over all elements: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_mul(self, dst: TensorView, src0: TensorView, src1: Any) -> None:
        """dst = src0 * src1; src1 may be a number or Scalar.

        Dtypes: f16, f32, i32 on Ascend310, Ascend910A, Ascend910B; f16, f32, i32, i16 on Ascend310P3, Ascend910B1..B4
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src0: tensor view in UB, read, of dst's shape and dtype
          src1: the same; or a number, Scalar or expression

        A sequence of some of these:
          Instruction vmul, pipe V
          Instruction vmuls, pipe V
          Instruction vector_dup, pipe V
        Cycles: one instruction over all elements: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_not(self, dst: TensorView, src: TensorView) -> None:
        """dst = ~src on integers of any width.

        Dtypes: integers of 8, 16 and 32 bits
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src: tensor view in UB, read, of dst's shape and dtype

        A sequence of some of these:
          Instruction vnot, pipe V
        Cycles: one instruction over all elements: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_or(self, dst: TensorView, src0: TensorView, src1: Any) -> None:
        """dst = src0 | src1 on integers of any width; src1 may be a number or Scalar.

        Dtypes: integers of 8, 16 and 32 bits
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src0: tensor view in UB, read, of dst's shape and dtype
          src1: the same; or a number, Scalar or expression

        A sequence of some of these:
          Instruction vor, pipe V
          Instruction vector_dup, pipe V
        Cycles: one instruction over all elements: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_quant(self, dst: TensorView, src: TensorView, deqscale: Any) -> None:
        """dst = src * deqscale in dst's dtype: int32 to float16 as vec_conv does it; float16 to int8 or uint8 with the product
        rounded to float16, then to the nearest integer, halves to even, and saturated.

        Dtypes: dst.src: f16.i32, i8.f16 and u8.f16
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src: tensor view in UB, read, of dst's shape
          deqscale: a number, Scalar or expression: what results are multiplied by

        A sequence of some of these:
          Instruction vmuls, pipe V
          Instruction vconv, pipe V
          Instruction vconv_deq, pipe V
        Cycles: one vconv; to 8 bits vmuls and vconv: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_rec(self, dst: TensorView, src: TensorView) -> None:
        """dst = 1 / src.

        Dtypes: f16, f32 on every chip
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src: tensor view in UB, read, of dst's shape and dtype

        A sequence of some of these:
          Instruction vrec, pipe V
        Cycles: one instruction over all elements: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_relu(self, dst: TensorView, src: TensorView) -> None:
        """dst = max(src, 0).

        Dtypes: f16 on Ascend310, Ascend910A, Ascend910B; f16, f32, i32 on Ascend310P3, Ascend910B1..B4
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src: tensor view in UB, read, of dst's shape and dtype

        A sequence of some of these:
          Instruction vrelu, pipe V
        Cycles: one instruction over all elements: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_rsqrt(self, dst: TensorView, src: TensorView) -> None:
        """dst = 1 / sqrt(src).

        Dtypes: f16, f32 on every chip
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src: tensor view in UB, read, of dst's shape and dtype

        A sequence of some of these:
          Instruction vrsqrt, pipe V
        Cycles: one instruction over all elements: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_sin(self, dst: TensorView, src: TensorView) -> None:
        """dst = sin(src), float16 or float32, computed in float32: |error| < 4e-7 for |src| < 8192, growing beyond.

        Dtypes: f16, f32
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src: tensor view in UB, read, of dst's shape and dtype

        A sequence of some of these:
          Instruction vmuls, pipe V
          Instruction vadds, pipe V
          Instruction vconv, pipe V
          Instruction vmul, pipe V
          Instruction vadd, pipe V
          Instruction vsub, pipe V
          Instruction vector_dup, pipe V
          Instruction vand, pipe V
        Cycles: some 30 vector instructions over all elements, each a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row; four temporary float32 tensors in UB
        """

    def h_sub(self, dst: TensorView, src0: TensorView, src1: Any) -> None:
        """dst = src0 - src1; src1 may be a number or Scalar.

        Dtypes: f16, f32, i32 on Ascend310, Ascend910A, Ascend910B; f16, f32, i32, i16 on Ascend310P3, Ascend910B1..B4
          dst: tensor view in UB, written, of any shape; its rows may lie apart
          src0: tensor view in UB, read, of dst's shape and dtype
          src1: the same; or a number, Scalar or expression

        A sequence of some of these:
          Instruction vsub, pipe V
          Instruction vadds, pipe V
          Instruction vector_dup, pipe V
        Cycles: one instruction over all elements: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_reduce_sum(self, dst: TensorView, src: TensorView, axis: Any = None) -> None:
        """dst = the sums of src along ``axis`` (an integer; None: of all elements).

        Dtypes: f16, f32, i32 on Ascend310, Ascend910A, Ascend910B; f16, f32, i32, i16 on Ascend310P3, Ascend910B1..B4
          dst: tensor view in UB, written, of as many elements as remain
          src: tensor view in UB, read, of any shape; its rows may lie apart
          axis: the axis that goes; None: all elements

        A sequence of some of these:
          Instruction vadd, pipe V
          Instruction vmax, pipe V
          Instruction vector_dup, pipe V
          Instruction sstore, pipe S
        Cycles: vadd of all repeats into 256 bytes, of the halves of those down to a block, whose elements the scalar pipe adds, for each result; along an outer axis one vadd of slices after the other: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_reduce_max(self, dst: TensorView, src: TensorView, axis: Any = None) -> None:
        """dst = the largest elements of src along ``axis`` (an integer; None: of all elements).

        Dtypes: f16, f32, i32 on Ascend310, Ascend910A, Ascend910B; f16, f32, i32, i16 on Ascend310P3, Ascend910B1..B4
          dst: tensor view in UB, written, of as many elements as remain
          src: tensor view in UB, read, of any shape; its rows may lie apart
          axis: the axis that goes; None: all elements

        A sequence of some of these:
          Instruction vmax, pipe V
          Instruction vector_dup, pipe V
          Instruction sstore, pipe S
        Cycles: vmax of all repeats into 256 bytes, of the halves of those down to a block, whose elements the scalar pipe compares, for each result; along an outer axis one vmax of slices after the other: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_reduce_min(self, dst: TensorView, src: TensorView, axis: Any = None) -> None:
        """dst = the smallest elements of src along ``axis`` (an integer; None: of all elements).

        Dtypes: f16, f32, i32 on Ascend310, Ascend910A, Ascend910B; f16, f32, i32, i16 on Ascend310P3, Ascend910B1..B4
          dst: tensor view in UB, written, of as many elements as remain
          src: tensor view in UB, read, of any shape; its rows may lie apart
          axis: the axis that goes; None: all elements

        A sequence of some of these:
          Instruction vmin, pipe V
          Instruction vector_dup, pipe V
          Instruction sstore, pipe S
        Cycles: vmin of all repeats into 256 bytes, of the halves of those down to a block, whose elements the scalar pipe compares, for each result; along an outer axis one vmin of slices after the other: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row
        """

    def h_reduce_argmax(self, dst: TensorView, src: TensorView, axis: Any = None) -> None:
        """dst (an integer tensor) = the index of the first largest element along the last axis (None: of all elements).

        Dtypes: f16 on Ascend310, Ascend910A, Ascend910B; f16, f32 on Ascend310P3, Ascend910B1..B4
          dst: tensor view in UB, written, of an integer dtype and as many elements as remain
          src: tensor view in UB, read, of any shape; its rows may lie apart
          axis: the last axis, or None for all elements

        A sequence of some of these:
          Instruction vcmax, pipe V
          Instruction vmax, pipe V
          Instruction sstore, pipe S
          Instruction pipe_barrier, the pipe it names
        Cycles: vec_reduce_max with cal_index for each row
        """

    def h_reduce_argmin(self, dst: TensorView, src: TensorView, axis: Any = None) -> None:
        """dst (an integer tensor) = the index of the first smallest element along the last axis (None: of all elements).

        Dtypes: f16 on Ascend310, Ascend910A, Ascend910B; f16, f32 on Ascend310P3, Ascend910B1..B4
          dst: tensor view in UB, written, of an integer dtype and as many elements as remain
          src: tensor view in UB, read, of any shape; its rows may lie apart
          axis: the last axis, or None for all elements

        A sequence of some of these:
          Instruction vcmin, pipe V
          Instruction vmax, pipe V
          Instruction sstore, pipe S
          Instruction pipe_barrier, the pipe it names
        Cycles: vec_reduce_min with cal_index for each row
        """

    def h_cmpv(self, mask_tensor: TensorView, src0: TensorView, src1: Any, cmp_mode: str) -> None:
        """A bit of ``mask_tensor`` an element: whether src0 ``cmp_mode`` ("LT", "GT", "GE", "EQ", "NE", "LE") src1 holds; src1 may
        be a number or Scalar. The views have no gaps; ``mask_tensor`` is uint8, 16, 32 or 64; of its last byte the bits behind the
        last element are 0.

        Dtypes: u8.f16 on Ascend310; u8.f16, u8.f32 on Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4
          mask_tensor: tensor of bits in UB, one an element, the lowest first: uint8, 16, 32 or 64
          src0: tensor view in UB, read, without gaps
          src1: the same; or a number, Scalar or expression
          cmp_mode: "LT", "GT", "GE", "EQ", "NE" or "LE"

        A sequence of some of these:
          Instruction vcmpv_lt, pipe V
          Instruction vcmpv_gt, pipe V
          Instruction vcmpv_ge, pipe V
          Instruction vcmpv_eq, pipe V
          Instruction vcmpv_ne, pipe V
          Instruction vcmpv_le, pipe V
          Instruction vector_dup, pipe V
          Instruction vadds, pipe V
        Cycles: one vcmpv: a head and a slope for each run of up to 255 repeats of 256 bytes, and again for what is left of a row; copies through UB where the last repeat is not whole
        """

    def h_sel(self, dst: TensorView, src0: Any, src1: Any, mask_tensor: TensorView) -> None:
        """dst = src0 where the element's bit of ``mask_tensor`` is 1, src1 where it is 0; float16, float32. src0 and src1 may be
        numbers or Scalars. The views have no gaps.

        Dtypes: f16, f32
          dst: tensor view in UB, written, without gaps
          src0: tensor view in UB, read, without gaps; or a number, Scalar or expression
          src1: the same; or a number, Scalar or expression
          mask_tensor: tensor of bits in UB, one an element, the lowest first: uint8, 16, 32 or 64

        A sequence of some of these:
          Instruction mov_ub_cmpmask, pipe V
          Instruction vsel, pipe V
          Instruction vector_dup, pipe V
          Instruction sstore, pipe S
        Cycles: for each repeat a load of CMPMASK and a vsel
        """

    def h_data_move(self, dst: TensorView, src: TensorView) -> None:
        """dst = src, element by element, where data_move goes; one dtype and one shape.

        Rows that are no whole 32-byte blocks: exact on chips with data_move_pad (GM to and from UB). Elsewhere the last block is
        moved whole, which is possible where dst ends at the end of its tensor (what lies behind it there is undefined).

        Dtypes: those of data_move; with rows that are no whole blocks those of data_move_pad
          dst: tensor view in GM, UB or L1, written
          src: tensor view in GM, UB or L1 of the same shape, read

        A sequence of some of these:
          Instruction mov_gm_ub, pipe MTE2
          Instruction mov_ub_gm, pipe MTE3
          Instruction mov_ub_ub, pipe V
          Instruction mov_gm_l1, pipe MTE2
          Instruction mov_l1_gm, pipe MTE3
          Instruction mov_l1_ub, pipe MTE1
          Instruction mov_ub_l1, pipe MTE3
          Instruction movpad_gm_ub, pipe MTE2
          Instruction movpad_ub_gm, pipe MTE3
        Cycles: the moves of data_move or data_move_pad between these memories; as many as the shape has rows that do not fit one
        """

    def printf(self, format_string: str, *args: Any) -> None:
        """Print as C's printf when the kernel gets here, on every core: %d %i %u %x %o %f %e %g %s. Arguments are Python values,
        Scalars, expressions, and tensors, which print every element. Takes no time and orders nothing.

        Instruction printf, pipe S: Show ``length`` bytes of text (UTF-8, a constant table), the value at the one C conversion it may have. Takes no time, orders nothing.
        Instruction printf_tensor, pipe S: As printf, with ``rows`` x ``cols`` elements, rows ``pitch`` elements apart, each in the text's conversion.
          format_string: a text with C's conversions
          *args: a value for each: Python values, Scalars, expressions; tensors print every element
        printf:
          Dtypes (text):
            every chip: u8.i8, u8, u8.i16, u8.u16, u8.i32, u8.u32, u8.i64, u8.u64, u8.f16, u8.f32
        printf_tensor:
          Dtypes (text, src):
            every chip: u8.i8, u8, u8.i16, u8.u16, u8.i32, u8.u32, u8.i64, u8.u64, u8.f16, u8.f32, u8.bf16
        """

    def set_printf_params(self, *args: Any, **keywords: Any) -> None:
        """Accepted for old kernels; the kit prints from every core, to standard output, and needs no buffer.

        Parameters:
          *args: accepted, and ignored (a logged note says so)
          **keywords: accepted, and ignored
        """

    def vadd(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = src0 + src1; floats round to nearest even, integers wrap.

        Instruction vadd, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src0, src1):
          Ascend310, Ascend910A, Ascend910B: f16, f32, i32
          Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16
        """

    def vec_add(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """dst = src0 + src1; floats round to nearest even, integers wrap.

        Instruction vadd, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0, src1):
          Ascend310, Ascend910A, Ascend910B: f16, f32, i32
          Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16
        """

    def vsub(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = src0 - src1.

        Instruction vsub, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src0, src1):
          Ascend310, Ascend910A, Ascend910B: f16, f32, i32
          Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16
        """

    def vec_sub(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """dst = src0 - src1.

        Instruction vsub, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0, src1):
          Ascend310, Ascend910A, Ascend910B: f16, f32, i32
          Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16
        """

    def vmul(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = src0 * src1.

        Instruction vmul, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src0, src1):
          Ascend310, Ascend910A, Ascend910B: f16, f32, i32
          Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16
        """

    def vec_mul(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """dst = src0 * src1.

        Instruction vmul, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0, src1):
          Ascend310, Ascend910A, Ascend910B: f16, f32, i32
          Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16
        """

    def vdiv(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = src0 / src1, correctly rounded; x/0 is inf, 0/0 NaN.

        Instruction vdiv, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src0, src1):
          Ascend310: none
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: f16, f32
        """

    def vmax(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = max(src0, src1); NaN wins.

        Instruction vmax, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src0, src1):
          Ascend310, Ascend910A, Ascend910B: f16, f32, i32
          Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16
        """

    def vec_max(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """dst = max(src0, src1); NaN wins.

        Instruction vmax, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0, src1):
          Ascend310, Ascend910A, Ascend910B: f16, f32, i32
          Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16
        """

    def vmin(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = min(src0, src1); NaN wins.

        Instruction vmin, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src0, src1):
          Ascend310, Ascend910A, Ascend910B: f16, f32, i32
          Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16
        """

    def vec_min(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """dst = min(src0, src1); NaN wins.

        Instruction vmin, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0, src1):
          Ascend310, Ascend910A, Ascend910B: f16, f32, i32
          Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16
        """

    def vand(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = src0 & src1, bitwise.

        Instruction vand, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src0, src1):
          every chip: i16, u16
        """

    def vec_and(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """dst = src0 & src1, bitwise.

        Instruction vand, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0, src1):
          every chip: i16, u16
        """

    def vor(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = src0 | src1, bitwise.

        Instruction vor, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src0, src1):
          every chip: i16, u16
        """

    def vec_or(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """dst = src0 | src1, bitwise.

        Instruction vor, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0, src1):
          every chip: i16, u16
        """

    def vnot(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = ~src, bitwise.

        Instruction vnot, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src):
          every chip: i16, u16
        """

    def vec_not(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """dst = ~src, bitwise.

        Instruction vnot, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src):
          every chip: i16, u16
        """

    def vabs(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = |src|.

        Instruction vabs, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src):
          every chip: f16, f32
        """

    def vec_abs(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """dst = |src|.

        Instruction vabs, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src):
          every chip: f16, f32
        """

    def vrelu(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = max(src, 0); NaN stays NaN.

        Instruction vrelu, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src):
          Ascend310, Ascend910A, Ascend910B: f16
          Ascend310P3, Ascend910B1..B4: f16, f32, i32
        """

    def vec_relu(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """dst = max(src, 0); NaN stays NaN.

        Instruction vrelu, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src):
          Ascend310, Ascend910A, Ascend910B: f16
          Ascend310P3, Ascend910B1..B4: f16, f32, i32
        """

    def vexp(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = e ** src, within 1 ulp.

        Instruction vexp, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src):
          Ascend310: f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: f16, f32
        """

    def vec_exp(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """dst = e ** src, within 1 ulp.

        Instruction vexp, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src):
          Ascend310: f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: f16, f32
        """

    def vln(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = ln(src), within 1 ulp; ln 0 = -inf, ln of a negative is NaN.

        Instruction vln, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src):
          Ascend310: f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: f16, f32
        """

    def vec_ln(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """dst = ln(src), within 1 ulp; ln 0 = -inf, ln of a negative is NaN.

        Instruction vln, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src):
          Ascend310: f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: f16, f32
        """

    def vsqrt(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = sqrt(src), correctly rounded.

        Instruction vsqrt, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src):
          Ascend310: none
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: f16, f32
        """

    def vrec(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = 1 / src, correctly rounded (hardware approximates).

        Instruction vrec, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src):
          every chip: f16, f32
        """

    def vec_rec(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """dst = 1 / src, correctly rounded (hardware approximates).

        Instruction vrec, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src):
          every chip: f16, f32
        """

    def vrsqrt(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = 1 / sqrt(src) (hardware approximates).

        Instruction vrsqrt, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src):
          every chip: f16, f32
        """

    def vec_rsqrt(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """dst = 1 / sqrt(src) (hardware approximates).

        Instruction vrsqrt, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src):
          every chip: f16, f32
        """

    def vadds(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        scalar: Number,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
        mask_mode: str = "normal",
    ) -> None:
        """dst = src + scalar.

        Instruction vadds, pipe V.
          mask: active lanes of each repeat: a count, [high, low] bit words, or a counter
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
          mask_mode: "normal": mask counts lanes of a repeat; "counter": mask counts elements of the whole call, repeat_times is ignored
        Dtypes (dst, src):
          Ascend310, Ascend910A, Ascend910B: f16, f32
          Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16
        """

    def vec_adds(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        scalar: Number,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        mask_mode: str = "normal",
    ) -> None:
        """dst = src + scalar.

        Instruction vadds, pipe V.
          mask: active lanes of each repeat: a count, [high, low] bit words, or a counter
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          mask_mode: "normal": mask counts lanes of a repeat; "counter": mask counts elements of the whole call, repeat_times is ignored
        Dtypes (dst, src):
          Ascend310, Ascend910A, Ascend910B: f16, f32
          Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16
        """

    def vmuls(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        scalar: Number,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
        mask_mode: str = "normal",
    ) -> None:
        """dst = src * scalar.

        Instruction vmuls, pipe V.
          mask: active lanes of each repeat: a count, [high, low] bit words, or a counter
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
          mask_mode: "normal": mask counts lanes of a repeat; "counter": mask counts elements of the whole call, repeat_times is ignored
        Dtypes (dst, src):
          Ascend310, Ascend910A, Ascend910B: f16, f32
          Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16
        """

    def vec_muls(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        scalar: Number,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        mask_mode: str = "normal",
    ) -> None:
        """dst = src * scalar.

        Instruction vmuls, pipe V.
          mask: active lanes of each repeat: a count, [high, low] bit words, or a counter
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          mask_mode: "normal": mask counts lanes of a repeat; "counter": mask counts elements of the whole call, repeat_times is ignored
        Dtypes (dst, src):
          Ascend310, Ascend910A, Ascend910B: f16, f32
          Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16
        """

    def vmaxs(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        scalar: Number,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
        mask_mode: str = "normal",
    ) -> None:
        """dst = max(src, scalar); NaN wins.

        Instruction vmaxs, pipe V.
          mask: active lanes of each repeat: a count, [high, low] bit words, or a counter
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
          mask_mode: "normal": mask counts lanes of a repeat; "counter": mask counts elements of the whole call, repeat_times is ignored
        Dtypes (dst, src):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16
        """

    def vmins(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        scalar: Number,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
        mask_mode: str = "normal",
    ) -> None:
        """dst = min(src, scalar); NaN wins.

        Instruction vmins, pipe V.
          mask: active lanes of each repeat: a count, [high, low] bit words, or a counter
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
          mask_mode: "normal": mask counts lanes of a repeat; "counter": mask counts elements of the whole call, repeat_times is ignored
        Dtypes (dst, src):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3, Ascend910B1..B4: f16, f32, i32, i16
        """

    def vlrelu(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        scalar: Number,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
        mask_mode: str = "normal",
    ) -> None:
        """dst = src where src > 0, else src * scalar; NaN stays NaN.

        Instruction vlrelu, pipe V.
          mask: active lanes of each repeat: a count, [high, low] bit words, or a counter
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
          mask_mode: "normal": mask counts lanes of a repeat; "counter": mask counts elements of the whole call, repeat_times is ignored
        Dtypes (dst, src):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3, Ascend910B1..B4: f16, f32
        """

    def vaddrelu(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = max(src0 + src1, 0): vadd, then relu (an int16 sum wraps first); NaN stays NaN.

        Instruction vaddrelu, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src0, src1):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3, Ascend910B1..B4: f16, f32, i16
        """

    def vsubrelu(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = max(src0 - src1, 0): vsub, then relu (an int16 difference wraps first); NaN stays NaN.

        Instruction vsubrelu, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src0, src1):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3, Ascend910B1..B4: f16, f32, i16
        """

    def vshl(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        scalar: Whole,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
        mask_mode: str = "normal",
    ) -> None:
        """dst = src << scalar: bits that leave at the top are lost, zeros come in; by the whole width gives 0.

        Instruction vshl, pipe V.
          mask: active lanes of each repeat: a count, [high, low] bit words, or a counter
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: bits to shift by, at most the width of the dtype, 0..32
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
          mask_mode: "normal": mask counts lanes of a repeat; "counter": mask counts elements of the whole call, repeat_times is ignored
        Dtypes (dst, src):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: none
          Ascend910B1..B4: i16, u16, i32, u32
        """

    def vshr(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        scalar: Whole,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
        round_en: bool = False,
        mask_mode: str = "normal",
    ) -> None:
        """dst = src >> scalar: unsigned data is filled with zeros, signed data with its sign (by the whole width: 0 or -1).

        ``round_en`` (int16 and int32 only) adds the last bit shifted out: the quotient is rounded to nearest, halves up.

        Instruction vshr, pipe V.
          mask: active lanes of each repeat: a count, [high, low] bit words, or a counter
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: bits to shift by, at most the width of the dtype, 0..32
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
          round_en: True or False
          mask_mode: "normal": mask counts lanes of a repeat; "counter": mask counts elements of the whole call, repeat_times is ignored
        Dtypes (dst, src):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: none
          Ascend910B1..B4: u16, i16, u32, i32
        """

    def vcmpv_lt(
        self,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src0 < src1, for whole repeats without a mask.

        Instruction vcmpv_lt, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vec_cmpv_lt(
        self,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src0 < src1, for whole repeats without a mask.

        Instruction vcmpv_lt, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmpvs_lt(
        self,
        dst: TensorView,
        src: TensorView,
        scalar: Number,
        repeat_times: Whole,
        src_blk_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src < scalar, for whole repeats without a mask.

        Instruction vcmpvs_lt, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmp_lt(self, mask: Mask, src0: TensorView, src1: TensorView, src0_stride: Whole, src1_stride: Whole) -> CompareMask:
        """Bit of each lane of CMPMASK = src0 < src1; 0 where the mask leaves it out.

        Instruction vcmp_lt, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          src0_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
        Dtypes (cmpmask, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmpv_gt(
        self,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src0 > src1, for whole repeats without a mask.

        Instruction vcmpv_gt, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vec_cmpv_gt(
        self,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src0 > src1, for whole repeats without a mask.

        Instruction vcmpv_gt, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmpvs_gt(
        self,
        dst: TensorView,
        src: TensorView,
        scalar: Number,
        repeat_times: Whole,
        src_blk_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src > scalar, for whole repeats without a mask.

        Instruction vcmpvs_gt, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmp_gt(self, mask: Mask, src0: TensorView, src1: TensorView, src0_stride: Whole, src1_stride: Whole) -> CompareMask:
        """Bit of each lane of CMPMASK = src0 > src1; 0 where the mask leaves it out.

        Instruction vcmp_gt, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          src0_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
        Dtypes (cmpmask, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmpv_ge(
        self,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src0 >= src1, for whole repeats without a mask.

        Instruction vcmpv_ge, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vec_cmpv_ge(
        self,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src0 >= src1, for whole repeats without a mask.

        Instruction vcmpv_ge, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmpvs_ge(
        self,
        dst: TensorView,
        src: TensorView,
        scalar: Number,
        repeat_times: Whole,
        src_blk_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src >= scalar, for whole repeats without a mask.

        Instruction vcmpvs_ge, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmp_ge(self, mask: Mask, src0: TensorView, src1: TensorView, src0_stride: Whole, src1_stride: Whole) -> CompareMask:
        """Bit of each lane of CMPMASK = src0 >= src1; 0 where the mask leaves it out.

        Instruction vcmp_ge, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          src0_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
        Dtypes (cmpmask, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmpv_eq(
        self,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src0 == src1, for whole repeats without a mask.

        Instruction vcmpv_eq, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B: u8.f16, u8.f32
          Ascend910B1..B4: u8.f16, u8.f32, u8.i32
        """

    def vec_cmpv_eq(
        self,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src0 == src1, for whole repeats without a mask.

        Instruction vcmpv_eq, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B: u8.f16, u8.f32
          Ascend910B1..B4: u8.f16, u8.f32, u8.i32
        """

    def vcmpvs_eq(
        self,
        dst: TensorView,
        src: TensorView,
        scalar: Number,
        repeat_times: Whole,
        src_blk_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src == scalar, for whole repeats without a mask.

        Instruction vcmpvs_eq, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmp_eq(self, mask: Mask, src0: TensorView, src1: TensorView, src0_stride: Whole, src1_stride: Whole) -> CompareMask:
        """Bit of each lane of CMPMASK = src0 == src1; 0 where the mask leaves it out.

        Instruction vcmp_eq, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          src0_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
        Dtypes (cmpmask, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmpv_ne(
        self,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src0 != src1, for whole repeats without a mask.

        Instruction vcmpv_ne, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vec_cmpv_ne(
        self,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src0 != src1, for whole repeats without a mask.

        Instruction vcmpv_ne, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmpvs_ne(
        self,
        dst: TensorView,
        src: TensorView,
        scalar: Number,
        repeat_times: Whole,
        src_blk_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src != scalar, for whole repeats without a mask.

        Instruction vcmpvs_ne, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmp_ne(self, mask: Mask, src0: TensorView, src1: TensorView, src0_stride: Whole, src1_stride: Whole) -> CompareMask:
        """Bit of each lane of CMPMASK = src0 != src1; 0 where the mask leaves it out.

        Instruction vcmp_ne, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          src0_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
        Dtypes (cmpmask, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmpv_le(
        self,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src0 <= src1, for whole repeats without a mask.

        Instruction vcmpv_le, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vec_cmpv_le(
        self,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src0 <= src1, for whole repeats without a mask.

        Instruction vcmpv_le, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmpvs_le(
        self,
        dst: TensorView,
        src: TensorView,
        scalar: Number,
        repeat_times: Whole,
        src_blk_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """Bit of each lane of dst = src <= scalar, for whole repeats without a mask.

        Instruction vcmpvs_le, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3, Ascend910B1..B4: u8.f16, u8.f32
        """

    def vcmp_le(self, mask: Mask, src0: TensorView, src1: TensorView, src0_stride: Whole, src1_stride: Whole) -> CompareMask:
        """Bit of each lane of CMPMASK = src0 <= src1; 0 where the mask leaves it out.

        Instruction vcmp_le, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          src0_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
        Dtypes (cmpmask, src0):
          Ascend310: u8.f16
          Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: u8.f16, u8.f32
        """

    def mov_cmpmask_to_tensor(self, dst: TensorView, cmpmask: CompareMask) -> None:
        """dst = the 16 bytes of CMPMASK.

        Instruction mov_cmpmask_ub, pipe V.
          dst: tensor in UB, written, on a boundary of 16 bytes
          cmpmask: what vcmp_xx, mov_tensor_to_cmpmask or set_scalar_to_cmpmask gave
        Dtypes (every operand):
          every chip: u8
        """

    def mov_tensor_to_cmpmask(self, src: TensorView) -> CompareMask:
        """CMPMASK = 16 bytes of src.

        Instruction mov_ub_cmpmask, pipe V.
          src: tensor in UB, read, on a boundary of 16 bytes
        Dtypes (every operand):
          every chip: u8
        """

    def vcbd(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
        mask_mode: str = "normal",
    ) -> None:
        """dst = src as narrower integers, saturated; a repeat has 64 lanes, in 8 blocks of src and 4 of dst.

        Instruction vcbd, pipe V.
          mask: active lanes of each repeat: a count, [high, low] bit words, or a counter
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
          mask_mode: "normal": mask counts lanes of a repeat; "counter": mask counts elements of the whole call, repeat_times is ignored
        Dtypes (dst, src):
          Ascend310, Ascend910A, Ascend910B, Ascend910B1..B4: none
          Ascend310P3: i16.i32
        """

    def data_move_multi_nd2nz(
        self,
        dst: TensorView,
        src: TensorView,
        nd_num: Whole,
        nd_n: Whole,
        nd_d: Whole,
        src_nd_stride: Whole,
        src_n_stride: Whole,
        dst_c0_stride: Whole,
        dst_n_stride: Whole,
        dst_nd_stride: Whole,
    ) -> None:
        """GM row-major -> L1 fractal columns: ``nd_num`` matrices of nd_n rows and nd_d columns; column group j of row i lands at
        block j*dst_c0_stride + i*dst_n_stride; columns behind nd_d in the last group are filled with zeros.

        Instruction nd2nz_gm_l1, pipe MTE2.
          dst: tensor in L1, written, on a boundary of 32 bytes
          src: tensor in GM, read, at any address
          nd_num: matrices, 1..256
          nd_n: rows, 1..16384
          nd_d: columns (elements), 1..65535
          src_nd_stride: elements between matrices in GM, 0..2147483647
          src_n_stride: elements between rows in GM, 1..2147483647
          dst_c0_stride: blocks between column groups in L1, 1..16384
          dst_n_stride: blocks between rows in L1, 1..16384
          dst_nd_stride: elements between matrices in L1, 0..2147483647
        Dtypes (every operand):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: none
          Ascend910B1..B4: i8, u8, i16, u16, f16, bf16, i32, u32, f32
        """

    def vector_dup(
        self,
        mask: Mask,
        dst: TensorView,
        scalar: Number,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        dst_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = scalar in every active lane.

        Instruction vector_dup, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: u16, i16, f16, u32, i32, f32
          Ascend910B1..B4: u16, i16, f16, u32, i32, f32, bf16
        """

    def vec_dup(self, mask: Mask, dst: TensorView, scalar: Number, repeat_times: Whole, dst_rep_stride: Whole) -> None:
        """dst = scalar in every active lane.

        Instruction vector_dup, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: u16, i16, f16, u32, i32, f32
          Ascend910B1..B4: u16, i16, f16, u32, i32, f32, bf16
        """

    def vbcb(
        self,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        dst_rep_stride: Whole,
    ) -> None:
        """Each of 8 source elements a repeat fills one 32-byte block of dst.

        Instruction vbcb, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (every operand):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: none
          Ascend910B1..B4: u16, i16, f16, u32, i32, f32, bf16
        """

    def vci(
        self,
        mask: Mask,
        dst_index: TensorView,
        start_point: Number,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        dst_rep_stride: Whole,
        stride_unit: Whole = 0,
        mask_mode: str = "normal",
    ) -> None:
        """dst_index lane i of repeat r = start_point + r * lanes + i, in dst_index's dtype: the numbers count through lanes that
        the mask leaves out; floats round to nearest even, integers wrap.

        Instruction vci, pipe V.
          mask: active lanes of each repeat: a count, [high, low] bit words, or a counter
          dst_index: tensor in UB, written, on a boundary of 32 bytes
          start_point: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
          mask_mode: "normal": mask counts lanes of a repeat; "counter": mask counts elements of the whole call, repeat_times is ignored
        Dtypes (dst_index):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3, Ascend910B1..B4: f16, f32, i16, i32
        """

    def vcopy(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        mask_mode: str = "normal",
    ) -> None:
        """dst = src, bit for bit, in the active lanes.

        Instruction vcopy, pipe V.
          mask: active lanes of each repeat: a count, [high, low] bit words, or a counter
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          mask_mode: "normal": mask counts lanes of a repeat; "counter": mask counts elements of the whole call, repeat_times is ignored
        Dtypes (every operand):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: none
          Ascend910B1..B4: u16, i16, f16, u32, i32, f32, bf16
        """

    def vmla(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = dst + src0 * src1; product and sum round to dst's dtype (f16 sources and f32 dst: the product is exact).

        Instruction vmla, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, read and written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src0, src1):
          every chip: f16, f32, f32.f16.f16
        """

    def vmadd(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = src0 * dst + src1; product and sum round to the operands' dtype.

        Instruction vmadd, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, read and written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src0, src1):
          every chip: f16, f32
        """

    def vmaddrelu(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = max(src0 * dst + src1, 0); product and sum round to the operands' dtype, NaN stays NaN.

        Instruction vmaddrelu, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, read and written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src0, src1):
          every chip: f16, f32
        """

    def vaxpy(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        scalar: Number,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src_blk_stride: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = dst + scalar * src; product and sum round to dst's dtype. The scalar has src's dtype: with f16 src and f32 dst it
        is rounded to f16, and the product is exact.

        Instruction vaxpy, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, read and written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src):
          every chip: f16, f32, f32.f16
        """

    def vec_axpy(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        scalar: Number,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """dst = dst + scalar * src; product and sum round to dst's dtype. The scalar has src's dtype: with f16 src and f32 dst it
        is rounded to f16, and the product is exact.

        Instruction vaxpy, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, read and written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          scalar: a number, Scalar or expression of the operands' dtype
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src):
          every chip: f16, f32, f32.f16
        """

    def vmulconv(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = src0 * src1 as 8-bit integers: the product rounds to f16, then to the nearest integer (halves to even), which
        saturates; NaN gives 0.

        Instruction vmulconv, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src0, src1):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3, Ascend910B1..B4: i8.f16.f16, u8.f16.f16
        """

    def vadddeqrelu(
        self,
        mask: Mask,
        dst: TensorView,
        deqscale: Number,
        src0: TensorView,
        src1: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        src0_blk_stride: Whole,
        src1_blk_stride: Whole,
        dst_rep_stride: Whole,
        src0_rep_stride: Whole,
        src1_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst = max((src0 + src1) * deqscale, 0): the int32 sum wraps, its product with the f16 scale rounds once, to f16.

        Instruction vadddeqrelu, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          deqscale: a number or f16 Scalar: what the sum is scaled by
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src0_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src1_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src0_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          src1_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (dst, src0, src1):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3, Ascend910B1..B4: f16.i32.i32
        """

    def vgather(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        src_offset: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        base_addr: Whole = 0,
        stride_unit: Whole = 0,
        mask_mode: str = "normal",
    ) -> None:
        """dst lane = the element at byte base_addr + offset of the lane, from the start of src on.

        Offsets are 32-bit counts of bytes, contiguous: those of repeat r begin at number r * lanes, also where the mask leaves
        lanes out. Within a repeat all lanes are read before any is written.

        Instruction vgather, pipe V.
          mask: active lanes of each repeat: a count, [high, low] bit words, or a counter
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          src_offset: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          base_addr: bytes added to every offset, 0..4294967295
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
          mask_mode: "normal": mask counts lanes of a repeat; "counter": mask counts elements of the whole call, repeat_times is ignored
        Dtypes (dst, src_offset):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3, Ascend910B1..B4: i16.u32, i16.i32, u16.u32, u16.i32, f16.u32, f16.i32, f32.u32, f32.i32, i32.u32, i32, u32, u32.i32
        """

    def vscatter(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        dst_offset: TensorView,
        repeat_times: Whole,
        src_rep_stride: Whole,
        base_addr: Whole = 0,
        stride_unit: Whole = 0,
        mask_mode: str = "normal",
    ) -> None:
        """The element at byte base_addr + offset of the lane, from the start of dst on, = src lane.

        Offsets are as in vgather. Where lanes of a repeat have one address, the last of them stays.

        Instruction vscatter, pipe V.
          mask: active lanes of each repeat: a count, [high, low] bit words, or a counter
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          dst_offset: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
          base_addr: bytes added to every offset, 0..4294967295
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
          mask_mode: "normal": mask counts lanes of a repeat; "counter": mask counts elements of the whole call, repeat_times is ignored
        Dtypes (dst, dst_offset):
          Ascend310, Ascend910A, Ascend910B, Ascend910B1..B4: none
          Ascend310P3: i16.u32, i16.i32, u16.u32, u16.i32, f16.u32, f16.i32, f32.u32, f32.i32, i32.u32, i32, u32, u32.i32
        """

    def vgatherb(
        self,
        dst: TensorView,
        src: TensorView,
        src_offsets: TensorView,
        repeat_times: Whole,
        dst_blk_stride: Whole,
        dst_rep_stride: Whole,
    ) -> None:
        """dst block = the 32-byte block at byte offset from the start of src on, 8 blocks a repeat; there is no mask.

        Offsets are contiguous, 8 a repeat; blocks lie on their boundaries. In messages a block counts as a lane.

        Instruction vgatherb, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          src_offsets: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
        Dtypes (dst, src_offsets):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: none
          Ascend910B1..B4: u16.u32, u16.i32, i16.u32, i16.i32, f16.u32, f16.i32, u32, u32.i32, i32.u32, i32, f32.u32, f32.i32
        """

    def vbi(
        self,
        mask: Mask,
        dst: TensorView,
        src0: TensorView,
        src1: TensorView,
        src0_offset: TensorView,
        dst_blk_stride: Whole,
        vertical_repeat_times: Whole,
        horizontal_repeat_times: Whole,
        repeat_mode: Whole,
        vertical_repeat_offset: Whole,
    ) -> None:
        """dst = sum over the horizontal repeats of block * weight: 8 blocks, each at a byte offset from the start of src0 on.

        A horizontal repeat takes the next 8 offsets, and the next weight of src1 for all blocks (repeat_mode 0) or the next 8, one
        a block (repeat_mode 1). A vertical repeat writes ``vertical_repeat_offset`` elements behind the one before; offsets and
        weights go on. Products and sums are rounded to the dtype, in order; the first product begins the sum (dst is not read).
        The blocks of all horizontal repeats are read before dst is written. A block without active lanes is not touched.
        In messages a block counts as a lane.

        Instruction vbi, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          src0_offset: tensor in UB, read, on a boundary of 32 bytes
          dst_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          vertical_repeat_times: how many results, 0..255
          horizontal_repeat_times: how many blocks and weights make a result, 0..255
          repeat_mode: 0 one weight a repeat, 1 one a block, 0..1
          vertical_repeat_offset: elements between the starts of two results, 0..65535
        Dtypes (dst, src0_offset):
          Ascend310, Ascend910A, Ascend910B: none
          Ascend310P3: f16.u32, f16.i32
          Ascend910B1..B4: f16.u32, f16.i32, f32.u32, f32.i32
        """

    def vconcat(self, dst: TensorView, src: TensorView, repeat_times: Whole, mode_number: Whole) -> None:
        """Field ``mode_number`` of proposal i of dst = src[i], 16 a repeat; the proposals' other fields keep their values.

        Instruction vconcat, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 16 proposals, 1..255 (0 at run time: nothing happens)
          mode_number: the field: 0 x1, 1 y1, 2 x2, 3 y2, 4 score, 5 label, 0..5
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: f16
          Ascend310P3: f16, f32
          Ascend910B1..B4: none
        """

    def vextract(self, dst: TensorView, src: TensorView, repeat_times: Whole, mode_number: Whole) -> None:
        """dst[i] = field ``mode_number`` of proposal i of src, 16 a repeat.

        Instruction vextract, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 16 proposals, 1..255 (0 at run time: nothing happens)
          mode_number: the field: 0 x1, 1 y1, 2 x2, 3 y2, 4 score, 5 label, 0..5
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: f16
          Ascend310P3: f16, f32
          Ascend910B1..B4: none
        """

    def vaadd(self, dst: TensorView, src0: TensorView, src1: TensorView, repeat_times: Whole) -> None:
        """dst[i*16 + j] = src0[i] + src1[j]: src0 advances by 16 a repeat, src1 is the same 16.

        Instruction vaadd, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 16 proposals, 1..255 (0 at run time: nothing happens)
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: f16
          Ascend310P3: f16, f32
          Ascend910B1..B4: none
        """

    def vcadd(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_blk_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst[r*dst_rep_stride] = sum of the active lanes of repeat r.

        Instruction vcadd, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, at any address
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: results (elements, pairs or groups) between repeats, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..65535
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (every operand):
          every chip: f16, f32
        """

    def vcgadd(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_blk_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst[r*8*dst_rep_stride + b] = sum of the active lanes of block b of repeat r.

        Instruction vcgadd, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 16 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: results (elements, pairs or groups) between repeats, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..65535
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: f16
          Ascend310P3, Ascend910B1..B4: f16, f32
        """

    def vcpadd(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_blk_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """Half as many results as lanes: dst[r*dst_rep_stride*lanes/2 + i] = lane 2*i + lane 2*i+1 of repeat r (``dst_rep_stride``
        counts 128 bytes). A lane that is not active counts as 0, two that are not leave their result as it was.

        Instruction vcpadd, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: results (elements, pairs or groups) between repeats, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..65535
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: f16
          Ascend310P3, Ascend910B1..B4: f16, f32
        """

    def vec_cpadd(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """Half as many results as lanes: dst[r*dst_rep_stride*lanes/2 + i] = lane 2*i + lane 2*i+1 of repeat r (``dst_rep_stride``
        counts 128 bytes). A lane that is not active counts as 0, two that are not leave their result as it was.

        Instruction vcpadd, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: results (elements, pairs or groups) between repeats, 0..65535
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..65535
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: f16
          Ascend310P3, Ascend910B1..B4: f16, f32
        """

    def vcgmax(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_blk_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst[r*8*dst_rep_stride + b] = largest active lane of block b of repeat r.

        Instruction vcgmax, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 16 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: results (elements, pairs or groups) between repeats, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..65535
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: f16
          Ascend310P3, Ascend910B1..B4: f16, f32
        """

    def vcgmin(
        self,
        mask: Mask,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_blk_stride: Whole,
        src_rep_stride: Whole,
        stride_unit: Whole = 0,
    ) -> None:
        """dst[r*8*dst_rep_stride + b] = smallest active lane of block b of repeat r.

        Instruction vcgmin, pipe V.
          mask: active lanes of each repeat: a count, or [high, low] bit words
          dst: tensor in UB, written, on a boundary of 16 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
          dst_rep_stride: results (elements, pairs or groups) between repeats, 0..65535
          src_blk_stride: blocks (32 B) between the starts of two blocks of a repeat, 0..65535
          src_rep_stride: blocks (32 B) between the starts of two repeats, 0..65535
          stride_unit: what strides count: 0 blocks (32 B) from start to start; 1 repeat strides are gaps; 2 elements, block strides are gaps; 3 elements, both are gaps (1..3: not on Ascend310, Ascend910A, Ascend910B)
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B: f16
          Ascend310P3, Ascend910B1..B4: f16, f32
        """

    def vrpsort16(self, dst: TensorView, src: TensorView, repeat_times: Whole) -> None:
        """Each group of 16 proposals sorted by score, the largest first; NaN before all numbers, equal scores keep their order.

        Instruction vrpsort16, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 16 proposals, 1..255 (0 at run time: nothing happens)
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B, Ascend910B1..B4: f16
          Ascend310P3: f16, f32
        """

    def vsort32(self, dst: TensorView, src0: TensorView, src1: TensorView, repeat_times: Whole) -> None:
        """Each group of 32 scores (src0) and uint32 indices (src1) becomes 32 pairs (score, index), the largest score first; NaN
        before all numbers, equal scores keep their order; the padding of f16 pairs is 0.

        Instruction vsort32, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src0: tensor in UB, read, on a boundary of 32 bytes
          src1: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: how many repeats of 32 pairs, 1..255 (0 at run time: nothing happens)
        Dtypes (dst, src1):
          Ascend310, Ascend310P3, Ascend910A, Ascend910B: none
          Ascend910B1..B4: f16.u32, f32.u32
        """

    def vtranspose(self, dst: TensorView, src: TensorView) -> None:
        """16 x 16 matrices of 16 bits (512 bytes each) transposed, ``repeat_times`` of them; strides count matrices.

        A matrix is read before its transpose is written, so a matrix may be turned in place.

        Instruction vtranspose, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
        Dtypes (every operand):
          every chip: u16, i16, f16
        """

    def vec_trans(
        self,
        dst: TensorView,
        src: TensorView,
        repeat_times: Whole,
        dst_rep_stride: Whole,
        src_rep_stride: Whole,
    ) -> None:
        """16 x 16 matrices of 16 bits (512 bytes each) transposed, ``repeat_times`` of them; strides count matrices.

        A matrix is read before its transpose is written, so a matrix may be turned in place.

        Instruction vtranspose, pipe V.
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          repeat_times: matrices, 1..4095 (0 at run time: nothing happens)
          dst_rep_stride: matrices (512 B) between the starts of two, 0..4095
          src_rep_stride: matrices (512 B) between the starts of two, 0..4095
        Dtypes (every operand):
          every chip: u16, i16, f16
        """

    def v4dtrans(self, chw2hwc: bool, dst: TensorView, src: TensorView, m_len: Whole, channels: Whole) -> None:
        """A matrix transposed: ``chw2hwc`` true: dst[m_len, channels] = src[channels, m_len].T; false: back. Both are dense.

        The whole matrix is read before any of it is written.

        Instruction v4dtrans, pipe V.
          chw2hwc: True or False
          dst: tensor in UB, written, on a boundary of 32 bytes
          src: tensor in UB, read, on a boundary of 32 bytes
          m_len: elements of a channel; whole 32-byte blocks, 1..4095
          channels: how many channels, 1..4095
        Dtypes (every operand):
          Ascend310, Ascend910A, Ascend910B, Ascend910B1..B4: none
          Ascend310P3: i8, u8, i16, u16, f16, f32, i32, u32
        """

    def program(self, kernel_name: str, inputs: Any, outputs: Any, flowtable: Any = None) -> Program:
        """The kernel built so far. ``inputs``, ``outputs``, ``flowtable``: GM tensors and InputScalars, one or a sequence;
        a tensor in both inputs and outputs is both.

        Arguments come in the order inputs, outputs, workspaces, flowtable. Raises TikErrors with all mistakes of a kernel.

        Parameters:
          kernel_name: a name
          inputs: GM tensors and InputScalars: one or a sequence; a tensor in both lists is read and written
          outputs: GM tensors: one or a sequence
          flowtable: InputScalars and GM tensors that the tiling fills
        """
