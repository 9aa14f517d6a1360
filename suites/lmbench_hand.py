"""LMbench's tables as people set them: a row a kernel under heads of their own, or a numbered line a test; no suite.

    *Local* Communication latencies in microseconds - smaller is better
    kernel           Pipe   AF/Unix     UDP   RPC/UDP     TCP   RPC/TCP
    2.5.68            9.44    14.25  32.0856  60.1722  39.8264  73.7042

                            2.5.54mm2       2.5.54
    Context switching - times in microseconds - smaller is better
    1. 2p/0K ctxsw          1.370           1.560

Only the names of LMbench's own tests are taken; a word of a head belongs to the column that it stands over.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive import kernels
from archive.results import Basis
from archive.text import Line
from suites.base import Cell, Label
from suites.cells import words
from suites.lmbench_cells import read_cell
from suites.lmbench_hand_names import IGNORED, named_test
from suites.lmbench_rows import Word, read_names

_RULER = re.compile(r"[-=\s]{3,200}")
_NUMBERED = re.compile(r"\s{0,12}(?:\d{1,2}\.\s{0,3})?(?P<name>\S.{1,40}?)(?=\s{2,60}\d|\t)")
_MAX_HEAD_LINES = 4
_MAX_GAP = 3
_REACH = 12
_MAX_ROWS = 60


@dataclass(frozen=True, slots=True)
class HandFigure:
    """A number of such a table: its line, test, the words over or before it, and whose it is."""

    line: int
    test: str
    text: str
    cell: Cell
    kernel: Label


def read_by_hand(lines: Sequence[Line], index: int, stop: int, kind: str) -> Iterator[HandFigure]:
    """The figures under the title on line `index` (0-based), up to line index `stop`; `kind` is the table's name."""
    stop = min(stop, index + 1 + _MAX_ROWS)
    yield from list(_kernels_as_rows(lines, index, stop, kind)) or _tests_as_rows(lines, index, stop, kind)


def _kernels_as_rows(lines: Sequence[Line], index: int, stop: int, kind: str) -> Iterator[HandFigure]:
    heads: list[Line] = []
    tests: list[tuple[str, str] | None] = []
    gap = 0
    for line in lines[index + 1 : stop]:
        if line.is_blank or _RULER.fullmatch(line.words):
            gap += 1
            continue
        row = _row(line) if line.depth == lines[index].depth else None
        if row is None:
            if tests or len(heads) == _MAX_HEAD_LINES or line.depth != lines[index].depth:
                return
            heads.append(line)
            continue
        label, cells = row
        tests = tests or _tests_over(heads, cells, kind)
        if len(cells) != len(tests) or gap > _MAX_GAP:
            return
        gap = 0
        for cell, test in zip(cells, tests, strict=True):
            if test is not None:
                yield HandFigure(line.number, *test, cell, label)


def _row(line: Line) -> tuple[Label, list[Cell]] | None:
    """A kernel's release and nothing but numbers behind it."""
    found = list(words(line.text, line.start))
    named = read_names(line, found, ())
    if named is None:
        return None
    cells = [read_cell(word, column) for word, column, _ in found[named[1] :]]
    known = [cell for cell in cells if cell is not None]
    return (named[0].kernel, known) if known and len(known) == len(cells) else None


def _tests_over(heads: Sequence[Line], cells: Sequence[Cell], kind: str) -> list[tuple[str, str] | None]:
    """The test of each column by the words that stand over it; none at all where one of the columns is unknown."""
    over: list[list[str]] = [[] for _ in cells]
    for head in heads:
        for word in words(head.text, head.start):
            place = _column_of(word, cells)
            if place is not None:
                over[place].append(word[0])
    texts = [" ".join(part) for part in over]
    tests = list(named_test(kind, texts))
    if any(test is None for test in tests):
        return []
    return [None if test == IGNORED else (str(test), text) for test, text in zip(tests, texts, strict=True)]


def _column_of(word: Word, cells: Sequence[Cell]) -> int | None:
    """The column that most of a word stands over, from the end of the one before to its own; a word left of all of
    them heads the rows.
    """
    _, start, end = word
    if end < cells[0].start - 2 and cells[0].start - end > len(cells[0].raw) * 2:
        return None
    lefts = [0, *(cell.end for cell in cells[:-1])]
    rights = [*(cell.end for cell in cells[:-1]), cells[-1].end + len(word[0])]
    shared = [min(end, right) - max(start, left) for left, right in zip(lefts, rights, strict=True)]
    return shared.index(max(shared))


def _tests_as_rows(lines: Sequence[Line], index: int, stop: int, kind: str) -> Iterator[HandFigure]:
    heads = _kernels_above(lines, index)
    for line in lines[index + 1 : stop] if heads else ():
        match = _NUMBERED.match(line.text, line.start) if line.depth == lines[index].depth else None
        if match is None:
            if line.is_blank or _RULER.fullmatch(line.words):
                continue
            return
        test = next(iter(named_test(kind, [match["name"].strip()])))
        cells = [read_cell(word, column) for word, column, _ in words(line.text, match.end())]
        known = [cell for cell in cells if cell is not None]
        if test in (None, IGNORED) or len(known) != len(heads) or len(known) != len(cells):
            continue
        for cell, label in zip(known, heads, strict=True):
            yield HandFigure(line.number, str(test), match["name"].strip(), cell, label)


def _kernels_above(lines: Sequence[Line], index: int) -> list[Label]:
    """The nearest line above that is nothing but kernels' releases, two at least; other tables may stand between."""
    for line in reversed(lines[max(0, index - _MAX_ROWS) : index]):
        found = list(words(line.text, line.start))
        if line.depth == lines[index].depth and len(found) > 1 and all(_is_release(word) for word, _, _ in found):
            return [Label(word, line.number, start, end, Basis.COLUMN_HEAD) for word, start, end in found]
    return []


def _is_release(word: str) -> bool:
    return kernels.parse(word) is not None
