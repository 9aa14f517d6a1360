"""How postings are gathered and written in the Whoosh index: as Whoosh's own codec writes them, a block at a time.

Whoosh hands each posting through five functions and asks for the length of its mail each time: half of a bulk import.
The files are those of Whoosh's codec, and its own reader reads them.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from whoosh.codec.whoosh3 import W3Codec, W3FieldWriter, W3PostingsWriter, W3Segment
from whoosh.writing import PostingPool, SegmentWriter

# Postings are sorted in memory up to here.
_WRITER_MB = 512
_COMPRESSION = 1
# What a posting takes in memory besides its term and its places.
_POSTING_BYTES = 180

Posting = tuple[str, bytes, int, float, bytes | None]
"""Field, term, number of the document, weight, places (None where a merged segment kept none)."""


def writer_of(opened: Any) -> Any:
    """A writer of an index; whoosh's LockError where another process has one."""
    writer = SegmentWriter(opened, codec=_Codec(compression=_COMPRESSION), limitmb=_WRITER_MB)
    writer.pool = _Pool(writer.pool.tempstore, writer.newsegment, limitmb=_WRITER_MB)
    return writer


class _Codec(W3Codec):  # type: ignore[misc]
    def field_writer(self, storage: Any, segment: Any) -> Any:
        return _FieldWriter(self, storage, segment)

    def postings_writer(self, dbfile: Any, **_: Any) -> Any:
        return _PostingsWriter(dbfile, self._blocklimit, compression=self._compression, inlinelimit=self._inlinelimit)

    def new_segment(self, _storage: Any, indexname: str) -> Any:
        # Segments are pickled with their codec; Whoosh's own reads what ours has written.
        return W3Segment(W3Codec(), indexname)


class _Pool(PostingPool):  # type: ignore[misc]
    """Sorts postings; their size is estimated."""

    def add(self, item: Posting) -> None:
        self.currentsize += _POSTING_BYTES + len(item[4] or b"")
        if self.currentsize > self.limit:
            self.save()
        self.current.append(item)


class _FieldWriter(W3FieldWriter):  # type: ignore[misc]
    def add_postings(self, schema: Any, lengths: Any, items: Iterable[Posting]) -> None:
        """Write sorted postings."""
        for name, postings in groupby(items, itemgetter(0)):
            self.start_field(name, schema[name])
            known = tuple(_lengths(lengths, name))
            for term, found in groupby(postings, itemgetter(1)):
                self.start_term(term)
                self._postwriter.add_all(list(found), known)
                self.finish_term()
            self.finish_field()


class _PostingsWriter(W3PostingsWriter):  # type: ignore[misc]
    def add_all(self, postings: Sequence[Posting], lengths: Sequence[int | None]) -> None:
        """Add the postings of a term; the last block is left to `finish_postings`."""
        for start in range(0, len(postings), self._blocklimit):
            if start:
                self._write_block()
            _, _, numbers, weights, places = zip(*postings[start : start + self._blocklimit], strict=True)
            self._ids, self._weights = array("I", numbers), array("f", weights)
            self._values = [each for each in places if each]
            self._maxweight = max(weights)
            known = [length for number in numbers if (length := lengths[number])]
            self._minlength = min(known, default=None)
            self._maxlength = max(known, default=0)


def _lengths(reader: Any, name: str) -> Iterator[int | None]:
    """How many terms each document has in a field, as roughly as the index keeps it."""
    length_of = reader.doc_field_length_reader(name)
    return map(length_of, range(reader.doc_count_all()))
