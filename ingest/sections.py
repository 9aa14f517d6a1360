"""Tables of one post that repeat the same tests on the same kernel under headings of their own ("Enable bigalloc:",
"mb_optimize_scan = 1", "2M folios"): what the heading says is a setting, and the tables are no runs of one test.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from archive.results import Measurement, Table
from archive.text import Line
from ingest.item_settings import tell_items
from ingest.leads import headings_above, is_free, is_ruler, lead_above, tell_apart
from ingest.post import Post, PostPart
from ingest.printed_lines import is_printed
from ingest.prose import is_prose
from ingest.repeats import sameness

_Clashes = set[tuple[int, ...]]
_REACH = 150
_MAX_WORDS = 9
_MAX_LENGTH = 80
_HEADING = re.compile(r"[\s#*=o.>-]{0,8}[A-Za-z0-9(][^$@|{};<>]{1,78}$")
_SETTING = re.compile(r"\s{0,8}[A-Za-z_][\w.-]{2,40}\s?=\s?[\w.%+/-]{1,30}$")
_RULER = re.compile(r"\s{0,8}[-=*~_#]{3,}\s{0,4}$")
# "Second run:" and "test 3" are what they say: runs of one test.
_RUN = re.compile(
    r"\b(?:runs?|rounds?|iterations?|tr(?:y|ies|ials?)|attempts?|again|repeat\w{0,3}|pass|test|results?|output|once"
    r"|another|second|third)\b",
    re.IGNORECASE,
)
_CORNER = re.compile(
    r"[ \t|]{0,20}(?P<word>[A-Za-z][\w+-]{1,20}(?:[ ][\w+-]{1,20})?)(?:[ \t]{2,40}|[ \t]{0,40}\|)[ \t]{0,8}\S"
)
# What tools print over their own figures.
_OF_TOOLS = re.compile(r"[=(]|\b\d{1,2}:\d\d\b|\w/\w")


def tell_sections(post: Post, tables: Sequence[Table], measurements: Sequence[Measurement]) -> list[Measurement]:
    """The measurements of one mail; those that only what stands above them tells apart have it as the parameter
    `section`.
    """
    told = tell_items(post, measurements)
    for name_sections in (_by_heading, _by_lead, _by_levels, _by_corner):
        clashing = _clashing(told)
        if not clashing:
            break
        numbers = {number for numbers in clashing for number in numbers}
        sides = {span.line for m in told if m.kernel is not None for span in m.kernel.attribution.spans}
        named = name_sections(post, [table for table in tables if table.ref.number in numbers], clashing, sides)
        told = [_in_section(m, named[m.table.number]) if m.table.number in named else m for m in told]
    return _nested(post, tables, told)


def _nested(post: Post, tables: Sequence[Table], told: list[Measurement]) -> list[Measurement]:
    """Sections that come again under a heading of their own ("Disable bigalloc" on the disk and in memory) have both
    names.
    """
    clashing = _clashing(told, within=True)
    if not clashing:
        return told
    sides = {span.line for m in told if m.kernel is not None for span in m.kernel.attribution.spans}
    above = {table.ref.number: headings_above(post.part(table.part), table, sides) for table in tables}
    further: dict[int, str] = {}
    for numbers in sorted(clashing, key=len, reverse=True):
        for number, text in zip(numbers, tell_apart([above[number] for number in numbers]) or (), strict=False):
            further.setdefault(number, text)
    return [_nested_in(m, further.get(m.table.number), above[m.table.number]) for m in told]


def _nested_in(m: Measurement, text: str | None, above: tuple[str, ...]) -> Measurement:
    section = m.parameters.get("section")
    if not text or section is None or not above:
        return m
    names = (text, section) if above[0] == section else (section, text)
    return replace(m, parameters={**m.parameters, "section": " / ".join(map(str, names))})


def _by_heading(post: Post, tables: Sequence[Table], clashing: _Clashes, sides: set[int]) -> dict[int, str]:
    return _differing({table.ref.number: _heading(post.part(table.part), table, sides) for table in tables}, clashing)


def _by_lead(post: Post, tables: Sequence[Table], clashing: _Clashes, sides: set[int]) -> dict[int, str]:
    return _differing({table.ref.number: lead_above(post.part(table.part), table, sides) for table in tables}, clashing)


def _by_corner(post: Post, tables: Sequence[Table], clashing: _Clashes, sides: set[int]) -> dict[int, str]:
    """Tables whose heads differ in nothing but the word over the names of the rows ("BIO", "DIO")."""
    corners = {table.ref.number: _corner(post.part(table.part), table, sides) for table in tables}
    return _differing(corners, clashing) if all(corners.values()) else {}


def _corner(part: PostPart, table: Table, sides: set[int]) -> str | None:
    """The first word of a head that names settings: in one that names sides it may be the first of these."""
    line = part.lines[table.first_line - 1]
    match = _CORNER.match(line.words) if line.number not in part.row_lines and line.number not in sides else None
    return match["word"] if match is not None and _RUN.search(match["word"]) is None else None


def _differing(above: dict[int, str | None], clashing: _Clashes) -> dict[int, str]:
    # The first table may stand under prose alone. Tables under the same heading are sides of one comparison: they have
    # to stay alike.
    said = [[above.get(number) for number in numbers] for numbers in clashing]
    sections = {text for texts in said if None not in texts[1:] and len(set(texts)) == len(texts) for text in texts}
    return {number: text for number, text in above.items() if text and text in sections}


def _by_levels(post: Post, tables: Sequence[Table], clashing: _Clashes, sides: set[int]) -> dict[int, str]:
    chains = {table.ref.number: headings_above(post.part(table.part), table, sides) for table in tables}
    named: dict[int, str] = {}
    for numbers in sorted(clashing, key=len, reverse=True):
        texts = tell_apart([chains[number] for number in numbers])
        for number, text in zip(numbers, texts or (), strict=False):
            if text:
                named.setdefault(number, text)
    return named


def _clashing(measurements: Sequence[Measurement], *, within: bool = False) -> _Clashes:
    """The numbers of tables whose measurements would count as runs of each other."""
    tables: dict[tuple[object, ...], dict[int, None]] = defaultdict(dict)
    for m in measurements:
        if m.repeat is None and ("section" in m.parameters) == within:
            tables[sameness(m)][m.table.number] = None
    return {tuple(numbers) for numbers in tables.values() if len(numbers) > 1}


def _in_section(m: Measurement, heading: str) -> Measurement:
    return m if "section" in m.parameters else replace(m, parameters={**m.parameters, "section": heading})


def _heading(part: PostPart, table: Table, sides: set[int]) -> str | None:
    """The nearest heading above a table that stands once in its mail and names no side."""
    depth = part.lines[table.first_line - 1].depth
    for index in range(table.first_line - 2, max(table.first_line - 2 - _REACH, -1), -1):
        line = part.lines[index]
        if line.depth < depth and not line.is_blank:
            return None
        if line.number in sides or line.number in part.row_lines or line.number in part.head_lines:
            continue
        if part.times_said[line.words.strip()] > 1 and _SETTING.match(line.words) is None:
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
    if is_printed(words):
        return False
    is_ruled = index + 1 < len(lines) and is_ruler(lines[index + 1])
    return _is_free(lines, index - 1) and (is_ruled or words.rstrip().endswith(":"))


def _is_free(lines: Sequence[Line], index: int) -> bool:
    return index < 0 or is_free(lines[index])
