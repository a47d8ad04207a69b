"""Unsorted segment sum: every core adds its rows into rows of one output that several cores share.

python examples/tik/10_atomic_outputs.py
"""

import numpy as np

import tik

BLOCK = 32  # bytes


class SegmentSum:
    """y[ids[i]] += x[i] for ``rows`` rows of ``width`` float32, a share of the rows a core."""

    def __init__(self, rows, width, segments, chip="Ascend910A"):
        self.t = tik.Tik(chip=chip)
        self.rows, self.width = rows, width
        self.cores = min(8, self.t.d_profiling.get_aicore_num())
        self.share = -(-rows // self.cores)
        self.x_gm = self.t.Tensor("float32", (rows, width), name="x_gm", scope=tik.scope_gm)
        self.ids_gm = self.t.Tensor("int32", (rows,), name="ids_gm", scope=tik.scope_gm)
        # an output of is_atomic_add is zero when the launch begins
        self.y_gm = self.t.Tensor("float32", (segments, width), name="y_gm", scope=tik.scope_gm, is_atomic_add=True)

    def compute(self):
        t = self.t
        with t.for_range(0, self.cores, block_num=self.cores) as core:
            first = core * self.share
            count = t.Scalar("int32", "count")
            t.scalar_min(count, self.share, self.rows - first)
            ids_ub = t.Tensor("int32", (-(-self.share // 8) * 8,), name="ids_ub", scope=tik.scope_ubuf)
            t.data_move(ids_ub, self.ids_gm[first], 0, 1, (count + 7) // 8, 0, 0)
            with t.for_range(0, count, thread_num=2) as i:
                row_ub = t.Tensor("float32", (self.width,), name="row_ub", scope=tik.scope_ubuf)
                segment = t.Scalar("int32", "segment", init_value=ids_ub[i])
                burst = self.width * 4 // BLOCK
                t.data_move(row_ub, self.x_gm[(first + i) * self.width], 0, 1, burst, 0, 0)
                t.set_atomic_add(1)  # from here on this core's moves from UB to GM add
                t.data_move(self.y_gm[segment * self.width], row_ub, 0, 1, burst, 0, 0)
                t.set_atomic_add(0)
        t.BuildCCE(kernel_name="segment_sum", inputs=[self.x_gm, self.ids_gm], outputs=[self.y_gm])
        return t


def oracle(x, ids, segments):
    y = np.zeros((segments, x.shape[1]), x.dtype)
    np.add.at(y, ids, x)
    return y


def main():
    rng = np.random.default_rng(10)
    rows, width, segments = 64, 64, 7
    x = rng.integers(-9, 10, (rows, width)).astype(np.float32)
    ids = rng.integers(0, segments, rows).astype(np.int32)
    report = SegmentSum(rows, width, segments).compute().kernel.run([x, ids]).raise_if_bad()
    assert np.array_equal(report.outputs[0], oracle(x, ids, segments))
    print(f"segment sum: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
