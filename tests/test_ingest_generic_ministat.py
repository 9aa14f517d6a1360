"""What ministat printed of runs of a benchmark that no suite claims."""

from archive.text import lines
from ingest.generic_tables import read_generic

COMPARED = """\
context_switch2 CPU0 CPU1 (Same Big-core, different small-cores).
Nothing differs.
x without_patch
* with_patch
    N           Min           Max        Median           Avg        Stddev
x 500        343644        348778        345444     345584.02     1035.1658
* 500        344310        347646        345776     345877.22     802.19501
"""


def test_statistics_of_each_side_are_results_of_what_the_paragraph_begins_with() -> None:
    rows = list(read_generic(lines(COMPARED), frozenset()))

    assert [(row.kernel.text if row.kernel else "", [value.cell.value for value in row.values]) for row in rows] == [
        ("without_patch", [343644, 348778, 345444, 345584.02]),
        ("with_patch", [344310, 347646, 345776, 345877.22]),
    ]
    assert [value.statistic for value in rows[0].values] == ["min", "max", "median", "mean"]
    assert {row.test for row in rows} == {"context_switch2 CPU0 CPU1 (Same Big-core, different small-cores)"}


def test_statistics_without_a_legend_are_left_alone() -> None:
    text = "\n".join(line for line in COMPARED.splitlines() if "patch" not in line)

    assert list(read_generic(lines(text), frozenset())) == []
