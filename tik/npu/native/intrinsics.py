"""The few things numba cannot say: pointers, calls through pointers, binary16, bit casts.

NATIVE maps the plain functions of tik.isa.bits to their native counterparts (bit-equal; tests compare them).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba import carray, types
from numba.core import cgutils
from numba.extending import intrinsic

from tik.isa import bits

__all__ = ["ELEMENTS", "NATIVE", "call3", "p_i64", "p_u8"]

_HUGE = 1 << 40  # elements of a view of a whole space; bounds are checked before execution


def _pointer(element: Any) -> Any:
    @intrinsic
    def pointer(_context: Any, address: Any) -> Any:
        signature = types.CPointer(element)(types.int64)

        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(sig.return_type))

        return signature, codegen

    return pointer


p_u8, p_u16, p_u32, p_u64 = (_pointer(t) for t in (types.uint8, types.uint16, types.uint32, types.uint64))
p_i8, p_i16, p_i32, p_i64 = (_pointer(t) for t in (types.int8, types.int16, types.int32, types.int64))
p_f32, p_f64 = _pointer(types.float32), _pointer(types.float64)


@intrinsic
def call3(_context: Any, function: Any, a: Any, b: Any, c: Any) -> Any:
    """function(a, b, c): a call through the address of a compiled int64(int64, int64, int64)."""
    return _call(3)


def _call(count: int) -> Any:
    signature = types.int64(*([types.int64] * (count + 1)))

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word = ir.IntType(64)
        pointer = builder.inttoptr(args[0], ir.FunctionType(word, [word] * count).as_pointer())
        return builder.call(pointer, args[1:])

    return signature, codegen


def _bitcast(source: Any, target: Any) -> Any:
    @intrinsic
    def cast(_context: Any, value: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            wanted = context.get_value_type(sig.args[0])
            given = args[0]
            return builder.bitcast(given, context.get_value_type(sig.return_type)) if given.type == wanted else None

        return target(source), codegen

    return cast


_f32_bits, _f32_from_bits = _bitcast(types.float32, types.uint32), _bitcast(types.uint32, types.float32)
_f64_bits, _f64_from_bits = _bitcast(types.float64, types.int64), _bitcast(types.int64, types.float64)


@numba.njit(no_cpython_wrapper=True)
def f32_bits(value):  # type: ignore[no-untyped-def]
    return _f32_bits(np.float32(value))


@numba.njit(no_cpython_wrapper=True)
def f32_from_bits(word):  # type: ignore[no-untyped-def]
    return _f32_from_bits(np.uint32(word))


@numba.njit(no_cpython_wrapper=True)
def f64_bits(value):  # type: ignore[no-untyped-def]
    return _f64_bits(np.float64(value))


@numba.njit(no_cpython_wrapper=True)
def f64_from_bits(word):  # type: ignore[no-untyped-def]
    return _f64_from_bits(np.int64(word))


@intrinsic
def _half_extend(_context: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.fpext(builder.bitcast(args[0], ir.HalfType()), ir.FloatType())

    return types.float32(types.uint16), codegen


@intrinsic
def _half_truncate(_context: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.bitcast(builder.fptrunc(args[0], ir.HalfType()), ir.IntType(16))

    return types.uint16(types.float32), codegen


@numba.njit(no_cpython_wrapper=True)
def f16_to_f32_machine(word):  # type: ignore[no-untyped-def]
    return _half_extend(np.uint16(word))


@numba.njit(no_cpython_wrapper=True)
def f32_to_f16_machine(value):  # type: ignore[no-untyped-def]
    return _half_truncate(np.float32(value))


@numba.njit(no_cpython_wrapper=True)
def f16_to_f32_integer(word):  # type: ignore[no-untyped-def]
    """For machines without conversion instructions: binary16 bits to binary32 by integer arithmetic."""
    h = np.uint32(word)
    sign = (h & np.uint32(0x8000)) << np.uint32(16)
    exponent = (h >> np.uint32(10)) & np.uint32(31)
    fraction = h & np.uint32(0x3FF)
    if exponent == 31:
        quiet = np.uint32(0x400000) if fraction != 0 else np.uint32(0)
        return _f32_from_bits(np.uint32(sign | np.uint32(0x7F800000) | quiet | (fraction << np.uint32(13))))
    if exponent == 0:
        small = np.float32(fraction) * np.float32(5.960464477539063e-08)
        return -small if sign != 0 else small
    return _f32_from_bits(np.uint32(sign | ((exponent + np.uint32(112)) << np.uint32(23)) | (fraction << np.uint32(13))))


@numba.njit(no_cpython_wrapper=True)
def f32_to_f16_integer(value):  # type: ignore[no-untyped-def]
    """For machines without conversion instructions: binary32 to binary16 bits, nearest even, by integer arithmetic."""
    word = np.int64(_f32_bits(np.float32(value)))
    sign = (word >> 16) & 0x8000
    size = word & 0x7FFFFFFF
    if size > 0x7F800000:
        return np.uint16(sign | 0x7E00 | ((size >> 13) & 0x3FF))
    if size >= 0x477FF000:
        return np.uint16(sign | 0x7C00)
    if size >= 0x38800000:
        size = size - 0x38000000
        return np.uint16(sign | ((size + 0xFFF + ((size >> 13) & 1)) >> 13))
    if size < 0x33000000:
        return np.uint16(sign)
    shift = 126 - (size >> 23)
    fraction = (size & 0x7FFFFF) | 0x800000
    kept = fraction >> shift
    rest = fraction & ((1 << shift) - 1)
    half = 1 << (shift - 1)
    if rest > half or (rest == half and (kept & 1) == 1):
        kept += 1
    return np.uint16(sign | kept)


@numba.njit(no_cpython_wrapper=True)
def bf16_to_f32(word):  # type: ignore[no-untyped-def]
    return _f32_from_bits(np.uint32(np.uint32(word) << np.uint32(16)))


@numba.njit(no_cpython_wrapper=True)
def f32_to_bf16(value):  # type: ignore[no-untyped-def]
    word = _f32_bits(np.float32(value))
    if value != value:
        return np.uint16((word >> np.uint32(16)) | np.uint32(0x40))
    return np.uint16((word + np.uint32(0x7FFF) + ((word >> np.uint32(16)) & np.uint32(1))) >> np.uint32(16))


@numba.njit(no_cpython_wrapper=True)
def same(value):  # type: ignore[no-untyped-def]
    return value


@numba.njit(no_cpython_wrapper=True)
def multiply_accumulate(a, b, c):  # type: ignore[no-untyped-def]
    """c += a @ b: four k at a time, two rows at a time; no fused roundings, so the same bits on every machine."""
    rows, depth = a.shape
    columns = b.shape[1]
    whole = depth - depth % 4
    for m in range(0, rows - 1, 2):
        c0, c1 = c[m], c[m + 1]
        for k in range(0, whole, 4):
            b0, b1, b2, b3 = b[k], b[k + 1], b[k + 2], b[k + 3]
            p0, p1, p2, p3 = a[m, k], a[m, k + 1], a[m, k + 2], a[m, k + 3]
            q0, q1, q2, q3 = a[m + 1, k], a[m + 1, k + 1], a[m + 1, k + 2], a[m + 1, k + 3]
            for n in range(columns):
                c0[n] = (((c0[n] + p0 * b0[n]) + p1 * b1[n]) + p2 * b2[n]) + p3 * b3[n]
                c1[n] = (((c1[n] + q0 * b0[n]) + q1 * b1[n]) + q2 * b2[n]) + q3 * b3[n]
    first = rows - rows % 2
    for m in range(rows):
        for k in range(whole if m < first else 0, depth):
            p = a[m, k]
            row = b[k]
            out = c[m]
            for n in range(columns):
                out[n] += p * row[n]


@intrinsic
def _memmove(_context: Any, dst: Any, src: Any, size: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        byte = ir.IntType(8).as_pointer()
        cgutils.raw_memmove(
            builder, builder.inttoptr(args[0], byte), builder.inttoptr(args[1], byte), args[2], ir.Constant(ir.IntType(64), 1)
        )
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


@numba.njit(no_cpython_wrapper=True)
def move(to, start, size):  # type: ignore[no-untyped-def]
    """size bytes from address ``start`` on to address ``to``."""
    _memmove(to, start, size)


@numba.njit(no_cpython_wrapper=True)
def copy_bytes(dst, dst_at, src, src_at, size):  # type: ignore[no-untyped-def]
    _memmove(dst.ctypes.data + dst_at, src.ctypes.data + src_at, size)


def _array_over(context: Any, builder: Any, kind: Any, data: Any, size: Any) -> Any:
    """A 1-d array of a numba array type over memory that somebody else owns."""
    array = context.make_array(kind)(context, builder)
    item = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    context.populate_array(
        array,
        data=data,
        shape=cgutils.pack_array(builder, [size]),
        strides=cgutils.pack_array(builder, [item]),
        itemsize=item,
        meminfo=None,
    )
    return array._getvalue()


@intrinsic
def window(_context: Any, array: Any, at: Any, size: Any) -> Any:
    """array[at : at + size] without the checks of slicing."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        whole = context.make_array(sig.args[0])(context, builder, args[0])
        return _array_over(context, builder, sig.return_type, builder.gep(whole.data, [args[1]]), args[2])

    return array(array, types.intp, types.intp), codegen


