"""A stream without one of its waits."""

import pytest

from tik.chips import load_chip
from tik.cli.execute import Request, execute
from tik.cli.sabotage import run_on_ones, without_wait
from tik.cli.target import resolve
from tik.npu.trace import Trace
from tik.stream import Instr, Stream, walk
from tik.types.dtypes import f32


def softmax(rows: int) -> Trace:
    (report,) = execute(resolve("opsnn.softmax"), Request(load_chip("Ascend910B1"), ((rows, 100),), (f32,))).reports
    return report.trace


def waits(stream: Stream) -> list[Instr]:
    return [
        node
        for section in stream.sections
        for node in walk(section.body)
        if isinstance(node, Instr) and node.op.mnemonic == "wait_flag"
    ]


@pytest.mark.parametrize("rows", [64, 1797])  # a core's rows fit one tile, or the double-buffered loop runs
def test_the_first_wait_that_runs_is_gone_and_found_out(rows: int) -> None:
    trace = softmax(rows)
    worse, gone = without_wait(trace, "MTE2", "V")
    assert gone.operands[:2] == ("MTE2", "V")
    assert len(waits(worse)) == len(waits(trace.stream)) - 1
    assert not run_on_ones(trace.stream).errors
    races = [hazard for hazard in run_on_ones(worse).errors if hazard.code == "TIK-SYNC01"]
    assert any(len({site.location.line for site in race.sites if site.location}) == 2 for race in races)


def test_no_such_wait() -> None:
    with pytest.raises(ValueError, match="has no wait_flag from FIX to M"):
        without_wait(softmax(8), "FIX", "M")
