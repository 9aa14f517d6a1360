"""Keeping a ledger: one writer at a time adds lines to it and puts documents beside it."""

import fcntl
import hashlib
import json
import os
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import IO, Any, BinaryIO

from archive.model import UserError
from ingest.fetch.ledger import FILE_NAME, FORMAT, VERSION, Entry, Ledger, Settings, State, read_ledger
from ingest.fetch.pages import Kind
from ingest.fetch.wire import Answer

_INCOMING = "files/.incoming-"
_READ = 1 << 20
_MOST_HEADERS = 60
_LONGEST_HEADER = 1000
# They say who was there, not what came.
_NOT_KEPT = frozenset({"set-cookie", "set-cookie2"})


class Book:
    """The ledger of a folder, open for writing. Every method that tells something adds one line."""

    def __init__(self, folder: Path, file: IO[bytes], ledger: Ledger, now: Callable[[], datetime]) -> None:
        """Use `open_book`."""
        self.folder = folder
        self._file = file
        self._ledger = ledger
        self._now = now
        self._queue: deque[str] = deque()
        self._incoming = 0

    @property
    def ledger(self) -> Ledger:
        """What the ledger holds now."""
        return self._ledger

    @property
    def waiting(self) -> int:
        """How many addresses are still to be asked for in this round."""
        return len(self._queue)

    @property
    def is_empty(self) -> bool:
        """Whether nothing came, and nothing is known that a later run should know."""
        has_files = any(entry.file is not None for entry in self._ledger.entries.values())
        return not has_files and self._ledger.not_before is None

    def holds(self, entry: Entry) -> bool:
        """Whether the document of an entry lies there as long as it was."""
        try:
            return entry.file is not None and (self.folder / entry.file).stat().st_size == entry.size
        except OSError:
            return False

    def begin(self, settings: Settings, *, asks_start: bool) -> None:
        """Begin a round with the start of the archive, or go on with the one that was cut short."""
        is_new, start = asks_start and not self._ledger.is_open, self._ledger.url
        left = [entry.url for entry in self._ledger.entries.values() if self._is_asked_for(entry)]
        told = {"contact": settings.contact, "pause": settings.pause, "hosts": list(settings.hosts)}
        self._tell("round", at=self._now().isoformat(), **told, private=settings.is_private)
        self._queue.extend(left)
        if start not in left and (is_new or start not in self._ledger.entries):
            self.ask(start, Kind.LISTING)

    def ask(self, url: str, kind: Kind) -> None:
        """Put an address at the end of the queue."""
        self._tell("ask", url=url, **{"as": kind.value})
        self._queue.append(url)

    def next(self) -> Entry | None:
        """The next address to ask for, taken from the queue; None at its end."""
        return self._ledger.entries[self._queue.popleft()] if self._queue else None

    @contextmanager
    def incoming(self) -> Iterator[BinaryIO]:
        """A file for a document that is on its way; it is gone at the end unless it was kept."""
        self._incoming += 1
        path = self.folder / f"{_INCOMING}{self._incoming}"
        path.parent.mkdir(exist_ok=True)
        try:
            with path.open("w+b") as file:
                yield file
        finally:
            path.unlink(missing_ok=True)

    def got(self, entry: Entry, kind: Kind, answer: Answer, document: BinaryIO) -> bool:
        """Keep a document under the hash of its address; whether it is another one than before."""
        size = document.seek(0, os.SEEK_END)
        digest = _digest(document)
        if self.holds(entry) and digest == entry.sha256 and kind is entry.kind:
            self.same(entry)
            return False
        name = hashlib.sha256(entry.url.encode()).hexdigest()
        file = Path("files", name[:2], name)
        (self.folder / file).parent.mkdir(exist_ok=True)
        document.flush()
        Path(document.name).replace(self.folder / file)
        self._tell(
            "got",
            at=self._now().isoformat(),
            url=entry.url,
            final=str(answer.address),
            file=file.as_posix(),
            size=size,
            sha256=digest,
            headers=_kept(answer),
            **{"as": kind.value},
        )
        return True

    def same(self, entry: Entry) -> None:
        """Note that a document is still what it was."""
        self._tell("same", at=self._now().isoformat(), url=entry.url)

    def none(self, entry: Entry, state: State, reason: str) -> None:
        """Note that an address gives nothing, and why."""
        self._tell("none", at=self._now().isoformat(), url=entry.url, why=reason, **{"is": state.value})

    def rest(self, until: datetime) -> None:
        """Note until when the site does not want to be asked."""
        self._tell("rest", until=until.isoformat())

    def end(self) -> None:
        """End a round that has come to its end."""
        self._tell("end", at=self._now().isoformat())

    def _is_asked_for(self, entry: Entry) -> bool:
        is_lost = entry.state is State.GOT and not self.holds(entry)
        return entry.state in (State.WAITING, State.FAILED) or is_lost

    def _tell(self, what: str, **told: Any) -> None:
        line = json.dumps({"do": what, **told}).encode("ascii") + b"\n"
        self._file.write(line)
        self._file.flush()
        self._ledger.apply(json.loads(line))
        self._ledger.size += len(line)


@contextmanager
def open_book(folder: Path, url: str, now: Callable[[], datetime]) -> Iterator[Book]:
    """The ledger of a folder, made where the folder is empty; UserError where it is another archive's, or in use.

    What was made here is taken away again if nothing came of it, so that a slip in an address leaves no traces.
    """
    path = folder / FILE_NAME
    try:
        is_made = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            if any(folder.iterdir()):
                raise UserError(f"{folder} holds something else: give an empty folder with --out")
            _write_head(path, url)
        with path.open("r+b") as file:
            book = Book(folder, file, _locked(file, folder, url), now)
            try:
                yield book
            finally:
                if book.is_empty:
                    _take_away(folder, with_folder=is_made)
    except OSError as error:
        message = f"{folder} cannot be written ({error.strerror or error}): make room, or check the rights on it"
        raise UserError(message) from error


def _locked(file: IO[bytes], folder: Path, url: str) -> Ledger:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise UserError(f"another fetch into {folder} is running: wait until it has ended") from error
    ledger = read_ledger(folder)
    if ledger.url != url:
        raise UserError(f"{folder} holds {ledger.url}: give another folder with --out")
    # What a crash has cut off must not become the beginning of the next line.
    file.truncate(ledger.size)
    file.seek(ledger.size)
    for left in folder.glob(f"{_INCOMING}*"):
        left.unlink(missing_ok=True)
    return ledger


def _take_away(folder: Path, *, with_folder: bool) -> None:
    (folder / FILE_NAME).unlink(missing_ok=True)
    with suppress(OSError):
        (folder / "files").rmdir()
        if with_folder:
            folder.rmdir()


def _write_head(path: Path, url: str) -> None:
    made = path.with_suffix(".new")
    made.write_text(json.dumps({"benchlore": FORMAT, "version": VERSION, "url": url}) + "\n", encoding="ascii")
    made.replace(path)


def _digest(document: BinaryIO) -> str:
    document.seek(0)
    digest = hashlib.sha256()
    while chunk := document.read(_READ):
        digest.update(chunk)
    return digest.hexdigest()


def _kept(answer: Answer) -> list[list[str]]:
    headers = [pair for pair in answer.headers if pair[0].lower() not in _NOT_KEPT]
    return [[name[:_LONGEST_HEADER], value[:_LONGEST_HEADER]] for name, value in headers[:_MOST_HEADERS]]
