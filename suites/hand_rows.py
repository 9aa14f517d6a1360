"""Rows that people type by hand: a label, then a value a run or a value a kernel; and what gives the unit."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from archive import kernels
from archive.results import Basis
from archive.text import Line
from suites.base import Cell, Label, Metric, Value
from suites.cells import number, words

RATE_UNITS = frozenset({"mb/s", "mb/sec", "mb/second", "mbyte/s", "mbytes/s", "mbytes/sec", "mib/s", "megabytes/s"})
_GLUED = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)(M[Bb]/s(?:ec)?)")
_DERIVED = re.compile(r"[+-]\d{1,9}(?:\.\d{0,6})?%?|\d{1,9}(?:\.\d{0,6})?%")
_STATED = re.compile(
    r"\b(?:numbers|results|values|figures|throughputs?|rates?)\b[^.]{0,40}?\b(?:in|are)[ \t]+"
    r"(?P<unit>M[Bb](?:ytes)?/s(?:ec)?|megabytes per second)\b",
    re.IGNORECASE,
)
_RUNS = re.compile(
    r"\b(?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)[ \t]+(?:runs|times|iterations|samples)\b"
    r"|\b(?:runs|samples) of\b",
    re.IGNORECASE,
)
_HEAD_CELL = re.compile(r"[^\s](?:[^\s]|[ ](?=[^\s])){0,60}")
_MAX_HEAD_DISTANCE = 20
_MAX_HEAD_WORDS = 3
_MAX_LINE = 300

_Cells = tuple[tuple[str, int], ...]

UNTOLD_RUNS = "several values stand in a row; they are taken for repeated runs, the post does not say so"
MEGABIT = "unit posted as Mb/s; taken for megabytes, in which the tool prints"


@dataclass(frozen=True, slots=True)
class HandRow:
    """The numbers of a typed row, the unit typed or stated, the kernels heading its columns, whether runs are told."""

    cells: tuple[Cell, ...]
    unit_text: str | None
    heads: tuple[Label, ...]
    runs_told: bool

    def values(self, metric: Metric, metric_text: str) -> tuple[Value, ...]:
        """The numbers as values of one metric: one a kernel where kernels head the columns, else repeated runs."""
        runs = len(self.cells) if len(self.cells) > 1 and not self.heads else None
        return tuple(self._value(metric, metric_text, place, cell, runs) for place, cell in enumerate(self.cells))

    def _value(self, metric: Metric, metric_text: str, place: int, cell: Cell, runs: int | None) -> Value:
        untold = (UNTOLD_RUNS,) if runs and not self.runs_told else ()
        megabit = (MEGABIT,) if self.unit_text and self.unit_text.startswith("Mb/") else ()
        return Value(
            metric=metric.name,
            cell=cell,
            metric_text=metric_text,
            unit=metric.unit,
            unit_text=self.unit_text,
            better=metric.better,
            role=metric.role,
            repeat=place + 1 if runs else None,
            runs=runs,
            kernel=self.heads[place] if self.heads else None,
            warnings=untold + megabit,
        )


class HandRows:
    """Reads typed rows of one text; what the text says of all its rows is looked up once."""

    def __init__(self, lines: Sequence[Line]) -> None:
        """What `lines` say of units and of runs is looked up with the first row: most texts have none."""
        self._lines = lines
        self._heads: dict[int, tuple[_Cells, _Cells]] = {}

    def read(self, index: int, start: int) -> HandRow | None:
        """The numbers of line `index` (0-based) from column `start` on; None where any other word stands among them."""
        cells: list[Cell] = []
        unit_text: str | None = None
        derived = 0
        for word, column, _ in words(self._lines[index].text, start):
            cell, unit = _cell(word, column)
            if cell is not None and not derived:
                cells.append(cell)
                unit_text = unit_text or unit
            elif cells and word.lower() in RATE_UNITS:
                unit_text = unit_text or word
            elif cells and _DERIVED.fullmatch(word):
                derived += 1
            else:
                return None
        if not cells:
            return None
        heads = self._column_heads(index, len(cells), derived) if len(cells) > 1 else ()
        return HandRow(tuple(cells), unit_text or self._stated_unit(index), heads, self._runs_told)

    @cached_property
    def _runs_told(self) -> bool:
        return any(_RUNS.search(line.text) for line in self._lines if len(line.text) <= _MAX_LINE)

    @cached_property
    def _units(self) -> dict[int, list[tuple[int, str]]]:
        """The units that sentences give for all numbers, with their lines, by quote depth."""
        units: dict[int, list[tuple[int, str]]] = {}
        for line in self._lines:
            stated = _STATED.search(line.text) if len(line.text) <= _MAX_LINE else None
            if stated is not None:
                units.setdefault(line.depth, []).append((line.number, stated["unit"]))
        return units

    def _stated_unit(self, index: int) -> str | None:
        """The unit that a sentence above, quoted as deep as the row, gives for all numbers, as written there."""
        stated = self._units.get(self._lines[index].depth, [])
        place = bisect_left(stated, (index + 1, ""))
        return stated[place - 1][1] if place else None

    def _column_heads(self, index: int, count: int, derived: int) -> tuple[Label, ...]:
        """The column heads above a row in its paragraph, as many as it has values; one more may head its label."""
        for above in range(index - 1, max(-1, index - _MAX_HEAD_DISTANCE), -1):
            line = self._lines[above]
            if line.is_blank or line.depth != self._lines[index].depth:
                return ()
            for cells in self._head_cells(above):
                if len(cells) in {count + derived, count}:
                    return _labels(line, cells[:count])
                if len(cells) == count + derived + 1:
                    return _labels(line, cells[1 : count + 1])
        return ()

    def _head_cells(self, index: int) -> tuple[_Cells, _Cells]:
        """What a line would hold as a head: cells with wide gaps between them, or kernels with single blanks."""
        if index not in self._heads:
            line = self._lines[index]
            both = (tuple(_wide_cells(line)), tuple(_kernel_words(line))) if len(line.text) <= _MAX_LINE else ((), ())
            self._heads[index] = (_without_numbers(both[0]), _without_numbers(both[1]))
        return self._heads[index]


def _cell(word: str, column: int) -> tuple[Cell | None, str | None]:
    glued = _GLUED.fullmatch(word)
    if glued is not None:
        return number(glued[1], column), glued[2]
    return (None, None) if word[0] in "+-" else (number(word, column), None)


def _without_numbers(cells: _Cells) -> _Cells:
    """The cells, if none is a number or a mere rule: a row of figures is no head."""
    is_head = all(number(text, 0) is None and any(map(str.isalnum, text)) for text, _ in cells)
    return cells if is_head else ()


def _wide_cells(line: Line) -> Iterator[tuple[str, int]]:
    """The pieces of a line between wide gaps; none where one of them reads like a sentence."""
    found = [(match.group(), match.start()) for match in _HEAD_CELL.finditer(line.text, line.start)]
    if all(len(text.split()) <= _MAX_HEAD_WORDS and text[-1] not in ".,;!?" for text, _ in found):
        yield from found


def _kernel_words(line: Line) -> Iterator[tuple[str, int]]:
    """The words of a line, where all but a first one are kernel versions: a head whose wide gaps are lost."""
    found = [(word, column) for word, column, _ in words(line.text, line.start)]
    if len(found) > 1 and all(kernels.parse(word) is not None for word, _ in found[1:]):
        yield from found


def _labels(line: Line, cells: Sequence[tuple[str, int]]) -> tuple[Label, ...]:
    return tuple(Label(text, line.number, column, column + len(text), Basis.COLUMN_HEAD) for text, column in cells)
