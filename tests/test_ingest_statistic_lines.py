"""Lines of statistics without a suite: what is read of them, and what is left alone."""

import time

import pytest

from archive.text import lines
from ingest.statistic_lines import read_statistics
from suites.base import Row

HEADED = """
Read throughput:
         min         max         avg     std_dev     conf99%
       64.27      475.79     319.046     171.233     1011.97
"""
LABELLED = "CRC32C Direct Read (KiB/s): Avg: 331, Min: 319, Max: 339, Stdev: 7\n"


def read(text: str) -> list[Row]:
    return list(read_statistics(lines(text), frozenset()))


@pytest.mark.parametrize(
    ("text", "figures", "spreads"),
    [
        (HEADED, {"min": 64.27, "max": 475.79, "mean": 319.046}, [("stdev", 171.233), ("ci", 1011.97)]),
        (LABELLED, {"mean": 331.0, "min": 319.0, "max": 339.0}, [("stdev", 7.0)]),
    ],
)
def test_statistics_by_their_names_are_values_of_one_row(
    text: str, figures: dict[str, float], spreads: list[tuple[str, float]]
) -> None:
    (row,) = read(text)
    assert {value.statistic: value.cell.value for value in row.values} == figures
    assert [(s.kind, s.cell.value) for value in row.values for s in value.spread] == spreads


def test_the_words_before_them_name_the_test_and_the_unit() -> None:
    (row,) = read(LABELLED)
    assert (row.test, row.values[0].unit, row.values[0].better) == ("CRC32C Direct Read", "KiB/s", "higher")
    assert read(HEADED)[0].values[0].metric == "throughput"


@pytest.mark.parametrize(
    "text",
    [
        LABELLED.replace(" (KiB/s)", ""),
        LABELLED.replace("Max: 339", "Max: 300"),
        LABELLED.replace("Avg: 331, ", ""),
        LABELLED.replace("Direct Read", "cpu usage"),
        LABELLED.replace("CRC32C Direct Read", "bw"),
        "--- a/notes.txt\n+++ b/notes.txt\n@@ -1,2 +1,3 @@\n " + LABELLED,
        LABELLED.replace(", Stdev: 7", ", and so on"),
        HEADED.replace("Read throughput:", "What I saw:"),
        HEADED.replace("     171.233", ""),
        HEADED.replace("64.27", "640.0"),
    ],
)
def test_what_is_not_sure_is_left_alone(text: str) -> None:
    assert read(text) == []


def test_long_lines_of_statistics_cost_little() -> None:
    start = time.monotonic()
    read(("latency (us): " + "avg: 1, " * 20 + "\n") * 5000)
    assert time.monotonic() - start < 2
