"""How terms and their postings are written in the index of Whoosh, whose own codec reads the files.

What stands in one mail only, as most terms do, is kept with the term; of others, postings are packed in blocks.
"""

import sys
import zlib
from array import array
from binascii import crc32
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, groupby, pairwise
from operator import itemgetter, sub
from pickle import dumps
from struct import Struct
from typing import Any, Final

from whoosh.codec.whoosh3 import WHOOSH3_HEADER_MAGIC, W3FieldWriter, W3TermInfo
from whoosh.filedb.filetables import HashWriter, OrderedHashWriter
from whoosh.system import pack_int, pack_long, pack_ushort
from whoosh.util.numeric import length_to_byte
from whoosh.util.numlists import GrowableArray

from index.whoosh_fields import PLACE_BYTES, Text

COMPRESSION: Final = 1
# A place of a term: the number of the document above, and where in its text below; so an array of them is one of pairs.
PLACE_BITS: Final = 32
CODE: Final = "Q"
_PLACE: Final = (1 << PLACE_BITS) - 1
# Bytes as they are; the form of Whoosh's own pickles puts them into letters.
_PROTOCOL: Final = 3
# Whoosh skips postings a block at a time.
_BLOCK: Final = 128
# Shorter blocks get hardly smaller, and are most.
_LEAST_TO_PACK: Final = 400
# Which of Whoosh's hash functions its reader is to use.
_CRC32: Final = 1
_ONE_PLACE: Final = Struct(f"{PLACE_BYTES}s")
_ABOUT: Final = W3TermInfo._struct
_IN_BLOCKS, _INLINED = False, True
_LENGTHS: Final = Struct("!ii")
_POINTER: Final = Struct("!Iq")
_EMPTY: Final = bytes(_POINTER.size)
# Pieces of the file of terms that are written at once.
_MOST_WAITING: Final = 10_000
_IS_LITTLE: Final = sys.byteorder == "little"

Entry = tuple[str, bytes, "array[int]"]
"""A field, a term and its places, in order."""


class TermWriter(W3FieldWriter):  # type: ignore[misc]
    """Writes the terms of a segment."""

    def __init__(self, codec: Any, storage: Any, segment: Any) -> None:
        """Begin the files of a segment."""
        super().__init__(codec, storage, segment)
        # Whoosh has begun this file already, for another hash function.
        file: Any = self._tindex.dbfile
        file.seek(0)
        self._tindex: Any = _TermFile(file, self._fieldmap)
        self._place = self._postfile.tell()

    def add_postings(self, schema: Any, lengths: Any, items: Iterable[Entry]) -> None:
        """Write the postings of every term; they come sorted."""
        for name, entries in groupby(items, itemgetter(0)):
            field = schema[name]
            self.start_field(name, field)
            sizes, before = tuple(_sizes(lengths, name)), pack_ushort(self._fieldid)
            add = self._add_text if isinstance(field, Text) else self._add_names
            for _, term, places in entries:
                add(before + term, places, sizes)
            self.finish_field()

    def _add_text(self, key: bytes, codes: "array[int]", sizes: Sequence[int]) -> None:
        if len(codes) == 1:
            number, place = codes[0] >> PLACE_BITS, codes[0] & _PLACE
            self._add_single(key, number, (place.to_bytes(PLACE_BYTES, "little"),), sizes[number])
            return
        numbers, stored = _halves(codes)
        if len(set(numbers)) == len(numbers):
            self._add(key, numbers, [1.0] * len(numbers), [*chain.from_iterable(_ONE_PLACE.iter_unpack(stored))], sizes)
            return
        counts = Counter(numbers)
        ends = accumulate(map(PLACE_BYTES.__mul__, counts.values()), initial=0)
        postings = [stored[start:end] for start, end in pairwise(ends)]
        self._add(key, [*counts], [*map(float, counts.values())], postings, sizes)

    def _add_names(self, key: bytes, codes: "array[int]", sizes: Sequence[int]) -> None:
        if len(codes) == 1:
            number = codes[0] >> PLACE_BITS
            self._add_single(key, number, (), sizes[number])
            return
        numbers, _ = _halves(codes)
        self._add(key, numbers, [1.0] * len(numbers), None, sizes)

    def _add_single(self, key: bytes, number: int, stored: tuple[bytes, ...], size: int) -> None:
        about = _ABOUT.pack(_INLINED, 1.0, 1, size, size, 1.0, number, number)
        self._tindex.add(key, about + dumps(((number,), (1.0,), stored), _PROTOCOL))

    def _add(
        self,
        key: bytes,
        numbers: Sequence[int],
        weights: Sequence[float],
        stored: Sequence[bytes] | None,
        sizes: Sequence[int],
    ) -> None:
        known = [size for number in numbers if (size := sizes[number])]
        counts = (sum(weights), len(numbers), min(known, default=0), max(known, default=0), max(weights))
        about = _ABOUT.pack(_IN_BLOCKS, *counts, numbers[0], numbers[-1])
        blocks = _blocks(numbers, weights, stored, sizes)
        self._postfile.write(blocks)
        self._tindex.add(key, about + pack_long(self._place) + pack_int(len(blocks)))
        self._place += len(blocks)


