"""The fast engine: tantivy (extra `fast`), written in Rust; only this and tantivy_query.py import it."""

import json
import os
import struct
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from tantivy import Document as Row
from tantivy import Index, IndexWriter, Schema, SchemaBuilder, Searcher, SearchResult

from index.cutting import Cutter
from index.engine import Document, Held, Hit, Hits, Node
from index.engine_fields import (
    DATE_COLUMN,
    KEY_FIELD,
    MAX_OFFSET,
    TIME_LIMIT,
    held,
    name_fields,
    text_fields,
    too_far,
    too_slow,
)
from index.folder import IndexFolder
from index.opening import Form, open_form
from index.tantivy_query import UNRANKED, Translation
from index.writing import IndexBusyError

# Raised whenever the fields or the way text is cut into terms change; the index is then built anew in another folder.
SCHEMA = 1
# Postings are gathered in this much memory before they are written as a segment.
_WRITER_BYTES = 64_000_000
_COMMIT_FILE = "meta.json"
# Files that are missing, cut off or of another tantivy.
_DAMAGES = (ValueError, OSError)
# How each file of a segment ends: the length of what describes it, and a mark.
_ENDING = struct.Struct("<II")
_END_MARK = 1337


class TantivyEngine:
    """The Engine protocol over one tantivy index; many threads may search it, one process at a time may write."""

    def __init__(self, folder: IndexFolder) -> None:
        """Open the index of that folder; one of _DAMAGES where it cannot be read."""
        self._folder = folder
        self._lock = threading.Lock()
        self._cutter = Cutter()
        self._writer: IndexWriter | None = None
        self._written: set[str] = set()
        self._read()

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
        self._open_writer().add_document(_row(held(document, self._cutter)))

    def delete(self, key: str) -> None:
        """Take a document out, if it is there; IndexBusyError where another process writes."""
        writer = self._open_writer()
        if key in self._written or self._searcher.doc_freq(KEY_FIELD, key):
            writer.delete_documents_by_term(KEY_FIELD, key)
            self._written.discard(key)

    def commit(self, sequence: int, mark: int = 0) -> None:
        """Make the changes visible first, then keep their number: what is kept is never ahead of what is there."""
        if self._writer is not None:
            self._writer.commit()
            # Merging goes on behind a commit, and leaves the files of the segments that it has merged.
            self._writer.garbage_collect_files()
            self._writer.wait_merging_threads()
            self._writer = None
        self._written.clear()
        self._folder.keep_sequence(sequence, mark)

    def clear(self) -> None:
        """Throw everything away, the sequence too; IndexBusyError where another process writes."""
        self.close()
        self._folder.keep_sequence(0)
        self._open_writer().delete_all_documents()
        self.commit(0)

    def search(self, node: Node, *, limit: int, offset: int = 0, by_date: bool = False) -> Hits:
        """The messages that fit; none, and said so, where a bound of time is met."""
        if offset + limit > MAX_OFFSET:
            return Hits((), 0, (too_far(),))
        searcher = self._fresh_searcher()
        translation = Translation(self._schema, searcher)
        query = translation.of(node)
        order = DATE_COLUMN if by_date else None
        found = _in_time(lambda: searcher.search(query, limit=max(1, limit), offset=offset, order_by_field=order))
        if found is None:
            return Hits((), 0, (*translation.bounded, too_slow()))
        total: int = found.count  # type: ignore[attr-defined]  # it is there, its stub forgot it
        return Hits(tuple(_hits(searcher, found))[:limit], total, tuple(translation.bounded))

    def count(self) -> int:
        """How many documents there are."""
        return self._fresh_searcher().num_docs

    def __enter__(self) -> Self:
        """Give the engine itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Give back files and locks; what was not committed is lost."""
        if self._writer is not None:
            self._writer.rollback()
            self._writer = None
        self._written.clear()

    def _read(self) -> None:
        self._state = self._committed()
        with _readable(self._folder.path) as place:
            self._index = Index.open(str(place))
            self._schema = self._index.schema
            self._index.config_reader("manual")
            self._index.reload()
            self._searcher = self._index.searcher()

    def _open_writer(self) -> IndexWriter:
        if self._writer is None:
            try:
                # One thread beside ours: more take more CPU time and more memory, and we do not feed them fast enough.
                self._writer = self._index.writer(_WRITER_BYTES, 1)
            except ValueError as error:
                raise IndexBusyError from error
            self._fresh_searcher()
        return self._writer

    def _fresh_searcher(self) -> Searcher:
        # tantivy's own watcher is a thread that looks twice a second; an older searcher is left to those who read it.
        with self._lock:
            state = self._committed()
            if state != self._state and os.access(self._folder.path, os.W_OK):
                self._index.reload()
                self._searcher, self._state = self._index.searcher(), state
            elif state != self._state:
                self._read()
            return self._searcher

    def _committed(self) -> tuple[int, int]:
        found = (self._folder.path / _COMMIT_FILE).stat()
        return found.st_ino, found.st_mtime_ns


