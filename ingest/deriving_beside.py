"""A process that derives threads while this one stores what was derived, and derives others.

It never touches the archive: mails are sent to it, and what it has to know of tables in other threads it is told when
the thread's turn to be stored has come. It ends with this process, however that ends.
"""

import queue
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection

from archive.child_process import Child, Failure, process_beside, take_in
from archive.model import Message
from archive.results import Derived, TableRef
from ingest.derive import Begun, begin, finish
from ingest.known_tables import KnownTables
from ingest.pickling import pickled

Question = tuple[TableRef, str, tuple[str, ...]]
"""What `Seen` is told of a table."""
Answers = Mapping[TableRef, TableRef | None]


@dataclass(frozen=True, slots=True)
class _Begin:
    number: int
    messages: Sequence[Message]
    known: KnownTables


@dataclass(frozen=True, slots=True)
class _Finish:
    number: int
    answers: Answers


@dataclass(frozen=True, slots=True)
class _Asked:
    number: int
    questions: tuple[Question, ...]


class DerivingBeside:
    """Threads derived by another process, known by their numbers."""

    def __init__(self, child: Child) -> None:
        """Let that process derive them."""
        self._child = child
        self._asked: dict[int, tuple[Question, ...]] = {}

    def begin(self, number: int, messages: Sequence[Message], known: KnownTables) -> None:
        """Let it read the mails of a thread; what is known of their tables it does not look for."""
        self._child.send_pickled(pickled(_Begin(number, messages, known)))

    def finish(self, number: int, answers: Answers) -> None:
        """Let it derive a thread that it has read; nothing else may be asked for until `derived` was taken."""
        self._child.send_pickled(pickled(_Finish(number, answers)))

    def has_news(self) -> bool:
        """Whether it has told something that was not taken yet."""
        return self._child.pipe.poll()

    def has_asked(self, number: int) -> bool:
        """Whether its questions on a thread are known to be here."""
        while number not in self._asked and self.has_news():
            self._take()
        return number in self._asked

    def questions(self, number: int) -> tuple[Question, ...]:
        """What it has to know to derive a thread; waited for."""
        while number not in self._asked:
            self._take()
        return self._asked.pop(number)

    def derived(self) -> Derived:
        """The thread that it was let finish; waited for."""
        while (told := self._take()) is None:
            pass
        return told

    def _take(self) -> Derived | None:
        told: Derived | _Asked = self._child.receive()
        if isinstance(told, _Asked):
            self._asked[told.number] = told.questions
            return None
        return told


@contextmanager
def deriving_beside() -> Iterator[DerivingBeside]:
    """A process that derives threads."""
    advice = "the same command goes on from there"
    with process_beside(_serve, name="derives results", advice=advice) as child:
        yield DerivingBeside(child)


_Orders = queue.PriorityQueue[tuple[bool, int, _Begin | _Finish]]


def _serve(pipe: Connection) -> None:
    orders: _Orders = queue.PriorityQueue()
    take_in(pipe, lambda order: orders.put((isinstance(order, _Begin), order.number, order)))
    deriver = _Deriver()
    while True:
        try:
            # What is to be finished is waited for, and comes first.
            _, _, order = orders.get(block=not deriver.can_guess)
        except queue.Empty:
            deriver.guess()
            continue
        try:
            told = deriver.obey(order)
        except Exception as error:
            told = pickled(Failure.of(error))
        pipe.send_bytes(told)


class _Deriver:
    """The threads that were begun, and what they hold if none of their tables repeats one of another thread: most do
    not, and so they can be finished while there is nothing else to do.
    """

    def __init__(self) -> None:
        self._begun: dict[int, Begun] = {}
        self._guessed: dict[int, bytes] = {}

    @property
    def can_guess(self) -> bool:
        """Whether a thread is left to be finished on a guess."""
        return len(self._guessed) < len(self._begun)

    def guess(self) -> None:
        """Finish the first thread that was not finished yet; a fault is told when somebody asks for the thread."""
        number = min(self._begun.keys() - self._guessed.keys())
        try:
            self._guessed[number] = pickled(finish(self._begun[number], lambda _ref, _author, _rows: None))
        except Exception as error:
            self._guessed[number] = pickled(Failure.of(error))

    def obey(self, order: _Begin | _Finish) -> bytes:
        """What is told of a thread, pickled."""
        if isinstance(order, _Begin):
            begun = self._begun[order.number] = begin(order.messages, order.known)
            return pickled(_Asked(order.number, begun.questions))
        begun, guessed = self._begun.pop(order.number), self._guessed.pop(order.number, None)
        if guessed is not None and not any(order.answers.values()):
            return guessed
        return pickled(finish(begun, lambda ref, _author, _rows: order.answers[ref]))
