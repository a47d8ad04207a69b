"""What kernel files import, line by line: all of it works, and what is not there is refused by name when it is used."""

from pathlib import Path

import pytest

from tik import compat
from tik.compat.catalogue import CATALOGUE, is_known, stands_always, why
from tik.types.errors import TikError

IMPORTS = """
from te import tik
import te.lang.cce
import te.lang.dynamic
import te.platform.cce_params
import te.platform as cce
from te import platform as tbe_platform
from te import tvm
from te.tik import Dprofile, Tik, scope_gm
from te.platform import cce_conf
from te.platform.cce_conf import te_set_version, api_check_support
from te.platform.cce_conf import CceProductParams as cce_product
from te.platform.cce_build import build_config
from te.platform.fusion_manager import fusion_manager
from te.platform import intrinsic_check_support, set_current_compile_soc_info, get_bit_len
from te.utils import op_utils
from te.utils.op_utils import *
from te.utils.op_utils import check_dtype, check_shape, REQUIRED_INPUT, OPTION_ATTR_LIST_INT
from te.utils import para_check
from te.utils import check_para
from te.utils import shape_util
from te.utils.para_check import check_op_params
from te.utils.error_manager import error_manager_vector
from te.utils.error_manager.error_manager_util import get_error_message, raise_runtime_error
from te.utils.error_manager import error_manager_cube as err_man
from te.domain.rl_bank import rl_bank
from tbe import tik as tik2, dsl, tvm as tvm2
from tbe.dsl.api import auto_schedule
from tbe.common import platform as platform2
from tbe.common.platform import get_soc_spec, set_current_compile_soc_info, UB_SIZE, CORE_NUM, CUBE_MKN
from tbe.common.platform.platform_info import get_soc_spec as spec2
from tbe.common.utils import para_check as checks, shape_util as shapes
from tbe.common.utils import log as logger
from tbe.common.utils.errormgr import error_manager_vector as errors
from tbe.common.utils.errormgr import get_error_message
from tbe.common.register import register_op_compute, register_operator, register_param_generalization
from tbe.common.context import get_context
from tbe.common.context import op_context
from tbe.common.context.op_context import OpContext
from tbe.common.buildcfg import get_current_build_config
from tbe.common.buildcfg.buildcfg_mapping import op_debug_config
from tbe.common.rl_bank import bank_manager, rl_bank as bank
from tbe.tik.common import tik_get_soc_name
from tbe.tik.common.tik_get_soc_name import get_soc_name
from tbe.tik.common.util import DTYPE_SIZE
from tbe.tik.tik_lib.tik_soc_manager import TikSocManager
from tbe.tik.tik_lib.tik_expr import Expr
from tbe.tik.api.tik_scalar import Scalar
from topi import generic
from topi.cce import util
from topi.cce.util import check_input_type
import topi
import tvm
from mindspore.ops.op_info_register import op_info_register, TBERegOp, DataType
from mindspore.ops import op_info_register as register2, TBERegOp as builder2
from mindspore import log
import impl
from impl import constant_util as constant
from impl import common_util
from impl import constant_util_v1
from impl.util import util_common
from impl.util.util_common import is_unknown_rank_input
from impl.util.util_select_op_base import gen_param, get_dynamic_param_in_json
from impl.util.util_soc_common import after_v200, is_v220
from impl.util.util_tik_comm_func import *
from impl.util.platform_adapter import tik as tik3, tbe_platform as platform3, para_check as checks3
from impl.util.platform_adapter import tbe_context, register_operator, register_operator_compute, tbe_register
from impl.util.platform_adapter import error_manager_vector, error_manager_cube, shape_util, tvm, tbe, classify
from impl.util.platform_adapter import OpImplMode, OpPatternMode, PlatformApi, build_config, tbe_build
from impl.trans_data_common_func import ceil_div, get_core_num, get_max_element_in_ub
from impl.ascend import AContainer
from impl.dynamic.transpose import Transpose, get_ub_size
import impl.merge_sort as merge_sort
from mxIndex_impl.common import set_soc_info
"""


