"""What a verification says."""

from tik.verification import Failure, Verification
from tik.verification.result import Column

BAD = Failure("value", "element [0] is 1, right is 2", "f16", 7, "opsnn.x(f16[1])", "uniform", 1)


def test_text() -> None:
    found = Verification(
        "opsnn.x", "Ascend910A", 3, 20, (Column("f16", 20, 1, 2, 0.5, 0.25), Column("bf16", missing="no")), (BAD,), seconds=1.5
    )
    assert (
        str(found)
        == """\
opsnn.x on Ascend910A: 20 cases, 1 failed (seed 3, 2 checked for hazards, 1.5 s)
  dtype  cases  failed  checked  worst error / limit    mean
  f16       20       1        2                50.0%   25.0%
  bf16  not applicable: no
opsnn.x(f16[1])  (uniform)
  element [0] is 1, right is 2
  again: tik verify opsnn.x --chip Ascend910A --dtype f16 --seed 3 --case 7"""
    )


def test_when_it_is_ok() -> None:
    def found(column: Column, interrupted: bool = False) -> bool:
        return Verification("x", "c", 0, 5, (column,), interrupted=interrupted).ok

    assert found(Column("f16", 5)) and found(Column("f16", missing="no"))
    assert not found(Column("f16", 5, 1)) and not found(Column("f16", 0)) and not found(Column("f16", 5), interrupted=True)


def test_plain_data() -> None:
    data = Verification("x", "c", 1, 5, (Column("f16", 5, 1),), (BAD,)).to_dict()
    assert data["ok"] is False and data["failures"][0]["reproduce"] == "tik verify x --chip c --dtype f16 --seed 1 --case 7"
    assert data["failures"][0]["comparison"] is None and data["dtypes"][0]["applicable"] is True
