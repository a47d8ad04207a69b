"""Sums of segments whose lengths lie in memory: Scalars change, expressions of them are read when an instruction runs, and
a repeat count that turns out 0 does nothing.

python examples/tik/02_scalars.py
"""

import numpy as np

import tik

LANES = 64  # of float32 in a repeat


def segment_sums(repeats, segments):
    """y[s] = the sum of ``lengths[s]`` rows of 64, which follow each other in x."""
    t = tik.Tik(tik.Dprofile("v100", "cloud"))
    x_gm = t.Tensor("float32", (repeats, LANES), name="x_gm", scope=tik.scope_gm)
    lengths_gm = t.Tensor("int32", (segments,), name="lengths_gm", scope=tik.scope_gm)
    y_gm = t.Tensor("float32", (segments, LANES), name="y_gm", scope=tik.scope_gm)
    x_ub = t.Tensor("float32", (repeats, LANES), name="x_ub", scope=tik.scope_ubuf)
    y_ub = t.Tensor("float32", (segments, LANES), name="y_ub", scope=tik.scope_ubuf)
    lengths_ub = t.Tensor("int32", (segments,), name="lengths_ub", scope=tik.scope_ubuf)
    t.data_move(x_ub, x_gm, 0, 1, repeats * 8, 0, 0)
    t.data_move(lengths_ub, lengths_gm, 0, 1, segments // 8, 0, 0)
    t.vector_dup(LANES, y_ub, 0.0, segments, 1, 8)
    row = t.Scalar("int32", "row", 0)
    length = t.Scalar("int32", "length")
    first = x_ub[row * LANES]  # the address is computed anew wherever it is used
    with t.for_range(0, segments) as s:
        length.set_as(lengths_ub[s])
        # repeat strides 0 for the sum, 8 for x: every repeat adds to what the one before left. A last segment without rows
        # begins one past the end of x; with 0 repeats nothing is read there.
        t.vadd(LANES, y_ub[s * LANES], y_ub[s * LANES], first, length, 1, 1, 1, 0, 0, 8)
        row.set_as(row + length)
    t.data_move(y_gm, y_ub, 0, 1, segments * 8, 0, 0)
    t.BuildCCE(kernel_name="segment_sums", inputs=[x_gm, lengths_gm], outputs=[y_gm])
    return t


def oracle(x, lengths):
    ends = np.cumsum(lengths)
    return np.stack([x[end - n : end].sum(0) for end, n in zip(ends, lengths, strict=True)])


def main():
    lengths = np.array([3, 0, 1, 5, 0, 2, 7, 0], np.int32)
    x = np.random.default_rng(2).integers(-99, 100, (lengths.sum(), LANES)).astype(np.float32)
    report = segment_sums(len(x), len(lengths)).kernel.run([x, lengths]).raise_if_bad()
    assert np.array_equal(report.outputs[0], oracle(x, lengths))
    print(f"scalars: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
