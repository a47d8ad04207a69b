"""The heap gives back what was put in, in order."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tik.npu.timing.heap import drop, push


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=50))
def test_sorts(entries: list[tuple[int, int]]) -> None:
    heap = np.zeros((2, 50), np.int64)
    for size, (key, value) in enumerate(entries):
        push.py_func(heap, size, key, value)
    found = []
    for size in range(len(entries), 0, -1):
        found.append((int(heap[0, 0]), int(heap[1, 0])))
        drop.py_func(heap, size)
    assert found == sorted(entries)
