"""Sorting with 910B's pairs of (score, index): runs of 32, then merges of four sorted lists at a time.

python examples/tik/23_sort_pairs.py
"""

import numpy as np

import tik

COUNT, LISTS, RUN, PAIR = 2048, 4, 32, 2  # float32 scores; a pair takes two of them


def top_k(k, chip="Ascend910B1"):
    """The k largest of x in descending order, and where they were."""
    t = tik.Tik(chip=chip)
    x_gm = t.Tensor("float32", (COUNT,), name="x_gm", scope=tik.scope_gm)
    values_gm = t.Tensor("float32", (k,), name="values_gm", scope=tik.scope_gm)
    indices_gm = t.Tensor("uint32", (k,), name="indices_gm", scope=tik.scope_gm)
    # where each element was: a table that comes with the kernel
    ramp_gm = t.Tensor("uint32", (COUNT,), name="ramp_gm", scope=tik.scope_gm, init_value=list(range(COUNT)))

    x_ub = t.Tensor("float32", (COUNT,), name="x_ub", scope=tik.scope_ubuf)
    ramp_ub = t.Tensor("uint32", (COUNT,), name="ramp_ub", scope=tik.scope_ubuf)
    src = t.Tensor("float32", (COUNT * PAIR,), name="ping_ub", scope=tik.scope_ubuf)
    dst = t.Tensor("float32", (COUNT * PAIR,), name="pong_ub", scope=tik.scope_ubuf)
    t.data_move(x_ub, x_gm, 0, 1, COUNT // 8, 0, 0)
    t.data_move(ramp_ub, ramp_gm, 0, 1, COUNT // 8, 0, 0)
    t.vsort32(src, x_ub, ramp_ub, COUNT // RUN)

    length = RUN
    while length < COUNT:  # Python's loop: the merges are written out
        lists = min(LISTS, COUNT // length)
        groups = COUNT // (length * lists)
        starts = [src[i * length * PAIR] for i in range(lists)]
        if lists == LISTS:
            t.vmrgsort(dst, starts, [length] * lists, False, groups)
        else:
            t.vmrgsort(dst, starts, [length] * lists, False, 1)
        src, dst, length = dst, src, length * lists

    # scores and indices apart: every second element, from the first and from the second on
    values_ub = t.Tensor("float32", (k,), name="values_ub", scope=tik.scope_ubuf)
    indices_ub = t.Tensor("uint32", (k,), name="indices_ub", scope=tik.scope_ubuf)
    t.vreducev2(None, values_ub, src, 1, k * PAIR // 64, 1, 8, 0)
    t.vreducev2(None, indices_ub, src.reinterpret_cast_to("uint32"), 2, k * PAIR // 64, 1, 8, 0)
    t.data_move(values_gm, values_ub, 0, 1, k // 8, 0, 0)
    t.data_move(indices_gm, indices_ub, 0, 1, k // 8, 0, 0)
    t.BuildCCE(kernel_name="top_k", inputs=[x_gm], outputs=[values_gm, indices_gm])
    return t


def oracle(x, k):
    order = np.argsort(-x, kind="stable")[:k]
    return x[order], order


def main():
    x, k = np.random.default_rng(23).permutation(COUNT).astype(np.float32), 128
    report = top_k(k).kernel.run([x]).raise_if_bad()
    values, indices = oracle(x, k)
    assert np.array_equal(report.outputs["values_gm"], values)
    assert np.array_equal(report.outputs["indices_gm"], indices)
    print(f"sort pairs: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
