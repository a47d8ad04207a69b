"""Rows of a table by indices in memory: an index becomes a Scalar, the Scalar an address.

python examples/tik/25_embedding.py
"""

import numpy as np

import tik

ANY = 2**31 - 1
WORDS, WIDTH, CORES, ROWS = 1000, 96, 8, 16  # float16 rows; rows of a batch


class Embedding:
    """y[i] = table[ids[i]]; ids out of range give rows of zeros."""

    def __init__(self, chip="Ascend910A"):
        self.t = t = tik.Tik(chip=chip)
        self.table_gm = t.Tensor("float16", (WORDS, WIDTH), name="table_gm", scope=tik.scope_gm)
        self.ids_gm = t.Tensor("int32", (ANY,), name="ids_gm", scope=tik.scope_gm)
        self.y_gm = t.Tensor("float16", (ANY,), name="y_gm", scope=tik.scope_gm)
        self.count = t.InputScalar("int64", "count")  # an argument of the kernel

    def compute(self):
        t = self.t
        batches = (self.count + ROWS - 1) // ROWS
        with t.for_range(0, CORES, block_num=CORES) as core, t.for_range(0, (batches - core + CORES - 1) // CORES) as turn:
            self.batch((turn * CORES + core) * ROWS)
        t.BuildCCE(kernel_name="embedding", inputs=[self.table_gm, self.ids_gm, self.count], outputs=[self.y_gm])
        return t

    def batch(self, first):
        t, blocks = self.t, WIDTH // 16
        ids_ub = t.Tensor("int32", (ROWS,), name="ids_ub", scope=tik.scope_ubuf)
        rows_ub = t.Tensor("float16", (ROWS, WIDTH), name="rows_ub", scope=tik.scope_ubuf)
        rows = t.Scalar("int64", "rows")
        t.scalar_min(rows, self.count - first, ROWS)
        t.data_move(ids_ub, self.ids_gm[first], 0, 1, (rows + 7) // 8, 0, 0)
        t.vec_dup(96, rows_ub, 0.0, ROWS, blocks)
        word = t.Scalar("int32", "word")
        with t.for_range(0, rows) as i:
            word.set_as(ids_ub[i])
            with t.if_scope(tik.all(word >= 0, word < WORDS)):
                t.data_move(rows_ub[i, 0], self.table_gm[word, 0], 0, 1, blocks, 0, 0)
        t.data_move(self.y_gm[first * WIDTH], rows_ub, 0, 1, rows * blocks, 0, 0)


def oracle(table, ids):
    known = (ids >= 0) & (ids < WORDS)
    return np.where(known[:, None], table[np.where(known, ids, 0)], np.float16(0))


def main():
    random, count = np.random.default_rng(25), 200
    table = random.standard_normal((WORDS, WIDTH)).astype(np.float16)
    ids = random.integers(-50, WORDS + 50, count).astype(np.int32)
    kernel = Embedding().compute().kernel
    report = kernel.run([table, ids, count], outputs_shape=(count, WIDTH)).raise_if_bad()
    assert np.array_equal(report.outputs[0], oracle(table, ids))
    print(f"embedding: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
