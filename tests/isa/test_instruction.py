"""Completeness: every registered instruction has every handler it must have, and every name a handler asks for can be bound."""

import inspect
import re
from pathlib import Path

import pytest

from tik.chips.loader import chip_names, load_chip
from tik.isa import INSTRUCTIONS, instructions
from tik.isa.compare import RELATIONS
from tik.isa.fields import Choice, Int, MaskField, Mem, Out, Value
from tik.isa.instruction import Instruction
from tik.npu.figures import arguments
from tik.npu.native.wrappers import _execution_text
from tik.types.dtypes import DType
from tik.types.pipes import Pipe
from tik.types.scopes import LOCAL_SCOPES

EVERY = sorted(INSTRUCTIONS)
CHIPS = [load_chip(name) for name in chip_names()]


def all_combos(op: type[Instruction]) -> list[tuple[DType, ...]]:
    return list(dict.fromkeys(c for chip in CHIPS for c in op.supported(chip)))


@pytest.mark.parametrize("mnemonic", EVERY)
def test_definition_is_complete(mnemonic: str) -> None:
    op = INSTRUCTIONS[mnemonic]
    assert (
        inspect.getdoc(op) not in (None, inspect.getdoc(Instruction))
        and inspect.getdoc(op).splitlines()[0].rstrip(":;").strip()
    )
    assert op.mnemonic == mnemonic and re.fullmatch(r"[a-z][a-z0-9_]*", mnemonic)
    assert op.family and inspect.getmodule(op).__name__ in {
        f"tik.isa.{room}"
        for room in (
            "vector",
            "move",
            "compare",
            "reduce",
            "convert",
            "fill",
            "cube",
            "scalar",
            "sync",
            "fused",
            "highprecision",
            "nms",
            "proposals",
            "sort",
            "transpose",
            "gather",
            "compaction",
            "interpolate",
            "col2img",
            "fractal",
            "load3d",
            "fixpipe",
        )
    }
    assert isinstance(op.pipe, Pipe) or isinstance(op.fields[op.field_index[op.pipe]], Choice)
    assert op.cost is not None
    mems = [f for _, f in op.mems()]
    assert (op.run is not None) != (op.sync is not None) or op.shows
    assert (op.regions is not None) == bool(mems)
    if any(f.writes for f in mems) and mnemonic != "sstore":  # what sstore writes is defined
        assert op.shadow is not None
    if op.lane is not None and op.shadow is not None and "lane" in inspect.signature(op.shadow).parameters:
        assert op.shadow_lane is not None
    assert any(op.supported(chip) for chip in CHIPS), "no chip has it"


@pytest.mark.parametrize("mnemonic", EVERY)
def test_fields_are_well_formed(mnemonic: str) -> None:
    """Slots without gaps, defaults inside ranges, Mem fields with scopes and a type, at most one Out and one mask."""
    op = INSTRUCTIONS[mnemonic]
    assert sorted(op.slot_of.values()) == list(range(op.slots)) and sum(f.slots for f in op.fields) == op.slots
    assert len({f.name for f in op.fields}) == len(op.fields)
    for f in op.fields:
        if isinstance(f, Int):
            assert f.low <= f.high and (f.default is None or f.low <= f.default <= f.high)
        elif isinstance(f, Choice):
            assert len(set(f.options)) == len(f.options) and (f.default is None or f.default in f.options)
        elif isinstance(f, Mem):
            assert f.scopes and f.access in ("r", "w", "rw") and f.align >= 1
        if isinstance(f, Mem | Value | Out):
            assert all(f.type < len(c) for c in all_combos(op))
    assert sum(isinstance(f, Out) for f in op.fields) <= 1 and sum(isinstance(f, MaskField) for f in op.fields) <= 1
    keys = [f.key for f in op.fields if isinstance(f, Int)]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("mnemonic", EVERY)
