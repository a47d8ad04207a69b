"""Two phases with a barrier between: all cores sum, then all divide by what all have summed.

python examples/tik/12_block_barrier.py
"""

import numpy as np

import tik

LANES, BLOCK = 64, 8  # float32 of a repeat, of a block


class DivideBySum:
    """y = x / sum(x) of n float32, n a multiple of 64 * cores."""

    def __init__(self, n, cores, chip="Ascend910A"):
        self.t = tik.Tik(chip=chip)
        self.cores, self.share = cores, n // cores
        self.x_gm = self.t.Tensor("float32", (n,), name="x_gm", scope=tik.scope_gm)
        self.y_gm = self.t.Tensor("float32", (n,), name="y_gm", scope=tik.scope_gm)
        # scratch of the launch: a block for every core's sum, and four int64 a core for the barrier
        self.sums_gm = self.t.Tensor("float32", (cores, BLOCK), name="sums_gm", scope=tik.scope_gm, is_workspace=True)
        self.sync_gm = self.t.Tensor("int64", (4 * cores,), name="sync_gm", scope=tik.scope_gm, is_workspace=True)

    def compute(self):
        t, repeats = self.t, self.share // LANES
        with t.for_range(0, self.cores, block_num=self.cores) as core:
            x_ub = t.Tensor("float32", (self.share,), name="x_ub", scope=tik.scope_ubuf)
            sum_ub = t.Tensor("float32", (BLOCK,), name="sum_ub", scope=tik.scope_ubuf)
            work_ub = t.Tensor("float32", (LANES,), name="work_ub", scope=tik.scope_ubuf)
            t.data_move(x_ub, self.x_gm[core * self.share], 0, 1, self.share // BLOCK, 0, 0)
            t.vec_dup(BLOCK, sum_ub, 0, 1, 8)
            t.vec_reduce_add(LANES, sum_ub, x_ub, work_ub, repeats, 8)
            t.data_move(self.sums_gm[core, 0], sum_ub, 0, 1, 1, 0, 0)

            t.block_barrier(self.sync_gm)

            sums_ub = t.Tensor("float32", (self.cores, BLOCK), name="sums_ub", scope=tik.scope_ubuf)
            total_ub = t.Tensor("float32", (LANES,), name="total_ub", scope=tik.scope_ubuf)
            t.data_move(sums_ub, self.sums_gm, 0, 1, self.cores, 0, 0)
            t.vec_dup(BLOCK, total_ub, 0, 1, 8)
            # strides of 0: every repeat adds another core's block to the same one
            t.vec_add(BLOCK, total_ub, total_ub, sums_ub, self.cores, 0, 0, 1)
            total = t.Scalar("float32", "total", init_value=total_ub[0])
            t.vec_dup(LANES, total_ub, total, 1, 8)
            t.vdiv(LANES, x_ub, x_ub, total_ub, repeats, 1, 1, 1, 8, 8, 0)
            t.data_move(self.y_gm[core * self.share], x_ub, 0, 1, self.share // BLOCK, 0, 0)
        t.BuildCCE(kernel_name="divide_by_sum", inputs=[self.x_gm], outputs=[self.y_gm])
        return t


def oracle(x):
    return x / x.sum()


def main():
    n, cores = 8192, 16
    x = np.random.default_rng(12).integers(1, 9, n).astype(np.float32)  # the sum is exact in any order
    report = DivideBySum(n, cores).compute().kernel.run([x]).raise_if_bad()
    assert np.array_equal(report.outputs[0], oracle(x))
    print(f"block barrier: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
