"""A mail laid out for reading: each text part with its lines, tables, profiles, sentences and voices."""

from dataclasses import dataclass

from archive.model import Message
from archive.text import Line, lines
from ingest.prose import Sentence, sentences, speakers
from ingest.tables import Block, Profile, find_blocks, find_profiles, prospect

# A mail longer than this is read so far and no further: work is capped a mail (design, section 7).
MAX_LINES = 60_000


@dataclass(frozen=True, slots=True)
class Scan:
    """A mail's text parts with their tables and profiles: all that is needed to tell whether there is
    anything to read.
    """

    message: Message
    parts: tuple["ScannedPart", ...]

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


@dataclass(frozen=True, slots=True)
class PostPart:
    """One text part of a mail, laid out."""

    number: int
    lines: tuple[Line, ...]
    blocks: tuple[Block, ...]
    profiles: tuple[Profile, ...]
    sentences: tuple[Sentence, ...]
    voices: dict[int, str]
    row_lines: frozenset[int]


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
    return Post(scanned.message, tuple(_laid_out(part) for part in scanned.parts))


def _scanned(number: int, text: str) -> ScannedPart:
    likely = prospect(text)
    if not likely:
        return ScannedPart(number, text, (), (), ())
    text_lines = lines(text)[:MAX_LINES]
    blocks = find_blocks(number, text_lines, likely)
    rows = frozenset(row.line for block in blocks for row in block.rows)
    profiles = find_profiles(number, text_lines, rows) if likely.has_profiles else ()
    return ScannedPart(number, text, text_lines, blocks, profiles)


def _laid_out(part: ScannedPart) -> PostPart:
    text_lines = part.lines or lines(part.text)[:MAX_LINES]
    rows = frozenset(row.line for block in part.blocks for row in block.rows)
    taken = rows | {line for p in part.profiles for line in range(p.first_line, p.last_line + 1)}
    heads = frozenset(n for block in part.blocks for n in range(block.first_line, block.rows[0].line))
    said = sentences(part.number, text_lines, taken, heads)
    return PostPart(part.number, text_lines, part.blocks, part.profiles, said, speakers(text_lines), rows)
