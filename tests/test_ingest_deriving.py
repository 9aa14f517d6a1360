"""Threads that another process derives hold the same, are kept in the same order, and its end is told."""

import multiprocessing
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import cast

import pytest

from archive.child_process import ChildFailedError
from archive.model import Message, UserError
from archive.results import Derived
from archive.store.archive import Archive
from ingest.derive import begin, derive, finish
from ingest.deriving import FEWEST_FOR_A_PROCESS, derive_and_keep
from ingest.deriving_beside import deriving_beside
from ingest.known_tables import KnownTables
from ingest.pickling import pickled
from ingest.pipeline import settle

# Settles an archive, tells which process derives beside it, and goes no further.
SETTLING = """
import multiprocessing, sys, time
from pathlib import Path
from archive.store.archive import Archive
from ingest.pipeline import settle

def tell(_stage, done, _share):
    if done == 5:
        print(*(child.pid for child in multiprocessing.active_children()), flush=True)
        time.sleep(600)

with Archive.open(Path(sys.argv[1])) as archive:
    settle(archive, tell)
"""
Mail = Callable[..., Message]
Threads = list[tuple[Message, ...]]


def row(number: int) -> str:
    return f"fork_test 10000 {5620 + number}.2         {562000 + number}.00 Task Creations/second\n"


def table(number: int) -> str:
    return f"2.5.{number}:\n{''.join(row(10 * number + run) for run in range(4))}\n2.5.{number + 1}:\n{row(9)}"


def thread(mail: Mail, number: int) -> tuple[Message, ...]:
    """A post with a table, every third time that of the thread before the last, and a reply to it."""
    posted = number - 2 if number % 3 == 2 else number
    root = mail(table(posted), key=f"{number}@example.org", subject=f"run {number}")
    root = replace(root, date=root.date + timedelta(hours=number) if root.date else None)
    said = f"> {row(10 * posted)}\nThat is {number + 2}% slower here.\n"
    answer = mail(said, key=f"{number}.a@example.org", subject=f"Re: run {number}", references=(root.key,), day=28)
    return root, answer


@pytest.fixture
def threads(mail: Mail) -> Threads:
    return [thread(mail, number) for number in range(30)]


@pytest.fixture
def archives(tmp_path: Path) -> Iterator[Callable[[Threads], Archive]]:
    """Archives that hold the mails of threads."""
    made: list[Archive] = []

    def make(threads: Threads) -> Archive:
        archive = Archive.open(tmp_path / str(len(made)), create=True)
        made.append(archive)
        archive.messages.save(*(message for messages in threads for message in messages))
        return archive

    yield make
    for archive in made:
        archive.close()


def keys(threads: Threads) -> list[list[str]]:
    return [[message.key for message in messages] for messages in threads]


def held(archive: Archive, threads: Threads) -> Sequence[object]:
    store, every = archive.results, [key for each in keys(threads) for key in each]
    found = (store.tables(every), store.measurements(every, copies=True), store.changes(every), store.comments(every))
    return (*found, store.claims(every), store.circumstances(every), list(archive.messages.pending()))


def test_a_process_beside_derives_the_same_in_the_same_order(
    threads: Threads, archives: Callable[[Threads], Archive]
) -> None:
    here, there = archives(threads), archives(threads)
    assert list(derive_and_keep(here, keys(threads), KnownTables(), None)) == keys(threads)
    with deriving_beside() as helper:
        assert list(derive_and_keep(there, keys(threads), KnownTables(), helper)) == keys(threads)
    assert held(there, threads) == held(here, threads)
    tables = there.results.tables([message.key for messages in threads for message in messages])
    assert sum(each.repost_of is not None for each in tables) == 10
    assert held(there, threads)[3]
    assert multiprocessing.active_children() == []


