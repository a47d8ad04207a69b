"""Docstrings of calls: of what an instruction's definition says, when somebody asks."""

import inspect
import pydoc
import re
import subprocess
import sys
from types import MethodType

import pytest

from tik.chips import chip_names, listed_chips
from tik.chips.loader import load_chip
from tik.dsl import Builder, meanings
from tik.dsl.describe import (
    cost_formula,
    described,
    dtype_rows,
    figures,
    grouped,
    is_sequence,
    made_by,
    operand,
    operands,
    outlined,
)
from tik.dsl.method import Method
from tik.dsl.parameters import Parameters
from tik.isa import INSTRUCTIONS, instructions
from tik.isa.instruction import Instruction
from tik.isa.reduce import VcAdd
from tik.isa.vector import VExp

CALLS = [name for name, thing in vars(Builder).items() if isinstance(thing, Method)]


@pytest.mark.parametrize("op", instructions(), ids=lambda op: op.mnemonic)
def test_every_instruction_has_facts(op: type[Instruction]) -> None:
    assert all(operand(f) for f in op.fields if f.name not in ("a", "b"))
    assert dtype_rows(op) and (op.cost is None or cost_formula(op))
    for figure in figures(op):
        assert figure.values and figure.values.keys() == figure.sources.keys() and all(figure.sources.values())


@pytest.mark.parametrize("name", [name for name in CALLS if made_by(name)])
def test_every_call_that_makes_instructions_describes_them(name: str) -> None:
    doc = inspect.getdoc(getattr(Builder, name))
    assert doc is not None and "Cycles: " in doc
    ops = made_by(name)
    assert all(op.mnemonic in doc for op in ops)
    assert "Dtypes (" in doc or not any(list(op.mems()) for op in ops)


@pytest.mark.parametrize("name", CALLS)
def test_every_call_is_described(name: str) -> None:
    method = getattr(Builder("Ascend910B1"), name)
    assert type(method) is MethodType and method.__name__ == name
    assert inspect.getdoc(method) and "self" not in inspect.signature(method).parameters
    assert f"{name}(" in pydoc.plain(pydoc.render_doc(method))


def test_what_help_shows() -> None:
    assert (
        pydoc.plain(pydoc.render_doc(Builder("Ascend910B1").vec_exp)).splitlines()[2:]
        == """\
vec_exp(mask, dst, src, repeat_times, dst_rep_stride, src_rep_stride) method of tik.dsl.builder.Builder instance
    dst = e ** src, within 1 ulp.
    
    vec_exp(mask, dst, src, repeat_times, dst_rep_stride, src_rep_stride)
    
    Instruction vexp, pipe V.
      mask: active lanes of each repeat: a count, or [high, low] bit words
      dst: tensor in UB, written, on a boundary of 32 bytes
      src: tensor in UB, read, on a boundary of 32 bytes
      repeat_times: how many repeats of 256 bytes, 1..255 (0 at run time: nothing happens)
      dst_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
      src_rep_stride: blocks (32 B) between the starts of two repeats, 0..255
    Dtypes (dst, src):
      Ascend310: f16
      Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4: f16, f32
    Cycles: head + repeats * slope, with a counter as mask counter_mask_extra more; without bank conflicts
      head: 31 (assumed) on Ascend310, Ascend310P3, Ascend910A, Ascend910B; 31 on Ascend910B1..B4
      slope: f16 4, f32 2 (assumed) on Ascend310, Ascend310P3, Ascend910A, Ascend910B; f16 4, f32 2 on Ascend910B1..B4
      counter_mask_extra: 16 (assumed) on Ascend310, Ascend310P3, Ascend910A, Ascend910B; 16 on Ascend910B1..B4
""".splitlines()
    )


def test_instructions_of_a_call() -> None:
    assert [op.mnemonic for op in made_by("vec_add")] == ["vadd"]
    assert {op.mnemonic for op in made_by("data_move_pad")} == {"movpad_gm_ub", "movpad_ub_gm"}
    assert made_by("for_range") == ()


def test_calls_of_several_instructions_name_each() -> None:
    doc = inspect.getdoc(Builder.load2dv1)
    assert doc is not None
    for part in (
        "Instruction load2d_l1_l0a, pipe MTE1: L1 -> L0A, fractal by fractal.",
        "  dst: tensor in L0A, written, on a boundary of 512 bytes; or L0B, written,",
        "load2d_gm_l1, load2d_gm_l0a, load2d_gm_l0b:\n  Dtypes (every operand):",
        "    l1_l0a: 512 on Ascend310, Ascend310P3, Ascend910A, Ascend910B; 256 on Ascend910B1..B4",
    ):
        assert part in doc


