"""The stubs: the builder's calls (tik/dsl/typed.pyi), the tile layer (tik/dsl/tile/__init__.pyi), opsnn (opsnn/__init__.pyi).

Each stands where no implementation is hidden by it: beside nothing, or beside a package's face. mypy so checks every module of
the implementation, and its importers see the stubs. `tik.authoring.tik_api` tells type checkers to take the builder from here.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import json
import sys
import textwrap
from collections.abc import Callable, Collection
from pathlib import Path
from types import ModuleType
from typing import Any

import opsnn
from generate.reference import public_calls
from tik.dsl import Builder
from tik.dsl.calls import SITES
from tik.dsl.describe import is_sequence, made_by, outlined
from tik.dsl.method import Method
from tik.dsl.tile import arrays, kernel, matrix, tile
from tik.isa.fields import Choice, Field, Int, MaskField, Mem, Value
from tik.types.scopes import Scope

NOTE = "# Written by docs/build.py from the source; don't edit it by hand."
WIDTH = 128


def files() -> dict[str, str]:
    """Each stub by its path."""
    return {"tik/dsl/typed.pyi": builder_stub(), "tik/dsl/tile/__init__.pyi": tile_stub(), "opsnn/__init__.pyi": opsnn_stub()}


class Imports:
    """What annotations of a stub need: names by the module they come from."""

    def __init__(self) -> None:
        self.names: dict[str, set[str]] = {}

    def need(self, module: str, name: str) -> None:
        """``from module import name``; without a name, ``import module``."""
        self.names.setdefault(module, set()).update([name] if name else [])

    def of(self, annotation: str, home: ModuleType, own: Collection[str] = (), taken: Collection[str] = ()) -> str:
        """The annotation. Names in it, as they are known in the module ``home``, are imported, except the stub's own; of names
        that are ``taken`` (a method is called so) the module is imported."""
        known = _imported(home)
        tree = ast.parse(annotation, mode="eval")
        for node in ast.walk(tree):
            if not isinstance(node, ast.Name) or node.id in own or hasattr(builtins, node.id):
                continue
            assert node.id in known or node.id in vars(home), f"{home.__name__} does not say what {node.id} is"
            module = known.get(node.id, home.__name__)
            if node.id in taken:
                package, _, short = module.rpartition(".")
                self.need(package, short)
                node.id = f"{short}.{node.id}"
            else:
                self.need(module, node.id)
        return ast.unparse(tree)

    def text(self) -> str:
        """The import statements: the standard library, others, ours."""
        groups: dict[int, list[str]] = {}
        for module in sorted(self.names):
            place = (
                0 if module.split(".")[0] in sys.stdlib_module_names else 2 if module.split(".")[0] in ("tik", "opsnn") else 1
            )
            names = ", ".join(sorted(self.names[module]))
            groups.setdefault(place, []).append(f"from {module} import {names}" if names else f"import {module}")
        return "\n\n".join("\n".join(groups[place]) for place in sorted(groups))


def _imported(module: ModuleType) -> dict[str, str]:
    """Names a module imports (also for type checkers only), and from where."""
    found = {}
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {alias.asname or alias.name: node.module for alias in node.names if alias.asname in (None, alias.name)}
    return found


def _tree(module: ModuleType) -> ast.Module:
    assert module.__file__ is not None
    return ast.parse(Path(module.__file__).read_text(encoding="utf-8"))


def _documented(text: str, indent: str) -> str:
    """A docstring of a stub."""
    text = inspect.cleandoc(text).replace("\\", "\\\\").replace('"""', "'''")
    body = textwrap.indent(text, indent).lstrip()
    return f'{indent}"""{body}"""\n' if "\n" not in text else f'{indent}"""{body}\n{indent}"""\n'


def _definition(head: str, parameters: list[str], returns: str, indent: str) -> str:
    """``def``, on a line or a parameter a line, without its colon's body."""
    line = f"{indent}def {head}({', '.join(parameters)}) -> {returns}:\n"
    if len(line) <= WIDTH:
        return line
    inner = "".join(f"{indent}    {p},\n" for p in parameters)
    return f"{indent}def {head}(\n{inner}{indent}) -> {returns}:\n"


# ------------------------------------------------------------------------------------------------------------- builder
_TENSORS = frozenset({"dst", "src", "a", "b", "feature_map", "weight"})  # of calls that become sequences
_OWN = {("vsel", "sel"): "TensorView | CompareMask", ("vreducev2", "mask"): "Mask | None"}

_BUILDER = """\
Whole = int | numpy.integer[Any] | Expr | TensorView  # a number, Scalar, expression or one-element view
Number = float | numpy.floating[Any] | Whole
Mask = Whole | Sequence[Whole]  # a count of lanes, or [high, low]


class Builder(Core):
    \"\"\"The builder as type checkers and IDEs see it; help(t.vadd) shows also what a call costs.\"\"\"

"""


