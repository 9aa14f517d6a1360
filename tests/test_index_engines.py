"""What every engine has to do: one contract, held by each of them."""

import gc
import os
import random
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Protocol

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from archive.model import UserError
from archive.store.archive import Archive
from index.engine import And, Document, Engine, Node, Not, Or, Phrase, Prefer, Prefix, Range, Term
from index.engine_fields import MAX_EXPANSION, MAX_OFFSET
from index.engines import NAMES, begin_with, choose, engine_of, open_engine

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


class Module(Protocol):
    """What the module of an engine offers."""

    SCHEMA: int
    TIME_LIMIT: float


def needs(name: str) -> None:
    if find_spec(name) is None:
        pytest.skip(f"needs the package {name}, which is an extra (pip install benchlore[fast])")


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    chosen: str = request.param
    needs(chosen)
    return chosen


@pytest.fixture
def module(name: str) -> ModuleType:
    from index import whoosh_engine

    if name == "whoosh":
        return whoosh_engine
    from index import tantivy_engine

    return tantivy_engine


@pytest.fixture
def folder(tmp_path: Path, name: str) -> Path:
    Archive.open(tmp_path / "archive", create=True).close()
    begin_with(tmp_path / "archive" / "index", name)
    return tmp_path / "archive" / "index"


@pytest.fixture
def engine(folder: Path) -> Iterator[Engine]:
    opened = open_engine(folder, create=True)
    opened.add(POST)
    opened.add(REPLY)
    opened.commit(2)
    yield opened
    opened.close()


def found(engine: Engine, node: Node) -> set[str]:
    hits = engine.search(node, limit=50)
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
        Term("", "fork_test/creat-clo"),
        And((Term("s", "aim9"), Not(Term("s", "re")))),
        Term("f", "paula"),
        Term("f", "mail.example.org"),
        Term("f", "paula@mail.example.org"),
        Term("t", "bench"),
        Term("a", "bench"),
        Term("tc", "bench"),
        Term("n", "rmap.c"),
        Term("n", "mm/rmap.c"),
        Term("m", "post"),
        Term("q", "rmap"),
        Term("nq", "fork_test"),
        Term("bs", "overhead"),
        Phrase("", "rmap overhead"),
        Phrase("nq", "fork_test 10000 56.2"),
        Phrase("nq", "hdparm -T"),
        Phrase("f", "Paula Poster"),
        Phrase("", "laptop"),
        Prefix("", "overh"),
        Prefix("nq", "fork_"),
        Term("mid", "post@example.org"),
        Term("l", "bench"),
        Term("suite", "aim9"),
        Term("test", "processes/fork proc"),
        Term("kernel", "2.5"),
        Term("hw", "piii@800"),
        Term("has", "claim"),
        Range("d", datetime(2002, 11, 24, tzinfo=UTC).timestamp(), None),
        Range("d", None, datetime(2002, 11, 25, tzinfo=UTC).timestamp()),
        Range("d", *[datetime(2002, 11, 24, 21, 23, tzinfo=UTC).timestamp()] * 2),
        And((Term("", "fork"), Term("", "laptop"))),
        And((Term("", "fork"), Not(Term("", "cannot")))),
        Or((Term("", "laptop"), Term("", "nowhere"))),
        Not(Term("", "cannot")),
        And((Not(Term("", "cannot")), Not(Term("", "nowhere")))),
    ],
)
def test_the_post_alone_is_found(engine: Engine, node: Node) -> None:
    if node == Term("", "fork_test/creat-clo"):
        engine.add(Document(POST.key, unquoted="see fork_test/creat-clo there"))
        engine.commit(3)
    assert found(engine, node) == {"post"}


@pytest.mark.parametrize(
    "node",
    [
        Term("b", "-t"),
        Term("nq", "rmap"),
        Term("q", "laptop"),
        Term("s", "laptop"),
        Phrase("", "overhead rmap"),
        Phrase("", "56.2 fork_test"),
        Phrase("", "poster aim9"),
        Term("kernel", "2.4"),
        Term("kernel", "2.5."),
        Term("mid", "post"),
        Term("l", "Bench"),
        Or(()),
        Term("", "???"),
        Not(Term("", "fork")),
        And((Term("", "fork"), Or(()))),
        Range("d", datetime(2003, 1, 1, tzinfo=UTC).timestamp(), None),
        Range("d", None, datetime(2002, 11, 24, 21, 22, tzinfo=UTC).timestamp()),
    ],
)
def test_nothing_is_found(engine: Engine, node: Node) -> None:
    assert found(engine, node) == set()


