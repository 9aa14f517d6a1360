"""Tables that people type of OSDL's database tests: a metric under its head, behind what names the row, and means with
a kernel over each column; no suite.

    CPUs OS  Load Memory Metric (Avg)          Runid..CPUs.Thruput          metric  url to test results
    8way 2.4 Cached HM--- 4475.45              289860 8    86.5<---         reiser4   1208    http://khack.osdl.org/

    Kernel__________2.4.21rc1  2.5.68  2.5.68Ingo
    Average         4184       4226    4226
    StdDev          46.98      26.95    17.45

Dots, lines and dashes between the words stand for blanks. Columns are told by their order: as many words stand before
the metric as heads do.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Cell, Label, Metric, Row, RowSpread
from suites.cells import number, words
from suites.matches import measured

_FILESYSTEMS = frozenset(("ext2", "ext3", "ext4", "reiserfs", "reiser4", "xfs", "jfs"))
_METRIC = re.compile(r"notpm|metric|thr(?:o?u(?:gh)?)put", re.IGNORECASE)
_IS_KERNEL = re.compile(r"kernel|os|linux|version", re.IGNORECASE)
_SETTINGS = {
    "cpus": "cpus",
    "cpu": "cpus",
    "elevator": "elevator",
    "scheduler": "elevator",
    "load": "workload",
    "workload": "workload",
    "dbt2": "workload",
    "memory": "memory",
    "filesystem": "filesystem",
    "fs": "filesystem",
}
_LEFT_OUT = frozenset(("runid", "run", "plm", "stp", "id", "#"))
_LEADERS = re.compile(r"[._]{2,40}|(?<=[A-Za-z])\.(?=[A-Z])|-{2,40}|<-{1,40}")
_NOTE = re.compile(r"[ ](?=\([*\w]{1,3}\))")
_VERSION = re.compile(r"(?:linux-?|v)?\d\.\d", re.IGNORECASE)
_CPUS = re.compile(r"(?P<cpus>\d{1,4})-?(?:way|cpus?|p)?", re.IGNORECASE)
_MEAN = re.compile(r"[ \t]{0,8}(?P<name>Average|Mean|Avg)\b", re.IGNORECASE)
_SPREAD = re.compile(r"[ \t]{0,8}Std\.?[ ]?Dev", re.IGNORECASE)
_SIDES = re.compile(r"[ \t]{0,8}Kernel(?P<rest>[_. \t]{1,40}\S.{0,200})$")
_SIDE = re.compile(r"[^\s(]{1,40}(?:[ ]?\([^()]{1,20}\))?")
_NAMED = re.compile(r"(?<![\w/.])(?:OSDL[- ])?DBT[- ]?(?P<which>[123])(?!\d)", re.IGNORECASE)
_BY_METRIC = {"notpm": "2"}
_WORKLOAD = re.compile(r"\b(?P<non>non[- ]?)?cached\b", re.IGNORECASE)
_MAX_LINE = 300
_MAX_BEFORE = 5
_MAX_STRANGERS = 3
_MEANS_REACH = 3
_TITLE_REACH = 2


@dataclass(frozen=True, slots=True)
class _TypedRow:
    """A row: where it stands, what names it, its settings, its figures with spread and kernel, and how their metric is
    called.
    """

    line: int
    block: int
    label: Label | None
    settings: dict[str, Parameter]
    figures: tuple[tuple[Cell, tuple[RowSpread, ...], Label | None], ...]
    text: str
    statistic: str = "sample"


@dataclass(frozen=True, slots=True)
class _Head:
    """A head: its line and quote depth, what stands before the metric, and the metric's words."""

    line: int
    depth: int
    before: tuple[str, ...]
    metric: str


def read_rows(lines: Sequence[Line], which: str, metric: Metric) -> Iterator[Row]:
    """The rows of the test of that number, as a metric: the one that is named last above them, or else anywhere."""
    named = [(line.number, found["which"]) for line in lines for found in _NAMED.finditer(line.words[:_MAX_LINE])]
    numbers = [number for number, _ in named]
    for row in sorted([*_typed(lines), *_means(lines)], key=lambda row: row.line):
        place = max(bisect_right(numbers, row.line) - 1, 0)
        told = named[place][1] if named else _BY_METRIC.get(row.text.lower())
        if told == which:
            yield _of_test(lines, row, which, metric)


def _of_test(lines: Sequence[Line], row: _TypedRow, which: str, metric: Metric) -> Row:
    parameters = dict(row.settings)
    title = lines[row.block - 1].words.strip()
    told = _WORKLOAD.search(title) if "workload" not in parameters else None
    if told is not None:
        parameters["workload"] = "noncached" if told["non"] else "cached"
    return Row(
        line=row.line,
        block=row.block,
        test=f"dbt{which}",
        test_text=title if told is not None else f"DBT-{which}",
        values=tuple(
            measured(metric, found, row.text, statistic=row.statistic, spread=spread, kernel=kernel)
            for found, spread, kernel in row.figures
        ),
        kernel=row.label,
        parameters=parameters,
        title=title if told is not None else None,
    )


