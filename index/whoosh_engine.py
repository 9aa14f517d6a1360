"""The default engine: Whoosh (the distribution whoosh3), pure Python; only the whoosh_* modules import it.

Whoosh unpickles what it reads, so a folder is opened only where it carries the mark of the archive that made it.
"""

import struct
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, Self

from whoosh import collectors, index, query, sorting
from whoosh.writing import CLEAR

from index import engine as tree
from index.cutting import Cutter
from index.engine import Document, Held, Hit, Hits, Node
from index.engine_fields import (
    DATE_COLUMN,
    KEY_FIELD,
    MAX_EXPANSION,
    MAX_OFFSET,
    TIME_LIMIT,
    boost,
    held,
    too_far,
    too_many_words,
    too_slow,
    words_of,
)
from index.folder import IndexFolder
from index.opening import Form, open_form
from index.whoosh_fields import columns, schema
from index.whoosh_writing import writer_of
from index.writing import IndexBusyError

# Raised whenever the fields or the way text is cut into terms change; the index is then built anew in another folder.
SCHEMA = 2
_MAX_SEGMENTS = 10
# Files that are missing, cut off or of another Whoosh.
_DAMAGES = (index.IndexError, OSError, EOFError, UnpicklingError, struct.error)


class WhooshEngine:
    """The Engine protocol over one Whoosh index; many threads may search it, one process at a time may write."""

    def __init__(self, folder: IndexFolder) -> None:
        """Open the index of that folder; one of _DAMAGES where it cannot be read."""
        self._folder = folder
        self._lock = threading.Lock()
        self._writer: Any = None
        self._written: set[str] = set()
        self._cutter = Cutter()
        self._index: Any = index.open_dir(folder.path, schema=schema())
        self._generation = self._index.latest_generation()
        self._searcher = self._index.searcher()

    @property
    def sequence(self) -> int:
        """The number of the last change that was committed."""
        return self._folder.sequence()

    @property
    def mark(self) -> int:
        """The archive's mark of that change."""
        return self._folder.mark()

    def add(self, document: Document | Held) -> None:
        """Put a document in, in place of the one with its key; IndexBusyError where another process writes."""
        self.delete(document.key)
        self._written.add(document.key)
        self._open_writer().add_document(**columns(held(document, self._cutter)))

    def delete(self, key: str) -> None:
        """Take a document out, if it is there; IndexBusyError where another process writes."""
        if key in self._written:  # a writer cannot delete what it has not committed
            self._commit_writer()
        writer = self._open_writer()
        if self._searcher.reader().doc_frequency(KEY_FIELD, key):
            writer.delete_by_term(KEY_FIELD, key)

    def commit(self, sequence: int, mark: int = 0) -> None:
        """Make the changes visible first, then keep their number: what is kept is never ahead of what is there."""
        self._commit_writer()
        self._folder.keep_sequence(sequence, mark)

    def clear(self) -> None:
        """Throw everything away, the sequence too; IndexBusyError where another process writes."""
        self._cancel_writer()
        self._folder.keep_sequence(0)
        self._open_writer().commit(mergetype=CLEAR)
        self._writer = None
        self._fresh_searcher()

    def search(self, node: Node, *, limit: int, offset: int = 0, by_date: bool = False) -> Hits:
        """The messages that fit; partial and said so where a bound is met."""
        if offset + limit > MAX_OFFSET:
            return Hits((), 0, (too_far(),))
        searcher = self._fresh_searcher()
        translation = _Translation(searcher)
        wanted = translation.of(node)
        collector = _by_date() if by_date else collectors.UnlimitedCollector()
        bounded = translation.bounded
        try:
            searcher.search_with_collector(wanted, _Timed(collector))
        except collectors.TimeLimit:
            bounded.append(too_slow())
        results = collector.results()
        return Hits(tuple(_hits(results, offset, limit)), results.scored_length(), tuple(bounded))

    def count(self) -> int:
        """How many documents there are."""
        return int(self._fresh_searcher().doc_count())

    def __enter__(self) -> Self:
        """Give the engine itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Give back files and locks; what was not committed is lost."""
        self._cancel_writer()
        if not self._searcher.is_closed:
            self._searcher.close()
            self._index.close()

    def _open_writer(self) -> Any:
        if self._writer is None:
            try:
                self._writer = writer_of(self._index)
            except index.LockError:
                raise IndexBusyError from None
            self._fresh_searcher()
        return self._writer

    def _commit_writer(self) -> None:
        if self._writer is not None:
            self._writer.commit(optimize=len(self._writer.segments) > _MAX_SEGMENTS)
            self._writer = None
        self._written.clear()
        self._fresh_searcher()

    def _cancel_writer(self) -> None:
        writer, self._writer = self._writer, None
        # A commit for which the disk had no room has closed it.
        if writer is not None and not writer.is_closed:
            writer.cancel()
        self._written.clear()

    def _fresh_searcher(self) -> Any:
        # Not Searcher.refresh(): it fails on an empty index and takes merged segments for live ones. The old searcher
        # is left to the threads that still read it.
        with self._lock:
            generation = self._index.latest_generation()
            if generation != self._generation:
                self._searcher, self._generation = self._index.searcher(), generation
            return self._searcher


