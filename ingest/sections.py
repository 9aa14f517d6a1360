"""Tables of one post that repeat the same tests on the same kernel under headings of their own ("Enable bigalloc:",
"mb_optimize_scan = 1", "2M folios"): what the heading says is a setting, and the tables are no runs of one test.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from archive.results import Measurement, Table
from archive.text import Line
from ingest.post import Post, PostPart
from ingest.prose import is_prose
from ingest.repeats import sameness

_REACH = 150
_MAX_WORDS = 9
_MAX_LENGTH = 80
_HEADING = re.compile(r"[\s#*=o.>-]{0,8}[A-Za-z0-9(][^$@|{};<>]{1,78}$")
_SETTING = re.compile(r"\s{0,8}[A-Za-z_][\w.-]{2,40}\s?=\s?[\w.%+-]{1,30}$")
_RULER = re.compile(r"\s{0,8}[-=*~_#]{3,}\s{0,4}$")
# "Second run:" and "test 3" are what they say: runs of one test.
_RUN = re.compile(
    r"\b(?:runs?|rounds?|iterations?|tr(?:y|ies|ials?)|attempts?|again|repeat\w{0,3}|pass|test|results?|output)\b",
    re.IGNORECASE,
)
# What tools print over their own figures.
_OF_TOOLS = re.compile(r"[=(]|\b\d{1,2}:\d\d\b|\w/\w")


def tell_sections(post: Post, tables: Sequence[Table], measurements: Sequence[Measurement]) -> list[Measurement]:
    """The measurements of one mail; those that only a heading tells apart have it as the parameter `section`."""
    clashing = _clashing(measurements)
    if not clashing:
        return list(measurements)
    sides = {span.line for m in measurements if m.kernel is not None for span in m.kernel.attribution.spans}
    headings = {table.ref.number: _heading(post.part(table.part), table, sides) for table in tables}
    # The first table may stand under prose alone. Tables under the same heading are sides of one comparison: they have
    # to stay alike.
    said = [[headings.get(number) for number in numbers] for numbers in clashing]
    sections = {text for texts in said if None not in texts[1:] and len(set(texts)) == len(texts) for text in texts}
    return [
        _in_section(m, heading) if (heading := headings.get(m.table.number)) in sections and heading else m
        for m in measurements
    ]


def _clashing(measurements: Sequence[Measurement]) -> set[tuple[int, ...]]:
    """The numbers of tables whose measurements would count as runs of each other."""
    tables: dict[tuple[object, ...], dict[int, None]] = defaultdict(dict)
    for m in measurements:
        if m.repeat is None and "section" not in m.parameters:
            tables[sameness(m)][m.table.number] = None
    return {tuple(numbers) for numbers in tables.values() if len(numbers) > 1}


def _in_section(m: Measurement, heading: str) -> Measurement:
    return m if "section" in m.parameters else replace(m, parameters={**m.parameters, "section": heading})


def _heading(part: PostPart, table: Table, sides: set[int]) -> str | None:
    """The nearest heading above a table that stands once in its mail and names no side."""
    once = Counter(line.words.strip() for line in part.lines)
    depth = part.lines[table.first_line - 1].depth
    heads = {n for block in part.blocks for n in range(block.first_line, block.rows[0].line)}
    for index in range(table.first_line - 2, max(table.first_line - 2 - _REACH, -1), -1):
        line = part.lines[index]
        if line.depth < depth and not line.is_blank:
            return None
        if line.number in sides or line.number in part.row_lines or line.number in heads:
            continue
        if once[line.words.strip()] > 1 and _SETTING.match(line.words) is None:
            continue
        if line.depth == depth and _is_heading(part.lines, index):
            return line.words.strip(" \t#*=:-")
    return None


def _is_heading(lines: Sequence[Line], index: int) -> bool:
    words = lines[index].words
    if _SETTING.match(words) is not None:
        return _is_free(lines, index - 1)
    if len(words) > _MAX_LENGTH or len(words.split()) > _MAX_WORDS or _HEADING.match(words) is None:
        return False
    if _RUN.search(words) is not None or _OF_TOOLS.search(words) is not None or is_prose(lines[index]):
        return False
    is_ruled = index + 1 < len(lines) and _RULER.match(lines[index + 1].words) is not None
    return _is_free(lines, index - 1) and (is_ruled or words.rstrip().endswith(":"))


def _is_free(lines: Sequence[Line], index: int) -> bool:
    return index < 0 or lines[index].is_blank or _RULER.match(lines[index].words) is not None
