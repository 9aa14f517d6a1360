"""How postings are gathered and written in the Whoosh index: the files are those of Whoosh's codec, which reads them.

Whoosh makes a tuple of each posting, sorts millions of them, and hands each through five functions. Here the postings
of a term are gathered under it in the order of mails, so that only the terms are to be sorted, and each is written as
a whole.
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from hashlib import md5
from heapq import merge
from itertools import groupby
from operator import itemgetter, sub
from pickle import dumps
from typing import Any, Final

from whoosh.codec.whoosh3 import (
    WHOOSH3_HEADER_MAGIC,
    W3Codec,
    W3FieldWriter,
    W3Segment,
    W3TermInfo,
)
from whoosh.system import pack_int, pack_long, pack_ushort
from whoosh.util.numeric import length_to_byte
from whoosh.writing import PostingPool, SegmentWriter

from index.engine_fields import text_fields
from index.whoosh_fields import PLACE_BYTES, Text, places_of_terms

# Postings are gathered in memory up to here.
_WRITER_MB: Final = 512
_COMPRESSION: Final = 1
# What a posting takes in memory besides its places, and what a term takes.
_POSTING_BYTES: Final = 60
_TERM_BYTES: Final = 240
# The form of Whoosh's pickles.
_PROTOCOL: Final = 2
# Whoosh skips postings a block at a time.
_BLOCK: Final = 128
# Shorter blocks get hardly smaller, and are most.
_LEAST_TO_PACK: Final = 400

Postings = list[int | bytes]
"""The postings of a term: the number of each document, and its places there, in turns."""
Entry = tuple[str, bytes, Postings]
"""A field, a term and its postings."""


def writer_of(opened: Any, *, limit_mb: int = _WRITER_MB) -> Any:
    """A writer of an index that gathers so much in memory; whoosh's LockError where another process has one."""
    return _Writer(opened, codec=_Codec(compression=_COMPRESSION), limitmb=limit_mb)


class _Codec(W3Codec):  # type: ignore[misc]
    def field_writer(self, storage: Any, segment: Any) -> Any:
        return _FieldWriter(self, storage, segment)

    def new_segment(self, _storage: Any, indexname: str) -> Any:
        # Segments are pickled with their codec; Whoosh's own reads what ours has written.
        return W3Segment(W3Codec(), indexname)


class _Writer(SegmentWriter):  # type: ignore[misc]
    def __init__(self, opened: Any, **options: Any) -> None:
        super().__init__(opened, **options)
        self.pool = _Pool(self.temp_storage(), self.newsegment, limitmb=options["limitmb"])

    def add_document(self, **fields: Any) -> None:
        """Add what `whoosh_fields.columns` gives."""
        self._check_state()
        self.perdocwriter.start_doc(self.docnum)
        for name in sorted(fields):
            field, value = self.schema[name], fields[name]
            if isinstance(field, Text):
                length = self.pool.add_text(name, self.docnum, value)
            else:
                length = self._add_others(name, field, value)
            self.perdocwriter.add_field(name, field, value if field.stored else None, length)
            if field.column_type:
                self.perdocwriter.add_column_value(name, field.column_type, field.to_column_value(value))
        self.perdocwriter.finish_doc()
        self._added = True
        self.docnum += 1

    def _add_others(self, name: str, field: Any, value: Any) -> int:
        length = 0
        for term, frequency, weight, stored in field.index(value):
            self.pool.add((name, term, self.docnum, weight, stored))
            length += frequency if field.scorable else 0
        return length


