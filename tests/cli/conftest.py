"""How the tests of the command line run it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from tik.cli.app import app
from tik.operator import Case, Golden, Operator, register
from tik.types.dtypes import DType, bf16, f16, f32
from tik.types.errors import TikError
from tik.verification import values

KERNEL = '''\
"""A kernel file."""
import tik


@tik.kernel
def double(k, x, y, *, times=2.0):
    for rows in k.split(x.shape[0]):
        t = k.load(x[rows])
        k.store(y[rows], t * times)
'''


class Run:
    """``tik`` with these arguments: exit code, standard output, standard error."""

    def __init__(self, *args: str) -> None:
        done = _runner().invoke(app, [str(a) for a in args])
        self.code, self.out, self.err = done.exit_code, done.stdout, done.stderr

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def _runner() -> CliRunner:
    try:
        return CliRunner(mix_stderr=False)  # older typers mix the two streams unless told so
    except TypeError:
        return CliRunner()


@pytest.fixture
def tik() -> Callable[..., Run]:
    return Run


@pytest.fixture
def kernel_file(tmp_path: Path) -> Path:
    path = tmp_path / "kernels.py"
    path.write_text(KERNEL, encoding="utf-8")
    return path


def _twice(x: np.ndarray) -> np.ndarray:
    """x + x."""
    if x.dtype.name == "bfloat16":
        raise TikError("TIK-CHIP01", "no chip has bf16 here")
    return x + x


def _off(x: np.ndarray) -> np.ndarray:
    """x + x, but for a mistake."""
    return _twice(x) + np.asarray(1, x.dtype)


def _cases(rng: np.random.Generator, dtype: DType, size: float) -> Case:
    return Case((values(rng, (1 + int(8 * size), 3), dtype),))


register(Operator("fake.twice", _twice, lambda x: Golden(2 * x), _cases, (f16, f32, bf16)))
register(Operator("fake.off", _off, lambda x: Golden(2 * x), _cases, (f32,)))
