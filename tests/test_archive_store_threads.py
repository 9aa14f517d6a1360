from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archive.model import Author, EdgeKind, Ghost, Message, Part, Quality, Source, Thread, ThreadNode
from archive.store.archive import Archive
from archive.threads import build

Mail = Callable[..., Message]


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.open(tmp_path / "archive", create=True) as opened:
        yield opened


def node(key: str, parent: str | None = None, *, ghost: bool = False) -> ThreadNode:
    edge = EdgeKind.ROOT if parent is None else EdgeKind.REFERENCES
    return ThreadNode(f"{key}@x.org", parent and f"{parent}@x.org", edge, 0 if parent is None else 1, ghost)


def thread(*nodes: ThreadNode) -> Thread:
    return Thread(nodes[0].key, nodes)


def save(archive: Archive, mail: Mail, *names: str) -> None:
    for name in names:
        archive.messages.save(mail(name, key=f"{name}@x.org", subject=f"subject of {name}"))


def keys(*names: str) -> tuple[str, ...]:
    return tuple(f"{name}@x.org" for name in names)


def test_a_thread_comes_out_as_it_went_in(archive: Archive, mail: Mail) -> None:
    save(archive, mail, "a", "b", "c")
    edges = (
        ThreadNode("lost@x.org", None, EdgeKind.ROOT, 0, is_ghost=True),
        ThreadNode("a@x.org", "lost@x.org", EdgeKind.REFERENCES, 1, is_ghost=False),
        ThreadNode("c@x.org", "a@x.org", EdgeKind.MANGLED, 2, is_ghost=False),
        ThreadNode("b@x.org", "lost@x.org", EdgeKind.SUBJECT, 1, is_ghost=False),
    )
    archive.threads.replace(keys("a", "b", "c"), [Thread("lost@x.org", edges)])
    assert archive.threads.get("lost@x.org") == Thread("lost@x.org", edges)
    assert archive.threads.of_message("c@x.org") == Thread("lost@x.org", edges)
    assert archive.threads.id_of("b@x.org") == "lost@x.org"


def test_what_has_no_thread_is_none(archive: Archive, mail: Mail) -> None:
    save(archive, mail, "a")
    threads = archive.threads
    assert (threads.get("a@x.org"), threads.of_message("a@x.org"), threads.id_of("a@x.org")) == (None, None, None)
    assert threads.get("nobody@x.org") is None


def test_the_id_of_any_mail_leads_to_its_thread(archive: Archive, mail: Mail) -> None:
    save(archive, mail, "a", "b")
    whole = thread(node("a"), node("b", "a"))
    archive.threads.replace(keys("a", "b"), [whole])
    assert archive.threads.get("b@x.org") == whole


def test_the_id_of_a_thread_that_was_taken_in_leads_on_however_often(archive: Archive, mail: Mail) -> None:
    save(archive, mail, "a", "b", "c")
    parts = [thread(node("ghost", ghost=True), node("c", "ghost")), thread(node("b")), thread(node("a"))]
    archive.threads.replace(keys("a", "b", "c"), parts)
    archive.threads.replace(keys("b", "c"), [thread(node("b"), node("c", "b"))])
    assert archive.threads.get("ghost@x.org") == thread(node("b"), node("c", "b"))
    whole = thread(node("a"), node("b", "a"), node("c", "b"))
    archive.threads.replace(keys("a", "b", "c"), [whole])
    for name in ("ghost", "a", "b", "c"):
        assert archive.threads.get(f"{name}@x.org") == whole


def test_a_thread_that_falls_apart_leaves_each_id_where_its_mail_is(archive: Archive, mail: Mail) -> None:
    save(archive, mail, "a", "b")
    archive.threads.replace(keys("a", "b"), [thread(node("a"), node("b", "a"))])
    apart = [thread(node("a")), thread(node("b"))]
    archive.threads.replace(keys("a", "b"), apart)
    assert [archive.threads.get(f"{name}@x.org") for name in ("a", "b")] == apart


def test_the_old_id_of_a_thread_survives_a_better_copy_of_its_root(archive: Archive, mail: Mail) -> None:
    save(archive, mail, "made", "b")
    archive.threads.replace(keys("made", "b"), [thread(node("made"), node("b", "made"))])
    archive.messages.replace("made@x.org", mail("made", key="real@x.org"))
    assert archive.threads.of_message("real@x.org") is not None
    whole = thread(node("b"), node("real", "b"))
    archive.threads.replace(keys("real", "b"), [whole])
    assert archive.threads.get("made@x.org") == whole
    assert archive.threads.of_message("made@x.org") == whole