class _Pool(PostingPool):  # type: ignore[misc]
    """Gathers postings by term; what takes more memory than it may goes to files that are merged in the end."""

    def __init__(self, *place: Any, **options: Any) -> None:
        super().__init__(*place, **options)
        self._fields: dict[str, dict[Any, Postings]] = {}

    def add_text(self, name: str, number: int, text: str) -> int:
        """Add the terms of a document's text; gives how many words it has. Documents come in order."""
        gathered = self._fields.setdefault(name, {})
        before = len(gathered)
        words = text.split()
        found = places_of_terms(words)
        for term, stored in found.items():
            postings = gathered.get(term)
            if postings is None:
                gathered[term] = [number, stored]
            else:
                postings.append(number)
                postings.append(stored)
        self._count(len(found), len(gathered) - before)
        return len(words)

    def add(self, item: tuple[str, bytes, int, float, bytes | None]) -> None:
        """Add one posting: of another field, or of a segment that is merged into this one."""
        name, term, number, _, stored = item
        gathered = self._fields.setdefault(name, {})
        before = len(gathered)
        gathered.setdefault(_key(name, term), []).extend((number, stored or b""))
        self._count(1, len(gathered) - before)

    def iter_postings(self) -> Iterator[Entry]:
        """The terms with their postings, in the order of fields and terms."""
        if not self.runs:
            yield from self._entries()
            return
        self.save()
        runs = [self._read_run(path) for path in self.runs]
        for (name, term), entries in groupby(merge(*runs, key=itemgetter(0, 1)), itemgetter(0, 1)):
            yield name, term, [each for entry in entries for each in entry[2]]

    def save(self) -> None:
        """Put what was gathered into a file."""
        path, file = self._new_run()
        for entry in self._entries():
            file.write(dumps(entry, _PROTOCOL))
        file.close()
        self._add_run(path)
        self._fields.clear()
        self.currentsize = 0

    def _count(self, postings: int, terms: int) -> None:
        self.currentsize += postings * _POSTING_BYTES + terms * _TERM_BYTES
        if self.currentsize > self.limit:
            self.save()

    def _entries(self) -> Iterator[Entry]:
        for name, gathered in sorted(self._fields.items()):
            # Letters come in the order of their bytes.
            for term in sorted(gathered):
                yield name, term.encode() if isinstance(term, str) else term, gathered[term]


class _FieldWriter(W3FieldWriter):  # type: ignore[misc]
    def add_postings(self, schema: Any, lengths: Any, items: Iterable[Entry]) -> None:
        """Write the postings of every term; they come sorted."""
        self._tindex.hashfn = _hash
        self._place = self._postfile.tell()
        for name, entries in groupby(items, itemgetter(0)):
            field = schema[name]
            self.start_field(name, field)
            sizes = tuple(_sizes(lengths, name))
            for _, term, postings in entries:
                self._add_term(term, postings, sizes, is_text=isinstance(field, Text))
            self.finish_field()

    def _add_term(self, term: bytes, postings: Postings, sizes: Sequence[int], *, is_text: bool) -> None:
        numbers: Any = postings[::2]
        stored: Any = postings[1::2]
        weights = [float(len(each) // PLACE_BYTES) for each in stored] if is_text else [1.0] * len(numbers)
        blocks = _blocks(numbers, weights, stored if is_text else None, sizes)
        self._postfile.write(blocks)
        known = [size for number in numbers if (size := sizes[number])]
        counts = (False, sum(weights), len(numbers), min(known, default=0), max(known, default=0), max(weights))
        about = W3TermInfo._struct.pack(*counts, numbers[0], numbers[-1])
        self._tindex.add(pack_ushort(self._fieldid) + term, about + pack_long(self._place) + pack_int(len(blocks)))
        self._place += len(blocks)


def _blocks(numbers: list[int], weights: list[float], stored: list[bytes] | None, sizes: Sequence[int]) -> bytes:
    """The postings of a term as Whoosh's codec writes them, a block after the other."""
    written = [WHOOSH3_HEADER_MAGIC]
    for start in range(0, len(numbers), _BLOCK):
        end = start + _BLOCK
        own, weighed = numbers[start:end], weights[start:end]
        steps = (own[0], *map(sub, own[1:], own))
        content = dumps((steps, _short(weighed), None if stored is None else tuple(stored[start:end])), _PROTOCOL)
        packing = _COMPRESSION if len(content) >= _LEAST_TO_PACK else 0
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


def _short(weights: list[float]) -> tuple[float, ...] | float | None:
    """Weights as short as they can be said: None where all are 1, one number where all are alike."""
    first = weights[0]
    if weights.count(first) < len(weights):
        return tuple(weights)
    return None if first == 1.0 else first


def _sizes(reader: Any, name: str) -> Iterator[int]:
    """How many terms each document has in a field, as roughly as the index keeps it: as a byte; 0 where unknown."""
    length_of = reader.doc_field_length_reader(name)
    return map(length_to_byte, map(length_of, range(reader.doc_count_all())))


def _key(name: str, term: bytes) -> str | bytes:
    return term.decode() if name in text_fields() else term


def _hash(key: bytes) -> int:
    """What Whoosh's own function makes of a key, which reads it out of letters."""
    return int.from_bytes(md5(key, usedforsecurity=False).digest()[-4:], "big")
