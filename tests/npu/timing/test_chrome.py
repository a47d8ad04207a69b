"""The Chrome trace: processes, threads, slices, arrows, limits."""

import json
from itertools import pairwise
from typing import Any

import pytest

from tests.npu.timing.traces import CHIP, Core, trace
from tik.npu.timing import simulate
from tik.npu.timing.chrome import chrome_trace


def kernel() -> Core:
    core = Core()
    core.read(6700, cap=67, drain=500)
    core.set("MTE2", "V")
    core.wait("MTE2", "V")
    core.op("V", 88)
    return core


def of(data: dict[str, Any], phase: str) -> list[dict[str, Any]]:
    return [event for event in data["traceEvents"] if event["ph"] == phase]


def test_slices_and_arrows() -> None:
    launch = trace(kernel())
    data = json.loads(json.dumps(chrome_trace(simulate(launch, CHIP), launch, CHIP)))
    load, setter, wait, add = of(data, "X")
    us = 1 / 1850
    assert (load["name"], load["tid"]) == ("mov_gm_ub", 4)
    assert (load["ts"], load["dur"]) == pytest.approx((5 * us, 100 * us), rel=1e-6)
    assert load["args"]["bytes"] == 6700
    assert load["args"]["source"] == "kernel.py:1"
    assert load["args"]["complete"] == pytest.approx(605 * us, rel=1e-6)
    assert wait["name"] == "wait_flag" and wait["args"]["operands"] == "MTE2, V, 0"
    assert (wait["ts"], wait["ts"] + wait["dur"]) == pytest.approx((15 * us, 621 * us), rel=1e-6)  # from when V stands there
    assert (add["ts"], add["dur"]) == pytest.approx((621 * us, 88 * us), rel=1e-6)
    (begin,), (end,) = of(data, "s"), of(data, "f")
    assert begin["id"] == end["id"] and begin["tid"] == 4 and end["tid"] == 1
    assert setter["ts"] <= begin["ts"] <= setter["ts"] + setter["dur"]
    assert end["ts"] == pytest.approx(wait["ts"] + wait["dur"])
    assert data["metadata"].pop("cycles") == pytest.approx(621 + 88)
    assert data["metadata"] == {"kernel": "kernel", "chip": "Ascend910B1", "clock_mhz": 1850}


def test_cores_are_processes_and_pipes_threads() -> None:
    launch = trace(*kernel().copies(50))
    data = chrome_trace(simulate(launch, CHIP), launch, CHIP)
    names = {e["pid"]: e["args"]["name"] for e in of(data, "M") if e["name"] == "process_name"}
    assert names == {pid: f"vector core {pid}" for pid in range(48)}  # two blocks come second on cores 0 and 1
    threads = {e["args"]["name"] for e in of(data, "M") if e["name"] == "thread_name"}
    assert threads == {"S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX"}
    assert len({e["id"] for e in of(data, "s")}) == 50
    for pid in range(48):
        for tid in (1, 4):
            slices = sorted((e["ts"], e["ts"] + e["dur"]) for e in of(data, "X") if (e["pid"], e["tid"]) == (pid, tid))
            assert all(one[1] <= two[0] + 1e-9 for one, two in pairwise(slices))


def test_mixed_blocks_have_a_process_a_core() -> None:
    cube, vector, other = Core("cube"), Core(), Core(subblock=1)
    for core, pipe in ((cube, "M"), (vector, "V"), (other, "V")):
        core.op(pipe, 1)
    launch = trace(cube, vector, other)
    data = chrome_trace(simulate(launch, CHIP), launch, CHIP)
    names = [e["args"]["name"] for e in of(data, "M") if e["name"] == "process_name"]
    assert names == ["cube core 0", "vector core 1", "vector core 2"]


def test_big_traces_are_cut_and_say_so() -> None:
    launch = trace(*kernel().copies(48))
    timeline = simulate(launch, CHIP)
    few = chrome_trace(timeline, launch, CHIP, max_events=100)
    assert few["metadata"]["left_out"] == "4 of 48 cores are shown: more than 100 events"
    assert len(few["traceEvents"]) <= 100
    core = Core()
    for _ in range(100):
        core.op("V", 1)
    launch = trace(core)
    one = chrome_trace(simulate(launch, CHIP), launch, CHIP, max_events=60)
    assert one["metadata"]["left_out"] == "22 of 100 instructions of core 0 are shown: more than 60 events"


def test_what_never_ran_is_not_drawn() -> None:
    core = Core()
    core.op("V", 5)
    core.wait("MTE2", "V")
    launch = trace(core)
    data = chrome_trace(simulate(launch, CHIP), launch, CHIP)
    assert [e["name"] for e in of(data, "X")] == ["vadd"]
    assert of(data, "s") == of(data, "f") == []
