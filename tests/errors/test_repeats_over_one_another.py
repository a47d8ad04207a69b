"""A repeat stride of 1 where a repeat is 8 blocks: legal, so it is only said; stride 0 adds up, and few lanes fit."""

import pytest

from tik.dsl import Builder


@pytest.mark.parametrize(
    ("mask", "stride", "warned"), [(128, 1, True), (128, 8, False), (16, 1, False), (32, 1, True), (128, 0, False)]
)
def test_message(caplog, mask, stride, warned):
    t = Builder("Ascend910B1")
    u, v = (t.Tensor("float16", (2048,), "local.UB", name) for name in "uv")
    t.vec_abs(mask, v, u, 8, stride, 8)
    blocks = -(-mask // 16)
    text = (
        f"repeats of vec_abs overwrite {blocks - stride} blocks of one another (test_repeats_over_one_another.py:14): "
        f"dst_rep_stride is {stride}, and a repeat writes {blocks} blocks"
    )
    assert [record.getMessage() for record in caplog.records] == [text] * warned and not t.errors
