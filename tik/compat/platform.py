"""``te.platform``, ``tbe.common.platform`` and their parts: what a kernel asks of its SoC, answered from the chip file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tik.chips import Chip
from tik.compat import register
from tik.compat.modules import Contents
from tik.compat.soc import chip_of_soc
from tik.compat.support import supported
from tik.types.errors import TikError, did_you_mean
from tik.types.positions import here
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.compat.session import Session

__all__ = ["CONSTANTS", "PlatformError", "bit_length", "contents", "specification"]

_SIZES = {"UB": Scope.UB, "L1": Scope.L1, "L0A": Scope.L0A, "L0B": Scope.L0B, "L0C": Scope.L0C, "BT": Scope.BT, "FB": Scope.FB}
_OLD = {  # keys of getValue, CceProductParams().getParams
    "Unified_Buffer": "UB_SIZE",
    "L1_Buffer": "L1_SIZE",
    "L0A_Buffer": "L0A_SIZE",
    "L0B_Buffer": "L0B_SIZE",
    "L0C_Buffer": "L0C_SIZE",
    "L2_Buffer": "L2_SIZE",
    "Core_num": "CORE_NUM",
    "ai_core_cnt": "CORE_NUM",
    "Compiler_arch": "COMPILER_ARCH",
}
_KEYS = """SOC_VERSION SHORT_SOC_VERSION FULL_SOC_VERSION AICORE_TYPE CORE_NUM UB_SIZE L2_SIZE L1_SIZE CUBE_SIZE L0A_SIZE
    L0B_SIZE L0C_SIZE SMASK_SIZE UNZIP VREG_SIZE AREG_SIZE PREG_SIZE CUBE_VECTOR_SPLIT COMPILER_ARCH BT_SIZE FB_SIZE FB0_SIZE
    FB1_SIZE FB2_SIZE FB3_SIZE VECTOR_CORE_CNT CUBE_CORE_CNT L2_MODE L1_FUSION CORE_TYPE"""
_SOCS = {
    "ASCEND_310": "Ascend310",
    "ASCEND_910": "Ascend910",
    "ASCEND_310P": "Ascend310P",
    "ASCEND_710": "Ascend710",
    "ASCEND_610": "Ascend610",
    "ASCEND_615": "Ascend615",
    "ASCEND_310B": "Ascend310B",
    "ASCEND_910B": "Ascend910B",
    "ASCEND_910H": "Ascend910H",
    "ASCEND_910_93": "Ascend910_93",
    "HI3796CV300ES": "Hi3796CV300ES",
    "HI3796CV300CS": "Hi3796CV300CS",
    "SD3403": "SD3403",
    "BS9SX1A": "BS9SX1A",
}
SCOPES = {
    "scope_gm": "global",
    "scope_ubuf": "local.UB",
    "scope_cbuf": "local.L1",
    "scope_ca": "local.L0A",
    "scope_cb": "local.L0B",
    "scope_cc": "local.L0C",
    "scope_cbuf_out": "local.L0C",
    "scope_smask": "local.SMASK",
    "scope_aicpu": "local.AICPU",
    "scope_reg": "local.REG",
    "scope_vreg": "local.VREG",
}
_K = {"float16": 16, "bfloat16": 16, "int8": 32, "uint8": 32, "int4": 64, "float32": 8}
CONSTANTS: dict[str, Any] = {
    **{key: key for key in _KEYS.split()},
    **_SOCS,
    **SCOPES,
    "AIC": "AiCore",
    "VEC": "VectorCore",
    "dma_copy": "dma_copy",
    "BLOCK_IN": 16,
    "BLOCK_OUT": 16,
    "BLOCK_REDUCE": 16,
    "BLOCK_REDUCE_INT8": 32,
    "BLOCK_VECTOR": 1,
    "C0_SIZE": 16,
    "CUBE_MKN": {name: {"mac": [16, k, 16]} for name, k in _K.items()},
    "VECTOR_INST_BLOCK_WIDTH": 256,
    "VECTOR_INST_BLOCK_NUM": 8,
    "VECTOR_INST_MAX_REPEAT_TIMES": 255,
    "VECTOR_SINGLE_BLOCK_WIDTH_FP16": 16,
    "ELEMENTS_VECTOR_OP_FP16": 128,
    "CONV_PADDING_BATCH": 16,
}


class PlatformError(TikError, RuntimeError):
    """A question about the platform that has no answer; a RuntimeError too, as CANN's is."""


