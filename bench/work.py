"""What is timed: three operators with their goldens and bars, and streams of many small instructions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import tik
from opsnn.activation.softmax import softmax_kernel
from opsnn.elementwise.add import add_kernel
from opsnn.matmul.matmul import matmul_kernel

__all__ = ["BUILDS", "BUILD_BAR_US", "CALL_BAR_MS", "RATE_BAR", "WORKS", "Work", "small_instructions"]

RATE_BAR = 300_000  # simulated instructions a second with values and cycles, at least
BUILD_BAR_US = 15.0  # microseconds of the process an instruction, from the author's call to the stream, at most
CALL_BAR_MS = 1.0  # what an opsnn call on a cached shape may add to running the stream
SANITIZER_BAR = 2.0  # values + cycles + sanitizer over values + cycles, at most


@dataclass(frozen=True)
class Work:
    """An operator on fixed shapes: ``inputs`` makes the arrays, ``bar_ms`` is for values + cycles."""

    name: str
    kernel: tik.Kernel
    inputs: Callable[[np.random.Generator], tuple[Any, ...]]
    output: tuple[tuple[int, ...], Any]
    golden: Callable[..., Any]
    tolerance: float  # largest difference from the golden that counts as right
    bar_ms: float

    def arrays(self) -> tuple[tuple[Any, ...], Any]:
        """Inputs, and an array for the output."""
        return self.inputs(np.random.default_rng(0)), np.empty(*self.output)


def _halves(*shapes: tuple[int, ...]) -> Callable[[np.random.Generator], tuple[Any, ...]]:
    return lambda rng: tuple(rng.standard_normal(shape, np.float32).astype(np.float16) for shape in shapes)


def _softmax(x: Any) -> Any:
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def _matmul(a: Any, b: Any) -> Any:
    return a.astype(np.float32) @ b.astype(np.float32)


MILLION = 1 << 20
WORKS = (
    Work("add 1 M f16", add_kernel, _halves((MILLION,), (MILLION,)), ((MILLION,), np.float16), np.add, 0.0, 2.0),
    Work(
        "softmax 1024x1024 f32",
        softmax_kernel,
        lambda rng: (rng.standard_normal((1024, 1024), np.float32),),
        ((1024, 1024), np.float32),
        _softmax,
        1e-6,
        6.0,
    ),
    Work(
        "matmul 512^3 f16 -> f32", matmul_kernel, _halves((512, 512), (512, 512)), ((512, 512), np.float32), _matmul, 1e-3, 10.0
    ),
)


def small_instructions(trips: int) -> tik.Tik:
    """One core, a loop of ``trips`` trips over one tile of 128 f16: load, add, multiply, store, and the flags between them."""
    t = tik.Tik(chip="Ascend910B1")
    x, y = (t.Tensor("float16", (128,), tik.scope_gm, name) for name in ("x", "y"))
    with t.for_range(0, trips):
        ub = t.Tensor("float16", (128,), tik.scope_ubuf, "ub")
        t.data_move(ub, x, 0, 1, 8, 0, 0)
        t.vec_add(128, ub, ub, ub, 1, 8, 8, 8)
        t.vec_muls(128, ub, ub, 0.5, 1, 8, 8)
        t.data_move(y, ub, 0, 1, 8, 0, 0)
    t.BuildCCE(kernel_name="small", inputs=[x], outputs=[y])
    return t


Build = tuple[tik.Tik, Callable[[], int], Callable[[], None]]


def build_adds() -> Build:
    """A builder, a call that adds 20,000 vec_add that wait for each other and says how many, and one that then compiles."""
    t = tik.Tik(chip="Ascend910B1")
    x, y = (t.Tensor("float16", (128,), tik.scope_gm, name) for name in ("x", "y"))
    ub = t.Tensor("float16", (128,), tik.scope_ubuf, "ub")
    t.data_move(ub, x, 0, 1, 8, 0, 0)

    def build() -> int:
        for _ in range(20_000):
            t.vec_add(128, ub, ub, ub, 1, 8, 8, 8)
        return 20_000

    def finish() -> None:
        t.data_move(y, ub, 0, 1, 8, 0, 0)
        t.BuildCCE(kernel_name="adds", inputs=[x], outputs=[y])

    return t, build, finish


def build_windows() -> Build:
    """The same of the windows of 57 images of 16 x 16 x 16, an instruction a pixel: examples/tik/09_unrolled.py."""
    t = tik.Tik(chip="Ascend910A")
    images, side, window, out = 57, 16, 3, 14
    x = t.Tensor("float16", (images, side * side * 16), tik.scope_gm, "x")
    y = t.Tensor("float16", (images, window**2 * out**2 * 16), tik.scope_gm, "y")
    x_ub = t.Tensor("float16", (side * side * 16,), tik.scope_ubuf, "x_ub")
    y_ub = t.Tensor("float16", (window**2 * out**2 * 16,), tik.scope_ubuf, "y_ub")

    def build() -> int:
        for image in range(images):
            t.data_move(x_ub, x[image, 0], 0, 1, side * side, 0, 0)
            at = 0
            for tap in range(window**2):
                for row in range(tap // window, tap // window + out):
                    for column in range(tap % window, tap % window + out):
                        t.vadds(16, y_ub[at], x_ub[(row * side + column) * 16], 0, 1, 1, 1, 8, 8)
                        at += 16
            t.data_move(y[image, 0], y_ub, 0, 1, at // 16, 0, 0)
        return images * (window**2 * out**2 + 2)

    def finish() -> None:
        t.BuildCCE(kernel_name="windows", inputs=[x], outputs=[y])

    return t, build, finish


BUILDS: dict[str, Callable[[], Build]] = {
    "20,000 `vec_add`, each with a barrier": build_adds,
    "100,662 unrolled `vadds` and moves": build_windows,
}
