"""However a process beside this one fails or is ended, it is told in a line, and nobody waits for ever."""

import fcntl
import multiprocessing
import random
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from multiprocessing import connection
from pathlib import Path
from typing import Any, cast

import pytest

from archive.child_process import ChildFailedError
from archive.model import Message, UserError
from archive.store.archive import Archive
from archive.store.searchable import Searchable
from index import documents_beside
from index.documents_beside import FEWEST_FOR_A_PROCESS, with_documents
from ingest.deriving_beside import deriving_beside
from ingest.known_tables import KnownTables
from ingest.reading import Sources
from ingest.reading_beside import batches_beside
from ingest.sources.detect import Unread
from ingest.sources.history import NothingKnown
from ingest.sources.opening import Meter

# No pipe holds as many bytes.
MUCH = 3_000_000
BEGUN = 50_000
Portion = tuple[int, Sequence[Searchable]]


class Unreadable:
    """What can be sent and not be taken in, as where there is no memory for it."""

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return int, ("no number",)


class Loud:
    """What fails with very many words, however it is looked at."""

    def __getattr__(self, name: str) -> object:
        raise (AttributeError if name.startswith("__") else ValueError)("no" * MUCH)


@pytest.fixture
def mails(tmp_path: Path, mail: Callable[..., Message]) -> Sequence[Searchable]:
    with Archive.open(tmp_path / "archive", create=True) as archive:
        keys = [f"{number}@example.org" for number in range(3)]
        words = [f"version 2.5.{number} on a PIII@800\n> quoted {number}\n" * 20_000 for number in range(3)]
        archive.messages.save(*(mail(text, key=key) for key, text in zip(keys, words, strict=True)))
        return archive.messages.searchable(keys)


@pytest.fixture(autouse=True)
def _nobody_is_left() -> Iterator[None]:
    yield
    assert multiprocessing.active_children() == []


def kill_halfway(pipe: connection.Connection) -> None:
    """Kill the process once it has sent a part of a message that does not go into the pipe at once."""
    [process] = multiprocessing.active_children()
    for _ in range(6000):
        if waiting(pipe) >= BEGUN:
            break
        time.sleep(0.01)
    assert waiting(pipe) >= BEGUN
    process.kill()
    process.join()


def waiting(pipe: connection.Connection) -> int:
    """How many bytes wait there to be taken."""
    return int.from_bytes(fcntl.ioctl(pipe.fileno(), termios.FIONREAD, bytes(4)), sys.byteorder)


def sources(path: Path, unread: Unread) -> Sources:
    return Sources((path,), None, unread, Meter())


def test_documents_that_are_half_sent_when_their_process_is_killed(mails: Sequence[Searchable]) -> None:
    with documents_beside._process() as child:
        child.send(mails)
        kill_halfway(child.pipe)
        with pytest.raises(UserError, match="was ended"):
            child.receive()


def test_results_that_are_half_sent_when_their_process_is_killed() -> None:
    with deriving_beside() as helper:
        helper.begin(0, [cast("Message", Loud())], KnownTables())
        kill_halfway(helper._child.pipe)
        with pytest.raises(UserError, match="was ended"):
            helper.questions(0)


def test_mails_that_are_half_sent_when_their_process_is_killed(tmp_path: Path) -> None:
    chance = random.Random(3)
    path = tmp_path / "bench.mbox"
    lines = "".join(f"{chance.randbytes(35).hex()}\n" for _ in range(MUCH // 70))
    path.write_text(f"From MAILER Mon Nov 25 10:00:00 2002\nFrom: Ann <ann@example.org>\n\n{lines}")
    with batches_beside(sources(path, lambda _: 0), NothingKnown()) as reader:
        kill_halfway(reader._child.pipe)
        with pytest.raises(UserError, match="process that reads was ended"):
            list(reader)


class Ending(NothingKnown):
    """Somebody ends whoever asks."""

    def state(self, location: str) -> str | None:
        for process in multiprocessing.active_children():
            process.kill()
            process.join()
        return super().state(location)


def test_a_reader_that_is_killed_before_it_has_its_answer(git_repository: Any, tmp_path: Path) -> None:
    repository = git_repository(tmp_path / "bench.git")
    repository.post(b"From: Ann <ann@example.org>\nMessage-ID: <1@example.org>\n\nfork_test\n")
    with (
        batches_beside(sources(repository.folder, lambda _: 0), Ending()) as reader,
        pytest.raises(UserError, match="process that reads was ended"),
    ):
        list(reader)


def test_a_thread_that_cannot_be_taken_in_ends_the_process_that_derives() -> None:
    with deriving_beside() as helper:
        [process] = multiprocessing.active_children()
        helper.begin(0, [cast("Message", Unreadable())], KnownTables())
        # For ever, if it did not end.
        process.join(60)
        assert not process.is_alive()
        with pytest.raises(UserError, match="was ended"):
            helper.questions(0)


def test_mails_that_cannot_be_taken_in_end_the_process_that_makes_documents() -> None:
    def portions() -> Iterator[Portion]:
        [process] = multiprocessing.active_children()
        yield 0, [cast("Searchable", Unreadable())]
        # For ever, if it did not end.
        process.join(60)
        assert not process.is_alive()

    with pytest.raises(UserError, match="was ended"):
        list(with_documents(portions(), FEWEST_FOR_A_PROCESS))


def test_a_damaged_mail_is_told_by_the_process_as_it_is_without_one(mails: Sequence[Searchable]) -> None:
    damaged = [replace(mails[0], packed_texts=(b"\0",))]
    for count in (1, FEWEST_FOR_A_PROCESS):
        # Others are sent before the first answer is taken, and none of them hides the reason.
        made = with_documents([(0, damaged), *((number, mails) for number in range(1, 6))], count)
        with pytest.raises(UserError, match="a stored mail is damaged: `benchlore check` says which one"):
            list(made)


def test_a_fault_of_the_process_that_makes_documents_is_told_with_its_trace() -> None:
    made = with_documents([(0, [cast("Searchable", "no mail")])], FEWEST_FOR_A_PROCESS)
    with pytest.raises(ChildFailedError, match=r"(?s)Traceback.*AttributeError"):
        list(made)
