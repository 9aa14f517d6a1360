from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archive.identity import fingerprint
from archive.model import Author, EdgeKind, Ghost, Message, Part, Quality, Source, Thread, ThreadNode, UserError
from archive.store.archive import Archive
from archive.store.messages import ChangedMessage

Mail = Callable[..., Message]

RICH = Message(
    key="made@made.benchlore.invalid",
    key_is_made=True,
    message_id="taken@example.org",
    subject="[Benchmark] AIM9 «results»",
    author=Author("Ann Example", "ann@example.org"),
    date=datetime(2002, 11, 25, 13, 45, 1, 250_000, tzinfo=timezone(timedelta(hours=8))),
    date_text="Mon, 25 Nov 2002 21:45:01 +0800",
    date_basis="Date",
    lists=("zebra", "bench"),
    references=("first@example.org", "second@example.org", "first@example.org"),
    in_reply_to=("xx_second@example.org",),
    parts=(
        Part(0, "text/plain", None, "fork_test 10000 56.2\n", 21),
        Part(2, "text/plain", "results.txt", "", 0),
        Part(1, "application/octet-stream", "vmlinux", None, 4711),
    ),
    source=Source("mbox", "lists/bench.mbox", "offset 1234"),
    quality=Quality.MBOX_EXPORT,
    raw=b"From: Ann\r\n\r\n\xff\x00 bytes",
    to="bench@example.org",
    cc="Bob <bob@example.org>",
    overview=(
        Ghost("lost@example.org", "Re: results", "Bob", datetime(2002, 11, 26, tzinfo=UTC), 1),
        Ghost(None, "Re: Re: results", None, None, 2),
    ),
)


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.open(tmp_path / "archive", create=True) as opened:
        yield opened


def stored(archive: Archive, key: str) -> Message:
    message = archive.messages.get(key)
    assert message is not None
    return message


def test_a_message_comes_out_as_it_went_in_and_its_raw_bytes_apart(archive: Archive) -> None:
    archive.messages.save(RICH)
    assert archive.messages.get(RICH.key) == replace(RICH, raw=None)
    assert archive.messages.raw(RICH.key) == RICH.raw
    assert archive.messages.quality(RICH.key) is Quality.MBOX_EXPORT


def test_several_messages_come_out_as_one_by_one_in_the_order_asked(archive: Archive, mail: Mail) -> None:
    keys = [f"{number}@example.org" for number in range(3)]
    for number, key in enumerate(keys):
        archive.messages.save(
            mail(f"text {number}", key=key, references=tuple(keys[:number]), lists=("a", f"b{number}"))
        )
    archive.messages.save(RICH)
    archive.messages.add_copy(RICH.key, Source("mbox", "a/earlier/name", "offset 0"))
    asked = [keys[2], RICH.key, "never@example.org", keys[0]]
    assert archive.messages.several(asked) == tuple(stored(archive, key) for key in asked if "never" not in key)
    assert archive.messages.several([RICH.key]) == (replace(RICH, raw=None),)
    assert archive.messages.several([]) == ()


def test_what_is_not_stored_is_none(archive: Archive) -> None:
    messages = archive.messages
    assert (messages.get("x@y"), messages.raw("x@y"), messages.resolve("x@y"), messages.quality("x@y")) == (None,) * 4


WORDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
IDS = st.lists(st.text("abc.@_", min_size=1, max_size=12), max_size=4).map(tuple)
DATES = st.none() | st.datetimes(datetime(1991, 8, 25), datetime(2100, 1, 1), timezones=st.just(UTC))
NUMBERS = count()


@st.composite
def messages(draw: st.DrawFn) -> Message:
    part_texts = draw(st.lists(st.none() | st.text(max_size=60), max_size=3))
    return Message(
        key=f"{draw(WORDS)}-{next(NUMBERS)}@example.org",
        key_is_made=draw(st.booleans()),
        message_id=draw(st.none() | WORDS),
        subject=draw(WORDS),
        author=Author(draw(WORDS), draw(st.none() | WORDS)),
        date=draw(DATES),
        date_text=draw(st.none() | WORDS),
        date_basis=draw(st.none() | WORDS),
        lists=tuple(draw(st.lists(WORDS, max_size=3, unique=True))),
        references=draw(IDS),
        in_reply_to=draw(IDS),
        parts=tuple(Part(number, "text/plain", None, text, 7) for number, text in enumerate(part_texts)),
        source=Source(draw(WORDS), draw(WORDS), draw(WORDS)),
        quality=draw(st.sampled_from(Quality)),
        raw=draw(st.none() | st.binary(max_size=60)),
        to=draw(WORDS),
        cc=draw(WORDS),
        overview=tuple(Ghost(draw(st.none() | WORDS), draw(st.none() | WORDS), None, draw(DATES), 1) for _ in range(2)),
    )


