"""A convolution with bias and relu: conv2d leaves it in L0C, fixpipe takes it to GM, converts it and drops the rows that
only fill a fractal.

python examples/tik/07_conv2d.py
"""

import numpy as np

import tik

C0 = 16  # channels in 32 bytes of float16


def conv2d(image, weight, stride, pad, chip):
    """y [N][Cout/16][Ho][Wo][16] of x ``image`` [N][C1][H][W][C0] and w ``weight`` [C1][Kh][Kw][Cout][C0]."""
    t = tik.Tik(chip=chip)
    n, c1, h, w, _ = image
    _, kernel_h, kernel_w, c_out, _ = weight
    out_h, out_w = (h + pad[2] + pad[3] - kernel_h) // stride[0] + 1, (w + pad[0] + pad[1] - kernel_w) // stride[1] + 1
    rows = -(-out_h * out_w // 16) * 16
    x_gm = t.Tensor("float16", image, name="x_gm", scope=tik.scope_gm)
    w_gm = t.Tensor("float16", weight, name="w_gm", scope=tik.scope_gm)
    bias_gm = t.Tensor("float32", (c_out,), name="bias_gm", scope=tik.scope_gm)
    y_gm = t.Tensor("float16", (n, c_out // 16, out_h, out_w, 16), name="y_gm", scope=tik.scope_gm)
    with t.for_range(0, n, block_num=n) as i:
        x_l1 = t.Tensor("float16", (c1, h, w, C0), name="x_l1", scope=tik.scope_cbuf)
        w_l1 = t.Tensor("float16", weight, name="w_l1", scope=tik.scope_cbuf)
        bias_l1 = t.Tensor("float32", (c_out,), name="bias_l1", scope=tik.scope_cbuf)
        y_l0 = t.Tensor("float32", (c_out // 16, rows, 16), name="y_l0", scope=tik.scope_cbuf_out)
        t.data_move(x_l1, x_gm[i, 0, 0, 0, 0], 0, 1, c1 * h * w, 0, 0)
        t.data_move(w_l1, w_gm, 0, 1, c1 * kernel_h * kernel_w * c_out, 0, 0)
        t.data_move(bias_l1, bias_gm, 0, 1, c_out // 8, 0, 0)
        t.conv2d(y_l0, x_l1, w_l1, [c1, h, w, C0], [c1, kernel_h, kernel_w, c_out, C0], stride, pad, [1, 1], bias=bias_l1)
        quantize = {"mode": "fp322fp16", "mode_param": None}
        extend = {"bias": None, "quantize_params": quantize, "relu": True}
        t.fixpipe(y_gm[i, 0, 0, 0, 0], y_l0, c_out // 16, out_h * out_w * 16 * 4 // 32, 0, 0, extend_params=extend)
    t.BuildCCE(kernel_name="conv2d", inputs=[x_gm, w_gm, bias_gm], outputs=[y_gm])
    return t


def oracle(x, w, bias, stride, pad):
    x = np.pad(x, ((0, 0), (0, 0), pad[2:], pad[:2], (0, 0))).astype(np.float32)
    windows = np.lib.stride_tricks.sliding_window_view(x, w.shape[1:3], axis=(2, 3))[:, :, :: stride[0], :: stride[1]]
    y = np.einsum("nchwkij,cijok->nohw", windows, w.astype(np.float32), optimize=True)
    y = np.maximum(y + bias[:, None, None], 0).astype(np.float16)
    return y.reshape(len(y), -1, 16, *y.shape[2:]).transpose(0, 1, 3, 4, 2)


def main():
    rng = np.random.default_rng(7)
    image, weight, stride, pad = (2, 2, 14, 11, C0), (2, 3, 3, 32, C0), [2, 1], [1, 0, 1, 2]
    x, w = (rng.integers(-2, 3, shape).astype(np.float16) for shape in (image, weight))
    bias = rng.integers(-9, 10, 32).astype(np.float32)
    for chip in ("Ascend310", "Ascend910A", "Ascend310P3", "Ascend910B1"):
        report = conv2d(image, weight, stride, pad, chip).kernel.run([x, w, bias]).raise_if_bad()
        assert np.array_equal(report.outputs[0], oracle(x, w, bias, stride, pad)), chip
    print(f"conv2d: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
