"""A mail laid out for reading: each text part with its lines, tables, profiles, sentences and voices."""

import re
from collections import Counter
from collections.abc import Set
from dataclasses import dataclass, replace
from functools import cached_property

from archive.model import Message
from archive.text import Line, lines, paragraph_at
from ingest.comparisons import compares_kernels
from ingest.profiles import Profile, find_profiles
from ingest.prose import Sentence, sentences, speakers
from ingest.tables import MAX_NUMBERS, Block, find_blocks, prospect
from suites.base import Row

# A part longer than this is read so far and no further: work is capped a mail (design, section 7).
MAX_LINES = 60_000
# Lines with figures cost ten times as much as others, and the more the more figures they hold: no more are looked
# through for tables. In the longest post that we know the last row stands on the 1,949th of them, 14,211 figures in.
MAX_FIGURE_LINES = 2_500
MAX_FIGURES = 18_000
_FIGURE = re.compile(r"\d{1,40}")
_CUT = f"cut: what follows is not read, since no more than {MAX_FIGURE_LINES:,} lines with figures of a mail are"


@dataclass(frozen=True, slots=True)
class Scan:
    """A mail's text parts with their tables and profiles: all that is needed to tell whether there is
    anything to read.
    """

    message: Message
    parts: tuple["ScannedPart", ...]

    @classmethod
    def plain(cls, message: Message) -> "Scan":
        """The scan of a mail that is known to hold no tables."""
        return cls(
            message, tuple(ScannedPart(part.number, part.text, (), (), ()) for part in message.parts if part.text)
        )

    @property
    def has_tables(self) -> bool:
        """Whether any part holds a result table or a profile."""
        return any(part.blocks or part.profiles for part in self.parts)

    @property
    def tells_of_results(self) -> bool:
        """Whether any part holds a table or a profile, or compares kernels in words."""
        return self.has_tables or any(compares_kernels(part.text) for part in self.parts)


@dataclass(frozen=True, slots=True)
class ScannedPart:
    """The tables and profiles of one part; `text` is kept, since most parts have none and are never split
    into lines.
    """

    number: int
    text: str
    lines: tuple[Line, ...]
    blocks: tuple[Block, ...]
    profiles: tuple[Profile, ...]


@dataclass(frozen=True)
class PostPart:
    """One text part of a mail; its lines, statements and voices are found when they are first asked for, since most
    mails of a thread say nothing of a result.
    """

    number: int
    text: str
    blocks: tuple[Block, ...]
    profiles: tuple[Profile, ...]
    scanned_lines: tuple[Line, ...] = ()

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines, no more than MAX_LINES."""
        return self.scanned_lines or lines(self.text)[:MAX_LINES]

    @cached_property
    def lowered(self) -> str:
        """The text in lower case, for a cheap look whether a word is there at all."""
        return self.text.lower()

    @cached_property
    def rows(self) -> dict[int, Row]:
        """The rows of the result tables by line; the last one of those that share a line."""
        return {row.line: row for block in self.blocks for row in block.rows}

    @property
    def row_lines(self) -> Set[int]:
        """The lines on which rows stand."""
        return self.rows.keys()

    @cached_property
    def head_lines(self) -> frozenset[int]:
        """The lines of titles and heads above the first rows of the result tables."""
        return frozenset(number for block in self.blocks for number in range(block.first_line, block.rows[0].line))

    @cached_property
    def times_said(self) -> Counter[str]:
        """How often a line of these words stands in the part."""
        return Counter(line.words.strip() for line in self.lines)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The statements around the tables."""
        return sentences(self.number, self.lines, self._taken, self.head_lines)

    @cached_property
    def said_up_to(self) -> dict[int, str]:
        """The statement that ends on a line, by the line; the last one of those that share it."""
        return {sentence.last_line: sentence.text for sentence in self.sentences}

    def sentences_about(self, numbers: Set[int]) -> tuple[Sentence, ...]:
        """The statements of the paragraphs that hold these lines, at least; nothing is laid out where there are none.

        Few paragraphs of a mail can say what is looked for, and to read all of them costs ten times as much.
        """
        if not numbers or self.blocks:
            return self.sentences if numbers else ()
        found = list[Sentence]()
        last = 0
        for number in sorted(numbers):
            if last < number <= len(self.lines) and self.lines[number - 1].words:
                paragraph = paragraph_at(self.lines, number)
                last = paragraph[-1].number
                found += sentences(self.number, paragraph, self._taken, self.head_lines)
        return tuple(found)

    @cached_property
    def _taken(self) -> frozenset[int]:
        profiled = {line for p in self.profiles for line in range(p.first_line, p.last_line + 1)}
        return frozenset(self.row_lines | profiled)

    @cached_property
    def voices(self) -> dict[int, str]:
        """Who speaks in which quoted line."""
        return speakers(self.lines)


