"""lkp, the kernel test robot of 0-day: comparisons of a commit with its parent; the testcase's own metrics are results.

    compiler/cpufreq_governor/kconfig/rootfs/tbox_group/test/testcase/testtime:
      gcc-12/performance/x86_64-rhel-8.3/debian-11.1-x86_64-20220510.cgz/lkp-ivb-2ep1/exec_test/aim9/300s

    commit:
      31255e072b ("x86/shstk: Delay signal entry SSP write until after user accesses")
      ec9aedb2aa ("x86/acpi: Ignore invalid x2APIC entries")

    31255e072b2e91f9 ec9aedb2aa1ab7ac420c00b31f5
    ---------------- ---------------------------
             %stddev     %change         %stddev
                 \\          |                \\
          1222            +2.4%       1251        aim9.exec_test.ops_per_sec

Before 2015 there was no row of "%stddev", and a row of the sum named the metric:

       88901 ~ 2%      -3.1%      86131 ~ 0%  brickland2/micro/hackbench/600%-process-pipe
       88901           -3.1%      86131       TOTAL hackbench.throughput

A row belongs to the benchmark that its metric names; lkp is what ran it. Monitors, profiles and fail:runs rows are no
results. The change is proven from the two values.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.text import Line
from suites.base import Rerun, Row, Suite, Value
from suites.lkp_head import Comparison, read_comparisons
from suites.lkp_names import Named, is_result, name_metric
from suites.lkp_path_rows import PathRow, is_total, read_path_row
from suites.lkp_rows import Figures, broken, last_word, read_figures

NAME = "lkp"
_SAID = re.compile(
    r"(?P<change>-?\d{1,9}\.\d{1,2})%[ \t]{1,3}(?P<word>improvement|regression)[ \t]{1,3}of(?:[ \t]{1,3}|$)"
)
_METRIC = re.compile(r"[A-Za-z][\w-]{1,40}\.\S{1,160}")
_TOTAL = re.compile(r"[\d%][ \t]{1,24}total [a-z][\w-]{1,40}\.")
_MAX_LINE = 1000


@dataclass(frozen=True, slots=True)
class _Result:
    """A row with one of the testcase's own metrics, and the table that it stands in."""

    line: Line
    figures: Figures
    metric: str
    comparison: Comparison


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    results = tuple(_results(lines))
    directions = _directions(lines, results) if results else {}
    for result in results:
        yield _row(result, directions.get(result.metric))


def _results(lines: Sequence[Line]) -> Iterator[_Result]:
    for comparison in read_comparisons(lines):
        totalled: list[PathRow] = []
        for index in comparison.rows:
            line, testcase = lines[index], comparison.axes.testcase
            named = last_word(line)
            row = read_path_row(line, named, len(comparison.heads)) if named is not None else None
            if row is not None:
                totalled.append(row)
            elif totalled and named is not None and is_total(line):
                yield from _of_total(totalled, named, comparison)
                totalled = []
            # Most rows are of monitors: their last word tells it before their figures are read.
            elif named is None or is_result(named, testcase):
                yield from _plain(lines, index, comparison)


def _plain(lines: Sequence[Line], index: int, comparison: Comparison) -> Iterator[_Result]:
    figures = read_figures(lines[index])
    if figures is None or len(figures.means) != len(comparison.heads):
        return
    metric = figures.metric or _wrapped(lines, index)
    if metric is not None and is_result(metric, comparison.axes.testcase):
        yield _Result(lines[index], figures, metric, comparison)


def _of_total(rows: Sequence[PathRow], metric: str, comparison: Comparison) -> Iterator[_Result]:
    """Rows by the paths of their jobs, whose metric the row of their sum names below them."""
    for row in rows:
        if is_result(metric, row.axes.testcase):
            machine = row.machine or comparison.machine
            yield _Result(row.line, row.figures, metric, replace(comparison, axes=row.axes, machine=machine))


def _wrapped(lines: Sequence[Line], index: int) -> str | None:
    """The metric that a mailer put on the next line."""
    below = lines[index + 1] if index + 1 < len(lines) else None
    if below is None or below.depth != lines[index].depth:
        return None
    name = below.words.strip()
    return name if _METRIC.fullmatch(name) is not None else None


def _row(result: _Result, said_better: str | None) -> Row:
    comparison = result.comparison
    named = name_metric(result.metric, comparison.axes)
    return Row(
        line=result.line.number,
        block=comparison.block,
        test=named.test,
        test_text=comparison.axes.test or comparison.axes.testcase or result.metric.partition(".")[0],
        values=_values(result, named, said_better),
        machine=comparison.machine,
        parameters={**comparison.axes.parameters, **named.parameters},
        title=comparison.title,
        harness=NAME,
        warnings=broken(result.figures, result.metric),
        suite=named.suite,
    )


def _values(result: _Result, named: Named, said_better: str | None) -> tuple[Value, ...]:
    return tuple(
        Value(
            metric=named.metric,
            cell=mean.cell,
            metric_text=result.metric,
            unit=named.unit,
            unit_text=named.unit_text,
            better=said_better or named.better,
            role=named.role,
            statistic=named.statistic,
            spread=mean.spread,
            kernel=head,
        )
        for mean, head in zip(result.figures.means, result.comparison.heads, strict=True)
    )


def _directions(lines: Sequence[Line], results: Sequence[_Result]) -> dict[str, str]:
    """The directions of metrics whose change the mail itself calls an improvement or a regression."""
    found: dict[str, str] = {}
    for metric, change, word in _said(lines):
        rows = [result.figures.means[1].change or "" for result in results if result.metric == metric]
        same = [printed for printed in rows if printed.strip("+-%") == change.strip("+-%")]
        if same:
            rises = not same[0].startswith("-")
            found.setdefault(metric, "higher" if rises == (word == "improvement") else "lower")
    return found


def _said(lines: Sequence[Line]) -> Iterator[tuple[str, str, str]]:
    """The robot's own sentence: "noticed a -1.7% regression of sysbench-fileio.write_operations/s on:"."""
    for index, line in enumerate(lines):
        is_said = "improvement" in line.words or "regression" in line.words
        sentence = _SAID.search(line.words[:_MAX_LINE]) if is_said else None
        if sentence is None:
            continue
        below = lines[index + 1].words.strip() if index + 1 < len(lines) else ""
        metric = _METRIC.match(line.words, sentence.end()) or _METRIC.match(below)
        if metric is not None:
            yield metric.group().rstrip(",:;"), sentence["change"], sentence["word"]


def _hint(text: str) -> bool:
    return "%stddev" in text or _TOTAL.search(text) is not None


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "lkp sets up whole machines for its jobs; no program of ours does what this one ran")


SUITE = Suite(
    name=NAME,
    title="lkp, the kernel test robot of 0-day, which runs other benchmarks",
    metrics=(),
    tests={},
    parameters={},
    marks=("%stddev", "total"),
    hint=_hint,
    read=_read,
    rerun=_rerun,
    aliases=("0-day", "0day"),
)
