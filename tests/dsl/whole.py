"""A call on whole views, between loads and a store."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

import tik

CHIPS = ("Ascend910A", "Ascend310P3", "Ascend910B1")
R = np.random.default_rng(7)
WIDE = (R.standard_normal((9, 48)) * 3).astype(np.float32)
ODD = (R.standard_normal(300) * 3).astype(np.float32)


def ran(chip: str, body: Callable[..., None], given: Sequence[np.ndarray], shape: tuple[int, ...], dtype: str) -> np.ndarray:
    """The output of ``body(t, *inputs in UB, output in UB)``; what it does not write is 0."""
    t = tik.Tik(chip=chip)
    gm = [t.Tensor(a.dtype.name, a.shape, tik.scope_gm, f"x{i}") for i, a in enumerate(given)]
    y = t.Tensor(dtype, shape, tik.scope_gm, "y")
    ub = [t.Tensor(a.dtype.name, a.shape, tik.scope_ubuf, f"u{i}") for i, a in enumerate(given)]
    out = t.Tensor(dtype, shape, tik.scope_ubuf, "out")
    for x, u in zip(gm, ub, strict=True):
        t.data_move(u, x, 0, 1, -(-u.buffer_size // 32), 0, 0)
    t.vec_dup(16, out.reinterpret_cast_to("uint16"), 0, -(-out.buffer_size // 32), 1)
    body(t, *ub, out)
    t.data_move(y, out, 0, 1, -(-out.buffer_size // 32), 0, 0)
    t.BuildCCE("whole", gm, [y])
    report = t.kernel.run(list(given))
    assert not [h for h in report.hazards if h.severity != "note"], report.hazards
    return report.outputs[0]
