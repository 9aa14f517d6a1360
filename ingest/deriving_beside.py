"""A process that derives threads while this one stores what was derived, and derives others.

It never touches the archive: mails are sent to it, and what it has to know of tables in other threads it is told when
the thread's turn to be stored has come. It ends with this process, however that ends.
"""

import multiprocessing
import queue
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import connection
from typing import Self

from archive.child_process import follow_parent, take_in
from archive.model import Message, UserError
from archive.results import Derived, TableRef
from ingest.derive import Begun, begin, finish
from ingest.pickling import pickled

Connection = connection.Connection
Question = tuple[TableRef, str, tuple[str, ...]]
"""What `Seen` is told of a table."""
Answers = Mapping[TableRef, TableRef | None]


class DeriverFailedError(Exception):
    """The process met a fault; the message is its trace."""


@dataclass(frozen=True, slots=True)
class _Begin:
    number: int
    messages: Sequence[Message]
    plain: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Finish:
    number: int
    answers: Answers


@dataclass(frozen=True, slots=True)
class _Asked:
    number: int
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class _Failure:
    trace: str


class DerivingBeside:
    """Threads derived by another process, known by their numbers, from when it is entered until it is left."""

    def __init__(self) -> None:
        """Nothing is started yet."""
        self._own, self._theirs = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=_serve, args=(self._theirs,), daemon=True)
        self._asked: dict[int, tuple[Question, ...]] = {}

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

    def begin(self, number: int, messages: Sequence[Message], plain: frozenset[str]) -> None:
        """Let it read the mails of a thread."""
        self._send(_Begin(number, messages, plain))

    def finish(self, number: int, answers: Answers) -> None:
        """Let it derive a thread that it has read; nothing else may be asked for until `derived` was taken."""
        self._send(_Finish(number, answers))

    def has_news(self) -> bool:
        """Whether it has told something that was not taken yet."""
        return self._own.poll()

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
        try:
            told: Derived | _Asked | _Failure = self._own.recv()
        except (EOFError, OSError) as error:
            # OSError where it was ended in the middle of a message.
            raise _ended() from error
        if isinstance(told, _Failure):
            raise DeriverFailedError(told.trace)
        if isinstance(told, _Asked):
            self._asked[told.number] = told.questions
            return None
        return told

    def _send(self, order: _Begin | _Finish) -> None:
        try:
            self._own.send_bytes(pickled(order))
        except ConnectionError as error:
            raise _ended() from error


def _ended() -> UserError:
    message = "the process that derives results was ended (for want of memory?): the same command goes on from there"
    return UserError(message)


_Orders = queue.PriorityQueue[tuple[bool, int, _Begin | _Finish]]


def _serve(pipe: Connection) -> None:
    follow_parent()
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
        except Exception:
            # It is raised again where somebody sees it.
            told = pickled(_Failure(traceback.format_exc()))
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
        except Exception:
            self._guessed[number] = pickled(_Failure(traceback.format_exc()))

    def obey(self, order: _Begin | _Finish) -> bytes:
        """What is told of a thread, pickled."""
        if isinstance(order, _Begin):
            begun = self._begun[order.number] = begin(order.messages, order.plain)
            return pickled(_Asked(order.number, begun.questions))
        begun, guessed = self._begun.pop(order.number), self._guessed.pop(order.number, None)
        if guessed is not None and not any(order.answers.values()):
            return guessed
        return pickled(finish(begun, lambda ref, _author, _rows: order.answers[ref]))
