"""docs/reference: a page a family of instructions, a section for the calls of an instruction."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from generate.examples import SHARED, example
from generate.objects import ENTRIES, Entry
from tik.chips import listed_chips
from tik.dsl import Builder
from tik.dsl.calls import SITES
from tik.dsl.describe import (
    Figure,
    cost_formula,
    dtype_rows,
    dtypes_of,
    figures,
    first_line,
    is_sequence,
    made_by,
    operands,
    pipe_of,
    public,
    sequence_dtypes,
)
from tik.dsl.meanings import COSTS
from tik.dsl.method import Method
from tik.isa.instruction import INSTRUCTIONS, Instruction

Op = type[Instruction]

# Title and introduction of each page, in the order of the index.
PAGES = {
    "kernel": ("The kernel", "Making a builder for a chip, building the kernel, running it, and looking inside."),
    "values": ("Tensors, Scalars, expressions", "What calls take and give: views of tensors, registers, and expressions that "
               "are computed where they are used."),
    "control": ("Declarations and control", "Tensors and scalars of a kernel, its loops and branches, and what ends it."),
    "move": ("Moves", "Between global memory and the buffers of a core. Strides of moves are gaps: from the end of a burst to "
             "the start of the next."),
    "vector": ("Vector arithmetic", "Lane by lane on UB. A repeat is 256 bytes; `mask` says which lanes of each repeat take "
               "part; repeats run in order."),
    "fill": ("Fill and broadcast", "Vectors made of scalars, of a few values or of counting."),
    "convert": ("Conversions", "From one dtype to another, with a rounding mode."),
    "compare": ("Compare and select", "Comparisons give bits: in tensors, or in the register CMPMASK, which there is once."),
    "reduce": ("Reductions", "Over repeats, blocks and pairs, and over everything a call reads."),
    "transpose": ("Transposes", "Blocks of 16 x 16, and channels."),
    "gather": ("Gather, scatter, compaction", "By offsets or bits that lie in UB."),
    "sort": ("Sorting", "Groups of 16 proposals or 32 pairs, and merging sorted lists."),
    "nms": ("Boxes and suppression", "Areas, overlaps and suppression of region proposals."),
    "cube": ("Cube", "Loads of fractals, products of matrices, results out of L0C."),
    "scalar": ("Scalars and printing", "What expressions of Scalars become, and what prints while a kernel runs."),
    "sync": ("Synchronisation", "Flags and barriers. The scheduler places those of a core itself, except where "
             "`new_stmt_scope(disable_sync=True)` says not to."),
    "high": ("Whole tensors: h_*", "Calls on tensor views without masks, strides and repeats; a call becomes a sequence of "
             "vector instructions."),
}  # fmt: skip
_PLACES = {"set_atomic_add": "move", "set_printf_params": "scalar", "set_scalar_to_cmpmask": "compare"}
_SHARED = {"fused": "vector", "highprecision": "vector", "compaction": "gather", "proposals": "nms"}
_NOTE = "<!-- Written by docs/build.py from the instruction definitions; don't edit it by hand. -->"


@dataclass(frozen=True)
class Section:
    """Calls that make the same instructions (or an instruction that no call names)."""

    page: str
    calls: tuple[str, ...]
    ops: tuple[Op, ...]

    @property
    def title(self) -> str:
        return ", ".join(self.calls) or ", ".join(op.mnemonic for op in self.ops)

    @property
    def anchor(self) -> str:
        return self.title.lower().replace(", ", "-")


def public_calls() -> list[str]:
    """The calls of the builder."""
    return [name for name, thing in vars(Builder).items() if isinstance(thing, Method)]


def sections() -> list[Section]:
    """All sections, in the order they stand on the pages."""
    order = {op: index for index, op in enumerate(INSTRUCTIONS.values())}
    calls: dict[tuple[str, tuple[Op, ...]], list[str]] = {}
    for name in public_calls():
        ops = made_by(name)
        alone = "" if SITES.get(name) and not is_sequence(name) else name  # calls of an instruction of its own stand together
        calls.setdefault((alone, ops), []).append(name)
    found = [Section(_page(names[0], ops), tuple(names), ops) for (_, ops), names in calls.items()]
    named = {op for one in found if not is_sequence(one.calls[0]) for op in one.ops}
    found += [Section(_page("", (op,)), (), (op,)) for op in INSTRUCTIONS.values() if op not in named]
    last = len(order)
    return sorted(found, key=lambda s: last if not s.ops or (s.calls and is_sequence(s.calls[0])) else order[s.ops[0]])


def _page(name: str, ops: Sequence[Op]) -> str:
    if name.startswith("h_"):
        return "high"
    if name in _PLACES or name.startswith("scalar_"):
        return _PLACES.get(name, "scalar")
    if not ops:
        return "control"
    return _SHARED.get(ops[0].family, ops[0].family)


def pages() -> dict[str, str]:
    """Each page by its name in docs/."""
    found = sections()
    made = {
        f"reference/{page}.md": _objects(page) if page in ENTRIES else _page_text(page, [s for s in found if s.page == page])
        for page in PAGES
    }
    unknown = {s.page for s in found} - set(PAGES)
    assert not unknown, f"docs/generate/reference.py has no page {', '.join(unknown)}"
    return {"reference/index.md": _index(found), **made}


def _index(found: Sequence[Section]) -> str:
    parts = [f"# TIK reference\n\n{_NOTE}\n", _INDEX]
    for page, (title, intro) in PAGES.items():
        mine: list[Entry] | list[Section] = ENTRIES.get(page) or [s for s in found if s.page == page and s.calls]
        links = ", ".join(f"[{s.title}]({page}.md#{s.anchor})" for s in mine)
        parts.append(f"## [{title}]({page}.md)\n\n{intro}\n\n{links}\n")
    return "\n".join(parts)


_INDEX = """\
Everything of `tik.Tik()`: what each call means, its parameters, the dtypes each chip has it for, what it costs, and a program
each, or one for calls that belong together. `help(t.vadd)` shows the same in Python, without the program. How the calls work
together: [the TIK layer](../tik.md); what a run tells: [the report](../report.md).

