"""Looking inside: prints while the kernel runs, and a debug run on arrays by name.

python examples/tik/27_look_inside.py
"""

import contextlib
import io

import numpy as np

import tik

COUNT = 128


def build():
    """y = x * x[0]."""
    t = tik.Tik(disable_debug=False, chip="Ascend910A")
    x_gm = t.Tensor("float16", (COUNT,), name="x_gm", scope=tik.scope_gm)
    y_gm = t.Tensor("float16", (COUNT,), name="y_gm", scope=tik.scope_gm)
    x_ub = t.Tensor("float16", (COUNT,), name="x_ub", scope=tik.scope_ubuf)
    t.data_move(x_ub, x_gm, 0, 1, COUNT // 16, 0, 0)
    t.tikdb.debug_print("x_ub[0:4]")  # the words of an expression
    factor = t.Scalar("float16", "factor")
    factor.set_as(x_ub[0])
    t.printf("factor = %.2f of %d elements\n", factor, COUNT)  # as C's
    t.vec_muls(128, x_ub, x_ub, factor, 1, 8, 8)
    with t.for_range(0, 3) as i:
        t.printf("y[%d] = %f\n", i, x_ub[i])
    t.data_move(y_gm, x_ub, 0, 1, COUNT // 16, 0, 0)
    t.BuildCCE(kernel_name="scale", inputs=[x_gm], outputs=[y_gm])
    return t


def oracle(x):
    return x * x[0]


def main():
    x = np.arange(3, 3 + COUNT).astype(np.float16)
    t, said = build(), io.StringIO()
    with contextlib.redirect_stdout(said):
        (y,) = t.tikdb.start_debug(feed_dict={"x_gm": x}, interactive=False)
        report = t.kernel.run([x]).raise_if_bad()  # prints the same again
    assert np.array_equal(y, oracle(x)) and np.array_equal(report.outputs[0], y)
    assert said.getvalue().count("factor = 3.00 of 128 elements") == 2
    assert "y[2] = 15.000000" in said.getvalue()
    print(f"look inside: ok, {report.cycles} cycles, {len(report.hazards)} hazards; it said")
    print(said.getvalue()[: said.getvalue().index("y[1]")])


if __name__ == "__main__":
    main()
