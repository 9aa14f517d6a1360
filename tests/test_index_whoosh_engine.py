"""The engine: what it holds, finds and bounds, and which folders it opens."""

import gc
import threading
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from archive.model import UserError
from archive.store.archive import Archive
from index import whoosh_engine
from index.engine import And, Document, Node, Not, Or, Phrase, Prefer, Prefix, Range, Term
from index.whoosh_engine import MAX_EXPANSION, MAX_OFFSET, WhooshEngine, open_engine

POST = Document(
    "post@example.org",
    subject="AIM9 on two kernels",
    author="Paula Poster paula@mail.example.org",
    to="bench@lists.example.org",
    unquoted="I ran it on my laptop (PIII@800).\nhdparm -T 37.43\nfork_test 10000 56.2 5620.00",
    quoted="the slowdown is the rmap overhead. creat-clo too",
    names="mm/rmap.c\nresults.txt",
    date=datetime(2002, 11, 24, 21, 23, tzinfo=UTC),
    lists=("bench",),
    suites=("aim9",),
    tests=("fork_test", "processes/fork proc"),
    kernels=("2", "2.5", "2.5.49"),
    hardware=("piii", "piii@800"),
    has=("table", "claim"),
)
REPLY = Document("reply@example.org", subject="Re: AIM9 on two kernels", unquoted="Cannot help about that fork.")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Archive.open(tmp_path / "archive", create=True).close()
    return tmp_path / "archive" / "index"


@pytest.fixture
def engine(folder: Path) -> Iterator[WhooshEngine]:
    with open_engine(folder, create=True) as opened:
        opened.add(POST)
        opened.add(REPLY)
        opened.commit(2)
        yield opened


def found(engine: WhooshEngine, node: Node) -> set[str]:
    hits = engine.search(node, limit=10)
    assert hits.total == len(hits.hits)
    return {hit.key.partition("@")[0] for hit in hits.hits}


@pytest.mark.parametrize(
    "node",
    [
        Term("", "fork_test"),
        Term("", "PIII@800"),
        Term("", "creat-clo"),
        Term("b", "-T"),
        Term("", "laptop"),
        And((Term("s", "aim9"), Not(Term("s", "re")))),
        Term("f", "paula"),
        Term("f", "mail.example.org"),
        Term("f", "paula@mail.example.org"),
        Term("t", "bench"),
        Term("a", "bench"),
        Term("tc", "bench"),
        Term("n", "rmap.c"),
        Term("m", "post"),
        Term("q", "rmap"),
        Term("nq", "fork_test"),
        Term("bs", "overhead"),
        Phrase("", "rmap overhead"),
        Phrase("nq", "fork_test 10000 56.2"),
        Phrase("f", "Paula Poster"),
        Prefix("", "overh"),
        Term("mid", "post@example.org"),
        Term("l", "bench"),
        Term("suite", "aim9"),
        Term("test", "processes/fork proc"),
        Term("kernel", "2.5"),
        Term("hw", "piii@800"),
        Term("has", "claim"),
        Range("d", datetime(2002, 11, 24, tzinfo=UTC).timestamp(), None),
        Range("d", None, datetime(2002, 11, 25, tzinfo=UTC).timestamp()),
        And((Term("", "fork"), Term("", "laptop"))),
        And((Term("", "fork"), Not(Term("", "cannot")))),
        Not(Term("", "cannot")),
    ],
)
def test_the_post_alone_is_found(engine: WhooshEngine, node: Node) -> None:
    assert found(engine, node) == {"post"}


@pytest.mark.parametrize(
    "node",
    [
        Term("b", "-t"),
        Term("nq", "rmap"),
        Term("q", "laptop"),
        Term("s", "laptop"),
        Phrase("", "overhead rmap"),
        Term("kernel", "2.4"),
        Term("mid", "post"),
        Or(()),
        Term("", "???"),
        Not(Term("", "fork")),
        Range("d", datetime(2003, 1, 1, tzinfo=UTC).timestamp(), None),
    ],
)
def test_nothing_is_found(engine: WhooshEngine, node: Node) -> None:
    assert found(engine, node) == set()


def test_a_part_of_a_word_finds_the_word(engine: WhooshEngine) -> None:
    assert found(engine, Term("", "fork")) == {"post", "reply"}


def test_not_inside_or_is_everything_but_that(engine: WhooshEngine) -> None:
    assert found(engine, Or((Term("", "laptop"), Not(Term("", "laptop"))))) == {"post", "reply"}


def test_what_is_preferred_comes_first_and_is_not_required(engine: WhooshEngine) -> None:
    for word, first in (("cannot", "reply"), ("laptop", "post")):
        hits = engine.search(Prefer(Term("", "fork"), Term("", word)), limit=10).hits
        assert hits[0].key.partition("@")[0] == first
        assert len(hits) == 2


def test_newest_first_puts_undated_mails_last(engine: WhooshEngine) -> None:
    engine.add(Document("late@example.org", unquoted="fork", date=datetime(2003, 1, 1, tzinfo=UTC)))
    engine.commit(3)
    hits = engine.search(Term("", "fork"), limit=10, by_date=True).hits
    assert [hit.key.partition("@")[0] for hit in hits] == ["late", "post", "reply"]


def test_pages_follow_each_other(engine: WhooshEngine) -> None:
    pages = [engine.search(Term("", "fork"), limit=1, offset=offset) for offset in (0, 1, 2)]
    assert [page.total for page in pages] == [2, 2, 2]
    assert {hit.key for page in pages for hit in page.hits} == {POST.key, REPLY.key}