def open_engine(folder: Path, *, create: bool) -> TantivyEngine:
    """The engine in the index folder of an archive; UserError where it is missing, or was made by another archive."""
    return open_form(Form(f"tantivy-{SCHEMA}", TantivyEngine, _begin, _DAMAGES), folder, create=create)


def _begin(folder: IndexFolder) -> None:
    folder.empty()
    Index(_schema(), str(folder.path))


@contextmanager
def _readable(folder: Path) -> Iterator[Path]:
    """A folder where tantivy can read an index; ValueError or OSError where a file of it is missing or cut off.

    tantivy locks a file even to read, so what lies where nothing can be written is read through links elsewhere. What
    was opened can be searched when the links are gone.
    """
    _refuse_cut_off(folder)
    if os.access(folder, os.W_OK):
        yield folder
        return
    with TemporaryDirectory(prefix="benchlore-index-") as links:
        for file in folder.iterdir():
            if not file.name.endswith(".lock"):
                (Path(links) / file.name).symlink_to(file.absolute())
        yield Path(links)


def _refuse_cut_off(folder: Path) -> None:
    # Looked at before tantivy does, which would not raise an error but panic.
    for segment in json.loads((folder / _COMMIT_FILE).read_bytes())["segments"]:
        for file in folder.glob(f"{segment['segment_id'].replace('-', '')}.*"):
            if not _is_whole(file):
                message = f"{file} is cut off"
                raise ValueError(message)


def _is_whole(file: Path) -> bool:
    with file.open("rb") as content:
        size = content.seek(0, os.SEEK_END)
        if size < _ENDING.size:
            return False
        content.seek(-_ENDING.size, os.SEEK_END)
        length, mark = _ENDING.unpack(content.read())
        return bool(mark == _END_MARK and size >= _ENDING.size + length)


def _schema() -> Schema:
    builder = SchemaBuilder().add_text_field(KEY_FIELD, stored=True, tokenizer_name="raw", index_option=UNRANKED)
    for name in text_fields():
        # Our terms come joined by blanks.
        builder = builder.add_text_field(name, tokenizer_name="whitespace")
    for name in name_fields():
        builder = builder.add_text_field(name, tokenizer_name="raw", index_option=UNRANKED)
    return builder.add_integer_field(DATE_COLUMN, fast=True).build()


def _row(document: Held) -> Row:
    row = Row()
    row.add_text(KEY_FIELD, document.key)
    for field, text in document.texts:
        row.add_text(field, text)
    for field, names in document.names:
        for name in names:
            row.add_text(field, name)
    row.add_integer(DATE_COLUMN, document.date)
    return row


def _hits(searcher: Searcher, found: SearchResult) -> Iterator[Hit]:
    for score, address in found.hits:
        yield Hit(searcher.doc(address)[KEY_FIELD][0], float(score))


def _in_time(search: Callable[[], SearchResult]) -> SearchResult | None:
    """What a search finds; None where it takes too long: nothing can stop it, so its thread ends by itself, unheard."""
    found: Future[SearchResult] = Future()

    def run() -> None:
        try:
            found.set_result(search())
        except ValueError as error:
            found.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    try:
        return found.result(TIME_LIMIT)
    except TimeoutError:
        return None
