"""Rows of kernels and bare figures, whose unit the words above tell."""

import pytest

from archive.text import lines
from ingest.generic_tables import read_generic
from suites.base import Row

RUNS = "Three runs after a boot each, all times in seconds:\n\n"
ROWS = "2.4.21\t\t\t821\t21\t25\n2.6.0-test3-mm1\t\t724\t946\t896\n2.6.0-test3-mm1-nick\t905\t987\t997\n"


def read(text: str) -> list[Row]:
    return list(read_generic(lines(text), frozenset()))


def figures(text: str) -> list[tuple[str, list[str], str | None]]:
    return [(row.kernel.text, [v.cell.raw for v in row.values], row.values[0].unit) for row in read(text) if row.kernel]


def test_figures_behind_kernels_are_runs_where_the_words_above_speak_of_runs() -> None:
    assert figures(RUNS + ROWS) == [
        ("2.4.21", ["821", "21", "25"], "seconds"),
        ("2.6.0-test3-mm1", ["724", "946", "896"], "seconds"),
        ("2.6.0-test3-mm1-nick", ["905", "987", "997"], "seconds"),
    ]
    assert [value.repeat for value in read(RUNS + ROWS)[0].values] == [1, 2, 3]


def test_one_figure_a_kernel_needs_only_its_unit() -> None:
    text = "A compile of the tree took, in seconds:\n\n2.4.20:   213.2\n2.4.20-ck1:   210.9\n"
    assert figures(text) == [("2.4.20", ["213.2"], "seconds"), ("2.4.20-ck1", ["210.9"], "seconds")]
    assert [value.better for row in read(text) for value in row.values] == ["lower", "lower"]


@pytest.mark.parametrize(
    "text",
    [
        ROWS,  # nobody says what the figures are
        "The times are in seconds:\n\n".replace("times", "values") + ROWS,  # nor that they are runs
        RUNS + "Kernel        swaps    faults   waits\n" + ROWS,  # columns of other things
        RUNS + "2.4.21\t\t821\t21\t25\n",  # one row alone
        RUNS + "2.4.21\t\t821\t21\t25\n2.6.0\t\t724\t946\n",  # rows of unlike lengths
        RUNS + "2.50  821  21  25\n3.75  724  946  896\n",  # no kernels
    ],
)
def test_what_is_not_told_for_sure_is_left_alone(text: str) -> None:
    assert read(text) == []