def test_many_mails_that_wait_are_settled_by_two_processes(mail: Mail, archives: Callable[[Threads], Archive]) -> None:
    threads = [thread(mail, number) for number in range(FEWEST_FOR_A_PROCESS // 2)]
    archive, helpers = archives(threads), list[int]()
    settle(archive, lambda *_: helpers.append(len(multiprocessing.active_children())))
    assert max(helpers) == 1
    assert multiprocessing.active_children() == []
    assert list(archive.messages.pending()) == []
    assert archive.counts().tables > FEWEST_FOR_A_PROCESS // 4


def test_few_mails_that_wait_start_no_process(threads: Threads, archives: Callable[[Threads], Archive]) -> None:
    helpers = list[int]()
    settle(archives(threads), lambda *_: helpers.append(len(multiprocessing.active_children())))
    assert max(helpers) == 0


def test_when_somebody_ends_the_process_it_is_told_and_the_next_time_goes_on_from_there(
    mail: Mail, archives: Callable[[Threads], Archive]
) -> None:
    threads = [thread(mail, number) for number in range(FEWEST_FOR_A_PROCESS // 2)]
    whole, archive = archives(threads), archives(threads)
    list(derive_and_keep(whole, keys(threads), KnownTables(), None))
    kept = list[Sequence[str]]()
    with deriving_beside() as helper:
        left = derive_and_keep(archive, keys(threads), KnownTables(), helper)
        kept += [next(left), next(left)]
        [process] = multiprocessing.active_children()
        process.kill()
        process.join()
        with pytest.raises(UserError, match="was ended"):
            kept.extend(left)
    assert len(kept) < len(threads)
    assert multiprocessing.active_children() == []
    rest = [each for each in keys(threads) if each not in kept]
    assert len(list(derive_and_keep(archive, rest, KnownTables(), None))) == len(rest)
    assert held(archive, threads) == held(whole, threads)


def test_a_settling_that_is_killed_leaves_no_process_and_is_made_whole_by_the_next(
    mail: Mail, archives: Callable[[Threads], Archive]
) -> None:
    threads = [thread(mail, number) for number in range(FEWEST_FOR_A_PROCESS // 2)]
    whole, archive = archives(threads), archives(threads)
    settle(whole, lambda *_: None)
    words = [sys.executable, "-c", SETTLING, str(archive.folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        helper = int(running.stdout.readline())
        running.send_signal(signal.SIGKILL)
    assert not outlives(helper)
    assert 0 < len(list(archive.messages.pending())) < 2 * len(threads)
    settle(archive, lambda *_: None)
    assert held(archive, threads) == held(whole, threads)


def outlives(process: int) -> bool:
    """Whether a process is still there after ten seconds."""
    for _ in range(200):
        status = Path(f"/proc/{process}/status")
        if not status.exists() or "State:\tZ" in status.read_text():
            return False
        time.sleep(0.05)
    return True


def test_a_fault_of_the_process_is_told_with_its_trace() -> None:
    with deriving_beside() as helper:
        helper.begin(0, [cast("Message", "no mail")], KnownTables())
        with pytest.raises(ChildFailedError, match="AttributeError"):
            helper.questions(0)


def test_deriving_in_two_parts_asks_what_deriving_at_once_asks(threads: Threads) -> None:
    asked = list[object]()

    def seen(*question: object) -> None:
        asked.append(question)

    begun = begin(threads[0])
    assert finish(begun, seen) == derive(threads[0])
    assert asked == list(begun.questions)
    assert len(asked) == 2


def test_a_thread_without_tables_asks_nothing(mail: Mail) -> None:
    begun = begin([mail("It is slow.\n")])
    assert begun.questions == ()
    assert finish(begun, lambda *_: None) == Derived()


def test_what_goes_to_another_process_arrives_as_it_was(threads: Threads) -> None:
    derived = derive([message for messages in threads for message in messages])
    assert derived.comments
    assert derived.changes
    assert pickle.loads(pickled((threads, derived))) == (threads, derived)
