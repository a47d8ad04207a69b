"""Which modules the shims stand for, what each holds, and what is said of names they do not have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tik.compat import (
    constants,
    data_sizes,
    failures,
    op_info,
    para_check,
    platform,
    register,
    shapes,
    tik_module,
    vector_functions,
)
from tik.compat.modules import Absent, Contents

if TYPE_CHECKING:
    from tik.compat.session import Session

__all__ = ["ALWAYS", "CATALOGUE", "FALLBACK_ROOTS", "ROOTS", "is_known", "stands_always", "why"]

Maker = Callable[["Session"], Contents]

ALWAYS = ("te", "tbe", "topi", "tvm", "mindspore")  # stand even where the real ones are installed
FALLBACK_ROOTS = ("impl", "mxIndex_impl")  # stand where the file's own tree has no such module
ROOTS = (*ALWAYS, *FALLBACK_ROOTS)
_ADAPTER = "impl.util.platform_adapter"  # a real one imports the compiler's insides, so it loses too

_TE = ("te.lang", "te.tvm", "te.dsl", "tbe.dsl", "tbe.tvm", "tvm", "topi", "te.compute", "tbe.common.tiling")


def adapter(session: Session) -> Contents:
    """``impl.util.platform_adapter``: one name a module of the others."""
    module = session.shim
    names: dict[str, Any] = {
        "tik": module("tbe.tik"),
        "tbe_platform": module("tbe.common.platform"),
        "para_check": module("tbe.common.utils.para_check"),
        "shape_util": module("tbe.common.utils.shape_util"),
        "tbe_context": module("tbe.common.context"),
        "tbe_register": module("tbe.common.register"),
        "error_manager": module("tbe.common.utils.errormgr"),
        "error_manager_vector": module("tbe.common.utils.errormgr.error_manager_vector"),
        "error_manager_cube": module("tbe.common.utils.errormgr.error_manager_cube"),
        "error_manager_util": module("tbe.common.utils.errormgr.error_manager_util"),
        "tbe_build": module("tbe.common.buildcfg"),
        "build_config": register.build_configuration(session).attributes["build_config"],
        "get_current_build_config": register.build_configuration(session).attributes["get_current_build_config"],
        "operation": module("tbe.dsl.base.operation"),
        "log": module("tbe.common.utils.log"),
        "tbe": module("tbe.dsl"),
        "tvm": module("tbe.tvm"),
        "OpImplMode": _Names("HIGH_PERFORMANCE", "HIGH_PRECISION", "ENABLE_FLOAT_32_EXECUTION", "SUPPORT_OUT_OF_BOUND_INDEX"),
        "OpPatternMode": _Names("NONE", "ELEWISE", "ELEWISE_WITH_BROADCAST", "REDUCE", "NORM", "TRANSPOSE", "GATHER"),
        "PlatformApi": module("tbe.common.platform"),
        "check_support_block_size_16": lambda *args: True,
        "classify": Absent(f"{_ADAPTER}.classify", why("tbe.dsl")),
    }
    return Contents(names)


class _Names:
    """An enumeration of names."""

    def __init__(self, *names: str) -> None:
        self.__dict__.update({name: name.lower() for name in names})


def mx_index(session: Session) -> Contents:
    """``mxIndex_impl.common``: chooses the SoC when it is named."""
    choose = platform.contents(session).attributes["set_current_compile_soc_info"]
    return Contents({"set_soc_info": lambda soc=None, *more: None if soc is None else choose(soc)})


_TIK: dict[str, Maker] = {
    "": tik_module.contents,
    ".tik_conf": tik_module.contents,
    ".tik_lib.tik_expr": tik_module.expressions,
    ".tik_lib.tik_basic_data": tik_module.expressions,
    ".tik_lib.tik_params": tik_module.expressions,
    ".tik_lib.tik_soc_manager": tik_module.generation,
    ".api.tik_scalar": tik_module.expressions,
    ".api.tik_tensor": tik_module.expressions,
    ".api.tik_dprofile": tik_module.expressions,
    ".common.util": tik_module.lengths,
    ".common.tik_get_soc_name": tik_module.generation,
    ".common.common_util": tik_module.lengths,
}
_PARTS = ".platform_info .cce_conf .cce_params .cce_intrin .intrinsic_check_support"
_PLATFORM = dict.fromkeys(("", *_PARTS.split()), platform.contents)
_KINDS = ("vector", "cube", "util", "reduce", "conv2d", "common", "tik")
_MANAGERS = ("", ".error_manager", *(f".error_manager_{kind}" for kind in _KINDS))

CATALOGUE: dict[str, Maker] = {
    **{f"{root}.tik{name}": maker for root in ("te", "tbe") for name, maker in _TIK.items()},
    **{f"te.platform{name}": maker for name, maker in _PLATFORM.items()},
    **{f"tbe.common.platform{name}": maker for name, maker in _PLATFORM.items()},
    "te.platform.cce_policy": platform.contents,
    "te.platform.cce_buffer": platform.contents,
    "te.platform.cce_runtime": platform.contents,
    "te.platform.cce_intrin_md": platform.contents,
    "te.platform.cce_build": register.build_configuration,
    "te.platform.fusion_manager": register.fusion_manager,
    "te.platform.operation": register.operations,
    "te.lang.base": register.operations,
    "te.lang.base.operation": register.operations,
    "te.lang.base.operation_impl": register.operations,
    "tbe.dsl.base.operation": register.operations,
    "te.platform.operator_register": register.registration,
    "te.op": register.operations,
    "te.domain.rl_bank.rl_bank": register.bank,
    "te.utils.para_check": para_check.contents,
    "te.utils.op_utils": para_check.op_utils,
    "te.utils.check_para": para_check.contents,
    "te.utils.shape_util": shapes.contents,
    "te.utils.cce": para_check.contents,
    **{f"te.utils.error_manager{name}": failures.contents for name in _MANAGERS},
    **{f"tbe.common.utils.errormgr{name}": failures.contents for name in _MANAGERS},
    "tbe.common.utils": para_check.op_utils,
    "tbe.common.utils.para_check": para_check.contents,
    "tbe.common.utils.shape_util": shapes.contents,
    "tbe.common.utils.op_util": para_check.op_utils,
    "tbe.common.register": register.registration,
    "tbe.common.register.register_api": register.registration,
    "tbe.common.context": register.context,
    "tbe.common.context.op_context": register.context,
    "tbe.common.context.op_info": register.context,
    "tbe.common.buildcfg": register.build_configuration,
    "tbe.common.buildcfg.buildcfg": register.build_configuration,
    "tbe.common.buildcfg.buildcfg_mapping": register.configuration_keys,
    "tbe.common.buildcfg.default_buildcfg": register.build_configuration,
    "tbe.common.fusion_manager": register.fusion_manager,
    "tbe.common.fusion_manager.fusion_manager": register.fusion_manager,
    "tbe.common.rl_bank": register.bank,
    "tbe.common.rl_bank.rl_bank": register.bank,
    "tbe.common.rl_bank.bank_manager": register.bank,
    "tbe.common.rl_bank.bank_cfg": register.bank,
    "tbe.common.repository_manager.interface": register.bank,
    "tbe.common.utils.log": register.log,
    "te.utils.log": register.log,
    "mindspore.log": register.log,
    "topi.cce": register.build_configuration,
    "topi.cce.util": para_check.cce_util,
    "mindspore.ops": op_info.contents,
    "mindspore.ops.op_info_register": op_info.contents,
    _ADAPTER: adapter,
    "impl.constant_util": constants.contents,
    "impl.constant_util_v1": constants.contents,
    "impl.util.constant_util": constants.contents,
    "impl.common_util": data_sizes.common,
    "impl.common_util_v1": data_sizes.common,
    "impl.util_common": data_sizes.various,
    "impl.util.util_common": data_sizes.various,
    "impl.util.util_binary": data_sizes.various,
    "impl.util.util_attr_common": data_sizes.attributes,
    "impl.util.util_soc_common": data_sizes.soc,
    "impl.util.util_select_op_base": data_sizes.select,
    "impl.util_select_op_base": data_sizes.select,
    "impl.trans_data_common_func": data_sizes.transposing,
    "impl.util.util_tik_comm_func": vector_functions.contents,
    "mxIndex_impl.common": mx_index,
}


def is_known(name: str) -> bool:
    """Whether a module of that name is in the catalogue, or a package around one that is."""
    return name in CATALOGUE or name in _PACKAGES


def stands_always(name: str) -> bool:
    """Whether the shim stands whatever else there is."""
    return name.partition(".")[0] in ALWAYS or name == _ADAPTER


def why(name: str) -> tuple[str, str]:
    """What a use of a name that is not there is refused with, and the hint."""
    if any(name == root or name.startswith(f"{root}.") for root in _TE):
        return "TE compute, not TIK", "the kit runs kernels of the TIK API; `opsnn` has many operators that TE computes"
    root = name.partition(".")[0]
    if root in FALLBACK_ROOTS:
        return (
            "is neither beside the kernel file nor among the shims",
            f"put the file where the kernel finds it: compat.load(path, root=...), the folder that holds `{root}`",
        )
    if root == "mindspore":
        return "not emulated; of MindSpore there is op_info_register", "keep the kernel in a file of its own"
    return "is not among the shims", "docs/compat.md lists what there is"


def _packages() -> Iterator[str]:
    for name in CATALOGUE:
        while "." in name:
            name = name.rpartition(".")[0]
            yield name


_PACKAGES = frozenset(_packages())
