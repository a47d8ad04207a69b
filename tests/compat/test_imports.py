"""Import lines of public kernel files, one table: each must work alone, and names kernels use must not be refused."""

from pathlib import Path

import pytest

from tik import compat
from tik.compat.modules import Absent

# What kernels use of what they import: none of these may be a name that is refused.
USED = """
import te.tik as tik
import tbe.tik as tik
from te import tik, platform
from te import platform as cce, tik
from te.op import register_operator, add_compile_info, get_compile_info, dynamic
from te.lang.base import register_operator, add_compile_info
from te.lang.base.operation import add_compile_info, register_operator, get_context
from te.lang.base.operation_impl import register_operator, add_compile_info
from tbe.dsl.base.operation import add_compile_info, get_compile_info, in_dynamic, register_operator, get_op_mode
from te.platform import CUBE_MKN, scope_ubuf, scope_gm, scope_cbuf, scope_ca, scope_cb, scope_cc, scope_cbuf_out
from te.platform import cce_params, cce_conf, cce_intrin, cce_policy, cce_build, fusion_manager, operation
from te.platform import get_soc_spec, get_product, api_check_support, intrinsic_check_support, CceProductParams
from te.platform import te_set_version, te_set_l2_mode, build_config, set_L1_info, get_L1_info, get_bit_len
from te.platform import SOC_VERSION, UB_SIZE, CORE_NUM, ASCEND_310, ASCEND_910, ASCEND_610, HI3796CV300ES
from te.platform.cce_params import scope_ubuf, ASCEND_310, BLOCK_IN, BLOCK_OUT, BLOCK_REDUCE, BLOCK_REDUCE_INT8, C0_SIZE
from te.platform.cce_params import VECTOR_INST_BLOCK_WIDTH, VECTOR_INST_BLOCK_NUM, ELEMENTS_VECTOR_OP_FP16
from te.platform.cce_conf import CceProductParams, get_soc_spec, getValue, get_product, te_set_l2_mode, SOC_VERSION
from te.platform.cce_policy import get_L1_info, set_L1_info, disableL2, OFF_L2
from te.platform.cce_buffer import cur_cce_product_params
from te.platform.cce_build import build_config, dynamic_build_config, build_config_update
from te.platform.fusion_manager import fusion_manager, register, get_fusion_build_cfg, set_current_op_name
from te.platform.operation import register_operator, add_compile_info
from te.utils import op_utils, para_check, shape_util, error_manager, check_para, log
from te.utils.op_utils import REQUIRED_OUTPUT, REQUIRED_ATTR_LIST_INT, OPTION_ATTR_BOOL, DYNAMIC_INPUT, KERNEL_NAME
from te.utils.op_utils import check_op_params, check_dtype, check_shape, check_format, check_elewise_shape_range
from te.utils.op_utils import broadcast_shapes, scalar2tensor_one, shape_to_list, axis_check, refine_axis, MAX_SHAPE_NUM
from te.utils.para_check import check_input_type, check_op_params, SHAPE_SIZE_LIMIT, OPTION_ATTR_LIST_LIST_INT
from te.utils.error_manager import error_manager_vector, error_manager_cube, error_manager_conv2d, error_manager_util
from te.utils.error_manager.error_manager import raise_err
from te.utils.error_manager.error_manager_vector import raise_err_input_dtype_not_supported
from te.domain.rl_bank.rl_bank import query_rl_bank
from te.tik import Dprofile, Tik, Scalar, Tensor, Expr, all, any, negate, scope_gm, scope_ubuf, scope_cbuf_out
from te.tik import set_product_version, unset_product_version, is_tik_var, tik_conf, BLOCK_IN, CUBE_MKN
from te.tik.common.util import ceil_div, DTYPE_SIZE, reduce_mul, is_basic_expr, get_bit_len
from te.tik.common.tik_get_soc_name import get_soc_name, get_soc_core_type
from te.tik.tik_lib.tik_expr import Expr
from te.tik.api.tik_scalar import Scalar, InputScalar
from te.tik.api.tik_tensor import Tensor
from te.tik.api.tik_dprofile import Dprofile
from tbe.common import platform, utils, register, context, buildcfg
from tbe.common.platform import get_soc_spec, get_block_size, te_set_version, ASCEND_910B, SHORT_SOC_VERSION, scope_gm
from tbe.common.platform.platform_info import set_current_compile_soc_info, get_soc_spec, api_check_support
from tbe.common.utils import para_check, shape_util, errormgr, log, check_para
from tbe.common.utils.errormgr import raise_err_input_value_invalid, error_manager_util, get_error_message
from tbe.common.register import register_operator, register_op_compute, set_fusion_buildcfg, get_op_compute
from tbe.common.context import get_context, op_context, op_info
from tbe.common.context.op_context import OpContext
from tbe.common.context.op_info import OpInfo
from tbe.common.buildcfg import build_config, default_buildcfg, get_current_build_config, set_current_build_config
from tbe.common.buildcfg.buildcfg_mapping import op_debug_config, tbe_debug_level
from tbe.common.fusion_manager.fusion_manager import fusion_manager
from tbe.common.rl_bank.rl_bank import query_rl_bank
from tbe.common.repository_manager.interface import cann_kb_search, cann_kb_init
from topi.cce import util, te_set_l2_mode
from topi.cce.util import check_kernel_name, check_shape_rule, check_shape_size, check_dtype_rule, check_tensor_shape_size
from topi.cce.util import compare_tensor_dict_key, get_product_version, VERSION_MINI, VERSION_CLOUD, is_v200_version
from mindspore import log as logger
from mindspore.ops import op_info_register, TBERegOp, DataType
from mindspore.ops.op_info_register import op_info_register, TBERegOp, DataType, CustomRegOp, custom_info_register
from impl import constant_util, constant_util_v1, common_util, common_util_v1, util_common
from impl.constant_util import BLOCK_SIZE, STRIDE_ONE, MASK128, DATA_SIZE_TWO, MAX_REPEAT_TIMES
from impl.util import util_common, util_select_op_base, util_soc_common, util_attr_common, util_tik_comm_func
from impl.util.util_attr_common import OpAttr, get_attr_by_cls
from impl.util.util_common import ceil, align, is_unknown, check_op_impl_mode
from impl.util.util_select_op_base import gen_param, get_dynamic_param_in_json, get_op_cal_info
from impl.util.util_select_op_base import SplitInput, SplitOutput, ReduceInput, ReduceOutput
from impl.util.platform_adapter import tik, tbe_platform, para_check, tbe_context, register_operator, tbe_register
from impl.util.platform_adapter import error_manager_vector, shape_util, operation, log, get_current_build_config
from impl.trans_data_common_func import ceil_div, get_core_num, get_max_element_in_ub
from mxIndex_impl.common import set_soc_info
"""

