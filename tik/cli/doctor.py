"""tik doctor: is this installation sound?"""

from __future__ import annotations

import contextlib
import importlib.metadata
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import typer

from tik.chips import current_chip
from tik.cli.failures import CHECK_FAILED
from tik.cli.options import Json
from tik.cli.output import emit, say
from tik.types.errors import TikError

__all__ = ["Finding", "doctor", "findings", "kit_version"]

DISTRIBUTION = "tik-odk"
LIBRARIES = ("numpy", "numba", "llvmlite", "ml_dtypes", "lark", "typer", "rich", "platformdirs")


@dataclass(frozen=True)
class Finding:
    """One line of the examination; ``ok`` False makes the exit code 1."""

    what: str
    text: str
    ok: bool = True


def doctor(json: Json = False) -> None:
    """Examine the installation: versions, the CPU, the cache folder, the chip, other packages called tik.

    Exit code 1 when something is wrong.
    """
    found = findings()
    ok = all(f.ok for f in found)
    if json:
        emit({"ok": ok, "findings": [{"what": f.what, "text": f.text, "ok": f.ok} for f in found]})
    else:
        width = max(len(f.what) for f in found)
        for f in found:
            say(f"{'ok ' if f.ok else 'BAD'}  {f.what:<{width}}  {f.text}", style=None if f.ok else "red")
    if not ok:
        raise typer.Exit(CHECK_FAILED)


def findings() -> list[Finding]:
    """What each examination found."""
    return [finding for examine in _EXAMINATIONS for finding in examine()]


def kit_version() -> str:
    """The version of the kit, as installed."""
    try:
        return importlib.metadata.version(DISTRIBUTION)
    except importlib.metadata.PackageNotFoundError:
        from tik.codegen.emit import KIT

        return f"{KIT} (not installed, run from its sources)"


def _python() -> list[Finding]:
    version = platform.python_version()
    fine = sys.version_info >= (3, 10)
    return [
        Finding("kit", f"{kit_version()} in {Path(__file__).resolve().parent.parent}"),
        Finding("python", f"{version} ({sys.executable})" + ("" if fine else ": 3.10 or newer is needed"), fine),
        Finding("system", f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"),
    ]


def _libraries() -> list[Finding]:
    found = []
    for name in LIBRARIES:
        try:
            found.append(Finding(name, importlib.metadata.version(name)))
        except importlib.metadata.PackageNotFoundError:
            found.append(Finding(name, f"is missing: pip install {DISTRIBUTION} brings it", False))
    return found


def _processor() -> list[Finding]:
    from tik.npu.native.intrinsics import has_half_conversion

    has = has_half_conversion()
    text = "the CPU converts float16" if has else "the CPU has no float16 conversion: f16 kernels run, but slower"
    return [Finding("float16", text)]


def _cache() -> list[Finding]:
    from tik.cli.cache import folder as cache

    folder = cache()
    try:  # without making it: the first compilation does
        there = next(place for place in (folder, *folder.parents) if place.exists())
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        return [
            Finding("cache", f"{folder} cannot be written ({error.strerror}): set TIK_CACHE_DIR to a folder that can", False)
        ]
    return [Finding("cache", f"{folder} {'is writable' if there == folder else 'can be made'}")]


def _chip() -> list[Finding]:
    where = "TIK_CHIP" if os.environ.get("TIK_CHIP") else "the default"
    try:
        return [Finding("chip", f"{current_chip().name} ({where})")]
    except TikError as error:
        return [Finding("chip", error.message, False)]


def _namesake() -> list[Finding]:
    """PyPI's distribution `tik` is somebody else's and fills the same import name."""
    owners = set(importlib.metadata.packages_distributions().get("tik", ())) - {DISTRIBUTION}
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        owners.add(importlib.metadata.distribution("tik").metadata["Name"])
    if not owners:
        return [Finding("name", "no other distribution provides a module called tik")]
    return [
        Finding(
            "name",
            f"the distribution {' and '.join(sorted(owners))} provides a module called tik too: "
            f"pip uninstall {' '.join(sorted(owners))}, then pip install --force-reinstall {DISTRIBUTION}",
            False,
        )
    ]


_EXAMINATIONS: tuple[Callable[[], list[Finding]], ...] = (_python, _libraries, _processor, _cache, _chip, _namesake)