def test_a_message_cannot_lose_its_thread_unseen(archive: Archive, mail: Mail) -> None:
    save(archive, mail, "a", "b")
    whole = thread(node("a"), node("b", "a"))
    archive.threads.replace(keys("a", "b"), [whole])
    with pytest.raises(ValueError, match=r"b@x\.org would lose its thread"):
        archive.threads.replace(keys("a"), [thread(node("a"))])
    assert archive.threads.of_message("b@x.org") == whole


def test_only_messages_whose_thread_id_changes_are_numbered_as_changed(archive: Archive, mail: Mail) -> None:
    save(archive, mail, "a", "b")
    archive.threads.replace(keys("a", "b"), [thread(node("a")), thread(node("b"))])
    seen = archive.messages.sequence()
    archive.threads.replace(keys("a", "b"), [thread(node("a"), node("b", "a"))])
    assert [change.key for change in archive.messages.changed_since(seen, 9)] == ["b@x.org"]


def test_summaries_name_the_thread(archive: Archive, mail: Mail) -> None:
    save(archive, mail, "a", "b")
    archive.threads.replace(keys("a", "b"), [thread(node("a"), node("b", "a"))])
    assert [one.thread_id for one in archive.messages.summaries(keys("b"))] == ["a@x.org"]
    assert archive.counts().threads == 1


def related(archive: Archive, *names: str) -> set[str]:
    return {key.removesuffix("@x.org") for key in archive.threads.related(keys(*names))}


def test_messages_that_share_an_id_are_related_at_any_distance(archive: Archive, mail: Mail) -> None:
    links = {"a": (), "b": ("a",), "c": ("b",), "d": ("lost",), "e": ("lost", "c"), "other": ("alone",)}
    for name, references in links.items():
        archive.messages.save(mail(name, key=f"{name}@x.org", subject=name, references=keys(*references)))
    for name in "abcde":
        assert related(archive, name) == {"a", "b", "c", "d", "e"}
    assert related(archive, "other") == {"other"}
    assert related(archive, "nobody") == set()


def test_one_base_subject_relates_within_the_time_of_a_thread_and_not_over_years(archive: Archive, mail: Mail) -> None:
    november = mail("x", key="nov@x.org", subject="AIM results")
    later = datetime(2002, 11, 30, tzinfo=UTC)
    archive.messages.save(november)
    archive.messages.save(replace(november, key="late@x.org", subject="Re: AIM  Results", date=later))
    archive.messages.save(replace(november, key="years@x.org", date=later.replace(year=2009)))
    archive.messages.save(replace(november, key="unlike@x.org", subject="AIM"))
    assert related(archive, "late") == related(archive, "nov") == {"nov", "late"}
    assert related(archive, "years") == {"years"}


def test_an_undated_mail_is_related_to_every_mail_of_its_subject(archive: Archive, mail: Mail) -> None:
    archive.messages.save(mail("x", key="nov@x.org", subject="AIM results"))
    archive.messages.save(mail("x", key="text@x.org", subject="Re: AIM results", day=None))
    assert related(archive, "nov") == related(archive, "text") == {"nov", "text"}


def test_mails_without_a_subject_are_not_related_by_it(archive: Archive, mail: Mail) -> None:
    for name in ("a", "b"):
        archive.messages.save(mail("x", key=f"{name}@x.org", subject="Re: "))
    assert related(archive, "a") == {"a"}


@pytest.mark.parametrize("order", [("mail", "reply"), ("reply", "mail")])
def test_a_mangled_id_relates_to_the_mail_whose_id_it_ends_in(
    archive: Archive, mail: Mail, order: tuple[str, str]
) -> None:
    mails = {
        "mail": mail("x", key="20021125.13129.qmail@x.org", subject="one"),
        "reply": mail("y", key="reply@x.org", subject="two", references=("r1_20021125.13129.qmail@x.org",)),
    }
    for name in order:
        archive.messages.save(mails[name])
    together = ("20021125.13129.qmail@x.org", "reply@x.org")
    for name in order:
        assert archive.threads.related([mails[name].key]) == together


def test_a_mangled_id_relates_to_others_who_lack_the_same_mail(archive: Archive, mail: Mail) -> None:
    for name, reference in (("one", "fake.lost.mail@x.org"), ("two", "lost.mail@x.org")):
        archive.messages.save(mail("x", key=f"{name}@x.org", subject=name, references=(reference,)))
    assert related(archive, "one") == related(archive, "two") == {"one", "two"}


