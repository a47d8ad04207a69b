"""tik cache: the folder of compiled native routines."""

from __future__ import annotations

import shutil
from pathlib import Path

import typer

from tik.cli.failures import CHECK_FAILED, usage
from tik.cli.options import Json
from tik.cli.output import emit, say

__all__ = ["clear", "folder", "info"]


def folder() -> Path:
    """Where the routines of all versions of Python and numba lie, a folder each."""
    from tik.npu.native.caching import wanted_root

    return wanted_root() / "native"


def info(json: Json = False) -> None:
    """Show where the cache is and how much it holds."""
    home = folder()
    files, size = _contents(home)
    if json:
        emit({"folder": str(home), "files": files, "bytes": size})
    else:
        say(f"{home}\n{files} files, {size / 2**20:.1f} MiB")


def clear(json: Json = False) -> None:
    """Remove what the cache holds; it fills again by itself.

    Exit code 1 when something of it stays.
    """
    home = folder()
    files, size = _contents(home)
    shutil.rmtree(home, ignore_errors=True)
    left, kept = _contents(home)  # Windows keeps files that a running program uses
    why = _why_it_stays(home) if left else None
    if json:
        emit({"folder": str(home), "removed": files - left, "bytes": size - kept, "left": left, "why": why})
    else:
        say(f"removed {files - left} files ({(size - kept) / 2**20:.1f} MiB) from {home}")
        if left:
            say(f"{left} files stay: {why}")
    if left:
        raise typer.Exit(CHECK_FAILED)


def _why_it_stays(home: Path) -> str:
    try:
        shutil.rmtree(home)
    except OSError as error:
        return f"{error.filename}: {error.strerror}"
    return "another program writes them"


def _contents(home: Path) -> tuple[int, int]:
    try:
        files = [path for path in home.rglob("*") if path.is_file()] if home.is_dir() else []
        return len(files), sum(path.stat().st_size for path in files)
    except PermissionError as error:
        raise usage(f"{error.filename} cannot be read: {error.strerror}") from None
