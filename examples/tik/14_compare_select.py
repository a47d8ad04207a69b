"""Choosing by comparison: a compare writes one bit a lane, a select reads them. All three modes of select.

python examples/tik/14_compare_select.py
"""

import numpy as np

import tik

LANES = 128  # float16 of a repeat


def by_mask_tensor(chip="Ascend910A"):
    """One repeat at a time: the bits go to a tensor of 8 words, and vec_sel (mode 0) takes them from there."""
    t = tik.Tik(chip=chip)
    n = 4 * LANES
    x_gm, y_gm, x_ub, y_ub = tensors(t, n)
    bound_ub = t.Tensor("float16", (LANES,), name="bound_ub", scope=tik.scope_ubuf)
    bits_ub = t.Tensor("uint16", (16,), name="bits_ub", scope=tik.scope_ubuf)
    t.vec_dup(LANES, bound_ub, 1.0, 1, 8)
    t.data_move(x_ub, x_gm, 0, 1, n // 16, 0, 0)
    with t.for_range(0, n // LANES) as i:
        # In mode 0 all repeats of a select share the bits of one: so a loop, and not repeat_times=4.
        t.vec_cmpv_gt(bits_ub, x_ub[i * LANES], bound_ub, 1, 8, 8)
        t.vec_sel(LANES, 0, y_ub[i * LANES], bits_ub, bound_ub, x_ub[i * LANES], 1, 8, 8, 8)
    t.data_move(y_gm, y_ub, 0, 1, n // 16, 0, 0)
    return build(t, x_gm, y_gm)


def by_register(chip="Ascend910A"):
    """The same through CMPMASK, the register of 128 bits that vcmp writes and vsel reads."""
    t = tik.Tik(chip=chip)
    n = 4 * LANES
    x_gm, y_gm, x_ub, y_ub = tensors(t, n)
    bound_ub = t.Tensor("float16", (LANES,), name="bound_ub", scope=tik.scope_ubuf)
    t.vector_dup(LANES, bound_ub, 1.0, 1, 1, 8)
    t.data_move(x_ub, x_gm, 0, 1, n // 16, 0, 0)
    with t.for_range(0, n // LANES) as i:
        at = i * LANES
        cmpmask = t.vcmp_gt(LANES, x_ub[at], bound_ub, 1, 1)
        t.vsel(LANES, 0, y_ub[at], cmpmask, bound_ub, x_ub[at], 1, 1, 1, 1)
    t.data_move(y_gm, y_ub, 0, 1, n // 16, 0, 0)
    return build(t, x_gm, y_gm)


def by_many_bits(chip="Ascend310P3"):
    """Where the chip can: one compare with a number writes all bits, one select (mode 1) reads them; lanes without a bit
    get a number."""
    t = tik.Tik(chip=chip)
    n = 4 * LANES
    x_gm, y_gm, x_ub, y_ub = tensors(t, n)
    bits_ub = t.Tensor("uint16", (n // 16,), name="bits_ub", scope=tik.scope_ubuf)
    t.data_move(x_ub, x_gm, 0, 1, n // 16, 0, 0)
    t.vcmpvs_le(bits_ub, x_ub, 1.0, n // LANES, 1, 8)
    t.vsel(LANES, 1, y_ub, bits_ub, x_ub, 1.0, n // LANES, 1, 1, 1, 8, 8, 0)
    t.data_move(y_gm, y_ub, 0, 1, n // 16, 0, 0)
    return build(t, x_gm, y_gm)


def by_given_bits(chip="Ascend310P3"):
    """Dropout: the bits are an input, one a lane (mode 2, two tensors)."""
    t = tik.Tik(chip=chip)
    n = 4 * LANES
    x_gm, y_gm, x_ub, y_ub = tensors(t, n)
    bits_gm = t.Tensor("uint8", (n // 8,), name="bits_gm", scope=tik.scope_gm)
    bits_ub = t.Tensor("uint8", (n // 8,), name="bits_ub", scope=tik.scope_ubuf)
    zero_ub = t.Tensor("float16", (LANES,), name="zero_ub", scope=tik.scope_ubuf)
    t.data_move(x_ub, x_gm, 0, 1, n // 16, 0, 0)
    t.data_move(bits_ub, bits_gm, 0, 1, n // 8 // 32, 0, 0)
    t.vec_dup(LANES, zero_ub, 0.0, 1, 8)
    t.vec_muls(LANES, x_ub, x_ub, 2.0, n // LANES, 8, 8)
    t.vsel(LANES, 2, y_ub, bits_ub, x_ub, zero_ub, n // LANES, 1, 1, 1, 8, 8, 0)
    t.data_move(y_gm, y_ub, 0, 1, n // 16, 0, 0)
    return build(t, [x_gm, bits_gm], y_gm)


def tensors(t, n):
    """x and y in GM and in UB."""
    gm = [t.Tensor("float16", (n,), name=f"{name}_gm", scope=tik.scope_gm) for name in "xy"]
    return gm + [t.Tensor("float16", (n,), name=f"{name}_ub", scope=tik.scope_ubuf) for name in "xy"]


def build(t, inputs, outputs):
    t.BuildCCE(kernel_name="select", inputs=inputs, outputs=outputs)
    return t.kernel


def oracle(x):
    return np.minimum(x, np.float16(1))


def oracle_dropout(x, bits):
    return np.where(np.unpackbits(bits, bitorder="little"), 2 * x, np.float16(0))


def main():
    rng = np.random.default_rng(14)
    x = rng.standard_normal(4 * LANES).astype(np.float16)
    for kernel in (by_mask_tensor(), by_register(), by_many_bits()):
        report = kernel.run([x]).raise_if_bad()
        assert np.array_equal(report.outputs[0], oracle(x)) and not report.hazards
    bits = rng.integers(0, 256, x.size // 8).astype(np.uint8)
    report = by_given_bits().run([x, bits]).raise_if_bad()
    assert np.array_equal(report.outputs[0], oracle_dropout(x, bits))
    print(f"compare and select: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
