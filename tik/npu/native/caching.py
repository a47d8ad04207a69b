"""Where machine code is kept: TIK_CACHE_DIR, else the user's cache folder, else (neither can be written) a temporary one.

numba would put the code of the kit's own compiled loops beside the package and look only at the file of each function to
tell whether it is stale. ``cached`` puts it into a folder named after all sources of the room instead, which ``tik cache``
shows and clears.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import config

__all__ = ["cache_folder", "cached", "wanted_root", "writable_root"]


def wanted_root() -> Path:
    """The folder asked for, whether or not it can be written."""
    root = os.environ.get("TIK_CACHE_DIR")
    if root is None:
        import platformdirs

        root = platformdirs.user_cache_dir("tik-odk")
    return Path(root)


@functools.cache
def _usable(root: Path) -> Path:
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError as error:
        temporary = Path(tempfile.mkdtemp(prefix="tik-odk-"))
        logging.getLogger("tik").warning(
            "the cache folder %s cannot be written (%s); native code is compiled again in every process. "
            "Set TIK_CACHE_DIR to a folder that can be written",
            root,
            error.strerror or error,
        )
        return temporary


def writable_root() -> Path:
    """The folder asked for, or a temporary one (with a warning, once) when it cannot be written."""
    return _usable(wanted_root())


def versions() -> str:
    return f"numba{numba.__version__}-py{sys.version_info.major}{sys.version_info.minor}"


def cache_folder() -> Path:
    """Where generated routines and their machine code live."""
    return writable_root() / "native" / versions()


@functools.cache
def _kit_folder(root: Path) -> Path:
    digest = hashlib.sha256()
    room = Path(__file__).parents[1]
    for path in sorted([*room.rglob("*.py"), *(room.parent / "isa").glob("*.py")]):
        digest.update(path.read_bytes())
    return root / "native" / versions() / f"kit-{digest.hexdigest()[:16]}"


def cached(*signature: Any, **options: Any) -> Callable[..., Any]:
    """numba.njit whose machine code is kept in the kit's cache folder (NUMBA_CACHE_DIR, where set, wins)."""

    def decorate(function: Callable[..., Any]) -> Any:
        before = config.CACHE_DIR
        if not before:
            config.CACHE_DIR = str(_kit_folder(writable_root()))
        try:
            compiled = numba.njit(cache=True, **options)(function)
        finally:
            config.CACHE_DIR = before
        _survive_damage(compiled)
        for one in signature:
            compiled.compile(one)
        return compiled

    return decorate


def _survive_damage(compiled: Any) -> None:
    """A damaged file in the cache counts as none: it is compiled anew and written over."""
    cache = compiled._cache
    load = cache.load_overload

    def careful(*arguments: Any) -> Any:
        try:
            return load(*arguments)
        except Exception:
            cache.flush()
            return None

    cache.load_overload = careful
