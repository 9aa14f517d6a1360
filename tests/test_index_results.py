"""Answers over results made by hand: what is found, in which order, and which side drives."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from archive import hardware, kernels
from archive.model import Author, EdgeKind, Message, Span, Thread, ThreadNode, UserError
from archive.results import (
    Attribution,
    Basis,
    Change,
    Claim,
    Comment,
    Derived,
    Kernel,
    Machine,
    Measurement,
    Side,
    Table,
    TableRef,
    Target,
)
from archive.store.archive import Archive
from index import driving, results
from index.query import QueryError
from index.refresh import refresh
from index.results import Answer, answer
from index.whoosh_engine import WhooshEngine, open_engine

POST, REPLY, OTHER = "post@example.org", "reply@example.org", "other@example.org"
ANN, BO = Author("Ann Example", "ann@example.org"), Author("Bo Example", "bo@example.org")
POST_TEXT = """\
My laptop (PIII@800) gets slow with the new kernel, debug is off.

fork_test 10000 56.2         5620.00 Task Creations/second
fork_test 10010 32.967         3296.70 Task Creations/second
^^^^^ Here 2.4.19 is faster then 2.5.49
exec_test 10000 100.0         500.00 Program Loads/second
exec_test 10000 120.0         600.00 Program Loads/second
"""
REPLY_TEXT = """\
> fork_test 10010 32.967         3296.70 Task Creations/second
Nothing can be done about that; the rmap overhead is known.
"""
OTHER_TEXT = "dbench 10 on a P133: 5.9 MB/s with 2.2.18, no comparison yet. rmap? No.\n"

Ask = Callable[..., Answer]


def measured(key: str, line: int, test: str, raw: str, kernel: str, **more: object) -> Measurement:
    machine = Machine(hardware.parse("PIII@800") or hardware.Hardware("PIII@800"), Attribution(Basis.PROSE))
    row = Measurement(
        id=f"{key[0]}-{test}-{raw}",
        table=TableRef(key, 0),
        span=Span(0, line, 0, len(raw)),
        quoted=False,
        author=ANN,
        posted_by=None,
        suite="aim9",
        test=test,
        metric="operations",
        test_text=test,
        metric_text="",
        value=float(raw),
        raw=raw,
        unit="ops/second",
        unit_text=None,
        better="higher",
        kernel=Kernel(kernel, kernels.parse(kernel), Attribution(Basis.ROW_ORDER)),
        machine=machine,
    )
    return replace(row, **more)


def side(row: Measurement) -> Side:
    assert row.kernel is not None
    return Side(row.kernel.text, row.kernel.version, (row.id,), (row.value,), (row.raw,), row.value)


def changed(old: Measurement, new: Measurement, **more: object) -> Change:
    delta = (new.value - old.value) / old.value
    change = Change(
        id=f"{old.id}/{new.id}",
        message_key=old.table.message_key,
        suite=old.suite,
        test=old.test,
        metric=old.metric,
        unit=old.unit,
        better=old.better,
        role=old.role,
        statistic="sample",
        parameters={},
        machine=old.machine,
        old=side(old),
        new=side(new),
        delta=delta,
        verdict="slower" if delta < 0 else "faster",
        test_note="single run, no test",
        pairing="both",
    )
    return replace(change, **more)


def table(key: str, suite: str) -> Table:
    return Table(TableRef(key, 0), 0, 1, 7, "result", suite)


FORK = (
    measured(POST, 3, "fork_test", "5620.00", "2.4.19"),
    measured(POST, 4, "fork_test", "3296.70", "2.5.49"),
)
RATE = tuple(
    replace(row, id=f"rate-{row.id}", metric="iteration_rate", role="secondary", value=row.value / 100) for row in FORK
)
EXEC = (measured(POST, 6, "exec_test", "500.00", "2.4.19"), measured(POST, 7, "exec_test", "600.00", "2.5.49"))
DBENCH = measured(
    OTHER,
    1,
    "dbench",
    "5.9",
    "2.2.18",
    suite="dbench",
    metric="throughput",
    author=BO,
    machine=Machine(hardware.parse("133 MHz Pentium, 80M") or hardware.Hardware(""), Attribution(Basis.PROSE)),
)
CLAIM = Claim(
    "claim-1",
    POST,
    Span(0, 5, 0, 39),
    ANN,
    False,
    "aim9",
    ("fork_test",),
    "2.4.19",
    "2.5.49",
    None,
    None,
    "agrees",
    "read so",
)
COMMENT = Comment(
    "comment-1",
    REPLY,
    Span(0, 2, 0, 30),
    2,
    "Nothing can be done about that.",
    BO,
    None,
    ("fork_test",),
    (Target("row", FORK[1].id),),
)
DERIVED = Derived(
    tables=(table(POST, "aim9"), table(OTHER, "dbench")),
    measurements=(*FORK, *RATE, *EXEC, DBENCH),
    changes=(changed(*RATE), changed(*FORK), changed(*EXEC)),
    claims=(CLAIM,),
    comments=(COMMENT,),
)


@pytest.fixture
def archive(tmp_path: Path, mail: Callable[..., Message]) -> Iterator[Archive]:
    with Archive.open(tmp_path, create=True) as opened:
        opened.messages.save(mail(POST_TEXT, key=POST, subject="AIM9 results"))
        opened.messages.save(
            mail(REPLY_TEXT, key=REPLY, author="Bo Example", subject="Re: AIM9 results", day=2, references=(POST,))
        )
        opened.messages.save(
            mail(OTHER_TEXT, key=OTHER, author="Bo Example", subject="dbench", day=None, lists=("fs",))
        )
        nodes = (
            ThreadNode(POST, None, EdgeKind.ROOT, 0, is_ghost=False),
            ThreadNode(REPLY, POST, EdgeKind.REFERENCES, 1, is_ghost=False),
        )
        alone = (ThreadNode(OTHER, None, EdgeKind.ROOT, 0, is_ghost=False),)
        opened.threads.replace((POST, REPLY, OTHER), (Thread(POST, nodes), Thread(OTHER, alone)))
        opened.results.replace((POST, REPLY, OTHER), DERIVED)
        yield opened


@pytest.fixture
def engine(archive: Archive) -> Iterator[WhooshEngine]:
    with open_engine(archive.folder / "index", create=True) as opened:
        refresh(archive, opened)
        yield opened


@pytest.fixture
def ask(archive: Archive, engine: WhooshEngine) -> Ask:
    def asked(text: str, **options: object) -> Answer:
        return answer(archive, engine, text, **options)

    return asked


def named_in(found: Answer) -> list[tuple[str, str]]:
    return [(hit.change.test, hit.change.role) for hit in found.changes]


def mails_of(found: Answer) -> list[str]:
    return [hit.message.key.partition("@")[0] for hit in found.messages]


def test_the_first_answer_is_the_change_that_was_asked_for(ask: Ask) -> None:
    found = ask("fork_test regression 2.5")
    hit = found.changes[0]
    assert (hit.change.old.raws, hit.change.new.raws, hit.change.test_note) == (
        ("5620.00",),
        ("3296.70",),
        "single run, no test",
    )
    assert hit.change.delta == pytest.approx(-0.4134, abs=1e-4)
    assert [(row.line, row.text) for row in (*hit.old, *hit.new)] == [
        (3, POST_TEXT.splitlines()[2]),
        (4, POST_TEXT.splitlines()[3]),
    ]
    assert (hit.author.name, hit.message.subject) == ("Ann Example", "AIM9 results")
    assert hit.date is not None
    assert [comment.text for comment in hit.comments] == ["Nothing can be done about that."]
    assert [claim.id for claim in hit.claims] == ["claim-1"]
    assert hit.path == f"/bench/{POST}/results/#v{FORK[1].id}"
    assert found.read_as[1] == "regression: direction slower"


def test_secondary_metrics_come_behind_primary_ones(ask: Ask) -> None:
    assert named_in(ask("fork_test regression 2.5")) == [("fork_test", "primary"), ("fork_test", "secondary")]
    assert named_in(ask("suite:aim9")) == [
        ("fork_test", "primary"),
        ("exec_test", "primary"),
        ("fork_test", "secondary"),
    ]


def test_a_change_with_a_warning_comes_behind_those_without(archive: Archive, ask: Ask) -> None:
    warned = replace(DERIVED.changes[1], warnings=("doubtful",))
    archive.results.replace((POST, REPLY, OTHER), replace(DERIVED, changes=(warned, DERIVED.changes[2])))
    assert [hit.change.test for hit in ask("suite:aim9").changes] == ["exec_test", "fork_test"]


def test_the_test_that_is_named_comes_first_even_if_others_changed_more(ask: Ask) -> None:
    assert ask("test:exec_test OR kernel:2.5.49").changes[0].change.test == "exec_test"


@pytest.fixture
def named_in_prose(archive: Archive) -> None:
    """What was exec_test is a test whose name is an English word."""
    rows = tuple(replace(row, test="is", suite="npb") for row in EXEC)
    derived = replace(
        DERIVED, measurements=(*FORK, *RATE, *rows, DBENCH), changes=(changed(*RATE), changed(*FORK), changed(*rows))
    )
    archive.results.replace((POST, REPLY, OTHER), derived)


@pytest.mark.usefixtures("named_in_prose")
def test_a_word_that_is_a_test_and_english_is_a_word_and_the_tests_results_come_first(ask: Ask) -> None:
    found = ask("is 2.5.49")
    assert [hit.change.test for hit in found.changes] == ["is", "fork_test", "fork_test"]
    assert mails_of(found) == ["post"]
    assert named_in(ask("is regression")) == [("fork_test", "primary"), ("fork_test", "secondary")]
    assert mails_of(ask("is laptop regression")) == ["post"]


@pytest.mark.usefixtures("named_in_prose")
def test_a_word_that_is_a_test_and_english_finds_that_tests_results_where_nothing_else_asks_for_any(ask: Ask) -> None:
    assert named_in(ask("is")) == [("is", "primary")]
    assert named_in(ask("is laptop")) == [("is", "primary")]
    assert named_in(ask("is c debug")) == []
    assert named_in(ask("npb is 2.5.49")) == [("is", "primary")]


@pytest.mark.usefixtures("named_in_prose")
def test_results_of_a_named_test_come_first_though_there_are_many_larger_ones(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "MAX_RANKED", 1)
    found = ask("is 2.5.49")
    assert found.changes[0].change.test == "is"
    assert found.totals.changes == 3


def test_a_suite_that_only_results_name_is_a_suite_of_that_archive(archive: Archive, ask: Ask) -> None:
    rows = tuple(replace(row, suite="pft") for row in EXEC)
    archive.results.replace((POST, REPLY, OTHER), replace(DERIVED, measurements=rows, changes=(changed(*rows),)))
    assert [hit.change.suite for hit in ask("suite:PFT").changes] == ["pft"]
    with pytest.raises(QueryError, match="did you mean suite:pft"):
        ask("suite:pfft")


def test_plain_words_do_not_have_to_stand_in_a_mail(ask: Ask) -> None:
    assert sorted(mails_of(ask("fork_test regression"))) == ["post", "reply"]


def test_a_direction_alone_finds_mails_that_say_it(ask: Ask) -> None:
    found = ask("regression")
    assert (len(found.changes), mails_of(found)) == (2, [])


def test_measurements_that_a_change_compares_are_not_repeated(ask: Ask) -> None:
    found = ask("suite:aim9 OR suite:dbench")
    assert [hit.measurement.raw for hit in found.measurements] == ["5.9"]
    assert (found.totals.changes, found.totals.measurements) == (3, 1)
    (hit,) = found.measurements
    assert (hit.row.line, hit.row.text, hit.path) == (1, OTHER_TEXT.strip(), f"/fs/{OTHER}/results/#v{DBENCH.id}")
    assert hit.message.date is None


def test_directions_and_differences_list_no_single_measurements(ask: Ask) -> None:
    assert ask("suite:dbench").totals.measurements == 1
    assert ask("suite:dbench dir:slower").is_empty
    assert ask("suite:dbench delta:<0%").is_empty


@pytest.mark.parametrize(
    ("query", "tests"),
    [
        ("kernel:2.4.19..2.5.49 delta:<-20%", ["fork_test", "fork_test"]),
        ("2.4.19 2.5.49", ["fork_test", "exec_test", "fork_test"]),
        ("value:3296.70", ["fork_test"]),
        ("exec_test dir:faster", ["exec_test"]),
        ("exec_test improvement", ["exec_test"]),
        ("exec_test -improvement", []),
        ("hw:PIII@800 exec_test", ["exec_test"]),
        ('hw:"800 MHz Pentium III" exec_test', ["exec_test"]),
        ("hw:P133", []),
        ("f:ann exec_test", ["exec_test"]),
        ("f:bo exec_test", []),
        ("l:bench exec_test", ["exec_test"]),
        ("l:fs exec_test", []),
        ("d:2002-11 exec_test", ["exec_test"]),
        ("d:2003.. exec_test", []),
        ("test:exec*", ["exec_test"]),
        (f"thread:{REPLY} exec_test", ["exec_test"]),
        (f"mid:{POST} exec_test", ["exec_test"]),
        ("test:(exec_test OR fork_test) metric:operations dir:slower", ["fork_test"]),
        ("-test:fork_test suite:aim9", ["exec_test"]),
    ],
)
def test_conditions_choose_changes(ask: Ask, query: str, tests: list[str]) -> None:
    assert [hit.change.test for hit in ask(query).changes] == tests


@pytest.mark.parametrize(
    ("query", "changes"),
    [
        ("exec_test laptop", 1),  # in the post itself
        ('exec_test "rmap overhead"', 1),  # in a reply of its thread
        ("exec_test overhead -laptop", 1),  # a mail of the thread has the one and not the other
        ("exec_test -overhead", 1),  # the post itself does not say it
        ("exec_test -laptop", 0),
        ("exec_test comparison", 0),  # in another thread
        ("exec_test (comparison OR laptop)", 1),
    ],
)
def test_words_say_in_which_threads_rows_count(ask: Ask, query: str, changes: int) -> None:
    assert ask(query).totals.changes == changes


@pytest.mark.parametrize(
    ("query", "mails"),
    [
        ('"rmap overhead"', ["reply"]),
        ("q:3296.70", ["reply"]),
        ("nq:fork_test", ["post"]),
        ("f:bo fork", ["reply"]),
        ("f:bo rmap l:fs", ["other"]),
        ("has:claim", ["post"]),
        ("has:claim OR has:comment", ["post", "reply"]),
        ("rmap has:table", ["other"]),
        (f"thread:{POST} -laptop", ["reply"]),
        ("rmap delta:<-20%", []),
        ("laptop delta:<-20%", ["post"]),
        ("debug value:500", ["post"]),
        ("suite:dbench", ["other"]),
        ("delta:<-20%", ["post"]),
        ("m:other", ["other"]),
        ("dbench hw:P133", ["other"]),
    ],
)
def test_messages_that_fit(ask: Ask, query: str, mails: list[str]) -> None:
    assert sorted(mails_of(ask(query))) == mails


def test_a_query_of_mere_words_asks_for_messages_only(ask: Ask) -> None:
    found = ask("rmap")
    assert (found.totals.changes, found.totals.measurements, found.totals.messages) == (0, 0, 2)


def test_messages_show_the_lines_that_fit(ask: Ask) -> None:
    (hit,) = ask('"rmap overhead"').messages
    (snippet,) = hit.snippets
    assert [piece.text for piece in snippet.pieces if piece.fits] == ["rmap overhead"]
    assert (snippet.line, hit.path) == (2, f"/bench/{REPLY}/")


def test_pages_of_each_kind_follow_each_other(ask: Ask) -> None:
    pages = [ask("aim9", limit=1, offset=offset) for offset in range(4)]
    assert [[hit.change.id for hit in page.changes] for page in pages] == [
        [hit.change.id] for hit in ask("aim9").changes
    ] + [[]]
    assert {page.totals for page in pages} == {ask("aim9").totals}


def test_an_answer_can_be_kept_to_a_list(ask: Ask) -> None:
    assert mails_of(ask("rmap", list_name="fs")) == ["other"]
    assert ask("suite:aim9", list_name="fs").is_empty
    assert ask("suite:aim9", list_name="bench").totals.changes == 3


def test_conditions_by_prefix_alone_need_no_engine(archive: Archive) -> None:
    found = answer(archive, None, "test:fork_test dir:slower f:ann")
    assert (len(found.changes), mails_of(found)) == (2, ["post"])
    with pytest.raises(UserError, match="reindex"):
        answer(archive, None, "fork_test rmap")


def test_words_of_many_mails_let_the_conditions_drive(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driving, "MAX_KEYS", 2)
    found = ask("exec_test example")  # the address of every author
    assert (len(found.changes), found.notes) == (1, ())
    monkeypatch.setattr(driving, "MAX_KEYS", 1)
    assert ask("exec_test example").notes == (
        "words and conditions fit many mails; only 1 of 2 were looked at for rows",
    )


def test_what_cannot_be_ranked_any_more_is_said(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "MAX_RANKED", 2)
    found = ask("suite:aim9")
    assert (found.totals.changes, len(found.changes)) == (3, 2)
    assert "only the largest 2 of 3 changes were put in order" in found.notes


def test_a_query_with_too_many_alternatives_is_refused(ask: Ask) -> None:
    pair = "(fork_test OR kernel:2.5)"
    with pytest.raises(QueryError, match="alternatives"):
        ask(" ".join([pair] * 6))