def open_engine(folder: Path, *, create: bool) -> WhooshEngine:
    """The engine in the index folder of an archive; UserError where it is missing, or was made by another archive."""
    return open_form(Form(f"whoosh-{SCHEMA}", WhooshEngine, _begin, _DAMAGES), folder, create=create)


def _begin(folder: IndexFolder) -> None:
    folder.keep_sequence(0)
    index.create_in(folder.path, schema())


class _Timed(collectors.WrappingCollector):  # type: ignore[misc]
    """Stops a search in time; Whoosh's own way starts a thread or an alarm for each search."""

    def prepare(self, *search: Any) -> None:
        self._end = time.monotonic() + TIME_LIMIT
        self.child.prepare(*search)

    def collect_matches(self) -> None:
        for match in self.child.matches():
            if time.monotonic() > self._end:
                raise collectors.TimeLimit
            self.child.collect(match)


class _Translation:
    """Our query tree in Whoosh's classes, with a sentence for each bound that was met; never Whoosh's own parser."""

    def __init__(self, searcher: Any) -> None:
        self._reader = searcher.reader()
        self.bounded: list[str] = []

    def of(self, node: Node) -> Any:
        """The query of a node; the tree is no deeper than the language lets it be (query.MAX_DEPTH)."""
        match node:
            case tree.And(nodes):
                return self._all(nodes)
            case tree.Or(nodes):
                return query.Or([self.of(each) for each in nodes]) if nodes else query.NullQuery
            case tree.Not():
                return self._all((node,))
            case tree.Prefer(required, preferred):
                return query.AndMaybe(self.of(required), self.of(preferred))
            case _:
                return self._leaf(node)

    def _all(self, nodes: Sequence[Node]) -> Any:
        wanted = [self.of(node) for node in nodes if not isinstance(node, tree.Not)]
        unwanted = [query.Not(self.of(node.node)) for node in nodes if isinstance(node, tree.Not)]
        return query.And([*(wanted or [query.Every()]), *unwanted])

    def _leaf(self, leaf: tree.Leaf) -> Any:
        if leaf.field == tree.DATE_FIELD and isinstance(leaf, tree.Range):
            low, high = (None if bound is None else int(float(bound)) for bound in (leaf.low, leaf.high))
            return query.NumericRange(DATE_COLUMN, low, high)
        if leaf.field in tree.ENTITY_FIELDS and isinstance(leaf, tree.Term):
            return query.Term(tree.ENTITY_FIELDS[leaf.field], leaf.text)
        if leaf.field in tree.TEXT_FIELDS and not isinstance(leaf, tree.Range):
            return query.Or([self._text(name, leaf) for name in tree.TEXT_FIELDS[leaf.field]])
        message = f"this engine does not hold {leaf}"
        raise ValueError(message)

    def _text(self, name: str, leaf: tree.Term | tree.Phrase | tree.Prefix) -> Any:
        if isinstance(leaf, tree.Prefix):
            found = [query.Term(name, word, boost=boost(name)) for word in self._expansion(name, leaf)]
            return query.Or(found)
        words = words_of(name, leaf)
        if len(words) == 1:
            return query.Term(name, words[0], boost=boost(name))
        return query.Phrase(name, list(words)) if words else query.NullQuery

    def _expansion(self, name: str, leaf: tree.Prefix) -> list[str]:
        found = [word.decode() for word in islice(self._reader.expand_prefix(name, leaf.text), MAX_EXPANSION + 1)]
        if len(found) > MAX_EXPANSION:
            self.bounded.append(too_many_words(leaf))
        return found[:MAX_EXPANSION]


def _by_date() -> Any:
    return collectors.SortingCollector(sorting.FieldFacet(DATE_COLUMN, reverse=True), limit=None)


def _hits(results: Any, offset: int, limit: int) -> Iterator[Hit]:
    for rank in range(offset, min(offset + limit, results.scored_length())):
        yield Hit(results.fields(rank)[KEY_FIELD], float(results.score(rank)))
