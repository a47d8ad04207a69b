"""One kernel for every shape: sizes come with the launch, in a flowtable that the host fills and the kernel reads first.

python examples/tik/19_run_time_tiling.py
"""

import numpy as np

import tik

ANY = 2**62 - 1  # as many elements as the launch gives
ARGUMENTS = 8  # int64 of the flowtable
LANES, BLOCK = 64, 8  # float32 of a repeat, of a block
TILE = 8 * 1024
ALIGNED, SHORT = 1, 2  # modes: rows of whole repeats; rows that fit one repeat


class BiasAdd:
    """y[r] = x[r] + bias, on as many cores as the tiling says."""

    def __init__(self, chip="Ascend910A"):
        self.t = t = tik.Tik(chip=chip)
        self.cores = t.d_profiling.get_aicore_num()
        self.x_gm, self.bias_gm, self.y_gm = (
            t.Tensor("float32", (ANY,), name=name, scope=tik.scope_gm) for name in ("x_gm", "bias_gm", "y_gm")
        )
        self.tiling_gm = t.Tensor("int64", (ARGUMENTS,), name="tiling_gm", scope=tik.scope_gm)
        self.mode, self.used, self.rows, self.columns = (
            t.Scalar("int64", name=name) for name in ("mode", "used", "rows", "columns")
        )

    def read_tiling(self):
        t = self.t
        with t.new_stmt_scope():
            tiling_ub = t.Tensor("int64", (ARGUMENTS,), name="tiling_ub", scope=tik.scope_ubuf)
            t.data_move(tiling_ub, self.tiling_gm, 0, 1, ARGUMENTS * 8 // 32, 0, 0)
            for i, scalar in enumerate((self.mode, self.used, self.rows, self.columns)):
                scalar.set_as(tiling_ub[i])

    def compute(self):
        t = self.t
        self.read_tiling()
        with t.for_range(0, self.cores, block_num=self.cores) as core:
            each = (self.rows + self.used - 1) // self.used
            with t.if_scope(core < self.used):
                end = t.Scalar("int64", "end")
                t.scalar_min(end, (core + 1) * each, self.rows)
                with t.if_scope(self.mode == ALIGNED):
                    self.add_rows(core * each, end, LANES)
                with t.elif_scope(self.mode == SHORT):
                    self.add_rows(core * each, end, self.columns)  # a mask known at run time
        t.BuildCCE(
            kernel_name="bias_add",
            inputs=[self.x_gm, self.bias_gm],
            outputs=[self.y_gm],
            flowtable=[self.tiling_gm],
            config={"out_of_bound_sync_check": True, "enable_const_fold": True},
        )
        return t

    def add_rows(self, first, end, mask):
        t, blocks = self.t, self.columns // BLOCK
        repeats = (self.columns + LANES - 1) // LANES
        bias_ub = t.Tensor("float32", (TILE,), name="bias_ub", scope=tik.scope_ubuf)
        t.data_move(bias_ub, self.bias_gm, 0, 1, blocks, 0, 0)
        with t.for_range(first, end, thread_num=2) as row:
            x_ub = t.Tensor("float32", (TILE,), name="x_ub", scope=tik.scope_ubuf)
            t.data_move(x_ub, self.x_gm[row * self.columns], 0, 1, blocks, 0, 0)
            t.vadd(mask, x_ub, x_ub, bias_ub, repeats, 1, 1, 1, 8, 8, 8)
            t.data_move(self.y_gm[row * self.columns], x_ub, 0, 1, blocks, 0, 0)


def tiling(rows, columns, cores):
    """What the host works out for a shape: in the order the kernel reads it."""
    if columns % BLOCK or columns > TILE or (columns > LANES and columns % LANES):
        raise ValueError(f"bias_add does not take rows of {columns}")
    return [ALIGNED if columns % LANES == 0 else SHORT, min(rows, cores), rows, columns]


def oracle(x, bias):
    return x + bias


def main():
    operator = BiasAdd()
    kernel, random = operator.compute().kernel, np.random.default_rng(19)
    for rows, columns in ((100, 256), (3, 24), (33, 64)):
        x = random.standard_normal((rows, columns), np.float32)
        bias = random.standard_normal(columns, np.float32)
        report = kernel.run([x, bias], tiling=tiling(rows, columns, operator.cores), outputs_shape=x.shape).raise_if_bad()
        assert np.array_equal(report.outputs[0], oracle(x, bias))
    print(f"run-time tiling: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
