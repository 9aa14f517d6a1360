import email
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archive.model import EdgeKind, Ghost, Thread
from archive.threads import Link, build

MAILS = Path(__file__).resolve().parents[2] / "shared" / "corpus" / "seed-threads-raw"
START = datetime(2002, 11, 25, 5, 23, 37, tzinfo=UTC)


def link(
    name: str, *references: str, day: float | None = 0, subject: str = "Numbers", answers: tuple[str, ...] = ()
) -> Link:
    date = None if day is None else START + timedelta(days=day)
    return Link(at(name), date, subject, tuple(map(at, references)), tuple(map(at, answers)))


def at(name: str) -> str:
    return name if "@" in name else f"{name}.20021125@example.org"


def built(*links: Link, texts: Mapping[str, str] | None = None) -> tuple[Thread, ...]:
    return build(links, text_of(texts or {}))


def text_of(texts: Mapping[str, str]) -> Callable[[str], str]:
    return lambda key: texts.get(key.removesuffix(".20021125@example.org"), "")


def shown(thread: Thread) -> list[str]:
    """A line a node: "." for each step of depth, the name, why it hangs there, and "ghost"."""
    return [
        f"{'.' * node.depth}{node.key.removesuffix('.20021125@example.org')} {node.edge}{' ghost' * node.is_ghost}"
        for node in thread.nodes
    ]


def test_the_parent_is_the_last_of_references() -> None:
    (thread,) = built(link("c", "a", "b", day=2), link("b", "a", day=1), link("a"))
    assert shown(thread) == ["a root", ".b references", "..c references"]
    assert (thread.id, thread.keys) == (at("a"), (at("a"), at("b"), at("c")))


def test_without_references_the_parent_is_the_last_id_answered_that_is_there() -> None:
    (thread,) = built(link("a"), link("b", "a"), link("c", answers=("a", "b", "missing")))
    assert shown(thread) == ["a root", ".b references", "..c in-reply-to"]


def test_references_count_before_in_reply_to() -> None:
    (thread,) = built(link("a"), link("b", "a"), link("c", "b", answers=("a",)))
    assert shown(thread)[-1] == "..c references"


def test_missing_messages_are_ghosts_also_in_a_chain() -> None:
    (thread,) = built(link("c", "x", "y"), link("d", answers=("x",), day=1))
    assert shown(thread) == ["x root ghost", ".y references ghost", "..c references", ".d in-reply-to"]
    assert thread.keys == (at("c"), at("d"))


def test_a_ghost_that_names_the_thread_is_the_message_that_arrives_later() -> None:
    before, after = built(link("c", "x")), built(link("c", "x"), link("x"))
    assert [thread.id for thread in before] == [thread.id for thread in after] == [at("x")]


def test_a_reply_that_names_nothing_is_placed_by_the_references_of_its_answers() -> None:
    (thread,) = built(link("a"), link("b", subject="Other"), link("c", "a", "b"))
    assert shown(thread) == ["a root", ".b references", "..c references"]


def test_an_id_with_a_mark_in_front_is_the_id_without_it() -> None:
    (thread,) = built(link("a"), link("b", answers=(f"r1_{at('a')}",)))
    assert shown(thread) == ["a root", ".b mangled in-reply-to"]
    (thread,) = built(link("b", answers=(f"r1_{at('gone')}",), day=1), link("c", "gone", day=2))
    assert shown(thread) == ["gone root ghost", ".b mangled in-reply-to", ".c references"]


def test_an_id_is_not_undone_where_no_mark_ends_before_the_known_one() -> None:
    threads = built(link("a1", subject="x"), link("b", answers=(f"z{at('a1')}",), subject="y"))
    assert sorted(len(thread.nodes) for thread in threads) == [1, 2]


def test_circles_are_cut_at_their_earliest_message() -> None:
    (thread,) = built(link("a", "c", day=2), link("b", "a", day=0), link("c", "b", day=1))
    assert shown(thread) == ["b root", ".c references", "..a references"]
    assert [shown(one) for one in built(link("a", "a"))] == [["a root"]]


