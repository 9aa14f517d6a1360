"""Lines without a suite that tell statistics of runs by their names, or under heads that are nothing but such names:

    Buffered Read (KiB/s): Avg: 7881, Min: 7495, Max: 8744, Stdev: 508

    Read throughput:
             min         max         avg     std_dev     conf99%
           64.27      475.79     319.046     171.233     1011.97

The words before them have to tell what was measured. The smallest is no more, the largest no less than the mean: that
proves the columns.
"""

import re
from collections.abc import Iterator, Sequence

from archive.text import Line
from ingest.generic_metrics import Measure, is_no_result, measure_of, without_unit
from ingest.generic_tables import claimed_paragraphs, patched_lines
from suites.base import Cell, Row, RowSpread, Value
from suites.cells import number
from suites.statistic_words import spread_of, statistic_of

_NAMED = re.compile(
    r"(?P<name>avg|average|mean|median|min(?:imum)?|max(?:imum)?|std[. _]?dev|stddev|stdev"
    r"|p\d\d(?:\.\d{1,2})?|\d\d(?:\.\d{1,2})?th)"
    r"[ \t]{0,2}[:=][ \t]{0,3}(?P<figure>\d{1,12}(?:\.\d{1,6})?)(?![\w%.]*[\w%])[ \t]{0,3}[,;]?[ \t]{0,3}",
    re.IGNORECASE,
)
_LABEL = re.compile(r"[ \t]{0,8}(?P<label>[A-Za-z][^:=|]{1,80}?)[ \t]{0,3}:[ \t]{1,8}(?=[A-Za-z\d])")
_TITLE = re.compile(r"[ \t]{0,8}(?P<title>[A-Za-z][^:=|.]{3,80})[ \t]{0,2}:[ \t]{0,4}$")
_WORD = re.compile(r"\S{1,24}")
_HEAD = re.compile(r"[ \t]{2,40}(?:min|max|avg|mean|average|median)\b[a-z\d_%. \t]{4,120}$")
# fio's own lines, which its suite reads or leaves.
_OF_FIO = re.compile(r"(?:[sc]?lat|bw|iops|sync|cpu)\b", re.IGNORECASE)
_CENTRES = frozenset({"mean", "median"})
_LEAST = 3
_MAX_LINE = 200


def read_statistics(lines: Sequence[Line], claimed: frozenset[int]) -> Iterator[Row]:
    """The rows of such lines that nobody claims; what stands in one paragraph with claimed lines is left to the suites,
    patches to those who apply them.
    """
    found = list(_found(lines))
    closed = claimed_paragraphs(lines, claimed) | patched_lines(lines) if found else frozenset[int]()
    yield from (row for row in found if row.line not in closed)


def _found(lines: Sequence[Line]) -> Iterator[Row]:
    block, last = 0, -2
    for index, line in enumerate(lines):
        words = line.words
        if not words or len(words) > _MAX_LINE:
            continue
        row = _labelled(line) if ":" in words and ("vg" in words or "ean" in words or "VG" in words) else None
        if row is None and index and index + 1 < len(lines) and _HEAD.match(line.text) is not None:
            row = _headed(lines, index)
        if row is not None:
            block, last = (block if row.line - last <= 2 else row.block), row.line
            yield Row(row.line, block, row.test, row.test_text, row.values, title=row.title)


def _labelled(line: Line) -> Row | None:
    """The row of a line whose figures have their names before them."""
    label = _LABEL.match(line.text, line.start)
    if label is None or _OF_FIO.match(label["label"]) is not None:
        return None
    place, found = label.end(), list[tuple[str, Cell]]()
    while (match := _NAMED.match(line.text, place)) is not None:
        cell = number(match["figure"], match.start("figure"))
        if cell is not None:
            found.append((match["name"], cell))
        place = match.end()
    if line.text[place:].strip():
        return None
    return _row(line, line.number, label["label"], found)


def _headed(lines: Sequence[Line], index: int) -> Row | None:
    """The row of the figures under a head of statistics, below a line that says what they are of."""
    title = _TITLE.match(lines[index - 1].text, lines[index - 1].start)
    line = lines[index + 1]
    names, cells = lines[index].words.split(), [number(m.group(), m.start()) for m in _WORD.finditer(line.text)]
    figures = [cell for cell in cells if cell is not None]
    if title is None or len(figures) != len(cells) or len(names) != len(figures) or line.depth != lines[index].depth:
        return None
    return _row(line, index, title["title"], list(zip(names, figures, strict=True)))


def _row(line: Line, block: int, label: str, found: Sequence[tuple[str, Cell]]) -> Row | None:
    measure = None if is_no_result(label) else measure_of(label)
    told = {statistic: cell for name, cell in found if (statistic := statistic_of(_plain(name))) is not None}
    if measure is None or len(found) < _LEAST or not _CENTRES & told.keys() or not _is_ordered(told):
        return None
    names = {cell.start: name for name, cell in found}
    spreads = [RowSpread(kind, cell) for name, cell in found if (kind := _spread(name)) is not None]
    values = tuple(
        _value(measure, names[cell.start], statistic, cell, spreads if statistic == "mean" else ())
        for statistic, cell in told.items()
    )
    return Row(line.number, block, without_unit(label), label, values, title=None)


def _plain(name: str) -> str:
    return name.replace("_", " ").strip()


def _spread(name: str) -> str | None:
    return "ci" if name.lower().startswith("conf") else spread_of(name.replace("_", " ").replace(".", ""))


def _is_ordered(told: dict[str, Cell]) -> bool:
    least, most = told.get("min"), told.get("max")
    centres = [cell.value for name, cell in told.items() if name in _CENTRES]
    return all((least is None or least.value <= c) and (most is None or c <= most.value) for c in centres) and any(
        cell.value for cell in told.values()
    )


def _value(measure: Measure, name: str, statistic: str, cell: Cell, spreads: Sequence[RowSpread]) -> Value:
    return Value(
        metric=measure.name,
        cell=cell,
        metric_text=name,
        unit=measure.unit,
        unit_text=measure.unit,
        better=measure.better,
        statistic=statistic,
        spread=tuple(spreads),
    )
