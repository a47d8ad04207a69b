"""Where the kernel files of these tests are."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

KERNELS = Path(__file__).parent / "kernels"


@pytest.fixture
def kernels() -> Path:
    return KERNELS


@pytest.fixture(autouse=True)
def nothing_leaks() -> Iterator[None]:
    """After each test the import system is as before, but for what other packages loaded."""
    path, finders = list(sys.path), list(sys.meta_path)
    yield
    assert (sys.path, sys.meta_path) == (path, finders)
    left = [name for name in sys.modules if name.partition(".")[0] in ("te", "tbe", "topi", "tvm", "impl", "mxIndex_impl")]
    assert not left