def specification(chip: Chip, cores: int, key: str) -> Any:
    """``get_soc_spec(key)``. Raises PlatformError (TIK-TYPE02) for a key there is none of."""
    asked = _OLD.get(key, key)
    known: dict[str, Any] = {
        "CORE_NUM": cores,
        "VECTOR_CORE_CNT": chip.cores_vector,
        "CUBE_CORE_CNT": chip.cores_cube,
        "L2_SIZE": chip.l2_bytes,
        **{f"{name}_SIZE": chip.capacity(scope) for name, scope in _SIZES.items()},
        **{f"L0_{letter}_SIZE": chip.capacity(_SIZES[f"L0{letter}"]) for letter in "ABC"},
        **{f"FB{i}_SIZE": size if chip.capacity(Scope.FB) else 0 for i, size in enumerate((2048, 1024, 2048, 2048))},
        "SMASK_SIZE": 0,
        "VREG_SIZE": 0,
        "AREG_SIZE": 0,
        "PREG_SIZE": 0,
        "CUBE_SIZE": [16, 16, 16],
        "CUBE_K_SIZE": 16,
        "CUBE_M_SIZE": 16,
        "CUBE_N_SIZE": 16,
        "VECTOR_REG_WIDTH": 256,
        "UBBLOCK_SIZE": int(chip.number("block")),
        "CUBE_FREQ": chip.clock_mhz,
        "CUBE_VECTOR_SPLIT": chip.is_split,
        "SOC_VERSION": chip.short_soc,
        "SHORT_SOC_VERSION": chip.short_soc,
        "FULL_SOC_VERSION": chip.name,
        "AICORE_TYPE": "AiCore",
    }
    try:
        return known[str(asked).upper()]
    except KeyError:
        hint = did_you_mean(str(key).upper(), tuple(known)) or f"there are {', '.join(known)}"
        raise PlatformError("TIK-TYPE02", f"get_soc_spec knows no {key!r}", position=here(), hint=hint) from None


def bit_length(dtype: str) -> int:
    """``get_bit_len("float16")`` is 16."""
    if dtype == "bool":
        return 8
    digits = re.search(r"\d+$", str(dtype))
    if digits is None:
        raise PlatformError("TIK-TYPE01", f"get_bit_len: no dtype {dtype!r}", position=here())
    return int(digits[0])


def contents(session: Session) -> Contents:
    """The names of ``tbe.common.platform``, which are those of ``te.platform`` too."""
    soc = session.soc

    def set_current_compile_soc_info(
        soc_version: str, core_type: str = "AiCore", aicore_num: Any = None, l1_fusion: Any = None, **more: Any
    ) -> str:
        """Choose the SoC, by its full or its short name."""
        if str(core_type or "AiCore").lower() not in ("aicore", "aic"):
            raise TikError("TIK-CHIP01", f"core type {core_type!r} of {soc_version}: the kit has AiCore only", position=here())
        soc.choose(chip_of_soc(soc_version), aicore_num)
        return "success"

    def get_soc_spec(key: str) -> Any:
        """A figure of the SoC."""
        return specification(soc.chip, soc.core_num, key)

    def api_check_support(name: str, *dtypes: str) -> bool:
        """Whether the SoC has an instruction (of this dtype)."""
        return supported(soc.chip, name, *dtypes)

    class CceProductParams:
        """The figures of the SoC under their older names."""

        cce_product = property(lambda self: soc.chip.name)

        def getParams(self, key: str) -> Any:
            return get_soc_spec(key)

        get_params = getParams

    names: dict[str, Any] = {
        **CONSTANTS,
        "set_current_compile_soc_info": set_current_compile_soc_info,
        "te_set_version": set_current_compile_soc_info,
        "set_soc_info": set_current_compile_soc_info,
        "get_soc_spec": get_soc_spec,
        "getValue": get_soc_spec,
        "get_value": get_soc_spec,
        "conf_value": get_soc_spec,
        "CceProductParams": CceProductParams,
        "get_soc_name": lambda: soc.chip.short_soc,
        "get_product": lambda: soc.chip.name,
        "api_check_support": api_check_support,
        "intrinsic_check_support": api_check_support,
        "dsl_check_support": api_check_support,
        "get_bit_len": bit_length,
        "get_block_size": lambda: int(soc.chip.number("block")),
        "get_core_num": lambda: soc.core_num,
        "get_L1_info": lambda key=None: False,
        "cur_cce_product_params": CceProductParams(),
        **register.build_configuration(session).attributes,
        **dict.fromkeys(("disableL2", "set_l2_mode", "set_bool_storage_config"), lambda *args, **kwargs: None),
        "set_L1_info": lambda key=None, value=None: None,
        "VERSION_MINI": "1.1.xxx.xxx",
        "VERSION_CLOUD": "1.60.xxx.xxx",
    }
    return Contents(names, _constant)


def _constant(name: str) -> str:
    """A key that is its own name."""
    if name.isupper():
        return name
    raise LookupError(name)
