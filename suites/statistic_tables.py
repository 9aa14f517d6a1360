"""Tables whose columns are statistics of several runs, one set of them or one a kernel side by side; no suite.

    Kernel     N  Min      Max      Median   Avg        Stddev     %Change
    6.6.0-rc3  5  3840178  4059268  3978042  3973936.6  84264.456

    | Groups | Tasks |    Mean | ci(+/-) |           Mean  | ci(+/-) |
    |      1 |    40 |    2.39 |    0.19 |   2.39 (-0.24%) |    0.07 |

The smallest run is no more, the largest no less than mean and median: that proves the columns.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from archive.results import Basis
from archive.text import Line
from suites.base import Cell, Label, RowSpread
from suites.cells import number
from suites.ministat import legend_above
from suites.statistic_words import spread_of, statistic_of

_WORD = re.compile(r"[^\s|]{1,60}")
_PIECE = re.compile(r"[^\s|](?:[^\s|]|[ ](?=[^\s|])){0,80}")
_RULER = re.compile(r"[-=+*_~|.\s]{3,300}")
_BRACKET = re.compile(r"\([^()\n]{0,20}\)")
_SETTINGS = re.compile(
    r"#?(?P<name>groups?|tasks?|threads?|clients?|users?|size|jobs?|vms?|iter|runs?|n)", re.IGNORECASE
)
_NAMES = frozenset({"kernel", "version", "tree", "config", "test", "case", "patch", "branch"})
_DIFFERENCE = re.compile(r"%?(?:change|diff|delta|gain|imp\w{0,10})%?|%", re.IGNORECASE)
_MIN_STATISTICS = 2
_MAX_LINE = 400
_REACH = 12
_MAX_GAP = 2


@dataclass(frozen=True, slots=True)
class Statistic:
    """A figure of a row: mean, min, max, median or pNN, its spread, and which set of columns it is of, with the kernel
    over that set.
    """

    name: str
    text: str
    cell: Cell
    set: int
    spread: tuple[RowSpread, ...] = ()
    kernel: Label | None = None
    runs: int | None = None


@dataclass(frozen=True, slots=True)
class StatisticRow:
    """A row: its line (0-based), the label at its beginning, settings by their names, and the figures."""

    index: int
    label: Label | None
    settings: dict[str, int]
    figures: tuple[Statistic, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Column:
    """A column: what it holds (name | setting | difference | statistic | spread), its words, and which set it is of."""

    kind: str
    name: str
    text: str
    set: int
    start: int


@dataclass(frozen=True, slots=True)
class _Kernels:
    """The kernels over the sets of columns, and those that the marks before the rows stand for."""

    over: dict[int, Label]
    marks: dict[str, Label]


def read_statistics(lines: Sequence[Line], index: int) -> tuple[StatisticRow, ...]:
    """The rows of the table whose head is line `index` (0-based); none where that is no such head."""
    columns = _columns(lines[index])
    if not columns:
        return ()
    over, marks = _kernels(lines, index, columns), legend_above(lines, index)
    return tuple(_rows(lines, index, columns, _Kernels(over, marks)))


def _columns(line: Line) -> tuple[_Column, ...]:
    """The columns that a head names; none where any word of it is something else, or where too few are statistics."""
    if len(line.text) > _MAX_LINE:
        return ()
    found: list[_Column] = []
    place = 0
    for match in _WORD.finditer(line.text, line.start):
        column = _column(match.group(), match.start())
        if column is None:
            return ()
        repeats = any(other.name == column.name and other.set == place for other in found)
        place += repeats
        found.append(replace(column, set=place))
    statistics = [column for column in found if column.kind == "statistic"]
    spreads = [column for column in found if column.kind == "spread"]
    return tuple(found) if len(statistics) >= _MIN_STATISTICS or (statistics and spreads) else ()


def _column(word: str, start: int) -> _Column | None:
    plain = _BRACKET.sub("", word) or word
    statistic, spread, setting = statistic_of(plain), spread_of(plain), _SETTINGS.fullmatch(plain)
    if statistic is not None:
        return _Column("statistic", statistic, word, 0, start)
    if spread is not None:
        return _Column("spread", spread, word, 0, start)
    if setting is not None:
        return _Column("setting", setting["name"].lower().removesuffix("s"), word, 0, start)
    if plain.lower().strip(":") in _NAMES:
        return _Column("name", "name", word, 0, start)
    return _Column("difference", "difference", word, 0, start) if _DIFFERENCE.fullmatch(plain) else None


def _kernels(lines: Sequence[Line], index: int, columns: Sequence[_Column]) -> dict[int, Label]:
    """What stands over each set of columns: as many pieces on one line above as there are sets, each over its own."""
    starts = [
        min(column.start for column in columns if column.set == place and column.kind != "setting")
        for place in sorted({column.set for column in columns})
    ]
    if len(starts) < 2:
        return {}
    for above in range(index - 1, max(-1, index - 1 - _REACH), -1):
        line = lines[above]
        if line.is_blank or _RULER.fullmatch(line.words) is not None or line.depth != lines[index].depth:
            continue
        pieces = list(_PIECE.finditer(line.text[:_MAX_LINE], line.start))
        apart = all(right.start() - left.end() > 1 for left, right in pairwise(pieces))
        named = not any(number(word, 0) for piece in pieces for word in piece.group().split())
        if len(pieces) == len(starts) and apart and named and pieces[1].start() > starts[0]:
            return {
                place: Label(piece.group(), line.number, piece.start(), piece.end(), Basis.COLUMN_HEAD)
                for place, piece in enumerate(pieces)
            }
    return {}


def _rows(lines: Sequence[Line], index: int, columns: Sequence[_Column], kernels: _Kernels) -> Iterator[StatisticRow]:
    gap = 0
    for place in range(index + 1, len(lines)):
        line = lines[place]
        if line.is_blank or _RULER.fullmatch(line.words) is not None:
            gap += 1
            if gap > _MAX_GAP:
                return
            continue
        row = _row(line, place, columns, kernels) if line.depth == lines[index].depth else None
        if row is None:
            return
        gap = 0
        yield row


def _row(line: Line, index: int, columns: Sequence[_Column], kernels: _Kernels) -> StatisticRow | None:
    """A row with a figure a column; differences may be missing, and stand in brackets behind a figure."""
    text = _BRACKET.sub(lambda match: " " * len(match.group()), line.text[:_MAX_LINE])
    words = [(match.group(), match.start()) for match in _WORD.finditer(text, line.start)]
    while len(words) < len(columns) and columns[-1].kind == "difference":
        columns = columns[:-1]
    names = sum(column.kind == "name" for column in columns)
    label_words = len(words) - len(columns) + names
    mark = kernels.marks.get(words[0][0]) if label_words == 1 and not names else None
    if names > 1 or label_words < names or (not names and label_words and mark is None):
        return None
    cells = [number(word, start) for word, start in words[label_words:]]
    label = mark or _label(line, words[:label_words])
    own = [column for column in columns if column.kind != "name"]
    if any(cell is None and column.kind != "difference" for cell, column in zip(cells, own, strict=True)):
        return None
    return _read(index, label, list(zip(own, cells, strict=True)), kernels.over)


def _label(line: Line, words: Sequence[tuple[str, int]]) -> Label | None:
    if not words:
        return None
    start, end = words[0][1], words[-1][1] + len(words[-1][0])
    return Label(line.text[start:end], line.number, start, end, Basis.ROW_LABEL)


def _read(
    index: int, label: Label | None, cells: Sequence[tuple[_Column, Cell | None]], kernels: dict[int, Label]
) -> StatisticRow:
    settings = {column.name: int(cell.value) for column, cell in cells if column.kind == "setting" and cell is not None}
    runs = settings.pop("n", None) or settings.pop("run", None)
    figures: list[Statistic] = []
    for column, cell in cells:
        if cell is None or column.kind not in {"statistic", "spread"}:
            continue
        if column.kind == "statistic":
            figures.append(
                Statistic(column.name, column.text, cell, column.set, kernel=kernels.get(column.set), runs=runs)
            )
        else:
            figures = _with_spread(figures, RowSpread(column.name, cell))
    return StatisticRow(index, label, settings, tuple(figures), _broken(figures))


def _with_spread(figures: list[Statistic], spread: RowSpread) -> list[Statistic]:
    """The figures with a spread at the last mean among them."""
    place = max((at for at, figure in enumerate(figures) if figure.name == "mean"), default=None)
    if place is None:
        return figures
    return [*figures[:place], replace(figures[place], spread=(spread,)), *figures[place + 1 :]]


def _broken(figures: Sequence[Statistic]) -> tuple[str, ...]:
    """What to say where a mean or median is not between the smallest and the largest run of its set."""
    told = []
    for place in sorted({figure.set for figure in figures}):
        named = {figure.name: figure.cell for figure in figures if figure.set == place}
        low, high = named.get("min"), named.get("max")
        for name in ("mean", "median"):
            cell = named.get(name)
            if cell is not None and low is not None and high is not None and not low.value <= cell.value <= high.value:
                told.append(f"the {name} {cell.raw} is not between {low.raw} and {high.raw}: one of them is mistyped")
    return tuple(told)
