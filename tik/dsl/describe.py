"""What a call of the builder is, as text and as facts: operands, dtypes a chip, cost. From the instruction definitions.

``help(t.vadd)`` shows ``described``; the pages of docs/reference and the stubs are made from the same facts.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tik.chips import Chip, chip_names, listed_chips, load_chip
from tik.chips.description import row_of
from tik.dsl.calls import SITES
from tik.dsl.check import COUNTS, listed
from tik.dsl.meanings import COSTS, DTYPES, meaning, usual
from tik.dsl.parameters import Parameters
from tik.isa.fields import Choice, Field, Int, MaskField, Mem, Out, Value
from tik.isa.instruction import INSTRUCTIONS, Instruction
from tik.types.pipes import Pipe

__all__ = [
    "Figure",
    "cost_formula",
    "described",
    "dtype_rows",
    "dtypes_of",
    "figures",
    "first_line",
    "is_sequence",
    "made_by",
    "operands",
    "outlined",
    "pipe_of",
]

Op = type[Instruction]

_ACCESS = {"r": "read", "w": "written", "rw": "read and written"}
_FACTS = {"head", "slope", "cube_k"}  # figures of the chip a cost function asks for by these names, or chip_<name>

# Calls that become several instructions, of which some are calls of their own; their docstrings say what operands are.
_SEQUENCES: dict[str, tuple[str, ...]] = {
    "vec_reduce_add": ("vcadd", "pipe_barrier"),
    "vec_reduce_max": ("vcmax", "vmax", "sstore", "pipe_barrier"),
    "vec_reduce_min": ("vcmin", "vmax", "sstore", "pipe_barrier"),
    "matmul": (),
    "conv2d": (),
    "fixpipe": (),
    **{f"h_{word}": ("vector_dup",) for word in ("add", "sub", "mul", "div", "max", "min", "and", "or")},
    **{f"h_{word}": () for word in ("abs", "relu", "not", "exp", "ln", "rec", "rsqrt", "duplicate")},
    **{f"h_{word}": ("vconv", "vconv_deq") for word in ("cast", "conv")},
    "h_quant": ("vmuls", "vconv", "vconv_deq"),
    **{f"h_{word}": ("vmuls", "vadds", "vconv", "vmul", "vadd", "vsub", "vector_dup", "vand") for word in ("sin", "cos")},
    "h_reduce_sum": ("vmax", "vector_dup", "sstore"),
    **{f"h_reduce_{word}": ("vector_dup", "sstore") for word in ("max", "min")},
    "h_reduce_argmax": ("vcmax", "vmax", "sstore", "pipe_barrier"),
    "h_reduce_argmin": ("vcmin", "vmax", "sstore", "pipe_barrier"),
    "h_cmpv": (*(f"vcmpv_{test}" for test in ("lt", "gt", "ge", "eq", "ne", "le")), "vector_dup", "vadds"),
    "h_sel": ("mov_ub_cmpmask", "vsel", "vector_dup", "sstore"),
    "h_data_move": (
        *("mov_gm_ub", "mov_ub_gm", "mov_ub_ub", "mov_gm_l1", "mov_l1_gm", "mov_l1_ub", "mov_ub_l1"),
        *("movpad_gm_ub", "movpad_ub_gm"),
    ),
}
# Calls written as functions that make an instruction without a Site.
_OTHERS: dict[str, tuple[str, ...]] = {
    "block_barrier": ("block_barrier",),
    "printf": ("printf", "printf_tensor"),
    "scalar_abs": ("smax",),
    "scalar_conv": ("scast", "sround"),
    "scalar_countbit0": ("szeros",),
    "scalar_countbit1": ("sones",),
    "scalar_countleading0": ("sleadingzeros",),
    "scalar_max": ("smax",),
    "scalar_min": ("smin",),
    "scalar_sqrt": ("ssqrt",),
    "set_overflow_status": ("sstore", "pipe_barrier"),
    "get_overflow_status": ("sload", "pipe_barrier"),
    "set_scalar_to_cmpmask": ("set_cmpmask",),
}


@dataclass(frozen=True)
class Figure:
    """A figure of the chip files that a cost uses: its name, what it is on each chip, where that comes from."""

    name: str
    values: Mapping[str, str]  # by chip
    sources: Mapping[str, str]


def made_by(name: str) -> tuple[Op, ...]:
    """The instructions a call may make: one of them, or (a call that ``is_sequence``) several."""
    ops = [site.op for site in SITES.get(name, ())]
    ops += [INSTRUCTIONS[mnemonic] for mnemonic in (*_SEQUENCES.get(name, ()), *_OTHERS.get(name, ()))]
    return tuple(dict.fromkeys(ops))


def is_sequence(name: str) -> bool:
    """Whether a call becomes several instructions."""
    return name in _SEQUENCES


def described(name: str, parameters: Parameters | None, text: str, names: Iterable[str] = ()) -> str:
    """The docstring of a call: ``text``, then operands, dtypes a chip and cycles of the instructions it makes. ``names``: its
    parameters, where ``parameters`` does not say them."""
    return _described(name, parameters, text, names, cycles=True)


def outlined(name: str, parameters: Parameters | None, text: str, names: Iterable[str] = ()) -> str:
    """``described`` without cycles and signature: what stands in the stub."""
    return _described(name, parameters, text, names, cycles=False)


def _described(name: str, parameters: Parameters | None, text: str, names: Iterable[str], *, cycles: bool) -> str:
    ops = made_by(name)
    lines = [public(inspect.cleandoc(text))]
    lines += ["", parameters.shown] if parameters is not None and cycles else []
    rows = operands(name, names if parameters is None else parameters.names)
    shown = [f"  {operand}: {what}" for operand, what in rows.items()]
    if is_sequence(name):
        lines += ["", f"Dtypes: {sequence_dtypes(name)}", *shown, "", "A sequence of some of these:"]
        lines += [*(f"  {_headline(op)}" for op in ops), f"Cycles: {COSTS[name]}"]
        return "\n".join([*lines, *(_details(ops, cycles) if cycles else [])])
    if ops:
        lines += ["", *(f"{_headline(op)}." if len(ops) == 1 else f"{_headline(op)}: {first_line(op)}" for op in ops)]
    elif shown:
        lines += ["", "Parameters:"]
    return "\n".join([*lines, *shown, *_details(ops, cycles)])


def sequence_dtypes(name: str) -> str:
    """The dtypes of a call that becomes several instructions, in words."""
    said = DTYPES[name]
    if said not in INSTRUCTIONS:
        return said
    return "; ".join(f"{row} on {chips}" for chips, row in dtype_rows(INSTRUCTIONS[said]))


_INNER = re.compile(  # notes for the kit's authors: sections of its sources, decisions, cases
    r"\s*Times: hardware\.md.*?\.(?=\s|$)"
    r"|\s*\((?:DESIGN: )?(?:tik_api|hardware\.md|decisions?\b|case\b)[^()]*(?:\([^()]*\)[^()]*)*\)"
)


def public(text: str) -> str:
    """The text without notes for the kit's authors."""
    return _INNER.sub("", text)


