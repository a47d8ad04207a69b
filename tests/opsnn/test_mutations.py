"""Every set, wait and barrier of the compiled softmax and matmul streams earns its place: taking it out is reported by the
sanitizer, or the order of conflicting accesses is the same without it (computed here from the rules alone)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tik
from opsnn.activation.softmax import softmax_kernel
from opsnn.matmul.matmul import matmul_bias_kernel
from tik.authoring.compiled import Compiled
from tik.chips import load_chip
from tik.npu.trace import CoreTrace, Trace
from tik.runtime import Report
from tik.stream.model import Exit, If, Instr, Loop, Node, Stream
from tik.types.pipes import Pipe

CHIPS = ("Ascend910B1", "Ascend910A", "Ascend310P3")


def streams(chip: str, small: bool) -> Iterator[tuple[Stream, dict[str, Any]]]:
    rng = np.random.default_rng(0)
    rows = 150 if small else 4500  # large: several tiles on every core, so that the double-buffered loop runs
    x = rng.normal(size=(rows, 100)).astype(np.float32)
    yield softmax_kernel.stream(x, np.empty_like(x), chip=chip), {"x": x}
    a, b, bias = (rng.integers(-2, 3, s).astype(np.float16) for s in ((40, 600), (600, 48), (48,)))
    y = np.empty((40, 48), np.float16)
    yield matmul_bias_kernel.stream(a, b, bias, y, chip=chip), {"a": a, "b": b, "bias": bias}


def syncs(body: tuple[Node, ...]) -> int:
    """Sync instructions in a body."""
    return sum(
        syncs(n.body)
        if isinstance(n, Loop)
        else syncs(n.then) + syncs(n.orelse)
        if isinstance(n, If)
        else int(isinstance(n, Instr) and n.op.sync is not None)
        for n in body
    )


def without(body: tuple[Node, ...], number: int) -> tuple[Node, ...]:
    """The body without its sync instruction of that number."""
    out: list[Node] = []
    for node in body:
        if isinstance(node, Loop):
            inside = syncs(node.body)
            out.append(dataclasses.replace(node, body=without(node.body, number)) if 0 <= number < inside else node)
            number -= inside
        elif isinstance(node, If):
            first, second = syncs(node.then), syncs(node.orelse)
            if 0 <= number < first:
                node = dataclasses.replace(node, then=without(node.then, number))
            elif first <= number < first + second:
                node = dataclasses.replace(node, orelse=without(node.orelse, number - first))
            out.append(node)
            number -= first + second
        elif isinstance(node, Exit) or node.op.sync is None:
            out.append(node)
        else:
            if number != 0:
                out.append(node)
            number -= 1
    return tuple(out)


def run(stream: Stream, arrays: dict[str, Any]) -> Report:
    return Compiled(stream, load_chip(stream.chip)).run(arrays)


def ordered_conflicts(trace: Trace, core: CoreTrace) -> set[tuple[Any, ...]]:
    """Pairs of conflicting accesses (as labels that do not count sync rows), with whether the first is complete before the
    second starts. Decisions 1 and 2: a pipe overlaps its instructions; barriers, flags and nothing else order them."""
    statics = trace.statics[core.section]
    gate: dict[int, int] = {}  # pipe -> what is complete before its next instruction starts
    done: dict[int, int] = {}  # pipe -> all its rows so far, with what is before them
    flags: dict[tuple[int, int, int], list[int]] = {}
    before: list[int] = []
    labels: list[tuple[int, int]] = []
    seen: dict[int, int] = {}
    touched: list[tuple[dict[int, int], dict[int, int]]] = []
    for row, k in enumerate(core.ids.tolist()):
        instr = statics.instrs[k]
        pipe, sync = int(statics.pipe[k]), instr.op.sync
        known = gate.get(pipe, 0)
        if sync == "set":
            flags.setdefault(tuple(statics.aux[k].tolist()), []).append(known | done.get(pipe, 0))
        elif sync == "wait":
            known |= flags[tuple(statics.aux[k].tolist())].pop(0)
            gate[pipe] = known
        elif sync == "barrier":
            if instr.operands[0] == "ALL":
                known = 0
                for value in (*done.values(), *gate.values()):
                    known |= value
                gate = dict.fromkeys(range(7), known)
            else:
                known |= done.get(pipe, 0)
                gate[pipe] = known
        before.append(known)
        done[pipe] = done.get(pipe, 0) | known | (1 << row)
        name = id(instr)
        seen[name] = seen.get(name, 0) + 1
        labels.append((name, seen[name]))
        reads: dict[int, int] = {}
        writes: dict[int, int] = {}
        for _, write, space, start, n2, s2, n1, s1, inner in core.regions[
            core.region_start[row] : core.region_start[row + 1]
        ].tolist():
            target = writes if write else reads
            for i2 in range(n2):
                for i1 in range(n1):
                    target[space] = target.get(space, 0) | (((1 << inner) - 1) << (start + i2 * s2 + i1 * s1))
        touched.append((reads, writes))
    found: set[tuple[Any, ...]] = set()
    for j in range(len(before)):
        for i in range(j):
            if int(statics.pipe[core.ids[i]]) == int(statics.pipe[core.ids[j]]) in (Pipe.M.code, Pipe.S.code):
                continue
            (r1, w1), (r2, w2) = touched[i], touched[j]
            if any(w1.get(s, 0) & (r2.get(s, 0) | w2.get(s, 0)) for s in w1) or any(r1.get(s, 0) & w2.get(s, 0) for s in r1):
                found.add((labels[i], labels[j], bool(before[j] >> i & 1)))
    return found


def check(stream: Stream, arrays: dict[str, Any], stride: int) -> None:
    report = run(stream, arrays)
    assert report.ok
    assert report.timeline.deadlock is None
    body = stream.sections[0].body
    total = syncs(body)
    assert total > 10
    intact: list[set[tuple[Any, ...]]] = []
    reported = 0
    for number in range(0, total, stride):
        section = dataclasses.replace(stream.sections[0], body=without(body, number))
        mutant = run(dataclasses.replace(stream, sections=(section,)), arrays)
        if mutant.errors:
            reported += 1
            continue
        if not intact:
            intact = [ordered_conflicts(report.trace, c) for c in report.trace.cores[:2]]
        for core, right in zip(mutant.trace.cores[:2], intact, strict=True):
            assert ordered_conflicts(mutant.trace, core) == right, f"sync {number} of {stream.name} is missed"
    assert reported > 0


@pytest.mark.parametrize("chip", CHIPS)
def test_a_sample_of_sync_instructions(chip: str) -> None:
    for stream, arrays in streams(chip, small=True):
        check(stream, arrays, stride=max(1, syncs(stream.sections[0].body) // 12))


@pytest.mark.slow
@pytest.mark.parametrize("chip", CHIPS)
def test_every_sync_instruction(chip: str) -> None:
    for small in (True, False):
        for stream, arrays in streams(chip, small):
            check(stream, arrays, stride=1)


def test_a_stream_without_its_syncs_is_reported() -> None:
    x = np.ones((64, 64), np.float32)
    with tik.chip("Ascend910B1"):
        stream = softmax_kernel.stream(x, np.empty_like(x))
    body = stream.sections[0].body
    while syncs(body):
        body = without(body, 0)
    report = run(dataclasses.replace(stream, sections=(dataclasses.replace(stream.sections[0], body=body),)), {"x": x})
    assert {"TIK-SYNC01", "TIK-SYNC02"} <= {h.code for h in report.errors}
