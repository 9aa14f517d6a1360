"""A process that reads sources while this one stores what it has read.

It never touches the archive: what it has to know of it, it asks. It ends with this process, however that ends.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from archive.child_process import Child, Failure, process_beside
from ingest.pickling import pickled
from ingest.reading import Batch, Sources, batches
from ingest.sources.history import Known


@dataclass(frozen=True, slots=True)
class _Question:
    """What the reader has to know: `method` of Known, of a location."""

    method: str
    location: str


class BatchesBeside:
    """The batches of sources that another process reads, in order."""

    def __init__(self, child: Child, known: Known) -> None:
        """Take them from that process; what the archive knows of their sources is asked here."""
        self._child = child
        self._known = known

    def __iter__(self) -> Iterator[Batch]:
        """What was read; UserError where a path cannot be read or the process was ended by somebody."""
        while (told := self._receive()) is not None:
            if isinstance(told, _Question):
                self._answer(told)
            else:
                yield told

    def _receive(self) -> Batch | _Question | None:
        told: Batch | _Question | None = self._child.receive()
        return told

    def _answer(self, question: _Question) -> None:
        answer = getattr(self._known, question.method)(question.location)
        self._child.send(answer if answer is None or isinstance(answer, str) else list(answer))


@contextmanager
def batches_beside(sources: Sources, known: Known) -> Iterator[BatchesBeside]:
    """Read sources by another process; what the archive knows of them is asked here."""
    with process_beside(_serve, sources, name="reads", advice="the same command goes on from there") as child:
        yield BatchesBeside(child, known)


def _serve(pipe: Connection, sources: Sources) -> None:
    try:
        for batch in batches(sources, _Asking(pipe)):
            pipe.send_bytes(pickled(batch))
        last = None
    except Exception as error:
        last = Failure.of(error)
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
