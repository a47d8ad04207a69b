"""The words of the options."""

import pytest

from tik.chips import chip_names
from tik.cli.failures import UsageError
from tik.cli.options import read_chip_name, read_chip_names, read_dtype, read_dtypes, read_settings, read_shapes
from tik.types.dtypes import f16, f32


def test_shapes() -> None:
    assert read_shapes(["2x3", "4", "()", "5X6,7×8"]) == ((2, 3), (4,), (), (5, 6), (7, 8))
    assert read_shapes(["0x3"]) == ((0, 3),) and read_shapes(None) == ()


@pytest.mark.parametrize("word", ["", "2x", "axb", "-1x2", "2 3", "2.0"])
def test_wrong_shapes(word: str) -> None:
    with pytest.raises(UsageError, match="is not a shape"):
        read_shapes([word])


def test_dtypes() -> None:
    assert read_dtypes("f16, float32") == (f16, f32) and read_dtypes(None) == ()
    with pytest.raises(UsageError, match="no dtype 'f8'; there are f16, f32"):
        read_dtype("f8")
    with pytest.raises(UsageError, match=r"no dtype 'fp16'.*; did you mean f16\?"):
        read_dtype("fp16")


def test_settings() -> None:
    assert read_settings(["axis=0", "eps=1e-5", "mode=fast", "on=True"]) == {"axis": 0, "eps": 1e-5, "mode": "fast", "on": True}
    with pytest.raises(UsageError, match="is not NAME=VALUE"):
        read_settings(["axis"])


def test_chips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TIK_CHIP", raising=False)
    assert read_chip_name("910a").name == "Ascend910A" and read_chip_name(None).name == "Ascend910B1"
    assert [c.name for c in read_chip_names("all")] == list(chip_names())
    assert [c.name for c in read_chip_names("910A,310P3")] == ["Ascend910A", "Ascend310P3"]
    with pytest.raises(UsageError, match="unknown chip 'x'"):
        read_chip_name("x")
