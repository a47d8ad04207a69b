"""Loading kernel files and building their kernels."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from types import ModuleType
from typing import Any

from tik.authoring.tik_api import BuiltKernel
from tik.chips import Chip, as_chip
from tik.compat.finder import MARK
from tik.compat.session import LOCK, Session
from tik.types.errors import TikError

__all__ = ["ScriptEndError", "build", "built", "load", "session_of"]

_built: ContextVar[tuple[BuiltKernel, ...]] = ContextVar("tik_compat_built", default=())


class ScriptEndError(TikError):
    """A script that ended with ``sys.exit`` of something else than 0."""


def load(path: str | Path, root: str | Path | None = None, *, chip: str | Chip | None = None, main: bool = False) -> ModuleType:
    """Run an unmodified CANN-style kernel file and give its module. The modules it imports of CANN are there while it runs
    (and while ``build`` calls its functions), and gone afterwards.

    ``root``: the folder that holds the file's ``impl`` package; left out, the nearest one above the file. ``chip``: what code
    of the module level is told, where the file does not choose; ``build`` loads the file again when it is for another.
    ``main``: run it as a script, as ``__main__``; ``sys.exit(0)`` is a normal end.
    Raises TIK-SYNTAX03 when a script ends with another exit code (``built`` has what it made),
    TIK-ARTIFACT02 when there is no such file, TikError for what the kit does not have, and what the file raises.
    """
    file = Path(path).resolve()
    if not file.is_file():
        raise TikError("TIK-ARTIFACT02", f"there is no kernel file {path}")
    above = None if root is None else Path(root).resolve()
    if above is not None and not above.is_dir():
        raise TikError("TIK-ARTIFACT02", f"root {root} of the kernel file is no folder")
    session = Session(file, above, None if chip is None else as_chip(chip), main=main)
    _built.set(tuple(session.kernels))
    if session.ended is not None:
        raise ScriptEndError("TIK-SYNTAX03", f"{file.name} ended with sys.exit({session.ended!r})", hint="0 is a normal end")
    return session.module


def build(entry: Callable[..., Any], *args: Any, chip: str | Chip | None = None, **kwargs: Any) -> BuiltKernel:
    """Call an entry of a loaded file and give the kernel its last BuildCCE made; ``built`` has all of them.

    The chip the file chooses itself wins; then ``chip``, then ``tik.chip(...)`` or TIK_CHIP, then Ascend910A.
    What the entry returns does not matter. Raises TIK-TYPE02 when ``entry`` is not of a loaded file, TIK-SYNTAX03 when it
    built nothing, TikErrors for the mistakes in the kernel, and what the entry raises.
    """
    session = session_of(entry)
    wanted = None if chip is None else as_chip(chip)
    with LOCK:  # the chip of a session, and the kernels it made, are one build's at a time
        session, entry = _for_chip(session, entry, wanted)
        soc = session.soc
        kept = soc.argument, soc.chosen, soc.cores
        if wanted is not None:
            soc.argument = wanted
        count = len(session.kernels)
        try:
            with session.active():
                entry(*args, **kwargs)
        finally:
            soc.argument, soc.chosen, soc.cores = kept
            made = tuple(session.kernels[count:])
            del session.kernels[count:]
            _built.set(made)
    if not made:
        raise TikError(
            "TIK-SYNTAX03",
            f"{_name(entry)} built no kernel: it returned without a BuildCCE",
            hint="call the function that ends in BuildCCE; of a class, a function of the file that makes one and runs it",
        )
    return made[-1]


def built() -> tuple[BuiltKernel, ...]:
    """All kernels the last ``build`` (or ``load``, of a file that builds while it loads) of this thread made, in order."""
    return _built.get()


def session_of(entry: Any) -> Session:
    """The session of the file ``entry`` is of. Raises TIK-TYPE02 when there is none."""
    seen: set[int] = set()
    asked = [entry]
    while asked:
        one = asked.pop(0)
        if id(one) in seen:
            continue
        seen.add(id(one))
        space = vars(one) if isinstance(one, ModuleType) else getattr(one, "__globals__", {})
        if MARK in space:
            found: Session = space[MARK]
            return found
        asked += _parts(one)
    raise TikError(
        "TIK-TYPE02",
        f"{_name(entry)} is not of a file that compat.load loaded",
        hint='mod = compat.load("kernel.py"); compat.build(mod.entry, ...)',
    )


def _parts(one: Any) -> list[Any]:
    """What an entry is made of: the function of a partial or a method, the wrapped one, the methods of a class, what a
    function of the caller's names."""
    if isinstance(one, functools.partial):
        return [one.func]
    if inspect.ismethod(one):
        return [one.__func__, type(one.__self__)]
    if inspect.isclass(one):
        return [value for kind in one.__mro__[:-1] for value in vars(kind).values() if inspect.isfunction(value)]
    if inspect.isfunction(one):
        parts = [one.__wrapped__] if hasattr(one, "__wrapped__") else []
        parts += [cell.cell_contents for cell in one.__closure__ or () if _filled(cell)]
        parts += [*(one.__defaults__ or ()), *(one.__kwdefaults__ or {}).values()]
        return parts + [one.__globals__[name] for name in one.__code__.co_names if name in one.__globals__]
    return [type(one).__call__] if callable(one) and not inspect.isbuiltin(one) else []


def _filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def _for_chip(session: Session, entry: Any, wanted: Chip | None) -> tuple[Session, Any]:
    """The session and entry for this chip: the file is loaded again when it read figures of another while it loaded."""
    soc = session.soc
    chip = wanted or soc.offered
    if session.asked is None or session.asked == chip or soc.chosen is not None:
        return session, entry
    other = session.again.get(chip.name)
    if other is None:
        other = session.again[chip.name] = Session(session.path, session.given_root, chip, main=session.main)
    return other, _same(entry, session, other)


def _same(entry: Any, old: Session, new: Session) -> Any:
    """The entry of the file as it was loaded again."""
    if isinstance(entry, functools.partial):
        return functools.partial(_same(entry.func, old, new), *entry.args, **entry.keywords)
    name, module = getattr(entry, "__qualname__", ""), getattr(entry, "__module__", "")
    found: Any = new.module if module == old.module.__name__ else new.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is None or inspect.ismethod(entry):
        raise TikError(
            "TIK-CHIP02",
            f"{old.path.name} read figures of {old.asked} while it loaded, and {_name(entry)} is to be built for another chip",
            hint=f"load it for the chip: compat.load({str(old.path)!r}, chip={new.soc.offered.name!r})",
        )
    return found


def _name(entry: Any) -> str:
    return str(getattr(entry, "__name__", None) or repr(entry))
