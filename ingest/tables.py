"""The tables of a mail's part: which suite reads which lines, profiles that are no results, and where each table begins
and ends.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

from archive.text import Line, with_blanks, without_hunks
from ingest.composite_cells import read_composites
from ingest.generic_tables import MEASURE_WORDS, may_hold_generic, read_generic
from ingest.profiles import may_hold_profiles
from ingest.relative_tables import may_hold_relative, read_relatives
from ingest.spanned_tables import read_spanned
from ingest.spanning_heads import spanned
from ingest.statistic_lines import read_statistics
from ingest.title_settings import with_title_settings
from ingest.told_suites import with_told_suites
from suites import suite_named
from suites.base import Row, Suite
from suites.marks import Words, mark_words, suspects, words_among

# The longest post that we know has 3,200 numbers. Each costs work, so that reading has to end somewhere.
MAX_NUMBERS = 4_000
_CUT = f"cut: the rows from here on are left out, since no more than {MAX_NUMBERS:,} numbers of a mail are read"


@dataclass(frozen=True, slots=True)
class Block:
    """A table as found in one part: the suite that claims it (None where none does), its rows, and its lines from title
    or head to last row.
    """

    part: int
    suite: Suite | None
    rows: tuple[Row, ...]
    first_line: int
    last_line: int
    depth: int

    @property
    def suite_name(self) -> str | None:
        """The benchmark that its rows are of: the one that a harness's reader names, else the reader's own, if any."""
        named = self.rows[0].suite
        known = suite_named(named) if named is not None else self.suite
        return known.name if known is not None else named

    @property
    def numbers(self) -> int:
        """How many numbers it has."""
        return _numbers(self.rows)

    @property
    def row_lines(self) -> tuple[int, ...]:
        """The lines that its rows stand on, each once."""
        return tuple(dict.fromkeys(row.line for row in self.rows))


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a text can hold at all, as a cheap look tells before it is split into lines."""

    suites: tuple[Suite, ...]
    has_profiles: bool
    has_generic: bool
    has_relative: bool

    def __bool__(self) -> bool:
        """Whether there is anything to look for."""
        return bool(self.suites) or self.has_profiles or self.has_generic or self.has_relative


def prospect(text: str) -> Prospect:
    """What may be found in a text; what stands in its patches alone does not count."""
    own = without_hunks(with_blanks(text))
    words = words_among(own, _sought())
    return Prospect(
        suites=suspects(own, words),
        has_profiles=may_hold_profiles(own),
        has_generic=may_hold_generic(own, words),
        has_relative=may_hold_relative(own),
    )


@cache
def _sought() -> Words:
    """The words that tell what may be found in a text."""
    return mark_words() | MEASURE_WORDS


def find_blocks(part: int, lines: Sequence[Line], likely: Prospect, room: int = MAX_NUMBERS) -> tuple[Block, ...]:
    """The result tables of a part in order, with as many numbers as there is room for; a line that two suites claim
    goes to the one that reads more numbers from it.
    """
    claims: dict[int, tuple[Suite, list[Row]]] = {}
    for suite in likely.suites:
        for number, rows in groupby(_capped(suite.read(lines), room), key=lambda row: row.line):
            claimed = list(rows)
            rival = claims.get(number)
            if rival is None or _numbers(claimed) > _numbers(rival[1]):
                claims[number] = (suite, claimed)
    suites = {number: suite for number, (suite, _) in claims.items()}
    kept = list(_capped((row for number in sorted(claims) for row in claims[number][1]), room))
    room -= _numbers(kept)
    rows_of = [(suites[row.line], row) for row in kept]
    return (*_blocks(part, lines, rows_of), *_unclaimed(part, lines, likely, frozenset(claims), room))


def _capped(rows: Iterable[Row], room: int) -> Iterator[Row]:
    """The rows up to the most numbers that are read; the first row behind them has a warning in place of its values."""
    for row in rows:
        room -= len(row.values)
        if room < 0:
            yield replace(row, values=(), warnings=(_CUT,))
            return
        yield row


def _blocks(part: int, lines: Sequence[Line], claimed: list[tuple[Suite, Row]]) -> Iterator[Block]:
    """The rows by table; rows of another suite may stand between them (a `time` line under each dbench line)."""
    tables: dict[tuple[str, int, int], list[tuple[Suite, Row]]] = {}
    for suite, row in claimed:
        tables.setdefault((row.suite or suite.name, row.block, lines[row.line - 1].depth), []).append((suite, row))
    for (_, first, depth), items in tables.items():
        rows = spanned(lines, [row for _, row in items])
        yield Block(part, items[0][0], rows, min(first, rows[0].line), rows[-1].line, depth)


def _unclaimed(
    part: int, lines: Sequence[Line], likely: Prospect, claimed: frozenset[int], room: int
) -> Iterator[Block]:
    """The result tables on lines that no suite claims."""
    rows = list(read_spanned(lines, claimed)) if likely.has_generic else []
    if likely.has_generic:
        rows += read_generic(lines, claimed.union(row.line for row in rows))
        rows += read_statistics(lines, claimed.union(row.line for row in rows))
        rows += read_composites(lines, claimed.union(row.line for row in rows))
    if likely.has_relative:
        rows += read_relatives(lines, claimed.union(row.line for row in rows))
    for first, table in groupby(_capped(with_told_suites(lines, rows), room), key=lambda row: row.block):
        own = with_title_settings(lines, spanned(lines, list(table)))
        yield Block(part, None, own, first, own[-1].line, lines[own[0].line - 1].depth)


def _numbers(rows: Sequence[Row]) -> int:
    return sum(len(row.values) for row in rows)
