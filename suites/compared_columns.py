"""Rows that set kernels or variants side by side: a label, then a figure a column, each with what stands behind it.

     Copy:   109364.74 (0.00 pct)     94220.50 (-13.84 pct)      | mean    |   5235.02  | 5863.73  |      +12.01 |
    lu.C.x       24.725724+-0.962340      25.01+-0.51            --cpu=96 -util=100 Time taken : 5.30,  5.01(5.47)

No suite. What a bracket holds is told by its unit, by the head of its column, or by arithmetic with the first column:
a percentage of change is no result; else it is a spread, of unknown kind where nothing tells. Rows that give the first
column as 1.00 are relative to it and hold no figure of their own.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from archive.results import Basis
from archive.text import Line
from suites.base import Cell, Label, RowSpread
from suites.column_heads import read_heads
from suites.matches import FIGURE, figure

_ITEM = re.compile(
    rf"(?P<value>(?:{FIGURE})(?![\d.]))"
    rf"(?:[ \t]{{0,3}}(?:\+/?-|±)[ \t]{{0,3}}(?P<around>{FIGURE})(?P<percent>[ \t]?%)?)?"
    r"(?P<brackets>(?:[ \t]{0,3}[(\[*][ \t]{0,9}[+-]?[\d.]{1,12}[ \t]{0,2}(?:%|pct)?[ \t]{0,2}[)\]*]){0,2})"
    r"(?:[ \t]?\[?(?P<unit>[kKMG]?i?[Bb](?:its?|ytes)?/s(?:ec)?|[KMG]bps|[mun]?s|µs|secs?|ops/s(?:ec)?)\]?(?![\w/]))?"
    # "(14.13% improvement)" repeats what the figures tell.
    r"(?:[ \t]\([+-]?\d{1,6}(?:\.\d{1,4})?%[ ][a-z]{3,12}\))?[,;]?"
)
_BRACKET = re.compile(
    r"[(\[*][ \t]{0,9}(?P<value>[+-]?\d{1,9}(?:\.\d{0,6})?)[ \t]{0,2}(?P<unit>%|pct)?[ \t]{0,2}[)\]*]"
)
_DERIVED = re.compile(
    r"[(\[]?~?[ \t]{0,2}(?:[+-]\d{1,9}(?:[.,]\d{0,6})?%?|\d{1,9}(?:[.,]\d{0,6})?%|n/?a)[)\]]?", re.IGNORECASE
)
_GAP = re.compile(r"[ \t|]{0,60}")
_REMARK = re.compile(r"[*#<^]{1,6}[ \t]?[A-Za-z]")
_LABEL = re.compile(r"[^\n]{1,60}?[ \t:|](?=[ \t]{0,40}\d)")
_WIDE = re.compile(r"[^\n]{1,80}?(?:[ \t|:]{2,60}|\t)(?=[ \t]{0,40}\d)")
# The poster's own divisions above a table: "o NPS1", "- 10 Runs:".
_BULLET = re.compile(r"[ \t]{0,8}(?P<mark>[o*-])[ \t]{1,3}(?P<text>[A-Za-z0-9][\w ()=+/-]{0,38}?):?[ \t]*$")
_TITLE_RULER = re.compile(r"[ \t]{0,8}[~=#]{3,200}[ \t]*$")
_MAX_BULLET_WORDS = 4
_MAX_BULLET_DISTANCE = 80
_WORDS_OF_PROSE = 7
_PIPE_CELL = re.compile(r"[^|]{1,120}")
_RULER = re.compile(r"[-=|+:—–_ \t]{3,300}")
_NOTE = re.compile(r"[ \t]{0,3}\((?P<note>[^()]{1,30})\)$")
_RELATIVE = re.compile(r"%|ratio|delta|diff|change|gain|improve|speed-?up|normali[sz]ed", re.IGNORECASE)
_CV = re.compile(r"\bcv\b|std\w{0,6}[ \t]?%|%[ \t]?std", re.IGNORECASE)
_STDEV = re.compile(r"std|dev|σ", re.IGNORECASE)
_MAX_HEAD_DISTANCE = 24
_MAX_COLUMNS = 12


@dataclass(frozen=True, slots=True)
class Column:
    """A figure of a row, with its unit where one stands behind it, its spread, and the head of its column."""

    cell: Cell
    unit_text: str | None
    spread: tuple[RowSpread, ...]
    head: Label | None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class _Item:
    match: re.Match[str]

    @property
    def cell(self) -> Cell:
        start, end = self.match.span("value")
        return figure(self.match["value"], start, end)


def columns(lines: Sequence[Line], index: int, start: int) -> tuple[Column, ...]:
    """The figures of line `index` (0-based) from column `start` on; none where any other word stands among them, where
    they are relative to the first, or where no head names each of several.
    """
    items = _items(lines[index], start)
    if not items or items[0].cell.raw in {"1.00", "1.000"}:
        return ()
    heads = _heads(lines, index, items, len(lines[index].text[:start].rstrip(" \t:")))
    if len(items) > 1 and len(heads) < len(items):
        return ()
    notes = tuple(note for _, note in heads) or (None,)
    labels = tuple(label for label, _ in heads) or (None,)
    return tuple(
        Column(item.cell, item.match["unit"], _spread(item, items[0], note), label, note)
        for item, label, note in zip(items, labels, notes, strict=False)
        if note is None or not (label is not None and _RELATIVE.fullmatch(label.text))
    )


def section(lines: Sequence[Line], index: int) -> str | None:
    """The poster's own divisions that line `index` stands under ("NPS1", "10 Runs"), the outer one first."""
    found: dict[str, str] = {}
    for above in range(index - 1, max(-1, index - _MAX_BULLET_DISTANCE), -1):
        line = lines[above]
        if line.depth != lines[index].depth and not line.is_blank:
            break
        if _TITLE_RULER.match(line.words) or _is_prose(line):
            break
        bullet = _BULLET.match(line.words)
        if bullet is not None and len(bullet["text"].split()) <= _MAX_BULLET_WORDS:
            found.setdefault(bullet["mark"], bullet["text"])
    return ", ".join(reversed(found.values())) or None


