"""The rows of a table that someone made of fio's figures, below a head that has been read; no suite."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Label, Row, Value
from suites.fio_heads import PIECE, RULER, Cell, Column, Head, cells
from suites.fio_lines import BANDWIDTH, IOPS
from suites.fio_places import place_cells
from suites.fio_settings import bytes_of
from suites.fio_words import is_figure, names_variant, read_direction, read_figure, read_settings, setting_of_column
from suites.matches import measured

_VARIANT_HEADS = frozenset(
    {"kernel", "kernel version", "version", "patch", "variant", "case", "allocator", "config", "scheduler", "governor"}
)
_NUMBERS = frozenset({"iodepth", "numjobs", "fsync", "rate_iops", "bs"})
_MAX_STRANGERS = 1
UNSAID = "io"
_UNITS = {"KiB/s": 2**10, "MiB/s": 2**20, "GiB/s": 2**30, "kB/s": 10**3, "MB/s": 10**6, "GB/s": 10**9}
_ROUNDING = 0.01
_DERIVED = re.compile(
    r"[*%=]|\b(?:ratio|diff(?:erence)?|delta|change|gain|improvement|regression|speed-?up)\b", re.IGNORECASE
)

_SIZE = re.compile(r"\d{1,5}[kKmM]?i?B")


@dataclass(slots=True)
class _Told:
    """What a row's own labels tell, and what holds for it from above."""

    test: str | None
    settings: dict[str, Parameter]
    kernel: Label | None = None
    names: list[str] = field(default_factory=list)

    def see(self, line: Line, column: Column, cell: Cell) -> None:
        """Take in a label: direction, settings, a kernel or variant, or a name."""
        direction = read_direction(cell.text)
        direction |= {"rw": cell.text.lower()} if column.setting == "rw" else {}
        self.settings |= read_settings(cell.text) | ({"rw": direction["rw"]} if "rw" in direction else {})
        self.test = direction.get("test", self.test)
        if column.cell.text.lower() in _VARIANT_HEADS or names_variant(cell.text):
            self.kernel = Label(cell.text, line.number, cell.start, cell.end, Basis.ROW_LABEL)
        elif column.setting != "rw":
            self.names.append(cell.text)


def rows_under(lines: Sequence[Line], head: Head) -> tuple[int, list[Row]]:
    """The number of the table's last line, and its rows."""
    rows: list[Row] = []
    strangers, last = 0, head.last_line
    named: tuple[Line, Cell] | None = None
    for place in range(head.last_line, len(lines)):
        line = lines[place]
        if RULER.fullmatch(line.words):
            continue
        if line.is_blank and (rows or place > head.last_line) and not _goes_on(lines, place, head, rows):
            break
        row = row_of(line, head, named) if line.depth == head.depth else None
        if line.is_blank and rows:
            continue
        if row is None or line.is_blank:
            strangers += 1
            if strangers > _MAX_STRANGERS or rows:
                break
            continue
        named = first_cell(line, head) or named
        rows += _by_column(row)
        last = line.number
    return last, _with_unit_of_table(rows)


def _goes_on(lines: Sequence[Line], place: int, head: Head, rows: list[Row]) -> bool:
    """Whether a blank line only parts groups of rows: all columns are filled below it as they are above."""
    below = lines[place + 1] if place + 1 < len(lines) else None
    if below is None or below.is_blank or below.depth != head.depth:
        return False
    row = row_of(below, head, None)
    return row is not None and (not rows or len(row.values) == len(rows[-1].values) > 1)


def _by_column(row: Row) -> list[Row]:
    """The row; a row a column where the label is a kernel or variant, and what stands over the columns is none."""
    heads = [value.kernel for value in row.values if value.kernel is not None]
    if row.kernel is None or len(heads) < len(row.values) or any(names_variant(head.text) for head in heads):
        return [row]
    return [
        replace(row, values=(replace(value, kernel=None),), parameters={**row.parameters, "column": head.text})
        for value, head in zip(row.values, heads, strict=True)
    ]


def _with_unit_of_table(rows: list[Row]) -> list[Row]:
    """The rows, a bandwidth whose unit is not proven in the unit that is in all the others."""
    units = {value.unit for row in rows for value in row.values if value.metric == BANDWIDTH.name} - {None}
    if len(units) != 1:
        return rows
    unit = units.pop()

    def told(value: Value) -> Value:
        return replace(value, unit=unit) if value.metric == BANDWIDTH.name and value.unit is None else value

    return [replace(row, values=tuple(map(told, row.values))) for row in rows]