# What is imported and never used by a TIK kernel, or only in its annotations.
UNUSED = """
from te import tvm, lang
from te.lang import cce
import te.lang.cce
import te.lang.dynamic
from te.lang.base.shape_classifier import classify, Mode
from te.lang.cce.te_compute.util import in_dynamic_and_static_unify
from te.platform import cce_util, log_util, insn_cmd, conv_buffer_ex
from te.platform.cce_params import *
from te.platform.cce_intrin_md import reset_mask_insn
import te.platform.cce_emitinsn_params as cce_emitinsn_params
from te.utils.op_utils import *
from te.utils.cce import auto_schedule
from te.domain.tiling.get_tiling import get_tiling
from te.tik import *
from te.tik.tik_lib.tik_check_util import TikCheckUtil
from te.tik.api.tik_ir_builder import TikIRBuilder
from te.tik.debug import *
from te.tvm import api, const, expr, tensor
from te.tvm.intrin import call_extern
from tbe import tik, dsl, tvm, common
from tbe.dsl import classify, build, auto_schedule
from tbe.tvm.contrib import *
from tbe.common.platform import *
from tbe.common.utils.const import SPARSE_4TO2_ALG
from tbe.common.utils.op_tiling import do_op_tiling
from tbe.common.testing.testing import debug
from topi import generic
import tvm
from tvm import te, tir, relay
import mindspore as ms
import mindspore.nn as nn
from mindspore import context, Tensor
from mindspore.ops import operations as P, functional as F, prim_attr_register, PrimitiveWithInfer
from impl import util, nms_with_mask, merge_sort, attention_qkv_util
from impl.top_k_d import *
from impl.ascend import AContainer, TensorOperatorParam, VecExecutor
from impl.load3d_common_func import img2col, zero_padding
from impl.util import util_gemm, util_build, platform_adapter
from impl.util.util_compute import check_support_fusion
from impl.util.platform_adapter import *
from impl.dynamic.gather_v2 import GatherV2
"""