class _TermFile(OrderedHashWriter):  # type: ignore[misc]
    """Whoosh's file of terms, written in fewer steps."""

    def __init__(self, file: Any, fields: dict[str, int]) -> None:
        HashWriter.__init__(self, file, hashtype=_CRC32)
        self.extras["fieldmap"] = fields
        self.index = GrowableArray("q")
        self._place = file.tell()
        self._waiting: list[bytes] = []

    def add(self, key: bytes, value: bytes) -> None:
        """Add a term; they come in order, so Whoosh's look at the last one is left out."""
        place = self._place
        self._waiting += (_LENGTHS.pack(len(key), len(value)), key, value)
        self._place += _LENGTHS.size + len(key) + len(value)
        self.index.array.append(place)
        hashed = crc32(key)
        self.buckets[hashed & 255].append((hashed, place))
        if len(self._waiting) > _MOST_WAITING:
            self._write()

    def _write(self) -> None:
        self.dbfile.write(b"".join(self._waiting))
        self._waiting.clear()

    def _write_hashes(self) -> None:
        self._write()
        for entries in self.buckets:
            slots = 2 * len(entries)
            self.directory.append((self._place, slots))
            table = [_EMPTY] * slots
            for hashed, place in entries:
                slot = (hashed >> 8) % slots
                while table[slot] is not _EMPTY:
                    slot = (slot + 1) % slots
                table[slot] = _POINTER.pack(hashed, place)
            self.dbfile.write(b"".join(table))
            self._place += slots * _POINTER.size


def _halves(codes: "array[int]") -> tuple[list[int], bytes]:
    """The document of each place, and where the places are in their texts, as they are stored."""
    pairs = array("I", codes.tobytes())
    if _IS_LITTLE:
        return pairs[1::2].tolist(), pairs[::2].tobytes()
    places = pairs[1::2]
    places.byteswap()
    return pairs[::2].tolist(), places.tobytes()


def _blocks(
    numbers: Sequence[int], weights: Sequence[float], stored: Sequence[bytes] | None, sizes: Sequence[int]
) -> bytes:
    """The postings of a term as Whoosh's codec writes them, a block after the other."""
    written = [WHOOSH3_HEADER_MAGIC]
    for start in range(0, len(numbers), _BLOCK):
        end = start + _BLOCK
        own, weighed = numbers[start:end], weights[start:end]
        steps = (own[0], *map(sub, own[1:], own))
        content = dumps((steps, _short(weighed), None if stored is None else tuple(stored[start:end])), _PROTOCOL)
        packing = COMPRESSION if len(content) >= _LEAST_TO_PACK else 0
        if packing:
            content = zlib.compress(content, packing)
        known = [size for number in own if (size := sizes[number])]
        about = dumps(
            (len(own), own[-1], max(weighed), packing, min(known, default=0), max(known, default=0)), _PROTOCOL
        )
        length = len(about) + len(content)
        # That of the last one is negative.
        written += (pack_int(length if end < len(numbers) else -length), about, content)
    return b"".join(written)


def _short(weights: Sequence[float]) -> tuple[float, ...] | float | None:
    """Weights as short as they can be said: None where all are 1, one number where all are alike."""
    first = weights[0]
    if weights.count(first) < len(weights):
        return tuple(weights)
    return None if first == 1.0 else first


def _sizes(reader: Any, name: str) -> Iterator[int]:
    """How many terms each document has in a field, as roughly as the index keeps it: as a byte; 0 where unknown."""
    length_of = reader.doc_field_length_reader(name)
    return map(length_to_byte, map(length_of, range(reader.doc_count_all())))
