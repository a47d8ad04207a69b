"""A kernel of a vector-search library: squared distances of a query to a code book, generated for several sizes by a script."""

import argparse
import sys

from te import tik
from te.platform.cce_conf import te_set_version

CODES = 8


class L2Distance:
    def __init__(self, code_num, dim, kernel_name):
        if sys.version_info < (3, 0):
            raise RuntimeError("old")
        self.code_num, self.dim, self.kernel_name = code_num, dim, kernel_name
        self.tik_inst = tik.Tik(tik.Dprofile("v200", "aic"))
        self.aicore_use = self.tik_inst.d_profiling.get_aicore_num()
        self.set_gm()

    def set_gm(self):
        inst = self.tik_inst
        self.queries = inst.Tensor("float16", (self.dim,), name="input_queries_gm", scope=tik.scope_gm)
        self.codes = inst.Tensor("float16", (self.code_num, self.dim), name="input_code_gm", scope=tik.scope_gm)
        self.distances = inst.Tensor("float32", (self.code_num, 8), name="output_distances_gm", scope=tik.scope_gm)

    def one(self, code):
        inst = self.tik_inst
        query = inst.Tensor("float16", (self.dim,), name="query", scope=tik.scope_ubuf)
        code_ub = inst.Tensor("float16", (self.dim,), name="code", scope=tik.scope_ubuf)
        wide = inst.Tensor("float32", (self.dim,), name="wide", scope=tik.scope_ubuf)
        sums = inst.Tensor("float32", (8,), name="sums", scope=tik.scope_ubuf)
        inst.data_move(query, self.queries, 0, 1, self.dim // 16, 0, 0)
        inst.data_move(code_ub, self.codes[code, 0], 0, 1, self.dim // 16, 0, 0)
        inst.vec_sub(self.dim, code_ub, code_ub, query, 1, 8, 8, 8)
        inst.vec_conv(64, "none", wide, code_ub, self.dim // 64, 8, 4)
        inst.vec_mul(64, wide, wide, wide, self.dim // 64, 8, 8, 8)
        with inst.for_range(1, self.dim // 64) as part:
            inst.vec_add(64, wide, wide, wide[part * 64], 1, 8, 8, 8)
        inst.vec_dup(8, sums, 0, 1, 1)
        inst.vcadd(64, sums, wide, 1, 1, 1, 8)
        inst.data_move(self.distances[code, 0], sums, 0, 1, 1, 0, 0)

    def get_tik_instance(self):
        with self.tik_inst.for_range(0, self.aicore_use, block_num=self.aicore_use) as core:
            each = self.code_num // self.aicore_use
            with self.tik_inst.for_range(0, each) as i:
                self.one(core * each + i)
        self.tik_inst.BuildCCE(self.kernel_name, [self.queries, self.codes], [self.distances])
        return self.tik_inst


def distance_l2(code_num, dim, kernel_name="distance_l2"):
    te_set_version("Ascend310P")
    return L2Distance(code_num, dim, kernel_name).get_tik_instance()


def generate():
    parser = argparse.ArgumentParser()
    parser.add_argument("-d", type=int, default=128)
    dim = parser.parse_args().d
    for code_num in (8, 16):
        distance_l2(code_num, dim, f"distance_l2_{code_num}_{dim}")


if __name__ == "__main__":
    generate()
