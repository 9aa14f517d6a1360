"""Threads derived and kept one after the other; a process beside this one derives some of them where there are many."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import count

from archive.model import Message
from archive.results import Derived
from archive.store.archive import Archive
from ingest.derive import Begun, begin, finish
from ingest.deriving_beside import DerivingBeside, deriving_beside
from ingest.known_tables import KnownTables

# Mails that may hold tables; fewer are derived sooner than a process starts.
FEWEST_FOR_A_PROCESS = 200
# Threads and mails that are read before the first of them is kept: so much is held at once.
_MOST_THREADS, _MOST_MAILS = 32, 600
# Mails whose threads are kept in one transaction, and the next thread as a whole.
_KEPT_AT_ONCE = 100
# So many of these threads are given to the other process, and so many are read here at most: it stores none, and has
# to have enough to do meanwhile.
_GIVEN, _HERE = 20, 8


def beside(unread: int) -> AbstractContextManager[DerivingBeside | None]:
    """A process beside this one where so many mails that may hold tables wait for it to pay, else none."""
    return deriving_beside() if unread >= FEWEST_FOR_A_PROCESS else nullcontext()


def derive_and_keep(
    archive: Archive, threads: Iterable[Sequence[str]], known: KnownTables, helper: DerivingBeside | None
) -> Iterator[Sequence[str]]:
    """Derive threads, told by the keys of their mails, and keep what they hold, in that order and a few in one
    transaction; each thread when it is kept. What is `known` of their tables is not looked for again.
    """
    line = _Line(archive, threads, known, helper)
    while line.has_more():
        # To end a transaction costs as much as to keep a small thread.
        kept, mails = list[Sequence[str]](), 0
        with archive.transaction():
            while mails < _KEPT_AT_ONCE and line.has_more():
                kept.append(line.keep_first())
                mails += len(kept[-1])
        yield from kept


class _Line:
    """Threads that stand in a line to be kept: some are read here, some beside, and the last ones by nobody yet."""

    def __init__(
        self, archive: Archive, threads: Iterable[Sequence[str]], known: KnownTables, helper: DerivingBeside | None
    ) -> None:
        self._archive, self._known, self._helper = archive, known, helper
        self._threads = iter(threads)
        self._numbers = count()
        self._waiting: deque[tuple[Sequence[str], Begun | int]] = deque()
        self._given = self._mails = 0

    def has_more(self) -> bool:
        """Whether a thread is left; afterwards one is read, or is being read beside."""
        self._give()
        return bool(self._waiting) or self._read_here()

    def keep_first(self) -> Sequence[str]:
        """Keep the first thread of the line, and give its keys."""
        keys, begun = self._waiting.popleft()
        self._mails -= len(keys)
        if isinstance(begun, int):
            while not self._is_here(begun) and self._read_here():
                pass
        self._archive.reposts.forget(keys)
        derived = self._beside(begun) if isinstance(begun, int) else finish(begun, self._archive.reposts.seen)
        self._archive.results.replace(keys, derived)
        self._archive.messages.settled(keys)
        return keys

    def _beside(self, number: int) -> Derived:
        assert self._helper is not None
        questions = self._helper.questions(number)
        self._given -= 1
        self._helper.finish(number, {question[0]: self._archive.reposts.seen(*question) for question in questions})
        self._give()
        while not self._helper.has_news() and self._read_here():
            pass
        return self._helper.derived()

    def _is_here(self, number: int) -> bool:
        assert self._helper is not None
        return self._helper.has_asked(number)

    def _give(self) -> None:
        """Give the other process what it has to do next."""
        while self._helper is not None and self._given < _GIVEN:
            keys = self._next()
            if keys is None:
                break
            number = next(self._numbers)
            self._helper.begin(number, self._messages(keys), self._known.among(keys))
            self._waiting.append((keys, number))
            self._given += 1

    def _read_here(self) -> bool:
        """Read the next thread that nobody reads; False where there is none, or enough are read."""
        keys = self._next() if len(self._waiting) - self._given < _HERE else None
        if keys is None:
            return False
        self._waiting.append((keys, begin(self._messages(keys), self._known)))
        return True

    def _next(self) -> Sequence[str] | None:
        """The next thread that nobody reads; None where there is none, or enough are read."""
        if len(self._waiting) >= _MOST_THREADS or self._mails >= _MOST_MAILS:
            return None
        keys = next(self._threads, None)
        self._mails += len(keys or ())
        return keys

    def _messages(self, keys: Sequence[str]) -> tuple[Message, ...]:
        return self._archive.messages.several(keys)
