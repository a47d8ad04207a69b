"""The first run of one kernel in a fresh process, timed: what compiling costs. Prints JSON.

python bench/first.py INDEX    INDEX into bench.work.WORKS; the caches are where TIK_CACHE_DIR and NUMBA_CACHE_DIR say
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"
sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]
import numpy  # noqa: E402, F401 - not part of what is timed


def main() -> None:
    """Time the import, the first values + cycles, and the first hazards on top of that."""
    times = {}

    def lap(name: str) -> None:
        nonlocal clock
        now = time.perf_counter()
        times[name], clock = now - clock, now

    clock = time.perf_counter()
    from bench.work import WORKS

    work = WORKS[int(sys.argv[1])]
    inputs, output = work.arrays()
    lap("import")
    assert work.kernel.run(*inputs, output, record=False).cycles > 0
    lap("values and cycles")
    assert not work.kernel.run(*inputs, output, record=True).errors
    lap("sanitizer")
    print(json.dumps(times))


main()
