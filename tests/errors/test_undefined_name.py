"""A .tikasm file that names a buffer its header does not declare."""

import pytest

from tik.stream import load
from tik.types.errors import TikError

TEXT = """\
tikasm 1
chip Ascend910B1
kernel relu
blocks 1

arg x gm input f16 bytes=256

buffer tile UB f16 0x0 256

section vector {
  mov_gm_ub.f16 tile[0x0], x[0x0], burst=8
  vrelu.f16 tile[0x0], tlie[0x0], mask=128
}
"""

MESSAGE = """\
TIK-SYNTAX02: vrelu: there is no argument, constant or buffer tlie
  --> {path}:12
      vrelu.f16 tile[0x0], tlie[0x0], mask=128
                           ^^^^^^^^^
  hint: did you mean tile?"""


def test_undefined_name(tmp_path):
    path = tmp_path / "relu.tikasm"
    path.write_text(TEXT, encoding="utf-8")
    with pytest.raises(TikError) as caught:
        load(path)
    assert str(caught.value) == MESSAGE.format(path=path)
