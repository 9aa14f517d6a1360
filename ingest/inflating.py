"""Compressed bytes inflated as far as they are whole, and no further than is asked for."""

import bz2
import lzma
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

# An inflater that finds damage gives nothing of what it was fed last, so it is fed little at a time.
FED_AT_ONCE = 1 << 10
_INFLATED_AT_ONCE = 1 << 20
DAMAGES = (zlib.error, lzma.LZMAError, zstd.ZstdError, OSError, EOFError)


class Inflater(Protocol):
    """What the decompressors of bz2, lzma and zstd have in common."""

    @property
    def eof(self) -> bool:
        """Whether the end of a compressed stream was seen."""

    @property
    def needs_input(self) -> bool:
        """Whether there is no more to get without feeding more."""

    @property
    def unused_data(self) -> bytes:
        """What was fed behind the end."""

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """Feed bytes and get up to so many; one of DAMAGES where they are damaged."""


@dataclass(frozen=True, slots=True)
class Inflated:
    """What came out, in words what did not, and whether there would have been more than was asked for."""

    data: bytes
    loss: str | None
    is_cut: bool = False


def inflater_for(start: bytes) -> Callable[[], Inflater] | None:
    """What inflates data that starts so: gzip, bzip2, xz and zstd are known by their first bytes."""
    for magic, inflater in (
        (b"\x1f\x8b", _Gzip),
        (b"BZh", bz2.BZ2Decompressor),
        (b"\xfd7zXZ\0", lzma.LZMADecompressor),
        (b"\x28\xb5\x2f\xfd", zstd.ZstdDecompressor),
    ):
        if start.startswith(magic):
            return inflater
    return None


def inflate(data: bytes, limit: int) -> Inflated:
    """The content of a compressed file, up to `limit` bytes; what is no compressed file comes out as it is."""
    new = inflater_for(data)
    if new is None:
        return Inflated(data[:limit], None)
    inflater, out, fed = new(), bytearray(), 0
    while len(out) <= limit and not inflater.eof and (fed < len(data) or not inflater.needs_input):
        rest = data[fed : fed + FED_AT_ONCE] if inflater.needs_input else b""
        fed += len(rest)
        try:
            out += inflater.decompress(rest, min(_INFLATED_AT_ONCE, limit + 1 - len(out)))
        except DAMAGES as error:
            return Inflated(bytes(out), f"the compressed data is damaged ({error}); what could be read was kept")
    if len(out) > limit:
        return Inflated(bytes(out[:limit]), f"what it inflates to beyond {limit} bytes is left out", is_cut=True)
    return Inflated(
        bytes(out), None if inflater.eof else "the compressed data ends too early; what could be read was kept"
    )


class _Gzip:
    """zlib's decompressor in the form of the others'."""

    def __init__(self) -> None:
        self._zlib = zlib.decompressobj(31)

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    @property
    def needs_input(self) -> bool:
        return not (self._zlib.unconsumed_tail or self._zlib.unused_data)

    @property
    def unused_data(self) -> bytes:
        return self._zlib.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return self._zlib.decompress(self._zlib.unconsumed_tail + data, max_length)
