"""Kernel files whose sizes, cores, masks and strides come at run time, and what surrounds them, each against numpy."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tik import compat
from tik.compat import tensor

RNG = np.random.default_rng(7)


def clean(kernel: Any, *args: Any, **options: Any) -> Any:
    """The outputs of a run without hazards (notes apart)."""
    return kernel.run(*args, **options).raise_if_bad().outputs


@pytest.mark.parametrize("chip", ["Ascend910A", "Ascend910B1"])
def test_rows_by_indices_on_as_many_cores_as_the_tiling_says(kernels: Path, chip: str) -> None:
    mod = compat.load(kernels / "impl" / "dynamic" / "gather_rows.py")
    kernel = compat.build(mod.gather_rows, tensor((-1,), "float32"), tensor((-1,), "int32"), None, chip=chip)
    indices = RNG.integers(0, 50, 3 * 32 + 5).astype(np.int32)
    for mode, row in ((1, 64), (2, 3)):
        x = RNG.standard_normal((50, row), np.float32)
        got = clean(
            kernel,
            [x.ravel(), indices] if mode == 1 else [np.resize(x, 512), indices],
            tiling=[mode, 4, row, 32, 5],
            outputs_shape=(indices.size, row),
        )
        np.testing.assert_array_equal(got[0], x[indices])


def test_run_time_strides_of_vnchwconv(kernels: Path) -> None:
    mod = compat.load(kernels / "impl" / "dynamic" / "transpose_blocks.py")
    kernel = compat.build(mod.transpose_blocks, tensor((-1,)), None, None)
    for shape in ((3, 32, 48), (2, 16, 16)):
        x = RNG.standard_normal(shape).astype(np.float16)
        got = clean(kernel, [x, np.array([0, 2, 1], np.int32)], tiling=shape, outputs_shape=x.size)
        np.testing.assert_array_equal(got["y"], x.transpose(0, 2, 1).ravel())


def test_matmul_with_two_buffers(kernels: Path) -> None:
    mod = compat.load(kernels / "search" / "inner_products.py")
    kernel = compat.build(mod.inner_products, tensor((16, 128)), tensor((64, 8, 16, 16)), tensor((16, 1024)))
    queries, codes = RNG.integers(-4, 5, (16, 128)).astype(np.float16), RNG.integers(-4, 5, (1024, 128)).astype(np.float16)
    stored = np.ascontiguousarray(codes.reshape(64, 16, 8, 16).transpose(0, 2, 1, 3))
    np.testing.assert_array_equal(clean(kernel, [queries, stored])[0], queries @ codes.T)


@pytest.mark.parametrize("cores", [3, 40])
def test_statements_behind_a_loop_over_cores_run_on_those_cores_only(kernels: Path, cores: int) -> None:
    mod = compat.load(kernels / "impl" / "dynamic" / "behind_the_cores.py")
    kernel = compat.build(mod.behind_the_cores, None, None)
    x = RNG.standard_normal((cores, 64), np.float32)
    np.testing.assert_array_equal(clean(kernel, [x], tiling=[cores], outputs_shape=x.shape)[0], x + 1)


def test_sizes_of_numpy(kernels: Path) -> None:
    mod = compat.load(kernels / "impl" / "dynamic" / "behind_the_cores.py")
    kernel = compat.build(mod.behind_the_cores, None, None)
    x = RNG.standard_normal((2, 64), np.float32)
    for shape in (128, np.int64(128), (np.int64(2), 64), np.array([2, 64]), {"y_gm": [2, np.int32(64)]}):
        np.testing.assert_array_equal(clean(kernel, [x], tiling=np.array([2.0]), outputs_shape=shape)[0].ravel(), x.ravel() + 1)


@pytest.mark.parametrize("cores", [3, 32])
def test_cores_that_the_tiling_leaves_out_hold_up_no_barrier(kernels: Path, cores: int) -> None:
    mod = compat.load(kernels / "impl" / "dynamic" / "reversed_rows.py")
    kernel = compat.build(mod.reversed_rows, None, None)
    x = RNG.standard_normal((cores, 64), np.float32)
    np.testing.assert_array_equal(clean(kernel, [x], tiling=[cores], outputs_shape=x.shape)[0], x[::-1])