def test_every_import_works(tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    for line in IMPORTS.strip().splitlines():
        path.write_text(f"{line}\n", encoding="utf-8")
        compat.load(path)
    path.write_text(IMPORTS, encoding="utf-8")
    mod = compat.load(path)
    assert mod.tik is not mod.tik2 and mod.tik.Tik is mod.tik2.Tik is mod.tik3.Tik is mod.Tik
    assert mod.tik.Expr is mod.Expr and mod.tik.Scalar is mod.Scalar
    assert mod.register2 is not None and mod.builder2 is mod.TBERegOp
    assert mod.constant.BLOCK_SIZE == 32 and mod.constant_util_v1.MASK128 == 128
    assert mod.DTYPE_SIZE["float16"] == 2 and mod.TikSocManager.is_v100_soc() and not mod.is_v220() and not mod.after_v200()
    assert mod.get_soc_name() == "Ascend910" and mod.get_core_num() == 32 and mod.get_max_element_in_ub("float16", 2) == 65536
    assert mod.CUBE_MKN["int8"]["mac"] == [16, 32, 16] and mod.OpImplMode.HIGH_PRECISION == "high_precision"
    assert mod.PlatformApi.get_soc_spec(mod.PlatformApi.UB_SIZE) == 262144
    assert mod.tbe_context.get_context() is mod.get_context() and mod.rl_bank.query_rl_bank([]) == (False, None)
    mod.fusion_manager.set_current_op_func_name("x"), mod.tbe_platform.fusion_manager.set_anything(1)
    assert mod.tik.tik_conf.Dprofile is mod.Dprofile
    mod.log.info("said to the logger"), mod.logger.debug("too")


@pytest.mark.parametrize(
    ("use", "said"),
    [
        ("te.lang.cce.vadd(1, 2)", "te.lang.cce.vadd: TE compute, not TIK"),
        ("tvm.placeholder((1,))", "tvm.placeholder: TE compute, not TIK"),
        ("tbe.dsl.auto_schedule(1)", "tbe.dsl.auto_schedule: TE compute, not TIK"),
        ("topi.generic.schedule()", "topi.generic.schedule: TE compute, not TIK"),
        ("with tvm.target.cce(): pass", "tvm.target.cce: TE compute, not TIK"),
        ("impl.dynamic.transpose.Transpose()", "impl.dynamic.transpose.Transpose: is neither beside the kernel file"),
        ("mindspore.Tensor([1])", "mindspore.Tensor: not emulated"),
        ("tbe.common.nothing.f()", "tbe.common.nothing.f: is not among the shims"),
        ("te.lang.cce.x + 1", "te.lang.cce.x: TE compute"),
        ("class A(tvm.Node): pass", "tvm.Node: TE compute"),
    ],
)
def test_what_is_not_there_is_refused_when_it_is_used(tmp_path: Path, use: str, said: str) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(f"import te.lang.cce, tvm, tbe.dsl, topi, impl.dynamic.transpose, mindspore, tbe.common.nothing\n{use}\n")
    with pytest.raises(TikError) as caught:
        compat.load(path)
    assert caught.value.code == "TIK-CHIP01" and caught.value.message.startswith(said)
    assert caught.value.location is not None and caught.value.location.short == "kernel.py:2"


def test_symbols_are_never_instances(tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    path.write_text("from te import tvm\nFOUND = isinstance(3, (str, tvm.expr.Expr)), isinstance(3, tvm.tensor.Tensor)\n")
    assert compat.load(path).FOUND == (False, False)


def test_the_table() -> None:
    assert all(is_known(name) for name in CATALOGUE) and is_known("te.utils") and not is_known("te.nothing")
    assert stands_always("te.tik") and stands_always("impl.util.platform_adapter") and not stands_always("impl.util")
    assert why("te.lang.cce.vadd")[0] == "TE compute, not TIK" and "root" in why("impl.x")[1]