def test_a_part_of_a_word_finds_the_word(engine: Engine) -> None:
    assert found(engine, Term("", "fork")) == {"post", "reply"}


def test_case_counts_in_options_only(engine: Engine) -> None:
    engine.add(Document("pair@example.org", unquoted="hdparm -tT /dev/hda"))
    engine.commit(3)
    assert found(engine, Term("", "FORK_Test")) == {"post"}
    assert found(engine, Term("", "-T")) == {"post", "pair"}
    assert found(engine, Term("", "-t")) == {"pair"}
    assert found(engine, Phrase("", "-t -T")) == set()


def test_not_inside_or_is_everything_but_that(engine: Engine) -> None:
    assert found(engine, Or((Term("", "laptop"), Not(Term("", "laptop"))))) == {"post", "reply"}


def test_no_condition_at_all_fits_everything(engine: Engine) -> None:
    assert found(engine, And(())) == {"post", "reply"}


def test_what_is_preferred_comes_first_and_is_not_required(engine: Engine) -> None:
    for word, first in (("cannot", "reply"), ("laptop", "post")):
        hits = engine.search(Prefer(Term("", "fork"), Term("", word)), limit=10).hits
        assert hits[0].key.partition("@")[0] == first
        assert len(hits) == 2


def test_a_word_of_the_subject_counts_more_than_one_of_a_quotation(engine: Engine) -> None:
    engine.add(Document("quotes@example.org", subject="other things", quoted="novelty here"))
    engine.add(Document("says@example.org", subject="novelty here", quoted="other things"))
    engine.commit(3)
    first, _ = engine.search(Term("bs", "novelty"), limit=2).hits
    assert first.key == "says@example.org"


def test_newest_first_puts_undated_mails_last(engine: Engine) -> None:
    engine.add(Document("late@example.org", unquoted="fork", date=datetime(2003, 1, 1, tzinfo=UTC)))
    engine.add(Document("old@example.org", unquoted="fork", date=datetime(1969, 12, 31, tzinfo=UTC)))
    engine.commit(3)
    hits = engine.search(Term("", "fork"), limit=10, by_date=True).hits
    assert [hit.key.partition("@")[0] for hit in hits] == ["late", "post", "old", "reply"]


@pytest.mark.parametrize("by_date", [False, True])
def test_pages_follow_each_other(engine: Engine, by_date: bool) -> None:
    pages = [engine.search(Term("", "fork"), limit=1, offset=offset, by_date=by_date) for offset in (0, 1, 2)]
    assert [page.total for page in pages] == [2, 2, 2]
    assert [len(page.hits) for page in pages] == [1, 1, 0]
    assert {hit.key for page in pages for hit in page.hits} == {POST.key, REPLY.key}


def test_a_page_of_no_hits_still_counts(engine: Engine) -> None:
    hits = engine.search(Term("", "fork"), limit=0)
    assert (hits.hits, hits.total) == ((), 2)


def test_adding_twice_replaces(engine: Engine) -> None:
    engine.add(Document(POST.key, unquoted="first"))
    engine.add(Document(POST.key, unquoted="second"))
    engine.commit(4)
    assert engine.count() == 2
    assert found(engine, Term("", "second")) == {"post"}
    assert found(engine, Or((Term("", "first"), Term("", "laptop")))) == set()


def test_deleting_is_idempotent(engine: Engine) -> None:
    engine.delete(POST.key)
    engine.delete(POST.key)
    engine.delete("never@example.org")
    engine.commit(5)
    assert (engine.count(), found(engine, Term("", "laptop"))) == (1, set())


def test_a_message_added_and_deleted_before_a_commit_is_gone(engine: Engine) -> None:
    engine.add(Document("new@example.org", unquoted="novelty"))
    engine.delete("new@example.org")
    engine.commit(6)
    assert (engine.count(), found(engine, Term("", "novelty"))) == (2, set())


