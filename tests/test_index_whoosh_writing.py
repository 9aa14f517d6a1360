"""The files that our writer makes hold what Whoosh's own reader is to find, however the postings were gathered."""

from pathlib import Path
from typing import Any

import pytest
from whoosh import index
from whoosh.writing import OPTIMIZE

from index.cutting import Cutter
from index.engine import Document
from index.engine_fields import held
from index.whoosh_fields import columns, schema
from index.whoosh_writing import writer_of

MAILS = 300
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
