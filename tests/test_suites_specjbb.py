from archive.text import lines
from suites.base import Row
from suites.specjbb import SUITE


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_the_closing_line_gives_three_figures() -> None:
    [row] = read(
        "RUN RESULT: hbIR (max attempted) = 57315, hbIR (settled) = 54321, max-jOPS = 49290, critical-jOPS = 23142\n"
    )
    assert [(value.metric, value.cell.raw) for value in row.values] == [
        ("max_jops", "49290"),
        ("critical_jops", "23142"),
        ("hbir_settled", "54321"),
    ]


def test_the_year_in_the_name_is_the_version_where_there_is_one() -> None:
    line = "max-jOPS = 49290\n"
    assert [row.suite_version for row in read(f"SPECjbb2015\n{line}")] == ["2015"]
    assert [row.suite_version for row in read(f"SPECjbb2005 and SPECjbb2015\n{line}")] == [None]


def test_a_score_needs_the_name_nearby() -> None:
    line = "Valid run, Score is  54321\n"
    assert [row.values[0].cell.raw for row in read(f"SPECjbb2005\n{line}")] == ["54321"]
    assert read(line) == []


def test_kernels_are_rows_where_the_two_rates_are_columns() -> None:
    text = "kernel     max-jOPS     critical-jOPS\ntip        49290        23142\npatched    50011 (+1.45%)  24250\n"
    assert [(row.kernel and row.kernel.text, [value.cell.raw for value in row.values]) for row in read(text)] == [
        ("tip", ["49290", "23142"]),
        ("patched", ["50011", "24250"]),
    ]


def test_percentages_are_no_rates() -> None:
    assert read("kernel     max-jOPS     critical-jOPS\ntip        100.00%       100.00%\n") == []
