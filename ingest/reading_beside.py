"""A process that reads sources while this one stores what it has read.

It never touches the archive: what it has to know of it, it asks. It ends with this process, however that ends.
"""

import multiprocessing
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import connection
from typing import Any, Self

from archive.child_process import follow_parent
from archive.model import UserError
from ingest.pickling import pickled
from ingest.reading import Batch, Sources, batches
from ingest.sources.history import Known

Connection = connection.Connection


@dataclass(frozen=True, slots=True)
class _Question:
    """What the reader has to know: `method` of Known, of a location."""

    method: str
    location: str


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why the reader ended: what a person can mend, or a fault of ours with its trace."""

    message: str
    is_for_users: bool


class ReaderFailedError(Exception):
    """The reader met a fault; the message is its trace."""


class BatchesBeside:
    """The batches of sources, read by another process from when it is entered until it is left."""

    def __init__(self, sources: Sources, known: Known) -> None:
        """Read sources; what the archive knows of them is asked here."""
        self._known = known
        self._own, self._theirs = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=_serve, args=(self._theirs, sources), daemon=True)

    def __enter__(self) -> Self:
        """Start the process."""
        self._process.start()
        # Else its end would not be noticed here.
        self._theirs.close()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the process wherever it is."""
        self._process.terminate()
        self._process.join()
        self._process.close()
        self._own.close()

    def __iter__(self) -> Iterator[Batch]:
        """What was read, in order; UserError where a path cannot be read or the process was ended by somebody."""
        while (told := self._receive()) is not None:
            if isinstance(told, _Question):
                self._answer(told)
            elif isinstance(told, _Failure):
                raise UserError(told.message) if told.is_for_users else ReaderFailedError(told.message)
            else:
                yield told

    def _receive(self) -> Batch | _Question | _Failure | None:
        try:
            told: Batch | _Question | _Failure | None = self._own.recv()
        except (EOFError, OSError) as error:
            # OSError where it was ended in the middle of a message.
            raise _ended() from error
        return told

    def _answer(self, question: _Question) -> None:
        answer = getattr(self._known, question.method)(question.location)
        try:
            self._own.send(answer if answer is None or isinstance(answer, str) else list(answer))
        except ConnectionError as error:
            raise _ended() from error


def _ended() -> UserError:
    message = "the process that reads was ended (for want of memory?): the same command goes on from there"
    return UserError(message)


def _serve(pipe: Connection, sources: Sources) -> None:
    follow_parent()
    try:
        for batch in batches(sources, _Asking(pipe)):
            pipe.send_bytes(pickled(batch))
        last = None
    except UserError as error:
        last = _Failure(str(error), is_for_users=True)
    except Exception:
        # It is raised again where somebody sees it.
        last = _Failure(traceback.format_exc(), is_for_users=False)
    pipe.send_bytes(pickled(last))


@dataclass(frozen=True, slots=True)
class _Asking:
    """What the archive knows, asked over the pipe."""

    pipe: Connection

    def state(self, location: str) -> str | None:
        answer: str | None = self._ask("state", location)
        return answer

    def read_at(self, location: str) -> Iterable[tuple[str, str]]:
        answer: list[tuple[str, str]] = self._ask("read_at", location)
        return answer

    def _ask(self, method: str, location: str) -> Any:
        self.pipe.send_bytes(pickled(_Question(method, location)))
        return self.pipe.recv()
