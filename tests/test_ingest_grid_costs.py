"""Hand-drawn tables of what runs cost beside time, of means in groups of sides, and of numbered cases."""

from archive.text import lines
from ingest.generic_tables import may_hold_generic, read_generic
from suites.base import Row
from suites.marks import words_of

IN_GROUPS = """\
What it took (Joules):
+--------+-------------------+-----------------------------+
|        |            no-EAS |                         EAS |
+--------+---------+---------+-------------------+---------+
| #Tasks |    Mean | ci(+/-) |              Mean | ci(+/-) |
+--------+---------+---------+-------------------+---------+
|    10  |   7.89  |    0.26 |     6.99 (-11.36) |    0.49 |
|    20  |  13.42  |    0.32 |    13.42 ( -0.02) |    0.08 |
+--------+---------+---------+-------------------+---------+
+--------+-------------------+-----------------------------+
|        |       CPPC-no-EAS |                    CPPC-EAS |
+--------+---------+---------+-------------------+---------+
| #Tasks |    Mean | ci(+/-) |              Mean | ci(+/-) |
+--------+---------+---------+-------------------+---------+
|    10  |    7.86 |    0.37 |     5.64 (-28.23) |    0.05 |
|    20  |   13.36 |    0.20 |    10.92 (-18.31) |    0.31 |
+--------+---------+---------+-------------------+---------+
"""
POWER = """\
Mean power of the box (watts).

            ondemand  perfgov  sugov-noinv
tbench4     227.25     281.83     244.17
kernbench   162.78     167.22     162.90
"""


def rows(text: str) -> list[Row]:
    return list(read_generic(lines(text), frozenset())) if may_hold_generic(text, words_of(text)) else []


def told(text: str) -> list[tuple[object, ...]]:
    return [
        (row.test, value.kernel.text if value.kernel else None, *row.parameters.values(), value.cell.value)
        for row in rows(text)
        for value in row.values
    ]


def test_means_under_groups_of_sides_are_results_and_their_deviations_are_none() -> None:
    test = "What it took (Joules)"
    assert told(IN_GROUPS)[:4] == [
        (test, "no-EAS", 10, 7.89),
        (test, "EAS", 10, 6.99),
        (test, "no-EAS", 20, 13.42),
        (test, "EAS", 20, 13.42),
    ]
    assert {value.statistic for row in rows(IN_GROUPS) for value in row.values} == {"mean"}


def test_a_title_holds_for_boxes_that_are_drawn_below_each_other() -> None:
    assert [kernel for _, kernel, *_ in told(IN_GROUPS)[4:]] == ["CPPC-no-EAS", "CPPC-EAS"] * 2
    first, second = IN_GROUPS.split("|        |       CPPC")
    apart = f"{first[: first.rindex('+--------+---')]}\n\n\n\n\n\n|        |       CPPC{second}"
    assert len(told(apart)) == 4


def test_energy_and_power_are_better_the_less_they_are_and_have_their_units_in_brackets() -> None:
    values = [value for row in rows(IN_GROUPS + "\n" + POWER) for value in row.values]
    assert {(value.metric, value.unit, value.better) for value in values} == {
        ("energy", "Joules", "lower"),
        ("power", "watts", "lower"),
    }
    assert told(POWER)[0] == ("tbench4", "ondemand", 227.25)
    assert told(POWER.replace("(watts)", "of a few watts")) == []


def test_numbered_cases_are_sides_and_bytes_may_be_a_second() -> None:
    text = """\
|        Metric         |  Case1   |  Case2   | case2 vs case 1 |
+-----------------------+----------+----------+-----------------+
| Latency (avg ms)      |    70.91 |    25.36 |          64.23% |
| Requests/sec          | 47011.05 | 47080.98 |           0.14% |
| Transfer/sec (MB)     |    38.11 |    38.16 |           0.13% |
"""
    assert told(text)[:2] == [("Latency", "Case1", 70.91), ("Latency", "Case2", 25.36)]
    assert [value.unit for row in rows(text) for value in row.values][-1] == "MB/s"
