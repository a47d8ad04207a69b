"""How the functions of this folder are compiled."""

from __future__ import annotations

import zlib
from pathlib import Path

from numba import njit

from tik.isa import costs
from tik.npu import trace

__all__ = ["CACHED", "SOURCES", "inline", "inner"]

# Only two functions (CACHED) may be called from Python; the others become part of them, alone they crash. No reference
# counts (nothing is allocated): 2.5 times faster. The hot ones are in line, because passing all arrays costs more than
# what they do: 2.5 times again.
OPTIONS = {"_nrt": False, "error_model": "numpy"}
CACHED = {**OPTIONS, "nogil": True}
inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)
inline = njit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)


def checksum() -> int:
    """Of all sources that go into the machine code."""
    here = sorted(Path(__file__).parent.glob("*.py"))
    value = 0
    for path in (*here, Path(trace.__file__), Path(costs.__file__)):
        value = zlib.crc32(path.read_bytes(), value)
    return value


# numba looks only at the file of the cached function. It hashes what the function closes over, too: this.
SOURCES = checksum()
