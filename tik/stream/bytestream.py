"""Varints, floats and texts of the binary format, written to a bytearray and read back with every length checked."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import TypeVar

from tik.stream.literals import float_of_bits

__all__ = ["Damaged", "Reader", "put_float", "put_signed", "put_unsigned"]

T = TypeVar("T")
_MAX_BITS = 70  # of a varint: ten bytes


class Damaged(Exception):
    """The bytes are not what was written; ``hint`` says what to do."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


def put_unsigned(out: bytearray, *values: int) -> None:
    """Append varints: seven bits a byte, the lowest first."""
    for value in values:
        assert 0 <= value < 1 << _MAX_BITS, f"{value} cannot be written"
        while value > 127:
            out.append(value & 127 | 128)
            value >>= 7
        out.append(value)


def put_signed(out: bytearray, value: int) -> None:
    """Append a varint of a signed number: 0, -1, 1, -2 … are 0, 1, 2, 3 …"""
    put_unsigned(out, value * 2 if value >= 0 else -value * 2 - 1)


def put_float(out: bytearray, value: float) -> None:
    """Append a float64, bit for bit."""
    out += struct.pack(">d", value)


class Reader:
    """Reads what the functions above wrote; Damaged when it cannot be that."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def unsigned(self) -> int:
        data, at = self._data, self._at
        try:
            byte = data[at]
            at += 1
            value = byte & 127
            shift = 7
            while byte > 127:
                if shift >= _MAX_BITS:
                    raise Damaged(f"the number at byte {self._at} is too long")
                byte = data[at]
                at += 1
                value |= (byte & 127) << shift
                shift += 7
        except IndexError:
            raise Damaged("its end is missing") from None
        self._at = at
        return value

    def signed(self) -> int:
        code = self.unsigned()
        return -(code + 1) // 2 if code & 1 else code // 2

    def optional(self) -> int | None:
        """A number, or None, which is written as 0."""
        code = self.unsigned()
        return code - 1 if code else None

    def flag(self) -> bool:
        code = self.unsigned()
        if code > 1:
            raise Damaged(f"a yes or no is {code}")
        return code == 1

    def count(self) -> int:
        """How many things follow; each takes a byte at least."""
        count = self.unsigned()
        if count > len(self._data) - self._at:
            raise Damaged(f"it says that {count} entries follow in {len(self._data) - self._at} bytes")
        return count

    def raw(self, size: int) -> bytes:
        if size > len(self._data) - self._at:
            raise Damaged("its end is missing")
        self._at += size
        return self._data[self._at - size : self._at]

    def text(self) -> str:
        try:
            return self.raw(self.unsigned()).decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            raise Damaged("a name in it is not UTF-8") from None

    def float(self) -> float:
        return float_of_bits(self.raw(8))

    def pick(self, pool: Sequence[T]) -> T:
        """The entry of ``pool`` whose index follows."""
        index = self.unsigned()
        if index >= len(pool):
            raise Damaged(f"it refers to entry {index} of {len(pool)}")
        return pool[index]

    def picks(self, pool: Sequence[T], count: int) -> tuple[T, ...]:
        """``count`` entries of ``pool``."""
        data, at = self._data, self._at
        found = []
        try:
            for _ in range(count):
                byte = data[at]
                at += 1
                if byte > 127:
                    self._at = at - 1
                    byte = self.unsigned()
                    at = self._at
                found.append(pool[byte])
        except IndexError:
            raise Damaged("it refers to an operand that it does not have") from None
        self._at = at
        return tuple(found)

    def choose(self, table: Mapping[int, T]) -> T:
        """The entry of ``table`` whose code follows."""
        code = self.unsigned()
        if code not in table:
            raise Damaged(f"there is nothing of code {code}")
        return table[code]

    def end(self) -> None:
        if self._at != len(self._data):
            raise Damaged(f"{len(self._data) - self._at} bytes are left over")
