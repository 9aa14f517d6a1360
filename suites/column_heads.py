"""The heads of a table whose columns are kernels or variants: one to four lines above its first row; no suite.

    5.13.0-rc2             5.13.0-rc2          schbench(old)        tip     +patch(%gain)
       vanilla     sched-avgidle-v1r5          10 iterations      sched/core

One line names every column; what stands above or below one of its names belongs to that name. A note in brackets at
the end of a name ("(%gain)", "(BASELINE)") says what the column holds and is no part of the name.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis
from archive.text import Line
from suites.base import Label
from suites.cells import number, words

_CHUNK = re.compile(r"\S{1,120}(?:[ ]\S{1,120}){0,7}")
_RULER = re.compile(r"[-=*_~+|.\s]{2,300}")
_NOTE = re.compile(r"(?P<gap>[ \t]{0,2})(?P<note>[\[(][^\])\[(]{1,30}[\])](?:[\[(][^\])\[(]{1,30}[\])])?)$")
# Brackets that tell what is printed; "(AS)" and "(no pinning)" belong to the name before them.
_TELLS = re.compile(
    r"%|pct|gain|\bstd\w{0,6}\b|\bcv\b|baseline\)|\bdiff\b|delta|chang|\bimp\b|\bsec|\b[mun]?s\)|/s|mb|kb|gb|ops|avg|mean|\bvs\b",
    re.IGNORECASE,
)
_DERIVED = re.compile(
    r"[(\[]?(?:%[ ]?|pct\.?[ ])?(?:%|\+/-|diff\w{0,6}|delta|change|gain|ratio|improvement|speed-?up)\S{0,12}",
    re.IGNORECASE,
)
# "329 Mib/s", "37%", "2121K IOPS": what a row holds, and no name.
_RATE = re.compile(
    r"~?\d[\d.,]{0,14}[ ]?(?:[kKMGT]?i?[bB](?:its?|ytes?)?/s(?:ec)?|[kKMG]?i?[bB]ps|[kKM]?[ ]?IOPS|ops/s(?:ec)?|%)",
    re.IGNORECASE,
)
# "CNA / speedup": the figures of CNA, and over a stroke their ratio.
_RATIO = re.compile(r"(?<=\S)[ ]/[ ](?:speed-?up|ratio|gain)$", re.IGNORECASE)
_VERSION = re.compile(r"v?[2-9]\.\d{1,2}(?:\.\d{1,3})?")
_MAX_LINES = 4
_MAX_GAPS = 3
_MAX_LINE = 400
_MAX_WORDS = 6


@dataclass(frozen=True, slots=True)
class Head:
    """The name of a column, and what brackets behind it say that the column holds."""

    label: Label
    note: str | None = None


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Words of a head line: their columns [start, end) on the line, and where they stand with tabs expanded."""

    text: str
    line: int
    start: int
    end: int
    left: int
    right: int


_Line = tuple[_Chunk, ...]


def read_heads(
    lines: Sequence[Line], index: int, count: int, name_end: int, *, may_be_flushed: bool = False
) -> tuple[Head, ...]:
    """The heads of the `count` columns of the table whose first row is line `index` (0-based), in order; none where
    no line above names them all. `name_end` is the column behind the name of that row. Heads that a mailer flushed to
    the left name the columns by their order; only where each column has one, right above the row.
    """
    found = LinesOfHeads(lines, index, name_end)
    return found.read(count) or (found.read_flushed(count) if may_be_flushed else ())


