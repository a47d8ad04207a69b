"""A hundred thousand instructions from Python loops: the windows of images, 16 channels an instruction. The kit keeps what
the author writes out; loops that should stay loops are ``for_range``.

python examples/tik/09_unrolled.py
"""

from time import process_time

import numpy as np

import tik

IMAGES, SIDE, KERNEL, C0 = 57, 16, 3, 16
WINDOWS = SIDE - KERNEL + 1  # along each side


def windows():
    """y[i][kernel row][kernel column][window row][window column][C0] of x[i][row][column][C0]; and how many instructions."""
    t = tik.Tik(tik.Dprofile("v100", "cloud"))
    x_gm = t.Tensor("float16", (IMAGES, SIDE, SIDE, C0), name="x_gm", scope=tik.scope_gm)
    y_gm = t.Tensor("float16", (IMAGES, KERNEL, KERNEL, WINDOWS, WINDOWS, C0), name="y_gm", scope=tik.scope_gm)
    x_ub = t.Tensor("float16", (SIDE * SIDE * C0,), name="x_ub", scope=tik.scope_ubuf)
    y_ub = t.Tensor("float16", (KERNEL * KERNEL * WINDOWS * WINDOWS * C0,), name="y_ub", scope=tik.scope_ubuf)
    count = 0
    for image in range(IMAGES):
        t.data_move(x_ub, x_gm[image, 0, 0, 0], 0, 1, SIDE * SIDE, 0, 0)
        at = 0
        for tap_row in range(KERNEL):
            for tap in range(KERNEL):
                for row in range(tap_row, tap_row + WINDOWS):
                    for column in range(tap, tap + WINDOWS):
                        t.vadds(C0, y_ub[at], x_ub[(row * SIDE + column) * C0], 0, 1, 1, 1, 8, 8)
                        at += C0
        t.data_move(y_gm[image, 0, 0, 0, 0, 0], y_ub, 0, 1, at // C0, 0, 0)
        count += at // C0 + 2
    return t, (x_gm, y_gm), count


def oracle(x):
    taps = [x[:, i : i + WINDOWS, j : j + WINDOWS] for i in range(KERNEL) for j in range(KERNEL)]
    return np.stack(taps, 1).reshape(len(x), KERNEL, KERNEL, WINDOWS, WINDOWS, C0)


def main():
    x = np.random.default_rng(9).standard_normal((IMAGES, SIDE, SIDE, C0)).astype(np.float16)
    tik.Tik()  # the first one loads the kit
    began = process_time()
    t, (x_gm, y_gm), count = windows()
    written = process_time()
    t.BuildCCE(kernel_name="windows", inputs=[x_gm], outputs=[y_gm])
    built = process_time()
    report = t.kernel.run([x]).raise_if_bad()
    assert np.array_equal(report.outputs[0], oracle(x))
    assert count >= 100_000
    each = f"{(written - began) / count * 1e6:.1f} us to write, {(built - written) / count * 1e6:.1f} us to build"
    print(f"unrolled: ok, {report.cycles} cycles, {len(report.hazards)} hazards; {count} instructions, each {each}")


if __name__ == "__main__":
    main()
