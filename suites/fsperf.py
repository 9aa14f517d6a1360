"""fsperf, the runner of file system benchmarks (fio, dbench and scripts) that btrfs developers compare kernels with.

    bufferedrandwrite16g results
          metric          baseline     current    stdev         diff
    ======================================================================
    elapsed                     720         712       0    -1.11%
    write_clat_ns_mean    170247.65   168027.72       0    -1.30%

Each row is a metric: its mean over earlier runs with their deviation, which older versions do not print, and its value
now. The last column proves the row: it is what the second figure differs from the first by, in per cent of the first.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Cell, Label, Metric, Rerun, Row, RowSpread, Suite, Value
from suites.cells import resolution
from suites.matches import cell, measured

NAME = "fsperf"
_GAP = r"[ \t]{1,40}"
_FIGURE = r"-?\d{1,15}(?:\.\d{1,9})?(?:e[+-]?\d{1,3})?"
_HEAD = re.compile(rf"[ \t]{{0,40}}metric{_GAP}(?P<old>baseline){_GAP}(?P<new>current){_GAP}(?:stdev{_GAP})?diff$")
_ROW = re.compile(
    rf"[ \t]{{0,8}}(?P<metric>[a-z][a-z0-9_.]{{1,60}}){_GAP}(?P<old>{_FIGURE}){_GAP}(?P<new>{_FIGURE}){_GAP}"
    rf"(?:(?P<stdev>{_FIGURE}){_GAP})?(?P<diff>{_FIGURE})%$"
)
_RULER = re.compile(r"[ \t]{0,20}={10,200}$")
_TITLE = re.compile(r"[ \t]{0,20}(?P<test>[A-Za-z][\w.-]{1,60}) results$")
_SECTION = re.compile(r"[ \t]{0,20}(?P<section>\S.{0,60}?) test results$")
# dbench's own calls, with their mean time.
_CALLS = (
    r"^(?:close|deltree|find|flush|lockx|mkdir|ntcreatex|unlockx|qfileinfo|qfsinfo|qpathinfo|readx|rename|sfileinfo"
    r"|unlink|writex)$"
)
# The first that fits counts: pattern, unit, direction, role.
_KINDS = (
    (r"_calls$|^commits$|^bg_count$|_count$", "count", None, "secondary"),
    (r"_ns(?:_|$)", "ns", "lower", "secondary"),
    (r"_ms(?:_|$)", "ms", "lower", "secondary"),
    (r"_bw_bytes$", "B/s", "higher", "primary"),
    (r"^dev_\w{1,40}_(?:k?bytes|iops)$", "count", None, "secondary"),
    (r"_iops$", "IOPS", "higher", "primary"),
    (r"_io_bytes$", "B", None, "secondary"),
    (r"_kbytes$", "KiB", None, "secondary"),
    (r"^throughput$", "MB/s", "higher", "primary"),
    (r"^elapsed$", "s", "lower", "primary"),
    (r"^sys_cpu$|_pct_\w{1,20}$|_pct$", "%", "lower", "secondary"),
    (_CALLS, "ms", "lower", "secondary"),
)
_PATTERNS = tuple((re.compile(pattern), unit, better, role) for pattern, unit, better, role in _KINDS)
_OF_RUN = re.compile(r"_(?P<statistic>min|max|p\d{2})$")
_TITLE_DISTANCE = 2
_SECTION_DISTANCE = 400
_ROUNDING = 0.006
_UNTITLED = "fsperf"


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    section: tuple[str, int] | None = None
    for index, line in enumerate(lines):
        named = _SECTION.match(line.words) if line.words.endswith("test results") else None
        if named is not None:
            section = (named["section"], index)
        head = _HEAD.match(line.text.rstrip(), line.start) if "baseline" in line.text else None
        ruled = index + 1 < len(lines) and _RULER.match(lines[index + 1].words) is not None
        if head is not None and ruled:
            is_near = section is not None and index - section[1] < _SECTION_DISTANCE
            yield from _rows(lines, index, head, section[0] if section is not None and is_near else None)


@dataclass(frozen=True, slots=True)
class _Table:
    """What stands above the rows: on which line it begins, the test, the two sides, and the section."""

    first: int
    test: str
    sides: tuple[Label, Label]
    parameters: dict[str, Parameter]


def _rows(lines: Sequence[Line], head: int, match: re.Match[str], section: str | None) -> Iterator[Row]:
    first, test = _title(lines, head)
    told: dict[str, Parameter] = {"section": section} if section is not None else {}
    table = _Table(first, test, (_side(lines[head], match, "old"), _side(lines[head], match, "new")), told)
    for line in lines[head + 1 :]:
        if _RULER.match(line.words):
            continue
        found = _ROW.match(line.text.rstrip(), line.start)
        if line.is_blank or line.depth != lines[head].depth:
            return
        if found is not None:
            yield _row(line, table, found)


def _title(lines: Sequence[Line], head: int) -> tuple[int, str]:
    """The line on which the table begins, and the test that its title names."""
    for above in range(head - 1, max(-1, head - 1 - _TITLE_DISTANCE), -1):
        title = _TITLE.match(lines[above].words)
        if title is not None:
            return lines[above].number, title["test"]
    return lines[head].number, _UNTITLED


def _row(line: Line, table: _Table, found: re.Match[str]) -> Row:
    name = found["metric"]
    metric = _metric(name)
    old, new = (
        measured(metric, _cell(found, group), name, kernel=side, statistic=_statistic(name))
        for group, side in zip(("old", "new"), table.sides, strict=True)
    )
    spread = (RowSpread("stdev", _cell(found, "stdev")),) if found["stdev"] else ()
    return Row(
        line=line.number,
        block=table.first,
        test=table.test,
        test_text=table.test,
        values=(_unitless(replace(old, spread=spread)), _unitless(new)),
        parameters=table.parameters,
        suite=NAME,
        warnings=_broken(found),
    )


def _cell(found: re.Match[str], group: str) -> Cell:
    """A figure of a row; of one such as 2.45e+09 the last printed digit is that of its first part."""
    plain, _, power = found[group].partition("e")
    return replace(cell(found, group), resolution=resolution(plain) * 10.0 ** int(power or 0))


def _statistic(name: str) -> str:
    """What the end of a metric's name says that its figure is; each is the mean of that over the runs."""
    found = _OF_RUN.search(name)
    return found["statistic"] if found is not None else "mean"