def test_a_message_deleted_and_added_again_before_a_commit_is_there(engine: Engine) -> None:
    engine.delete(POST.key)
    engine.add(Document(POST.key, unquoted="novelty"))
    engine.commit(6)
    assert (engine.count(), found(engine, Term("", "novelty"))) == (2, {"post"})


def test_the_sequence_is_that_of_the_last_commit_also_after_opening_again(folder: Path, engine: Engine) -> None:
    assert engine.sequence == 2
    engine.close()
    again = open_engine(folder, create=False)
    assert (again.sequence, again.count()) == (2, 2)
    again.close()


def test_a_commit_of_nothing_keeps_its_number(engine: Engine) -> None:
    engine.commit(7)
    assert (engine.sequence, engine.count()) == (7, 2)


def test_what_was_not_committed_is_lost_and_can_be_put_in_again(folder: Path, engine: Engine) -> None:
    engine.add(Document("new@example.org", unquoted="novelty"))
    engine.delete(POST.key)
    engine.close()
    again = open_engine(folder, create=False)
    assert (again.sequence, again.count(), found(again, Term("", "novelty"))) == (2, 2, set())
    again.add(Document("new@example.org", unquoted="novelty"))
    again.commit(3)
    assert found(again, Term("", "novelty")) == {"new"}
    again.close()


def test_another_opener_sees_a_commit(folder: Path, engine: Engine) -> None:
    reader = open_engine(folder, create=False)
    engine.add(Document("new@example.org", unquoted="novelty"))
    assert found(reader, Term("", "novelty")) == set()
    engine.commit(3)
    assert found(reader, Term("", "novelty")) == {"new"}
    reader.close()


def test_clearing_begins_anew(folder: Path, engine: Engine) -> None:
    engine.clear()
    assert (engine.count(), engine.sequence, found(engine, Term("", "fork"))) == (0, 0, set())
    engine.add(POST)
    engine.commit(1)
    assert found(engine, Term("", "fork")) == {"post"}


def test_a_second_writer_is_told_to_wait(folder: Path, engine: Engine) -> None:
    engine.add(POST)
    other = open_engine(folder, create=False)
    with pytest.raises(UserError, match="another process"):
        other.add(POST)
    other.close()


def test_many_commits_leave_no_pile_of_files(folder: Path, engine: Engine) -> None:
    def files() -> int:
        return sum(len(names) for _, _, names in os.walk(folder))

    for number in range(40):
        engine.add(Document(f"{number}@example.org", unquoted=f"word{number}"))
        engine.commit(3 + number)
    engine.close()
    again = open_engine(folder, create=False)
    assert again.count() == 42
    again.close()
    assert files() < 12 * 12


