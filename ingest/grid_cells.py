"""Pieces of the lines of hand-drawn tables, and the figures among them, each with what stands right around it.

13.7MiB/s     367.2K IOPS     BW=4621MB/s     8197.57(+66.98%)     3.383 us (-44.52%)     1.2 ± 0.3     2.45e+09
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from archive.text import Line
from ingest.generic_metrics import UNIT, is_unit
from suites.base import Cell, RowSpread
from suites.cells import resolution
from suites.commas import FIGURE

_SIGNS = r"(?:\+/-|\+-|\xb1)"
_TAIL = (
    r"[ \t]{0,12}(?:[(\[][^()\[\]\n]{0,30}[)\]]"
    rf"|{_SIGNS}[ \t]{{0,3}}\d[\d.,]{{0,12}}(?:e[+-]\d\d)?[ \t]?%?|[+-]\d[\d.,]{{0,9}}[ \t]?%|[*!])"
)
_CELL = re.compile(
    rf"(?:(?P<name>[A-Za-z][\w.]{{0,12}})[ ]?[=:][ ]?)?(?:avg|mean|about)?[~\u2248]?[ ]?"
    rf"(?P<figure>(?:{FIGURE}|\.\d{{1,9}})(?:e[+-]?\d{{1,2}})?)(?P<scale>[kKMG](?![A-Za-z/]))?"
    rf"(?:[ ]{{0,2}}{_SIGNS}[ ]{{0,2}}(?P<before>{FIGURE})(?=[ ]?[A-Za-z]))?"
    rf"[ \t]{{0,2}}(?:\[(?P<bound>{UNIT}|s)\]|(?P<unit>{UNIT}|/?s(?![A-Za-z])|[A-Za-z%\xb0/]{{1,12}}))?"
    rf"(?P<tail>(?:{_TAIL}){{0,3}})$"
)
_SIGNS_OF_TAILS = frozenset("([+-\xb1*!")
_CLOCK = re.compile(
    r"~?(?P<clock>(?:(?P<hours>\d{1,3})h[ ]?)?(?P<minutes>\d{1,4})m[ ]?(?P<seconds>\d{1,2}(?:\.\d{1,6})?)s)"
    rf"(?P<before>(?!))?(?P<tail>(?:{_TAIL}){{0,3}})$"
)
_ATTACHED = re.compile(rf"{_TAIL}$")
_AROUND = re.compile(rf"{_SIGNS}[ \t]{{0,3}}(?P<spread>(?:{FIGURE})(?:e[+-]\d\d)?)[ \t]?(?P<percent>%)?")
_CHANGE = re.compile(r"(?<![\d.+/\xb1-])(?P<change>[+-]?[ ]?\d{1,5}(?:\.\d{1,3})?)[ ]?%")
_ONE = re.compile(rf"~?(?:{FIGURE})[ ]?(?:{UNIT}|s)(?![\w/])")
_SEVERAL = re.compile(rf"(?:~?(?:{FIGURE})[ ]?(?:{UNIT}|s)[ ]){{1,8}}~?(?:{FIGURE})[ ]?(?:{UNIT}|s)")
_PIECE = re.compile(r"(?=\S)(?:[^\s|(]{1,80}+|\([^()|\n]{0,40}\)|\(|[ ](?=[^\s|])){1,160}")
_WORD = re.compile(r"\S{1,80}")
_FACTORS = {"k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9}
_NAMED = re.compile(r"(?P<name>[A-Za-z][^:|]{0,60}):[ \t]{1,20}(?=[~\d])")
_MAX_LINE = 300


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of a line between gaps or pipes: their columns [start, end), and the same with tabs as blanks."""

    text: str
    start: int
    end: int
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class GridCell:
    """A figure of a table: as a cell, with the unit behind it, the name before it, and the spread that a sign tells.

    `has_other_unit` marks one that is no rate and no time: a size, a share, a count of something; `change` is the per
    cent behind it by which it differs from another, with the step of its last digit.
    """

    cell: Cell
    unit: str | None
    name: str | None
    spread: tuple[RowSpread, ...]
    has_other_unit: bool
    change: tuple[float, float] | None = None


def read_cell(piece: Piece, *, decimal: bool = False) -> GridCell | None:
    """A piece that is wholly a figure with what belongs to it; `decimal` where commas are points."""
    match = _CELL.match(piece.text)
    if match is None:
        return _clock_cell(piece) if "m" in piece.text else None
    unit, figure, scale = match["unit"] or match["bound"], match["figure"], match["scale"] or ""
    plain = figure.replace(",", "." if decimal else "")
    factor = _FACTORS.get(scale, 1.0)
    start = piece.start + match.start("figure")
    mantissa, _, exponent = plain.partition("e")
    step = resolution(mantissa) * factor * 10.0 ** int(exponent or 0)
    cell = Cell(figure + scale, start, start + len(figure + scale), round(float(plain) * factor, 9), step)
    known = unit is not None and is_unit(unit)
    change = _change(match["tail"])
    unknown = bool(unit) and not known
    return GridCell(cell, unit if known else None, match["name"], _spread(piece, match), unknown, change)