@intrinsic
def local_like(_context: Any, array: Any) -> Any:
    """LOCAL elements of the array's type on the stack."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = sig.return_type
        size = context.get_constant(types.intp, bits.LOCAL)
        data = cgutils.alloca_once(builder, context.get_data_type(kind.dtype), size=bits.LOCAL)
        return _array_over(context, builder, kind, data, size)

    return array(array), codegen


@intrinsic
def _transpose(_context: Any, dst: Any, src: Any) -> Any:
    """16 x 16 elements of 16 bits at address src, transposed to address dst: four rounds of interleaving rows."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        row = ir.VectorType(ir.IntType(16), 16)
        number = ir.IntType(32)
        to, start = (builder.inttoptr(a, row.as_pointer()) for a in args)
        rows = []
        for i in range(16):
            rows.append(builder.load(builder.gep(start, [ir.Constant(number, i)]), align=2))
        masks = [
            ir.Constant(ir.VectorType(number, 16), [k // 2 + half * 8 + (k % 2) * 16 for k in range(16)]) for half in (0, 1)
        ]
        for _ in range(4):  # interleave row i with row i + 8: after four rounds element (i, j) is at (j, i)
            rows = [builder.shuffle_vector(rows[i], rows[i + 8], masks[half]) for i in range(8) for half in (0, 1)]
        for i in range(16):
            builder.store(rows[i], builder.gep(to, [ir.Constant(number, i)]), align=2)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), codegen


@numba.njit(no_cpython_wrapper=True)
def transpose_16x16(dst, dst_at, src, src_at):  # type: ignore[no-untyped-def]
    _transpose(dst.ctypes.data + dst_at * 2, src.ctypes.data + src_at * 2)


def has_half_conversion() -> bool:
    """Whether this machine converts binary16 in hardware (F16C on x86; always on 64-bit ARM)."""
    import platform

    if platform.machine().lower() in ("arm64", "aarch64"):
        return True
    return bool(llvm.get_host_cpu_features().get("f16c", False))


_HALF = has_half_conversion()
f16_to_f32 = f16_to_f32_machine if _HALF else f16_to_f32_integer
f32_to_f16 = f32_to_f16_machine if _HALF else f32_to_f16_integer

NATIVE: dict[Callable[..., Any], Any] = {
    bits.same: same,
    bits.f16_to_f32: f16_to_f32,
    bits.f32_to_f16: f32_to_f16,
    bits.bf16_to_f32: bf16_to_f32,
    bits.f32_to_bf16: f32_to_bf16,
    bits.f32_bits: f32_bits,
    bits.f32_from_bits: f32_from_bits,
    bits.f64_bits: f64_bits,
    bits.f64_from_bits: f64_from_bits,
    bits.multiply_accumulate: multiply_accumulate,
    bits.copy_bytes: copy_bytes,
    bits.window: window,
    bits.local_like: local_like,
    bits.transpose_16x16: transpose_16x16,
}


@numba.njit(no_cpython_wrapper=True)
def to_f32(value):  # type: ignore[no-untyped-def]
    return np.float32(value)


@numba.njit(no_cpython_wrapper=True)
def to_word(value):  # type: ignore[no-untyped-def]
    return np.int64(value)


@numba.njit(no_cpython_wrapper=True)
def spread(element):  # type: ignore[no-untyped-def]
    """Shadow: -1 where any byte of the element is undefined."""
    return -1 if element != 0 else 0


def _view(pointer: Any) -> Any:
    @numba.njit(no_cpython_wrapper=True)
    def view(address):  # type: ignore[no-untyped-def]
        return carray(pointer(address), _HUGE)

    return view


view_u8, view_u16, view_u32, view_u64 = _view(p_u8), _view(p_u16), _view(p_u32), _view(p_u64)
view_i8, view_i16, view_i32, view_i64 = _view(p_i8), _view(p_i16), _view(p_i32), _view(p_i64)
view_f32, view_f64 = _view(p_f32), _view(p_f64)


def _adder(view: Any, size: int, load: Any, store: Any) -> Any:
    """Adds ``count`` elements at one address to those at another, neither of them aligned."""

    @numba.njit(no_cpython_wrapper=True)
    def added(to, of, count):  # type: ignore[no-untyped-def]
        a, b = local_like(view(to)), local_like(view(of))
        for first in range(0, count, bits.LOCAL):
            n = min(count - first, bits.LOCAL)
            _memmove(a.ctypes.data, to + first * size, n * size)
            _memmove(b.ctypes.data, of + first * size, n * size)
            for i in range(n):
                a[i] = store(load(a[i]) + load(b[i]))
            _memmove(to + first * size, a.ctypes.data, n * size)

    return added


_add_f32, _add_f16 = _adder(view_f32, 4, same, to_f32), _adder(view_u16, 2, f16_to_f32, f32_to_f16)
_add_i16, _add_i32 = _adder(view_i16, 2, to_word, same), _adder(view_i32, 4, to_word, same)
_add_i8, _add_bf16 = _adder(view_i8, 1, to_word, same), _adder(view_u16, 2, bf16_to_f32, f32_to_bf16)


@numba.njit(no_cpython_wrapper=True)
def add_bytes(dst, dst_at, src, src_at, size, mode):  # type: ignore[no-untyped-def]
    to, of = dst.ctypes.data + dst_at, src.ctypes.data + src_at
    if mode == 1:
        _add_f32(to, of, size // 4)
    elif mode == 2:
        _add_f16(to, of, size // 2)
    elif mode == 3:
        _add_i16(to, of, size // 2)
    elif mode == 4:
        _add_i32(to, of, size // 4)
    elif mode == 5:
        _add_i8(to, of, size)
    elif mode == 6:
        _add_bf16(to, of, size // 2)


NATIVE[bits.add_bytes] = add_bytes

# short dtype -> names of (view of its memory, load, store)
ELEMENTS: dict[str, tuple[str, str, str]] = {
    "f16": ("view_u16", "f16_to_f32", "f32_to_f16"),
    "bf16": ("view_u16", "bf16_to_f32", "f32_to_bf16"),
    "f32": ("view_f32", "same", "to_f32"),
    **{t: (f"view_{t}", "to_word", "same") for t in ("i8", "u8", "i16", "u16", "i32", "u32", "i64")},
    "u64": ("view_i64", "to_word", "same"),
    "i4": ("view_i8", "to_word", "same"),
    "u2": ("view_u8", "to_word", "same"),
}
