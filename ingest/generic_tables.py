"""Result tables that no suite claims: read only where the sides and the measure of their figures are both told.

    Throughput (MB/s)      vanilla   patched          before: 12.3 us            kernel        MB/s   latency (ms)
    4 threads                123.4     150.2          after:  10.1 us            2.6.0-test9   12.1   3.5

Kernels or variants head the columns, or begin the rows; a unit or a word that names a measure stands in the row, the
heads, or the lines right above. Everything else is left alone: a value that is none costs more than one that is missed.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.text import Line
from ingest.generic_columns import read_sides_as_columns
from ingest.generic_rows import read_lone_sides, read_sides_as_rows
from suites.base import Row
from suites.marks import Words

_BOXES = str.maketrans(
    dict.fromkeys("│┃║╎┆", "|") | dict.fromkeys("─━═", "-") | dict.fromkeys("┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬", "+")
)
# The cheap look: two figures apart, or one with a unit behind a name. It begins with the digit and looks back, since
# digits are rarer than blanks.
_FIGURES = re.compile(
    r"[0-9](?:(?<=  .)|(?<=[\t|│].)|(?<=[|:=│] .))[\d.,]{0,14}"
    r"(?:[^\n]{0,24}(?:  |\t|[|│] ?)\d| ?(?:[KMGTkmg]i?[bB]|[mnu]?s[ec)\s]|[A-Za-z]{2,6}/s))"
)
# Whether any measure is told.
_MEASURES = frozenset(
    b"s sec secs seconds ms us ns usec usecs msec msecs nsec nsecs iops kiops bandwidth throughput latency latencies"
    b" better score elapsed tps qps runtime".split()
)
_PATCH = re.compile(r"diff --git |Index: |--- (?:a/|/dev/null|\S+\.orig)|@@ -\d|diff -")
_IN_PATCH = re.compile(
    r"[ \t+@\\-]|diff |index [0-9a-f]|new file|deleted file|similarity|rename|Index: |===|old mode|new mode|$"
)
_GAP = re.compile(r"\S(?:[ ]{2,}|[ ]?\t[ \t]*|[ ]?\|[ ]?)\S")
_SIDES = re.compile(
    r"\b(?:before|after|vanilla|stock|main(?:line)?|base|baseline|(?:un)?patched|(?:un)?modified|orig|original|virgin|upstream|tip"
    r"|master|linus|next|with|without|patch|patches|patchset|old|new|control|revert|reverted|kernel|v\d{1,2}|rfc|w/o|linux|nopatch)\b|\bw/|-?rc\d"
    r"|\d\.\d{1,3}(?:\.\d|-)|\b(?=[a-f]{0,39}\d)(?=\d{0,39}[a-f])[0-9a-f]{7,40}\b|[+]\s?[A-Za-z]",
    re.IGNORECASE,
)
_NAMES = re.compile(r"/s|sec|\b[mun]s\b|iops|latency|throughput|time|score|bandwidth|tps|qps|\(s\)", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
# What rows end with: figures with what belongs to them; and what parts a lone side from its figure.
_ROW_END = re.compile(r"(?:[)\]%~|]|pct|percent|\d[\d.,]{0,9}[ \t]?(?:[A-Za-z]{1,8}(?:/[A-Za-z]{1,6})?)?)[ \t|]{0,20}$")
_END_OF_LINE = 40
_LONE_FIGURE = re.compile(r"[:=|][ \t]{0,20}~?\d")
_REACH = 8
_MAX_TRIES = 3


def may_hold_generic(text: str, words: Words) -> bool:
    """Whether a text can hold such a table: cheap, since it is asked of every mail."""
    return not _MEASURES.isdisjoint(words) and _FIGURES.search(text) is not None


def read_generic(lines: Sequence[Line], claimed: frozenset[int]) -> Iterator[Row]:
    """The rows of tables on lines that no suite claims; what stands in one paragraph with claimed lines is left to
    the suites, patches to those who apply them.
    """
    shown = [_shown(line) for line in lines]
    closed = claimed_paragraphs(lines, claimed) | patched_lines(lines)
    tries: dict[int, int] = {}
    last = head = sides = 0
    for index, line in enumerate(shown):
        if line.number <= last or line.number in closed or line.is_blank:
            continue
        near = head if index - head <= _REACH else 0
        is_under_sides = sides > 0 and index - sides <= _REACH
        if _GAP.search(line.words) is not None and not line.words.endswith((".", ",", ";")):
            if _SIDES.search(line.words) is not None:
                head = sides = index + 1
            elif _NAMES.search(line.words) is not None:
                head = index + 1
        if _DIGIT.search(line.words) is None or tries.get(near, 0) > _MAX_TRIES:
            continue
        tries[near] = tries.get(near, 0) + (near > 0)
        rows = _table(shown, index, is_under_head=near > 0, is_under_sides=is_under_sides)
        if rows and not any(row.line in closed for row in rows):
            yield from rows
            last = rows[-1].line


def _table(lines: Sequence[Line], index: int, *, is_under_head: bool, is_under_sides: bool) -> list[Row]:
    """The rows of the table that begins on a line (0-based), if one does; each reader is asked only where a first look
    leaves room for what it reads.
    """
    words = lines[index].words
    if is_under_head and _ROW_END.search(words[-_END_OF_LINE:]) is not None:
        if is_under_sides and (rows := _with_values(read_sides_as_columns(lines, index))):
            return rows
        if _SIDES.search(words) is not None and (rows := _with_values(read_sides_as_rows(lines, index))):
            return rows
    return _with_values(read_lone_sides(lines, index)) if _LONE_FIGURE.search(words) is not None else []


def _with_values(rows: Iterator[Row]) -> list[Row]:
    """All the rows, where any of them has a value."""
    found = list(rows)
    return found if any(row.values for row in found) else []


def claimed_paragraphs(lines: Sequence[Line], claimed: frozenset[int]) -> frozenset[int]:
    """The lines of the paragraphs that hold claimed lines."""
    found: set[int] = set()
    run: list[int] = []
    for line in lines:
        if not line.is_blank:
            run.append(line.number)
            continue
        if not claimed.isdisjoint(run):
            found.update(run)
        run = []
    return frozenset(found.union(run) if not claimed.isdisjoint(run) else found)


def patched_lines(lines: Sequence[Line]) -> frozenset[int]:
    """The lines of patches."""
    found = set()
    within = False
    for line in lines:
        words = line.words
        within = _PATCH.match(words) is not None or (within and _IN_PATCH.match(words) is not None)
        if within:
            found.add(line.number)
    return frozenset(found)


def _shown(line: Line) -> Line:
    """The line with plain signs for those that boxes are drawn with, column for column."""
    if line.text.isascii():
        return line
    return replace(line, text=line.text.translate(_BOXES), words=line.words.translate(_BOXES))