* **Dtypes** are those of one call: `f16` stands for all operands, `f32.f16` for dst.src, `f32.f16.f16` for dst.src0.src1.
  `none`: the chip lacks the instruction, and building says so (TIK-CHIP01) and which chips have it.
* **Cycles** are the model's, without waiting and without conflicts of banks; figures come from the chip files, each with its
  source ([sources](../sources.md)). `assumed`: nothing is published.
* **Ranges** are checked when the kernel is built; a run-time value when it runs.
"""


def _objects(page: str) -> str:
    """A page of ENTRIES."""
    title, intro = PAGES[page]
    parts = [f"# {title}\n\n{_NOTE.replace('the instruction definitions', 'the source')}\n\n{intro}\n"]
    parts.append(f"```python\n{example((), (f'page_{page}',))}```\n")
    for entry in ENTRIES[page]:
        parts += [f"## {entry.title}\n", _prose(entry.text), f"```text\n{entry.written}\n```\n"]
        parts += [table(entry.head, entry.rows)] if entry.rows else []
    return "\n".join(parts)


def _page_text(page: str, mine: Sequence[Section]) -> str:
    title, intro = PAGES[page]
    parts = [f"# {title}\n\n{_NOTE}\n\n{intro}\n", *_rules(page, mine)]
    shown = example((), (f"page_{page}",))
    parts += [f"```python\n{shown}```\n"] if shown is not None else []
    parts += [_section(s) for s in mine if s.calls]
    alone = [s.ops[0] for s in mine if not s.calls]
    if alone:
        parts.append(_instructions(page, alone))
    return "\n".join(parts)


def _rules(page: str, mine: Sequence[Section]) -> list[str]:
    """What the modules of the page's instructions say that holds for all of them, with the calls it holds for where that is not
    the whole page."""
    calls: dict[str, list[str]] = {}
    for s in mine:
        for op in s.ops if not (s.calls and is_sequence(s.calls[0])) else ():
            module = inspect.getmodule(op)
            if module is not None and module.__doc__ and _page("", (op,)) == page:
                calls.setdefault(inspect.cleandoc(module.__doc__), []).extend(s.calls)
    if len(calls) < 2:
        return [_prose(text) for text in calls]
    titles = [", ".join(f"`{name}`" for name in dict.fromkeys(names)) for names in calls.values()]
    own = len(titles[0]) > sum(map(len, titles[1:]))  # most of the page: no need to name them
    return [
        ("" if own and not at else f"**{title}**\n\n") + _prose(text)
        for at, (title, text) in enumerate(zip(titles, calls, strict=True))
    ]


def _section(s: Section) -> str:
    parts = [f"## {s.title}\n", _prose(_text(s))]
    parts.append("```text\n" + "\n".join(f"t.{_signature(name)}" for name in s.calls) + "\n```\n")
    parts.append(_operands(s))
    parts += _facts(s)
    shown = example(s.ops, s.calls)
    if s.calls[0] in SHARED:
        other = next(o for o in sections() if SHARED[s.calls[0]] in o.calls)
        parts.append(f"Example: see [{other.title}](#{other.anchor}).\n")
    elif shown is not None:
        parts.append(f"```python\n{shown}```\n")
    return "\n".join(parts)


def _text(s: Section) -> str:
    """What the calls mean: the text of each, once."""
    texts = {inspect.cleandoc(vars(Builder)[name].text): name for name in reversed(s.calls)}
    if len(texts) == 1:
        return next(iter(texts))
    return "\n\n".join(f"`{name}`: {text}" for text, name in reversed(texts.items()))


def _prose(text: str) -> str:
    """A docstring as Markdown: what is indented stands in a block as it is; notes for the kit's authors are left out."""
    parts: list[str] = []
    for indented, lines in groupby(public(text).splitlines(), key=lambda line: line.startswith("  ")):
        shown = "\n".join(lines)
        parts += ["```text", shown, "```"] if indented else [_escaped(shown)]
    return "\n".join(parts) + "\n"


