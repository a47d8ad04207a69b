"""Rows that are no whole blocks: data_move_pad moves bytes, so cores write next to each other without spilling (910B).

python examples/tik/24_unaligned_rows.py
"""

import numpy as np

import tik

ROWS, COLUMNS = 45, 13  # float32: rows of 52 bytes
BLOCK, LINE = 8, 16  # elements of a block; of a row in UB
CORES = 4


def row_sums(chip="Ascend910B1"):
    """y = x - mean of its row; sums[r] = the row's sum, 4 bytes a row."""
    t = tik.Tik(chip=chip)
    x_gm = t.Tensor("float32", (ROWS, COLUMNS), name="x_gm", scope=tik.scope_gm)
    y_gm = t.Tensor("float32", (ROWS, COLUMNS), name="y_gm", scope=tik.scope_gm)
    sums_gm = t.Tensor("float32", (ROWS,), name="sums_gm", scope=tik.scope_gm)
    each = -(-ROWS // CORES)
    with t.for_range(0, CORES, block_num=CORES) as core:
        first = core * each
        count = t.Scalar("int32", "count")
        t.scalar_min(count, each, ROWS - first)
        x_ub = t.Tensor("float32", (each, LINE), name="x_ub", scope=tik.scope_ubuf)
        sums_ub = t.Tensor("float32", (-(-each // BLOCK) * BLOCK,), name="sums_ub", scope=tik.scope_ubuf)
        # every row starts a block of UB; the rest of its line becomes 0
        t.data_move_pad(x_ub, x_gm[first, 0], count, COLUMNS * 4, 0, 0, right_padding=LINE - COLUMNS, padding_value=0)
        t.vcadd(LINE, sums_ub, x_ub, count, 1, 1, LINE // BLOCK)
        mean = t.Scalar("float32", "mean")
        with t.for_range(0, count) as r:
            mean.set_as(sums_ub[r])
            mean.set_as(mean * (-1.0 / COLUMNS))
            t.vadds(COLUMNS, x_ub[r, 0], x_ub[r, 0], mean, 1, 1, 1, 8, 8)
        t.data_move_pad(y_gm[first, 0], x_ub, count, COLUMNS * 4, 0, 0)
        t.data_move_pad(sums_gm[first], sums_ub, 1, count * 4, 0, 0)
    t.BuildCCE(kernel_name="row_sums", inputs=[x_gm], outputs=[y_gm, sums_gm])
    return t


def oracle(x):
    sums = x.sum(1)
    return x - sums[:, None] / COLUMNS, sums


def main():
    x = np.random.default_rng(24).integers(-99, 100, (ROWS, COLUMNS)).astype(np.float32)
    report = row_sums().kernel.run([x]).raise_if_bad()
    y, sums = oracle(x)
    assert np.allclose(report.outputs["y_gm"], y, rtol=1e-6, atol=1e-4)
    assert np.array_equal(report.outputs["sums_gm"], sums)
    try:
        row_sums("Ascend910A")
    except tik.TikError as error:
        assert "data_move_pad" in str(error)  # and it says which chips have it
    else:
        raise AssertionError("Ascend910A has no data_move_pad")
    print(f"unaligned rows: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
