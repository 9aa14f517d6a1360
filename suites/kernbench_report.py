"""Rows of kernbench's own report, one a metric, under the title of their load; no suite."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from archive import kernels
from archive.dates import parse_date
from archive.results import Basis
from archive.text import Line
from suites.base import Label, Metric, Row, Value
from suites.column_heads import read_heads
from suites.kernbench_lines import Figure, Piece, decimal_commas, may_belong, read_pieces
from suites.kernbench_titles import Title, title_above, titles_of
from suites.matches import measured

_TITLE_END = re.compile(r"^.{0,60}?(?:\bRun|\(std\.?[ ]?dev\w{0,6}\))[ ]+(?=\S)")
_KERNEL_LINE = re.compile(r"(?<!\S)kernel: ?(?P<name>\S{2,60})", re.IGNORECASE)
_TITLE_DISTANCE = 6
_LOG_GAP = 4
# Other programs print an elapsed time too; three of the metrics under one another are kernbench's.
_MIN_METRICS = 3
_LEAST_COLUMNS = 2
_CHANGE_SLACK = 0.02


@dataclass(frozen=True, slots=True)
class _Report:
    """Lines of a report that follow one another, with their titles, and the kernel that the log names above."""

    lines: tuple[Line, ...]
    titles: tuple[Title, ...]
    kernel: Label | None
    beside: tuple[Label, ...] = ()


def read_reports(lines: Sequence[Line], metrics: Mapping[str, Metric]) -> Iterator[Row]:
    """The rows of every report in `lines`; `metrics` are the suite's by name."""
    kernel: Label | None = None
    beside: tuple[Label, ...] = ()
    last = -_LOG_GAP
    index = 0
    while index < len(lines):
        count = _count(lines, index)
        if not count:
            index += 1
            continue
        report = _report(lines, index, count, kernel if index - last <= _LOG_GAP else None)
        if report is not None:
            beside = _beside(lines, report) or (beside if index - last <= _LOG_GAP else ())
            report = replace(report, beside=beside)
            kernel, last = report.kernel, index + count
            yield from _rows(lines, index, report, metrics)
        index += count


def _count(lines: Sequence[Line], index: int) -> int:
    """How many lines from `index` on are of one report."""
    end = index
    while end < len(lines) and lines[end].depth == lines[index].depth and may_belong(lines[end]):
        end += 1
    return end - index


def _report(lines: Sequence[Line], index: int, count: int, kernel: Label | None) -> _Report | None:
    own = tuple(lines[index : index + count])
    titles = _titles(lines, index)
    if count < _MIN_METRICS and not (titles and titles_of(lines[titles[0].line - 1])):
        return None
    above = titles[0].line - 1 if titles else index
    return _Report(own, titles, _logged_kernel(lines, above) or kernel)


def _titles(lines: Sequence[Line], index: int) -> tuple[Title, ...]:
    nearest = title_above(lines, index, _TITLE_DISTANCE)
    if nearest is None:
        return ()
    return titles_of(lines[nearest.line - 1]) or (nearest,)


def _logged_kernel(lines: Sequence[Line], above: int) -> Label | None:
    """The kernel on the line over the title where kernbench's log has it, under a date."""
    if above < 2 or lines[above - 1].depth != lines[above].depth:
        return None
    line, dated = lines[above - 1], lines[above - 2]
    words = line.words.strip()
    if kernels.parse(words) is None or len(dated.words) > 60 or parse_date(dated.words.strip()) is None:
        return None
    start = line.start + line.words.index(words)
    return Label(words, line.number, start, start + len(words), Basis.HEADING)


def _rows(lines: Sequence[Line], index: int, report: _Report, metrics: Mapping[str, Metric]) -> Iterator[Row]:
    decimal = decimal_commas(report.lines)
    block = min([index + 1, *(title.line for title in report.titles)])
    for line in report.lines:
        pieces = read_pieces(line, decimal=decimal)
        beside = report.beside if len(report.beside) == len(pieces) else ()
        for place, piece in enumerate(pieces):
            title = _title_of(piece, place, len(pieces), report.titles)
            heads = (beside[place],) if beside else _heads(lines, index, piece)
            yield Row(
                line=line.number,
                block=block,
                test=title.test if title is not None else "compile",
                test_text=title.text if title is not None else "kernbench",
                values=tuple(_values(line, piece, heads, metrics[piece.metric])),
                kernel=report.kernel,
                parameters=title.parameters if title is not None else {},
                title=title.text if title is not None else None,
            )