def _typed(lines: Sequence[Line]) -> Iterator[_TypedRow]:
    """The rows of all tables with a head that names a metric."""
    head: _Head | None = None
    strangers = 0
    for line in lines:
        found = _head(line)
        if found is not None:
            head, strangers = found, 0
            continue
        if head is None or not any(map(str.isalnum, line.words)):
            continue
        row = _row(line, head) if line.depth == head.depth else None
        strangers = 0 if row is not None else strangers + 1
        head = head if strangers <= _MAX_STRANGERS else None
        if row is not None:
            yield row


def _plain(text: str) -> str:
    """The text with blanks for what leads from word to word, column for column."""
    return _LEADERS.sub(lambda found: " " * len(found.group()), text)


def _head(line: Line) -> _Head | None:
    if _METRIC.search(line.words[:_MAX_LINE]) is None or len(line.text) > _MAX_LINE:
        return None
    found = [word for word, _, _ in words(_plain(line.text), line.start)]
    place = next((place for place, word in enumerate(found) if _METRIC.fullmatch(word) is not None), None)
    if place is None or place > _MAX_BEFORE:
        return None
    before = tuple(word.lower() for word in found[:place])
    known = [_IS_KERNEL.fullmatch(word) is not None or word in _SETTINGS or word in _LEFT_OUT for word in before]
    is_head = all(known) and (bool(before) or "url" in line.words.lower())
    return _Head(line.number, line.depth, before, found[place]) if is_head else None


def _row(line: Line, head: _Head) -> _TypedRow | None:
    """The row on a line: what heads name, and a number behind it."""
    text = _plain(line.text[:_MAX_LINE])
    found = list(words(_NOTE.sub("\x00", text), line.start))
    count = len(head.before) or 1
    if len(found) <= count or found[0][0].startswith(("%", "*")):
        return None
    cell = number(found[count][0], found[count][1])
    names = head.before or ("",)
    pieces = list(zip(names, found[:count], strict=True))
    if cell is None or cell.value <= 0 or any(not _fits(name, word) for name, (word, _, _) in pieces):
        return None
    label: Label | None = None
    settings: dict[str, Parameter] = {}
    for name, (word, start, end) in pieces:
        if name and _IS_KERNEL.fullmatch(name) is not None:
            label = Label(line.text[start:end], line.number, start, end, Basis.ROW_LABEL)
        elif name not in _LEFT_OUT:
            settings |= _setting(name, word)
    return _TypedRow(line.number, head.line, label, settings, ((cell, (), None),), head.metric)


def _fits(name: str, word: str) -> bool:
    """Whether a word can stand under a head: numbers and names are not taken for one another."""
    if name in {"cpus", "cpu"}:
        return _CPUS.fullmatch(word) is not None
    if _IS_KERNEL.fullmatch(name) is not None:
        return _VERSION.match(word) is not None
    return name in _LEFT_OUT or (word[0].isalpha() if name else word.lower() in _FILESYSTEMS)


def _setting(name: str, word: str) -> dict[str, Parameter]:
    if not name:
        return {"filesystem": word}
    key = _SETTINGS[name]
    counted = _CPUS.fullmatch(word) if key == "cpus" else None
    if counted is not None:
        return {key: int(counted["cpus"])}
    return {key: word.lower().replace("-", "") if key == "workload" else word}


def _means(lines: Sequence[Line]) -> Iterator[_TypedRow]:
    """Means below a line of kernels, with the deviations under them."""
    for index, line in enumerate(lines):
        mean = _MEAN.match(line.words) if len(line.words) <= _MAX_LINE else None
        kernels = _kernels(lines, index) if mean is not None else ()
        if mean is None or not kernels:
            continue
        cells = [number(word, start) for word, start, _ in words(line.text, line.start + mean.end())]
        known = [cell for cell in cells if cell is not None]
        if len(known) != len(cells) or len(known) != len(kernels):
            continue
        spreads = _deviations(lines, index, len(known))
        figures = tuple(zip(known, spreads, kernels, strict=True))
        block = max(1, kernels[0].line - 1)
        title = block if lines[block - 1].words.strip(" -=_") else kernels[0].line
        yield _TypedRow(line.number, title, None, {}, figures, mean["name"], "mean")


def _kernels(lines: Sequence[Line], index: int) -> tuple[Label, ...]:
    """The kernels over the columns of a line of means."""
    for above in range(index - 1, max(-1, index - 1 - _MEANS_REACH), -1):
        line = lines[above]
        found = _SIDES.match(_plain(line.words)) if line.depth == lines[index].depth else None
        if found is not None:
            at = line.start + found.start("rest")
            return tuple(
                Label(side.group(), line.number, at + side.start(), at + side.end(), Basis.COLUMN_HEAD)
                for side in _SIDE.finditer(found["rest"])
            )
    return ()


def _deviations(lines: Sequence[Line], index: int, count: int) -> list[tuple[RowSpread, ...]]:
    below = lines[index + 1] if index + 1 < len(lines) else None
    match = _SPREAD.match(below.words) if below is not None else None
    if below is None or match is None:
        return [()] * count
    cells = [number(word, start) for word, start, _ in words(below.text, below.start + match.end())]
    if len(cells) != count or None in cells:
        return [()] * count
    return [(RowSpread("stdev", cell, below.number),) for cell in cells if cell is not None]
