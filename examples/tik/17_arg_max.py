"""Arg max: vcmax leaves the value and, as bits of an unsigned number in a float's place, the lane it stood in.

python examples/tik/17_arg_max.py
"""

import numpy as np

import tik

LANES = 128  # float16 of a repeat
MIN = -65504.0


class ArgMax:
    """index[r] = where the largest of row r is first, int32; rows of ``columns`` float16, up to 128 * 64 of them."""

    def __init__(self, rows, columns, chip="Ascend910A"):
        self.t = tik.Tik(chip=chip)
        self.rows, self.columns = rows, columns
        self.x_gm = self.t.Tensor("float16", (rows, columns), name="x_gm", scope=tik.scope_gm)
        self.index_gm = self.t.Tensor("int32", (rows,), name="index_gm", scope=tik.scope_gm)
        self.repeats = -(-columns // LANES)

    def compute(self):
        t = self.t
        cores = -(-self.rows // 8)  # 8 int32 are a block: what one core writes
        with t.for_range(0, cores, block_num=cores) as core:
            index_ub = t.Tensor("int32", (8,), name="index_ub", scope=tik.scope_ubuf)
            count = t.Scalar("int32", "count")
            t.scalar_min(count, 8, self.rows - core * 8)
            t.vec_dup(8, index_ub, 0, 1, 8)
            with t.for_range(0, count) as i:
                self.row(core * 8 + i, index_ub, i)
            t.data_move(self.index_gm[core * 8], index_ub, 0, 1, 1, 0, 0)
        t.BuildCCE(kernel_name="arg_max", inputs=[self.x_gm], outputs=[self.index_gm])
        return t

    def row(self, row, index_ub, place):
        t, repeats = self.t, self.repeats
        x_ub = t.Tensor("float16", (repeats * LANES,), name="x_ub", scope=tik.scope_ubuf)
        pairs_ub = t.Tensor("float16", (max(repeats, 8) * 2,), name="pairs_ub", scope=tik.scope_ubuf)
        best_ub = t.Tensor("float16", (16,), name="best_ub", scope=tik.scope_ubuf)
        t.vec_dup(LANES, x_ub[(repeats - 1) * LANES], MIN, 1, 8)  # what the last repeat has too many
        t.data_move(x_ub, self.x_gm[row, 0], 0, 1, self.columns // 16, 0, 0)
        t.vcmax(LANES, pairs_ub, x_ub, repeats, 1, 1, 8)  # (value, lane) of every repeat
        # the largest of the values, which are the even ones of the pairs
        mask = sum(1 << 2 * r for r in range(min(repeats, 32))), sum(1 << 2 * (r - 32) for r in range(32, min(repeats, 64)))
        t.vcmax([mask[1], mask[0]], best_ub, pairs_ub, 1, 1, 1, 8)
        pair = t.Scalar("uint16", "pair")
        lane = t.Scalar("uint16", "lane")
        pair.set_as(best_ub.reinterpret_cast_to("uint16")[1])  # twice the number of the repeat
        lane.set_as(pairs_ub.reinterpret_cast_to("uint16")[pair + 1])
        index_ub[place].set_as(pair // 2 * LANES + lane)


def oracle(x):
    return x.argmax(1).astype(np.int32)


def main():
    cases = ((16, 304, "Ascend910A"), (8, 1280, "Ascend310"), (24, 64, "Ascend310P3"), (8, 5120, "Ascend910B1"))
    for rows, columns, chip in cases:
        x = np.random.default_rng(rows).integers(-40, 40, (rows, columns)).astype(np.float16)
        report = ArgMax(rows, columns, chip).compute().kernel.run([x]).raise_if_bad()
        assert np.array_equal(report.outputs[0], oracle(x)), columns
        assert not report.hazards
    print(f"arg max: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