def test_every_name_a_handler_asks_for_can_be_bound(mnemonic: str) -> None:
    """run and shadow for every dtype combination (the text of the routine is made, not compiled); regions and cost on every
    chip that has it, whose figures must then be there."""
    op = INSTRUCTIONS[mnemonic]
    for types in all_combos(op):
        for handler, shadow in (("run", False), ("shadow", True)):
            if getattr(op, handler) is not None:
                text, _ = _execution_text(op, types, getattr(op, handler), shadow)
                compile(text, mnemonic, "exec")
    for chip in CHIPS:
        for types in op.supported(chip)[:4]:
            row = {slot: 1 for slot in range(op.slots)}
            for handler in (op.regions, op.cost):
                if handler is not None:
                    bound = arguments(handler, chip, op, types, row)
                    assert set(inspect.signature(handler).parameters) - {"out"} == set(bound)
            cost = op.cost(**arguments(op.cost, chip, op, types, row))  # type: ignore[misc]
            assert len(cost) == 6 and all(0 <= figure < float("inf") for figure in cost), (chip.name, cost)


@pytest.mark.parametrize("mnemonic", EVERY)
def test_regions_name_the_fields_they_are_of(mnemonic: str) -> None:
    """Field index, direction and space of each region are those of a Mem field."""
    import numpy as np

    from tik.isa.regions import COLUMNS, LIMIT

    op = INSTRUCTIONS[mnemonic]
    if op.regions is None:
        return
    chip, types = next((c, op.supported(c)[0]) for c in CHIPS if op.supported(c))
    row = {slot: 1 for slot in range(op.slots)}
    for name in ("left_top_w", "left_top_h", "fetch_filter_w", "fetch_filter_h"):  # inside the image of one pixel
        row[op.slot_of.get(name, op.slots)] = 0
    for k, f in op.mems():
        row[op.slot_of[f.name + "_space"]], row[op.slot_of[f.name]] = 100 + k, 4096 * k
    out = np.zeros((LIMIT, COLUMNS), np.int64)
    found = op.regions(out, **arguments(op.regions, chip, op, types, row))
    seen = set()
    for field, write, space, start, *_ in out[:found].tolist():
        f = op.fields[field]
        assert isinstance(f, Mem) and (f.writes if write else f.reads) and write in (0, 1, 2)
        assert space == 100 + field and start >= 4096 * field
        seen.add((field, min(write, 1)))
    wanted = {(k, w) for k, f in op.mems() for w, has in ((0, f.reads), (1, f.writes)) if has}
    assert seen == wanted


def test_calls_of_two_instructions_differ_only_where_a_path_decides() -> None:
    """A TIK call belongs to one instruction, except moves and loads, whose operand scopes choose."""
    owners: dict[str, set[str]] = {}
    for op in instructions():
        for call in op.calls:
            owners.setdefault(call.name, set()).add(op.mnemonic)
    for name, several in owners.items():
        if len(several) > 1:
            signatures = [tuple(tuple(f.scopes) for _, f in INSTRUCTIONS[m].mems()) for m in several]
            assert len(set(signatures)) == len(signatures), (name, several)


def test_registering_twice_is_refused() -> None:
    from tik.isa.instruction import instruction

    with pytest.raises(AssertionError, match="vadd is defined twice"):
        instruction(INSTRUCTIONS["vadd"])
    with pytest.raises(AssertionError, match="not instantiated"):
        INSTRUCTIONS["vadd"]()


def test_every_scope_is_reachable() -> None:
    """Each local memory (but the fixpipe parameters, which come later) is written and read by some instruction."""
    for scope in LOCAL_SCOPES:
        if scope.value == "FB":
            continue
        fields = [f for op in instructions() if not op.shows for _, f in op.mems() if scope in f.scopes]
        assert any(f.writes for f in fields) and any(f.reads for f in fields), scope


ELSEWHERE = {  # what has no values of its own to compare: ordering (tests/npu), printing (tests/dsl/test_printing.py)
    *(op.mnemonic for op in instructions() if op.sync is not None or op.shows),
    *(f"{form}_{relation}" for form in ("vcmp", "vcmpv", "vcmpvs") for relation in RELATIONS),  # built in test_compare's CASES
}


def test_every_instruction_is_compared_with_its_meaning() -> None:
    """Each mnemonic stands in a test file of this room beside this one, which compares it with plain numpy."""
    text = "".join(p.read_text(encoding="utf-8") for p in Path(__file__).parent.glob("test_*.py") if p != Path(__file__))
    named = set(re.findall(r"[a-z]\w+", text))
    assert sorted(set(EVERY) - named - ELSEWHERE) == []
