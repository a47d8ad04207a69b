"""The sign of one tensor on the magnitude of another: views of the same bytes with another dtype, and bits taken and put
with vand and vor, which know 16-bit integers only.

python examples/tik/04_bits.py
"""

import numpy as np

import tik

LANES = 128  # of uint16 in a repeat


def copysign(count):
    """y = copysign(x, z) of float32; count is a multiple of 64."""
    t = tik.Tik(tik.Dprofile("v100", "cloud"))
    x_gm, z_gm, y_gm = (t.Tensor("float32", (count,), name=name, scope=tik.scope_gm) for name in ("x_gm", "z_gm", "y_gm"))
    x_ub = t.Tensor("float32", (count,), name="x_ub", scope=tik.scope_ubuf)
    z_ub = t.Tensor("float32", (count,), name="z_ub", scope=tik.scope_ubuf)
    sign_ub = t.Tensor("uint16", (LANES,), name="sign_ub", scope=tik.scope_ubuf)
    rest_ub = t.Tensor("uint16", (LANES,), name="rest_ub", scope=tik.scope_ubuf)
    t.data_move(x_ub, x_gm, 0, 1, count // 8, 0, 0)
    t.data_move(z_ub, z_gm, 0, 1, count // 8, 0, 0)
    t.vector_dup(64, sign_ub.reinterpret_cast_to("uint32"), 1 << 31, 1, 1, 8)
    t.vnot(LANES, rest_ub, sign_ub, 1, 1, 1, 8, 8)
    x_bits, z_bits = x_ub.reinterpret_cast_to("uint16"), z_ub.reinterpret_cast_to("uint16")
    assert x_bits.shape == [count, 2]  # a narrower dtype adds a dimension; one index still counts flat elements
    repeats = 2 * count // LANES
    t.vand(LANES, x_bits, x_bits, rest_ub, repeats, 1, 1, 1, 8, 8, 0)
    t.vand(LANES, z_bits, z_bits, sign_ub, repeats, 1, 1, 1, 8, 8, 0)
    t.vor(LANES, x_bits, x_bits, z_bits, repeats, 1, 1, 1, 8, 8, 8)
    t.data_move(y_gm, x_ub, 0, 1, count // 8, 0, 0)
    t.BuildCCE(kernel_name="copysign", inputs=[x_gm, z_gm], outputs=[y_gm])
    return t


def oracle(x, z):
    return np.copysign(x, z)


def main():
    x, z = np.random.default_rng(4).standard_normal((2, 640), np.float32)
    x[:4], z[:4] = (0, np.inf, 1e-42, 3e38), (-0.0, -1e-45, np.inf, -2)
    report = copysign(x.size).kernel.run([x, z]).raise_if_bad()
    assert np.array_equal(report.outputs[0].view(np.uint32), oracle(x, z).view(np.uint32))
    print(f"bits: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
