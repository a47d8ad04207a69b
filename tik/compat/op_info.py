"""``mindspore.ops.op_info_register``: how MindSpore's operators declare themselves."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

from tik.compat.modules import Contents

if TYPE_CHECKING:
    from tik.compat.session import Session

__all__ = ["DataType", "OpInfo", "contents", "op_info_register"]

_TYPES = {
    "None": "",
    "BOOL": "bool",
    **{f"{sign}{bits}": f"{word}{bits}" for sign, word in (("I", "int"), ("U", "uint")) for bits in (8, 16, 32, 64)},
    **{f"F{bits}": f"float{bits}" for bits in (16, 32, 64)},
}
_FORMATS = {
    "None": "",
    "Default": "DefaultFormat",
    "5HD": "NC1HWC0",
    "FracZ": "FRACTAL_Z",
    "FracNZ": "FRACTAL_NZ",
    "C1HWNCoC0": "C1HWNCoC0",
    "NDHWC": "NDHWC",
    "NDC1HWC0": "NDC1HWC0",
    "FRACTAL_Z_3D": "FRACTAL_Z_3D",
}


class _Types(type):
    def __getattr__(cls, name: str) -> tuple[str, ...]:
        """``F16_5HD`` is ("float16", "NC1HWC0"); a format without a name of its own stands as it is written."""
        kind, _, layout = name.partition("_")
        if kind not in _TYPES:
            raise AttributeError(name)
        return _TYPES[kind], _FORMATS.get(layout, layout)


class DataType(metaclass=_Types):
    """Pairs of a dtype and a format."""


class OpInfo:
    """``TBERegOp("Name")`` and its kin: what the fluent calls say is kept; ``get_op_info`` gives it as a dict."""

    def __init__(self, op_name: str = "", *args: Any) -> None:
        self.info: dict[str, Any] = {"op_name": op_name, "inputs": [], "outputs": [], "attr": [], "dtype_format": []}

    def input(self, index: Any = None, name: str | None = None, *more: Any, **options: Any) -> OpInfo:
        """An input, in order."""
        self.info["inputs"].append({"index": index, "name": name, **options})
        return self

    def output(self, index: Any = None, name: str | None = None, *more: Any, **options: Any) -> OpInfo:
        """An output, in order."""
        self.info["outputs"].append({"index": index, "name": name, **options})
        return self

    def attr(self, name: str | None = None, *more: Any, **options: Any) -> OpInfo:
        """An attribute, in order."""
        self.info["attr"].append({"name": name, **options})
        return self

    def dtype_format(self, *types: Any) -> OpInfo:
        """One combination of dtypes and formats."""
        self.info["dtype_format"].append(types)
        return self

    def get_op_info(self) -> dict[str, Any]:
        """All of it."""
        return self.info

    def __getattr__(self, name: str) -> Any:
        """``fusion_type("OPAQUE")``, ``kernel_name("k")`` …: kept under their names."""
        if name.startswith("_"):
            raise AttributeError(name)

        def keep(*values: Any, **options: Any) -> OpInfo:
            self.info[name] = values[0] if len(values) == 1 and not options else (values, options)
            return self

        return keep


def op_info_register(info: Any = None, *more: Any) -> Any:
    """``@op_info_register(info)``: the function as it is, with the names of its inputs and outputs noted."""
    if isinstance(info, FunctionType):
        return info

    def note(function: Any) -> Any:
        if isinstance(function, FunctionType) and isinstance(info, dict):
            vars(function)["__tik_tensors__"] = len(info.get("inputs", ())) + len(info.get("outputs", ()))
        return function

    return note


def contents(session: Session) -> Contents:
    """The names of the module, which ``mindspore.ops`` has too."""
    makers = ("TBERegOp", "AkgRegOp", "AkgAscendRegOp", "AkgGpuRegOp", "AiCPURegOp", "CustomRegOp", "CpuRegOp", "DataType")
    names: dict[str, Any] = dict.fromkeys(makers, OpInfo)
    registers = dict.fromkeys(("op_info_register", "custom_info_register"), op_info_register)
    return Contents({**names, **registers, "DataType": DataType})
