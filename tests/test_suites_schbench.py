"""schbench's reader: what is near enough to its name, what brackets hold, and which outputs are of a run's end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.text import lines
from suites.base import Row
from suites.schbench import SUITE

HEAD = "Latency percentiles (usec)\n"
TYPED = "schbench        base     patched{note}\n50.0th:         {row}\n"
PROGRESS = (
    "Wakeup Latencies percentiles (usec) runtime 10 (s) (90 total samples)\n"
    "\t* 99.0th: 21         (14 samples)\n"
    "current rps: 1861.40\n"
)


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def numbers(text: str) -> list[str]:
    return [value.cell.raw for row in read(text) for value in row.values]


def spreads(note: str, row: str) -> list[list[tuple[str, str]]]:
    rows = read(TYPED.format(note=note, row=row))
    return [[(spread.kind, spread.cell.raw) for spread in value.spread] for value in rows[0].values]


@pytest.mark.parametrize(
    ("note", "row", "expected"),
    [
        ("(%gain)", "8.00       9.00(12.50)", [[], []]),
        ("", "8.00       9.00(-12.50)", [[], []]),
        ("", "8.00       9.00(12.50)", [[], []]),
        ("", "8.00       9.00(3.20)", [[], [("unknown", "3.20")]]),
        ("(std)", "8.00       9.00(3.20)", [[], [("stdev", "3.20")]]),
        ("(std%)", "8.00       9.00(3.20)", [[], [("cv", "3.20")]]),
        ("", "8.00 (0.00 pct)  9.00 (12.50 pct)", [[], []]),
        ("", "8.00 [0.00](1.10)  9.00 [-12.50](2.20)", [[("cv", "1.10")], [("cv", "2.20")]]),
    ],
)
def test_a_bracket_is_a_spread_unless_it_is_a_change(
    note: str, row: str, expected: list[list[tuple[str, str]]]
) -> None:
    assert spreads(note, row) == expected


def test_counts_of_samples_are_no_results() -> None:
    assert numbers(HEAD + "\t* 99.0th: 338        (41 samples)\n") == ["338"]


def test_what_is_printed_while_it_runs_is_left_out_where_it_is_printed_again() -> None:
    assert numbers(PROGRESS) == ["21"]
    assert numbers(PROGRESS + PROGRESS.replace("99.0th: 21 ", "99.0th: 25 ")) == ["25"]


def test_a_run_that_ended_is_no_progress_of_the_next_one() -> None:
    ended = PROGRESS.replace("current rps", "average rps").replace("99.0th: 21 ", "99.0th: 19 ")
    assert numbers(ended + PROGRESS) == ["19", "1861.40", "21"]


def test_percentiles_far_from_the_name_or_quoted_otherwise_are_strangers() -> None:
    row = "50.0th: 12\n"
    assert numbers("schbench says:\n" + row) == ["12"]
    assert numbers("schbench says:\n" + "\n" * 30 + row) == []
    assert numbers("> schbench says:\n" + row) == []
    assert numbers(row) == []


def test_the_name_of_another_benchmark_ends_the_table() -> None:
    assert numbers("schbench\n50.0th: 12\ncyclictest\n50.0th: 13\n") == ["12"]


def test_the_version_is_told_by_the_title_or_by_what_is_measured() -> None:
    titled = [
        read(f"{title}\n50.0th: 12\n")[0].suite_version for title in ("schbench", "schbench (old)", "schbench v2")
    ]
    assert titled == [None, "1", "2"]
    assert read(HEAD + "50.0th: 12\n")[0].suite_version == "1"
    assert read(PROGRESS)[0].suite_version == "2"


def test_the_command_gives_the_parameters() -> None:
    text = "# ./schbench -m 2 -t16 --runtime 30\n" + HEAD + "50.0th: 12\n"
    assert read(text)[0].parameters == {"message_threads": 2, "threads": 16, "runtime": 30}


def test_one_column_has_no_head() -> None:
    assert read("schbench   base\n50.0th: 12\n")[0].values[0].kernel is None


def test_outputs_side_by_side_without_names_over_them_have_no_kernels() -> None:
    rows = read("schbench\n50.0th: 455          50.0th: 454\nmin=0, max=9         min=0, max=7\n")
    assert [value.kernel for row in rows for value in row.values] == [None] * 6


def test_tables_of_normalised_figures_are_left_out() -> None:
    table = "schbench\n{note}\n#workers:  tip            v2\n 8:  1.00 [ 0.00]( 5.88)  0.95 [ 5.00](1.25)\n"
    assert numbers(table.format(note="Units: Normalized 99th percentile latency in us")) == []
    assert numbers(table.format(note="Units: 99th percentile latency in us")) == ["1.00", "0.95"]


@given(
    st.lists(
        st.sampled_from(
            [
                "schbench",
                "> schbench -m 2",
                "50.0th: 1 2",
                "* 99.0th: 3 (4 samples)",
                "min=1, max=2 min=3, max=4",
                HEAD.strip(),
                "current rps: 5",
                "#workers: a  b",
                " 8: 1.0 (2 pct) 3 (4)",
                "a  b",
                "",
                "RPS percentiles (requests)",
                "hackbench",
                "8 Threads",
                "o NPS2",
            ]
        ),
        max_size=12,
    )
)
def test_every_cell_stands_where_it_says(words: list[str]) -> None:
    text = lines("\n".join(words))
    for row in SUITE.read(text):
        for value in row.values:
            assert text[row.line - 1].text[value.cell.start : value.cell.end] == value.cell.raw
