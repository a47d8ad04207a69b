"""The pages of docs/reference on what is no call of an instruction: the kernel, and the values calls take and give."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import tik
from tik.authoring.debugger import Debugger
from tik.authoring.tik_api import BuiltKernel
from tik.dsl import InputScalar
from tik.dsl.arrays import ScalarArray
from tik.dsl.meanings import meaning
from tik.ir import Expr

__all__ = ["ENTRIES", "Entry"]


@dataclass(frozen=True)
class Entry:
    """A section: how it is written, what it means, what its parameters are."""

    title: str
    written: str
    text: str
    rows: Mapping[str, str]
    head: str = "parameter"

    @property
    def anchor(self) -> str:
        return re.sub(r"[^\w-]", "", self.title.lower().replace(" ", "-"))


def _called(title: str, thing: Callable[..., Any], written: str, text: str | None = None) -> Entry:
    """A function or class: ``written`` in front of its signature."""
    given = [p for n, p in inspect.signature(thing).parameters.items() if n not in ("self", "core")]
    names = [{p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "") + p.name for p in given]
    rows = {}
    for name in names:
        what = meaning(title, name)
        assert what is not None, f"tik.dsl.meanings does not say what {name} of {title} is"
        rows[name] = what
    shown = inspect.Signature([p.replace(annotation=p.empty) for p in given])
    return Entry(title, f"{written}{shown}", inspect.cleandoc(text or thing.__doc__ or ""), rows)


def _read(title: str, written: str, text: str, *things: tuple[str, Any]) -> Entry:
    """Attributes, together: a line each."""
    rows = {name: inspect.cleandoc(thing.__doc__ or "") for name, thing in things}
    assert all(rows.values())
    return Entry(title, written, text, {name: " ".join(doc.split()) for name, doc in rows.items()}, "attribute")


def _described(title: str, cls: type, written: str) -> Entry:
    """A class nobody calls: what its docstring says."""
    return Entry(title, written, inspect.cleandoc(cls.__doc__ or ""), {})


_Tensor = tik.Tensor
ENTRIES: dict[str, list[Entry]] = {
    "kernel": [
        _called("Tik", tik.Tik, "t = tik.Tik", tik.Tik.__doc__),
        _called("BuildCCE", tik.Tik.BuildCCE, "t.BuildCCE"),
        _read("kernel", "t.kernel", "What BuildCCE made.", ("t.kernel", tik.Tik.kernel),
              *((f"t.kernel.{n}", vars(BuiltKernel)[n]) for n in ("inputs", "outputs", "chip"))),
        _called("kernel.run", BuiltKernel.run, "report = t.kernel.run"),
        _called("kernel.asm", BuiltKernel.asm, "text = t.kernel.asm"),
        _called("StartProfiling", tik.Tik.StartProfiling, "outputs = t.StartProfiling"),
        _called("tikdb.start_debug", Debugger.start_debug, "outputs = t.tikdb.start_debug"),
        _called("tikdb.debug_print", Debugger.debug_print, "t.tikdb.debug_print"),
        _called("Dprofile", tik.Dprofile, "profile = tik.Dprofile"),
        *(
            _called(f"Dprofile.{name}", function, f"profile.{name}")
            for name, function in vars(tik.Dprofile).items()
            if not name.startswith("_") and inspect.isfunction(function)
        ),
        _called("chip", tik.chip, "with tik.chip"),
        _called("current_chip", tik.current_chip, "tik.current_chip"),
        _called("set_product_version", tik.set_product_version, "tik.set_product_version"),
        _called("unset_product_version", tik.unset_product_version, "tik.unset_product_version"),
        _called("numerics", tik.numerics, "with tik.numerics"),
        _called("profile", tik.profile, "with tik.profile"),
    ],
    "values": [
        _described("Views of tensors", _Tensor, "x[i]   x[i, j]   x[a:b]   x[i, a:b]   x[i] = value"),
        _read("Attributes of a tensor", "x.dtype", "Known while the kernel is built.", *((f"x.{n}", vars(_Tensor)[n]) for n in
              ("dtype", "scope", "name", "shape", "size", "buffer_size", "offset"))),
        *(
            _called(f"Tensor.{name}", vars(_Tensor)[name], f"x.{name}")
            for name in ("reshape", "flatten", "reinterpret_cast_to", "set_as")
        ),
        _described("Scalars and expressions", Expr, "s + 1   s * n / 2   a < b   -s   s << 3"),
        _called("Scalar.set_as", tik.Scalar.set_as, "s.set_as"),
        *(
            _called(f"Expr.{name}", vars(Expr)[name], f"s.{name}") for name in ("astype", "reinterpret_cast_to", "eval_value")
        ),
        _described("Arguments that are numbers", InputScalar, 'n = t.InputScalar("int32", "n")'),
        _described("Scalar arrays", ScalarArray, 'a = t.ScalarArray("int32", 4)   a[i]   a[i] = value   len(a)'),
        _called("ScalarArray.set_as", ScalarArray.set_as, "a.set_as"),
        _called("all", tik.all, "tik.all"),
        _called("any", tik.any, "tik.any"),
        _called("negate", tik.negate, "tik.negate"),
        _called("is_tik_var", tik.is_tik_var, "tik.is_tik_var"),
    ],
}  # fmt: skip
