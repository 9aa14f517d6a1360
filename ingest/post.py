"""A mail laid out for reading: each text part with its lines, tables, profiles, sentences and voices."""

from dataclasses import dataclass

from archive.model import Message
from archive.text import Line, lines
from ingest.prose import Sentence, sentences, speakers
from ingest.tables import Block, Profile, find_blocks, find_profiles

# A mail longer than this is read so far and no further: work is capped a mail (design, section 7).
MAX_LINES = 60_000


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

    def line(self, part: int, number: int) -> Line:
        """The line of that number in that part."""
        return next(p for p in self.parts if p.number == part).lines[number - 1]


def lay_out(message: Message) -> Post:
    """Lay a mail out: find the tables of its text parts and the statements around them."""
    return Post(message, tuple(_part(part.number, part.text) for part in message.parts if part.text))


def _part(number: int, text: str) -> PostPart:
    text_lines = lines(text)[:MAX_LINES]
    blocks = find_blocks(number, text_lines, text)
    rows = frozenset(row.line for block in blocks for row in block.rows)
    profiles = find_profiles(number, text_lines, rows)
    taken = rows | {line for p in profiles for line in range(p.first_line, p.last_line + 1)}
    return PostPart(
        number, text_lines, blocks, profiles, sentences(number, text_lines, taken), speakers(text_lines), rows
    )
