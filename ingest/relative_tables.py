"""Tables that post only how results stand to another: normalised to 1.00, or as per cents of gain.

    Test          : hackbench                          case           load       baseline(std%)  compare%( std%)
    Units         : Normalized time in seconds         process-pipe   group-1     1.00 (  1.45)   -2.99 (  4.35)
    Case:        tip[pct imp](CV)    up[pct imp](CV)
    1-groups   1.00 [ -0.00](11.18)  1.02 [ -2.00](12.84)    6.5   baseline     N/A
                                                             6.6     -13.2%    -6.8%

Read only where the table or the words above tell what the figures stand to: a column or a first row that is 1.00,
100 % or 0.00 % all along, or "relative to NAME". The base's own figures are left out: they say nothing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis, Parameter
from archive.text import Line
from ingest.generic_metrics import measure_of
from ingest.generic_sides import are_sides, is_side, names_a_measure
from ingest.generic_tables import claimed_paragraphs, patched_lines
from ingest.relative_heads import Above, above, read_column_heads
from ingest.relative_rows import RelativeFigure, RelativeRow, read_relative_row
from suites.base import Cell, Label, Row, Value
from suites.cells import resolution
from suites.column_heads import Head

# A base of 1.00 with something behind it; two per cents side by side.
_NORMALISED = re.compile(r"1\.00(?:[ \t]{0,3}[\[(|]|[ \t]{2,20}[\d+-])")
_PER_CENTS = re.compile(r"%[ \t|]{1,20}(?:\([RI]\)[ ]{1,4})?[+-]?\d[\d.]{0,8}[ ]?%")
_FIGURE = re.compile(r"1\.00|\d[ ]?(?:%|pct)|baseline")
# Figures of a row above are no heads; columns of differences repeat the ones before them.
_FIGURE_HEAD = re.compile(r"[+-]?(?:[01]\.\d{2,3}|\d{2,4}\.\d{1,3}|\d{1,4}\.\d{3}|\d{1,4}%)")
_DIFFERENCE = re.compile(r"(?:%|diff|delta|change|gain|improve|speed-?up)", re.IGNORECASE)
_MEASURE = re.compile(r"(?:norm\w{0,8}[ ])?(?:time|runtime|latency|throughput|score|result|value)\b", re.IGNORECASE)
_LEAST_SIGNS = 4
_MAX_ROWS = 400
_MAX_BLANKS = 2
_MIN_ROWS = 2
_SURE_ROWS = 3
_MOST_TIMES = 1000.0


@dataclass(frozen=True, slots=True)
class _Table:
    rows: tuple[RelativeRow, ...]
    heads: tuple[Head, ...]
    above: Above
    is_gain: bool
    """Whether figures are differences from the base, and not how many times or per cents of it."""

    def column(self, place: int) -> tuple[RelativeFigure, ...]:
        return tuple(row.figures[place] for row in self.rows)

    @property
    def block(self) -> int:
        return min((head.label.line for head in self.heads), default=self.rows[0].index + 1)


def may_hold_relative(text: str) -> bool:
    """Whether a text can hold such a table: cheap, since it is asked of every mail."""
    if "1.00" in text and _NORMALISED.search(text) is not None:
        return True
    return text.count("%") >= _LEAST_SIGNS and _PER_CENTS.search(text) is not None


def read_relatives(lines: Sequence[Line], claimed: frozenset[int]) -> Iterator[Row]:
    """The rows of all such tables on lines that nothing claims; patches are left out."""
    closed = claimed_paragraphs(lines, claimed) | patched_lines(lines)
    last = 0
    for index, line in enumerate(lines):
        if line.number <= last or line.number in closed or not _has_figure(line.words):
            continue
        rows = _rows(lines, index)
        last = rows[-1].index + 1 if rows else line.number
        if closed.isdisjoint(range(line.number, last + 1)):
            yield from _read(lines, rows)


def _has_figure(words: str) -> bool:
    # The words first, one after another: the pattern takes ten times as long, and most lines hold none of them.
    if "%" in words or "1.00" in words or "pct" in words or "baseline" in words:
        return _FIGURE.search(words) is not None
    return False


def _read(lines: Sequence[Line], rows: tuple[RelativeRow, ...]) -> Iterator[Row]:
    """The rows as results; none where the base is not told."""
    if not any(row.is_relative for row in rows):
        return
    heads = read_column_heads(lines, rows)
    first = min([rows[0].index, *(head.label.line - 1 for head in heads)])
    table = _Table(rows, heads, above(lines, first, rows), _is_gain(rows))
    if heads and (base := _base_column(table)) is not None:
        yield from _against_column(table, base)
    elif _has_base_row(table):
        yield from _against_first_row(table)
    elif heads and table.above.base is not None and _are_differences(table):
        yield from _rows_against(table, table.above.base, range(len(heads)))


def _rows(lines: Sequence[Line], index: int) -> tuple[RelativeRow, ...]:
    first = read_relative_row(lines[index], index)
    if first is None:
        return ()
    found, blanks = [first], 0
    for place in range(index + 1, min(len(lines), index + _MAX_ROWS)):
        line = lines[place]
        if line.is_blank or not any(map(str.isalnum, line.words)):
            blanks += 1
            if blanks > _MAX_BLANKS:
                break
            continue
        row = read_relative_row(line, place) if line.depth == lines[index].depth else None
        if row is None or len(row.figures) != len(first.figures):
            break
        found.append(row)
        blanks = 0
    return tuple(found)


def _base_column(table: _Table) -> int | None:
    """The one column that is 1.00, 100 % or no difference on every row, where heads name sides and not measures."""
    names = tuple(head.label.text for head in table.heads)
    if len(names) < 2 or len(set(names)) < len(names) or any(map(_FIGURE_HEAD.fullmatch, names)):
        return None
    places = range(len(names))
    ones = [place for place in places if all(figure.is_one for figure in table.column(place))]
    zeros = [place for place in places if all(figure.is_zero for figure in table.column(place))]
    base = ones if ones else zeros
    if len(base) != 1 or not _is_told(table, names, is_zero=not ones):
        return None
    others = [figure for place in places if place != base[0] for figure in table.column(place)]
    return base[0] if all(map(_is_plausible, others)) else None


def _is_told(table: _Table, names: tuple[str, ...], *, is_zero: bool) -> bool:
    """Whether words say that figures are relative, or rows enough leave no doubt."""
    notes = any(head.note is not None for head in table.heads) and any(f.has_brackets for f in table.rows[0].figures)
    if any(map(names_a_measure, names)) and not (table.above.is_relative or notes):
        return False
    if is_zero:
        told = any(
            is_side(head.label.text) or "base" in f"{head.label.text}{head.note}".lower() for head in table.heads
        )
        return told and len(table.rows) >= _SURE_ROWS
    return table.above.is_relative or notes or (len(table.rows) >= _SURE_ROWS and are_sides(names))


def _is_plausible(figure: RelativeFigure) -> bool:
    return figure.token is not None or abs(float(figure.raw)) < _MOST_TIMES


def _has_base_row(table: _Table) -> bool:
    """Whether rows are sides of which the first is the base: 1.00, 100 % or "baseline" in its columns."""
    labels = [row.label for row in table.rows]
    if len(labels) < _MIN_ROWS or len(set(labels)) < len(labels) or any(map(names_a_measure, labels)):
        return False
    first, others = table.rows[0].figures, [figure for row in table.rows[1:] for figure in row.figures]
    is_base = all(figure.is_one or figure.token is not None for figure in first) and any(f.is_one for f in first)
    if not is_base or not all(map(_is_plausible, others)):
        return False
    is_word = any(figure.token is not None and figure.is_one for figure in first)
    return is_word or is_side(labels[0]) or (table.above.is_relative and all(map(is_side, labels)))


def _are_differences(table: _Table) -> bool:
    """Whether all figures are per cents, of which some have a sign: no shares of time, no fill levels."""
    figures = [figure for row in table.rows for figure in row.figures if figure.token is None]
    is_change = any(figure.is_signed for figure in figures) and all(figure.is_percent for figure in figures)
    return len(table.rows) >= _MIN_ROWS and is_change and not any(names_a_measure(h.label.text) for h in table.heads)


def _against_column(table: _Table, base: int) -> Iterator[Row]:
    names = [head.label.text for head in table.heads]
    others = [place for place, name in enumerate(names) if place != base and _DIFFERENCE.match(name) is None]
    yield from _rows_against(table, table.heads[base].label, others)


def _rows_against(table: _Table, base: Label, places: Sequence[int]) -> Iterator[Row]:
    for row in table.rows:
        values = tuple(
            _value(table, row, place, base, table.heads[place].label)
            for place in places
            if row.figures[place].token is None
        )
        if values:
            yield _row(table, row, values, row.label)


def _against_first_row(table: _Table) -> Iterator[Row]:
    first = table.rows[0]
    base = Label(first.label, first.index + 1, first.start, first.end, Basis.ROW_LABEL)
    for row in table.rows[1:]:
        label = Label(row.label, row.index + 1, row.start, row.end, Basis.ROW_LABEL)
        for place, figure in enumerate(row.figures):
            if figure.token is None:
                values = (_value(table, row, place, base, label),)
                yield _row(table, row, values, _column_name(table, place))


def _column_name(table: _Table, place: int) -> str:
    """What the figures of a column are of: its head, or the title where the head only names a measure."""
    head = table.heads[place].label.text if place < len(table.heads) else None
    if head is None or _MEASURE.match(head) is not None:
        return table.above.title or table.above.metric
    return head


def _row(table: _Table, row: RelativeRow, values: tuple[Value, ...], label: str) -> Row:
    told = table.above
    counts, parameters = label.split(), dict[str, Parameter]()
    if len(counts) == len(told.corner) and all(map(str.isdigit, counts)):
        parameters.update(zip(told.corner, map(int, counts), strict=True))
    test = told.test or told.suite or told.metric if parameters else label
    return Row(
        row.index + 1, table.block, test, label, values, parameters=parameters, title=told.title, suite=told.suite
    )


def _value(table: _Table, row: RelativeRow, place: int, base: Label, kernel: Label) -> Value:
    figure, own, told = row.figures[place], measure_of(row.label), table.above
    raw = figure.raw
    return Value(
        metric=own.name if own is not None else told.metric,
        cell=Cell(raw, figure.start, figure.start + len(raw), float(raw), resolution(raw)),
        metric_text=own.text if own is not None else told.metric_text,
        unit="% change" if table.is_gain else "%" if figure.is_percent else "ratio",
        unit_text="%" if figure.is_percent else None,
        better=own.better if own is not None else told.better,
        kernel=kernel,
        baseline=base,
        is_relative=True,
    )


def _is_gain(rows: Sequence[RelativeRow]) -> bool:
    """Whether a figure has a sign, or a column is no difference all along: positive ones need no sign."""
    columns = list(zip(*(row.figures for row in rows), strict=True))
    is_signed = any(figure.is_signed for column in columns for figure in column)
    return is_signed or any(all(figure.is_zero for figure in column) for column in columns)
