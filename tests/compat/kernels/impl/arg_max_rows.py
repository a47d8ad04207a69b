"""An old built-in operator: class, figures by cce_conf and cce_intrin, rows whose last repeat is filled by a mask of bits."""

from functools import reduce as functools_reduce

from te import platform as cce
from te import tik
from te.utils.op_utils import *

SCALAR_MIN_FP16 = -(2**16 - 1.0)
FULL = 2**64 - 1


class ArgMaxRows(object):
    def __init__(self, shape, dtype, kernel_name):
        self.tik_instance = tik.Tik(tik.Dprofile())
        self.kernel_name = kernel_name
        self.first_dim = int(functools_reduce(lambda a, b: a * b, shape[:-1], 1))
        self.last = shape[-1]
        self.dtype = dtype
        self.each_block = 32 // (cce.cce_intrin.get_bit_len(dtype) // 8)
        self.core_num = cce.cce_conf.get_soc_spec(cce.cce_conf.CORE_NUM)
        self.x_gm = self.tik_instance.Tensor(dtype, shape, name="x_gm", scope=tik.scope_gm)
        self.y_gm = self.tik_instance.Tensor("int32", (self.first_dim,), name="y_gm", scope=tik.scope_gm)
        self.result_index = None

    def compute(self):
        tasks = (self.first_dim + 7) / 8
        core = min(int(tasks), self.core_num)
        with self.tik_instance.for_range(0, core, block_num=core) as core_id:
            with self.tik_instance.for_range(0, (int(tasks) - core_id + core - 1) // core) as loop:
                task = loop * core + core_id
                result = self.tik_instance.Tensor("int32", (8,), name="result", scope=tik.scope_ubuf)
                count = self.tik_instance.Scalar("int32", name="count", init_value=8)
                if self.first_dim % 8 != 0:
                    with self.tik_instance.if_scope(task == int(tasks) - 1):
                        count.set_as(self.first_dim % 8)
                self.tik_instance.vector_dup(8, result, 0, 1, 1, 8)
                with self.tik_instance.for_range(0, count) as row:
                    self.result_index = self.tik_instance.Scalar("uint16", name="result_index")
                    self.one_row(task * 8 + row)
                    result[row].set_as(self.result_index)
                self.tik_instance.data_move(self.y_gm[task * 8], result, 0, 1, 1, 0, 0)
        self.tik_instance.BuildCCE(kernel_name=self.kernel_name, inputs=[self.x_gm], outputs=[self.y_gm])
        return self.tik_instance

    def one_row(self, row):
        repeats = (self.last + 127) // 128
        free = self.tik_instance.get_available_buffer_size(tik.scope_ubuf)
        if repeats > 64 or repeats * 256 > free:
            raise RuntimeError("rows of that length are another kernel's")
        data = self.tik_instance.Tensor(self.dtype, (repeats * 128,), name="data", scope=tik.scope_ubuf)
        pairs = self.tik_instance.Tensor(self.dtype, (128,), name="pairs", scope=tik.scope_ubuf)
        best = self.tik_instance.Tensor(self.dtype, (16,), name="best", scope=tik.scope_ubuf)
        burst = (self.last + self.each_block - 1) // self.each_block
        self.tik_instance.data_move(data, self.x_gm[row * self.last], 0, 1, burst, 0, 0)
        tail = self.last % 128
        if tail:
            mask = 2**128 - 2**tail
            self.tik_instance.vector_dup([mask >> 64, mask & FULL], data[(repeats - 1) * 128], SCALAR_MIN_FP16, 1, 1, 8)
        self.tik_instance.vcmax(128, pairs, data, repeats, 1, 1, 8)
        mask = sum(4**i for i in range(repeats))
        self.tik_instance.vcmax([mask >> 64, mask & FULL], best, pairs, 1, 1, 1, 8)
        second = self.tik_instance.Scalar("uint16", name="second")
        first = self.tik_instance.Scalar("uint16", name="first")
        second.set_as(best.reinterpret_cast_to("uint16")[1])
        first.set_as(pairs.reinterpret_cast_to("uint16")[second + 1])
        self.result_index.set_as(second * 64 + first)


@check_op_params(REQUIRED_INPUT, REQUIRED_OUTPUT, REQUIRED_ATTR_INT, KERNEL_NAME)
def arg_max_rows(x, y, dimension, kernel_name="arg_max_rows"):
    check_shape(x.get("ori_shape"), param_name="x")
    check_dtype(x.get("dtype").lower(), ["float16"], param_name="x")
    return ArgMaxRows(x.get("ori_shape"), x.get("dtype").lower(), kernel_name).compute()