@pytest.fixture(scope="module")
def shared_archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    with Archive.open(tmp_path_factory.mktemp("archive"), create=True) as opened:
        yield opened


@settings(max_examples=60, deadline=None)
@given(message=messages())
def test_any_message_comes_out_as_it_went_in(shared_archive: Archive, message: Message) -> None:
    shared_archive.messages.save(message)
    assert shared_archive.messages.get(message.key) == replace(message, raw=None)
    assert shared_archive.messages.raw(message.key) == message.raw


def test_bytes_that_no_charset_explains_do_not_stop_a_message(archive: Archive, mail: Mail) -> None:
    broken = mail("caf\udce9 39 MB/s", key="k\udcff@example.org", subject="caf\udce9")
    archive.messages.save(broken)
    assert stored(archive, "k\udcff@example.org").parts == broken.parts
    assert stored(archive, "k\udcff@example.org").subject == "caf?"


def test_a_taken_key_is_refused(archive: Archive, mail: Mail) -> None:
    archive.messages.save(mail("a"))
    with pytest.raises(ValueError, match="stored already"):
        archive.messages.save(mail("b"))


def test_a_better_copy_takes_the_place_and_unites_lists_and_sources(archive: Archive, mail: Mail) -> None:
    page = replace(
        mail("page text", key="page@made.invalid", lists=("lkml",), references=("a@example.org",)),
        quality=Quality.MASKED_PAGE,
        source=Source("hypermail", "0001.html"),
        overview=(Ghost("g@example.org"),),
    )
    better = replace(mail("raw text", key="real@example.org", lists=("bench", "lkml")), raw=b"raw")
    archive.messages.save(page)
    archive.messages.replace("page@made.invalid", better)
    assert stored(archive, "real@example.org") == replace(better, raw=None, lists=("bench", "lkml"))
    assert archive.messages.raw("real@example.org") == b"raw"
    assert archive.messages.sources("real@example.org") == (better.source, page.source)
    assert archive.messages.count() == 1


def test_the_old_key_of_a_replaced_message_leads_to_the_new_one(archive: Archive, mail: Mail) -> None:
    archive.messages.save(mail("a", key="old@example.org"))
    archive.messages.replace("old@example.org", mail("b", key="new@example.org"))
    archive.messages.replace("old@example.org", mail("c", key="newer@example.org"))
    assert archive.messages.resolve("old@example.org") == "newer@example.org"
    assert archive.messages.resolve("new@example.org") == "newer@example.org"
    assert stored(archive, "old@example.org").key == "newer@example.org"
    assert [summary.key for summary in archive.messages.summaries(["old@example.org"])] == ["newer@example.org"]


def test_two_stored_messages_that_are_one_mail_become_one(archive: Archive, mail: Mail) -> None:
    archive.messages.save(mail("text", key="made@made.invalid", lists=("texts",)))
    archive.messages.save(mail("page", key="real@example.org", lists=("pages",)))
    archive.messages.replace("made@made.invalid", mail("raw", key="real@example.org", lists=("lkml",)))
    assert archive.messages.count() == 1
    assert archive.messages.resolve("made@made.invalid") == "real@example.org"
    assert stored(archive, "real@example.org").lists == ("lkml", "texts", "pages")
    assert stored(archive, "real@example.org").parts[0].text == "raw"


def test_a_replacement_for_nothing_is_refused(archive: Archive, mail: Mail) -> None:
    with pytest.raises(ValueError, match="not stored"):
        archive.messages.replace("none@example.org", mail("a"))


def test_a_copy_adds_its_lists_and_its_source_once(archive: Archive, mail: Mail) -> None:
    archive.messages.save(mail("a", lists=("bench",)))
    for _ in range(2):
        archive.messages.add_copy("post@example.org", Source("mbox", "other.mbox", "7"), ("lkml", "bench"))
    assert stored(archive, "post@example.org").lists == ("bench", "lkml")
    assert archive.messages.sources("post@example.org") == (
        Source("test", "by hand"),
        Source("mbox", "other.mbox", "7"),
    )


def test_copies_are_found_by_their_fingerprint(archive: Archive, mail: Mail) -> None:
    archive.messages.save(mail("Some words  of ours", key="a@example.org"))
    archive.messages.save(mail("other words", key="b@example.org"))
    copy = mail("some", key="c@example.org", author="Ann Example")
    spaced = replace(copy, parts=(Part(0, "text/plain", None, "Some words of\n ours"),))
    assert archive.messages.with_fingerprint(fingerprint(spaced)) == ("a@example.org",)
    assert archive.messages.with_fingerprint("nobody's") == ()


