"""Heads of two lines, the upper of which spans several columns: who reads the lower one alone sees each side twice.

    .                 |      base       |     patched     |
    .      scan order | linear | sorted | linear | sorted |
    .       bw(MiB/s) | 217    | 219    | 5685   | 5670   |

One of the two lines names the sides, the other a setting.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from archive.results import Basis, Parameter
from archive.text import Line
from ingest.generic_sides import is_side
from suites.base import Label, Row, Value

_RULER = re.compile(r"[-=+|:*_\s]{3,300}$")
_PIECE = re.compile(r"[^\s|]{1,60}(?:[ ][^\s|]{1,60}){0,5}")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{1,30}")
_FIGURE = re.compile(r"\d")
_UNNAMED = "column"
_MIN_VALUES = 4
_MAX_ABOVE = 3
_MAX_LINE = 400


@dataclass(frozen=True, slots=True)
class _Spans:
    """The names over groups of columns, what names the line of lower heads, and how many of these a group has."""

    upper: tuple[Label, ...]
    name: str
    size: int


def spanned(lines: Sequence[Line], rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows of a table; one whose heads come again under names that span them has those names too."""
    if all(len(row.values) < _MIN_VALUES for row in rows):
        return tuple(rows)
    return tuple(told for row in rows for told in _told(lines, row))


def _told(lines: Sequence[Line], row: Row) -> Iterator[Row]:
    labels = _repeating(row)
    spans = _spans(lines, labels) if labels else None
    if spans is None:
        yield row
        return
    place = {label.start: number // spans.size for number, label in enumerate(labels)}
    lower_names = [label.text for label in labels[: spans.size]]
    names_upper = any(is_side(label.text) for label in spans.upper) or not any(map(is_side, lower_names))
    split: dict[str, list[Value]] = {}
    for value in row.values:
        assert value.kernel is not None
        upper = spans.upper[place[value.kernel.start]]
        setting, kernel = (value.kernel.text, upper) if names_upper else (upper.text, value.kernel)
        split.setdefault(setting, []).append(replace(value, kernel=kernel))
    for setting, values in split.items():
        told: Mapping[str, Parameter] = {(spans.name if names_upper else _UNNAMED): setting}
        yield replace(row, values=tuple(values), parameters={**row.parameters, **told})


def _repeating(row: Row) -> tuple[Label, ...]:
    """The heads of a row's columns where all have one and they are the same few again and again; else none."""
    labels = {v.kernel.start: v.kernel for v in row.values if v.kernel and v.kernel.basis is Basis.COLUMN_HEAD}
    found = tuple(labels[start] for start in sorted(labels))
    texts = [label.text for label in found]
    size = len(set(texts))
    is_cycle = size > 1 and len(texts) >= max(2 * size, _MIN_VALUES) and texts == texts[:size] * (len(texts) // size)
    is_whole = all(v.kernel is not None and v.kernel.start in labels for v in row.values)
    return found if is_cycle and is_whole and len({label.line for label in found}) == 1 else ()


def _spans(lines: Sequence[Line], labels: tuple[Label, ...]) -> _Spans | None:
    """What stands over the groups of heads on the nearest line above that is no ruler."""
    size = len({label.text for label in labels})
    head = lines[labels[0].line - 1]
    for index in range(head.number - 2, max(head.number - 2 - _MAX_ABOVE, -1), -1):
        line = lines[index]
        if _RULER.match(line.words):
            continue
        upper = _over(line, head, labels, size) if line.depth == head.depth and len(line.text) <= _MAX_LINE else ()
        if not upper:
            return None
        first = _PIECE.search(head.text, head.start, labels[0].start)
        name = first.group() if first is not None and _NAME.fullmatch(first.group()) else _UNNAMED
        return _Spans(upper, name, size)
    return None


def _over(line: Line, head: Line, labels: tuple[Label, ...], size: int) -> tuple[Label, ...]:
    """One name for each group of heads, by where it stands; none where a group has no name or two."""
    edges = [(_place(head, label.start), _place(head, label.end)) for label in labels]
    found: list[Label | None] = [None] * (len(labels) // size)
    for piece in _PIECE.finditer(line.text, line.start):
        middle = (_place(line, piece.start()) + _place(line, piece.end())) / 2
        if middle < edges[0][0]:
            continue
        places = [n for n in range(len(found)) if _is_over(middle, edges, n * size, size)]
        if len(places) != 1 or found[places[0]] is not None or _FIGURE.match(piece.group()):
            return ()
        found[places[0]] = Label(piece.group(), line.number, piece.start(), piece.end(), Basis.COLUMN_HEAD)
    named = tuple(label for label in found if label is not None)
    return named if len(named) == len(found) == len({label.text for label in named}) else ()


def _is_over(middle: float, edges: Sequence[tuple[int, int]], first: int, size: int) -> bool:
    """Whether a place is over a group of heads, up to halfway to the next group."""
    left = (edges[first - 1][1] + edges[first][0]) / 2 if first else edges[0][0]
    last = first + size - 1
    right = (edges[last][1] + edges[last + 1][0]) / 2 if last + 1 < len(edges) else edges[last][1] + 12
    return left <= middle <= right


def _place(line: Line, column: int) -> int:
    """Where a column of a line stands once its tabs are blanks, behind its marks of quotation."""
    return len(line.text[line.start : column].expandtabs())
