"""Declarations: tensors, scalars, scalar arguments."""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tik.dsl.memory import SCOPES, Declared
from tik.dsl.packed import checked
from tik.dsl.scalar import InputScalar, Scalar
from tik.dsl.tensor import TensorView, meant_dtype
from tik.dsl.value import flag, whole
from tik.ir import Alloc, Expr
from tik.types.dtypes import DType, bf16, dtype, f32
from tik.types.errors import TikError, did_you_mean
from tik.types.positions import here
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["available_bytes", "checked_name", "declare_input", "declare_scalar", "declare_tensor", "named_dtype"]

_LOG = logging.getLogger("tik")
_SCOPES_MEANT = {name.lower().removeprefix("local."): name for name in SCOPES if "." in name} | {
    **{"gm": "global", "out": "global", "ddr": "global", "ubuf": "local.UB", "cbuf": "local.L1", "ca": "local.L0A"},
    **{"cb": "local.L0B", "cc": "local.L0C"},
}
_SWAPPED = "the order is Tensor(dtype, shape, scope, name)"
_TABLE = 256 * 1024  # elements an init_value may have (tik_api §4.1)
_PLACEHOLDER = 2**30  # so many elements of a GM tensor mean "as many as there are": the array of the launch tells


def checked_name(core: Core, what: str, name: Any) -> str:
    """A name the author gives; TIK-TYPE02 when it is no text."""
    if isinstance(name, str):
        return name
    number = isinstance(name, int | float | Expr)
    core.mistake(
        "TIK-TYPE02",
        f"the name of {what} is {name!r}, not a text",
        hint=f"a first value is given as init_value={name!r}" if number and "Scalar" in what else None,
    )
    return "unnamed"


def named_dtype(core: Core, name: Any, hint: str | None = None) -> DType:
    """The dtype of that name; TIK-TYPE01 with the closest names, TIK-CHIP01 for bf16 where the chip has none."""
    try:
        found = dtype(name)
    except (KeyError, TypeError):
        core.abort("TIK-TYPE01", f"no dtype {name!r}", hint=hint or meant_dtype(name))
    checked(core, found)
    if found is bf16 and not core.chip.convert_modes(f32, bf16):
        core.mistake("TIK-CHIP01", f"{core.chip.name} has no bfloat16", hint="use float16 or float32, or Ascend910B1")
    return found


