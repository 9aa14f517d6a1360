"""AIM9's tables of several kernels side by side, one column of operations a second for each: rows of two forms.

                        clean  clean-nopse
     1 creat-clo      16006.00   15294.90    -711.10 -4.44% File Creations and Closes/second
    fork_test          5620.00    3296.70

The first is what VMRegress' diff-aim9 prints: test, both rates, their difference, the same in per cent. Difference and
per cent prove the split and are no results. The second is made by hand and needs a head that names every column.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from archive import kernels
from archive.results import Basis
from archive.text import Line
from suites.aim9_tests import Test
from suites.base import Cell, Label, Row, Value
from suites.cells import number, words
from suites.column_heads import Head, read_heads

OPERATIONS = "operations"
_MAX_LINE = 300
_MAX_COLUMNS = 8
_MAX_UNIT_WORDS = 8
_UNITS = ("/second", "/sec", "per second")
# "the difference between 2.6.14 and 2.6.14-mm1", right above a table that has no heads.
_BETWEEN = re.compile(r"\bbetween[ ](?P<first>\S{3,60})[ ](?:and|to|vs\.?)[ ](?P<second>\S{3,60})")
_MAX_ABOVE = 4


@dataclass(frozen=True, slots=True)
class _Figures:
    """A row as printed: the rates, and what it gives as their difference and as per cent of it."""

    test: Test
    name_end: int
    rates: tuple[Cell, ...]
    difference: Cell | None
    per_cent: Cell | None
    unit_text: str | None


def read_compared(lines: Sequence[Line], tests: Mapping[str, Test]) -> Iterator[Row]:
    """The rows of tables that set kernels side by side."""
    block: tuple[int, int] | None = None
    heads: tuple[Head, ...] = ()
    for index, line in enumerate(lines):
        figures = _figures(line, tests)
        if figures is None:
            block = block if block and _may_stand_between(line) else None
            continue
        if block is None or block[1] != line.depth or len(heads) != len(figures.rates):
            heads = _heads(lines, index, figures, tests) or _told(lines, index, figures)
            block = (min([line.number, *(head.label.line for head in heads)]), line.depth)
        if heads or figures.difference is not None:
            yield _row(line, block[0], figures, heads)


def _heads(lines: Sequence[Line], index: int, figures: _Figures, tests: Mapping[str, Test]) -> tuple[Head, ...]:
    """The heads over the rates; the figures of a row above are none."""
    heads = read_heads(lines, index, len(figures.rates), figures.name_end)
    return () if any(_figures(lines[head.label.line - 1], tests) is not None for head in heads) else heads


def _told(lines: Sequence[Line], index: int, figures: _Figures) -> tuple[Head, ...]:
    """The two kernels that the words above a table of differences name, in their order."""
    if figures.difference is None or len(figures.rates) != 2:
        return ()
    near = [line for line in lines[max(0, index - _MAX_ABOVE) : index] if line.depth == lines[index].depth]
    places = [(line, word) for line in near for word in words(line.text, line.start)]
    found = _BETWEEN.search(" ".join(word[0] for _, word in places))
    if found is None:
        return ()
    count = len(found.string[: found.start()].split())
    return tuple(
        _head(*places[count + step]) for step in (1, 3) if kernels.parse(places[count + step][1][0].strip(",.:;"))
    )


def _head(line: Line, word: tuple[str, int, int]) -> Head:
    name = word[0].rstrip(",.:;")
    return Head(Label(name, line.number, word[1], word[1] + len(name), Basis.PROSE))


def _figures(line: Line, tests: Mapping[str, Test]) -> _Figures | None:
    found = list(words(line.text, line.start)) if len(line.text) <= _MAX_LINE else []
    if found and found[0][0].isdigit() and len(found[0][0]) <= 2:
        found = found[1:]
    test = tests.get(found[0][0]) if found else None
    if test is None:
        return None
    cells, rest = _leading_numbers(found[1:])
    unit_text = " ".join(word for word, _, _ in rest)
    if len(rest) > _MAX_UNIT_WORDS or (rest and not unit_text.endswith(_UNITS)):
        return _wrapped(test, found[0][2], cells, unit_text)
    return _split(test, found[0][2], cells, unit_text or None)


def _wrapped(test: Test, name_end: int, cells: tuple[Cell, ...], unit_text: str) -> _Figures | None:
    """A row whose unit a mailer has cut: what is left of it must begin the test's own."""
    begins = f"{test.label}/second".startswith(unit_text)
    return _split(test, name_end, cells, None) if begins else None


def _leading_numbers(found: Sequence[tuple[str, int, int]]) -> tuple[tuple[Cell, ...], Sequence[tuple[str, int, int]]]:
    cells: list[Cell] = []
    for place, (word, column, _) in enumerate(found):
        cell = number(word.removesuffix("%"), column)
        if cell is None:
            return tuple(cells), found[place:]
        cells.append(Cell(word, cell.start, cell.start + len(word), cell.value, cell.resolution))
    return tuple(cells), ()


def _split(test: Test, name_end: int, cells: tuple[Cell, ...], unit_text: str | None) -> _Figures | None:
    """Rates, difference and per cent told apart; None where a sign or a % stands among the rates."""
    rates = tuple(cell for cell in cells if cell.raw[0] not in "+-" and not cell.raw.endswith("%"))
    derived = cells[len(rates) :]
    per_cent = derived[-1] if derived and derived[-1].raw.endswith("%") else None
    difference = derived[0] if derived and derived[0] is not per_cent else None
    if per_cent is not None and difference is None and len(rates) == 3:
        rates, difference = rates[:2], rates[-1]  # a difference of a rise is printed without a sign
    is_whole = cells[: len(rates)] == rates and len(derived) <= 2
    if not is_whole or not 2 <= len(rates) <= _MAX_COLUMNS or (derived and len(rates) != 2):
        return None
    return _Figures(test, name_end, rates, difference, per_cent, unit_text)


def _may_stand_between(line: Line) -> bool:
    words_of_line = line.words.strip()
    return not words_of_line or words_of_line.endswith("/second") or not any(map(str.isalnum, words_of_line))


def _row(line: Line, block: int, figures: _Figures, heads: tuple[Head, ...]) -> Row:
    untold = () if heads else ("the table does not tell which kernel each column is of",)
    values = (
        Value(
            metric=OPERATIONS,
            cell=cell,
            metric_text="operations/second",
            unit=f"{figures.test.label}/second",
            unit_text=figures.unit_text,
            better="higher",
            kernel=heads[place].label if heads else None,
        )
        for place, cell in enumerate(figures.rates)
    )
    return Row(
        line=line.number,
        block=block,
        test=figures.test.name,
        test_text=figures.test.name,
        values=tuple(values),
        warnings=untold + _broken(figures),
    )


def _broken(figures: _Figures) -> tuple[str, ...]:
    """What to say where difference or per cent are not those of the two rates, within what their digits leave open."""
    first, second = figures.rates[:2]
    difference, per_cent = figures.difference, figures.per_cent
    step = (first.resolution or 0) + (second.resolution or 0)
    change = second.value - first.value
    if difference is not None and abs(change - difference.value) > step + (difference.resolution or 0):
        return (f"{second.raw} - {first.raw} is not {difference.raw}: one of the figures is mistyped",)
    if per_cent is None or not first.value:
        return ()
    slack = (per_cent.resolution or 0) + 100 * step / first.value
    if abs(abs(100 * change / first.value) - abs(per_cent.value)) > slack:
        return (f"{second.raw} against {first.raw} is not {per_cent.raw}: one of the figures is mistyped",)
    return ()