def _is_prose(line: Line) -> bool:
    return sum(word.strip(".,;:()").isalpha() for word in line.words[:200].split()) >= _WORDS_OF_PROSE


def _items(line: Line, start: int) -> tuple[_Item, ...]:
    """The figures, without derived ones at the end; none where something else stands between or behind them."""
    text = line.text
    found: list[_Item] = []
    place = _skip(text, start)
    while place < len(text.rstrip()):
        derived = _DERIVED.match(text, place)
        item = _ITEM.match(text, place)
        if derived is not None and (item is None or derived.end() > item.end("value")):
            place = _skip(text, derived.end())
        elif item is not None and len(found) < _MAX_COLUMNS and item.end() > place:
            found.append(_Item(item))
            place = _skip(text, item.end())
        elif found and _REMARK.match(text, place):
            break
        else:
            return ()
    return tuple(found)


def _skip(text: str, place: int) -> int:
    gap = _GAP.match(text, place)
    return gap.end() if gap is not None else place


def _heads(
    lines: Sequence[Line], index: int, items: Sequence[_Item], start: int
) -> tuple[tuple[Label, str | None], ...]:
    """The names of the columns: between pipes where the row has pipes, else by the lines above the table."""
    if "|" in lines[index].text[start:]:
        return _piped_heads(lines, index, items)
    top = _top(lines, index, len(items))
    return tuple((head.label, head.note) for head in read_heads(lines, top, len(items), start))