def declare_tensor(
    core: Core,
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
    """
    name = checked_name(core, "a tensor", name)
    type = named_dtype(core, dtype, _SWAPPED if isinstance(dtype, Sequence | int) and not isinstance(dtype, str) else None)
    where = _scope(core, scope)
    dims = _dims(core, name, shape)
    size = math.prod(dims, start=1)
    nbytes = type.nbytes(size) if isinstance(size, int) else None
    if where is Scope.GM and isinstance(size, int) and size >= _PLACEHOLDER:
        nbytes = None
    if where is not Scope.GM:
        start_addr = _constant(core, f"start_addr of {name}", start_addr)
        room = _constant(core, f"max_mem_size of {name}", max_mem_size)
        nbytes = _local_bytes(core, name, where, nbytes if room is None else room, start_addr)
    tensor = Declared(core, name, type, where, dims, nbytes, start_addr if where is not Scope.GM else None)
    if where is Scope.GM:
        if len(core.frames) > 1:
            _LOG.warning("GM tensor %s is declared inside a scope; it belongs to the kernel (%s)", name, here().short)
        try:
            tensor.workspace = flag(is_workspace, f"is_workspace of {name}")
            tensor.zero = flag(is_atomic_add, f"is_atomic_add of {name}")
        except TikError as error:
            core.collect(error)
        core.globals.append(tensor)
        if init_value is not None:
            core.constants.append((tensor, _table(core, name, type, dims, init_value)))
    else:
        if init_value is not None:
            core.mistake(
                "TIK-TYPE02",
                f"init_value fills tables in GM, and {name} lies in {where}",
                hint="fill it with vec_dup, or move a table there with data_move",
            )
        core.frames[-1].tensors.append(tensor)
        core.body.append(Alloc(tensor, tensor.position))
    return TensorView(tensor, 0, type, dims)


def declare_scalar(core: Core, dtype: str | DType = "int64", name: str = "reg_buf", init_value: Any = None) -> Scalar:
    """A register; ``init_value`` may be a number, an expression, a Scalar or a one-element view."""
    scalar = Scalar(core, _whole_bytes(core, dtype), checked_name(core, "a Scalar", name))
    if init_value is not None:
        scalar.set_as(init_value)
    return scalar


def declare_input(core: Core, dtype: str | DType = "int64", name: str = "input_scalar") -> InputScalar:
    """A scalar argument of the kernel; it stands in ``inputs`` or ``flowtable``."""
    scalar = InputScalar(core, _whole_bytes(core, dtype), checked_name(core, "an InputScalar", name), "arg")
    core.scalars.append(scalar)
    return scalar


def available_bytes(core: Core, buffer_scope: str | Scope) -> int:
    """The bytes of a local memory that no tensor of an open scope takes."""
    where = _scope(core, buffer_scope)
    taken = sum(tensor.nbytes or 0 for frame in core.frames for tensor in frame.tensors if tensor.scope is where)
    return max(core.chip.capacity(where) - taken, 0)


def _whole_bytes(core: Core, name: Any) -> DType:
    """The dtype of a scalar."""
    found = named_dtype(core, name)
    if found.packed or name == "bool":
        core.abort("TIK-TYPE01", f"there are no scalars of {found.name if found.packed else name}", hint="use int8")
    return found


def _constant(core: Core, what: str, value: Any) -> int | None:
    """A number of bytes known when the kernel is built; None when it is left out."""
    if value is None:
        return None
    try:
        n = whole(value, what)
    except TikError as error:
        core.collect(error)
        return None
    if isinstance(n, int):
        return n
    core.mistake("TIK-TYPE02", f"{what} is {value!r}; it must be known when the kernel is built")
    return None


def _scope(core: Core, scope: Any) -> Scope:
    found = scope if isinstance(scope, Scope) else SCOPES.get(scope) if isinstance(scope, str) else None
    if found is None:
        known = [name for name in SCOPES if name.startswith(("local", "global"))]
        word = str(scope).lower().removeprefix("tik.").removeprefix("scope_").removeprefix("local.").removeprefix("local_")
        meant = _SCOPES_MEANT.get(word)
        close = f"did you mean {meant!r}?" if meant else did_you_mean(str(scope), known)
        core.abort("TIK-TYPE03", f"no memory scope {scope!r}", hint=close or f"there are {', '.join(known)}")
    return found


def _dims(core: Core, name: str, shape: Any) -> tuple[Any, ...]:
    if hasattr(shape, "tolist"):  # numpy's
        shape = shape.tolist()
    if isinstance(shape, str) or not isinstance(shape, Sequence):
        shape = (shape,)
    dims = []
    for extent in shape:
        try:
            n = whole(extent, f"a dimension of {name}")
        except TikError as error:
            core.collect(error)
            n = 1
        if isinstance(n, int) and n < 1:
            core.mistake("TIK-SHAPE01", f"{name} has a dimension of {n}; the least is 1", details=(f"shape {list(shape)}",))
            n = 1
        dims.append(n)
    return tuple(dims) or (1,)


def _local_bytes(core: Core, name: str, scope: Scope, nbytes: int | None, start: int | None) -> int:
    """The bytes of a local tensor, which must fit its memory and be known."""
    room = core.chip.capacity(scope)
    if room == 0:
        core.mistake("TIK-CHIP01", f"{core.chip.name} has no {scope}")
    elif nbytes is None:
        hint = "say how many bytes to reserve: max_mem_size=..."
        core.mistake("TIK-MEM01", f"the size of {name} in {scope} is known only at run time", hint=hint)
        return 32
    elif nbytes > room:
        core.mistake(
            "TIK-MEM01",
            f"{name} needs {nbytes} bytes of {scope}, {core.chip.name} has {room}",
            details=(f"{nbytes} > {room}",),
            hint="use a smaller tile and loop over it",
        )
    elif start is not None and (start % 32 or not 0 <= start <= room - nbytes):
        core.mistake(
            "TIK-ALIGN01" if start % 32 else "TIK-MEM01",
            f"start_addr {start} of {name} is not possible",
            details=(f"it must be a multiple of 32, and {nbytes} bytes from there must fit the {room} of {scope}",),
        )
    return -(-(nbytes or 32) // 32) * 32  # memory comes in whole blocks


def _table(core: Core, name: str, type: DType, dims: tuple[Any, ...], value: Any) -> bytes:
    """The bytes of a constant table: the elements, or one value for all."""
    size = math.prod(dims, start=1)
    if not isinstance(size, int) or size > _TABLE:
        core.mistake("TIK-SHAPE02", f"the constant table {name} has more than {_TABLE} elements, or no fixed number of them")
        return b""
    try:
        array = np.asarray(value).astype(type.numpy)
    except (TypeError, ValueError):
        core.abort("TIK-TYPE02", f"init_value of {name} is no array of {type}")
    if array.size not in (1, size):
        core.mistake("TIK-SHAPE02", f"init_value of {name} has {array.size} elements, its shape {list(dims)} has {size}")
        return bytes(type.nbytes(size))
    return type.encoded(np.broadcast_to(array.reshape(-1), (size,))).tobytes()
