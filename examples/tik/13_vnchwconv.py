"""Transposes of matrices in UB with vnchwconv, which turns sixteen rows of a block into columns: 16, 8 and 32 bits.

python examples/tik/13_vnchwconv.py
"""

import numpy as np

import tik


class Transpose:
    """y = x.T of one matrix in UB, rows and columns multiples of 16 (8 bits: of 32)."""

    def __init__(self, dtype, rows, columns, chip):
        self.t = tik.Tik(chip=chip)
        self.dtype, self.rows, self.columns = dtype, rows, columns
        self.block = 32 // np.dtype(dtype).itemsize  # elements
        self.x_gm = self.t.Tensor(dtype, (rows, columns), name="x_gm", scope=tik.scope_gm)
        self.y_gm = self.t.Tensor(dtype, (columns, rows), name="y_gm", scope=tik.scope_gm)

    def compute(self):
        t, blocks = self.t, self.rows * self.columns // self.block
        x_ub = t.Tensor(self.dtype, (self.rows, self.columns), name="x_ub", scope=tik.scope_ubuf)
        y_ub = t.Tensor(self.dtype, (self.columns, self.rows), name="y_ub", scope=tik.scope_ubuf)
        t.data_move(x_ub, self.x_gm, 0, 1, blocks, 0, 0)
        {1: self.bits8, 2: self.bits16, 4: self.bits32}[32 // self.block](x_ub, y_ub)
        t.data_move(self.y_gm, y_ub, 0, 1, blocks, 0, 0)
        t.BuildCCE(kernel_name=f"transpose_{self.dtype}", inputs=[self.x_gm], outputs=[self.y_gm])
        return t

    def bits16(self, x_ub, y_ub):
        """A block is 16 elements: block i of the result holds element i of every source block. A repeat goes 16 columns on,
        which are one block of the source, and 16 rows of the result."""
        with self.t.for_range(0, self.rows // 16) as r:
            dst_list = [y_ub[i * self.rows + r * 16] for i in range(16)]
            src_list = [x_ub[(r * 16 + i) * self.columns] for i in range(16)]
            self.repeat(False, False, dst_list, src_list, self.columns // 16, self.rows, 1)

    def bits8(self, x_ub, y_ub):
        """A block is 32 elements, of which one half is read and one half is written: four calls for 32 x 32."""
        with self.t.for_range(0, self.rows // 32) as r:
            for high_row in (0, 1):  # which half of the result's blocks
                for high_column in (0, 1):  # which half of the source's
                    dst_list = [y_ub[(high_column * 16 + i) * self.rows + r * 32] for i in range(16)]
                    src_list = [x_ub[(r * 32 + high_row * 16 + i) * self.columns] for i in range(16)]
                    self.repeat(bool(high_row), bool(high_column), dst_list, src_list, self.columns // 32, self.rows, 1)

    def bits32(self, x_ub, y_ub):
        """A block is 8 elements: 16 rows of 8 become 8 rows of 16, two blocks each."""
        with self.t.for_range(0, self.rows // 16) as r:
            dst_list = [y_ub[i // 2 * self.rows + r * 16 + i % 2 * 8] for i in range(16)]
            src_list = [x_ub[(r * 16 + i) * self.columns] for i in range(16)]
            self.repeat(False, False, dst_list, src_list, self.columns // 8, self.rows, 1)

    def repeat(self, dst_high, src_high, dst_list, src_list, times, dst_stride, src_stride):
        """vnchwconv, whose strides are 0 when it runs once."""
        if times == 1:
            dst_stride = src_stride = 0
        self.t.vnchwconv(dst_high, src_high, dst_list, src_list, times, dst_stride, src_stride)


def oracle(x):
    return x.T


def main():
    rng = np.random.default_rng(13)
    for dtype, rows, columns, chip in (
        ("float16", 64, 48, "Ascend310"),
        ("uint16", 16, 16, "Ascend910A"),
        ("int8", 64, 96, "Ascend910A"),
        ("uint8", 32, 32, "Ascend310P3"),
        ("float32", 48, 40, "Ascend310P3"),
        ("int32", 16, 8, "Ascend910B1"),
    ):
        x = rng.integers(0, 100, (rows, columns)).astype(dtype)
        report = Transpose(dtype, rows, columns, chip).compute().kernel.run([x]).raise_if_bad()
        assert np.array_equal(report.outputs[0], oracle(x)), dtype
        assert not report.hazards
    print(f"vnchwconv: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
