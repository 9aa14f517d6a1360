"""Tables that post only how results stand to another: which are read, against what, and which are left alone."""

from dataclasses import replace

import pytest

from archive.model import Author, Message, Part, Quality, Source
from archive.results import Derived, RelativeResult
from archive.text import lines
from ingest.derive import derive
from ingest.relative_tables import may_hold_relative, read_relatives

NORMALISED = """\
Test          : hackbench
Units         : Normalized time in seconds
Interpretation: Lower is better
Statistic     : AMean
==================================================================
Case:           tip[pct imp](CV)    max[pct imp](CV)
 1-groups     1.00 [ -0.00](11.18)     1.01 [ -0.60](12.84)
 2-groups     1.00 [ -0.00]( 4.73)     2.88 [-188.25](63.11)
"""
COUNTED = """\
Test          : tbench
Units         : Normalized throughput
Clients:    tip[pct imp](CV)       revert[pct imp](CV)
    1     1.00 [  0.00]( 0.24)     0.91 [ -8.96]( 0.30)
    2     1.00 [  0.00]( 0.25)     0.92 [ -8.20]( 0.97)
"""
COMPARED = """\
netperf
=======
case                    load            baseline(std%)  compare%( std%)
TCP_RR                  56-threads       1.00 (  2.75)  +10.49 ( 10.88)
TCP_RR                  112-threads      1.00 (  2.39)   -1.88 (  2.82)
"""
KERNELS_AS_ROWS = """\
Kernel   | default  | NO_PLACE_LAG and
aarm64   | config   | NO_RUN_TO_PARITY
---------+----------+-----------------
6.5      | baseline |  N/A
6.6      | -13.2%   | -6.8%
6.12-rc2 | -12.2%   | -8.9%
"""
MARKED = """\
+----------------+----------------------------+---------------+-------------+
| Benchmark      | Result Class               | 6.14 (base)   |  6.15-rc5   |
+================+============================+===============+=============+
| micromm/fork   | fork: p:1, d:10 (seconds)  |         0.00% |  (R) 24.31% |
|                | fork: p:512, d:10 (seconds)|         0.00% |       5.45% |
+----------------+----------------------------+---------------+-------------+
| micromm/munmap | munmap: p:1, d:10 (seconds)|         0.00% |      -0.04% |
"""
TOLD = """\
Numbers are increase (+) / reduction (-) in runtime. "Base" is the baseline.

Folio Size |  MM-ID | No-Mapcount
--------------------------------
    16 KiB |   2 % |        -8 %
    32 KiB |   3 % |        -9 %
"""
ONE_ROW_A_KERNEL = """\
Units         : Normalized runtime
Interpretation: Lower is better
kernel:\t\t\ttime [pct imp]
tip:sched/core\t\t1.00 [00.00]
tip:sched/core + revert\t0.41 [60.00]
"""
REFUSED = {
    "shares of the processor": """\
          user     system    idle
before   12.5%      3.1%     84.4%
after    13.5%      4.1%     82.4%
""",
    "a first cell only": """\
Clients   acpi-cpufreq        amd_pst+guided
  1    1.00 (0.00 pct)    2.20 (120.00 pct)
  2    1.97 (0.00 pct)    4.38 (122.33 pct)
""",
    "gains of nothing told": """\
Size     | patched | again
16 KiB   |   +2 %  |  -8 %
32 KiB   |   +3 %  |  -9 %
""",
    "two columns of one": """\
Normalised time
case     before      after     other
a        1.00        1.00      1.02
b        1.00        1.00      1.03
""",
    "times of which some are a second": """\
size     reads      writes    seeks
a        1.00        4.25      1.02
b        1.00        4.50      1.03
""",
    "a patch": """\
diff --git a/t.txt b/t.txt
--- a/t.txt
+++ b/t.txt
@@ -1,3 +1,3 @@
 Units: Normalized time
 case     before(std%)  after(std%)
 a        1.00 ( 1.20)  1.25 ( 1.10)
 b        1.00 ( 1.20)  1.50 ( 1.10)
""",
}
TEXTS = {
    "normalised": NORMALISED,
    "counted": COUNTED,
    "compared": COMPARED,
    "kernels as rows": KERNELS_AS_ROWS,
    "marked": MARKED,
    "told": TOLD,
    "one row a kernel": ONE_ROW_A_KERNEL,
}


