"""tik cache: the folder of compiled native routines."""

from __future__ import annotations

import shutil
from pathlib import Path

from tik.cli.options import Json
from tik.cli.output import emit, say

__all__ = ["clear", "folder", "info"]


def folder() -> Path:
    """Where the routines of all versions of Python and numba lie, a folder each."""
    from tik.npu.native.wrappers import cache_folder

    return cache_folder().parent


def info(json: Json = False) -> None:
    """Show where the cache is and how much it holds."""
    home = folder()
    files, size = _contents(home)
    if json:
        emit({"folder": str(home), "files": files, "bytes": size})
    else:
        say(f"{home}\n{files} files, {size / 2**20:.1f} MiB")


def clear(json: Json = False) -> None:
    """Remove what the cache holds; it fills again by itself."""
    home = folder()
    files, size = _contents(home)
    shutil.rmtree(home, ignore_errors=True)
    left, _ = _contents(home)  # Windows keeps files that a running program uses
    if json:
        emit({"folder": str(home), "removed": files - left, "bytes": size, "left": left})
    else:
        say(f"removed {files - left} files ({size / 2**20:.1f} MiB) from {home}")
        if left:
            say(f"{left} files are in use and stay")


def _contents(home: Path) -> tuple[int, int]:
    files = [path for path in home.rglob("*") if path.is_file()] if home.is_dir() else []
    return len(files), sum(path.stat().st_size for path in files)
