"""Row sums with a tail: repeats accumulate onto one place (repeat stride 0), and vcadd writes to any element, aligned or
not.

python examples/tik/03_row_sums.py
"""

import numpy as np

import tik

LANES, BLOCK = 64, 8  # elements of float32 in a repeat, in 32 bytes


def row_sums(rows, width):
    """y[r] = x[r].sum() of float32; width is a multiple of 8."""
    t = tik.Tik(tik.Dprofile("v100", "cloud"))
    x_gm = t.Tensor("float32", (rows, width), name="x_gm", scope=tik.scope_gm)
    y_gm = t.Tensor("float32", (rows,), name="y_gm", scope=tik.scope_gm)
    y_ub = t.Tensor("float32", (-(-rows // BLOCK) * BLOCK,), name="y_ub", scope=tik.scope_ubuf)
    whole, tail = width // LANES, width % LANES
    with t.for_range(0, rows, thread_num=2) as row:
        x_ub = t.Tensor("float32", (width,), name="x_ub", scope=tik.scope_ubuf)
        sum_ub = t.Tensor("float32", (LANES,), name="sum_ub", scope=tik.scope_ubuf)
        t.data_move(x_ub, x_gm[row, 0], 0, 1, width // BLOCK, 0, 0)
        t.vector_dup(LANES, sum_ub, 0, 1, 1, 8)
        if whole:
            t.vadd(LANES, sum_ub, sum_ub, x_ub, whole, 1, 1, 1, 0, 0, 8)
        if tail:
            t.vadd(tail, sum_ub, sum_ub, x_ub[whole * LANES], 1, 1, 1, 1, 8, 8, 8)
        t.vcadd(LANES, y_ub[row], sum_ub, 1, 1, 1, 8)  # one element, at 4 * row bytes
    t.data_move(y_gm, y_ub, 0, 1, -(-rows // BLOCK), 0, 0)
    t.BuildCCE(kernel_name="row_sums", inputs=[x_gm], outputs=[y_gm])
    return t


def oracle(x):
    return x.sum(1, dtype=np.float64)


def main():
    x = np.random.default_rng(3).integers(-99, 100, (24, 200)).astype(np.float32)
    report = row_sums(*x.shape).kernel.run([x]).raise_if_bad()
    assert np.array_equal(report.outputs[0], oracle(x))
    print(f"row sums: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