def post(text: str) -> Derived:
    author = Author("Ada Poster", "ada@example.org")
    part = Part(0, "text/plain", None, text)
    return derive(
        [
            Message(
                *("post@example.org", False, "post@example.org", "Scheduler numbers", author, None, None, None),
                *((), (), (), (part,), Source("mbox", "x"), Quality.RAW_MAIL),
            )
        ]
    )


def told(relative: RelativeResult) -> tuple[str, str, str, str, str]:
    assert relative.kernel is not None
    assert relative.baseline is not None
    return relative.test, relative.raw, relative.unit, relative.kernel.text, relative.baseline.text


@pytest.mark.parametrize(
    ("text", "first", "count"),
    [
        (NORMALISED, ("1-groups", "1.01", "ratio", "max", "tip"), 2),
        (COUNTED, ("tbench", "0.91", "ratio", "revert", "tip"), 2),
        (COMPARED, ("TCP_RR 56-threads", "+10.49", "% change", "compare", "baseline"), 2),
        (KERNELS_AS_ROWS, ("default config", "-13.2", "% change", "6.6", "6.5"), 4),
        (MARKED, ("micromm/fork fork: p:1, d:10 (seconds)", "24.31", "% change", "6.15-rc5", "6.14"), 3),
        (TOLD, ("16 KiB", "2", "% change", "MM-ID", "Base"), 4),
        (ONE_ROW_A_KERNEL, ("runtime", "0.41", "ratio", "tip:sched/core + revert", "tip:sched/core"), 1),
    ],
    ids=list(TEXTS),
)
def test_figures_are_relative_results_with_what_they_stand_to(
    text: str, first: tuple[str, str, str, str, str], count: int
) -> None:
    found = post(text)
    assert found.measurements == ()
    assert told(found.relatives[0]) == first
    assert len(found.relatives) == count


@pytest.mark.parametrize("text", TEXTS.values(), ids=list(TEXTS))
def test_every_relative_figure_stands_where_it_says(text: str) -> None:
    physical = lines(text)
    for relative in post(text).relatives:
        words = physical[relative.span.line - 1].text
        assert words[relative.span.start : relative.span.end] == relative.raw
        assert relative.baseline is not None
        for span in relative.baseline.attribution.spans:
            assert physical[span.line - 1].text[span.start : span.end] == relative.baseline.text


@pytest.mark.parametrize("text", TEXTS.values(), ids=list(TEXTS))
def test_a_quoted_table_reads_the_same(text: str) -> None:
    quoted = "".join(f"> {line}\n" for line in text.splitlines())
    plain = [replace(row, line=0, block=0) for row in read_relatives(lines(text), frozenset())]
    found = [replace(row, line=0, block=0) for row in read_relatives(lines(quoted), frozenset())]
    assert [(row.test, [value.cell.raw for value in row.values]) for row in found] == [
        (row.test, [value.cell.raw for value in row.values]) for row in plain
    ]


def test_a_named_benchmark_is_the_suite_and_counts_are_settings() -> None:
    found = post(COUNTED).relatives[1]
    assert (found.suite, found.metric, dict(found.parameters)) == ("dbench", "throughput", {"client": 2})


@pytest.mark.parametrize("text", REFUSED.values(), ids=list(REFUSED))
def test_without_a_base_that_is_told_nothing_is_read(text: str) -> None:
    assert list(read_relatives(lines(text), frozenset())) == []


def test_lines_of_a_suite_are_left_to_it() -> None:
    assert list(read_relatives(lines(COUNTED), frozenset({4}))) == []


@pytest.mark.parametrize("text", TEXTS.values(), ids=list(TEXTS))
def test_the_cheap_look_lets_such_tables_through(text: str) -> None:
    assert may_hold_relative(text)


def test_the_cheap_look_turns_prose_away() -> None:
    assert not may_hold_relative("It got 20 % faster, which is 3 % more than the 2 % that I hoped for and 1 % of all.")
