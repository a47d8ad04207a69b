"""The demo's network: handwritten digits through matmul + bias, relu, matmul + bias, softmax."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.chips import chip as choose_chip
from tik.runtime import Report
from tik.verification import sanitized

__all__ = ["Digits", "Inference", "load_digits", "on_npu", "with_numpy"]

DATA = Path(__file__).parent / "data"
Array = NDArray[Any]


@dataclass(frozen=True)
class Digits:
    """Pixels 0 … 1 (f16, [1797, 64]), what digit each image shows, and the weights (f16)."""

    pixels: Array
    labels: Array
    w1: Array
    b1: Array
    w2: Array
    b2: Array

    def accuracy(self, probabilities: Array) -> float:
        """Share of the images whose likeliest class is the right one."""
        return float(np.mean(probabilities.argmax(axis=-1) == self.labels))


@dataclass(frozen=True)
class Inference:
    """All images on one chip: class probabilities, and the report of each launch (recorded for the sanitizer)."""

    chip: str
    probabilities: Array
    reports: tuple[Report, ...]

    @property
    def hazards(self) -> int:
        """How many mistakes the sanitizer found."""
        return sum(len(report.errors) for report in self.reports)


def load_digits() -> Digits:
    """The data files that come with the kit."""
    with np.load(DATA / "digits.npz", allow_pickle=False) as data:
        pixels, labels = data["images"].astype(np.float16) / np.float16(16), data["labels"].astype(np.int64)
    with np.load(DATA / "digits_mlp.npz", allow_pickle=False) as data:
        return Digits(pixels, labels, data["w1"], data["b1"], data["w2"], data["b2"])


def on_npu(digits: Digits, chip: str) -> Inference:
    """The network in four kernels on the NPU model, in f16, the last two with f32 in between and at the end."""
    import opsnn

    relu: Callable[[Array], Array] = opsnn.relu
    softmax: Callable[[Array], Array] = opsnn.softmax
    with choose_chip(chip), sanitized() as reports:
        hidden = relu(opsnn.matmul(digits.pixels, digits.w1, digits.b1))
        probabilities = softmax(opsnn.matmul(hidden, digits.w2, digits.b2, out_dtype=np.float32))
    return Inference(chip, probabilities, tuple(reports))


def with_numpy(digits: Digits) -> Array:
    """The same in numpy, in f32."""
    x, w1, b1, w2, b2 = (a.astype(np.float32) for a in (digits.pixels, digits.w1, digits.b1, digits.w2, digits.b2))
    logits = np.maximum(x @ w1 + b1, 0) @ w2 + b2
    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
    probabilities: Array = e / e.sum(axis=-1, keepdims=True)
    return probabilities
