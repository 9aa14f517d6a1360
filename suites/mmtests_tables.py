"""The tables of an mmtests comparison: rows that belong together, their heads, and the words that tell what they are
of; no suite.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from archive import hardware
from archive.results import Basis
from archive.text import Line
from suites.base import Label
from suites.cells import number
from suites.column_heads import read_heads
from suites.mmtests_rows import Figures, read_figures

_LIST = re.compile(r"[^,;]{2,40}(?:,[ \t]{0,3}[^,;]{2,40}){1,7},?")
_VERSION = re.compile(r"(?<![\w.])v?[2-9]\.\d{1,2}(?![\d%])")
_NAME = re.compile(r"[^,]{2,40}")
_MACHINE = re.compile(r"[ \t]{0,4}machine[ \t]{0,20}:[ \t]{1,4}(?P<machine>\S.{2,100})$", re.IGNORECASE)
_BOX = re.compile(r"[ \t]{0,4}(?P<machine>(?=.{0,80}\b(?:machine|server|system|box|socket)\b).{8,100})$", re.IGNORECASE)
_UNIT_NOTE = re.compile(r"\((?P<unit>[A-Za-z]{1,12}/s(?:ec)?|[mun]?s(?:ecs?)?|(?:milli|micro|nano)?seconds)\)")
_MAX_TITLE = 110
_FIGURES_OF_A_ROW = 2
_MAX_TITLES = 8
_MAX_PROSE = 14
_UNPROVEN_HEADS = "no head of its own: its columns are read as those of the table above"


@dataclass(frozen=True, slots=True)
class Context:
    """What stands over a table: short lines right above it, the nearest first, and the paragraphs before these."""

    titles: tuple[Line, ...]
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one table with its column heads (none where no line names them), and what its text tells."""

    block: int
    rows: tuple[Figures, ...]
    heads: tuple[Label, ...]
    context: Context
    machine: Label | None = None
    unit_text: str | None = None
    warnings: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """How many columns it has."""
        return max(len(row.columns) for row in self.rows)


@dataclass(slots=True)
class _Open:
    """A table that is being collected."""

    index: int
    depth: int
    rows: list[Figures] = field(default_factory=list)


def read_tables(lines: Sequence[Line]) -> Iterator[Table]:
    """The tables of a text, in order."""
    earlier: dict[tuple[int, int], Table] = {}
    lists = _Lists(lines)
    for found in _collect(lines):
        if not _is_comparison(found.rows):
            continue
        table = _table(lines, found, earlier, lists)
        if table.heads:
            earlier[found.depth, table.width] = table
        yield table


def _collect(lines: Sequence[Line]) -> Iterator[_Open]:
    """Runs of rows of one width and quote depth; blank lines do not end them, other words do."""
    found: _Open | None = None
    for index, line in enumerate(lines):
        figures = read_figures(line)
        if figures is None:
            if found is not None and not line.is_blank:
                yield found
                found = None
            continue
        if found is not None and not _belongs(figures, line.depth, found):
            yield found
            found = None
        if found is None:
            if not figures.label:
                continue
            found = _Open(index, line.depth)
        found.rows.append(figures)
    if found is not None:
        yield found


def _belongs(figures: Figures, depth: int, found: _Open) -> bool:
    return depth == found.depth and (not figures.label or len(figures.columns) == len(found.rows[0].columns))


def _is_comparison(rows: Sequence[Figures]) -> bool:
    """Whether a run of rows is of mmtests at all: it names a statistic, or has the tool's own wide brackets."""
    return any(row.statistic is not None for row in rows) or (rows[0].is_padded and len(rows) > 1)


def _table(lines: Sequence[Line], found: _Open, earlier: dict[tuple[int, int], Table], lists: "_Lists") -> Table:
    first, width = found.rows[0], max(len(row.columns) for row in found.rows)
    named = read_heads(lines, found.index, width, first.name_end, may_be_flushed=True)
    heads = _with_glued(lines, tuple(head.label for head in named), found.index)
    top = min([found.index, *(label.line - 1 for label in heads)])
    while top > 0 and heads and _is_upper_head(lines, top - 1, heads):
        top -= 1
    context = _context(lines, top, found.depth)
    table = Table(
        block=top + 1,
        rows=tuple(found.rows),
        heads=heads or lists.above(top, width, found.depth),
        context=context,
        machine=next((label for line in context.titles if (label := _machine(line)) is not None), None),
        unit_text=next((unit["unit"] for head in named if (unit := _UNIT_NOTE.fullmatch(head.note or ""))), None),
    )
    before = earlier.get((found.depth, width))
    if not heads and before is not None:
        return replace(table, heads=before.heads, warnings=(_UNPROVEN_HEADS,))
    return table