def test_children_stand_in_order_of_date_and_then_of_key() -> None:
    links = [link(name, "a", day=day) for name, day in (("late", 9), ("y", 3), ("x", 3), ("never", None))]
    (thread,) = built(link("a"), *links)
    assert [line.split()[0] for line in shown(thread)] == ["a", ".x", ".y", ".late", ".never"]


QUOTED = {
    "a": "The numbers are below.\nfork_test 10000 56.2 5620.00\n",
    "b": "> fork_test 10000 56.2 5620.00\nThat is the cost of the reverse mapping.\n",
    "c": "> > fork_test 10000 56.2 5620.00\n> That is the cost of the reverse mapping.\nI do not believe it.\n",
}


def test_a_reply_without_headers_hangs_under_the_member_that_it_quotes_most() -> None:
    (thread,) = built(
        link("a"),
        link("b", subject="Re: Numbers", day=1),
        link("c", subject="Re: Numbers", day=2),
        texts=QUOTED,
    )
    assert shown(thread) == ["a root", ".b quotes a member", "..c quotes a member"]


def test_a_reply_that_quotes_nothing_is_kept_apart_as_of_the_same_subject() -> None:
    (thread,) = built(link("a"), link("b", "a", day=1), link("c", subject="RE: numbers", day=2))
    assert shown(thread) == ["a root", ".b references", ".c same subject"]


def test_loose_members_come_after_the_strict_tree() -> None:
    (thread,) = built(link("a"), link("b", subject="Re: Numbers", day=1), link("c", "a", day=2), link("d", "b", day=3))
    assert shown(thread) == ["a root", ".c references", ".b same subject", "..d references"]


def test_a_subject_joins_for_thirty_days_after_a_member_only() -> None:
    def count(*links: Link) -> int:
        return len(built(link("a"), *links))

    late = link("z", subject="Re: Numbers", day=40)
    assert count(link("b", subject="Re: Numbers", day=29)) == 1
    assert count(late) == 2
    assert count(link("b", "a", day=15), late) == 1
    assert count(link("b", subject="Re: Numbers", day=-5)) == 2


def test_a_new_post_of_the_same_subject_stays_a_thread_unless_it_quotes_the_other() -> None:
    assert len(built(link("a"), link("b", day=1))) == 2
    (thread,) = built(link("a"), link("b", day=1), texts=QUOTED)
    assert shown(thread) == ["a root", ".b quotes a member"]


def test_a_reply_joins_the_newest_post_before_it() -> None:
    first, second = built(link("a"), link("b", day=7), link("c", day=8, subject="Re: Numbers"))
    assert (shown(first), shown(second)) == (["a root"], ["b root", ".c same subject"])


def test_undated_messages_join_by_quotes_and_by_a_subject_that_only_one_post_has() -> None:
    links = [
        link("a", day=None),
        link("b", day=None, subject="Re: Numbers"),
        link("c", day=None, subject="Re: Numbers"),
    ]
    (thread,) = built(*links, texts=QUOTED)
    assert shown(thread) == ["a root", ".b quotes a member", "..c quotes a member"]
    (thread,) = built(*links)
    assert shown(thread) == ["a root", ".b same subject", ".c same subject"]
    assert len(built(*links, link("d", day=None))) == 4


def test_replies_to_a_post_that_is_not_here_gather_under_the_earliest() -> None:
    (thread,) = built(link("b", subject="Re: Numbers", day=1), link("c", subject="Re: Numbers", day=2))
    assert shown(thread) == ["b root", ".c same subject"]


def test_empty_subjects_join_nothing() -> None:
    assert len(built(link("a", subject=""), link("b", subject="Re: "))) == 2


