"""A mail laid out for reading: each text part with its lines, tables, profiles, sentences and voices."""

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property

from archive.model import Message
from archive.text import Line, lines, paragraph_at
from ingest.prose import Sentence, sentences, speakers
from ingest.tables import Block, Profile, find_blocks, find_profiles, prospect
from suites.base import Row

# A mail longer than this is read so far and no further: work is capped a mail (design, section 7).
MAX_LINES = 60_000


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


def scan(message: Message) -> Scan:
    """Find the tables of a mail; parts that no suite and no profile can be in are not even split into lines."""
    return Scan(message, tuple(_scanned(part.number, part.text) for part in message.parts if part.text))


def lay_out(scanned: Scan) -> Post:
    """Lay a scanned mail out: the statements around its tables, and who speaks in its quotes."""
    parts = (PostPart(part.number, part.text, part.blocks, part.profiles, part.lines) for part in scanned.parts)
    return Post(scanned.message, tuple(parts))


def _scanned(number: int, text: str) -> ScannedPart:
    likely = prospect(text)
    if not likely:
        return ScannedPart(number, text, (), (), ())
    text_lines = lines(text)[:MAX_LINES]
    blocks = find_blocks(number, text_lines, likely)
    rows = frozenset(row.line for block in blocks for row in block.rows)
    profiles = find_profiles(number, text_lines, rows) if likely.has_profiles else ()
    return ScannedPart(number, text, text_lines, blocks, profiles)