def builder_stub() -> str:
    """Class Builder with a method a call."""
    imports = Imports()
    for module, names in {
        "collections.abc": ("Sequence",),
        "numpy": ("",),
        "typing": ("Any",),
        "tik.ir": ("Expr",),
        "tik.dsl.tensor": ("TensorView",),
        "tik.dsl.core": ("Core",),
    }.items():
        for name in names:
            imports.need(module, name)
    methods = [*(vars(Builder)[name] for name in public_calls()), Method.of(Builder.program, "program")]
    body = "\n".join(_method(method, imports) for method in methods)
    return f"{NOTE}\n\n{imports.text()}\n\n{_BUILDER}{body}"


def _method(method: Method, imports: Imports) -> str:
    """One call."""
    home = sys.modules[method.function.__module__]
    parameters: list[str] = ["self"]
    taken = public_calls()
    returns = "None"
    if method.parameters is None:
        signature = inspect.signature(method.function)
        for p in list(signature.parameters.values())[1:]:
            star = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
            default = "" if p.default is p.empty else f" = {_literal(p.default)}"
            parameters.append(f"{star}{p.name}: {imports.of(p.annotation, home, (), taken)}{default}")
        returns = imports.of(signature.return_annotation, home, (), taken)
    else:
        types = _types(method.name)
        for name in method.parameters.names:
            kind = types.get(name, "Any")
            default = ""
            if name in method.parameters.defaults:
                value = method.parameters.defaults[name]
                default = f" = {_literal(value)}"
                kind = f"{kind} | None" if value is None and kind != "Any" and "None" not in kind else kind
            parameters.append(f"{name}: {kind}{default}")
            if "CompareMask" in kind:
                imports.need("tik.dsl.compare", "CompareMask")
        ops = made_by(method.name)
        if len(ops) == 1 and any(f.name == "cmpmask" and f.writes for _, f in ops[0].mems()):
            returns = "CompareMask"
            imports.need("tik.dsl.compare", "CompareMask")
    head = _definition(method.name, parameters, returns, "    ")
    return head + _documented(outlined(method.name, method.parameters, method.text, method.names), "        ")


def _literal(value: Any) -> str:
    """A default as it is written."""
    return json.dumps(value) if isinstance(value, str) else repr(value)


def _types(name: str) -> dict[str, str]:
    """What each parameter of a call takes, from the fields of its instructions."""
    if is_sequence(name):
        parameters = vars(Builder)[name].parameters
        return {n: "TensorView" for n in parameters.names if n in _TENSORS}
    found: dict[str, dict[str, None]] = {}
    for site in SITES.get(name, ()):
        for f in site.op.fields:
            at = site.argument_of.get(f.name)
            if at is not None:
                found.setdefault(site.parameters.names[at], {})[_type(f)] = None
    for n in vars(Builder)[name].parameters.names:
        if n.endswith("_list") and f"{n.removesuffix('_list')}0" in found:
            found[n] = {"Sequence[TensorView]": None}
    types = {n: " | ".join(kinds) for n, kinds in found.items()}
    types |= {n: "str" for n in ("mask_mode",)} | {n: "Whole" for n in ("sid", "stride_unit")}
    return types | {parameter: kind for (call, parameter), kind in _OWN.items() if call == name}


def _type(f: Field) -> str:
    if isinstance(f, Mem):
        return "CompareMask" if f.name == "cmpmask" and f.scopes == (Scope.SPR,) else "TensorView"
    if isinstance(f, MaskField):
        return "Mask"
    if isinstance(f, Int):
        return "Whole"
    if isinstance(f, Value):
        return "Number"
    if isinstance(f, Choice):
        return "bool" if set(f.options) == {"false", "true"} else "str | None"
    return "Any"


# ---------------------------------------------------------------------------------------------------------- tile layer
_CLASSES: dict[str, tuple[ModuleType, frozenset[str]]] = {  # and what only the layer itself uses
    "Span": (arrays, frozenset()),
    "ArrayHandle": (arrays, frozenset({"tensor"})),
    "Slice": (arrays, frozenset()),
    "Tile": (tile, frozenset({"k", "tensor", "pitch", "position", "lanes", "column"})),
    "Accumulator": (matrix, frozenset({"bias"})),
    "TileBuilder": (kernel, frozenset({"new", "like", "column", "program"})),
}
_STUBBED = {*_CLASSES, "TileOrNumber"}
_TILE_OR_NUMBER = "TileOrNumber = Tile | int | float | numpy.number[Any]"
_SPECIAL = frozenset(f"__{side}{name}__" for side in ("", "r") for name in ("add", "sub", "mul", "truediv", "pow")) | {
    "__neg__",
    "__pos__",
    "__abs__",
    "__getitem__",
}


