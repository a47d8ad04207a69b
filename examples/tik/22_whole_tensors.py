"""The h_ calls: whole tensors and parts of them, without masks, strides and repeats.

python examples/tik/22_whole_tensors.py
"""

import numpy as np

import tik

ROWS, COLUMNS, PADDED = 16, 80, 96  # float16; rows in UB are longer than what they hold


def normalise(chip="Ascend910A"):
    """y[r] = softmax(clip(x[r], -4, 4)), largest[r] = where row r is largest."""
    t = tik.Tik(chip=chip)
    x_gm = t.Tensor("float16", (ROWS, COLUMNS), name="x_gm", scope=tik.scope_gm)
    y_gm = t.Tensor("float16", (ROWS, COLUMNS), name="y_gm", scope=tik.scope_gm)
    largest_gm = t.Tensor("int32", (ROWS,), name="largest_gm", scope=tik.scope_gm)
    x_ub = t.Tensor("float16", (ROWS, PADDED), name="x_ub", scope=tik.scope_ubuf)
    x = x_ub[:, 0:COLUMNS]  # what lies behind COLUMNS is never touched
    sums_ub = t.Tensor("float16", (ROWS, 1), name="sums_ub", scope=tik.scope_ubuf)
    index_ub = t.Tensor("int32", (ROWS,), name="index_ub", scope=tik.scope_ubuf)
    t.h_data_move(x, x_gm)
    t.h_reduce_argmax(index_ub, x, 1)
    t.h_data_move(largest_gm, index_ub)
    t.h_min(x, x, 4.0)
    t.h_max(x, x, -4.0)
    t.h_exp(x, x)
    t.h_reduce_sum(sums_ub, x, 1)
    t.h_rec(sums_ub, sums_ub)
    factor = t.Scalar("float16", "factor")
    with t.for_range(0, ROWS) as r:
        factor.set_as(sums_ub[r, 0])
        t.h_mul(x_ub[r, 0:COLUMNS], x_ub[r, 0:COLUMNS], factor)
    t.h_data_move(y_gm, x)
    t.BuildCCE(kernel_name="normalise", inputs=[x_gm], outputs=[y_gm, largest_gm])
    return t


def oracle(x):
    e = np.exp(np.clip(x.astype(np.float64), -4, 4))
    return e / e.sum(1, keepdims=True), x.argmax(1)


def main():
    x = np.random.default_rng(22).standard_normal((ROWS, COLUMNS)).astype(np.float16)
    report = normalise().kernel.run([x]).raise_if_bad()
    y, largest = oracle(x)
    assert np.allclose(report.outputs["y_gm"], y, rtol=5e-3, atol=1e-4)
    assert np.array_equal(report.outputs["largest_gm"], largest)
    print(f"whole tensors: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
