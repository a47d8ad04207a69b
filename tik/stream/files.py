"""Stream files: .tikasm text and .tikbin binary."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from tik.stream.assembler import parse
from tik.stream.binary import decode, encode
from tik.stream.model import Stream
from tik.stream.printer import format_stream
from tik.types.errors import TikError

__all__ = ["load", "save"]

SUFFIXES = (".tikasm", ".tikbin")


def save(stream: Stream, path: str | os.PathLike[str]) -> None:
    """Write ``stream`` to ``path``, as its suffix says: the whole file, or, after an error, the file as it was.

    Raises TIK-ARTIFACT02 when it cannot be written.
    """
    path = Path(path)
    data = encode(stream) if _suffix(path) == ".tikbin" else format_stream(stream).encode("utf-8")
    scratch = None
    try:
        beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
        with open(beside, "xb") as file:  # not tempfile's, which others may not read
            scratch = beside
            file.write(data)
        os.replace(scratch, path)
        scratch = None
    except OSError as error:
        raise TikError("TIK-ARTIFACT02", f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        if scratch is not None:
            scratch.unlink(missing_ok=True)


def load(path: str | os.PathLike[str], *, check: bool = True) -> Stream:
    """The stream in ``path``, as its suffix says.

    Raises TIK-ARTIFACT02 when the file cannot be read, and what ``parse`` or ``decode`` raise.
    """
    path = Path(path)
    suffix = _suffix(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise TikError("TIK-ARTIFACT02", f"{path} cannot be read: {error.strerror or error}") from None
    if suffix == ".tikbin":
        return decode(data, str(path), check=check)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TikError("TIK-ARTIFACT01", f"{path} is not UTF-8 text: byte {error.start} is {data[error.start]:#04x}") from None
    return parse(text, str(path), check=check)


def _suffix(path: Path) -> str:
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise TikError(
            "TIK-ARTIFACT02",
            f"{path} has neither of the suffixes {' and '.join(SUFFIXES)}",
            hint=".tikasm is text, .tikbin is binary",
        )
    return suffix