def test_the_overview_of_a_page_relates_by_id_and_by_subject(archive: Archive, mail: Mail) -> None:
    ghosts = (Ghost("seen@x.org", "something"), Ghost(None, "Re: listed subject"), Ghost(None, None))
    archive.messages.save(replace(mail("x", key="page@x.org", subject="page"), overview=ghosts))
    archive.messages.save(mail("x", key="seen@x.org", subject="seen"))
    archive.messages.save(mail("x", key="listed@x.org", subject="listed subject"))
    for name in ("page", "seen", "listed"):
        assert related(archive, name) == {"page", "seen", "listed"}


def test_members_of_a_stored_thread_are_related(archive: Archive, mail: Mail) -> None:
    save(archive, mail, "a", "b")
    archive.threads.replace(keys("a", "b"), [thread(node("a"), node("b", "a"))])
    assert related(archive, "a") == {"a", "b"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("related")


@settings(max_examples=25, deadline=None)
@given(edges=st.lists(st.tuples(st.integers(0, 7), st.integers(0, 9)), max_size=8))
def test_related_is_the_closure_over_references(folder: Path, edges: list[tuple[int, int]]) -> None:
    names = range(8)
    with Archive.open(folder / str(len(list(folder.iterdir()))), create=True) as archive, archive.transaction():
        for name in names:
            archive.messages.save(_referring(name, [target for source, target in edges if source == name]))
        for name in names:
            expected = _closure(name, edges)
            assert set(archive.threads.related([f"{name}@x.org"])) == {f"{one}@x.org" for one in expected}


def _referring(name: int, targets: list[int]) -> Message:
    return Message(
        *(f"{name}@x.org", False, None, f"subject {name}", Author("Ann"), None, None, None, ()),
        *(tuple(f"{target}@x.org" for target in targets), (), (), Source("test", "x"), Quality.PAGE),
    )


def _closure(name: int, edges: list[tuple[int, int]]) -> set[int]:
    found = {name}
    while True:
        more = {end for edge in edges for end in edge if found & set(edge)} | found
        if more == found:
            return {one for one in found if one < 8}
        found = more


LINE = "a line that is long enough to prove a quotation\n"
GHOSTS = st.builds(
    Ghost,
    st.sampled_from([None, "aaaaaa.0@x.org", "zzzzzz@x.org"]),
    st.sampled_from([None, "Re: one subject", "other"]),
    st.none(),
    st.none() | st.integers(0, 900).map(lambda days: datetime(2002, 1, 1, tzinfo=UTC) + timedelta(days)),
    st.integers(0, 2),
)


@st.composite
def mailboxes(draw: st.DrawFn) -> list[Message]:
    """A few mails that refer to each other as badly as real ones do: ghosts, marks before ids, bare subjects, pages."""
    days = st.integers(0, 900).map(lambda number: datetime(2002, 1, 1, tzinfo=UTC) + timedelta(number))
    ids = [f"{letter * 6}.{number}@x.org" for letter in "az" for number in range(3)]
    named = st.sampled_from([*ids, *(f"fake.{one}" for one in ids), "r1_zzzzzz@x.org", "zzzzzz@x.org"])
    return [
        Message(
            key=key,
            key_is_made=False,
            message_id=key,
            subject=draw(st.sampled_from(["one subject", "Re: one subject", "other", ""])),
            author=Author("Ann"),
            date=draw(st.none() | days),
            date_text=None,
            date_basis=None,
            lists=(),
            references=tuple(draw(st.lists(named, max_size=2))),
            in_reply_to=tuple(draw(st.lists(named, max_size=1))),
            parts=(Part(0, "text/plain", None, draw(st.sampled_from([LINE, f"> {LINE}", "short"]))),),
            source=Source("test", "x"),
            quality=Quality.PAGE,
            overview=tuple(draw(st.lists(GHOSTS, max_size=2))),
        )
        for key in draw(st.permutations(ids))[: draw(st.integers(2, 6))]
    ]


@settings(max_examples=80, deadline=None)
@given(box=mailboxes())
def test_threads_made_mail_by_mail_from_what_is_related_are_those_of_all_mails_at_once(
    folder: Path, box: list[Message]
) -> None:
    def text_of(key: str) -> str:
        return next(message.parts[0].text or "" for message in box if message.key == key)

    with Archive.open(folder / str(len(list(folder.iterdir()))), create=True) as archive, archive.transaction():
        for message in box:
            archive.messages.save(message)
            related = archive.threads.related([message.key])
            archive.threads.replace(related, build(archive.messages.links(related), text_of))
        for expected in build(archive.messages.links(), text_of):
            assert archive.threads.get(expected.id) == expected
            assert {archive.threads.id_of(key) for key in expected.keys} == {expected.id}
