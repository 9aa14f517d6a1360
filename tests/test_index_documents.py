"""Messages as documents, and patches in them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from archive.kernels import parse
from archive.model import Author, Message, Part, Span
from archive.results import Attribution, Basis, Claim, Derived, Kernel, Measurement, Table, TableRef
from archive.runs import Run
from archive.store.archive import Archive
from index.cutting import Cutter
from index.documents import DocumentMaker, document
from index.engine_fields import held
from index.patches import without_patches

PATCH = """\
Here is a try. -- not a patch yet

Signed-off-by: Ann Example <ann@example.org>
---
 mm/rmap.c | 4 ++--

diff --git a/mm/rmap.c b/mm/rmap.c
index 1234567..89abcde 100644
--- a/mm/rmap.c
+++ b/mm/rmap.c
@@ -1,3 +1,3 @@ static int hidden_context(void)
 unchanged_line
-removed_line
+added_line
 last_line
--- linux/kernel/fork.c.orig\t2002-11-25
+++ linux/kernel/fork.c\t2002-11-26
@@ -7 +7,2 @@
-old_fork
+new_fork
+newer_fork
--
Ann, after the patch
"""
POST = """\
I ran it on my laptop (PIII@800 Reiserfs) with 2.5.49-mm1.

fork_test 10000 56.2         5620.00 Task Creations/second
> what about 2.4.19 and
> the rmap overhead
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Archive]:
    with Archive.open(tmp_path, create=True) as archive:
        yield archive


def row(key: str) -> Measurement:
    version = parse("2.4.19")
    return Measurement(
        id="m1",
        table=TableRef(key, 0),
        span=Span(0, 3, 29, 36),
        quoted=False,
        author=Author("Ann Example"),
        posted_by=None,
        suite="aim9",
        test="processes/Fork_Test",
        metric="operations",
        test_text="fork_test",
        metric_text="",
        value=5620.0,
        raw="5620.00",
        unit="Task Creations/second",
        unit_text=None,
        better="higher",
        kernel=Kernel("Vanilla 2.4.19", version, Attribution(Basis.PROSE)),
    )


def claim(key: str) -> Claim:
    return Claim(
        "c1",
        key,
        Span(0, 4, 0, 9),
        Author("Ann Example"),
        False,
        "aim9",
        ("exec_test",),
        "2.4.20",
        "old",
        None,
        None,
        "agrees",
        "read",
    )


def test_the_lines_of_a_patch_are_left_out_and_its_files_are_named() -> None:
    rest = without_patches(PATCH)
    text = "\n".join(rest.own)
    assert rest.files == ("mm/rmap.c", "linux/kernel/fork.c.orig", "linux/kernel/fork.c")
    assert "not a patch yet" in text
    assert "Ann, after the patch" in text
    assert not any(word in text for word in ("hidden_context", "unchanged", "removed", "added", "last_line", "fork"))


def test_a_quoted_patch_is_left_out_and_the_answer_between_stays() -> None:
    quoted = "> --- a/x.c\n> +++ b/x.c\n> @@ -1,3 +1,3 @@\n>  one\n> -two\nWhy two?\n> +three\n>  four\n"
    rest = without_patches(quoted)
    assert (rest.own, rest.quoted) == (["Why two?"], [])
    assert rest.files == ("x.c",)


@pytest.mark.parametrize(
    "text",
    [
        "-- \nAnn Example",
        "--- old numbers ---\n2.4.19 1\n",
        "--- 2.4.19\n2.5.49 5620\n",
        "+++ it is faster\n",
        "@@ -x +y @@",
    ],
)
def test_what_only_looks_like_a_patch_stays(text: str) -> None:
    rest = without_patches(text)
    assert (rest.own, rest.quoted, rest.files) == ([line.rstrip() for line in text.splitlines()], [], ())


def test_a_hunk_that_breaks_off_ends_where_text_begins() -> None:
    cut = "--- a/x.c\n+++ b/x.c\n@@ -1,9 +1,9 @@\n one\nHere the mailer cut it.\nMore words.\n"
    assert without_patches(cut).own == ["Here the mailer cut it.", "More words."]


