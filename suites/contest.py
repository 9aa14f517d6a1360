"""contest: how long a kernel compile takes while one background load runs; a table a load, a row a kernel.

Read are the tables of all versions, and what people type of them (contest_hand.py). The runs stood in brackets behind
the kernel before 0.60:

    io_load:
    Kernel [runs]           Time    CPU%    Loads   LCPU%   Ratio
    2.5.44-mm6 [3]          284.1   28      20      10      3.98
    2.5.60-cfq3a        2   134     56.0    23.6    9.6     1.68

The ratio is the time over the time without a load: that of one reference kernel before 0.60, the kernel's own since.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Basis
from archive.text import Line
from suites.base import Cell, Label, Metric, Rerun, Row, Suite, Value
from suites.cells import number
from suites.contest_hand import canonical_load, read_hand

TIME = Metric("time", "s", "lower", "seconds that the kernel compile took under the load, mean of the runs")
CPU = Metric("cpu_percent", "%", "higher", "CPU that the compile got; above 100 with several CPUs", role="secondary")
LOADS = Metric("loads", "loads", "higher", "how often the load got through its work meanwhile", role="secondary")
LOAD_CPU = Metric("load_cpu_percent", "%", None, "CPU that the load got", role="secondary")

# Time and CPU with a per cent sign, and from 0.3x on the ratio, or all the columns (0.5x and later).
_SHORT_HEAD = re.compile(r"\s{0,20}Kernel\s{1,60}Time\s{1,40}CPU%?(?:\s{1,40}Ratio)?\s*$")
_HEAD = re.compile(
    r"\s{0,20}Kernel\s{1,60}(?:\[runs\]\s{1,60})?Time\s{1,40}CPU%?\s{1,40}Loads\s{1,40}LCPU%?\s{1,40}Ratio\s*$"
)
_LABEL = r"\s{0,20}(?P<kernel>\S{1,60}(?:[ ](?!\[?\d)\S{1,30}){0,3}?)"
_RUNS = r"(?:\s{0,20}\[(?P<bracket>\d{1,3})\]|\s{1,60}(?P<column>\d{1,3}))?"
_NUMBER = r"\d{1,7}(?:\.\d{1,3})?"
_TAIL = r"\s{1,30}(?P<ratio>\d{1,5}\.\d{1,3})(?P<mark>[ ]?\*{1,3})?"
_SHORT_ROW = re.compile(rf"{_LABEL}{_RUNS}\s{{1,60}}(?P<time>{_NUMBER})\s{{1,30}}(?P<cpu>{_NUMBER})%(?:{_TAIL})?")
_ROW = re.compile(
    rf"{_LABEL}{_RUNS}\s{{1,60}}(?P<time>{_NUMBER})\s{{1,30}}(?P<cpu>{_NUMBER})%?\s{{1,30}}(?P<loads>{_NUMBER})"
    rf"\s{{1,30}}(?P<lcpu>{_NUMBER})%?{_TAIL}"
)
_TITLE = re.compile(r"\s{0,20}(?P<title>[A-Za-z][\w /+-]{1,40}?)\s{0,3}:?\s*$")
_COLUMNS = (("time", TIME, "Time"), ("cpu", CPU, "CPU%"), ("loads", LOADS, "Loads"), ("lcpu", LOAD_CPU, "LCPU%"))
_TITLE_DISTANCE = 2
# The ratio is printed to two digits, and of unrounded times.
_RATIO_SLACK = 0.0051
_MAX_STRANGERS = 2


@dataclass(frozen=True, slots=True)
class _Section:
    """A head and what stands above it: the load, and the line and quote depth of the table."""

    load: str
    title: str
    line: int
    depth: int
    row: re.Pattern[str]


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    typed = read_hand(lines, {metric.name: metric for metric in (TIME, CPU)})
    yield from sorted([*_tables(lines), *typed], key=lambda row: row.line)


def _tables(lines: Sequence[Line]) -> Iterator[Row]:
    references: list[Cell] = []
    section: _Section | None = None
    strangers = begun = 0
    for index, line in enumerate(lines):
        opened = _section(lines, index)
        if opened is not None:
            section, strangers = opened, 0
            continue
        if section is None or line.depth != section.depth:
            section = section if line.is_blank else None
            continue
        match = section.row.fullmatch(line.text.rstrip(), line.start)
        strangers = 0 if match is not None else strangers + 1
        if match is None:
            section = section if strangers <= _MAX_STRANGERS else None
            continue
        row = _row(line, match, section)
        if section.load == "no_load":
            references = references if references and row.block == begun else []
            begun = row.block
            references += [row.values[0].cell] if match["ratio"] and float(match["ratio"]) == 1.0 else []
        yield replace(row, warnings=_broken(match, row.values[0].cell, references))


def _section(lines: Sequence[Line], index: int) -> _Section | None:
    line = lines[index]
    short = _SHORT_HEAD.match(line.words) is not None
    if not short and _HEAD.match(line.words) is None:
        return None
    for above in range(index - 1, max(-1, index - 1 - _TITLE_DISTANCE), -1):
        title = _TITLE.match(lines[above].words) if lines[above].depth == line.depth else None
        if title is not None:
            load = canonical_load(title["title"])
            return _Section(load, title["title"], above + 1, line.depth, _SHORT_ROW if short else _ROW)
    return None


def _row(line: Line, match: re.Match[str], section: _Section) -> Row:
    printed = match["bracket"] or match["column"]
    runs = int(printed) if printed else None
    values = [
        _value(match, name, metric, text, runs)
        for name, metric, text in _COLUMNS
        if match.groupdict().get(name) is not None
    ]
    return Row(
        line=line.number,
        block=section.line,
        test=section.load,
        test_text=section.title,
        values=tuple(values),
        kernel=Label(match["kernel"], line.number, match.start("kernel"), match.end("kernel"), Basis.ROW_LABEL),
        title=section.title,
    )


def _value(match: re.Match[str], name: str, metric: Metric, text: str, runs: int | None) -> Value:
    cell = number(match[name], match.start(name))
    assert cell is not None  # the row's pattern lets nothing but plain numbers through
    # Every row is a mean, of one run too; versions that do not print the runs are taken at their word.
    statistic = "mean" if runs else "sample"
    return Value(metric.name, cell, text, metric.unit, None, metric.better, metric.role, statistic, runs=runs)


def _broken(match: re.Match[str], time: Cell, references: Sequence[Cell]) -> tuple[str, ...]:
    """What to say where the ratio is the time over that of no reference, within what their digits leave open."""
    ratio = float(match["ratio"] or 0)
    if (
        not references
        or not ratio
        or any(low <= ratio <= high for low, high in (_bounds(time, base) for base in references))
    ):
        return ()
    without = " or ".join(dict.fromkeys(base.raw for base in references))
    return (f"ratio {match['ratio']} is not {time.raw} / {without}: one of the figures is mistyped",)


def _bounds(time: Cell, base: Cell) -> tuple[float, float]:
    half, half_base = (time.resolution or 0) / 2, (base.resolution or 0) / 2
    low = (time.value - half) / (base.value + half_base) - _RATIO_SLACK
    return low, (time.value + half) / max(base.value - half_base, 1e-9) + _RATIO_SLACK


def _rerun(_test: str) -> Rerun:
    return Rerun(
        "no adapter", "compiles a kernel under a load that fills disk or memory; no program of ours does it yet"
    )


SUITE = Suite(
    name="contest",
    title="contest, a kernel compile under background loads",
    metrics=(TIME, CPU, LOADS, LOAD_CPU),
    tests={
        "no_load": "the compile alone",
        "cacherun": "the compile alone, sources already in the page cache",
        "cpu_load": "processes that compute (the name in some versions)",
        "process_load": "processes that pass data around a ring of pipes, four a CPU",
        "ctar_load": "a tar file is created again and again",
        "xtar_load": "a tar file is unpacked again and again",
        "tarc_load": "a tar file is created again and again (the name in some versions)",
        "tarx_load": "a tar file is unpacked again and again (the name in some versions)",
        "io_load": "a file as large as memory is written again and again",
        "io_halfmem_load": "a file of half the memory's size is written again and again",
        "io_fullmem_load": "a file as large as memory is written again and again (0.1)",
        "io_other": "a file as large as memory is written again and again on another disk",
        "read_load": "a large file is read again and again",
        "list_load": "all files of the system are listed again and again",
        "mem_load": "more memory is referenced than the machine has",
        "dbench_load": "dbench with sixteen clients a CPU",
    },
    parameters={},
    marks=("ratio", "contest", "noload"),
    hint=lambda text: "kernel" in text and any(word in text for word in ("lcpu%", "load:", "noload", "ci(95%)")),
    read=_read,
    rerun=_rerun,
)
