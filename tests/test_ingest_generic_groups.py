"""Groups of a side, a figure and its deviation below settings and a benchmark's name: what is read and what is not."""

import pytest

from archive.text import lines
from ingest.generic_tables import read_generic

GROUPS = """\
  ==============================
  hackbench on ICL:
  group=8
  base:    461070±0.8%
  patch:   491713±0.3% +6.6%

  group=16
  base:    309032±5.0%
  patch:   378337±1.3% (noise)
"""
SHARES = """\
  netperf/udp_rr on SPR
  25%
  base:   104954±1.3%
  patch:  107312±2.8%  (noise)
"""
REFUSED = {
    "no benchmark is named": GROUPS.replace("hackbench", "the box"),
    "no deviation tells of runs": GROUPS.replace("±", " of "),
    "one side only": "hackbench:\ngroup=8\nbase:  461070±0.8%\n",
    "no sides": GROUPS.replace("base", "room").replace("patch", "queue"),
}


def test_sides_below_a_setting_and_a_benchmark_are_results_with_their_deviation() -> None:
    rows = list(read_generic(lines(GROUPS), frozenset()))

    assert [(row.suite, row.kernel.text, row.values[0].cell.raw) for row in rows if row.kernel is not None] == [
        ("hackbench", "base", "461070"),
        ("hackbench", "patch", "491713"),
        ("hackbench", "base", "309032"),
        ("hackbench", "patch", "378337"),
    ]
    assert [dict(row.parameters) for row in rows] == [{"group": 8}, {"group": 8}, {"group": 16}, {"group": 16}]
    assert [spread.cell.raw for row in rows for spread in row.values[0].spread] == ["0.8", "0.3", "5.0", "1.3"]
    assert {row.block for row in rows} == {2}


def test_a_share_alone_on_a_line_is_the_load_of_its_group() -> None:
    rows = list(read_generic(lines(SHARES), frozenset()))

    assert [(row.suite, row.test, dict(row.parameters)) for row in rows] == [
        ("netperf", "netperf/udp_rr on SPR", {"load": 25})
    ] * 2


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_groups_of_which_too_little_is_told_are_left_alone(text: str) -> None:
    assert list(read_generic(lines(text), frozenset())) == []
