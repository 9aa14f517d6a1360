"""Documents that another process makes are the same, in the same order, and its end is told."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from archive.model import Message, UserError
from archive.store.archive import Archive
from archive.store.searchable import Searchable
from index import documents_beside
from index.documents_beside import FEWEST_FOR_A_PROCESS, with_documents

Portions = list[tuple[int, Sequence[Searchable]]]


@pytest.fixture
def portions(tmp_path: Path, mail: Callable[..., Message]) -> Iterator[Portions]:
    """More than any pipe holds at once, in both directions."""
    with Archive.open(tmp_path, create=True) as archive:
        found: Portions = []
        for number in range(8):
            keys = [f"{number}-{each}@example.org" for each in range(3)]
            words = f"\nversion 2.5.{number} on a PIII@800\n> quoted {number}\n" * 20_000
            archive.messages.save(*(mail(f"{key} says{words}", key=key) for key in keys))
            found.append((number, archive.messages.searchable(keys)))
        yield [(8, ()), *found]


def test_a_process_makes_the_same_documents_in_the_same_order(portions: Portions) -> None:
    here = list(with_documents(portions, 1))
    assert [number for number, _ in here] == [8, 0, 1, 2, 3, 4, 5, 6, 7]
    assert "kernels" in dict(here[2][1][0].names)
    assert list(with_documents(portions, FEWEST_FOR_A_PROCESS)) == here
    assert multiprocessing.active_children() == []


def test_a_fresh_process_makes_the_same_documents(portions: Portions, monkeypatch: pytest.MonkeyPatch) -> None:
    here = list(with_documents(portions, FEWEST_FOR_A_PROCESS))
    monkeypatch.setattr(documents_beside, "FEWEST_FOR_A_FRESH_ONE", FEWEST_FOR_A_PROCESS)
    assert list(with_documents(portions, FEWEST_FOR_A_PROCESS)) == here
    assert multiprocessing.active_children() == []


def test_a_process_that_somebody_ends_is_told_and_nothing_is_left_of_it(portions: Portions) -> None:
    made = with_documents(portions, FEWEST_FOR_A_PROCESS)
    next(made)
    [process] = multiprocessing.active_children()
    process.kill()
    with pytest.raises(UserError, match="was ended"):
        list(made)
    assert multiprocessing.active_children() == []


def test_whoever_takes_no_more_leaves_no_process(portions: Portions) -> None:
    made = with_documents(portions, FEWEST_FOR_A_PROCESS)
    next(made)
    made.close()
    assert multiprocessing.active_children() == []
