"""Docstrings of calls."""

import pytest

from tik.dsl.describe import described
from tik.dsl.parameters import Parameters
from tik.isa import instructions


@pytest.mark.parametrize("op", instructions(), ids=lambda op: op.mnemonic)
def test_every_instruction_can_be_described(op: type) -> None:
    text = described(Parameters("call", " ".join(f.name for f in op.fields)), op)  # type: ignore[attr-defined]
    assert text.startswith(op.__doc__.strip().splitlines()[0])  # type: ignore[union-attr]
    assert op.mnemonic in text  # type: ignore[attr-defined]