def test_the_latest_mails_come_first_and_undated_ones_last(archive: Archive, mail: Mail) -> None:
    for key, day, lists in (("old", 1, ("a", "b")), ("none", None, ("a",)), ("new", 9, ("a",))):
        archive.messages.save(mail(key, key=f"{key}@example.org", day=day, lists=lists))
    recent = archive.messages.recent
    assert [mail.key.partition("@")[0] for mail in recent()] == ["new", "old", "none"]
    assert [mail.key.partition("@")[0] for mail in recent(list_name="a", offset=1, limit=1)] == ["old"]
    assert [mail.key.partition("@")[0] for mail in recent(list_name="b")] == ["old"]
    assert recent(list_name="unknown") == ()


def test_a_better_copy_with_a_date_moves_in_its_list(archive: Archive, mail: Mail) -> None:
    archive.messages.save(mail("a", key="a@example.org", day=None))
    archive.messages.save(mail("b", key="b@example.org", day=5))
    archive.messages.replace("a@example.org", mail("a", key="a@example.org", day=6))
    recent = archive.messages.recent(list_name="bench")
    assert [summary.key for summary in recent] == ["a@example.org", "b@example.org"]


def test_lists_tell_how_many_mails_they_have_and_from_when_to_when(archive: Archive, mail: Mail) -> None:
    for number, (day, lists) in enumerate(((3, ("b", "a")), (1, ("a",)), (None, ("c",)))):
        archive.messages.save(mail("x", key=f"{number}@example.org", day=day, lists=lists))
    first, third = (datetime(2002, 11, day, 12, tzinfo=UTC) for day in (1, 3))
    found = [(one.name, one.messages, one.first, one.last) for one in archive.messages.lists()]
    assert found == [("a", 2, first, third), ("b", 1, third, third), ("c", 1, None, None)]
    assert (archive.messages.count(), archive.messages.count("a"), archive.messages.count("none")) == (3, 2, 0)


def test_summaries_come_in_the_order_asked_without_what_is_unknown(archive: Archive, mail: Mail) -> None:
    for key in ("a@example.org", "b@example.org"):
        archive.messages.save(mail("x", key=key))
    asked = ["b@example.org", "nobody@example.org", "a@example.org"]
    assert [one.key for one in archive.messages.summaries(asked)] == ["b@example.org", "a@example.org"]
    (one,) = archive.messages.summaries(["a@example.org"])
    assert (one.subject, one.author, one.lists, one.thread_id) == (
        "results",
        Author("Ann Example", "ann@example.org"),
        ("bench",),
        None,
    )
    assert (one.measurements, one.changes, one.has_profile) == (0, 0, False)


def test_every_change_has_a_number_and_can_be_replayed(archive: Archive, mail: Mail) -> None:
    messages = archive.messages
    for key in ("a@x.org", "b@x.org"):
        messages.save(mail(key, key=key))
    assert [(change.key, change.deleted) for change in messages.changed_since(0, 10)] == [
        ("a@x.org", False),
        ("b@x.org", False),
    ]
    seen = messages.sequence()
    assert messages.changed_since(seen, 10) == ()
    messages.add_copy("a@x.org", Source("mbox", "elsewhere"), ())
    assert messages.changed_since(seen, 10) == ()
    messages.add_copy("a@x.org", Source("mbox", "elsewhere"), ("other-list",))
    messages.replace("b@x.org", mail("better", key="c@x.org"))
    assert [(change.key, change.deleted) for change in messages.changed_since(seen, 10)] == [
        ("a@x.org", False),
        ("c@x.org", False),
        ("b@x.org", True),
    ]
    assert messages.changed_since(seen, 10)[-1].sequence == messages.sequence()


def test_changes_can_be_replayed_in_small_steps(archive: Archive, mail: Mail) -> None:
    with archive.transaction():
        for number in range(5):
            archive.messages.save(mail("x", key=f"{number}@x.org"))
    archive.messages.purge("2@x.org")
    seen: list[ChangedMessage] = []
    while step := archive.messages.changed_since(seen[-1].sequence if seen else 0, 2):
        assert len(step) <= 2
        seen += step
    assert [(change.key, change.deleted) for change in seen] == [
        ("0@x.org", False),
        ("1@x.org", False),
        ("3@x.org", False),
        ("4@x.org", False),
        ("2@x.org", True),
    ]


def test_a_replay_never_ends_with_the_deletion_of_a_living_key(archive: Archive, mail: Mail) -> None:
    with archive.transaction():
        archive.messages.save(mail("a", key="a@x.org"))
        archive.messages.save(mail("b", key="b@x.org"))
        archive.messages.replace("a@x.org", mail("b again", key="b@x.org"))
    last = {change.key: change.deleted for change in archive.messages.changed_since(0, 10)}
    assert last == {"a@x.org": True, "b@x.org": False}


