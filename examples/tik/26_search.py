"""Branches and loops that end early, all on run-time values: binary search, and a scan that stops.

python examples/tik/26_search.py
"""

import numpy as np

import tik

COUNT, KEYS = 256, 16


def build(chip="Ascend910A"):
    """y[k] = where keys[k] stands in the ascending x, -1 if nowhere; first_negative[0] = the first key below 0, or KEYS."""
    t = tik.Tik(chip=chip)
    x_gm = t.Tensor("int32", (COUNT,), name="x_gm", scope=tik.scope_gm)
    keys_gm = t.Tensor("int32", (KEYS,), name="keys_gm", scope=tik.scope_gm)
    y_gm = t.Tensor("int32", (KEYS,), name="y_gm", scope=tik.scope_gm)
    first_gm = t.Tensor("int32", (8,), name="first_gm", scope=tik.scope_gm)
    x_ub, keys_ub, y_ub, first_ub = (
        t.Tensor("int32", (n,), name=name, scope=tik.scope_ubuf)
        for n, name in ((COUNT, "x_ub"), (KEYS, "keys_ub"), (KEYS, "y_ub"), (8, "first_ub"))
    )
    t.data_move(x_ub, x_gm, 0, 1, COUNT // 8, 0, 0)
    t.data_move(keys_ub, keys_gm, 0, 1, KEYS // 8, 0, 0)
    t.vec_dup(KEYS, y_ub, -1, 1, 8)
    key, low, high, middle, value = (t.Scalar("int32", name) for name in ("key", "low", "high", "middle", "value"))
    with t.for_range(0, KEYS) as k:
        key.set_as(keys_ub[k])
        with t.if_scope(key < 0):
            t.tik_continue()
        low.set_as(0)
        high.set_as(COUNT)
        with t.for_range(0, COUNT.bit_length()):
            with t.if_scope(low >= high):
                t.tik_break()
            middle.set_as((low + high) // 2)
            value.set_as(x_ub[middle])
            with t.if_scope(value == key):
                y_ub[k].set_as(middle)
                t.tik_break()
            with t.elif_scope(value < key):
                low.set_as(middle + 1)
            with t.else_scope():
                high.set_as(middle)
    t.data_move(y_gm, y_ub, 0, 1, KEYS // 8, 0, 0)

    t.vec_dup(8, first_ub, KEYS, 1, 8)
    with t.for_range(0, KEYS) as k:
        key.set_as(keys_ub[k])
        with t.if_scope(key < 0):
            first_ub[0].set_as(k)
            t.data_move(first_gm, first_ub, 0, 1, 1, 0, 0)
            t.tik_return()  # this core is done
    t.data_move(first_gm, first_ub, 0, 1, 1, 0, 0)
    t.BuildCCE(kernel_name="search", inputs=[x_gm, keys_gm], outputs=[y_gm, first_gm])
    return t


def oracle(x, keys):
    where = {value: i for i, value in enumerate(x)}
    negative = np.flatnonzero(keys < 0)
    return [where.get(key, -1) for key in keys], negative[0] if len(negative) else len(keys)


def main():
    random, kernel = np.random.default_rng(26), build().kernel
    x = np.sort(random.choice(1000, COUNT, replace=False)).astype(np.int32)
    keys = random.integers(0, 1000, KEYS).astype(np.int32)
    keys[:4] = x[[0, 17, 100, -1]]
    for negative in (0, 2):
        keys[9 : 9 + negative] = -5
        report = kernel.run([x, keys]).raise_if_bad()
        found, first = oracle(x, keys)
        assert np.array_equal(report.outputs["y_gm"], found) and report.outputs["first_gm"][0] == first
    print(f"search: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