@dataclass(frozen=True, slots=True)
class Post:
    """A mail and its text parts, laid out."""

    message: Message
    parts: tuple[PostPart, ...]

    def part(self, number: int) -> PostPart:
        """The part of that number."""
        return next(part for part in self.parts if part.number == number)

    def line(self, part: int, number: int) -> Line:
        """The line of that number in that part."""
        return self.part(part).lines[number - 1]


@dataclass(frozen=True, slots=True)
class _Room:
    """How many lines with figures, and how many numbers, of a mail may still be read."""

    lines: int = MAX_FIGURE_LINES
    figures: int = MAX_FIGURES
    numbers: int = MAX_NUMBERS

    def without(self, read: ScannedPart) -> "_Room":
        """What is left once that part has been read."""
        counts = [len(_FIGURE.findall(line.words)) for line in read.lines]
        numbers = sum(block.numbers for block in read.blocks)
        return _Room(self.lines - sum(map(bool, counts)), self.figures - sum(counts), self.numbers - numbers)

    def of(self, text: str, text_lines: tuple[Line, ...]) -> tuple[Line, ...]:
        """The lines of a text up to the last that may be read."""
        if len(text_lines) <= self.lines and len(text) <= self.figures:
            return text_lines
        lines_left, figures_left = self.lines, self.figures
        for line in text_lines:
            figures = len(_FIGURE.findall(line.words))
            lines_left -= figures > 0
            figures_left -= figures
            if lines_left < 0 or figures_left < 0:
                return text_lines[: line.number - 1]
        return text_lines


def scan(message: Message) -> Scan:
    """Find the tables of a mail; parts that no suite and no profile can be in are not even split into lines."""
    room, parts = _Room(), list[ScannedPart]()
    for part in message.parts:
        if not part.text:
            continue
        if parts and parts[-1].lines:
            room = room.without(parts[-1])
        parts.append(_scanned(part.number, part.text, room))
    return Scan(message, tuple(parts))


def lay_out(scanned: Scan) -> Post:
    """Lay a scanned mail out: the statements around its tables, and who speaks in its quotes."""
    parts = (PostPart(part.number, part.text, part.blocks, part.profiles, part.lines) for part in scanned.parts)
    return Post(scanned.message, tuple(parts))


def _scanned(number: int, text: str, room: _Room) -> ScannedPart:
    likely = prospect(text)
    if not likely:
        return ScannedPart(number, text, (), (), ())
    whole = lines(text)
    text_lines = room.of(text, whole[:MAX_LINES])
    blocks = find_blocks(number, text_lines, likely, room.numbers)
    if blocks and len(text_lines) < len(whole):
        blocks = _told_cut(blocks)
    rows = frozenset(row.line for block in blocks for row in block.rows)
    profiles = find_profiles(number, text_lines, rows) if likely.has_profiles else ()
    return ScannedPart(number, text, text_lines, blocks, profiles)


def _told_cut(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The tables, with a warning on the last row of the last of them that the mail is not read to its end."""
    last = max(blocks, key=lambda block: block.last_line)
    row = replace(last.rows[-1], warnings=(*last.rows[-1].warnings, _CUT))
    told = replace(last, rows=(*last.rows[:-1], row))
    return tuple(told if block is last else block for block in blocks)
