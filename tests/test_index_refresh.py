"""Bringing an index up to date with its archive."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from archive.model import Message
from archive.store.archive import Archive
from index import documents_beside
from index.engine import Term
from index.refresh import rebuild, refresh
from index.whoosh_engine import WhooshEngine, open_engine

Sides = tuple[Archive, WhooshEngine]


@pytest.fixture
def sides(tmp_path: Path) -> Iterator[Sides]:
    with Archive.open(tmp_path, create=True) as archive, open_engine(tmp_path / "index", create=True) as engine:
        yield archive, engine


def found(engine: WhooshEngine, word: str) -> list[str]:
    return sorted(hit.key for hit in engine.search(Term("", word), limit=10).hits)


def test_new_messages_are_found_after_a_refresh(sides: Sides, mail: Callable[..., Message]) -> None:
    archive, engine = sides
    archive.messages.save(mail("alpha", key="a@example.org"))
    archive.messages.save(mail("beta alpha", key="b@example.org"))
    assert refresh(archive, engine) == 2
    assert found(engine, "alpha") == ["a@example.org", "b@example.org"]
    assert engine.sequence == archive.messages.sequence()


def test_a_refresh_replays_only_what_changed(sides: Sides, mail: Callable[..., Message]) -> None:
    archive, engine = sides
    archive.messages.save(mail("alpha", key="a@example.org"))
    refresh(archive, engine)
    assert refresh(archive, engine) == 0
    archive.messages.save(mail("beta", key="b@example.org"))
    assert refresh(archive, engine) == 1
    assert (found(engine, "alpha"), found(engine, "beta")) == (["a@example.org"], ["b@example.org"])


def test_a_better_copy_replaces_the_text(sides: Sides, mail: Callable[..., Message]) -> None:
    archive, engine = sides
    archive.messages.save(mail("alpha", key="made@example.org"))
    refresh(archive, engine)
    archive.messages.replace("made@example.org", mail("beta", key="real@example.org"))
    refresh(archive, engine)
    assert (found(engine, "alpha"), found(engine, "beta")) == ([], ["real@example.org"])


def test_a_purged_message_is_gone(sides: Sides, mail: Callable[..., Message]) -> None:
    archive, engine = sides
    archive.messages.save(mail("alpha", key="a@example.org"))
    refresh(archive, engine)
    archive.messages.purge("a@example.org")
    refresh(archive, engine)
    assert (found(engine, "alpha"), engine.count()) == ([], 0)


def test_an_index_ahead_of_its_archive_is_built_anew(sides: Sides, mail: Callable[..., Message]) -> None:
    archive, engine = sides
    archive.messages.save(mail("alpha", key="a@example.org"))
    refresh(archive, engine)
    engine.commit(engine.sequence + 1000)
    assert refresh(archive, engine) == 1
    assert (found(engine, "alpha"), engine.sequence) == (["a@example.org"], archive.messages.sequence())


def test_a_process_beside_changes_nothing_in_the_index(
    sides: Sides, mail: Callable[..., Message], monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, engine = sides
    monkeypatch.setattr(documents_beside, "FEWEST_FOR_A_PROCESS", 1)
    archive.messages.save(*(mail(f"alpha w{number}", key=f"{number}@example.org") for number in range(450)))
    assert refresh(archive, engine) == 450
    archive.messages.replace("7@example.org", mail("beta", key="real@example.org"))
    archive.messages.purge("8@example.org")
    assert refresh(archive, engine) == 3
    assert (engine.count(), found(engine, "w7"), found(engine, "w8")) == (449, [], [])
    assert (found(engine, "beta"), found(engine, "w449")) == (["real@example.org"], ["449@example.org"])


def test_rebuilding_gives_the_same_index(sides: Sides, mail: Callable[..., Message]) -> None:
    archive, engine = sides
    told: list[int] = []
    for number in range(3):
        archive.messages.save(mail("alpha", key=f"{number}@example.org"))
    refresh(archive, engine)
    assert rebuild(archive, engine, told.append) == 3
    assert (len(found(engine, "alpha")), engine.count(), told) == (3, 3, [3])
