import numpy as np

import tik

t = tik.Tik(chip="Ascend910A")
boxes_gm, out_gm = t.Tensor("float16", (32, 8), tik.scope_gm, "boxes_gm"), t.Tensor("uint16", (32,), tik.scope_gm, "out_gm")
boxes, area = t.Tensor("float16", (32, 8), tik.scope_ubuf, "boxes"), t.Tensor("float16", (32,), tik.scope_ubuf, "area")
overlap, sums = (t.Tensor("float16", (32, 16), tik.scope_ubuf, name) for name in ("overlap", "sums"))
bits, suppressed = (t.Tensor("uint16", (32,), tik.scope_ubuf, name) for name in ("bits", "suppressed"))
t.data_move(boxes, boxes_gm, 0, 1, 16, 0, 0)
t.set_rpn_offset(0.0)  # widths are x2 - x1
t.vrpac(area, boxes, 2)
with t.for_range(0, 2) as i:  # sixteen boxes against those before them and themselves
    t.viou(overlap, boxes, boxes[i * 16, 0], i + 1)
    t.vaadd(sums, area, area[i * 16], i + 1)
    t.vmuls(128, sums, sums, 0.25, (i + 1) * 2, 1, 1, 8, 8)  # 1/3 of the union
    t.vcmpv_gt(bits, overlap, sums, (i + 1) * 2, 1, 1, 8, 8)
    ir = t.set_rpn_cor_ir(0)
    ir = t.rpn_cor(bits[0], suppressed[0], 1, 1, i)
    t.rpn_cor_diag(suppressed[i * 16], bits[i * 16], ir)
t.data_move(out_gm, suppressed, 0, 1, 2, 0, 0)
t.BuildCCE(kernel_name="suppression", inputs=[boxes_gm], outputs=[out_gm])

boxes = np.zeros((32, 8), np.float16)  # 32 boxes of 10 x 10 in a row, 4 apart: each second one stays
boxes[:, 0], boxes[:, 2], boxes[:, 3] = np.arange(32) * 4, np.arange(32) * 4 + 10, 10
report = t.kernel.run([boxes]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], np.arange(32) % 2)
