"""A dynamic operator in the way of gather: the number of cores and the mode come with the tiling, the Dprofile as a class."""

from impl import common_util
from impl import constant_util as constant
from impl.util.platform_adapter import register_operator
from impl.util.platform_adapter import tbe_context
from impl.util.platform_adapter import tbe_platform
from impl.util.platform_adapter import tik


class Constant:
    MAX_INT64 = 2**63 - 1
    TILING_ARG_NUM = 8
    TILING_MODE_ALIGNED = 1
    TILING_MODE_SMALL = 2


class GatherRows:
    def __init__(self, params_dict, indices_dict, kernel_name):
        self.tik_instance = tik.Tik(tik.Dprofile)
        self.kernel_name = kernel_name
        self.dtype, self.indices_dtype = params_dict.get("dtype"), indices_dict.get("dtype")
        self.block_elem = constant.BLOCK_SIZE // common_util.get_data_size(self.dtype)
        self.indices_elem = constant.BLOCK_SIZE // common_util.get_data_size(self.indices_dtype)
        self.pad = tbe_platform.api_check_support("tik.data_move_pad", self.dtype)
        t = self.tik_instance
        self.x = t.Tensor(self.dtype, (Constant.MAX_INT64,), name="x", scope=tik.scope_gm)
        self.indices = t.Tensor(self.indices_dtype, (Constant.MAX_INT64,), name="indices", scope=tik.scope_gm)
        self.y = t.Tensor(self.dtype, shape=(Constant.MAX_INT64,), name="y", scope=tik.scope_gm)
        self.tiling_gm = t.Tensor("int64", (Constant.TILING_ARG_NUM,), name="ddr_arg", scope=tik.scope_gm)
        for name in ("mode", "need_core_num", "row", "each", "last"):
            setattr(self, name, t.Scalar(dtype="int64", name=name))

    def tiling_args(self):
        t = self.tik_instance
        with t.new_stmt_scope():
            tiling_ub = t.Tensor("int64", (Constant.TILING_ARG_NUM,), name="tiling_ub", scope=tik.scope_ubuf)
            t.data_move(tiling_ub, self.tiling_gm, 0, 1, Constant.TILING_ARG_NUM * 8 // constant.BLOCK_SIZE, 0, 0)
            for i, name in enumerate(("mode", "need_core_num", "row", "each", "last")):
                getattr(self, name).set_as(tiling_ub[i])

    def compute(self):
        t = self.tik_instance
        self.tiling_args()
        with t.for_range(0, self.need_core_num, block_num=self.need_core_num) as block_id:
            count = t.Scalar("int64", "count", init_value=self.each)
            with t.if_scope(tik.all(self.last > 0, block_id == self.need_core_num - 1)):
                count.set_as(self.last)
            indices_ub = t.Tensor(self.indices_dtype, (1024,), name="indices_ub", scope=tik.scope_ubuf)
            burst = (count + self.indices_elem - 1) // self.indices_elem
            t.data_move(indices_ub, self.indices[block_id * self.each], 0, 1, burst, 0, 0)
            with t.if_scope(self.mode == Constant.TILING_MODE_ALIGNED):
                with t.new_stmt_scope():
                    self.aligned(indices_ub, block_id * self.each, count)
            with t.if_scope(self.mode == Constant.TILING_MODE_SMALL):
                with t.new_stmt_scope():
                    self.small(indices_ub, block_id * self.each, count)
        tbe_context.get_context().add_compile_info("is_tik", True)
        t.BuildCCE(
            kernel_name=self.kernel_name,
            inputs=(self.x, self.indices),
            outputs=(self.y,),
            flowtable=(self.tiling_gm,),
            enable_l2=True,
            config={"out_of_bound_sync_check": True, "enable_const_fold": True},
        )

    def aligned(self, indices_ub, begin, count):
        t = self.tik_instance
        index = t.Scalar(dtype=self.indices_dtype, name="index", init_value=0)
        with t.for_range(0, count, thread_num=2) as i:
            row_ub = t.Tensor(self.dtype, (2048,), name="row_ub", scope=tik.scope_ubuf)
            index.set_as(indices_ub[i])
            t.data_move(row_ub, self.x[index * self.row], 0, 1, self.row // self.block_elem, 0, 0)
            t.data_move(self.y[(begin + i) * self.row], row_ub, 0, 1, self.row // self.block_elem, 0, 0)

    def small(self, indices_ub, begin, count):
        """Rows shorter than a block, put together element by element."""
        t = self.tik_instance
        x_ub = t.Tensor(self.dtype, (4096,), name="x_ub", scope=tik.scope_ubuf)
        y_ub = t.Tensor(self.dtype, (4096,), name="y_ub", scope=tik.scope_ubuf)
        index = t.Scalar(dtype=self.indices_dtype, name="index")
        t.data_move(x_ub, self.x, 0, 1, 64, 0, 0)
        with t.for_range(0, count) as i:
            with t.new_stmt_scope(disable_sync=True):
                index.set_as(indices_ub[i])
                with t.for_range(0, self.row) as j:
                    y_ub[i * self.row + j].set_as(x_ub[index * self.row + j])
        if self.pad:
            t.data_move_pad(self.y[begin * self.row], y_ub, 1, count * self.row * common_util.get_data_size(self.dtype), 0, 0)
        else:
            burst = (count * self.row + self.block_elem - 1) // self.block_elem
            t.data_move(self.y[begin * self.row], y_ub, 0, 1, burst, 0, 0)


@register_operator("GatherRows")
def gather_rows(x_dict, indices_dict, y_dict, kernel_name="gather_rows"):
    GatherRows(x_dict, indices_dict, kernel_name).compute()
