"""Cholesky factors of small matrices, by scalars alone: elements of UB read and written with set_as, in loops whose bounds
are the variables of loops outside.

python examples/tik/08_cholesky.py
"""

import numpy as np

import tik


def cholesky(matrices, n):
    """y[i] = the lower L with L @ L.T = x[i] of float32, a matrix a core; n is a multiple of 8."""
    t = tik.Tik(tik.Dprofile("v100", "cloud"))
    x_gm = t.Tensor("float32", (matrices, n, n), name="x_gm", scope=tik.scope_gm)
    y_gm = t.Tensor("float32", (matrices, n, n), name="y_gm", scope=tik.scope_gm)
    with t.for_range(0, matrices, block_num=matrices) as core:
        ub = t.Tensor("float32", (n, n), name="ub", scope=tik.scope_ubuf)
        t.data_move(ub, x_gm[core, 0, 0], 0, 1, n * n // 8, 0, 0)
        rest = t.Scalar("float32", "rest")
        left = t.Scalar("float32", "left")
        right = t.Scalar("float32", "right")
        diagonal = t.Scalar("float32", "diagonal")
        with t.for_range(0, n) as j, t.for_range(j, n) as i:  # column by column, from the diagonal down
            rest.set_as(ub[i, j])
            with t.for_range(0, j) as k:
                left.set_as(ub[i, k])
                right.set_as(ub[j, k])
                rest.set_as(rest - left * right)
            with t.if_scope(i == j):
                t.scalar_sqrt(diagonal, rest)
                ub[i, j].set_as(diagonal)
            with t.else_scope():
                ub[i, j].set_as(rest / diagonal)
                ub[j, i].set_as(0)
        t.data_move(y_gm[core, 0, 0], ub, 0, 1, n * n // 8, 0, 0)
    t.BuildCCE(kernel_name="cholesky", inputs=[x_gm], outputs=[y_gm])
    return t


def oracle(x):
    return np.linalg.cholesky(x.astype(np.float64))


def main():
    half = np.random.default_rng(8).standard_normal((4, 16, 16))
    x = (half @ half.transpose(0, 2, 1) + 16 * np.eye(16)).astype(np.float32)
    report = cholesky(*x.shape[:2]).kernel.run([x]).raise_if_bad()
    np.testing.assert_allclose(report.outputs[0], oracle(x), rtol=1e-5, atol=1e-6)
    print(f"cholesky: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
