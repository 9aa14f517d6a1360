from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from archive.model import EdgeKind
from archive.store.archive import Archive
from ingest.pipeline import ImportSummary, import_sources

SAMPLES = Path(__file__).resolve().parents[1] / "samples"

MBOX = """From mboxrd@z Thu Jan  1 00:00:00 1970
From: Ann Example <ann@example.org>
Date: Mon, 25 Nov 2002 05:23:37 +0800
Subject: [Benchmark] AIM9
Message-ID: <root@example.org>
X-Mailing-List: bench@lists.example.org

I ran AIM9 against 2.4.19 and 2.5.49 (PIII@800 Reiserfs).

fork_test 10000 56.2         5620.00 Task Creations/second
fork_test 10010 32.967         3296.70 Task Creations/second

From mboxrd@z Thu Jan  1 00:00:00 1970
From: Bob Example <bob@example.org>
Date: Mon, 25 Nov 2002 11:00:00 +0100
Subject: Re: [Benchmark] AIM9
Message-ID: <reply@example.org>
In-Reply-To: <root@example.org>
X-Mailing-List: bench@lists.example.org

Ann Example wrote:
> fork_test 10000 56.2         5620.00 Task Creations/second
> fork_test 10010 32.967         3296.70 Task Creations/second

Nothing to be done about that.

"""
SAVED = """Re: [Benchmark] AIM9

[Benchmark] AIM9

[Ann Example]

I ran AIM9 against 2.4.19 and 2.5.49 (PIII@800 Reiserfs).

fork_test 10000 56.2         5620.00 Task Creations/second
fork_test 10010 32.967         3296.70 Task Creations/second

Re: [Benchmark] AIM9

[Bob Example]

Ann Example wrote:
> fork_test 10000 56.2         5620.00 Task Creations/second
> fork_test 10010 32.967         3296.70 Task Creations/second

Nothing to be done about that.
"""


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.open(tmp_path / "archive", create=True) as opened:
        yield opened


@pytest.fixture
def sources(tmp_path: Path) -> tuple[Path, Path]:
    mbox, saved = tmp_path / "bench.mbox", tmp_path / "saved.txt"
    mbox.write_text(MBOX)
    saved.write_text(SAVED)
    return mbox, saved


def import_all(folder: Path, paths: tuple[Path, ...]) -> tuple[list[ImportSummary], tuple[int, ...], list[str]]:
    with Archive.open(folder, create=True) as opened:
        summaries = [import_sources(opened, [path]) for path in paths]
        counts = opened.counts()
        keys = [summary.key for summary in opened.messages.recent()]
        numbers = (counts.messages, counts.measurements, counts.changes, counts.claims, counts.comments, counts.threads)
        return summaries, numbers, keys


def test_an_import_counts_what_became_of_every_mail(archive: Archive, sources: tuple[Path, Path]) -> None:
    mbox, _ = sources
    assert import_sources(archive, [mbox]) == ImportSummary(found=2, new=2)
    assert import_sources(archive, [mbox]) == ImportSummary(found=2, known=2)


def test_results_are_counted_once_however_often_they_are_imported(archive: Archive, sources: tuple[Path, Path]) -> None:
    mbox, _ = sources
    import_sources(archive, [mbox])
    once = archive.counts()
    import_sources(archive, [mbox])
    assert archive.counts() == once
    assert (once.messages, once.threads, once.comments) == (2, 1, 1)


def test_a_text_without_ids_and_the_mails_it_was_saved_from_are_the_same_in_any_order(
    tmp_path: Path, sources: tuple[Path, Path]
) -> None:
    alone = import_all(tmp_path / "alone", sources[:1])
    for number, order in enumerate(permutations(sources)):
        summaries, numbers, keys = import_all(tmp_path / str(number), order)
        assert (numbers, sorted(keys)) == (alone[1], sorted(alone[2]))
        assert sum(summary.new for summary in summaries) == 2
        assert summaries[1].known + summaries[1].updated == 2


def test_a_mail_with_a_known_id_and_other_words_is_kept_beside_the_first(
    archive: Archive, sources: tuple[Path, Path]
) -> None:
    mbox, _ = sources
    import_sources(archive, [mbox])
    other = mbox.with_name("other.mbox")
    other.write_text(MBOX.replace("Ann Example <ann", "Eve Example <eve").replace("I ran AIM9", "Buy this AIM9"))
    assert import_sources(archive, [other]).new == 1
    assert archive.counts().messages == 3


def test_a_purged_mail_is_rejected_with_a_problem(archive: Archive, sources: tuple[Path, Path]) -> None:
    mbox, _ = sources
    import_sources(archive, [mbox])
    archive.messages.purge("reply@example.org")
    assert import_sources(archive, [mbox]) == ImportSummary(found=2, known=1, rejected=1, problems=1)
    assert archive.counts().messages == 1


def test_an_import_that_was_interrupted_before_threading_is_finished_by_the_next(
    archive: Archive, sources: tuple[Path, Path]
) -> None:
    mbox, _ = sources

    def stop(stage: str, _done: int, _share: float | None) -> None:
        if stage == "read":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_sources(archive, [mbox], progress=stop)
    assert archive.counts().measurements == 0
    import_sources(archive, [mbox])
    assert archive.counts().measurements == 4


def test_every_sample_is_imported_without_a_problem(archive: Archive) -> None:
    summary = import_sources(archive, [SAMPLES])
    assert (summary.problems, summary.rejected) == (0, 0)
    assert {test.suite for test in archive.results.tests()} == {
        "aim7",
        "aim9",
        "dbench",
        "hdparm",
        "lmbench",
        "tiobench",
    }


