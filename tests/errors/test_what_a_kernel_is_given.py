"""Inputs of a built kernel that are not what it takes; afterwards it runs as before."""

import numpy as np
import pytest

import tik

X = np.ones(128, np.float16)


@pytest.fixture(scope="module")
def kernel():
    t = tik.Tik(chip="Ascend910B1")
    x, y = (t.Tensor("float16", (128,), tik.scope_gm, name) for name in "xy")
    u = t.Tensor("float16", (128,), tik.scope_ubuf, "u")
    t.data_move(u, x, 0, 1, 8, 0, 0)
    t.data_move(y, u, 0, 1, 8, 0, 0)
    t.BuildCCE("copy", [x], [y])
    return t.kernel


@pytest.mark.parametrize(
    ("given", "options", "first", "last"),
    [
        (X, {}, "TIK-TYPE02: the inputs of copy are an array of shape [128], not a list", "  hint: run([x0, x1, ...])"),
        (None, {}, "TIK-TYPE02: the inputs of copy are None, not a list", "  hint: run([x0, x1, ...])"),
        ([X[:10]], {}, "TIK-SHAPE02: copy: x has 20 bytes, the kernel was built for 256", "  10 elements of f16 given"),
        ([X.astype(np.int32)], {}, "TIK-TYPE01: copy: x is i32, the kernel was built for f16", "  hint: give x.astype"),
        ([X], {"initial": 3}, "TIK-TYPE02: initial of copy is 3, not a list", "  hint: give one an output"),
        ([X], {"outputs_shape": {"y": "b"}}, "TIK-TYPE02: outputs_shape has 'b'; a shape is a list of integers", "      ^^^"),
    ],
)  # fmt: skip
def test_message(kernel, refusal, given, options, first, last):
    lines = refusal(lambda: kernel.run(given, **options)).split("\n")
    assert lines[0] == first and lines[-1].startswith(last.rstrip("^"))
    assert lines[1].startswith("  --> test_what_a_kernel_is_given.py:")
    assert kernel.run([X]).raise_if_bad().outputs["y"].tolist() == X.tolist()


@pytest.mark.parametrize("given", [[["a"] * 128], [[[1, 2], [3]]], [X.astype(np.float64)], [X + 1j], [X.astype(object)]])
def test_what_is_no_array_of_the_npu(kernel, given):
    with pytest.raises(TypeError, match=r"^x (is|has) "):
        kernel.run(given)