def test_texts_are_read_only_where_trees_share_a_subject() -> None:
    asked: list[str] = []

    def note(key: str) -> str:
        asked.append(key)
        return ""

    build([link("a"), link("b", "a"), link("c", subject="Other")], note)
    assert asked == []
    build([link("a"), link("b", subject="Re: Numbers"), link("c", subject="Other")], note)
    assert sorted(asked) == [at("a"), at("b")]


def test_a_missing_reply_hangs_where_its_answers_quote_that_it_quoted() -> None:
    texts = {
        "a": "The numbers are below.\n",
        "b": "That is the cost of the reverse mapping.\n",
        "d": "> > That is the cost of the reverse mapping.\n> So it is, then, I say.\nYes.\n",
    }
    (thread,) = built(
        link("a"),
        link("b", "a", day=1, subject="Re: Numbers"),
        link("d", "gone", day=3, subject="Re: Numbers"),
        link("e", answers=(f"r1_{at('gone')}",), day=4, subject="Re: Numbers"),
        texts=texts,
    )
    assert thread.id == at("a")
    assert shown(thread) == [
        "a root",
        ".b references",
        "..gone quotes a member ghost",
        "...d references",
        "...e mangled in-reply-to",
    ]


def overview_page(*ghosts: Ghost) -> Link:
    return Link(at("page"), START, "Re: Numbers", (), (), ghosts)


def minute(number: int) -> datetime:
    return START.replace(second=0) + timedelta(hours=number)


def test_the_overview_of_a_page_becomes_ghosts() -> None:
    (thread,) = built(
        overview_page(
            Ghost(None, None, "Ada", minute(1)),
            Ghost(None, None, "Bob", minute(2), depth=1),
            Ghost(at("known"), "Numbers again", "Cid", minute(3), depth=2),
            Ghost(None, None, "Dee", minute(4)),
        )
    )
    assert thread.id == at("page")
    assert [(node.depth, node.edge, node.is_ghost) for node in thread.nodes] == [
        (0, EdgeKind.ROOT, False),
        (1, EdgeKind.OVERVIEW, True),
        (2, EdgeKind.OVERVIEW, True),
        (3, EdgeKind.OVERVIEW, True),
        (1, EdgeKind.OVERVIEW, True),
    ]


def test_a_line_of_an_overview_is_the_message_of_that_minute_and_subject() -> None:
    page = overview_page(
        Ghost(None, "Numbers", "Ada", minute(-1)),
        Ghost(None, "Re: Numbers", "me", START.replace(second=0), depth=1),
        Ghost(None, None, "Bob", minute(2), depth=2),
    )
    (thread,) = built(page)
    assert [node.is_ghost for node in thread.nodes] == [True, False, True]
    assert (thread.id, thread.nodes[1].edge) == (at("page"), EdgeKind.OVERVIEW)
    (thread,) = built(page, link("b", day=2 / 24, subject="Re: Numbers"), link("a", day=-1 / 24))
    assert shown(thread) == ["a root", ".page thread overview", "..b thread overview"]


def test_two_pages_of_one_thread_tell_of_the_same_ghosts() -> None:
    ghosts = (Ghost(None, "Numbers", "Ada", minute(-9)), Ghost(None, None, "Bob", minute(-8), depth=1))
    other = Link(at("other"), START + timedelta(days=1), "Re: Numbers", (), (), ghosts)
    threads = built(overview_page(*ghosts), other)
    assert sum(node.is_ghost for thread in threads for node in thread.nodes) == 2


