"""``te.tik`` and ``tbe.tik``: the TIK API as a kernel file sees it."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

from tik.authoring.dprofile import Dprofile, is_tik_var, set_product_version
from tik.authoring.tik_api import Tik
from tik.compat.modules import Contents
from tik.compat.platform import CONSTANTS, SCOPES
from tik.compat.soc import product_chip
from tik.dsl import InputScalar, Scalar, TensorView, all_of, any_of, negate
from tik.ir import Expr
from tik.types.dtypes import ALL

if TYPE_CHECKING:
    from tik.compat.session import Session

__all__ = ["FileDprofile", "FileTik", "contents", "expressions", "generation", "lengths"]


class FileDprofile(Dprofile):
    """A Dprofile whose choice is the kernel file's, not the caller's current chip."""

    session: Session

    def __init__(
        self, ai_core_arch: str | None = None, ai_core_version: str | None = None, ddk_version: Any = None, **options: Any
    ) -> None:
        soc = self.session.soc
        if ai_core_arch is not None or ai_core_version is not None:
            soc.choose(product_chip(partial(Dprofile, ai_core_arch, ai_core_version, ddk_version)))
        super().__init__(chip=soc.chip)

    def get_aicore_num(self) -> int:
        """Number of cores a kernel is spread over."""
        cores = self.session.soc.cores
        return self.chip.aicore_num if cores is None else cores


class FileTik(Tik):
    """``tik.Tik`` in a kernel file: for the file's chip, and what it builds is remembered."""

    session: Session

    def __init__(
        self, profiling: Any = None, disable_debug: bool = True, err_msg_level: int = 0, block_size: int = 32, **more: Any
    ) -> None:
        given = profiling if isinstance(profiling, Dprofile) else dprofile_of(self.session)()
        super().__init__(given, disable_debug, err_msg_level, block_size)

    def BuildCCE(self, *args: Any, **kwargs: Any) -> None:
        """Compile the kernel and remember it for ``compat.build``."""
        super().BuildCCE(*args, **kwargs)
        self.session.kernels.append(self.kernel)


def dprofile_of(session: Session) -> type[FileDprofile]:
    """The file's own Dprofile class."""
    found: type[FileDprofile] = session.made("tik.Dprofile", lambda: type("Dprofile", (FileDprofile,), {"session": session}))
    return found


def contents(session: Session) -> Contents:
    """The names of the package ``tik``."""

    def choose(version: str, *more: Any) -> None:
        """Choose the product by its name."""
        session.soc.choose(product_chip(partial(set_product_version, version)))

    def forget() -> None:
        """Forget the choice."""
        session.soc.chosen = session.soc.cores = None

    names: dict[str, Any] = {
        "Tik": session.made("tik.Tik", lambda: type("Tik", (FileTik,), {"session": session})),
        "Dprofile": dprofile_of(session),
        "Tensor": TensorView,
        "Scalar": Scalar,
        "InputScalar": InputScalar,
        "Expr": Expr,
        "all": all_of,
        "any": any_of,
        "negate": negate,
        "is_tik_var": is_tik_var,
        "set_product_version": choose,
        "unset_product_version": forget,
        **SCOPES,
        **{k: v for k, v in CONSTANTS.items() if k.startswith(("BLOCK_", "VECTOR_", "CUBE_MKN", "C0_", "CONV_"))},
    }
    return Contents(names)


def expressions(session: Session) -> Contents:
    """The classes under the places where the package keeps them (``tik.tik_lib.tik_expr.Expr`` …)."""
    names = dict(contents(session).attributes)
    return Contents({**names, "BasicExpr": Expr, "BasicScalar": Scalar, "TikScalar": Scalar, "TikTensor": TensorView})


def lengths(session: Session) -> Contents:
    """``tik.common.util``: sizes of dtypes and small arithmetic."""
    return Contents(
        {
            "DTYPE_SIZE": {t.name: t.size for t in ALL if t.bits >= 8} | {"bool": 1},
            "ceil_div": lambda a, b: (a + b - 1) // b,
            "reduce_mul": math.prod,
            "is_basic_expr": lambda x: isinstance(x, Expr),
            "get_bit_len": lambda name: next(t.bits for t in ALL if t.name == name),
            "is_scalar": lambda x: isinstance(x, Scalar),
            "is_immediate_number": lambda x: isinstance(x, int | float) and not isinstance(x, bool),
        }
    )


def generation(session: Session) -> Contents:
    """``tik_soc_manager`` and ``tik_get_soc_name``: which generation the SoC is of."""
    soc = session.soc

    def is_of(*generations: str) -> Any:
        return staticmethod(lambda *ignored: soc.chip.generation in generations)

    manager = type(
        "TikSocManager",
        (),
        {
            "is_v100_soc": is_of("v100"),
            "is_v200_soc": is_of("v200"),
            "is_v210_soc": is_of("v210"),
            "is_v220_soc": is_of("v220"),
            "is_v300_soc": is_of("v300"),
            "is_mini_soc": staticmethod(lambda: soc.chip.short_soc == "Ascend310"),
            "is_cloud_soc": staticmethod(lambda: soc.chip.short_soc == "Ascend910"),
            "get_soc_name": staticmethod(lambda: soc.chip.name),
        },
    )
    return Contents(
        {
            "TikSocManager": manager,
            "get_soc_name": lambda: soc.chip.short_soc,
            "get_soc_core_type": lambda: "AiCore",
            "get_short_soc_version": lambda: soc.chip.short_soc,
        }
    )
