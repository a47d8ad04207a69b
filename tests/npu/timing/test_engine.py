"""More than one core: waves of blocks, cross-core flags, the barrier of all cores."""

import numpy as np
import pytest

from tests.npu.timing.traces import CHIP, Core, cycles, trace
from tik.npu.timing import simulate
from tik.types.errors import TikError
from tik.types.pipes import Pipe


def busy(count: float, kind: str = "vector", block: int = 0, subblock: int = 0) -> Core:
    core = Core(kind, block, subblock)
    core.op("V" if kind == "vector" else "M", count)
    return core


def test_blocks_beyond_the_cores_go_in_waves() -> None:
    # 48 vector cores; block i takes 5 + 100 + i cycles: blocks 48 and 49 follow blocks 0 and 1 on their cores
    timeline = simulate(trace(*(busy(100 + i, block=i) for i in range(50))), CHIP)
    assert cycles(timeline.core_start) == [0] * 48 + [105, 106]
    assert timeline.slot.tolist() == [*range(48), 0, 1]
    assert timeline.cycles == 106 + 5 + 149
    assert timeline.pipe(Pipe.V, 48).total == 5 + 148


def test_a_cube_kernel_has_24_cores() -> None:
    timeline = simulate(trace(*busy(95, "cube").copies(25)), CHIP)
    assert timeline.cycles == 200


def test_a_mixed_block_is_one_cube_and_two_vector_cores() -> None:
    cores = [busy(95, "cube", block) for block in range(25)]
    cores += [busy(195, "vector", block, sub) for block in range(25) for sub in range(2)]
    timeline = simulate(trace(*cores), CHIP)
    assert timeline.core_start[24] == timeline.core_start[73] == timeline.core_end[25]  # block 24 starts as a whole
    assert timeline.cycles == 400


def test_unified_kernels_do_not_run_on_a_split_chip() -> None:
    with pytest.raises(TikError, match="no unified cores"):
        simulate(trace(busy(1, "unified")), CHIP)


def test_cube_to_vector_flag_reaches_both_vector_cores() -> None:
    cube, one = Core("cube"), Core("vector", subblock=0)
    cube.op("M", 10, drain=53)  # 5 .. 15, complete 68
    cube.cross_set(2, "M", 3)  # fires at 68, arrives at 568
    one.cross_wait(3)
    one.op("V", 10)
    two = Core("vector", subblock=1, **{k: getattr(one, k) for k in ("instrs", "sync", "aux", "costs", "rows")})
    timeline = simulate(trace(cube, one, two), CHIP)
    # S waits until 568, 1 for the wait itself, 5 to issue
    assert cycles(timeline.start) == [5, 15, 568, 574, 568, 574]
    assert timeline.pipe(Pipe.S, 1).stalls["other cores"] == 568


def test_both_vector_cores_must_set_before_the_cube_goes_on() -> None:
    cube, early, late = Core("cube"), Core("vector", subblock=0), Core("vector", subblock=1)
    cube.cross_wait(1)
    cube.op("M", 1)
    early.op("V", 10)
    early.cross_set(2, "V", 1)
    late.op("V", 1000)  # 5 .. 1005
    late.cross_set(2, "V", 1)  # 1005 .. 1006, arrives 1506
    timeline = simulate(trace(cube, early, late), CHIP)
    assert cycles(timeline.start)[:2] == [1506, 1512]


def test_cross_flags_of_all_cores_of_a_kind_and_of_one_block() -> None:
    def core(mode: int, block: int, sub: int, work: float) -> Core:
        one = Core("vector", block, sub)
        one.op("V", work)
        one.cross_set(mode, "V", 0)
        one.cross_wait(0)
        one.op("V", 1)
        return one

    works = [100, 200, 300, 400]
    everyone = simulate(trace(*(core(0, i // 2, i % 2, w) for i, w in enumerate(works))), CHIP)
    assert set(cycles(everyone.start[2::4])) == {405 + 1 + 500}
    pairs = simulate(trace(*(core(1, i // 2, i % 2, w) for i, w in enumerate(works))), CHIP)
    assert cycles(pairs.start[2::4]) == [706, 706, 906, 906]


def test_counters_hold_sets_that_come_early() -> None:
    cube, vector = Core("cube"), Core("vector")
    for _ in range(3):
        cube.cross_set(2, "M", 0)
    vector.op("S", 2000)
    for _ in range(3):
        vector.cross_wait(0)
    assert cycles(simulate(trace(cube, vector), CHIP).start)[3:] == [0, 2000, 2001, 2002]


def test_the_barrier_of_all_cores_waits_for_the_last() -> None:
    cores = []
    for block in range(3):
        core = Core(block=block)
        core.op("S", 100 * (block + 1))
        core.block_barrier()  # all at 300, 500 to pass
        core.op("S", 10)
        core.block_barrier()
        cores.append(core)
    timeline = simulate(trace(*cores), CHIP)
    assert np.unique(timeline.start[1::4]).tolist() == [300 << 20]
    assert timeline.cycles == 300 + 500 + 10 + 500