def test_adding_twice_replaces(engine: WhooshEngine) -> None:
    engine.add(Document(POST.key, unquoted="first"))
    engine.add(Document(POST.key, unquoted="second"))
    engine.commit(4)
    assert engine.count() == 2
    assert found(engine, Term("", "second")) == {"post"}
    assert found(engine, Or((Term("", "first"), Term("", "laptop")))) == set()


def test_deleting_is_idempotent(engine: WhooshEngine) -> None:
    engine.delete(POST.key)
    engine.delete(POST.key)
    engine.delete("never@example.org")
    engine.commit(5)
    assert (engine.count(), found(engine, Term("", "laptop"))) == (1, set())


def test_a_message_added_and_deleted_before_a_commit_is_gone(engine: WhooshEngine) -> None:
    engine.add(Document("new@example.org", unquoted="novelty"))
    engine.delete("new@example.org")
    engine.commit(6)
    assert found(engine, Term("", "novelty")) == set()


def test_the_sequence_is_that_of_the_last_commit_also_after_opening_again(folder: Path, engine: WhooshEngine) -> None:
    assert engine.sequence == 2
    engine.close()
    with open_engine(folder, create=False) as again:
        assert (again.sequence, again.count()) == (2, 2)


def test_another_opener_sees_a_commit(folder: Path, engine: WhooshEngine) -> None:
    with open_engine(folder, create=False) as reader:
        engine.add(Document("new@example.org", unquoted="novelty"))
        assert found(reader, Term("", "novelty")) == set()
        engine.commit(3)
        assert found(reader, Term("", "novelty")) == {"new"}


def test_clearing_begins_anew(engine: WhooshEngine) -> None:
    engine.clear()
    assert (engine.count(), engine.sequence, found(engine, Term("", "fork"))) == (0, 0, set())


def test_a_second_writer_is_told_to_wait(folder: Path, engine: WhooshEngine) -> None:
    engine.add(POST)
    with open_engine(folder, create=False) as other, pytest.raises(UserError, match="another process"):
        other.add(POST)


def test_threads_may_search_at_once(engine: WhooshEngine) -> None:
    totals: list[int] = []
    threads = [
        threading.Thread(target=lambda: totals.append(engine.search(Term("", "fork"), limit=5).total)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert totals == [2] * 8


def test_a_beginning_of_too_many_words_is_bounded_and_says_so(engine: WhooshEngine) -> None:
    words = " ".join(f"long{number}" for number in range(MAX_EXPANSION + 5))
    engine.add(Document("many@example.org", unquoted=words))
    engine.commit(3)
    hits = engine.search(Prefix("nq", "long"), limit=5)
    assert hits.total == 1
    assert hits.bounded == ("long* stands for more than 1,000 words; the others were not looked for",)


def test_pages_far_down_are_refused_and_it_is_said(engine: WhooshEngine) -> None:
    hits = engine.search(Term("", "fork"), limit=10, offset=MAX_OFFSET)
    assert (hits.hits, "narrow the query" in hits.bounded[0]) == ((), True)


def test_a_search_that_takes_too_long_gives_what_it_has_and_says_so(
    engine: WhooshEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whoosh_engine, "TIME_LIMIT", 0.0)
    for number in range(300):
        engine.add(Document(f"{number}@example.org", unquoted="slow words " * 20))
    engine.commit(400)
    hits = engine.search(Term("", "slow"), limit=500)
    assert len(hits.hits) < 300
    assert "stopped" in hits.bounded[0]


def test_an_index_that_is_not_there_is_not_made_unasked(folder: Path) -> None:
    with pytest.raises(UserError, match="reindex"):
        open_engine(folder, create=False)


def test_an_index_of_another_archive_is_refused(folder: Path, tmp_path: Path, engine: WhooshEngine) -> None:
    engine.close()
    Archive.open(tmp_path / "other", create=True).close()
    folder.rename(tmp_path / "other" / "index")
    with pytest.raises(UserError, match="not this archive's"):
        open_engine(tmp_path / "other" / "index", create=True)


@pytest.mark.parametrize("damage", [lambda file: file.unlink(), lambda file: file.write_bytes(b"garbage")])
@pytest.mark.parametrize("kind", ["*.toc", "*.seg"])
def test_a_damaged_index_begins_anew_so_that_a_refresh_fills_it(
    folder: Path, engine: WhooshEngine, kind: str, damage: Callable[[Path], object]
) -> None:
    engine.close()
    for file in (folder / f"whoosh-{whoosh_engine.SCHEMA}").glob(kind):
        damage(file)
    with warnings.catch_warnings():
        # Whoosh leaves a file open that it cannot read.
        warnings.simplefilter("ignore", ResourceWarning)
        with pytest.raises(UserError, match="reindex"):
            open_engine(folder, create=False)
        again = open_engine(folder, create=True)
        gc.collect()
    with again:
        assert (again.sequence, again.count()) == (0, 0)
        again.add(POST)
        again.commit(2)
        assert found(again, Term("", "laptop")) == {"post"}


def test_files_without_our_mark_are_not_opened(folder: Path) -> None:
    place = folder / f"whoosh-{whoosh_engine.SCHEMA}"
    place.mkdir(parents=True)
    (place / "_MAIN_1.toc").write_bytes(b"anything")
    with pytest.raises(UserError, match="no search index"):
        open_engine(folder, create=True)