class HeadedLines:
    """Tells of each line of a text whether heads stand right above it at all, which is asked of many lines before any
    of them is read; pipes are blanks.
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        """Nothing is looked at yet."""
        self._lines = lines
        self._are_names: dict[int, bool] = {}

    def __contains__(self, index: int) -> bool:
        """Whether `LinesOfHeads` has any lines for a table whose first row is line `index` (0-based)."""
        for above in range(index - 1, max(-1, index - 2 - _MAX_GAPS), -1):
            line = self._lines[above]
            if not (line.is_blank or _RULER.fullmatch(line.words) is not None):
                return line.depth == self._lines[index].depth and self._names(above)
        return False

    def _names(self, place: int) -> bool:
        known = self._are_names.get(place)
        if known is None:
            line = self._lines[place]
            # Most lines above rows are rows: the last piece of theirs is a number.
            last = line.words.replace("|", " ").replace("\t", "  ").rsplit("  ", 1)[-1].strip()
            is_number = number(last, 0) is not None
            known = not is_number and _may_be_names(line.text.replace("|", " "), line.start)
            self._are_names[place] = known
        return known


class LinesOfHeads:
    """The lines above the table whose first row is line `index` (0-based), for asking whether they head so many
    columns; `name_end` is the column behind the name of that row.
    """

    def __init__(self, lines: Sequence[Line], index: int, name_end: int) -> None:
        """Split the lines into their pieces."""
        self._stack = list(_head_lines(lines, index))
        self._zone = _expanded(lines[index], name_end)
        self._row = index

    def read(self, count: int) -> tuple[Head, ...]:
        """The heads of `count` columns in order; none where no line names them all."""
        stack, zone = self._stack, self._zone
        for is_named in (_stands_clear, _reaches_over):
            for place, (line, chunks) in enumerate(stack):
                for named in _readings(line, chunks, count, zone):
                    if is_named(named[0], zone):
                        above = _joined(named, [other for _, other in stack[place + 1 :]], zone)
                        below = (other for _, other in reversed(stack[:place]))
                        return tuple(_head(parts) for parts in _below(above, below, zone))
        return ()

    def read_flushed(self, count: int) -> tuple[Head, ...]:
        """The heads of `count` columns, two or more, by the order of the pieces of the nearest line."""
        line, chunks = self._stack[0] if self._stack else (None, ())
        is_near = line is not None and line.number == self._row
        return tuple(_head((chunk,)) for chunk in chunks) if is_near and len(chunks) == count > 1 else ()


def _stands_clear(first: _Chunk, zone: int) -> bool:
    return first.left >= zone


def _reaches_over(first: _Chunk, zone: int) -> bool:
    """A name that is longer than its column may begin over the names of the rows."""
    return first.right > zone


def _head_lines(lines: Sequence[Line], index: int) -> Iterator[tuple[Line, _Line]]:
    """The lines above that may be heads, each with its pieces, the nearest first."""
    found = gaps = 0
    for above in range(index - 1, max(-1, index - 1 - _MAX_LINES - _MAX_GAPS), -1):
        line = lines[above]
        if line.is_blank or _RULER.fullmatch(line.words) is not None:
            gaps += 1
            if found or gaps > _MAX_GAPS:
                return
            continue
        chunks = _chunks(line)
        if line.depth != lines[index].depth or not chunks or found == _MAX_LINES or _is_title(chunks):
            return
        found += 1
        yield line, chunks


def _chunks(line: Line) -> _Line:
    """The pieces of a line between wide gaps; none where one of them is a number or reads like a sentence."""
    if not _may_be_names(line.text, line.start):
        return ()
    return tuple(_chunk(line, *match.span()) for match in _CHUNK.finditer(line.text, line.start))


def _may_be_names(text: str, start: int) -> bool:
    """Whether a line has pieces, and none of them is a number or reads like a sentence."""
    if len(text) > _MAX_LINE:
        return False
    piece = None
    for piece in _CHUNK.finditer(text, start):
        words_of_piece = piece.group()
        if not (_may_name(words_of_piece) or _is_version(words_of_piece, text) or _DERIVED.fullmatch(words_of_piece)):
            return False
    return piece is not None


def _is_version(piece: str, text: str) -> bool:
    """Whether a number is a version that another name of the line begins with: "6.2" beside "6.2 + patch"."""
    return _VERSION.fullmatch(piece) is not None and any(f"{piece}{sign}" in text for sign in (" +", "+", "-"))


def _is_title(chunks: _Line) -> bool:
    """Whether the pieces of a line are the title of the table: "sequential writes:" names no column."""
    return len(chunks) == 1 and chunks[0].text.endswith(":")


def _may_name(text: str) -> bool:
    if len(text.split()) > _MAX_WORDS or not any(map(str.isalnum, text)):
        return False
    return number(text, 0) is None and _RATE.fullmatch(text) is None


def _chunk(line: Line, start: int, end: int) -> _Chunk:
    return _Chunk(line.text[start:end], line.number, start, end, _expanded(line, start), _expanded(line, end))


def _expanded(line: Line, column: int) -> int:
    """Where a column of the line stands once its tabs are blanks, as they were when it was not yet quoted."""
    return len(line.text[line.start : column].expandtabs())


def _readings(line: Line, chunks: _Line, count: int, zone: int) -> Iterator[_Line]:
    """The ways in which a line names `count` columns: its pieces, or its words where wide gaps are lost."""
    pieces = _without_derived(chunks)
    if len(pieces) == count:
        yield pieces
    if len(pieces) == count + 1 and pieces[0].left < pieces[1].left and pieces[0].left <= zone:
        yield pieces[1:]
    if count <= len(chunks):
        return
    apart = tuple(_chunk(line, start, end) for _, start, end in words(line.text, line.start))
    if len(apart) == count and apart[0].left >= zone and all(_may_name(each.text) for each in apart):
        yield apart


def _without_derived(chunks: _Line) -> _Line:
    """The pieces without heads of differences and ratios at the end ("%delta"): those columns are no results."""
    last = len(chunks)
    while last > 1 and _DERIVED.fullmatch(chunks[last - 1].text) is not None:
        last -= 1
    return chunks[:last]


def _joined(named: _Line, above: Sequence[_Line], zone: int) -> tuple[tuple[_Chunk, ...], ...]:
    """The names, each with what stands over it."""
    parts: tuple[tuple[_Chunk, ...], ...] = tuple((chunk,) for chunk in named)
    for chunks in above:
        over = _assigned(named, chunks, zone)
        if over is None:
            break
        parts = tuple((upper, *own) if upper else own for upper, own in zip(over, parts, strict=True))
    return parts


def _below(parts: tuple[tuple[_Chunk, ...], ...], below: Iterator[_Line], zone: int) -> tuple[tuple[_Chunk, ...], ...]:
    """The names, each with what stands under it, down to the row."""
    for chunks in below:
        under = _assigned(tuple(own[-1] for own in parts), chunks, zone)
        if under is None:
            return parts
        parts = tuple((*own, lower) if lower else own for own, lower in zip(parts, under, strict=True))
    return parts


def _assigned(named: _Line, chunks: _Line, zone: int) -> tuple[_Chunk | None, ...] | None:
    """Which piece of a line belongs to which name, by order or by place; None where the line is no head of these."""
    pieces = _without_derived(chunks)
    if len(pieces) == len(named) > 1 and pieces[0].left >= zone:
        return pieces
    found: list[_Chunk | None] = [None] * len(named)
    for piece in pieces:
        if piece.right <= max(zone, named[0].left - 1):
            continue
        places = [place for place, name in enumerate(named) if piece.left < name.right and name.left < piece.right]
        if len(places) != 1 or found[places[0]] is not None or piece.left < zone:
            return None
        found[places[0]] = piece
    return tuple(found) if any(found) else None


def _head(parts: tuple[_Chunk, ...]) -> Head:
    """One head of what is told of a column, placed on the lowest of its lines."""
    last = parts[-1]
    named = [_split(chunk) for chunk in parts]
    text, note = " ".join(name for name, _ in named if name), next((note for _, note in named if note), None)
    own = named[-1][0]
    return Head(Label(text, last.line, last.start, last.start + len(own), Basis.COLUMN_HEAD), note)


def _split(chunk: _Chunk) -> tuple[str, str | None]:
    """A name and the brackets behind it that tell what its column holds."""
    text = _RATIO.sub("", chunk.text)
    found = _NOTE.search(text)
    if found is None or found.start() == 0 or _TELLS.search(found["note"]) is None:
        return text, None
    own = text[: found.start()]
    first, parted, last = found["note"].rpartition("(")
    if first and _TELLS.search(first) is None:  # "ext3+rsv(8)(%)": the name has brackets of its own
        return f"{own}{found['gap']}{first}", f"{parted}{last}"
    return own, found["note"]
