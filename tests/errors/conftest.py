"""Each file here is one wrong program and the exact message its author sees."""

import os
import sys
from collections.abc import Callable

import pytest

from tik.dsl import Builder
from tik.types.errors import TikError

HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep


@pytest.fixture
def mistakes() -> Callable[[Builder], str]:
    """What building the kernel says, with file names relative to this folder."""

    def build(t: Builder) -> str:
        with pytest.raises(TikError) as caught:
            t.program("wrong", [], [])
        return str(caught.value).replace(HERE, "")

    return build


@pytest.fixture
def refusal() -> Callable[[Callable[[], object]], str]:
    """What a call says that is refused, with file names relative to this folder."""

    def refused(call: Callable[[], object]) -> str:
        with pytest.raises(TikError) as caught:
            call()
        return str(caught.value).replace(HERE, "")

    return refused


CARETS = ("test_bfloat16_on_a_chip_without.py", "test_tile_over_full_at_one_row.py")  # the caret marks part of the line


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Python 3.10 knows no columns: there the whole line is underlined (decision 21)."""
    if sys.version_info < (3, 11):
        for item in items:
            if item.path.name in CARETS:
                item.add_marker(pytest.mark.skip(reason="Python 3.10 knows no columns"))