def _title_of(piece: Piece, place: int, count: int, titles: Sequence[Title]) -> Title | None:
    """A piece's title: its own where as many titles as reports stand side by side, else the one over them all."""
    if not titles:
        return None
    return titles[place] if len(titles) == count else max(titles, key=lambda title: title.start <= piece.start)


def _beside(lines: Sequence[Line], report: _Report) -> tuple[Label, ...]:
    """The kernels over two reports of one load that stand side by side; over the first of them, not over each load."""
    count = len(read_pieces(report.lines[0], decimal=False))
    if count < 2 or not report.titles or len({title.test for title in report.titles}) > 1:
        return ()
    title = report.titles[0]
    above = next((line for line in reversed(lines[: title.line - 1]) if not line.is_blank), None)
    if above is None or may_belong(above):
        return ()
    told = _told_beside(lines[max(0, title.line - 1 - _TITLE_DISTANCE) : title.line - 1], count)
    heads = read_heads(lines, title.line - 1, count, lines[title.line - 1].start) if not told else ()
    return told or tuple(_plain(head.label) for head in heads)


def _told_beside(above: Sequence[Line], count: int) -> tuple[Label, ...]:
    """The kernels of a line "kernel: 2.6.10       kernel: 2.6.11", which lines on the machines may follow."""
    for line in reversed(above):
        found = [match.span("name") for match in _KERNEL_LINE.finditer(line.text, line.start)]
        if len(found) == count:
            return tuple(Label(line.text[a:b], line.number, a, b, Basis.COLUMN_HEAD) for a, b in found)
    return ()


def _plain(label: Label) -> Label:
    """The name without the colon at its end."""
    text = label.text.rstrip(" :")
    return replace(label, text=text, end=label.end - len(label.text) + len(text))


def _heads(lines: Sequence[Line], index: int, piece: Piece) -> tuple[Label, ...]:
    """The kernels over the columns of a report, where it has several."""
    count = len(_columns(piece))
    if count < _LEAST_COLUMNS:
        return ()
    return tuple(_without_title(head.label) for head in read_heads(lines, index, count, piece.end))


def _columns(piece: Piece) -> list[Figure]:
    """The columns of a report, without a last one that repeats in per cent what the two before it tell."""
    columns = [figure for figure in piece.figures if figure.versus is None]
    if len(columns) != _LEAST_COLUMNS + 1 or not columns[0].cell.value:
        return columns
    first, second, last = (figure.cell.value for figure in columns)
    change = 100 * abs(second - first) / first
    return columns[:-1] if abs(change - last) < _CHANGE_SLACK else columns


def _without_title(label: Label) -> Label:
    """The head without the end of a title that stood over it: "Run BASE" where "Run (std deviation)" did."""
    return replace(label, text=_TITLE_END.sub("", label.text))


def _values(line: Line, piece: Piece, heads: Sequence[Label], metric: Metric) -> Iterator[Value]:
    columns = 0
    for figure in piece.figures[: len(_columns(piece))] if len(heads) == _LEAST_COLUMNS else piece.figures:
        kernel = _versus(line, figure)
        if kernel is None and columns < len(heads):
            kernel = heads[columns]
        columns += figure.versus is None
        yield measured(metric, figure.cell, piece.text, statistic="mean", spread=figure.spread, kernel=kernel)


def _versus(line: Line, figure: Figure) -> Label | None:
    """Whose a value in brackets is: "(vs 576.196)" is another kernel's, which only the word "vs" names."""
    if figure.versus is None:
        return None
    start, end = figure.versus
    return Label(line.text[start:end], line.number, start, end, Basis.COLUMN_HEAD)
