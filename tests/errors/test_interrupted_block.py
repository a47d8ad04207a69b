"""An exception or Ctrl-C within a block: the kernel goes on as if the block had ended there."""

import numpy as np
import pytest

import tik


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_state(error):
    t = tik.Tik(chip="Ascend910B1")
    y = t.Tensor("float16", (128,), tik.scope_gm, "y")
    u = t.Tensor("float16", (128,), tik.scope_ubuf, "u")
    with pytest.raises(error), t.for_range(0, 2) as i:
        lost = t.Tensor("float16", (128,), tik.scope_ubuf, "lost")
        with t.if_scope(i > 0):
            raise error
    assert len(t.frames) == 1 and not t.errors and not t.unopened
    t.vec_dup(128, u, 3, 1, 8)
    t.data_move(y, u, 0, 1, 8, 0, 0)
    t.vec_dup(128, lost, 0, 1, 8)
    assert [error.code for error in t.errors] == ["TIK-MEM02"]
    t.errors.clear()
    t.BuildCCE("k", [], [y])
    np.testing.assert_array_equal(t.kernel.run([]).raise_if_bad().outputs[0], np.full(128, 3, np.float16))