def _with_glued(lines: Sequence[Line], heads: tuple[Label, ...], index: int) -> tuple[Label, ...]:
    """The heads with the names below them that fill their columns so that two stand without a blank between:

                 3.9.0                 3.9.0
    scanshared-v2r12accountpreferred-v2r12

    Both lines are flushed right, so that a name ends where the one above it does.
    """
    place = heads[0].line if heads else 0
    if not 0 < place < index or len({head.line for head in heads}) > 1:
        return heads
    text = lines[place].text.rstrip()
    ends = [head.end for head in heads]
    if "\t" in text or len(lines[place].words.split()) >= len(heads) or len(text) != ends[-1]:
        return heads
    starts = [lines[place].start, *ends[:-1]]
    pieces = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    if any(not piece.strip() or piece[-1:].isspace() or " " in piece.strip() for piece in pieces):
        return heads
    return tuple(
        replace(head, text=f"{head.text} {piece.strip()}", line=place + 1, start=end - len(piece.strip()), end=end)
        for head, piece, end in zip(heads, pieces, ends, strict=True)
    )


def _is_upper_head(lines: Sequence[Line], index: int, heads: tuple[Label, ...]) -> bool:
    """Whether a line holds the upper parts of heads, whose places are those of their lower lines."""
    words = lines[index].words.split()
    upper = [label.text.split() for label in heads]
    return bool(words) and all(word in [part for parts in upper for part in parts] for word in words)


class _Lists:
    """The lines of a text that list names ("5.9-rc1, 5.9-rc1-next"), found when a table without a head first asks."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines

    @cached_property
    def _places(self) -> dict[tuple[int, int], list[int]]:
        """The indexes of the lists, by quote depth and how many names they have."""
        found: dict[tuple[int, int], list[int]] = {}
        for index, line in enumerate(self._lines):
            if "," in line.words and _LIST.fullmatch(line.words.strip()):
                count = len(_listed_names(line))
                if line.words.count(",") >= count - 1 and _are_sides(line.words):
                    found.setdefault((line.depth, count), []).append(index)
        return found

    def above(self, below: int, width: int, depth: int) -> tuple[Label, ...]:
        """What the nearest list of so many names above line `below` (0-based) names; nothing where there is none."""
        indexes = self._places.get((depth, width), [])
        place = bisect_left(indexes, below)
        if not place:
            return ()
        line = self._lines[indexes[place - 1]]
        return tuple(_label(line, match) for match in _listed_names(line))


def _are_sides(words: str) -> bool:
    """Whether names between commas are of one kind: a version among them, or a word in all; a sentence has neither."""
    names = [set(name.split()) for name in words.split(",") if name.strip()]
    return _VERSION.search(words) is not None or any(len(word) > 2 for word in set.intersection(*names))


def _listed_names(line: Line) -> list[re.Match[str]]:
    return [match for match in _NAME.finditer(line.words) if match.group().strip()]


def _label(line: Line, found: re.Match[str]) -> Label:
    text = found.group().strip()
    start = line.start + found.start() + len(found.group()) - len(found.group().lstrip())
    return Label(text, line.number, start, start + len(text), Basis.PROSE)


def _context(lines: Sequence[Line], below: int, depth: int) -> Context:
    titles: list[Line] = []
    index = below - 1
    while index >= 0 and len(titles) < _MAX_TITLES and _is_title(lines[index], depth):
        titles += [lines[index]] if lines[index].words.strip() else []
        index -= 1
    return Context(tuple(titles), tuple(_paragraphs(lines, index, depth)))


def _is_title(line: Line, depth: int) -> bool:
    """Whether a line can be a title: blank, or short and no sentence."""
    words = line.words.strip()
    if not words:
        return True
    if line.depth != depth or len(words) > _MAX_TITLE or words.endswith((".", ",", ";")) or _runs_on(words):
        return False
    ends_in_figures = [number(word, 0) is not None for word in words.split()[-_FIGURES_OF_A_ROW:]]
    return (len(ends_in_figures) < _FIGURES_OF_A_ROW or not all(ends_in_figures)) and read_figures(line) is None


def _runs_on(words: str) -> bool:
    """Whether words read like the middle of a sentence."""
    plain = [word for word in words.split() if word.isalpha() and word.islower()]
    return len(words) > 60 and len(plain) >= 6


def _machine(line: Line) -> Label | None:
    """A title that tells the machine: "Machine : 48x-HASWELL-NUMA", "UMA machine with 8 cores sharing LLC"."""
    found = _MACHINE.match(line.words) or _BOX.match(line.words)
    if found is None or hardware.parse(found["machine"].rstrip()) is None:
        return None
    start, text = line.start + found.start("machine"), found["machine"].rstrip()
    return Label(text, line.number, start, start + len(text), Basis.HEADING)


def _paragraphs(lines: Sequence[Line], index: int, depth: int) -> Iterator[str]:
    """The two paragraphs that end at or above a line, the nearest first; a row ends the search."""
    words: list[str] = []
    given = seen = 0
    while index >= 0 and given < 2 and seen < _MAX_PROSE * 2:
        line = lines[index]
        if line.is_blank or line.depth != depth or read_figures(line) is not None:
            if words:
                yield " ".join(reversed(words))
                words, given = [], given + 1
            if not line.is_blank:
                return
        else:
            words.append(line.words.strip())
            seen += 1
        index -= 1
    if words and given < 2:
        yield " ".join(reversed(words))