def test_threads_may_search_at_once(engine: Engine) -> None:
    totals: list[int] = []
    threads = [
        threading.Thread(target=lambda: totals.append(engine.search(Term("", "fork"), limit=5).total)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert totals == [2] * 8


def test_a_beginning_of_too_many_words_is_bounded_and_says_so(engine: Engine) -> None:
    words = " ".join(f"long{number}" for number in range(MAX_EXPANSION + 5))
    engine.add(Document("many@example.org", unquoted=words))
    engine.commit(3)
    hits = engine.search(Prefix("nq", "long"), limit=5)
    assert hits.total == 1
    assert hits.bounded == ("long* stands for more than 1,000 words; the others were not looked for",)


def test_pages_far_down_are_refused_and_it_is_said(engine: Engine) -> None:
    hits = engine.search(Term("", "fork"), limit=10, offset=MAX_OFFSET)
    assert (hits.hits, "narrow the query" in hits.bounded[0]) == ((), True)


def test_a_search_that_takes_too_long_gives_what_it_has_and_says_so(
    engine: Engine, module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TIME_LIMIT", 0.0)
    for number in range(300):
        engine.add(Document(f"{number}@example.org", unquoted="slow words " * 20))
    engine.commit(400)
    # A search that is over before anybody looks at the clock took no time at all: another one is not so lucky.
    tries = (engine.search(Term("", "slow"), limit=500) for _ in range(1000))
    hits = next(hits for hits in tries if hits.bounded)
    assert len(hits.hits) < 300
    assert "stopped" in hits.bounded[0]


def test_what_no_engine_holds_is_an_error(engine: Engine) -> None:
    with pytest.raises(ValueError, match="hold"):
        engine.search(Term("mhz", "800"), limit=1)


def test_an_index_that_is_not_there_is_not_made_unasked(folder: Path, name: str) -> None:
    with pytest.raises(UserError, match="reindex"):
        open_engine(folder, create=False)


def test_an_index_of_another_archive_is_refused(folder: Path, tmp_path: Path, engine: Engine) -> None:
    engine.close()
    Archive.open(tmp_path / "other", create=True).close()
    folder.rename(tmp_path / "other" / "index")
    with pytest.raises(UserError, match="not this archive's"):
        open_engine(tmp_path / "other" / "index", create=True)


def test_files_without_our_mark_are_not_opened(folder: Path, module: ModuleType, name: str) -> None:
    place = folder / f"{name}-{module.SCHEMA}"
    place.mkdir(parents=True)
    (place / "anything").write_bytes(b"anything")
    with pytest.raises(UserError, match="no search index"):
        open_engine(folder, create=True)


def test_an_index_of_an_older_form_goes_when_the_new_one_is_made(folder: Path, engine: Engine, name: str) -> None:
    engine.close()
    (made,) = folder.glob(f"{name}-*")
    older = folder / f"{name}-0"
    made.rename(older)
    fresh = open_engine(folder, create=True)
    assert (fresh.count(), fresh.sequence, older.exists()) == (0, 0, False)
    fresh.close()


@pytest.mark.parametrize("damage", [lambda file: file.unlink(), lambda file: file.write_bytes(b"garbage")])
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(("whoosh", kind) for kind in ("toc", "seg")),
        *(("tantivy", kind) for kind in ("json", "store", "term", "fast", "idx")),
    ],
    indirect=["name"],
)
def test_a_damaged_index_begins_anew_so_that_a_refresh_fills_it(
    folder: Path, engine: Engine, kind: str, damage: Callable[[Path], object]
) -> None:
    engine.close()
    for file in folder.glob(f"*/[!.]*.{kind}"):
        damage(file)
    with warnings.catch_warnings():
        # Whoosh leaves a file open that it cannot read.
        warnings.simplefilter("ignore", ResourceWarning)
        with pytest.raises(UserError, match="reindex"):
            open_engine(folder, create=False)
        again = open_engine(folder, create=True)
        gc.collect()
    assert (again.sequence, again.count()) == (0, 0)
    again.add(POST)
    again.commit(2)
    assert found(again, Term("", "laptop")) == {"post"}
    again.close()


def test_the_archive_remembers_its_engine(folder: Path, name: str, engine: Engine) -> None:
    assert engine_of(folder) == name
    assert [path.name.partition("-")[0] for path in folder.iterdir() if path.is_dir()] == [name]


def test_without_a_choice_it_is_whoosh(tmp_path: Path) -> None:
    assert engine_of(tmp_path) == "whoosh"


def test_another_engine_is_not_begun_with_where_one_keeps_the_index(folder: Path, name: str, engine: Engine) -> None:
    other = next(each for each in NAMES if each != name)
    needs(other)
    with pytest.raises(UserError, match=f"reindex --engine {other}"):
        begin_with(folder, other)
    begin_with(folder, name)
    assert engine_of(folder) == name


def test_choosing_another_engine_removes_the_index_of_the_first(folder: Path, name: str, engine: Engine) -> None:
    other = next(each for each in NAMES if each != name)
    engine.close()
    choose(folder, other)
    assert (engine_of(folder), list(folder.glob(f"{name}-*"))) == (other, [])


def test_what_is_only_called_like_an_index_is_taken_for_none_and_left_alone(tmp_path: Path, name: str) -> None:
    other = next(each for each in NAMES if each != name)
    needs(other)
    Archive.open(tmp_path, create=True).close()
    folder = tmp_path / "index"
    (folder / f"{name}-old").mkdir(parents=True)
    for notes in (folder / f"{name}-notes", folder / f"{name}-old" / "notes"):
        notes.write_text("which engine is quicker")
    choose(folder, name)
    begin_with(folder, other)
    open_engine(folder, create=True).close()
    choose(folder, name)
    assert engine_of(folder) == name
    assert sorted(path.name for path in folder.glob("*-*")) == [f"{name}-notes", f"{name}-old"]
    assert (folder / f"{name}-old" / "notes").exists()


def test_an_engine_that_we_do_not_know_is_refused(tmp_path: Path) -> None:
    (tmp_path / "engine").write_text("lucene")
    with pytest.raises(UserError, match="reindex --engine whoosh"):
        open_engine(tmp_path, create=True)


def test_an_engine_that_is_not_installed_is_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "engine").write_text("tantivy")
    program = (
        "import sys; sys.modules['tantivy'] = None; from pathlib import Path; from archive.model import UserError\n"
        "from index.engines import open_engine\n"
        f"try: open_engine(Path({str(tmp_path)!r}), create=True)\nexcept UserError as error: print(error)"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said == ("tantivy is not installed: install benchlore[fast], or run `benchlore reindex --engine whoosh`\n")


WORDS = (
    "fork",
    "fork_test",
    "Fork-Test",
    "-T",
    "-tT",
    "-t",
    "2.5.49-mm1",
    "v2.5.49",
    "rmap",
    "a@b.example",
    "x/y",
    "é",
)
texts = st.lists(st.sampled_from((*WORDS, "\n", "___", "...")), max_size=8).map(" ".join)
names = st.lists(st.sampled_from(("2.5", "2.5.49", "processes/fork proc", "piii@800")), max_size=3).map(tuple)
dates = st.none() | st.integers(0, 5).map(lambda day: datetime(2002, 11, 1 + day, tzinfo=UTC))
documents = st.builds(
    Document,
    key=st.integers(0, 6).map("{}@example.org".format),
    subject=texts,
    author=texts,
    unquoted=texts,
    quoted=texts,
    names=texts,
    date=dates,
    kernels=names,
    tests=names,
)
fields = st.sampled_from(("", "s", "f", "b", "nq", "q", "n", "bs", "m"))
leaves = (
    st.builds(Term, fields, st.sampled_from((*WORDS, "fork_test/rmap", "test fork")))
    | st.builds(Phrase, fields, texts)
    | st.builds(Prefix, fields, st.sampled_from(("for", "fork_", "2.5", "rma", "tes")))
    | st.builds(Term, st.sampled_from(("kernel", "test")), st.sampled_from(("2.5", "2.5.49", "processes/fork proc")))
    | st.builds(Term, st.just("mid"), st.integers(0, 6).map("{}@example.org".format))
    | st.builds(
        Range,
        st.just("d"),
        st.none() | st.integers(1036022400, 1036022400 + 500_000),
        st.none() | st.integers(1036022400, 1036022400 + 500_000),
    )
)
nodes = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda each: And(tuple(each)))
        | st.lists(inner, max_size=3).map(lambda each: Or(tuple(each)))
        | inner.map(Not)
        | st.builds(Prefer, inner, inner)
    ),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Engine, ...]]:
    needs("tantivy")
    folder = tmp_path_factory.mktemp("both") / "archive"
    Archive.open(folder, create=True).close()
    engines = tuple(open_engine(folder / "index", create=True, name=name) for name in NAMES)
    yield engines
    for engine in engines:
        engine.close()


@given(batches=st.lists(st.lists(documents, max_size=4), max_size=2), asked=st.lists(nodes, min_size=1, max_size=12))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_all_engines_find_the_same(both: tuple[Engine, ...], batches: list[list[Document]], asked: list[Node]) -> None:
    random.seed()  # Hypothesis seeds it, and Whoosh would name the files of every example alike
    for engine in both:
        engine.clear()
        for number, batch in enumerate(batches, start=1):
            for document in batch:
                engine.add(document)
            engine.commit(number)
    for node in asked:
        first, second = (found(engine, node) for engine in both)
        assert first == second, node
    latest = {document.key: document.date for batch in batches for document in batch}
    for engine in both:
        order = [latest[hit.key] for hit in engine.search(And(()), limit=50, by_date=True).hits]
        assert order == sorted(latest.values(), key=lambda date: (date is not None, date), reverse=True)
