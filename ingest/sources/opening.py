"""Streams opened for reading: compressed ones inflated as far as they are whole, their first bytes shown in advance."""

import io
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from ingest.inflating import DAMAGES, FED_AT_ONCE, Inflater, inflater_for

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_HEAD = 1 << 17
_READ = 1 << 16
_INFLATED_AT_ONCE = 1 << 20
# Mail compresses five- to tenfold; what gives this much more is made to fill a memory or a disk.
_MAX_RATIO = 300
_UNSUSPICIOUS = 64 << 20


class Meter:
    """Opens files and counts their bytes as they are read; `total` is how many there are in all, None where unknown."""

    def __init__(self, total: int | None = None) -> None:
        """Begin at nothing."""
        self._total = total
        self._done = 0

    @property
    def total(self) -> int | None:
        """How many bytes there are in all, None where unknown."""
        return self._total

    @property
    def share(self) -> float | None:
        """Which part of all was read, 0 to 1; None where the whole is unknown."""
        return min(1.0, self._done / self._total) if self._total else None

    def open(self, path: Path) -> BinaryIO:
        """A file for reading; OSError where it cannot be opened."""
        return cast("BinaryIO", _Metered(path, self._add))

    def _add(self, size: int) -> None:
        self._done += size


class Opened:
    """A source as bytes: `head` are its first 128 KiB, `stream` is all of it, `damage` says why it ended too early."""

    def __init__(self, file: BinaryIO) -> None:
        """Look at the first bytes of a file; gzip, bzip2, xz and zstd are known by them."""
        self.damage: str | None = None
        start = file.read(_READ)
        chunks = chain([start], iter(lambda: file.read(_READ), b""))
        inflater = inflater_for(start)
        content = chunks if inflater is None else self._inflated(_slices(chunks), inflater)
        self.head = b""
        while len(self.head) < _HEAD and (chunk := next(content, b"")):
            self.head += chunk
        self.stream = cast("BinaryIO", io.BufferedReader(_Chunks(chain([self.head], content)), _INFLATED_AT_ONCE))

    def _inflated(self, chunks: Iterator[bytes], new: Callable[[], Inflater]) -> Iterator[bytes]:
        inflater, unused, size_in, size_out = new(), b"", 0, 0
        for chunk in chunks:
            size_in += len(chunk)
            rest = chunk
            while rest or not inflater.needs_input:
                if inflater.eof:
                    # A file may hold several compressed streams, one behind the other, and zeros to fill a block.
                    rest = (unused + rest).lstrip(b"\0")
                    if not rest:
                        break
                    inflater, unused = new(), b""
                try:
                    out = inflater.decompress(rest, _INFLATED_AT_ONCE)
                except DAMAGES as error:
                    self.damage = f"the compressed data is damaged ({error}); what could be read before it was kept"
                    return
                rest, unused, size_out = b"", inflater.unused_data, size_out + len(out)
                if out:
                    yield out
                if size_out > max(_UNSUSPICIOUS, _MAX_RATIO * size_in):
                    self.damage = f"inflates more than {_MAX_RATIO}-fold; what came before that was kept"
                    return
        if not inflater.eof:
            self.damage = "the compressed data ends too early; what could be read was kept"


class _Metered(io.FileIO):
    """A file that tells how much is read from it."""

    def __init__(self, path: Path, told: Callable[[int], None]) -> None:
        super().__init__(path)
        self._told = told

    def read(self, size: int | None = -1) -> bytes:
        data = super().read(-1 if size is None else size) or b""
        self._told(len(data))
        return data


def _slices(chunks: Iterator[bytes]) -> Iterator[bytes]:
    for chunk in chunks:
        for start in range(0, len(chunk), FED_AT_ONCE):
            yield chunk[start : start + FED_AT_ONCE]


class _Chunks(io.RawIOBase):
    """An iterator of bytes as a readable stream."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        while not self._rest:
            chunk = next(self._chunks, None)
            if chunk is None:
                return 0
            self._rest = chunk
        view = memoryview(buffer).cast("B")
        size = min(len(view), len(self._rest))
        view[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size
