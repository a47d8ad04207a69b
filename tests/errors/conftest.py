"""Each file here is one wrong program and the exact message its author sees."""

import os
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
