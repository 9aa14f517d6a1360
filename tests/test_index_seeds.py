"""The searches that the project was asked for, over the real posts."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from archive.store.archive import Archive
from index.refresh import refresh
from index.results import Answer, answer
from index.whoosh_engine import open_engine
from ingest.pipeline import import_sources

SHARED = Path(__file__).resolve().parents[2] / "shared"
pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared, the developers' material")

Ask = Callable[[str], Answer]


def asking(folder: Path, source: Path) -> Iterator[Ask]:
    with Archive.open(folder, create=True) as archive, open_engine(folder / "index", create=True) as engine:
        import_sources(archive, [source], list_name="linux-kernel", progress=None)
        refresh(archive, engine)
        yield lambda query: answer(archive, engine, query, limit=1000)


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    yield from asking(tmp_path_factory.mktemp("seeds"), SHARED / "seeds")


@pytest.fixture(scope="module")
def ask_raw(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    yield from asking(tmp_path_factory.mktemp("raw"), SHARED / "corpus" / "seed-threads-raw" / "seed-threads.mbox")


def test_fork_test_regression_2_5_answers_first_with_the_change_that_was_posted(ask: Ask) -> None:
    hit = ask("fork_test regression 2.5").changes[0]
    change = hit.change
    assert (change.suite, change.test, change.unit) == ("aim9", "fork_test", "Task Creations/second")
    assert (change.old.label, change.new.label) == ("2.4.19", "2.5.49")
    assert (change.old.raws, change.new.raws) == (("5620.00",), ("3296.70",))
    assert f"{(change.delta or 0) * 100:.1f}" == "-41.3"
    assert (change.verdict, change.test_note) == ("slower", "single run, no test")
    assert change.machine is not None
    assert "PIII@800" in change.machine.hardware.text
    assert hit.author.name == "Paolo Ciarrocchi"
    assert hit.date is None  # the saved thread has no dates
    assert [row.text.split()[0] for row in (*hit.old, *hit.new)] == ["fork_test", "fork_test"]
    assert [(comment.author.name, comment.text.strip()) for comment in hit.comments] == [("Andrew Morton", "Or that.")]
    assert [claim.verdict for claim in hit.claims] == ["agrees"]


def test_the_same_search_on_the_raw_mails_knows_the_date(ask_raw: Ask) -> None:
    hit = ask_raw("fork_test regression 2.5").changes[0]
    assert (hit.change.test, hit.change.new.raws) == ("fork_test", ("3296.70",))
    assert hit.date is not None
    assert hit.date.isoformat() == "2002-11-24T21:23:37+00:00"


def test_aim7_fserver_slower_on_2_6_0_test9(ask: Ask) -> None:
    changes = [hit.change for hit in ask("AIM7 fserver kernel:2.6.0-test9 dir:slower").changes]
    assert {(change.suite, change.test, change.verdict) for change in changes} == {("aim7", "fserver", "slower")}
    assert all("2.6.0-test9" in change.old.label + change.new.label for change in changes)
    assert any((change.old.label, change.new.label) == ("2.6.0-test5", "2.6.0-test9") for change in changes)


def test_dbench_on_the_p133_in_both_memory_sizes(ask: Ask) -> None:
    found = ask("dbench hw:P133")
    machines = {hit.change.machine.hardware.text for hit in found.changes if hit.change.machine is not None}
    assert machines == {"133 MHz Pentium, DMA, 80M", "133 MHz Pentium, DMA, 32M"}
    assert {hit.change.suite for hit in found.changes} == {"dbench"}


@pytest.mark.parametrize(("query", "test"), [("hdparm -T", "cached_reads"), ("hdparm -t", "buffered_disk_reads")])
def test_an_option_finds_its_rows_only(ask: Ask, query: str, test: str) -> None:
    found = ask(query)
    assert {hit.change.test for hit in found.changes} == {test}
    rows = [row.text for hit in found.changes for row in (*hit.old, *hit.new)]
    assert rows
    assert all(row.startswith(query) for row in rows)


def test_a_phrase_is_found_in_a_quotation(ask: Ask) -> None:
    (hit,) = ask('"rmap overhead"').messages
    assert hit.message.subject == "Re: LMbench2.0 results"
    line = "".join(piece.text for piece in hit.snippets[0].pieces)
    assert line.startswith("> The fork/exec/mmap slowdown is the rmap overhead")
    assert ask('nq:"rmap overhead"').messages == ()


def test_fork_in_the_mails_of_morton(ask: Ask, ask_raw: Ask) -> None:
    assert {hit.message.author.name for hit in ask("f:morton fork").messages} == {"Andrew Morton"}
    assert {hit.message.author.name for hit in ask_raw("f:akpm fork").messages} == {"Andrew Morton"}
    assert ask("f:morton fork").totals.messages == 1


def test_losses_of_more_than_a_fifth_between_two_versions(ask: Ask) -> None:
    changes = [hit.change for hit in ask("kernel:2.4.19..2.5.49 delta:<-20%").changes]
    assert all(change.delta is not None and change.delta < -0.2 for change in changes)
    assert {"fork_test", "link_test"} <= {change.test for change in changes}
    assert not any(change.old.label.startswith("2.6") for change in changes)


def test_a_word_of_a_reply_leads_to_the_change_in_its_thread(ask: Ask) -> None:
    found = ask('link_test "difference for a while"')
    assert {hit.change.test for hit in found.changes} == {"link_test"}
    assert [hit.message.author.name for hit in found.messages] == ["Andrew Morton"]