def test_a_quoted_hunk_goes_on_behind_an_answer_and_what_it_removes_names_no_file() -> None:
    quoted = "> --- a/x.c\n> +++ b/x.c\n> @@ -1,2 +1 @@\n>  one\nIndex: why\n> --- a/other.c\nMine\n"
    rest = without_patches(quoted)
    assert (rest.own, rest.quoted, rest.files) == (["Mine"], [], ("x.c",))


def test_what_an_engine_keeps_of_a_mail_is_that_of_its_document(store: Archive, mail: Callable[..., Message]) -> None:
    store.messages.save(mail(POST))
    store.messages.save(mail(PATCH, key="patch@example.org"))
    maker, again = DocumentMaker(), Cutter()
    for found in store.messages.searchable(("post@example.org", "patch@example.org")):
        assert maker.held(found) == held(maker.document(found), again)


def test_own_and_quoted_words_are_kept_apart(store: Archive, mail: Callable[..., Message]) -> None:
    store.messages.save(mail(POST))
    found = document(store, "post@example.org")
    assert "laptop" in found.unquoted
    assert "laptop" not in found.quoted
    assert found.quoted == "what about 2.4.19 and\nthe rmap overhead"
    assert (found.subject, found.author, found.lists) == ("results", "Ann Example ann@example.org", ("bench",))


def test_kernels_and_machines_that_prose_mentions_are_terms(store: Archive, mail: Callable[..., Message]) -> None:
    store.messages.save(mail(POST))
    found = document(store, "post@example.org")
    assert {"2.5", "2.5.49", "2.5.49-mm1", "2.4.19"} <= set(found.kernels)
    assert {"piii@800", "reiserfs"} <= set(found.hardware)


def test_what_was_read_out_of_it_gives_terms(store: Archive, mail: Callable[..., Message]) -> None:
    store.messages.save(mail("fork_test 10000 56.2         5620.00 Task Creations/second\nmore\nmore\nmore\n"))
    key = "post@example.org"
    table = Table(TableRef(key, 0), 0, 1, 1, "result", "aim9")
    store.results.replace([key], Derived(tables=(table,), measurements=(row(key),), claims=(claim(key),)))
    found = document(store, key)
    assert found.suites == ("aim9",)
    assert found.tests == ("processes/fork_test", "fork_test", "exec_test")
    assert {"vanilla 2.4.19", "2.4", "2.4.20"} <= set(found.kernels)
    assert found.has == ("table", "claim")


def test_attachments_give_their_names_and_text(store: Archive, mail: Callable[..., Message]) -> None:
    parts = (
        Part(0, "text/plain", None, "see there"),
        Part(1, "text/plain", "run.sh", "sleep 5"),
        Part(2, "image/png", "p.png", None),
    )
    store.messages.save(replace(mail(""), parts=parts))
    found = document(store, "post@example.org")
    assert (found.names, found.unquoted) == ("run.sh\np.png", "see there\nsleep 5")


def test_documents_made_together_are_those_made_one_by_one(store: Archive, mail: Callable[..., Message]) -> None:
    keys = [f"{number}@example.org" for number in range(4)]
    for number, key in enumerate(keys):
        store.messages.save(mail(POST if number % 2 else PATCH, key=key, day=number + 1))
    table = Table(TableRef(keys[1], 0), 0, 1, 1, "result", "aim9")
    store.results.replace([keys[1]], Derived(tables=(table,), measurements=(row(keys[1]),), claims=(claim(keys[1]),)))
    asked = [keys[2], "never@example.org", keys[1], keys[0], keys[3]]
    together = list(map(DocumentMaker().document, store.messages.searchable(asked)))
    assert together == [document(store, key) for key in asked if "never" not in key]
    assert together[1].suites == ("aim9",)
    assert together[1].kernels[0] == "vanilla 2.4.19"
    assert together[3].suites == ()


def test_a_run_made_in_answer_to_a_message_is_told(store: Archive, mail: Callable[..., Message]) -> None:
    store.messages.save(mail(POST))
    store.runs.save(Run("r1", datetime(2026, 1, 1, tzinfo=UTC), "6.1.0", "post@example.org", 1.0, 5, (), (), ""))
    assert document(store, "post@example.org").has == ("run",)


def test_an_unknown_message_is_a_key_error(store: Archive) -> None:
    with pytest.raises(KeyError):
        document(store, "never@example.org")
