"""Is a launch safe: races within a pipe, between pipes and between cores, flags, deadlock, undefined bytes, slack.

``sanitize`` reads the trace of one execution and knows nothing of how the stream was made. The rules are in the docstrings
of clocks.py (who is ordered before whom), crosscore.py, races.py (what counts as a race) and shadow.py (undefined bytes).
"""

from __future__ import annotations

import numpy as np

from tik.npu.sanitizer import report
from tik.npu.sanitizer.bounds import find_spills
from tik.npu.sanitizer.clocks import run_clocks
from tik.npu.sanitizer.hazard import ERROR, NOTE, Hazard, Site
from tik.npu.sanitizer.naming import Names
from tik.npu.sanitizer.races import find_races
from tik.npu.sanitizer.shadow import ShadowInputs, find_undefined
from tik.npu.sanitizer.tables import Tables, classify, tabulate
from tik.npu.trace import Trace

__all__ = ["ERROR", "NOTE", "Hazard", "ShadowInputs", "Site", "sanitize"]

_ORDER = (
    "TIK-SYNC04",
    "TIK-SYNC08",
    "TIK-SYNC06",
    "TIK-SYNC05",
    "TIK-SYNC01",
    "TIK-SYNC02",
    "TIK-SYNC03",
    "TIK-UNINIT01",
    "TIK-BOUNDS02",
)


def sanitize(trace: Trace, shadow: ShadowInputs | None = None) -> list[Hazard]:
    """The hazards of a launch whose regions were recorded: errors first, the cause before what follows from it.

    Without ``shadow`` undefined bytes are not followed. At most 50 races are told apart.
    """
    if not trace.cores:
        return []
    tables = tabulate(trace)
    like, gm = classify(tables.cores, not tables.crossing and not (tables.slot >= 0).any(), tables.silent)
    clocks = run_clocks(trace, tables, like)
    found = find_races(trace, tables, like, gm, clocks)
    logical = np.array([size for size, _ in trace.spaces], np.int64)
    spills = find_spills(gm, logical)
    undefined = find_undefined(trace, tables, shadow) if shadow is not None else None
    if not (len(clocks.findings) or len(found) or len(spills) or (undefined and (len(undefined.uses) or undefined.unwritten))):
        return []
    names = Names(trace)
    hazards = [*report.synchronisation(names, tables, clocks.findings), *report.races(names, found)]
    hazards += report.spills(names, spills)
    if undefined is not None:
        hazards += report.undefined(names, undefined.uses)
        hazards += report.unwritten(names, undefined.unwritten)
    return sorted(hazards, key=_key)


def _key(hazard: Hazard) -> tuple[object, ...]:
    first = hazard.sites[0] if hazard.sites else None
    rows = tuple((site.core, site.row) for site in hazard.sites)
    return (hazard.severity != ERROR, _ORDER.index(hazard.code), first is None, rows, hazard.message)