def test_the_seed_threads_are_two_threads_of_seven_and_eight_with_one_ghost(archive: Archive, shared: Path) -> None:
    import_sources(archive, [shared / "corpus/seed-threads-raw/seed-threads.mbox"])
    found = {archive.threads.of_message(key) for key in (s.key for s in archive.messages.recent())}
    threads = sorted((thread for thread in found if thread is not None), key=lambda thread: len(thread.nodes))
    assert [(len(t.nodes), sum(node.is_ghost for node in t.nodes)) for t in threads] == [(7, 1), (8, 0)]
    edges = {node.key: node.edge for thread in threads for node in thread.nodes}
    assert edges["Pine.LNX.3.96.1021128121311.12997C-100000@gatekeeper.tmr.com"] is EdgeKind.MANGLED
    assert edges["Pine.LNX.4.30.0101111625230.5727-100000@svea.tellus"] in (EdgeKind.QUOTE, EdgeKind.SUBJECT)


def test_the_seed_texts_and_their_raw_mails_count_nothing_twice_in_any_order(tmp_path: Path, shared: Path) -> None:
    texts = sorted((shared / "seeds").glob("00[01]*.txt"))
    paths = (*texts, shared / "corpus/seed-threads-raw/seed-threads.mbox")
    results = [import_all(tmp_path / str(number), order) for number, order in enumerate(permutations(paths))]
    assert {numbers for _, numbers, _ in results} == {results[0][1]}
    assert results[0][1][:2] == (15, 118 * 2 + 400)


def posted(
    key: str, day: int, *, author: str = "Ann Example <ann@example.org>", subject: str = "[PATCH] faster"
) -> str:
    rows = """fork_test 10000 56.2         5620.00 Task Creations/second
exec_test 10010 16.6833           83.42 Program Loads/second
link_test 10000 224.1        14118.30 Link/Unlink Pairs/second
"""
    date = f"{day} Nov 2002 05:23:37 +0000"
    head = f"From mboxrd@z Thu Jan  1 00:00:00 1970\nFrom: {author}\nDate: {date}\nSubject: {subject}\n"
    return f"{head}Message-ID: <{key}@example.org>\n\nOn 2.4.19:\n\n{rows}\n"


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_a_table_posted_again_in_another_thread_counts_once_in_any_order(
    tmp_path: Path, order: tuple[int, ...]
) -> None:
    mails = [
        posted("v1", 1),
        posted("v2", 8, subject="[PATCH v2] faster yet"),
        posted("v3", 20, subject="[PATCH v3] so fast"),
    ]
    with Archive.open(tmp_path / "archive", create=True) as opened:
        for number in order:
            path = tmp_path / f"{number}.mbox"
            path.write_text(mails[number])
            import_sources(opened, [path])
        counted = opened.results.measurements(["v1@example.org", "v2@example.org", "v3@example.org"])
        assert {m.table.message_key for m in counted} == {"v1@example.org"}
        assert opened.messages.pending() == ()


def test_the_same_figures_by_somebody_else_are_no_repost(archive: Archive, tmp_path: Path) -> None:
    path = tmp_path / "two.mbox"
    path.write_text(posted("v1", 1) + posted("other", 8, author="Bob Example <bob@example.org>", subject="mine"))
    import_sources(archive, [path])
    assert archive.counts().measurements == 12


def test_what_was_posted_again_counts_once_the_first_mail_is_purged(archive: Archive, tmp_path: Path) -> None:
    path = tmp_path / "two.mbox"
    path.write_text(posted("v1", 1) + posted("v2", 8, subject="[PATCH v2] faster yet"))
    import_sources(archive, [path])
    archive.messages.purge("v1@example.org")
    import_sources(archive, [path])
    assert {m.table.message_key for m in archive.results.measurements(["v2@example.org"])} == {"v2@example.org"}


def test_mails_settled_in_small_portions_give_the_same_threads_and_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for name, portion in (("large", 5000), ("small", 2)):
        monkeypatch.setattr("ingest.pipeline._SETTLED_AT_ONCE", portion)
        with Archive.open(tmp_path / name, create=True) as opened:
            import_sources(opened, [SAMPLES])
            assert opened.messages.pending() == ()
            keys = [summary.key for summary in opened.messages.recent()]
            found.append(
                (opened.counts(), opened.results.measurements(keys), [opened.threads.id_of(key) for key in keys])
            )
    assert found[0] == found[1]


def test_a_better_copy_without_tables_takes_back_what_was_read_out_of_the_worse_one(
    archive: Archive, tmp_path: Path
) -> None:
    head = "From: Ann Tester <ann@example.org>\nMessage-ID: <1@example.org>\nDate: Mon, 25 Nov 2002 10:00:00 +0000\n"
    worse, better = tmp_path / "worse.mbox", tmp_path / "better.eml"
    worse.write_text(
        "From MAILER Mon Nov 25 10:00:00 2002\n" + head + "Subject: dbench\n\nThroughput 31.9 MB/sec 4 procs\n"
    )
    better.write_text("Received: from example.org\n" + head + "Subject: dbench\n\nnothing was measured\n")
    import_sources(archive, [worse])
    assert archive.counts().measurements == 1
    assert import_sources(archive, [better]).updated == 1
    assert archive.counts().measurements == 0
