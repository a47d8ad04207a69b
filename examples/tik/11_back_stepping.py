"""Sizes that are no whole number of blocks: the last piece of every core steps back, and ends where the core's share ends.

A move writes whole blocks of 32 bytes. The end of a core's share would be written over the start of the next one's; a last
piece that starts earlier does some elements twice, and touches nobody else's.

python examples/tik/11_back_stepping.py
"""

import numpy as np

import tik

LANES, BLOCK = 128, 16  # float16 of a repeat, of a block


class Negate:
    """y = -x of n float16."""

    def __init__(self, n, cores, chip="Ascend310"):
        self.t = tik.Tik(chip=chip)
        self.n = n
        self.cores = max(1, min(cores, n // BLOCK))  # no core has less than a block
        self.piece = self.t.d_profiling.get_unified_buffer_size() // 2 // 64 // LANES * LANES
        self.x_gm = self.t.Tensor("float16", (n,), name="x_gm", scope=tik.scope_gm)
        self.y_gm = self.t.Tensor("float16", (n,), name="y_gm", scope=tik.scope_gm)

    def compute(self):
        t = self.t
        each, more = divmod(self.n, self.cores)  # the first `more` cores have one more
        with t.for_range(0, self.cores, block_num=self.cores) as core:
            start = t.Scalar("int64", "start", init_value=core * each)
            count = t.Scalar("int64", "count", init_value=each)
            with t.if_scope(core < more):
                start.set_as(start + core)
                count.set_as(each + 1)
            with t.else_scope():
                start.set_as(start + more)
            pieces = count // self.piece
            rest = count - pieces * self.piece
            with t.for_range(0, pieces) as i:
                self.negate(start + i * self.piece, self.piece // BLOCK)
            blocks = rest // BLOCK
            with t.if_scope(blocks > 0):
                self.negate(start + pieces * self.piece, blocks)
            with t.if_scope(rest % BLOCK > 0):
                self.negate(start + count - BLOCK, 1)  # the step back
        t.BuildCCE("negate", [self.x_gm], [self.y_gm])
        return t

    def negate(self, at, blocks):
        """``blocks`` blocks from element ``at`` on."""
        t = self.t
        x_ub = t.Tensor("float16", (self.piece,), name="x_ub", scope=tik.scope_ubuf)
        t.data_move(x_ub, self.x_gm[at], 0, 1, blocks, 0, 0)
        t.vmuls(LANES, x_ub, x_ub, -1.0, (blocks + 7) // 8, 1, 1, 8, 8)
        t.data_move(self.y_gm[at], x_ub, 0, 1, blocks, 0, 0)


def oracle(x):
    return -x


def main():
    for n, cores in ((5003, 2), (4096, 2), (37, 2), (16, 2), (20011, 2)):
        x = np.random.default_rng(n).standard_normal(n).astype(np.float16)
        report = Negate(n, cores).compute().kernel.run([x]).raise_if_bad()
        assert np.array_equal(report.outputs[0], oracle(x)), n
        assert not report.hazards
    print(f"back-stepping: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