_CODE = re.compile(r"(`+)(.+?)\1", re.DOTALL)


def _escaped(text: str) -> str:
    """Text as Markdown; what is code stays as it is."""
    parts, at = [], 0
    for found in _CODE.finditer(text):
        parts += [_plain(text[at : found.start()]), f"`{found[2]}`"]
        at = found.end()
    return "".join([*parts, _plain(text[at:])])


def _plain(text: str) -> str:
    return text.replace("*", "\\*").replace("<", "&lt;")


def _signature(name: str) -> str:
    method = vars(Builder)[name]
    if method.parameters is not None:
        return str(method.parameters.shown)
    given = list(inspect.signature(method.function).parameters.values())[1:]
    return name + str(inspect.Signature([p.replace(annotation=inspect.Parameter.empty) for p in given]))


def _operands(s: Section) -> str:
    rows: dict[str, str] = {}
    for name in s.calls:
        rows |= operands(name, vars(Builder)[name].names)
    return table("operand" if s.ops else "parameter", rows)


def table(head: str, rows: Mapping[str, str]) -> str:
    """Names and what they are."""
    if not rows:
        return ""
    return f"| {head} | |\n|---|---|\n" + "".join(f"| `{name}` | {_cell(what)} |\n" for name, what in rows.items())


def _cell(text: str) -> str:
    """Text as Markdown in a table."""
    return _escaped(public(text)).replace("|", "\\|")


def _facts(s: Section) -> list[str]:
    """Dtypes and cycles of the instructions; those alike together, sequences only by name."""
    if is_sequence(s.calls[0]):
        name = s.calls[0]
        links = ", ".join(f"`{op.mnemonic}` ({pipe_of(op)})" for op in s.ops)
        return [
            f"**Dtypes** {_escaped(sequence_dtypes(name))}\n",
            f"**Sequence** of some of {links}\n",
            f"**Cycles** {_escaped(COSTS[name])}\n",
        ]
    alike: dict[str, list[Op]] = {}
    for op in s.ops:
        alike.setdefault(_dtypes(op) + "\n" + _cost(op), []).append(op)
    parts = []
    for text, ops in alike.items():
        named = [f"`{op.mnemonic}`, {pipe_of(op)}" for op in ops]
        if len(s.ops) > 1:
            named = [f"{name}: {_escaped(first_line(op))}" for name, op in zip(named, ops, strict=True)]
        parts.append("\n\n".join(f"**Instruction** {name}" for name in named) + f"\n\n{text}")
    return parts


def _dtypes(op: Op) -> str:
    names = dtypes_of(op)
    if not names:
        return ""
    return f"| chips | dtypes ({names}) |\n|---|---|\n" + "".join(f"| {chips} | {row} |\n" for chips, row in dtype_rows(op))


def _cost(op: Op) -> str:
    formula = cost_formula(op)
    if not formula:
        return ""
    return (
        f"**Cycles** {_escaped(formula)}\n" + ("\n" if figures(op) else "") + "".join(f"* {_figure(f)}\n" for f in figures(op))
    )


def _figure(figure: Figure) -> str:
    """``head`` 24: ASC-VEC [V] (Ascend910B1..B4), assumed: as Ascend910B1 (others)."""
    values: dict[tuple[str, str], list[str]] = {}
    for chip, value in figure.values.items():
        values.setdefault((value, figure.sources[chip]), []).append(chip)
    shown = []
    for (value, source), chips in values.items():
        where = "" if len(values) == 1 else f" on {listed_chips(chips)}"
        shown.append(f"{value}{where} ({_escaped(source)})")
    return f"`{figure.name}`: {'; '.join(shown)}"


def _instructions(page: str, ops: Sequence[Op]) -> str:
    """Instructions that no call is named after, in a table."""
    rows = "".join(
        f"| `{op.mnemonic}` | {_cell(first_line(op))} | {'; '.join(f'{chips}: {row}' for chips, row in dtype_rows(op))} "
        f"| {_cell(cost_formula(op))} |\n"
        for op in ops
    )
    text = (
        "## Further instructions\n\nNo call is named after these.\n\n| instruction | | dtypes | cycles |\n|---|---|---|---|\n"
    )
    shown = example((), (f"{page}_instructions",))
    return text + rows + (f"\n```python\n{shown}```\n" if shown is not None else "")


def without_example() -> list[str]:
    """Sections that show no program."""
    return [s.title for s in sections() if s.calls and s.ops and s.calls[0] not in SHARED and example(s.ops, s.calls) is None]


__all__: list[Any] = ["Section", "pages", "public_calls", "sections", "without_example"]
