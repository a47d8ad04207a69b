"""Non-maximum suppression: boxes in descending order of score; a box that overlaps a better one too much goes.

python examples/tik/16_nms.py
"""

import numpy as np

import tik

BURST = 16  # boxes the instructions take at once
FIELDS = 8  # of a proposal: x1, y1, x2, y2, score, label and two to spare
LANES = 128


class NonMaximumSuppression:
    """mask[i] = 1 where box i is kept; n boxes as float16 proposals, n a multiple of 16."""

    def __init__(self, n, threshold, chip="Ascend910A"):
        self.t = tik.Tik(chip=chip)
        self.n = n
        # intersection / union > threshold  is  intersection > (area + area) * threshold / (1 + threshold)
        self.factor = threshold / (1.0 + threshold)
        self.boxes_gm = self.t.Tensor("float16", (n, FIELDS), name="boxes_gm", scope=tik.scope_gm)
        self.mask_gm = self.t.Tensor("uint16", (n,), name="mask_gm", scope=tik.scope_gm)

    def compute(self):
        t, n = self.t, self.n
        boxes = t.Tensor("float16", (n, FIELDS), name="boxes", scope=tik.scope_ubuf)
        area = t.Tensor("float16", (n,), name="area", scope=tik.scope_ubuf)
        overlap = t.Tensor("float16", (n, BURST), name="overlap", scope=tik.scope_ubuf)
        sums = t.Tensor("float16", (n, BURST), name="sums", scope=tik.scope_ubuf)
        bits = t.Tensor("uint16", (n,), name="bits", scope=tik.scope_ubuf)
        gone = t.Tensor("uint16", (n,), name="gone", scope=tik.scope_ubuf)
        t.data_move(boxes, self.boxes_gm, 0, 1, n * FIELDS // 16, 0, 0)
        t.set_rpn_offset(0.0)  # a box from 3 to 5 is 2 wide, and not 3
        t.vrpac(area, boxes, n // BURST)
        with t.for_range(0, n // BURST) as i:
            # the 16 boxes from i * 16 on, against all before them and themselves
            t.viou(overlap, boxes, boxes[i * BURST, 0], i + 1)
            t.vaadd(sums, area, area[i * BURST], i + 1)
            repeats = (i + 1) * BURST * BURST // LANES
            t.vmuls(LANES, sums, sums, self.factor, repeats, 1, 1, 8, 8)
            t.vcmpv_gt(bits, overlap, sums, repeats, 1, 1, 8, 8)
            ir = t.set_rpn_cor_ir(0)
            ir = t.rpn_cor(bits[0], gone[0], 1, 1, i)
            t.rpn_cor_diag(gone[i * BURST], bits[i * BURST], ir)
        # gone is 1 or 0, and kept the other way round: ~gone & 1
        ones = t.Tensor("uint16", (n,), name="ones", scope=tik.scope_ubuf)
        t.vector_dup(BURST, ones, 1, n // BURST, 1, 1)
        t.vnot(BURST, gone, gone, n // BURST, 1, 1, 1, 1)
        t.vand(BURST, gone, gone, ones, n // BURST, 1, 1, 1, 1, 1, 1)
        t.data_move(self.mask_gm, gone, 0, 1, n // 16, 0, 0)
        t.BuildCCE(kernel_name="nms", inputs=[self.boxes_gm], outputs=[self.mask_gm])
        return t


def oracle(boxes, threshold):
    x1, y1, x2, y2 = boxes[:, :4].T.astype(np.float64)
    area = (x2 - x1) * (y2 - y1)
    kept = np.zeros(len(boxes), np.uint16)
    for i in range(len(boxes)):
        earlier = np.flatnonzero(kept[:i])
        width = np.minimum(x2[i], x2[earlier]) - np.maximum(x1[i], x1[earlier])
        height = np.minimum(y2[i], y2[earlier]) - np.maximum(y1[i], y1[earlier])
        common = np.maximum(width, 0) * np.maximum(height, 0)
        kept[i] = not np.any(common > threshold * (area[i] + area[earlier] - common))
    return kept


def main():
    n, threshold = 128, 1 / 3
    rng = np.random.default_rng(16)
    boxes = np.zeros((n, FIELDS), np.float16)
    boxes[:, :2] = rng.integers(0, 20, (n, 2))  # small integers: all steps are exact in float16
    boxes[:, 2:4] = boxes[:, :2] + rng.integers(1, 20, (n, 2))
    report = NonMaximumSuppression(n, threshold).compute().kernel.run([boxes]).raise_if_bad()
    expected = oracle(boxes, threshold)
    assert 0 < expected.sum() < n and np.array_equal(report.outputs[0], expected)
    print(f"nms: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
