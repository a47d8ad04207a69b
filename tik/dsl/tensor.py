"""Tensors and their views: a place in memory with a dtype and a shape (tik_api §4.1)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from tik.chips.loader import chip_names, listed_chips, load_chip
from tik.dsl.memory import SCOPE_NAMES, Declared, gone
from tik.dsl.packed import byte_of, checked
from tik.dsl.value import number, stored, whole
from tik.ir import Element, Expr, Instr, MemRef
from tik.ir.expr import binary, cast
from tik.isa.scalar import NUMBERS, SStore
from tik.types.dtypes import DType, dtype, i64
from tik.types.errors import TikError, did_you_mean
from tik.types.positions import here
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["TensorView", "element_type", "meant_dtype"]

_ELEMENTS = frozenset(row[0] for row in NUMBERS)
_SCALAR = frozenset({Scope.UB, Scope.SPR, Scope.GM})  # where the scalar pipe reads and writes
READERS, WRITERS = frozenset({"v200", "v220"}), frozenset({"v220"})  # generations that do so in GM (tik_api §4)
_ONE = (1,)
_WIDE = 2**31  # byte offsets of tensors this large need 64 bits


class TensorView:
    """A tensor, or a part of it from some element on. Instructions use its start address and dtype.

    ``t[i]``: with one index on several dimensions, i counts elements of the flattened view; -1 is the last; indices and
    slice bounds may be expressions. ``t[i, j]``, ``t[i, a:b]``: one index or slice a dimension; slices have no step.
    Views of views are relative. ``t[i] = v`` is ``t[i].set_as(v)``. ``t[i] < 3`` compares one element when the kernel runs;
    Python's other operators do not compute with tensors.
    """

    __slots__ = ("byte", "dims", "kind", "pitches", "ref", "tensor", "type")
    __hash__ = object.__hash__

    def __init__(
        self,
        tensor: Declared,
        offset: int | Expr,
        type: DType,
        dims: tuple[Any, ...],
        pitches: tuple[Any, ...] | None = None,
    ) -> None:
        self.tensor, self.type, self.dims = tensor, type, dims
        self.pitches = pitches  # elements from one index to the next, a dimension; None: row-major without gaps
        self.byte = offset  # from the tensor's start
        self.ref = MemRef(tensor, offset)
        self.kind = type.code * 16 + tensor.scope.code

    # ---------------------------------------------------------------------------------------------------------- facts
    @property
    def dtype(self) -> str:
        """The dtype as TIK spells it ("float16"); ``type`` is the kit's."""
        return self.type.name

    @property
    def scope(self) -> str:
        """The scope as TIK spells it ("local.UB"); ``tensor.scope`` is the kit's."""
        return SCOPE_NAMES[self.tensor.scope]

    @property
    def name(self) -> str:
        """The name the tensor was declared with."""
        return self.tensor.name

    @property
    def shape(self) -> list[Any]:
        """Elements a dimension; integers, or expressions where known only at run time."""
        return list(self.dims)

    @property
    def size(self) -> Any:
        """Number of elements."""
        return math.prod(self.dims, start=1)

    @property
    def buffer_size(self) -> Any:
        """Number of bytes."""
        return self.type.nbytes(self.size) if self.type.packed else self.size * self.type.size

    @property
    def offset(self) -> Any:
        """Elements from the tensor's start to the view's."""
        return self.byte * (8 // self.type.bits) if self.type.packed else self.byte // self.type.size

    def __repr__(self) -> str:
        at = self.byte
        place = f"+{at!r} B" if isinstance(at, Expr) or at else ""
        return f"TensorView {self.tensor.name}{place} {self.type} {list(self.dims)} {self.tensor.scope}"

    # ------------------------------------------------------------------------------------------------------- indexing
    def __getitem__(self, key: Any) -> TensorView:
        if type(key) is int and key >= 0 and self.type.bits >= 8:  # the frequent case
            at = self.byte + key * self.type.size
            if type(at) is not int:
                return TensorView(self.tensor, at, self.type, _ONE)
            views = self.tensor.views  # unrolled kernels come back to the same places
            view: TensorView | None = views.get((at, self.kind))
            if view is None:
                view = views[at, self.kind] = TensorView(self.tensor, at, self.type, _ONE)
            return view
        if isinstance(key, tuple):
            if len(key) > 1:
                return self._part(key)
            key = key[0] if key else slice(None)
        first, length = self._range(key, self.size)
        return TensorView(self.tensor, self._moved(first), self.type, (length,))

    def _part(self, key: tuple[Any, ...]) -> TensorView:
        """One index a dimension."""
        if len(key) != len(self.dims):
            self.tensor.core.abort(
                "TIK-SHAPE01",
                f"{len(key)} indices for {self.tensor.name} of shape {list(self.dims)}",
                hint="give one index a dimension, or a single one that counts flat elements",
            )
        pitches = self.row_pitches
        ranges = [self._range(k, extent) for k, extent in zip(key, self.dims, strict=True)]
        first = ranges[0][0] * pitches[0]
        for (start, _), pitch in zip(ranges[1:], pitches[1:], strict=True):
            first = first + start * pitch
        dims = tuple(length for _, length in ranges)
        return TensorView(self.tensor, self._moved(first), self.type, dims, pitches)

    def _range(self, key: Any, extent: Any) -> tuple[Any, Any]:
        """First element and number of elements of an index or slice."""
        if not isinstance(key, slice):
            return self._index(key, extent), 1
        if key.step not in (None, 1):
            self.tensor.core.abort(
                "TIK-TYPE02",
                f"slice step {key.step!r} of {self.tensor.name}: only 1 is possible",
                hint="instructions skip elements with their strides",
            )
        first = 0 if key.start is None else self._index(key.start, extent)
        stop = extent if key.stop is None else self._index(key.stop, extent)
        length = stop - first
        return first, max(length, 0) if isinstance(length, int) else length

    def _index(self, key: Any, extent: Any) -> Any:
        k = whole(key, f"an index of {self.tensor.name}")
        if isinstance(k, int) and k < 0:
            k = k + extent
            if isinstance(k, int) and k < 0:
                self.tensor.core.mistake(
                    "TIK-BOUNDS01",
                    f"index {k - extent} lies before the start of {self.tensor.name}",
                    details=(f"the dimension has {extent} elements",),
                )
                return 0
        return k

    def _moved(self, elements: Any) -> Any:
        """The byte offset ``elements`` behind the start."""
        nbytes = self.tensor.nbytes
        if isinstance(elements, Expr) and (nbytes is None or nbytes >= _WIDE) and elements.dtype.size < 8:
            elements = cast(elements, i64)
        if self.type.packed:
            return self.byte + byte_of(self.tensor.core, self.tensor.name, self.type, elements)
        return self.byte + elements * self.type.size

    def __setitem__(self, key: Any, value: Any) -> None:
        self[key].set_as(value)

    if not TYPE_CHECKING:  # to a type checker it is not iterable

        def __iter__(self) -> NoReturn:
            self.tensor.core.abort(
                "TIK-TYPE02",
                f"Python cannot walk over the elements of {self.tensor.name}",
                hint="loop over an index: with t.for_range(0, n) as i",
            )

    def _late(self, *_: Any) -> NoReturn:
        """What Python asks of a number now, when elements exist only while the kernel runs."""
        self.tensor.core.abort(
            "TIK-SYNTAX04",
            f"Python needs a number here, but elements of {self.tensor.name} exist only when the kernel runs",
            hint="read one into a Scalar, s.set_as(t[i]), and use that in expressions, for_range and if_scope",
        )

    __index__ = __int__ = __float__ = __round__ = __ceil__ = __floor__ = __trunc__ = _late

    def __len__(self) -> int:
        self.tensor.core.abort(
            "TIK-TYPE02",
            f"Python's len does not count the elements of {self.tensor.name}",
            hint="write t.shape[0], or t.size for all elements",
        )

    def _combined(self, other: Any) -> Any:
        """``t[i] + 1`` and ``t + u``: no part of TIK. A Scalar's own operators take an element, ``scalar + t[i]``."""
        element = isinstance(self.size, int) and self.size == 1
        what = "an element of the tensor" if element else "the tensor"
        hint = "read the element into a Scalar, s.set_as(t[i]), and write s + 1" if element else None
        self.tensor.core.abort(
            "TIK-TYPE02",
            f"Python's operators do not compute with {what} {self.tensor.name}",
            hint=hint or "instructions compute with tensors: t.vec_add(mask, dst, src0, src1, ...), or h_add(dst, src0, src1)",
        )

    __add__ = __sub__ = __mul__ = __truediv__ = __floordiv__ = __mod__ = __pow__ = __and__ = __or__ = __xor__ = _combined
    __radd__ = __rsub__ = __rmul__ = __rtruediv__ = __rfloordiv__ = __rmod__ = __rpow__ = _combined
    __lshift__ = __rshift__ = __rand__ = __ror__ = __rxor__ = __matmul__ = _combined

    def __neg__(self) -> Any:
        return self._combined(None)

    __invert__ = __abs__ = __neg__

    @property
    def row_pitches(self) -> tuple[Any, ...]:
        """Elements from one index to the next, a dimension."""
        return self.pitches or _row_major(self.dims)

    # --------------------------------------------------------------------------------------------- other shapes, dtypes
    def reshape(self, new_shape: Sequence[Any]) -> TensorView:
        """The same elements in another shape of the same size."""
        if isinstance(new_shape, str) or not hasattr(new_shape, "__iter__"):
            new_shape = (new_shape,)
        dims = tuple(whole(n, f"a dimension of {self.tensor.name}") for n in new_shape)
        size, wanted = self.size, math.prod(dims, start=1)
        if self.pitches is not None:
            self.tensor.core.abort(
                "TIK-SHAPE01",
                f"a part of {self.tensor.name} with gaps between its rows cannot be reshaped",
                hint="reshape the whole tensor, then index it",
            )
        if isinstance(size, int) and isinstance(wanted, int) and size != wanted:
            self.tensor.core.abort(
                "TIK-SHAPE01",
                f"{self.tensor.name} of shape {list(self.dims)} cannot become {list(dims)}",
                details=(f"{size} elements, {wanted} wanted",),
            )
        return TensorView(self.tensor, self.byte, self.type, dims)

    def flatten(self) -> TensorView:
        """The same elements in one dimension."""
        return TensorView(self.tensor, self.byte, self.type, (self.size,))

    def reinterpret_cast_to(self, new: str | DType) -> TensorView:
        """The same bytes as another dtype: a wider one shrinks the last dimension, a narrower one adds a dimension."""
        core, to, old = self.tensor.core, _named(self.tensor.core, new), self.type
        if to.bits == old.bits:
            return TensorView(self.tensor, self.byte, to, self.dims, self.pitches)
        if to.bits < old.bits:
            ratio = old.bits // to.bits
            pitches = None if self.pitches is None else (*(p * ratio for p in self.pitches), 1)
            return TensorView(self.tensor, self.byte, to, (*self.dims, ratio), pitches)
        ratio = to.bits // old.bits
        last, offset = self.dims[-1], self.byte
        if isinstance(last, int) and last % ratio:
            core.abort(
                "TIK-SHAPE01",
                f"the last dimension of {self.tensor.name} has {last} {old}, which are no whole {to}",
                hint=f"make it a multiple of {ratio}",
            )
        if isinstance(offset, int) and offset % to.size:
            core.abort(
                "TIK-ALIGN01",
                f"byte offset {offset} of {self.tensor.name} is not on a boundary of {to} ({to.size} bytes)",
            )
        pitches = None if self.pitches is None else (*(p // ratio for p in self.pitches[:-1]), 1)
        return TensorView(self.tensor, offset, to, (*self.dims[:-1], last // ratio), pitches)

    # ------------------------------------------------------------------------------------------------- single elements
    def element(self) -> Expr:
        """The value of a one-element view, read when the instruction that uses it executes."""
        self._single("read", READERS)
        return Element(self.tensor, self.byte, self.type)

    def set_as(self, value: Any, dst_offset: Any = 0, src_offset: Any = None) -> None:
        """Store one element: a number, expression, Scalar or one-element view, converted to this dtype."""
        target = self if isinstance(dst_offset, int) and dst_offset == 0 and self.dims == (1,) else self[dst_offset]
        if src_offset is not None and isinstance(value, TensorView):
            value = value[src_offset]
        core = self.tensor.core
        try:
            target._single("written", WRITERS)
            what = stored(number(value, f"the value of an element of {self.tensor.name}"), self.type)
        except TikError as error:
            core.collect(error)
            return
        core.body.append(Instr(SStore, (self.type,), (target.ref, what), here()))

    def _single(self, done: str, generations: frozenset[str]) -> None:
        tensor, offset = self.tensor, self.byte
        if tensor.scope is Scope.GM and tensor.core.chip.generation in generations:
            tensor.used = True
        elif tensor.scope not in (Scope.UB, Scope.SPR):
            raise TikError(
                "TIK-TYPE03",
                f"one element is {done} in UB only{_chips(tensor, generations)}, and {tensor.name} lies in {tensor.scope}",
                position=here(),
                hint="move it with data_move",
            )
        if self.size != 1 if isinstance(self.size, int) else False:
            raise TikError(
                "TIK-TYPE02",
                f"{tensor.name} of shape {list(self.dims)} stands where one element is wanted",
                position=here(),
                hint="index it: t[i]",
            )
        if self.type not in _ELEMENTS:
            raise TikError(
                "TIK-TYPE01",
                f"the scalar pipe does not handle {self.type}",
                position=here(),
                hint=f"reinterpret_cast_to {'int8' if self.type.packed else 'an integer type of the same width'}",
            )
        if not tensor.alive:
            raise gone(tensor)
        end = tensor.nbytes if tensor.scope is Scope.GM and tensor.nbytes is not None else tensor.limit
        if isinstance(offset, int) and offset + self.type.size > end:
            raise TikError(
                "TIK-BOUNDS01",
                f"the element {done} lies behind the end of {tensor.name}",
                position=here(),
                details=(f"bytes {offset}..{offset + self.type.size}, {tensor.name} has {tensor.nbytes}",),
            )

    def __bool__(self) -> bool:
        return True

    def __copy__(self) -> TensorView:
        return self

    def __deepcopy__(self, memo: object) -> TensorView:
        return self

    def _compare(self, op: str, other: Any, swap: bool = False) -> Any:
        if self.tensor.scope not in _SCALAR or not isinstance(self.size, int) or self.size != 1:
            return NotImplemented
        if not (isinstance(other, int | float | Expr | TensorView) or hasattr(other, "__index__")):
            return NotImplemented
        a, b = self.element(), number(other)
        return binary(op, b, a) if swap else binary(op, a, b)

    def __eq__(self, other: object) -> Any:
        return self._compare("eq", other)

    def __ne__(self, other: object) -> Any:
        return self._compare("ne", other)

    def _ordered(self, op: str, other: Any, swap: bool = False) -> Any:
        found = self._compare(op, other, swap)
        if found is NotImplemented:
            self.tensor.core.abort(
                "TIK-TYPE02",
                f"Python's operators do not compare {self.tensor.name} of shape {self.shape} with {other!r}",
                hint="one element t[i] is compared with a number; vec_cmpv_lt and its like compare tensors",
            )
        return found

    def __lt__(self, other: object) -> Any:
        return self._ordered("lt", other)

    def __le__(self, other: object) -> Any:
        return self._ordered("le", other)

    def __gt__(self, other: object) -> Any:
        return self._ordered("lt", other, swap=True)

    def __ge__(self, other: object) -> Any:
        return self._ordered("le", other, swap=True)


def element_type(core: Core, type: DType) -> DType:
    """``type`` if the scalar pipe handles it."""
    if type not in _ELEMENTS:
        core.mistake("TIK-TYPE01", f"the scalar pipe does not handle {type}", hint="use uint16 for the same bits")
    return type


def _chips(tensor: Declared, generations: frozenset[str]) -> str:
    """Where GM would do, for a message about a tensor in GM."""
    if tensor.scope is not Scope.GM:
        return ""
    names = [name for name in chip_names() if load_chip(name).generation in generations]
    return f" on {tensor.core.chip.name} (in GM on {listed_chips(names)})"


def _row_major(dims: tuple[Any, ...]) -> tuple[Any, ...]:
    pitches: list[Any] = [1]
    for extent in reversed(dims[1:]):
        pitches.insert(0, pitches[0] * extent)
    return tuple(pitches)


_DTYPES = ("float16", "float32", "bfloat16", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
_DTYPES_MEANT = {
    **{"fp16": "float16", "half": "float16", "float": "float32", "fp32": "float32", "single": "float32"},
    **{"int": "int32", "uint": "uint32", "long": "int64", "byte": "uint8", "char": "int8", "short": "int16"},
}


def meant_dtype(name: Any) -> str:
    """A hint for what is no dtype: the one meant, or those there are."""
    if not isinstance(name, str):  # numpy's dtypes and scalar classes
        name = str(getattr(name, "name", getattr(name, "__name__", name)))
        if name in _DTYPES:
            return f"give its name: {name!r}"
    if name in ("double", "float64"):
        return "the NPU has no 64-bit floats; use 'float32'"
    meant = _DTYPES_MEANT.get(name)
    return f"did you mean {meant!r}?" if meant else did_you_mean(name, _DTYPES) or f"there are {', '.join(_DTYPES)}"


def _named(core: Core, name: str | DType) -> DType:
    try:
        return checked(core, dtype(name))
    except (KeyError, TypeError):
        core.abort("TIK-TYPE01", f"no dtype {name!r}", hint=meant_dtype(name))
