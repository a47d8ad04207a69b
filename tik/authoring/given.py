"""What a caller gives a built kernel: inputs, the tiling, first contents and shapes of outputs, sorted by argument."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tik.authoring.scalars import exact
from tik.ir import Program
from tik.stream.model import Arg, Stream
from tik.types.dtypes import DType
from tik.types.errors import TikError, shown

__all__ = ["Given", "Signature"]

_WHOLE = int | np.integer


class Given(NamedTuple):
    """Values by the stream's argument names."""

    values: dict[str, Any]
    shapes: dict[str, tuple[tuple[int, ...], DType]]
    initial: dict[str, NDArray[Any]]


class Signature:
    """The arguments of a built kernel, under the names its author gave them; ``outputs`` as BuildCCE had them."""

    def __init__(self, program: Program, stream: Stream, outputs: Sequence[str] = ()) -> None:
        self.name, self.args = stream.name, stream.args
        self.declared = {arg.name: one.name for arg, one in zip(stream.args, program.args, strict=True)}
        self.shapes: dict[str, tuple[tuple[int, ...], DType]] = {}
        for arg, one in zip(stream.args, program.args, strict=True):
            if one.tensor is not None and one.tensor.nbytes is not None:
                self.shapes[arg.name] = tuple(one.tensor.shape), one.tensor.dtype
        written = {self.declared[a.name]: a.name for a in self.args if a.role in ("output", "inout")}
        self.outputs = {name: written[name] for name in (*outputs, *written) if name in written}  # declared name: the stream's

    def inputs(self, *, tiling: bool = False) -> list[Arg]:
        """What stands in ``inputs``, in order; without the tiling's arguments if that is given apart."""
        apart = {arg.name for arg in self._table()} if tiling else set()
        return [arg for arg in self.args if arg.role in ("input", "inout") and arg.name not in apart]

    def given(self, inputs: Sequence[Any] | Mapping[str, Any], tiling: Any, initial: Any, outputs_shape: Any) -> Given:
        """Everything by argument name. Raises TIK-SHAPE02 for counts and names that do not fit."""
        spelled = {declared: name for name, declared in reversed(self.declared.items())}  # inputs before outputs
        filled = {} if tiling is None else self._tiling(tiling)
        if isinstance(inputs, Mapping):
            values = {spelled.get(name, name): value for name, value in inputs.items()}
        else:
            names = [arg.name for arg in self.inputs(tiling=tiling is not None)]
            if not isinstance(inputs, list | tuple):
                raise TikError(
                    "TIK-TYPE02",
                    f"the inputs of {self.name} are {_kind(inputs)}, not a list",
                    hint="run([x0, x1, ...]) in the order of BuildCCE's inputs, or run({'name': x0, ...})",
                )
            if len(inputs) != len(names):
                besides = " besides the tiling" if tiling is not None else ""
                raise TikError(
                    "TIK-SHAPE02",
                    f"{self.name} takes {len(names)} inputs{besides} ({', '.join(self.declared[n] for n in names)}), "
                    f"{len(inputs)} given",
                    hint="the flowtable is given apart: run(inputs, tiling=[...])"
                    if tiling is None and any(arg.role == "flowtable" for arg in self.args)
                    else None,
                )
            values = dict(zip(names, inputs, strict=True))
        values |= filled
        missing = [arg for arg in self.args if arg.role == "flowtable" and arg.name not in values]
        if missing:
            raise TikError(
                "TIK-SHAPE02",
                f"{self.name} needs a tiling: {', '.join(self.described(arg) for arg in missing)}",
                hint="run(inputs, tiling=[...]), in the order the kernel reads it",
            )
        scalars = [arg for arg in self.args if arg.kind == "scalar" and arg.name in values]
        values |= {a.name: exact(f"{self.declared[a.name]} of {self.name}", a.dtype, values[a.name]) for a in scalars}
        shapes = {**self.shapes, **self._shapes(outputs_shape)}
        first = self._by_output("initial", initial)
        return Given(values, shapes, {name: np.asarray(array) for name, array in first.items() if array is not None})

    # -------------------------------------------------------------------------------------------------------- tiling
    def _table(self) -> list[Arg]:
        """The arguments a tiling fills: the flowtable; without one, the inputs that are called tiling…"""
        table = [arg for arg in self.args if arg.role == "flowtable"]
        return table or [arg for arg in self.args if arg.role == "input" and "tiling" in arg.name.lower()]

    def _tiling(self, tiling: Any) -> dict[str, Any]:
        table = self._table()
        if not table:
            raise TikError(
                "TIK-SHAPE02",
                f"{self.name} takes no tiling: it has no flowtable, and no input called tiling",
                hint=f"its inputs are {', '.join(self.declared[a.name] for a in self.inputs()) or 'none'}",
            )
        if isinstance(tiling, Mapping):
            spelled = {self.declared[arg.name]: arg for arg in table}
            unknown = [name for name in tiling if name not in spelled]
            if unknown:
                raise TikError("TIK-SHAPE02", f"the tiling of {self.name} has no {unknown[0]}; it has {', '.join(spelled)}")
            return {spelled[name].name: self._filled(spelled[name], value) for name, value in tiling.items()}
        if len(table) == 1:
            return {table[0].name: self._filled(table[0], tiling)}
        if isinstance(tiling, bytes) or len(tiling) != len(table):
            raise TikError(
                "TIK-SHAPE02",
                f"the tiling of {self.name} has {len(table)} parts: {', '.join(self.described(arg) for arg in table)}",
                hint="give one a part, in this order, or by name",
            )
        return {arg.name: self._filled(arg, value) for arg, value in zip(table, tiling, strict=True)}

    def _filled(self, arg: Arg, value: Any) -> Any:
        """The tiling as the argument's dtype, zeros behind it up to the declared size. bytes are taken as they are."""
        t = arg.dtype
        if isinstance(value, bytes | bytearray):
            if len(value) % t.size:
                raise self._long(arg, f"{len(value)} bytes, which are no whole elements of {t.size}")
            array = np.frombuffer(bytes(value), t.numpy)
        else:
            asked = np.asarray(value)
            if arg.kind == "scalar":
                array = np.ravel(asked)  # the number is looked at with the other scalars
            else:
                with np.errstate(all="ignore"):
                    array = np.ravel(asked).astype(t.numpy)
                if not t.is_float and not np.array_equal(array, np.ravel(asked)):
                    raise TikError("TIK-TYPE01", f"the tiling of {self.name} holds numbers that {t} does not")
        wanted = 1 if arg.kind == "scalar" else array.size if arg.nbytes is None else arg.nbytes // t.size
        if array.size > wanted or (arg.kind == "scalar" and not array.size):
            raise self._long(arg, f"{array.size} elements")
        return np.concatenate([array, np.zeros(wanted - array.size, array.dtype)]) if array.size < wanted else array

    def _long(self, arg: Arg, given: str) -> TikError:
        """A tiling that does not fit its argument, to be raised."""
        wanted = "one number" if arg.kind == "scalar" else f"{arg.nbytes} bytes"
        return TikError(
            "TIK-SHAPE02",
            f"the tiling of {self.name} has {given} for {self.described(arg)}, {wanted}",
            hint="the kernel reads as many as it declares; zeros are put behind a shorter one",
        )

    def described(self, arg: Arg) -> str:
        """An argument in a message: name, dtype and size."""
        count = "" if arg.kind == "scalar" or arg.nbytes is None else f", {arg.nbytes // arg.dtype.size} elements"
        return f"{self.declared[arg.name]} ({arg.dtype.name}{count})"

    # ------------------------------------------------------------------------------------------------------- outputs
    def _shapes(self, asked: Any) -> dict[str, tuple[tuple[int, ...], DType]]:
        if isinstance(asked, _WHOLE) or (isinstance(asked, Sequence) and all(isinstance(n, _WHOLE) for n in asked)):
            asked = [asked]  # one shape
        dtypes = {arg.name: arg.dtype for arg in self.args}
        found = self._by_output("outputs_shape", asked, workspaces=True)
        return {name: (_shape(shape), dtypes[name]) for name, shape in found.items() if shape is not None}

    def _by_output(self, what: str, given: Any, *, workspaces: bool = False) -> dict[str, Any]:
        """Something an output, by the stream's names, from a mapping or a sequence in BuildCCE's order."""
        if given is None:
            return {}
        if not isinstance(given, Mapping):
            if not isinstance(given, Iterable) or isinstance(given, str | bytes):
                hint = "give one an output, in BuildCCE's order, or by name: {'y': ...}"
                raise TikError("TIK-TYPE02", f"{what} of {self.name} is {given!r}, not a list", hint=hint)
            given = [given] if isinstance(given, np.ndarray) else list(given)
            if len(given) > len(self.outputs):
                raise TikError("TIK-SHAPE02", f"{self.name} has {len(self.outputs)} outputs, {what} has {len(given)} entries")
            return dict(zip(self.outputs.values(), given, strict=False))
        known = dict(self.outputs)
        if workspaces:
            known |= {self.declared[arg.name]: arg.name for arg in self.args if arg.role == "workspace"}
        for name in given:
            if name not in known and name not in known.values():
                raise TikError(
                    "TIK-SHAPE02", f"{what}: {self.name} has no output {name}; it has {', '.join(self.outputs) or 'none'}"
                )
        return {known.get(str(name), str(name)): value for name, value in given.items()}


def _kind(given: Any) -> str:
    """What something is, in a message."""
    return f"an array of shape {list(given.shape)}" if isinstance(given, np.ndarray) else shown(given)


def _shape(shape: Any) -> tuple[int, ...]:
    try:
        dims = tuple(operator.index(n) for n in ((shape,) if isinstance(shape, _WHOLE) else shape))
    except TypeError:
        raise TikError("TIK-TYPE02", f"outputs_shape has {shape!r}; a shape is a list of integers") from None
    if min(dims, default=1) < 1:
        raise TikError("TIK-SHAPE01", f"outputs_shape {list(dims)} has no elements")
    return dims