def tile_stub() -> str:
    """The classes an author of a tile kernel sees: the methods of k, operators of tiles, slices of arrays."""
    imports = Imports()
    for name in ("numpy", "typing"):
        imports.need(name, "Any" if name == "typing" else "")
    classes = "\n\n".join(_class(name, module, inner, imports) for name, (module, inner) in _CLASSES.items())
    exported = "".join(f'    "{name}",\n' for name in sorted(_CLASSES))
    return f"{NOTE}\n\n{imports.text()}\n\n__all__ = [\n{exported}]\n\n{classes}\n\n{_TILE_OR_NUMBER}\n"


def _class(name: str, module: ModuleType, inner: frozenset[str], imports: Imports) -> str:
    """A class with its public attributes and methods; what refuses (NoReturn) is left out, so that it is flagged."""
    node = next(n for n in _tree(module).body if isinstance(n, ast.ClassDef) and n.name == name)
    bases = [ast.unparse(b) for b in node.bases if ast.unparse(b) in _CLASSES]
    parts = [f"class {name}{f'({bases[0]})' if bases else ''}:\n", _documented(ast.get_docstring(node) or name, "    ")]
    parts += [f"    {n}: {imports.of(kind, module, _STUBBED)}\n" for n, kind in _attributes(node) if n not in inner]
    for method in node.body:
        if not isinstance(method, ast.FunctionDef) or method.name in inner:
            continue
        if (method.name.startswith("_") and method.name not in _SPECIAL) or _refuses(method):
            continue
        parts.append("\n" + _function(method, module, imports, "    ", _STUBBED))
    return "".join(parts)


def _attributes(node: ast.ClassDef) -> list[tuple[str, str]]:
    """Fields of a dataclass, or what __init__ keeps of its annotated parameters."""
    fields = [
        (n.target.id, ast.unparse(n.annotation))
        for n in node.body
        if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)
    ]
    made = next((n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"), None)
    if made is None or fields:
        return fields
    kinds = {a.arg: ast.unparse(a.annotation) for a in made.args.args if a.annotation is not None}
    kept = {n.attr for n in ast.walk(made) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)}
    slots = ast.unparse(next((n.value for n in node.body if isinstance(n, ast.Assign)), ast.Constant("")))
    return [(n, kind) for n, kind in kinds.items() if n in kept and (n == "chip" or repr(n) in slots)]


def _refuses(method: ast.FunctionDef) -> bool:
    return method.returns is not None and ast.unparse(method.returns) == "NoReturn"


def _function(node: ast.FunctionDef, module: ModuleType, imports: Imports, indent: str, own: Collection[str] = ()) -> str:
    """A function as it is written, without its body."""
    every = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    for needed in [*(a.annotation for a in every), node.returns, *node.args.defaults, *node.args.kw_defaults]:
        if needed is not None:
            imports.of(ast.unparse(needed).replace("matrix.Accumulator", "Accumulator"), module, own)
    returns = ast.unparse(node.returns).replace("matrix.Accumulator", "Accumulator") if node.returns is not None else "None"
    decorators = [d for d in node.decorator_list if isinstance(d, ast.Name) and d.id == "property"]
    head = f"{indent}@property\n" if decorators else ""
    doc = ast.get_docstring(node)
    made = head + _definition(node.name, _split(node.args), returns, indent)
    return made + _documented(doc, indent + "    ") if doc else made[:-1] + " ...\n"


def _split(arguments: ast.arguments) -> list[str]:
    """The parameters of a function, each as text."""
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
    parts = []
    for index, (a, default) in enumerate(zip(positional, defaults, strict=True)):
        parts.append(_parameter(a, default))
        if arguments.posonlyargs and index == len(arguments.posonlyargs) - 1:
            parts.append("/")
    if arguments.vararg is not None:
        parts.append("*" + _parameter(arguments.vararg, None))
    elif arguments.kwonlyargs:
        parts.append("*")
    parts += [_parameter(a, default) for a, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    if arguments.kwarg is not None:
        parts.append("**" + _parameter(arguments.kwarg, None))
    return parts


def _parameter(a: ast.arg, default: ast.expr | None) -> str:
    text = a.arg if a.annotation is None else f"{a.arg}: {ast.unparse(a.annotation)}"
    if default is None:
        return text
    value = _literal(default.value) if isinstance(default, ast.Constant) else ast.unparse(default)
    return f"{text} = {value}" if a.annotation is not None else f"{text}={value}"


# --------------------------------------------------------------------------------------------------------------- opsnn
def opsnn_stub() -> str:
    """The operators as they are written."""
    imports = Imports()
    parts = []
    for name in opsnn.__all__:
        function: Callable[..., Any] = getattr(opsnn, name)
        module = sys.modules[function.__module__]
        node = next(n for n in _tree(module).body if isinstance(n, ast.FunctionDef) and n.name == name)
        parts.append(_function(node, module, imports, ""))
    exported = "".join(f'    "{name}",\n' for name in opsnn.__all__)
    return f"{NOTE}\n\n{imports.text()}\n\n__all__ = [\n{exported}]\n\n" + "\n".join(parts)
