"""Scopes, dtypes and arguments as other tools spell or order them."""

import numpy as np
import pytest

from tik.dsl import Builder


@pytest.mark.parametrize(
    ("dtype", "shape", "scope", "first", "hint"),
    [
        ("fp16", (16,), "local.UB", "TIK-TYPE01: no dtype 'fp16'", "did you mean 'float16'?"),
        ("half", (16,), "local.UB", "TIK-TYPE01: no dtype 'half'", "did you mean 'float16'?"),
        ("float", (16,), "local.UB", "TIK-TYPE01: no dtype 'float'", "did you mean 'float32'?"),
        ("float64", (16,), "local.UB", "TIK-TYPE01: no dtype 'float64'", "the NPU has no 64-bit floats; use 'float32'"),
        (np.int8, (16,), "local.UB", "TIK-TYPE01: no dtype <class 'numpy.int8'>", "give its name: 'int8'"),
        ((16,), "float16", "local.UB", "TIK-TYPE01: no dtype (16,)", "the order is Tensor(dtype, shape, scope, name)"),
        ("float16", (16,), "gm", "TIK-TYPE03: no memory scope 'gm'", "did you mean 'global'?"),
        ("float16", (16,), "local.ub", "TIK-TYPE03: no memory scope 'local.ub'", "did you mean 'local.UB'?"),
        ("float16", (16,), "scope_cbuf", "TIK-TYPE03: no memory scope 'scope_cbuf'", "did you mean 'local.L1'?"),
    ],
)
def test_message(refusal, dtype, shape, scope, first, hint):
    lines = refusal(lambda: Builder("Ascend910B1").Tensor(dtype, shape, scope, "a")).split("\n")
    assert (lines[0], lines[-1]) == (first, f"  hint: {hint}")
