"""A .tikbin file whose end is missing."""

import pytest

from tik.stream import Exit, Section, Stream, load, save
from tik.types.errors import TikError


def test_truncated_binary(tmp_path):
    path = tmp_path / "k.tikbin"
    save(Stream("k", "Ascend910A", (), (), (Section("unified", (Exit("return"),)),)), path)
    data = path.read_bytes()
    path.write_bytes(data[:20])
    with pytest.raises(TikError) as caught:
        load(path)
    assert str(caught.value) == (
        f"TIK-ARTIFACT01: {path} cannot be read as a stream: it is truncated, 20 of {len(data)} bytes\n"
        "  hint: write or copy it again"
    )