IDS = [f"{letter}123456.x@example.org" for letter in "abcdefgh"]
REFERRED = st.lists(st.sampled_from([*IDS, f"r1_{IDS[0]}", f"r1_{IDS[6]}", f"r1_r1_{IDS[7]}"]), max_size=3).map(tuple)
LINKS = st.lists(
    st.builds(
        Link,
        st.sampled_from(IDS[:6]),
        st.one_of(st.none(), st.integers(0, 50).map(lambda days: START + timedelta(days=days))),
        st.sampled_from(["Numbers", "Re: Numbers", "Other", ""]),
        REFERRED,
        REFERRED,
        st.lists(
            st.builds(
                Ghost,
                st.one_of(st.none(), st.sampled_from(IDS)),
                st.sampled_from([None, "Numbers"]),
                st.just("Ada"),
                st.one_of(st.none(), st.integers(0, 50).map(lambda days: START + timedelta(days=days))),
                st.integers(0, 2),
            ),
            max_size=3,
        ).map(tuple),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda link: link.key,
)
SPOKEN = [f"{'> ' * depth}the line that number {number} wrote" for depth in range(3) for number in range(3)]
TEXTS = st.dictionaries(st.sampled_from(IDS[:6]), st.lists(st.sampled_from(SPOKEN), max_size=4).map("\n".join))


@given(LINKS, TEXTS, st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_threads_hold_each_message_once_and_do_not_depend_on_the_order_of_arrival(
    links: list[Link], texts: dict[str, str], random: object
) -> None:
    threads = build(links, lambda key: texts.get(key, ""))
    shuffled = list(links)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert build(shuffled, lambda key: texts.get(key, "")) == threads
    nodes = [node for thread in threads for node in thread.nodes]
    assert len({node.key for node in nodes}) == len(nodes)
    assert {node.key for node in nodes if not node.is_ghost} == {one.key for one in links}
    assert len({thread.id for thread in threads}) == len(threads)
    for thread in threads:
        assert thread.id in {node.key for node in thread.nodes}
        depths: dict[str, int] = {}
        for node in thread.nodes:
            assert (node.parent is None) == (node.edge is EdgeKind.ROOT) == (not depths)
            depths[node.key] = 0 if node.parent is None else depths[node.parent] + 1
            assert node.depth == depths[node.key]


def test_a_very_long_thread_needs_no_recursion() -> None:
    links = [link(f"m{number}", *([f"m{number - 1}"] if number else ())) for number in range(20_000)]
    (thread,) = build(links, lambda _: "")
    assert (len(thread.nodes), thread.nodes[-1].depth) == (20_000, 19_999)


def test_many_messages_of_one_subject_are_built_in_one_go() -> None:
    links = [link(f"m{number}", day=None, subject="Re: help") for number in range(20_000)]
    assert len(build(links, lambda _: "")) == 20_000


def ids(values: list[str]) -> tuple[str, ...]:
    return tuple(found for value in values for found in re.findall(r"<([^<>\s]{1,200}@[^<>\s]{1,200})>", value))


def test_the_two_real_threads_come_out_whole_although_their_headers_are_damaged() -> None:
    if not MAILS.is_dir():
        pytest.skip("the raw mails of the seed threads are not here")
    links, texts = [], {}
    for path in sorted(MAILS.glob("*.eml")):
        mail = email.message_from_bytes(path.read_bytes())
        (key,) = ids([mail["Message-ID"]])
        answers, references = (ids(mail.get_all(name, [])) for name in ("In-Reply-To", "References"))
        links.append(
            Link(key, parsedate_to_datetime(mail["Date"]).astimezone(UTC), mail["Subject"], references, answers)
        )
        part = next(part for part in mail.walk() if part.get_content_type() == "text/plain")
        texts[key] = part.get_payload(decode=True).decode("latin-1")
    threads = {len(thread.nodes): thread for thread in build(links, lambda key: texts[key])}
    assert sorted(threads) == [7, 8]
    assert [node.key for node in threads[7].nodes if node.is_ghost] == ["20021125114124.13129.qmail@linuxmail.org"]
    assert [node.edge for node in threads[7].nodes if not node.is_ghost] == [
        EdgeKind.ROOT,
        EdgeKind.REFERENCES,
        EdgeKind.REFERENCES,
        EdgeKind.REFERENCES,
        EdgeKind.REFERENCES,
        EdgeKind.MANGLED,
    ]
    assert sorted({node.edge for node in threads[8].nodes}) == [EdgeKind.IN_REPLY_TO, EdgeKind.QUOTE, EdgeKind.ROOT]
