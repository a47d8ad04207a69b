"""Take one wait out of a kernel that is right, and let the sanitizer find what it protected.

python examples/05_find_a_race.py
"""

import dataclasses

import numpy as np

import tik
from tik.stream import Instr, Loop


@tik.kernel
def add(k, a, b, y):
    for i in k.split(a.shape[0]):
        k.store(y[i], k.load(a[i]) + k.load(b[i]))


def is_wait(node: object) -> bool:
    """Whether it is the vector pipe's wait for a load."""
    return isinstance(node, Instr) and str(node.op.mnemonic) == "wait_flag" and node.operands[:2] == ("MTE2", "V")


def without_waits(body: tuple) -> tuple:
    """The statements, in loops too, without those waits."""
    kept = (node for node in body if not is_wait(node))
    return tuple(dataclasses.replace(node, body=without_waits(node.body)) if isinstance(node, Loop) else node for node in kept)


a, b = np.random.default_rng(5).standard_normal((2, 4096)).astype(np.float32)
right = add.stream(a, b, np.empty_like(a))  # frozen dataclasses: a changed copy is a new stream
(section,) = right.sections
wrong = dataclasses.replace(right, sections=(dataclasses.replace(section, body=without_waits(section.body)),))

assert tik.run_stream(right, [a, b]).ok
report = tik.run_stream(wrong, [a, b])
print(f"{len(report.errors)} hazards without the waits\n")
print("\n\n".join(map(str, report.errors)))
assert {hazard.code for hazard in report.errors} == {"TIK-SYNC01", "TIK-SYNC05"}
