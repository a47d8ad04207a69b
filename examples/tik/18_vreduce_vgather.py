"""Elements picked by a condition, by a pattern and by index: vreduce and vgather of the 310P.

python examples/tik/18_vreduce_vgather.py
"""

import numpy as np

import tik

LANES = 64  # float32 of a repeat


def positive(n, chip="Ascend310P3"):
    """The positive ones of x, close together, and how many there are."""
    t = tik.Tik(chip=chip)
    x_gm = t.Tensor("float32", (n,), name="x_gm", scope=tik.scope_gm)
    y_gm = t.Tensor("float32", (n,), name="y_gm", scope=tik.scope_gm)
    count_gm = t.Tensor("int32", (8,), name="count_gm", scope=tik.scope_gm)
    x_ub = t.Tensor("float32", (n,), name="x_ub", scope=tik.scope_ubuf)
    y_ub = t.Tensor("float32", (n,), name="y_ub", scope=tik.scope_ubuf)
    bits_ub = t.Tensor("uint32", (n // LANES, 8), name="bits_ub", scope=tik.scope_ubuf)
    count_ub = t.Tensor("int32", (8,), name="count_ub", scope=tik.scope_ubuf)
    t.data_move(x_ub, x_gm, 0, 1, n // 8, 0, 0)
    t.vec_dup(LANES, y_ub, 0, n // LANES, 8)
    t.vec_dup(8, count_ub, 0, 1, 8)
    with t.for_range(0, n // LANES) as i:  # a repeat has 64 bits; vreduce wants those of every repeat in a block of their own
        t.vcmpvs_gt(bits_ub[i, 0], x_ub[i * LANES], 0.0, 1, 1, 8)
    kept = t.Scalar("uint32", "kept")
    t.vreduce(LANES, y_ub, x_ub, bits_ub, n // LANES, 1, 8, 1, 0, kept, "normal")
    count_ub[0].set_as(kept)
    t.data_move(y_gm, y_ub, 0, 1, n // 8, 0, 0)
    t.data_move(count_gm, count_ub, 0, 1, 1, 0, 0)
    t.BuildCCE(kernel_name="positive", inputs=[x_gm], outputs=[y_gm, count_gm])
    return t.kernel


def split_pairs(n, chip="Ascend310P3"):
    """(a, b) pairs apart: patterns 1 and 2 are the even and the odd elements."""
    t = tik.Tik(chip=chip)
    x_gm = t.Tensor("float32", (n, 2), name="x_gm", scope=tik.scope_gm)
    y_gm = t.Tensor("float32", (2, n), name="y_gm", scope=tik.scope_gm)
    x_ub = t.Tensor("float32", (n, 2), name="x_ub", scope=tik.scope_ubuf)
    y_ub = t.Tensor("float32", (2, n), name="y_ub", scope=tik.scope_ubuf)
    t.data_move(x_ub, x_gm, 0, 1, 2 * n // 8, 0, 0)
    t.vreduce(LANES, y_ub, x_ub, 1, 2 * n // LANES, 1, 8, 0, 0, None, "normal")
    t.vreduce(LANES, y_ub[1, 0], x_ub, 2, 2 * n // LANES, 1, 8, 0)
    t.data_move(y_gm, y_ub, 0, 1, 2 * n // 8, 0, 0)
    t.BuildCCE(kernel_name="split_pairs", inputs=[x_gm], outputs=[y_gm])
    return t.kernel


def look_up(size, n, chip="Ascend310P3"):
    """y[i] = table[index[i]]: vgather wants offsets in bytes."""
    t = tik.Tik(chip=chip)
    table_gm = t.Tensor("float32", (size,), name="table_gm", scope=tik.scope_gm)
    index_gm = t.Tensor("int32", (n,), name="index_gm", scope=tik.scope_gm)
    y_gm = t.Tensor("float32", (n,), name="y_gm", scope=tik.scope_gm)
    table_ub = t.Tensor("float32", (size,), name="table_ub", scope=tik.scope_ubuf)
    index_ub = t.Tensor("int32", (n,), name="index_ub", scope=tik.scope_ubuf)
    y_ub = t.Tensor("float32", (n,), name="y_ub", scope=tik.scope_ubuf)
    t.data_move(table_ub, table_gm, 0, 1, size // 8, 0, 0)
    t.data_move(index_ub, index_gm, 0, 1, n // 8, 0, 0)
    t.vec_muls(LANES, index_ub, index_ub, 4, n // LANES, 8, 8)
    t.vgather(LANES, y_ub, table_ub, index_ub, n // LANES, 8, 0)
    t.data_move(y_gm, y_ub, 0, 1, n // 8, 0, 0)
    t.BuildCCE(kernel_name="look_up", inputs=[table_gm, index_gm], outputs=[y_gm])
    return t.kernel


def oracle(x):
    kept = x[x > 0]
    return np.concatenate([kept, np.zeros(x.size - kept.size, x.dtype)]), kept.size


def main():
    rng = np.random.default_rng(18)
    x = rng.standard_normal(512).astype(np.float32)
    report = positive(512).run([x]).raise_if_bad()
    expected, count = oracle(x)
    assert np.array_equal(report.outputs[0], expected) and report.outputs[1][0] == count

    pairs = rng.standard_normal((256, 2)).astype(np.float32)
    assert np.array_equal(split_pairs(256).run([pairs]).raise_if_bad().outputs[0], pairs.T)

    index = rng.integers(0, 512, 192).astype(np.int32)
    assert np.array_equal(look_up(512, 192).run([x, index]).raise_if_bad().outputs[0], x[index])
    print(f"vreduce and vgather: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
