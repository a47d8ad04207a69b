"""A stream as bytes (.tikbin): a head with magic, format version, length and crc32, then the payload.

Reading executes nothing, and takes time and memory in proportion to the bytes there are.
"""

from __future__ import annotations

import struct
import zlib

from tik.stream.binary_reader import StreamReader
from tik.stream.binary_writer import StreamWriter
from tik.stream.bytestream import Damaged
from tik.stream.check import check_stream
from tik.stream.model import FORMAT, Stream
from tik.types.errors import TikError

__all__ = ["decode", "encode"]

MAGIC = b"TIKB"
HEAD = struct.Struct("<4sHII")  # magic, format, payload bytes, crc32 of the payload


def encode(stream: Stream) -> bytes:
    """``stream`` as bytes. Files are named without their folders: the same kernel gives the same bytes anywhere."""
    payload = StreamWriter().payload(stream)
    return HEAD.pack(MAGIC, FORMAT, len(payload), zlib.crc32(payload)) + payload


def decode(data: bytes, file: str = "<bytes>", *, check: bool = True) -> Stream:
    """The stream in ``data``; ``file`` names it in errors.

    Raises TIK-ARTIFACT01 when the bytes are not what ``encode`` wrote, and (unless ``check`` is off) what
    ``check_stream`` finds.
    """
    try:
        stream = StreamReader(_payload(bytes(data))).stream()
    except Damaged as error:
        raise TikError("TIK-ARTIFACT01", f"{file} cannot be read as a stream: {error}", hint=error.hint) from None
    if check:
        check_stream(stream)
    return stream


def _payload(data: bytes) -> bytes:
    if not data.startswith(MAGIC[: len(data)]) or not data:
        raise Damaged("it does not begin like a .tikbin file" if data else "it is empty")
    if len(data) < HEAD.size:
        raise Damaged(f"it is truncated, {len(data)} bytes where its head alone has {HEAD.size}")
    _, version, length, crc = HEAD.unpack_from(data)
    if version != FORMAT:
        raise Damaged(f"it is of format {version}, and this kit reads format {FORMAT}")
    size = HEAD.size + length
    if len(data) < size:
        raise Damaged(f"it is truncated, {len(data)} of {size} bytes", "write or copy it again")
    if len(data) > size:
        raise Damaged(f"it has {len(data) - size} bytes behind its end")
    payload = data[HEAD.size :]
    if zlib.crc32(payload) != crc:
        raise Damaged("its checksum is wrong, so some of its bytes have changed", "write or copy it again")
    return payload