def first_cell(line: Line, head: Head) -> tuple[Line, Cell] | None:
    """What stands in the first column, if anything does."""
    found = cells(line, PIECE)
    is_named = head.has_pipes and bool(found) and found[0].segment == head.columns[0].cell.segment
    return (line, found[0]) if is_named else None


def row_of(line: Line, head: Head, named: tuple[Line, Cell] | None) -> Row | None:
    """The row on a line; `named` is the first cell of the rows above, which holds for those below that have none."""
    placed = place_cells(line, head)
    told = _Told(head.test, dict(head.told))
    if placed and named is not None and placed[0][0] is not head.columns[0]:
        first = head.columns[0]
        if first.setting is not None and _is_setting(first.setting, named[1].text):
            told.settings[first.setting] = _setting(first, named[1].text)
        else:
            told.see(named[0], first, named[1])
    values: list[Value] = []
    for column, cell in placed:
        value = _value(column, cell)
        if value is not None and column.phrase is not None:
            values.append(value)
            told.test = column.phrase.test or told.test
        elif column.setting is not None and _is_setting(column.setting, cell.text):
            told.settings[column.setting] = _setting(column, cell.text)
        elif column.phrase is None and (several := _several(column, cell)):
            told.settings |= several
            told.names.append(cell.text)
        elif column.phrase is None and (not is_figure(cell.text) or column.cell.text.lower() in _VARIANT_HEADS):
            told.see(line, column, cell)
    name = " ".join(told.names)
    if not values or _DERIVED.search(name) is not None:
        return None
    return Row(
        line=line.number,
        block=head.line,
        test=told.test or UNSAID,
        test_text=name or told.test or UNSAID,
        values=_with_units(values, told.settings),
        kernel=told.kernel,
        parameters=told.settings | ({"label": name} if name else {}),
    )


def _is_setting(name: str, text: str) -> bool:
    """Whether a cell below a setting's head is a setting: most are numbers, and a pattern is read as a direction is."""
    if is_figure(text) or name not in _NUMBERS | {"rw"}:
        return True
    return name == "bs" and _SIZE.fullmatch(text) is not None


def _several(column: Column, cell: Cell) -> dict[str, Parameter]:
    """The settings in a cell of as many words as the head of its column has ("N N 4K" under "O S bs")."""
    heads, words = column.cell.text.split(), cell.text.split()
    if not 1 < len(heads) == len(words):
        return {}
    named = ((setting_of_column(head), word) for head, word in zip(heads, words, strict=True))
    return {name: int(word) if word.isdecimal() else word for name, word in named if name is not None and name != "rw"}


def _with_units(values: list[Value], settings: dict[str, Parameter]) -> tuple[Value, ...]:
    """The values, a bandwidth without a unit in that one in which it is the requests times their size."""
    size = bytes_of(str(settings.get("bs", ""))) or 0.0
    iops = next((value.cell.value for value in values if value.metric == IOPS.name), 0.0)
    found: list[Value] = []
    for value in values:
        iops = value.cell.value if value.metric == IOPS.name else iops
        is_bare = value.unit is None and value.metric == BANDWIDTH.name
        found.append(replace(value, unit=_proven(value.cell.value, iops * size)) if is_bare else value)
    return tuple(found)


def _proven(printed: float, rate: float) -> str | None:
    found = [unit for unit, size in _UNITS.items() if rate and abs(printed * size / rate - 1) < _ROUNDING]
    return found[0] if len(found) == 1 else None


def _setting(column: Column, text: str) -> Parameter:
    if not text.isdecimal():
        return text
    return f"{text}k" if column.setting == "bs" and "kb" in column.cell.text.lower() else int(text)


def _value(column: Column, cell: Cell) -> Value | None:
    read = read_figure(cell.text, cell.start) if column.phrase is not None else None
    if read is None or column.phrase is None:
        return None
    figure, printed = read
    phrase = column.phrase
    text = " ".join(column.cell.text.split())
    value = measured(phrase.metric, figure, text, printed or phrase.unit_text, statistic=phrase.statistic)
    return replace(value, unit=phrase.unit(printed), kernel=column.kernel)
