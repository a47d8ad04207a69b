"""``tikdb``: runs a built kernel on given arrays, and records prints (tik_api §3)."""

from __future__ import annotations

import logging
import math
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tik.dsl.printing import debug_print, printf
from tik.dsl.tensor import TensorView
from tik.ir import Expr
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.authoring.tik_api import Tik
    from tik.runtime import Report

__all__ = ["Debugger", "fed"]

_LOG = logging.getLogger("tik")


class Debugger:
    """``tikdb`` of a kernel: ``start_debug`` runs it as it is, ``debug_print`` prints while it runs."""

    def __init__(self, owner: Tik) -> None:
        self._owner = owner

    def start_debug(
        self, feed_dict: Mapping[str, Any], interactive: bool = True, desc_tensor: Any = None
    ) -> list[NDArray[Any]]:
        """Run with inputs by GM name (and InputScalars by theirs); the outputs as a list, in BuildCCE's order.

        Always to the end: there is no command line to stop in, which a note says where ``interactive`` asks for one.
        """
        if desc_tensor is not None:
            raise TikError("TIK-CHIP01", "desc_tensor of start_debug is not in the kit", position=here(), hint="leave it out")
        if interactive:
            _LOG.warning(
                "start_debug ran %s to its end: there is no interactive debugger; printf, tikdb.debug_print and `tik check` "
                "show what happens inside (interactive=False says nothing)",
                self._owner.kernel.name,
            )
        return [np.asarray(x) for x in fed(self._owner, feed_dict).outputs]

    def debug_print(self, expr: Any) -> None:
        """Print, when the kernel gets here, what ``expr`` names: a tensor, Scalar or expression of the author's variables."""
        frame = sys._getframe(1)
        core = self._owner
        if not isinstance(expr, str):
            core.mistake(
                "TIK-TYPE02", f"debug_print takes the text of an expression, not {expr!r}", hint='debug_print("x_ub[0]")'
            )
            return
        try:
            value = eval(expr, frame.f_globals, frame.f_locals)
        except TikError:
            raise
        except Exception as error:
            value = _declared(core, expr)
            if value is None:
                core.mistake(
                    "TIK-TYPE02",
                    f"debug_print cannot make sense of {expr!r}: {type(error).__name__}: {error}",
                    hint="name a variable of this function, or a tensor by the name it was declared with",
                )
                return
        values = value if isinstance(value, tuple | list) else (value,)
        odd = [one for one in values if not isinstance(one, TensorView | Expr | int | float | str)]
        if odd:
            core.mistake("TIK-TYPE02", f"debug_print shows tensors, numbers and texts, and {expr} is a {type(odd[0]).__name__}")
            return
        for one in values:
            if isinstance(one, str):
                printf(core, "%s\n", one)
            else:
                debug_print(core, expr, one)


def fed(owner: Tik, feed_dict: Mapping[str, Any], **options: Any) -> Report:
    """Run what BuildCCE built; outputs that are fed start with what is fed. Raises TIK-TYPE02 when it is no mapping."""
    if not isinstance(feed_dict, Mapping):
        raise TikError(
            "TIK-TYPE02",
            f"feed_dict is a {type(feed_dict).__name__}",
            position=here(),
            hint="give arrays by the names of their GM tensors: {'x_gm': x}",
        )
    kernel = owner.kernel
    for name, array in feed_dict.items():
        wanted = next(
            (shape for spelled, (shape, _) in kernel.signature.shapes.items() if name == kernel.signature.declared[spelled]),
            None,
        )
        if wanted is not None and math.prod(wanted) != np.size(array):
            raise TikError(
                "TIK-SHAPE02",
                f"{name} is fed {np.size(array)} elements of shape {list(np.shape(array))}, "
                f"its tensor has shape {list(wanted)}",
                position=here(),
            )
    first = {name: array for name, array in feed_dict.items() if name in kernel.outputs and name not in kernel.inputs}
    given = {name: array for name, array in feed_dict.items() if name not in first}
    return kernel.run(given, initial=first or None, **options)


def _declared(core: Tik, name: str) -> TensorView | None:
    """A living tensor by the name it was declared with."""
    living = [t for frame in core.frames for t in frame.tensors] + core.globals
    found = next((t for t in reversed(living) if t.name == name), None)
    return None if found is None else TensorView(found, 0, found.dtype, found.shape)
