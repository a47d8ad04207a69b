"""The user's Python files: loading one, and telling whose mistake an exception is."""

from __future__ import annotations

import importlib.util
import linecache
import sys
import sysconfig
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import typer

import tik.types
from tik.cli.failures import UserCodeError, usage
from tik.types.errors import TikError
from tik.types.positions import Location

__all__ = ["blame", "load_module", "user_code"]

_KIT = Path(tik.types.__file__).resolve().parent.parent
_OURS = tuple(str(_KIT.parent / name) + "/" for name in ("tik", "opsnn", "op_templates"))
_LIBRARIES = tuple(str(Path(path)) + "/" for path in {sysconfig.get_path("stdlib"), sysconfig.get_path("purelib"),
                                                      sysconfig.get_path("platlib")})


def load_module(path: Path) -> ModuleType:
    """Run a Python file as a module (not as ``__main__``); its folder is importable from then on.

    Raises UserCodeError for what the file itself raises, TikError for a wrong kernel.
    """
    if not path.is_file():
        raise usage(f"there is no file {path}")
    path = path.resolve()
    name = f"tik_user_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise usage(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    sys.modules[name] = module
    try:
        with user_code():
            spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


@contextmanager
def user_code() -> Iterator[None]:
    """Turn an exception that a user's line raised into a UserCodeError naming it; the kit's own pass as they are."""
    try:
        yield
    except (TikError, typer.Exit, typer.BadParameter):
        raise
    except SystemExit as error:
        raise UserCodeError(f"the file ends the program: SystemExit({error.code})") from None
    except SyntaxError as error:
        place = Location(error.filename or "?", error.lineno or 0, (error.offset or 1) - 1, None, error.text or "")
        raise UserCodeError(_text(place, "SyntaxError", error.msg)) from None
    except Exception as error:
        line = blame(error)
        if line is None:
            raise
        raise UserCodeError(_text(line, type(error).__name__, str(error))) from error


def blame(error: BaseException) -> Location | None:
    """The user's line that raised ``error``, itself or inside a library it called; None when it is the kit's mistake."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = str(Path(frame.filename))
        if any(f"{file}".replace("\\", "/").startswith(root.replace("\\", "/")) for root in _OURS):
            return None
        if file.startswith("<frozen") or any(file.startswith(root) for root in _LIBRARIES):
            continue
        line = frame.lineno or 0
        return Location(file, line, text=linecache.getline(file, line).rstrip("\n"))
    return None


def _text(place: Location, name: str, message: str) -> str:
    return "\n".join([f"{name}: {message}", f"  --> {place.file}:{place.line}",
                      *(f"      {line}" for line in place.snippet())])
