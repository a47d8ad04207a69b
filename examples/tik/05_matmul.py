"""A matrix product from fractals: load2dv1 into L0A and L0B, mmad, and back through UB, where float32 becomes float16.

python examples/tik/05_matmul.py
"""

import numpy as np

import tik

FRACTAL = 16 * 16
C0 = 16  # float16 in 32 bytes


def matmul(m, k, n):
    """y = a @ b of float16, a core a column of fractals of y; m, k, n are multiples of 16."""
    t = tik.Tik(tik.Dprofile("v100", "cloud"))
    m1, k1, n1 = m // 16, k // C0, n // 16
    a_gm = t.Tensor("float16", (m, k), name="a_gm", scope=tik.scope_gm)
    b_gm = t.Tensor("float16", (k, n), name="b_gm", scope=tik.scope_gm)
    y_gm = t.Tensor("float16", (m, n), name="y_gm", scope=tik.scope_gm)
    with t.for_range(0, n1, block_num=n1) as column:
        a_l1 = t.Tensor("float16", (k1, m, C0), name="a_l1", scope=tik.scope_cbuf)
        b_l1 = t.Tensor("float16", (k, 16), name="b_l1", scope=tik.scope_cbuf)
        a_l0 = t.Tensor("float16", (m1, k1, 16, C0), name="a_l0", scope=tik.scope_ca)
        b_l0 = t.Tensor("float16", (k1, 16, C0), name="b_l0", scope=tik.scope_cb)
        y_l0 = t.Tensor("float32", (m, 16), name="y_l0", scope=tik.scope_cc)
        y_ub = t.Tensor("float16", (m, 16), name="y_ub", scope=tik.scope_ubuf)
        for i in range(k1):  # rows of a in blocks of 32 bytes: gaps in GM, none in L1
            t.data_move(a_l1[i, 0, 0], a_gm[i * C0], 0, m, 1, k1 - 1, 0)
        t.data_move(b_l1, b_gm[column * 16], 0, k, 1, n1 - 1, 0)
        with t.for_range(0, m1) as i:  # k1 fractals, m1 apart in L1: a row of fractals of L0A
            t.load2dv1(a_l0[i * k1 * FRACTAL], a_l1, i, k1, m1, 0)
        t.load2dv1(b_l0, b_l1, 0, k1, 1, 0, True)  # L0B wants a fractal's columns as rows
        t.mmad(y_l0, a_l0, b_l0, m, k, 16, 0)
        t.data_move(y_ub, y_l0, 0, 1, m1, 0, 0, 1)  # the 1: float32 to float16; bursts count fractals
        t.data_move(y_gm[column * 16], y_ub, 0, m, 1, 0, n1 - 1)
    t.BuildCCE(kernel_name="matmul", inputs=[a_gm, b_gm], outputs=[y_gm])
    return t


def oracle(a, b):
    return (a.astype(np.float32) @ b.astype(np.float32)).astype(np.float16)


def main():
    rng = np.random.default_rng(5)
    a, b = (rng.integers(-3, 4, shape).astype(np.float16) for shape in ((64, 96), (96, 48)))
    report = matmul(64, 96, 48).kernel.run([a, b]).raise_if_bad()
    assert np.array_equal(report.outputs[0], oracle(a, b))
    print(f"matmul: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
