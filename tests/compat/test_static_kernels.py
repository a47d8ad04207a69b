"""Class-based static operators, as the built-in ones are written, each against numpy."""

from pathlib import Path

import numpy as np
import pytest

from tests.compat.test_kernels import clean
from tik import compat
from tik.compat import tensor


@pytest.mark.parametrize("chip", ["Ascend310", "Ascend910A", "Ascend310P3", "Ascend910B1"])
@pytest.mark.parametrize("shape", [(3, 7, 300), (8, 2048), (9, 16)])
def test_indices_as_bits(kernels: Path, chip: str, shape: tuple[int, ...]) -> None:
    mod = compat.load(kernels / "impl" / "arg_max_rows.py")
    x = np.random.default_rng(1).integers(-40, 40, shape).astype(np.float16)
    rows = x.reshape(-1, shape[-1])
    kernel = compat.build(mod.arg_max_rows, tensor(shape), tensor((len(rows),), "int32"), 1, chip=chip)
    np.testing.assert_array_equal(clean(kernel, [x])[0], rows.argmax(1))


@pytest.mark.parametrize("size", [100, 128, 261])
def test_lanes_behind_the_end_are_compared(kernels: Path, size: int) -> None:
    mod = compat.load(kernels / "impl" / "clip_tail.py")
    x = np.random.default_rng(size).standard_normal(size).astype(np.float16)
    kernel = compat.build(mod.clip_tail, tensor(x.shape), tensor(x.shape), -0.5, 0.75)
    np.testing.assert_array_equal(clean(kernel, [x])[0], np.where((x < -0.5) | (x > 0.75), 0, x))


@pytest.mark.parametrize("scalars", [False, True])
@pytest.mark.parametrize("sizes", [(48, 112), (32, 32), (16, 200)])
def test_merges_that_stop(kernels: Path, sizes: tuple[int, int], scalars: bool) -> None:
    mod = compat.load(kernels / "impl" / "merge_lists.py")
    rng = np.random.default_rng(sum(sizes))
    lists = [np.zeros((n, 8), np.float16) for n in sizes]
    for number, one in enumerate(lists):
        one[:, 4] = -np.sort(-rng.integers(0, 99, len(one)))
        one[:, 0], one[:, 1] = np.arange(len(one)), number
    both = np.concatenate(lists)
    kernel = compat.build(mod.merge_lists, *map(tensor, [x.shape for x in lists]), tensor(both.shape), scalars)
    expected = both[np.argsort(-both[:, 4].astype(int), kind="stable")]
    np.testing.assert_array_equal(clean(kernel, lists)[0], expected)