def _clock_cell(piece: Piece) -> GridCell | None:
    """A time in minutes and seconds ("5m28s", "1h02m03s", "0m8.5s") with what belongs to it, as seconds."""
    match = _CLOCK.match(piece.text)
    if match is None:
        return None
    hours, minutes, seconds = (float(match[part] or 0) for part in ("hours", "minutes", "seconds"))
    start, end = (piece.start + place for place in match.span("clock"))
    seconds += 60 * minutes + 3600 * hours
    cell = Cell(match["clock"], start, end, round(seconds, 6), resolution(match["seconds"]))
    return GridCell(cell, "s", None, _spread(piece, match), has_other_unit=False)


def is_attached(text: str) -> bool:
    """Whether words only tell more of the figure before them: brackets, a spread, a difference."""
    return text.lstrip()[:1] in _SIGNS_OF_TAILS and _ATTACHED.match(text) is not None


def is_in_brackets(text: str) -> bool:
    """Whether words that only tell more of a figure are no difference that may have a column of its own."""
    return is_attached(text) and text[:1] in "([*!+\xb1" and not text[1:2].isdigit()


def pieces(line: Line) -> tuple[Piece, ...]:
    """The pieces of a line between gaps; a name with a colon is a piece before its figure."""
    if len(line.text) > _MAX_LINE:
        return ()
    return tuple(_split(line, line.start))


def figures_apart(line: Line, piece: Piece) -> Iterator[Piece]:
    """The figures of a piece that is nothing but several with their units ("88.3MB/s 60.7MB/s"), else the piece."""
    if " " not in piece.text or _SEVERAL.fullmatch(piece.text) is None:
        yield piece
        return
    yield from (_piece(line, *match.span()) for match in _ONE.finditer(line.text, piece.start, piece.end))


def words_of(line: Line) -> Iterator[Piece]:
    """The words of a line, each a piece."""
    return (_piece(line, *match.span()) for match in _WORD.finditer(line.text, line.start))


def segments(line: Line) -> tuple[Piece, ...]:
    """The pieces of a line between pipes, blank ones too; a pipe at either end of the line parts nothing."""
    begin = line.text.find("|", 0, line.start)
    begin = line.start if begin < 0 else begin
    found, position = [], begin
    end = len(line.text.rstrip())
    for part in line.text[begin:end].split("|"):
        words = part.strip()
        start = position + part.find(words)
        found.append(_piece(line, start, start + len(words)))
        position += len(part) + 1
    return tuple(found)


def begins_with_pipe(line: Line) -> bool:
    """Whether the first sign of a line is a pipe, which may have been taken for a mark of quotation."""
    return line.words.lstrip()[:1] == "|" or "|" in line.text[: line.start]


def _split(line: Line, begin: int) -> Iterator[Piece]:
    for match in _PIECE.finditer(line.text, begin):
        start, end = match.span()
        named = _NAMED.match(match.group()) if ":" in match.group() else None
        if named is not None:
            yield _piece(line, start, start + named.end("name") + 1)
            start += named.end()
        yield _piece(line, start, end)


def _piece(line: Line, start: int, end: int) -> Piece:
    text = line.text
    if "\t" not in text:
        return Piece(text[start:end].rstrip(), start, end, start - line.start, end - line.start)
    left = len(text[line.start : start].expandtabs())
    right = len(text[line.start : end].expandtabs())
    return Piece(text[start:end].rstrip(), start, end, left, right)


def _change(tail: str) -> tuple[float, float] | None:
    """The per cent in or without brackets behind a figure, where it is no deviation."""
    match = _CHANGE.search(tail) if "%" in tail else None
    return None if match is None else (float(match["change"].replace(" ", "")), resolution(match["change"]))


def _spread(piece: Piece, match: re.Match[str]) -> tuple[RowSpread, ...]:
    around = _AROUND.search(match["tail"])
    if around is None and match["before"] is None:
        return ()
    start = match.start("before") if around is None else match.start("tail") + around.start("spread")
    start += piece.start
    raw = match["before"] if around is None else around["spread"]
    mantissa, _, exponent = raw.replace(",", "").partition("e")
    step = resolution(mantissa) * 10.0 ** int(exponent or 0)
    cell = Cell(raw, start, start + len(raw), float(raw.replace(",", "")), step)
    return (RowSpread("percent" if around is not None and around["percent"] else "unknown", cell),)
