"""A timeline as Chrome trace JSON (Perfetto, chrome://tracing): cores are processes, pipes threads, flags arrows."""

from __future__ import annotations

from typing import Any

import numpy as np

from tik.chips.loader import Chip
from tik.npu.timing import layout as at
from tik.npu.timing.timeline import BY_CODE, Timeline
from tik.npu.trace import BYTES, SYNC, Trace
from tik.stream.model import Instr, Mem

__all__ = ["MAX_EVENTS", "chrome_trace"]

MAX_EVENTS = 300_000
HEADS = 2 + 2 * len(BY_CODE)  # events that name a process
WAIT = SYNC["wait"]


def chrome_trace(timeline: Timeline, trace: Trace, chip: Chip, max_events: int = MAX_EVENTS) -> dict[str, Any]:
    """The trace as a dict for ``json.dump``; times in microseconds of the chip's clock, from the start of the kernel.

    A slice is the time an instruction occupies its pipe; that of a wait_flag begins when the pipe gets to it. Cores that ran
    one after another on one physical core share its process. With more than ``max_events`` the later cores are left out, of
    the first one the later rows; ``metadata["left_out"]`` says what.
    """
    per_us = chip.clock_mhz * at.TICK
    events: list[dict[str, Any]] = []
    left_out = ""
    named: set[int] = set()
    texts: dict[tuple[int, int], dict[str, str]] = {}
    places = process_numbers(timeline, trace)
    for c, core in enumerate(trace.cores):
        first, last = int(timeline.first[c]), int(timeline.first[c + 1])
        room = max_events - len(events) - HEADS
        if events and 2 * (last - first) > room:  # a slice and half an arrow a row
            left_out = f"{c} of {len(trace.cores)} cores are shown: more than {max_events} events"
            break
        shown = core.ids[: max(0, room // 2)]
        if len(shown) < len(core.ids):
            left_out = f"{len(shown)} of {len(core.ids)} instructions of core 0 are shown: more than {max_events} events"
        pid = places[c]
        if pid not in named:
            named.add(pid)
            events += heads(pid, trace.stream.sections[core.section].kind)
        free = [int(timeline.core_start[c])] * len(BY_CODE)
        statics = trace.statics[core.section]
        bytes_moved = core.costs[:, BYTES].tolist()
        times = np.stack([timeline.issue, timeline.start, timeline.end, timeline.complete], 1)[first:last].tolist()
        partners = timeline.partner[first:last].tolist()
        for row, (static, (issued, start, end, complete)) in enumerate(zip(shown.tolist(), times, strict=False)):
            if end < 0:
                continue  # never ran
            pipe, code = int(statics.pipe[static]), int(statics.sync[static])
            key = core.section, static
            if key not in texts:
                texts[key] = described(statics.instrs[static])
            begin = min(start, max(issued, free[pipe])) if code == WAIT else start
            free[pipe] = end
            args: dict[str, Any] = {**texts[key], "row": row, "block": core.block, "issued": issued / per_us}
            if bytes_moved[row]:
                args["bytes"] = int(bytes_moved[row])
            if complete != end:
                args["complete"] = complete / per_us
            name = args.pop("name")
            events.append({
                "name": name, "ph": "X", "pid": pid, "tid": pipe, "ts": begin / per_us, "dur": (end - begin) / per_us,
                "cat": "sync" if code else "instruction", "args": args,
            })  # fmt: skip
            if code in (SYNC["set"], WAIT) and partners[row] >= 0:
                setter = code == SYNC["set"]
                arrow = {"name": "flag", "cat": "flag", "pid": pid, "tid": pipe, "ts": (start if setter else end) / per_us}
                number = first + row if setter else partners[row]
                events.append({**arrow, "ph": "s", "id": number} if setter else {**arrow, "ph": "f", "bp": "e", "id": number})
    return {
        "traceEvents": events,
        "displayTimeUnit": "ns",
        "metadata": {
            "kernel": trace.stream.name, "chip": chip.name, "clock_mhz": chip.clock_mhz, "cycles": timeline.cycles,
            **({"left_out": left_out} if left_out else {}),
        },
    }  # fmt: skip


def process_numbers(timeline: Timeline, trace: Trace) -> list[int]:
    """The physical core of each core: its block's slot, and its place among the block's cores."""
    seen: dict[int, int] = {}
    places = []
    for core in trace.cores:
        places.append(seen.get(core.block, 0))
        seen[core.block] = places[-1] + 1
    width = max(seen.values(), default=1)
    return [int(slot) * width + place for slot, place in zip(timeline.slot.tolist(), places, strict=True)]


def heads(pid: int, kind: str) -> list[dict[str, Any]]:
    """The events that name a process and its threads and keep them in order."""
    events: list[dict[str, Any]] = [
        {"name": "process_name", "ph": "M", "pid": pid, "args": {"name": f"{kind} core {pid}"}},
        {"name": "process_sort_index", "ph": "M", "pid": pid, "args": {"sort_index": pid}},
    ]
    for pipe in BY_CODE:
        events.append({"name": "thread_name", "ph": "M", "pid": pid, "tid": pipe.code, "args": {"name": pipe.value}})
        events.append({"name": "thread_sort_index", "ph": "M", "pid": pid, "tid": pipe.code, "args": {"sort_index": pipe.code}})
    return events


def described(instr: Instr) -> dict[str, str]:
    """Name, operands and source line of a static instruction."""
    found = {"name": instr.op.mnemonic, "operands": ", ".join(spelled(operand) for operand in instr.operands)}
    if instr.types:
        found["types"] = ", ".join(t.short for t in instr.types)
    if instr.position is not None:
        found["source"] = instr.position.short
    return found


def spelled(operand: Any) -> str:
    """An operand as stream text spells it."""
    if isinstance(operand, Mem):
        return f"{operand.name}[{operand.const}{f' + {operand.reg}' if operand.reg is not None else ''}]"
    return str(operand)