def test_what_is_new_or_replaced_waits_for_its_thread_and_results(archive: Archive, mail: Mail) -> None:
    messages = archive.messages
    for key in ("b@x.org", "a@x.org"):
        messages.save(mail("x", key=key))
    assert messages.pending() == ("a@x.org", "b@x.org")
    messages.settled(["a@x.org", "b@x.org"])
    assert messages.pending() == ()
    messages.replace("a@x.org", mail("better", key="a@x.org"))
    assert messages.pending() == ("a@x.org",)


def test_a_purged_message_is_gone_and_stays_out_under_all_its_ids(archive: Archive, mail: Mail) -> None:
    messages = archive.messages
    messages.save(mail("secret words", key="old@x.org"))
    messages.replace("old@x.org", replace(mail("secret words", key="new@x.org"), raw=b"secret"))
    assert messages.purge("old@x.org")
    assert not messages.purge("old@x.org")
    assert (messages.get("new@x.org"), messages.raw("new@x.org"), messages.count()) == (None, None, 0)
    assert messages.is_purged("old@x.org")
    assert messages.is_purged("new@x.org")
    assert not messages.is_purged("other@x.org")
    with pytest.raises(UserError, match="purged"):
        messages.save(mail("again", key="new@x.org"))
    assert [(change.key, change.deleted) for change in messages.changed_since(0, 10)][-1] == ("new@x.org", True)


def test_nothing_of_a_purged_message_is_left_in_the_files(tmp_path: Path, mail: Mail) -> None:
    with Archive.open(tmp_path, create=True) as archive:
        person = "Zacharias Unforgettable"
        archive.messages.save(mail("x", key="a@x.org", author=person, subject="unmistakable subject"))
        archive.messages.save(mail("x", key="b@x.org"))
        archive.messages.purge("a@x.org")
        files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert b"b@x.org" in files
        for leftover in (b"Unforgettable", b"unmistakable"):
            assert leftover not in files


def test_the_place_of_a_purged_message_in_its_thread_is_a_ghosts(archive: Archive, mail: Mail) -> None:
    for key in ("a@x.org", "b@x.org"):
        archive.messages.save(mail("x", key=key))
    root = ThreadNode("a@x.org", None, EdgeKind.ROOT, 0, is_ghost=False)
    reply = ThreadNode("b@x.org", "a@x.org", EdgeKind.REFERENCES, 1, is_ghost=False)
    archive.threads.replace(["a@x.org", "b@x.org"], [Thread("a@x.org", (root, reply))])
    archive.messages.settled(["a@x.org", "b@x.org"])
    archive.messages.purge("a@x.org")
    thread = archive.threads.of_message("b@x.org")
    assert thread == Thread("a@x.org", (replace(root, is_ghost=True), reply))
    assert archive.messages.pending() == ("b@x.org",)


def test_links_give_what_threads_are_made_from(archive: Archive, mail: Mail) -> None:
    archive.messages.save(RICH)
    archive.messages.save(mail("x", key="a@x.org", references=("first@example.org",)))
    rich, plain = archive.messages.links()
    assert (rich.key, rich.date, rich.subject) == (RICH.key, RICH.date, RICH.subject)
    assert (rich.references, rich.in_reply_to, rich.overview) == (RICH.references, RICH.in_reply_to, RICH.overview)
    assert (plain.references, plain.in_reply_to, plain.overview) == (("first@example.org",), ("first@example.org",), ())
    assert [link.key for link in archive.messages.links(["a@x.org", "none@x.org"])] == ["a@x.org"]


def test_links_lead_from_an_alias_to_the_message_that_answers_to_it(archive: Archive, mail: Mail) -> None:
    archive.messages.save(mail("x", key="reply@x.org", references=("masked@x.org", "lost@x.org")))
    archive.messages.save(mail("y", key="masked@x.org"))
    archive.messages.replace("masked@x.org", mail("y", key="real@x.org"))
    (link,) = archive.messages.links(["reply@x.org"])
    assert link.references == ("real@x.org", "lost@x.org")
    assert stored(archive, "reply@x.org").references == ("masked@x.org", "lost@x.org")


def test_all_links_come_in_batches_without_loss(archive: Archive, mail: Mail) -> None:
    with archive.transaction():
        for number in range(1203):
            archive.messages.save(mail("x", key=f"{number}@x.org"))
    assert [link.key for link in archive.messages.links()] == [f"{number}@x.org" for number in range(1203)]
