"""The user's Python files: loading one, and telling whose mistake an exception is."""

from __future__ import annotations

import importlib.util
import linecache
import sys
import sysconfig
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from types import ModuleType

import typer

import tik.types
from tik.cli.failures import UsageError, UserCodeError, usage
from tik.types.errors import TikError
from tik.types.positions import Location

__all__ = ["blame", "is_argument_mistake", "is_library", "load_module", "user_code"]

_KIT = Path(tik.types.__file__).resolve().parent.parent
_OURS = tuple(_KIT.parent / name for name in ("tik", "opsnn", "op_templates"))
_DOORS = (_KIT / "authoring", _KIT.parent / "opsnn")  # where arguments are looked at
_SHIMS = (_KIT / "compat" / "failures.py", _KIT / "compat" / "shapes.py")  # they raise what the kernel file asks them to
_LIBRARIES = tuple({Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "purelib", "platlib")})


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
        with user_code(), redirect_stdout(sys.stderr):  # what it prints is not the verb's result
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
    except (TikError, typer.Exit, UsageError):
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
    """The user's line that raised ``error``, itself or inside a library it called; None when it is the kit's line."""
    place = _innermost(error)
    if place is None or _within(place.file, _OURS):
        return None
    return place


def is_argument_mistake(error: Exception) -> bool:
    """Whether the kit's doors refused an argument (and no bug raised the TypeError or ValueError)."""
    place = _innermost(error)
    return place is not None and _within(place.file, _DOORS)


def is_library(file: str) -> bool:
    """Whether a file is of Python or of an installed package."""
    return _within(file, _LIBRARIES)


def _innermost(error: BaseException) -> Location | None:
    """Where ``error`` was raised, or where the library that raised it was called from."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if _within(frame.filename, _SHIMS):
            continue
        ours = _within(frame.filename, _OURS)
        if ours or not (frame.filename.startswith("<frozen") or _within(frame.filename, _LIBRARIES)):
            line = frame.lineno or 0
            return Location(frame.filename, line, text=linecache.getline(frame.filename, line).rstrip("\n"))
    return None


def _within(file: str, folders: tuple[Path, ...]) -> bool:
    return any(Path(file).resolve().is_relative_to(folder) for folder in folders)


def _text(place: Location, name: str, message: str) -> str:
    return "\n".join([f"{name}: {message}", f"  --> {place.file}:{place.line}", *(f"      {line}" for line in place.snippet())])
