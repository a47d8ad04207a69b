"""Where statements of a kernel go that is built already: nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from tik.dsl.core import Core
    from tik.ir import Stmt

__all__ = ["Ended"]


class Ended(list["Stmt"]):
    """The body of a built kernel, as the builder sees it: it takes no statement more (TIK-SYNTAX03)."""

    def __init__(self, core: Core) -> None:
        super().__init__()
        self.core = core

    def append(self, stmt: Stmt) -> NoReturn:
        """Refused."""
        self.core.abort(
            "TIK-SYNTAX03",
            "the kernel was built before this line, which would not be part of it",
            hint="write it before BuildCCE, or begin another kernel with tik.Tik()",
        )
