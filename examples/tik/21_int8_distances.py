"""Distances of a vector search: int8 products of queries and a code base on the cube, scaled to float16 on their way out of
L0C, with the best of every block of codes.

python examples/tik/21_int8_distances.py
"""

import numpy as np

import tik

CORES, STEP, GROUP = 2, 512, 64  # codes a step; of a block of which the best is kept
SCALE = 2.0**-7
DIM, QUERIES, CODES = 64, 16, 2048


class Distances:
    """distances[q, c] = SCALE * queries[q] . codes[c]; maxima[q] = pairs (largest, where in its block) a block of codes."""

    def __init__(self, chip="Ascend310P3"):
        self.t = t = tik.Tik(chip=chip)
        self.queries_gm = t.Tensor("int8", (QUERIES, DIM), name="queries_gm", scope=tik.scope_gm)
        # codes are stored as the cube takes them: [codes / 16][dim / 32][16][32]
        self.codes_gm = t.Tensor("int8", (CODES // 16, DIM // 32, 16, 32), name="codes_gm", scope=tik.scope_gm)
        self.distances_gm = t.Tensor("float16", (QUERIES, CODES), name="distances_gm", scope=tik.scope_gm)
        self.maxima_gm = t.Tensor("float16", (QUERIES, CODES // GROUP * 2), name="maxima_gm", scope=tik.scope_gm)
        self.flags_gm = t.Tensor("uint16", (CORES, 16), name="flags_gm", scope=tik.scope_gm)

    def compute(self):
        t = self.t
        with t.for_range(0, CORES, block_num=CORES) as core:
            queries_l1 = t.Tensor("int8", (DIM // 32, QUERIES, 32), name="queries_l1", scope=tik.scope_cbuf)
            with t.for_range(0, DIM // 32) as part:
                t.data_move(queries_l1[part, 0, 0], self.queries_gm[0, part * 32], 0, QUERIES, 1, DIM // 32 - 1, 0)
            with t.for_range(0, CODES // CORES // STEP, thread_num=2) as step:
                self.one_step(queries_l1, core * (CODES // CORES) + step * STEP)
            flag_ub = t.Tensor("uint16", (16,), name="flag_ub", scope=tik.scope_ubuf)
            t.vector_dup(16, flag_ub, 0, 1, 1, 8)
            flag_ub[0].set_as(1)  # the host looks here for what is ready
            t.data_move(self.flags_gm[core, 0], flag_ub, 0, 1, 1, 0, 0)
        t.BuildCCE(
            kernel_name="distances",
            inputs=[self.queries_gm, self.codes_gm],
            outputs=[self.distances_gm, self.maxima_gm, self.flags_gm],
        )
        return t

    def one_step(self, queries_l1, first):
        t = self.t
        codes_l1 = t.Tensor("int8", (DIM // 32, STEP, 32), name="codes_l1", scope=tik.scope_cbuf)
        with t.for_range(0, STEP // 16) as i:
            t.data_move(codes_l1[0, i * 16, 0], self.codes_gm[first // 16 + i, 0, 0, 0], 0, DIM // 32, 16, 0, STEP - 16)
        products_l0c = t.Tensor("int32", (STEP // 16, QUERIES, 16), name="products_l0c", scope=tik.scope_cc)
        t.matmul(products_l0c, queries_l1, codes_l1, QUERIES, DIM, STEP)
        columns_ub = t.Tensor("float16", (STEP // 16, QUERIES, 16), name="columns_ub", scope=tik.scope_ubuf)
        t.tensor_mov(columns_ub, products_l0c, "m", 1, QUERIES * STEP // 256, 0, 0, deqscale=SCALE)
        rows_ub = t.Tensor("float16", (QUERIES, STEP), name="rows_ub", scope=tik.scope_ubuf)
        pairs_ub = t.Tensor("float16", (QUERIES, STEP // GROUP * 2), name="pairs_ub", scope=tik.scope_ubuf)
        with t.new_stmt_scope(disable_sync=True), t.for_range(0, QUERIES) as q:  # no row depends on another
            t.vadds(128, rows_ub[q, 0], columns_ub[0, q, 0], 0.0, STEP // 128, 1, QUERIES, 8, QUERIES * 8)
        with t.new_stmt_scope(disable_sync=True), t.for_range(0, QUERIES) as q:
            t.vcmax(GROUP, pairs_ub[q, 0], rows_ub[q, 0], STEP // GROUP, 1, 1, GROUP // 16)
        t.data_move(self.distances_gm[0, first], rows_ub, 0, QUERIES, STEP // 16, 0, (CODES - STEP) // 16)
        pairs = STEP // GROUP * 2
        t.data_move(
            self.maxima_gm[0, first // GROUP * 2], pairs_ub, 0, QUERIES, pairs // 16, 0, (CODES - STEP) // GROUP * 2 // 16
        )


def oracle(queries, codes):
    return (queries.astype(np.int32) @ codes.astype(np.int32).T * SCALE).astype(np.float16)


def main():
    random = np.random.default_rng(21)
    queries = random.integers(-128, 128, (QUERIES, DIM)).astype(np.int8)
    codes = random.integers(-128, 128, (CODES, DIM)).astype(np.int8)
    stored = np.ascontiguousarray(codes.reshape(CODES // 16, 16, DIM // 32, 32).transpose(0, 2, 1, 3))
    report = Distances().compute().kernel.run([queries, stored]).raise_if_bad()
    distances, pairs, flags = report.outputs
    assert np.array_equal(distances, oracle(queries, codes))
    groups = oracle(queries, codes).reshape(QUERIES, -1, GROUP)
    assert np.array_equal(pairs[:, 0::2], groups.max(-1))
    assert np.array_equal(pairs.view(np.uint16)[:, 1::2], groups.argmax(-1))  # indices are integer bits
    assert (flags[:, 0] == 1).all()
    print(f"int8 distances: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