def _top(lines: Sequence[Line], index: int, count: int) -> int:
    """The first row of the run of rows that line `index` is in: heads stand above it."""
    top = index
    while top > 0 and index - top < _MAX_HEAD_DISTANCE:
        above = lines[top - 1]
        behind = (gap.match(above.text, above.start) for gap in (_WIDE, _LABEL))
        if above.is_blank or not any(match and len(_items(above, match.end())) == count for match in behind):
            return top
        top -= 1
    return top


def _piped_heads(lines: Sequence[Line], index: int, items: Sequence[_Item]) -> tuple[tuple[Label, str | None], ...]:
    """The head of each figure's cell, which may be written on several lines of cells."""
    text = lines[index].text
    places = [text.count("|", 0, item.match.start()) for item in items]
    stack: list[dict[int, tuple[Label, str | None]]] = []
    for above in range(index - 1, max(-1, index - _MAX_HEAD_DISTANCE), -1):
        line = lines[above]
        if line.is_blank or _RULER.fullmatch(line.words):
            if stack or line.is_blank:
                break
            continue
        if "|" not in line.text or line.text.count("|") != text.count("|"):
            break
        cells = _named_cells(line)
        if any(_ITEM.fullmatch(label.text) for place, (label, _) in cells.items() if place in places):
            # A row of figures: the head is further up, unless it was found already.
            if stack:
                break
            continue
        stack.append(cells)
    heads = tuple(_joined([cells[place] for cells in reversed(stack) if place in cells]) for place in places)
    return tuple(head for head in heads if head is not None) if all(heads) else ()


def _named_cells(line: Line) -> dict[int, tuple[Label, str | None]]:
    """What is written in the cells of a line, by how many pipes stand before each."""
    found: dict[int, tuple[Label, str | None]] = {}
    for match in _PIPE_CELL.finditer(line.text):
        if match.group().strip() and match.end() > line.start:
            found[line.text.count("|", 0, match.start())] = _named(line, match)
    return found


def _named(line: Line, found: re.Match[str]) -> tuple[Label, str | None]:
    text = found.group().rstrip()
    note = _NOTE.search(text)
    name = (text[: note.start()] if note is not None else text).strip()
    start = found.start() + len(text) - len(text.lstrip())
    return Label(name, line.number, start, start + len(name), Basis.COLUMN_HEAD), note["note"] if note else None


def _joined(parts: Sequence[tuple[Label, str | None]]) -> tuple[Label, str | None] | None:
    if not parts:
        return None
    text = " ".join(label.text for label, _ in parts if label.text)
    last = parts[-1][0]
    return replace(last, text=text), next((note for _, note in parts if note is not None), None)


def _spread(item: _Item, base: _Item, note: str | None) -> tuple[RowSpread, ...]:
    match = item.match
    found: list[RowSpread] = []
    if match["around"] is not None:
        start, end = match.span("around")
        kind = "percent" if match["percent"] else _kind(note)
        found.append(RowSpread(kind, figure(match["around"], start, end)))
    for bracket in _BRACKET.finditer(match.string, match.start("brackets"), match.end("brackets")):
        spread = _bracket(bracket, item, base, note)
        found.extend((spread,) if spread is not None else ())
    return tuple(found)


def _bracket(bracket: re.Match[str], item: _Item, base: _Item, note: str | None) -> RowSpread | None:
    """What a bracket holds as a spread; None where it is a change against the first column."""
    raw = bracket["value"]
    if raw[0] in "+-" or bracket["unit"] is not None:
        return None
    if note is not None and _RELATIVE.search(note) and not _CV.search(note):
        return None
    first = base.cell.value
    if item is not base and first and abs(abs(item.cell.value / first - 1) * 100 - float(raw)) < 0.02:
        return None
    start, end = bracket.span("value")
    return RowSpread(_kind(note), figure(raw, start, end))


def _kind(note: str | None) -> str:
    if note is None:
        return "unknown"
    return "cv" if _CV.search(note) else "stdev" if _STDEV.search(note) else "unknown"