@pytest.mark.parametrize("line", USED.strip().splitlines())
def test_names_that_kernels_use(line: str, tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(f"{line}\n", encoding="utf-8")
    found = vars(compat.load(path))
    imported = line.partition("import ")[2].split(", ")
    names = [part.split(" as ")[-1].partition(".")[0].strip() for part in imported]
    assert not [name for name in names if type(found[name]) is Absent]


@pytest.mark.parametrize("line", UNUSED.strip().splitlines())
def test_names_that_are_only_imported(line: str, tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(f"{line}\n", encoding="utf-8")
    compat.load(path)


USES = """
import te
import tbe
import te.lang.cce
from te import tvm
from typing import Optional
import te.platform.cce_conf
from te.platform.cce_buffer import cur_cce_product_params as cce_product
from tbe.common.context import op_info, get_context
from tbe.common.buildcfg.buildcfg_mapping import op_debug_config
from impl.util.util_attr_common import OpAttr, get_attr_by_cls
from impl.util.util_select_op_base import SplitInput, SplitOutput, get_op_cal_info
from impl.util.platform_adapter import operation, log, get_current_build_config
from te.lang.base.operation import get_compile_info
from mindspore.ops.op_info_register import custom_info_register
from topi.cce import te_set_l2_mode


def annotated(x: tvm.tensor, y: Optional[tvm.expr.Var] = None) -> "tvm.Tensor":
    return isinstance(x, (int, tvm.expr.Expr))


@custom_info_register({"op_name": "A", "inputs": [], "outputs": []})
def use():
    sizes = [
        te.platform.cce_conf.CceProductParams().getParams("Unified_Buffer"),
        cce_product.getParams("Unified_Buffer"),
        te.platform.get_soc_spec("UB_SIZE"),
        te.platform.get_soc_spec("ub_size"),
        tbe.common.platform.get_soc_spec(tbe.common.platform.UB_SIZE),
        te.platform.cce_conf.getValue("Unified_Buffer"),
        te.tik.Dprofile().get_unified_buffer_size(),
    ]
    operation.add_compile_info("vars", {"n": 1})
    get_context().add_op_info(op_info.OpInfo("op", "Op"))
    te_set_l2_mode(1)
    log.debug("%s", get_current_build_config(op_debug_config))
    attribute = OpAttr(0, "axis", "Int", -1)
    return {
        "sizes": sizes,
        "l0a": te.platform.get_soc_spec("l0_a_size"),
        "info": get_compile_info(),
        "attributes": [get_attr_by_cls(given, attribute, "int32") for given in (None, 3)],
        "support": get_op_cal_info([[SplitInput([0, [0]]), SplitOutput([0, [0]])]], None, 0, 0),
        "key": op_debug_config,
        "annotated": annotated(3),
    }
"""


def test_what_is_done_with_them(tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(USES, encoding="utf-8")
    got = compat.load(path, chip="Ascend310P3").use()
    assert set(got["sizes"]) == {262144} and got["l0a"] == 65536
    assert got["info"] == {"vars": {"n": 1}} and got["attributes"] == [-1, 3]
    assert got["support"] == "{}" and got["key"] == "op_debug_config" and got["annotated"] is True