def _details(ops: Sequence[Op], cycles: bool) -> list[str]:
    """Dtypes and cycles, instructions of which both are the same together."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for op in ops:
        alike.setdefault(tuple(_dtypes(op) + (_costs(op) if cycles else [])), []).append(op.mnemonic)
    if len(alike) < 2:
        return [line for lines in alike for line in lines]
    return [line for lines, mnemonics in alike.items() for line in (", ".join(mnemonics) + ":", *(f"  {x}" for x in lines))]


def first_line(op: Op) -> str:
    """The first sentence of what the instruction means."""
    return " ".join(public(op.__doc__ or op.mnemonic).strip().split("\n\n")[0].split())


def pipe_of(op: Op) -> str:
    """The pipe, or the operand that says it."""
    if isinstance(op.pipe, Pipe):
        return f"pipe {op.pipe}"
    return "the pipe it names" if op.pipe == "pipe" else f"the pipe its {op.pipe} names"


def _headline(op: Op) -> str:
    return f"Instruction {op.mnemonic}, {pipe_of(op)}"


def typed(op: Op) -> list[Mem]:
    """The first memory operand of each dtype of the combination."""
    seen: dict[int, Mem] = {}
    for f in op.fields:
        if isinstance(f, Mem):
            seen.setdefault(f.type, f)
    return [seen[index] for index in sorted(seen)]


# ------------------------------------------------------------------------------------------------------------ operands
def operands(name: str, names: Iterable[str]) -> dict[str, str]:
    """What each parameter of a call is; where its instructions differ, each way."""
    ways: dict[str, dict[str, None]] = {}
    for site in () if is_sequence(name) else SITES.get(name, ()):
        for f in site.op.fields:
            at = site.argument_of.get(f.name)
            if at is not None:
                ways.setdefault(site.parameters.names[at], {})[operand(f)] = None
    for mnemonic in _OTHERS.get(name, ()):
        for f in INSTRUCTIONS[mnemonic].fields:
            ways.setdefault(f.name, {})[operand(f)] = None
    shown, names = {}, tuple(names)
    for n in names:
        own = meaning(name, n)
        listed_ = ways.get(n.removesuffix("_list") + "0")  # dst_list: dst0, dst1, ...
        if own is not None:
            shown[n] = own
        elif n == "mask" and "mask_mode" not in names and usual(name, n) is not None:  # then it is no counter
            shown[n] = str(usual(name, n))
        elif n in ways:
            shown[n] = _joined(list(ways[n]))
        elif n.endswith("_list") and listed_ is not None:
            shown[n] = f"a list, each {_joined(list(listed_))}"
        else:
            known = usual(name, n)
            assert known is not None, f"tik.dsl.meanings does not say what {n} of {name} is"
            shown[n] = known
    return shown


def _joined(ways: list[str]) -> str:
    if len(ways) == 1:
        return ways[0]
    head = "tensor in "
    if all(way.startswith(head) for way in ways):
        return head + "; or ".join(way.removeprefix(head) for way in ways)
    return "; or ".join(ways)


def operand(f: Field) -> str:
    """What may stand in a field."""
    if isinstance(f, Mem):
        boundary = f"on a boundary of {f.align} bytes" if f.align > 1 else "at any address"
        boundary += " (of 32-bit elements 1024)" * f.fractals
        return f"tensor in {' or '.join(map(str, f.scopes))}, {_ACCESS[f.access]}, {boundary}"
    if isinstance(f, Int):
        if f.low == 0 and f.name in COUNTS:  # as check.checked_int has it
            return f"{f.doc or f.name}, 1..{f.high} (0 at run time: nothing happens)"
        return f"{f.doc or f.name}, {f.low}..{f.high}"
    if isinstance(f, Choice):
        words = "True or False" if set(f.options) == {"false", "true"} else f"one of {', '.join(f.options)}"
        return f"{f.doc}: {words}" if f.doc else words
    if isinstance(f, Value):
        return f.doc or "a number, Scalar or expression of the operands' dtype"
    if isinstance(f, Out):
        return f.doc or "a Scalar, written"
    assert isinstance(f, MaskField)
    return f.doc


# -------------------------------------------------------------------------------------------------------------- dtypes
def _chips() -> list[Chip]:
    return [load_chip(name) for name in chip_names()]


def grouped(values: Mapping[str, str]) -> list[tuple[str, str]]:
    """Chips with equal values together: ("Ascend910A, Ascend910B1..B4", "f16, f32")."""
    chips: dict[str, list[str]] = {}
    for chip, value in values.items():
        chips.setdefault(value, []).append(chip)
    if len(chips) == 1 and len(values) > 1:
        return [("every chip", value) for value in chips]
    return [(listed_chips(names), value) for value, names in chips.items()]


def dtype_rows(op: Op) -> list[tuple[str, str]]:
    """Chips and the dtype combinations they have (with rounding modes, where the chip says which), equal chips together."""
    return grouped({chip.name: _row(op, chip) for chip in _chips()})


def _row(op: Op, chip: Chip) -> str:
    rows = op.supported(chip)
    if not any(isinstance(f, Choice) and f.name == "round_mode" for f in op.fields):
        return listed(rows) or "none"
    modes: dict[str, list[str]] = {}
    for to, of in (row[:2] for row in rows):
        words = ", ".join(sorted(chip.convert_modes(to, of), key=_MODES.index)) or "none"
        modes.setdefault(words, []).append(f"{to.short}.{of.short}")
    return "; ".join(f"{', '.join(pairs)} ({words})" for words, pairs in modes.items()) or "none"


_MODES = ("none", "round", "floor", "ceil", "away-zero", "to-zero", "odd")


def dtypes_of(op: Op) -> str:
    """Which operands the dtypes of a combination are of, in their order."""
    several = len([f for f in op.fields if isinstance(f, Mem)]) > 1
    return "every operand" if several and len(typed(op)) == 1 else ", ".join(f.name for f in typed(op))


def _dtypes(op: Op) -> list[str]:
    names = dtypes_of(op)
    if not names:
        return []
    return [f"Dtypes ({names}):", *(f"  {chips}: {dtypes}" for chips, dtypes in dtype_rows(op))]


# ---------------------------------------------------------------------------------------------------------------- cost
def cost_formula(op: Op) -> str:
    """The cycles: in words, those of the cost function or of the function it leaves it to; or the expression it computes."""
    cost = op.cost
    if cost is None:
        return ""
    if cost.__doc__:
        return _sentence(cost.__doc__)
    body = ast.parse(textwrap.dedent(inspect.getsource(cost))).body[0]
    assert isinstance(body, ast.FunctionDef)
    result = body.body[-1]
    assert isinstance(result, ast.Return) and isinstance(result.value, ast.Call) and isinstance(result.value.func, ast.Name)
    if result.value.func.id != "occupies":
        return _sentence(cost.__globals__[result.value.func.id].__doc__)
    shown = result.value.args[0]
    plain = isinstance(shown, ast.Constant) and isinstance(shown.value, float)
    return ast.unparse(shown).removesuffix(".0") if plain else ast.unparse(shown).replace("chip_", "")


def _sentence(text: str) -> str:
    return " ".join(text.split()).rstrip(".")


def figures(op: Op) -> list[Figure]:
    """The figures of the chip files its cost uses, on the chips that have the instruction."""
    if op.cost is None:
        return []
    asked = [n for n in inspect.signature(op.cost).parameters if n in _FACTS or n.startswith("chip_")]
    chips = [chip for chip in _chips() if op.supported(chip) or not typed(op)]
    return [_figure(op, name.removeprefix("chip_"), chips) for name in asked if chips]


def _figure(op: Op, name: str, chips: Sequence[Chip]) -> Figure:
    if name == "cube_k":
        values = {chip.name: ", ".join(f"{t} {k}" for t, k in chip.cube.items()) for chip in chips}
        return Figure(name, values, {chip.name: _source(chip, "cube.f16") for chip in chips})
    if name not in ("head", "slope"):
        values = {chip.name: f"{chip.number(name):g}" for chip in chips}
        return Figure(name, values, {chip.name: _source(chip, name) for chip in chips})
    values = {}
    for chip in chips:
        own = (chip.heads if name == "head" else chip.slopes).get(row_of(op.mnemonic))
        own = (chip.heads if name == "head" else chip.slopes)["default"] if own is None else own
        values[chip.name] = ", ".join(f"{t} {n:g}" for t, n in own.items()) if isinstance(own, Mapping) else f"{own:g}"
    key = row_of(op.mnemonic)
    return Figure(name, values, {chip.name: _source(chip, f"cost.{name}.{key}", f"cost.{name}.default") for chip in chips})


def _source(chip: Chip, *places: str) -> str:
    """The source of the first place the chip file has; a name without a section stands in one of them."""
    for place in places:
        for section in ("", "cost.", "rates.", "memory."):
            try:
                return chip.source(section + place)
            except KeyError:
                continue
    raise AssertionError(f"{chip.name} has none of {places}")


def _costs(op: Op) -> list[str]:
    formula = cost_formula(op)
    if not formula:
        return []
    return [f"Cycles: {formula}", *(f"  {f.name}: {_shown(f)}" for f in figures(op))]


def _shown(figure: Figure) -> str:
    """The values, with a word where nothing is published."""
    marked = {
        chip: f"{value} (assumed)" if figure.sources[chip].startswith("assumed") else value
        for chip, value in figure.values.items()
    }
    return "; ".join(f"{value} on {chips}" for chips, value in grouped(marked))
