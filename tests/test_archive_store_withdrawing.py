"""What a source takes back goes, with all that was read out of it, unless another source still has it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from archive.model import Message, Quality, Source
from archive.store.archive import Archive
from ingest.pipeline import settle

Mail = Callable[..., Message]
PLACE, EPOCH = "a" * 40, "bench/git/0.git"
HERE = Source("public-inbox git", EPOCH, PLACE)
ELSEWHERE = Source("mbox", "bench.mbox", "offset 0")
ROW = "fork_test 10000 56.2         5620.00 Task Creations/second\n"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.open(tmp_path / "archive", create=True) as opened:
        yield opened


def save(archive: Archive, message: Message, source: Source = HERE) -> Message:
    stored = replace(message, source=source)
    archive.messages.save(stored)
    settle(archive, lambda _stage, _done, _share: None)
    return stored


def test_a_message_without_another_copy_goes_with_its_results_and_problems(archive: Archive, mail: Mail) -> None:
    message = save(archive, mail(f"PIII@800 2.4.19\n\n{ROW}"))
    assert archive.counts().measurements > 0
    assert archive.messages.withdraw(message.key, PLACE, [EPOCH]) == 1
    counts = archive.counts()
    assert (counts.messages, counts.measurements, counts.threads, counts.problems) == (0, 0, 0, 0)
    last = archive.messages.changed_since(0, 10)[-1]
    assert (last.key, last.deleted) == (message.key, True)


def test_it_may_come_again_unlike_a_purged_one(archive: Archive, mail: Mail) -> None:
    message = save(archive, mail("text"))
    archive.messages.withdraw(message.key, PLACE, [EPOCH])
    assert not archive.messages.is_purged(message.key)
    save(archive, mail("text"))
    assert archive.messages.get(message.key) is not None


def test_a_message_that_another_source_has_stays_and_gives_way_to_a_copy_that_comes(
    archive: Archive, mail: Mail
) -> None:
    message = save(archive, mail("text"))
    archive.messages.add_copy(message.key, ELSEWHERE)
    assert archive.messages.withdraw(message.key, PLACE, [EPOCH]) == 0
    assert archive.messages.sources(message.key) == (ELSEWHERE,)
    assert archive.messages.quality(message.key) is Quality.COLLAPSED_TEXT


def test_the_text_of_another_source_is_not_touched(archive: Archive, mail: Mail) -> None:
    message = save(archive, mail("text"), ELSEWHERE)
    archive.messages.add_copy(message.key, HERE)
    assert archive.messages.withdraw(message.key, PLACE, [EPOCH]) == 0
    assert archive.messages.quality(message.key) is Quality.RAW_MAIL


@pytest.mark.parametrize(("place", "location"), [("b" * 40, EPOCH), (PLACE, "other/git/0.git")])
def test_only_what_was_read_at_that_place_is_withdrawn(archive: Archive, mail: Mail, place: str, location: str) -> None:
    message = save(archive, mail("text"))
    assert archive.messages.withdraw(message.key, place, [location]) == 0
    assert archive.messages.get(message.key) is not None


def test_a_mail_that_was_kept_beside_another_under_its_id_is_found(archive: Archive, mail: Mail) -> None:
    first = save(archive, mail("text"), ELSEWHERE)
    other = save(archive, replace(mail("other words"), key=f"{first.key}~0123abcd", key_is_made=True))
    assert archive.messages.withdraw(first.key, PLACE, [EPOCH]) == 1
    assert archive.messages.get(other.key) is None
    assert archive.messages.get(first.key) is not None


def test_replies_keep_their_place_and_are_read_again(archive: Archive, mail: Mail) -> None:
    message = save(archive, mail("text"))
    reply = save(archive, mail("reply", key="reply@example.org", references=(message.key,)), ELSEWHERE)
    archive.messages.withdraw(message.key, PLACE, [EPOCH])
    assert archive.messages.pending() == (reply.key,)
    thread = archive.threads.of_message(reply.key)
    assert thread is not None
    assert [(node.key, node.is_ghost) for node in thread.nodes] == [(message.key, True), (reply.key, False)]


def test_names_of_withdrawn_mails_are_dropped_when_it_is_tidied(archive: Archive, mail: Mail) -> None:
    message = save(archive, mail("text", author="Eve Example"))
    archive.messages.withdraw(message.key, PLACE, [EPOCH])
    archive.messages.tidy()
    with closing(sqlite3.connect(archive.folder / "archive.sqlite3")) as database:
        assert database.execute("SELECT name FROM author").fetchall() == []


def test_what_was_read_at_a_location_is_listed(archive: Archive, mail: Mail) -> None:
    message = save(archive, mail("text"))
    save(archive, mail("text two", key="other@example.org", day=2), ELSEWHERE)
    assert archive.messages.read_at(EPOCH) == ((message.key, PLACE),)
    assert archive.messages.read_at("unknown") == ()