def _metric(name: str) -> Metric:
    """A metric by its name, which ends in its unit."""
    for pattern, unit, better, role in _PATTERNS:
        if pattern.search(name):
            return Metric(name, unit, better, name, role)
    return Metric(name, "", None, name, "secondary")


def _unitless(value: Value) -> Value:
    return value if value.unit and value.unit != "count" else replace(value, unit=None)


def _side(line: Line, match: re.Match[str], group: str) -> Label:
    return Label(match[group], line.number, match.start(group), match.end(group), Basis.COLUMN_HEAD)


def _broken(found: re.Match[str]) -> tuple[str, ...]:
    old, new, diff = (float(found[name]) for name in ("old", "new", "diff"))
    # Rounding of three printed digits moves the per cent of figures such as 1.36e+08.
    slack = _ROUNDING if "e" not in found["old"] + found["new"] and old >= 1 else 1.0 + abs(diff) * _ROUNDING
    if old and old > 1 and abs((new - old) / old * 100 - diff) > slack:
        return (f"{found['old']} and {found['new']} differ by another percentage than {found['diff']}",)
    return ()


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "fsperf makes and mounts file systems; no program of ours does what it runs")


SUITE = Suite(
    name=NAME,
    title="fsperf, file system benchmarks of btrfs developers",
    metrics=(),
    tests={"*": "one of its tests by name: bufferedrandwrite16g, dbench60, emptyfiles500k, smallfiles100k"},
    parameters={"section": "the section of its configuration that the tables are of"},
    marks=("baseline",),
    hint=lambda text: " results" in text and "current" in text and "diff" in text,
    read=_read,
    rerun=_rerun,
)