def test_formulas() -> None:
    assert cost_formula(VcAdd) == "head + repeat_times * slope"  # the expression, where the definition has no words
    assert cost_formula(INSTRUCTIONS["mov_l1_ub"]) == "l1_ub_head + nburst * burst * 32 / l1_ub"
    assert cost_formula(INSTRUCTIONS["mov_gm_ub"]).startswith("The largest of dma_issue, bursts * dma_burst")
    assert cost_formula(INSTRUCTIONS["sadd"]) == "1"


@pytest.mark.parametrize("op", instructions(), ids=lambda op: op.mnemonic)
def test_costs_are_words_or_arithmetic(op: type[Instruction]) -> None:
    """No function of the source, condition or assignment; what is named is a figure or an operand."""
    assert not re.search(r"\w\(| if |//|[\w\]] = |\[", cost_formula(op))


NOTES = re.compile(r"hardware\.md|tik_api|DESIGN|\(decisions? \d|ASC-")


@pytest.mark.parametrize("name", CALLS)
def test_help_has_a_row_for_every_parameter_and_no_notes_for_authors(name: str) -> None:
    method = vars(Builder)[name]
    doc = inspect.getdoc(method)
    assert doc is not None and not NOTES.search(doc)
    rows = operands(name, method.names)
    assert tuple(rows) == method.names == tuple(names_of(inspect.signature(getattr(Builder("Ascend910B1"), name))))
    assert all(f"  {parameter}: {what}" in doc for parameter, what in rows.items())


def names_of(signature: inspect.Signature) -> list[str]:
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return [stars.get(p.kind, "") + p.name for p in signature.parameters.values()]


def test_meanings_are_of_parameters_there_are() -> None:
    """What meanings.py says of a call's parameter that is gone, or of a call that is no sequence any more, is gone too."""
    for call, said in meanings.PARAMETERS.items():
        if call in CALLS:
            assert set(said) <= set(vars(Builder)[call].names), call
    sequences = {name for name in CALLS if is_sequence(name)}
    assert set(meanings.COSTS) == set(meanings.DTYPES) == sequences
    old = listed_chips(tuple(name for name in chip_names() if load_chip(name).generation == "v100"))
    assert old in operands("vadd", ["stride_unit"])["stride_unit"]


def test_ranges_are_those_of_the_checks() -> None:
    assert operands("vadd", ["repeat_times"])["repeat_times"].endswith("1..255 (0 at run time: nothing happens)")
    assert "1..65535 (0 at run time: nothing happens)" in operands("data_move", ["burst"])["burst"]
    assert operands("cross_core_set", ["flag_id"]) == {"flag_id": "number of the counter, 0..10"}


def test_figures_and_their_sources() -> None:
    head, slope, _ = figures(VExp)
    assert (head.name, head.values["Ascend910B1"], slope.values["Ascend910B1"]) == ("head", "31", "f16 4, f32 2")
    assert slope.sources["Ascend910B1"] == load_chip("Ascend910B1").source("cost.slope.vexp")


def test_chips_with_equal_values_stand_together() -> None:
    assert grouped({"Ascend910A": "x", "Ascend910B1": "y", "Ascend910B2": "y"}) == [
        ("Ascend910A", "x"),
        ("Ascend910B1..B2", "y"),
    ]
    assert grouped({"Ascend910A": "x", "Ascend910B1": "x"}) == [("every chip", "x")]


def test_outline_leaves_out_cycles() -> None:
    parameters = Parameters("vec_exp", "mask dst src repeat_times dst_rep_stride src_rep_stride")
    whole, outline = (make("vec_exp", parameters, "text") for make in (described, outlined))
    assert set(outline.splitlines()) < set(whole.splitlines())
    assert "Cycles: " in whole and "Cycles" not in outline and "vec_exp(mask" not in outline


def test_importing_describes_nothing() -> None:
    """No chip file is read before somebody asks."""
    code = "import tik.dsl.builder, tik.chips.loader as l; print(l.load_chip.cache_info().currsize)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "0"
