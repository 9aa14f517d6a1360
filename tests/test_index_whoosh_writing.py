"""The files that our writer makes hold what Whoosh's own reader is to find, however the postings were gathered."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from whoosh import index
from whoosh.writing import OPTIMIZE

from index.cutting import Cutter
from index.engine import Document, Held
from index.engine_fields import held
from index.whoosh_fields import columns, schema
from index.whoosh_writing import writer_of

MAILS = 300
OFTEN = 300_000
TERMS = ("fork", "test", "é", "2.5", "rmap", *(f"rare{number}" for number in range(9)))
DOCUMENTS = [
    Document(
        f"{number}@example.org",
        subject=f"results {number % 7}",
        unquoted=f"fork_test é {'again ' * (number % 5)}word{number} " + "rmap " * (number % 3),
        lists=("bench",),
        kernels=("2", f"2.{number % 6}"),
    )
    for number in range(MAILS)
]


def terms_of(opened: Any) -> dict[tuple[str, bytes], tuple[object, ...]]:
    """Every term with its documents, how often it stands in each, and where."""
    found: dict[tuple[str, bytes], tuple[object, ...]] = {}
    with opened.reader() as reader:
        for field, term in reader.all_terms():
            matcher = reader.postings(field, term)
            postings, numbers = [], []
            while matcher.is_active():
                numbers.append(matcher.id())
                places = matcher.value_as("positions") if field in ("subject", "unquoted") else ()
                postings.append((reader.stored_fields(matcher.id())["key"], matcher.weight(), tuple(places)))
                matcher.next()
            assert numbers == sorted(set(numbers))
            about = reader.term_info(field, term)
            found[field, term] = (about.weight(), about.doc_frequency(), about.max_weight(), tuple(sorted(postings)))
    return found


def written(folder: Path, *, limit_mb: int, commits: int) -> Any:
    folder.mkdir()
    index.create_in(folder, schema())
    cutter = Cutter()
    for start in range(commits):
        opened = index.open_dir(folder, schema=schema())
        writer = writer_of(opened, limit_mb=limit_mb)
        for document in DOCUMENTS[start * MAILS // commits : (start + 1) * MAILS // commits]:
            writer.add_document(**columns(held(document, cutter)))
        writer.commit(mergetype=OPTIMIZE)
    return index.open_dir(folder, schema=schema())


@pytest.fixture(scope="module")
def at_once(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, bytes], tuple[object, ...]]:
    return terms_of(written(tmp_path_factory.mktemp("whoosh") / "index", limit_mb=512, commits=1))


def test_every_word_is_there_with_its_places(at_once: dict[tuple[str, bytes], tuple[object, ...]]) -> None:
    assert at_once["unquoted", b"fork"][1] == MAILS
    assert at_once["unquoted", "é".encode()][1] == MAILS
    # fork test é again again again word8 8 rmap rmap
    weight, count, _, [posting] = at_once["unquoted", b"word8"]  # type: ignore[misc]
    assert (weight, count, posting) == (1.0, 1, ("8@example.org", 1.0, (6,)))
    assert at_once["unquoted", b"again"][:3] == (600.0, 240, 4.0)
    assert at_once["kernels", b"2.5"][1] == MAILS // 6


@pytest.mark.parametrize(("limit_mb", "commits"), [(0, 1), (512, 4), (0, 3)])
def test_postings_from_files_and_from_merged_segments_are_the_same(
    tmp_path: Path, at_once: dict[tuple[str, bytes], tuple[object, ...]], limit_mb: int, commits: int
) -> None:
    assert terms_of(written(tmp_path / "index", limit_mb=limit_mb, commits=commits)) == at_once


def places_in(texts: Sequence[str]) -> dict[str, dict[int, list[int]]]:
    """Where the index of these texts finds each term, by the number of the text."""
    found: dict[str, dict[int, list[int]]] = {}
    with TemporaryDirectory() as folder:
        opened = index.create_in(folder, schema())
        writer = writer_of(opened)
        for number, text in enumerate(texts):
            writer.add_document(**columns(Held(f"{number}@example.org", (("unquoted", text),), (), number)))
        writer.commit()
        with opened.reader() as reader:
            for term in reader.lexicon("unquoted"):
                matcher = reader.postings("unquoted", term)
                while matcher.is_active():
                    places = matcher.value_as("positions")
                    assert matcher.weight() == len(places)
                    found.setdefault(term.decode(), {})[matcher.id()] = places
                    matcher.next()
    return found


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(st.sampled_from(TERMS), max_size=40), min_size=1, max_size=12), st.sampled_from([0, 70_000]))
def test_each_word_of_each_mail_has_all_its_places(texts: list[list[str]], before: int) -> None:
    texts = [["first"] * before + words for words in texts]
    wanted: dict[str, dict[int, list[int]]] = {}
    for number, words in enumerate(texts):
        for place, word in enumerate(words):
            wanted.setdefault(word, {}).setdefault(number, []).append(place)
    assert places_in([" ".join(words) for words in texts]) == wanted


def test_a_mail_of_one_word_again_and_again_is_stored_with_every_place() -> None:
    assert places_in(["", "again " * OFTEN, "again"]) == {"again": {1: list(range(OFTEN)), 2: [0]}}


def test_terms_that_no_index_holds_are_not_found_among_those_beside_them(tmp_path: Path) -> None:
    with written(tmp_path / "index", limit_mb=512, commits=1).reader() as reader:
        assert all(("unquoted", f"word{number}") in reader for number in range(MAILS))
        assert not any(("unquoted", f"word{number}") in reader for number in range(MAILS, 2 * MAILS))
        assert [term for _, term in reader.terms_from("unquoted", b"word299")][:1] == [b"word299"]
