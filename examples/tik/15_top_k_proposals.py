"""The k largest of a row, and where they are: sort by sixteens, merge by fours.

A proposal has eight float16; the score sorts, the others travel along. A float16 holds integers up to 2048 only, so that the
index goes in two fields.

python examples/tik/15_top_k_proposals.py
"""

import numpy as np

import tik

LIST = 16  # proposals vrpsort16 sorts
FIELDS = 8  # of a proposal
SCORE, HIGH, LOW = 4, 0, 1  # fields used
BASE = 256


class TopK:
    """Values and indices of the k largest of every row of float16, in descending order, equal ones in order of index; a core
    a row. Columns are filled up to 16 * 4**m with the smallest float16."""

    def __init__(self, rows, columns, k, chip="Ascend910A"):
        self.t = tik.Tik(chip=chip)
        self.rows, self.columns, self.k = rows, columns, k
        self.n = LIST
        while self.n < columns:
            self.n *= 4
        index = np.arange(self.n)
        tensor = self.t.Tensor
        self.x_gm = tensor("float16", (rows, columns), name="x_gm", scope=tik.scope_gm)
        self.value_gm = tensor("float16", (rows, k), name="value_gm", scope=tik.scope_gm)
        self.index_gm = tensor("int32", (rows, k), name="index_gm", scope=tik.scope_gm)
        digits = np.stack([index // BASE, index % BASE]).astype(np.float16)
        self.digits_gm = tensor("float16", (2, self.n), name="digits_gm", scope=tik.scope_gm, init_value=digits)

    def compute(self):
        t = self.t
        with t.for_range(0, self.rows, block_num=self.rows) as row:
            a = t.Tensor("float16", (self.n, FIELDS), name="a", scope=tik.scope_ubuf)
            b = t.Tensor("float16", (self.n, FIELDS), name="b", scope=tik.scope_ubuf)
            with t.new_stmt_scope():
                self.load(row, a)
            t.vrpsort16(b, a, self.n // LIST)
            a, b = self.merge(b, a)
            self.store(row, a)
        t.BuildCCE(kernel_name="top_k", inputs=[self.x_gm], outputs=[self.value_gm, self.index_gm])
        return t

    def load(self, row, proposals):
        """Scores and digits of indices, into proposals."""
        t, n = self.t, self.n
        score_ub = t.Tensor("float16", (n,), name="score_ub", scope=tik.scope_ubuf)
        digits_ub = t.Tensor("float16", (2, n), name="digits_ub", scope=tik.scope_ubuf)
        repeats, left = divmod(n, 128)
        if repeats:
            t.vec_dup(128, score_ub, -65504.0, repeats, 8)
        if left:
            t.vec_dup(left, score_ub[n - left], -65504.0, 1, 8)
        t.data_move(score_ub, self.x_gm[row, 0], 0, 1, self.columns // 16, 0, 0)
        t.data_move(digits_ub, self.digits_gm, 0, 1, 2 * n // 16, 0, 0)
        t.vconcat(proposals, score_ub, n // LIST, SCORE)
        t.vconcat(proposals, digits_ub[0, 0], n // LIST, HIGH)
        t.vconcat(proposals, digits_ub[1, 0], n // LIST, LOW)

    def merge(self, a, b):
        """Four sorted lists at a time become one, until one is left. Returns the tensor that has it, and the other."""
        length = LIST
        while length < self.n:
            lists = [a[j * length * FIELDS] for j in range(4)]
            self.t.vmrgsort4(b, lists, [length] * 4, False, "1111", self.n // (4 * length))
            a, b, length = b, a, 4 * length
        return a, b

    def store(self, row, proposals):
        """The first k: their scores, and high * 256 + low as int32."""
        t, k = self.t, self.k
        fields_ub = t.Tensor("float16", (3, k), name="fields_ub", scope=tik.scope_ubuf)
        index_ub = t.Tensor("int32", (2, k), name="index_ub", scope=tik.scope_ubuf)
        base_ub = t.Tensor("int32", (k,), name="base_ub", scope=tik.scope_ubuf)
        for place, field in enumerate((SCORE, HIGH, LOW)):
            t.vextract(fields_ub[place, 0], proposals, k // LIST, field)
        t.data_move(self.value_gm[row, 0], fields_ub, 0, 1, k // 16, 0, 0)
        for place in (0, 1):
            t.vec_conv(LIST, "round", index_ub[place, 0], fields_ub[place + 1, 0], k // LIST, 2, 1)
        t.vec_dup(LIST, base_ub, BASE, k // LIST, 2)
        t.vec_mul(LIST, index_ub, index_ub, base_ub, k // LIST, 2, 2, 2)
        t.vec_add(LIST, index_ub, index_ub, index_ub[1, 0], k // LIST, 2, 2, 2)
        t.data_move(self.index_gm[row, 0], index_ub, 0, 1, k // 8, 0, 0)


def oracle(x, k):
    order = np.argsort(-x.astype(np.float32), axis=1, kind="stable")[:, :k]
    return np.take_along_axis(x, order, 1), order.astype(np.int32)


def main():
    rows, columns, k = 3, 1008, 48
    x = np.random.default_rng(15).integers(-500, 500, (rows, columns)).astype(np.float16)
    report = TopK(rows, columns, k).compute().kernel.run([x]).raise_if_bad()
    for got, expected in zip(report.outputs, oracle(x, k), strict=True):
        assert np.array_equal(got, expected)
    print(f"top k: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
