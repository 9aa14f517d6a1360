"""A mail's text as numbered lines for a page: numbers link to the tables, what was read out of a line is marked."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from archive.escape import visible
from archive.model import Part, Span
from archive.text import MAX_LINE, Line, lines
from web.masking import mask
from web.urls import line_anchor

# A page of more lines than this helps nobody; the raw mail has the rest, and the page says so.
MAX_LINES = 8000
_URL = re.compile(r"https?://[!#-;=?-~]{1,1000}")
_URL_END = ".,;:!?)]}'\""
_DEEPEST = 3


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a mail that is a measurement: where it stands, where it leads, its anchor, what it is in words."""

    span: Span
    href: str
    id: str | None
    label: str


@dataclass(frozen=True, slots=True)
class Mark:
    """Lines that were read as something: kind table | profile | claim | comment | note."""

    part: int
    first: int
    last: int
    kind: str


@dataclass(frozen=True, slots=True)
class Note:
    """A link behind a line that leads to what the line speaks of."""

    part: int
    line: int
    text: str
    href: str


@dataclass(frozen=True, slots=True)
class Places:
    """Everything that is known of places in one mail."""

    numbers: tuple[Number, ...] = ()
    marks: tuple[Mark, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line: text, a link into the world (`kind` link), or a number with its link (`kind` number)."""

    text: str
    kind: str = "text"
    href: str = ""
    id: str | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class MailLine:
    """A line as shown: number, anchor, class names (quote depth, marks), pieces, and the links behind it."""

    number: int
    anchor: str
    classes: str
    pieces: tuple[Piece, ...]
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A part of a mail as shown: its lines, or None where it is no text; `hidden` counts lines left to the raw mail."""

    part: Part
    lines: tuple[MailLine, ...] | None
    hidden: int = 0


def shown_parts(parts: Iterable[Part], places: Places, key: str | None = None) -> tuple[ShownPart, ...]:
    """The parts of a mail as shown; `key` goes into the anchors where the page holds several mails."""
    return tuple(_shown(part, places, key) for part in parts)


def plain_pieces(text: str) -> tuple[Piece, ...]:
    """A text without numbers of ours: addresses masked, what is invisible made visible, web addresses linked."""
    return tuple(_pieces(text, ()))


def _shown(part: Part, places: Places, key: str | None) -> ShownPart:
    if part.text is None:
        return ShownPart(part, None)
    all_lines = lines(part.text)
    index = _index(part.number, places)
    shown = tuple(_mail_line(line, part.number, index, key) for line in all_lines[:MAX_LINES])
    return ShownPart(part, shown, max(0, len(all_lines) - MAX_LINES))


@dataclass(frozen=True, slots=True)
class _Index:
    numbers: dict[int, list[Number]]
    marks: dict[int, list[str]]
    notes: dict[int, list[Note]]


def _index(part: int, places: Places) -> _Index:
    index = _Index(defaultdict(list), defaultdict(list), defaultdict(list))
    for number in places.numbers:
        if number.span.part == part:
            index.numbers[number.span.line].append(number)
    for mark in places.marks:
        if mark.part == part:
            for line in range(mark.first, min(mark.last, mark.first + MAX_LINES) + 1):
                index.marks[line].append(mark.kind)
    for note in places.notes:
        if note.part == part:
            index.notes[note.line].append(note)
    return index


def _mail_line(line: Line, part: int, index: _Index, key: str | None) -> MailLine:
    classes = ["line", *dict.fromkeys(index.marks.get(line.number, ()))]
    if line.depth:
        classes.append(f"q{min(line.depth, _DEEPEST)}")
    pieces = list(_pieces(line.text, index.numbers.get(line.number, ())))
    if len(line.text) == MAX_LINE:
        pieces.append(Piece(f" [line cut at {MAX_LINE} characters; the raw mail has all of it]"))
    anchor = line_anchor(part, line.number, key)
    return MailLine(line.number, anchor, " ".join(classes), tuple(pieces), tuple(index.notes.get(line.number, ())))


def _pieces(text: str, numbers: Iterable[Number]) -> Iterator[Piece]:
    position = 0
    for number in sorted(numbers, key=lambda number: number.span.start):
        start, end = number.span.start, min(number.span.end, len(text))
        if start < position or start >= end:
            continue
        yield from _linked(text[position:start])
        yield Piece(visible(text[start:end]), "number", number.href, number.id, number.label)
        position = end
    yield from _linked(text[position:])


def _linked(text: str) -> Iterator[Piece]:
    position = 0
    for match in _URL.finditer(text):
        url = match.group().rstrip(_URL_END)
        if "@" in url:
            continue  # an address inside: shown masked like any other text, not linked
        if position < match.start():
            yield Piece(visible(mask(text[position : match.start()])))
        yield Piece(url, "link", url)
        position = match.start() + len(url)
    if position < len(text):
        yield Piece(visible(mask(text[position:])))
