"""Double buffering by hand: with ``disable_sync=True`` the author places every flag and barrier, and the checker proves them.

python examples/tik/20_flags_by_hand.py
"""

import numpy as np

import tik

TILES, TILE = 8, 4096  # tiles of float16


def build(forget=None, chip="Ascend910A"):
    """y = relu(x) + 1. ``forget`` leaves one kind of flag out, to see what the checker says."""
    t = tik.Tik(chip=chip)
    x_gm = t.Tensor("float16", (TILES, TILE), name="x_gm", scope=tik.scope_gm)
    y_gm = t.Tensor("float16", (TILES, TILE), name="y_gm", scope=tik.scope_gm)
    x_ub = t.Tensor("float16", (2, TILE), name="x_ub", scope=tik.scope_ubuf)  # ping and pong
    y_ub = t.Tensor("float16", (2, TILE), name="y_ub", scope=tik.scope_ubuf)

    def pair(call, source, target, half):
        if (source, target) != forget:
            call(f"PIPE_{source}", f"PIPE_{target}", half)

    with t.new_stmt_scope(disable_sync=True):
        for half in range(2):  # both halves of both buffers are free at first
            pair(t.set_flag, "V", "MTE2", half)
            pair(t.set_flag, "MTE3", "V", half)
        with t.for_range(0, TILES // 2) as i:
            for half in range(2):
                tile = i * 2 + half
                pair(t.wait_flag, "V", "MTE2", half)  # what V read there is read
                t.data_move(x_ub[half, 0], x_gm[tile, 0], 0, 1, TILE // 16, 0, 0)
                pair(t.set_flag, "MTE2", "V", half)

                pair(t.wait_flag, "MTE2", "V", half)
                pair(t.wait_flag, "MTE3", "V", half)  # what MTE3 read there is written
                t.vrelu(128, y_ub[half, 0], x_ub[half, 0], TILE // 128, 1, 1, 8, 8)
                pair(t.set_flag, "V", "MTE2", half)
                t.pipe_barrier("PIPE_V")  # the second instruction reads what the first writes
                t.vadds(128, y_ub[half, 0], y_ub[half, 0], 1.0, TILE // 128, 1, 1, 8, 8)
                pair(t.set_flag, "V", "MTE3", half)

                pair(t.wait_flag, "V", "MTE3", half)
                t.data_move(y_gm[tile, 0], y_ub[half, 0], 0, 1, TILE // 16, 0, 0)
                pair(t.set_flag, "MTE3", "V", half)
        for half in range(2):  # every set has its wait
            pair(t.wait_flag, "V", "MTE2", half)
            pair(t.wait_flag, "MTE3", "V", half)
    t.BuildCCE(kernel_name="relu_plus_1", inputs=[x_gm], outputs=[y_gm])
    return t


def oracle(x):
    return np.maximum(x, np.float16(0)) + np.float16(1)


def main():
    x = np.random.default_rng(20).standard_normal((TILES, TILE)).astype(np.float16)
    report = build().kernel.run([x]).raise_if_bad()
    assert np.array_equal(report.outputs[0], oracle(x))

    careless = build(forget=("MTE3", "V")).kernel.run([x])
    assert any("y_ub" in hazard.message for hazard in careless.errors)  # V overwrites what MTE3 still reads
    print(f"flags by hand: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
