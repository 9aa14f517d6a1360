"""How postings are gathered for the Whoosh index; `whoosh_terms` writes them.

Whoosh makes a tuple of each posting, sorts millions of them, and hands each through five functions. Here the places of
a term are gathered under it in the order of mails, in one step for all words of a text, so that only the terms are to
be sorted, and each is written as a whole.
"""

from array import array
from collections import defaultdict, deque
from collections.abc import Iterator
from functools import partial
from heapq import merge
from itertools import groupby
from operator import itemgetter
from pickle import HIGHEST_PROTOCOL, dumps
from typing import Any, Final

from whoosh.codec.whoosh3 import W3Codec, W3Segment
from whoosh.writing import PostingPool, SegmentWriter

from index.engine_fields import text_fields
from index.whoosh_fields import PLACE_BYTES, Places, Text
from index.whoosh_terms import CODE, COMPRESSION, PLACE_BITS, Entry, TermWriter

# Postings are gathered in memory up to here.
_WRITER_MB: Final = 512
# What a place takes in memory, with what its array holds ready for more, and what a term takes.
_PLACE_BYTES: Final = 10
_TERM_BYTES: Final = 330
_PLACES: Final = Places()


def writer_of(opened: Any, *, limit_mb: int = _WRITER_MB) -> Any:
    """A writer of an index that gathers so much in memory; whoosh's LockError where another process has one."""
    return _Writer(opened, codec=_Codec(compression=COMPRESSION), limitmb=limit_mb)


class _Codec(W3Codec):  # type: ignore[misc]
    def field_writer(self, storage: Any, segment: Any) -> Any:
        return TermWriter(self, storage, segment)

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
        self._fields: defaultdict[str, defaultdict[Any, array[int]]] = defaultdict(_by_term)

    def add_text(self, name: str, number: int, text: str) -> int:
        """Add the terms of a document's text; gives how many words it has. Documents come in order."""
        gathered = self._fields[name]
        before = len(gathered)
        words = text.split()
        first = number << PLACE_BITS
        places = range(first, first + len(words))
        # Millions of places: nothing but built-in functions touches each.
        deque(map(array.append, map(gathered.__getitem__, words), places), maxlen=0)
        self._count(len(words), len(gathered) - before)
        return len(words)

    def add(self, item: tuple[str, bytes, int, float, bytes | None]) -> None:
        """Add one posting: of another field, or of a segment that is merged into this one."""
        name, term, number, _, stored = item
        gathered = self._fields[name]
        before = len(gathered)
        first = number << PLACE_BITS
        if name in text_fields():
            gathered[term.decode()].extend([first + place for place in _PLACES.decode_positions(stored or b"")])
        else:
            gathered[term].append(first)
        self._count(1 + len(stored or b"") // PLACE_BYTES, len(gathered) - before)

    def iter_postings(self) -> Iterator[Entry]:
        """The terms with their postings, in the order of fields and terms."""
        if not self.runs:
            yield from self._entries()
            return
        self.save()
        runs = [self._read_run(path) for path in self.runs]
        for (name, term), entries in groupby(merge(*runs, key=itemgetter(0, 1)), itemgetter(0, 1)):
            places = array(CODE)
            for _, _, more in entries:
                places += more
            yield name, term, places

    def save(self) -> None:
        """Put what was gathered into a file."""
        path, file = self._new_run()
        for entry in self._entries():
            file.write(dumps(entry, HIGHEST_PROTOCOL))
        file.close()
        self._add_run(path)
        self._fields.clear()
        self.currentsize = 0

    def _count(self, places: int, terms: int) -> None:
        self.currentsize += places * _PLACE_BYTES + terms * _TERM_BYTES
        if self.currentsize > self.limit:
            self.save()

    def _entries(self) -> Iterator[Entry]:
        for name, gathered in sorted(self._fields.items()):
            # Letters come in the order of their bytes.
            for term in sorted(gathered):
                yield name, term.encode() if isinstance(term, str) else term, gathered[term]


def _by_term() -> "defaultdict[Any, array[int]]":
    return defaultdict(partial(array, CODE))
