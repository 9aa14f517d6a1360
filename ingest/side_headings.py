"""Headings that name a side in words ("3) disk before this patch:", "Before(randread)", "from:" … "to:") and hold over
headings of settings and commands down to the next one of their kind.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from archive import kernels
from archive.results import Basis
from archive.text import Line
from ingest.commit_headings import commit_heading, shown_commit
from ingest.headings import Layout, leading_version
from ingest.printed_lines import is_printed
from ingest.tables import Block
from suites.base import Label, Row

_MAX_HEADING = 90
_MAX_WORDS = 12
_ITEM = re.compile(r"[ \t]{0,8}(?:(?P<number>\(?(?:\d{1,2}|[A-Ha-h])[.)])|(?P<mark>[-*=#+_>\[]{1,6}))[ \t]{1,4}(?=\S)")
# "[Before]", "<without patch>": a line of its own in brackets stands by itself.
_BOXED = re.compile(r"[ \t]{0,8}(?P<mark>[\[<])(?=[A-Za-z])[^\[\]<>@:\n]{2,60}[\]>][ ]?:?$")
_TAIL = " \t:;*=#_]>-"
_SIDE = re.compile(
    r"(?:(?:the|linux|kernel)[ ])?(?:before|after|vanilla|stock|mainline|base(?:line)?|(?:un)?patched|unmodified"
    r"|unchanged|orig(?:in(?:al)?)?|virgin|without|with|w/o|w/|no patch|patch applied|old|new"
    r"|(?:2[.][2-6][.]\d{1,2}-?)?(?:pre|rc|ac|aa|mm|dj)-?\d{1,3}(?=$|[ :])"
    r"|(?:this|my) (?:patch(?:set)?|series)|non-[a-z]{2,16}|next-20\d{6}|HEAD(?:[~^]\d?)?|reverted)(?![\w'=.-])",
    re.IGNORECASE,
)
_PHRASE = re.compile(
    r"\b(?:with(?:out)?|after|before|w/o|w/)(?: applying)? (?:this|the|these|my|our|that|any)(?: \w{2,12})?"
    r" (?:change|patch|patchset|patches|series|fix|commit|optimi[sz]ation)s?\b",
    re.IGNORECASE,
)
# "fio output (6.1.20 with revert):", "randread (patched):"
_BRACKET = re.compile(r"[ \t]{0,8}[^()\d\s](?:[^()]{0,38}[^()\s])?[ ]\((?P<side>[^()]{3,60})\)[ ]?:$")
# "Speed comparisons, 2216:", "2217:": old kernels without their points.
_POINTLESS = re.compile(r"(?:.{1,60}[,:][ ]|[ ]{0,4})(?P<side>2[2-5][1-9]\d(?:-?(?:pre|ac|aa|rc)\d{1,2})?)[ ]?:$")
# "--- XGMAC@2.5G: Before"
_BEHIND = re.compile(
    r"[ \t]{0,4}(?:-{2,4}|={2,4}|\*{2,4}|#{2,4})[ ](?P<heading>[^:\s][^:]{1,40}:[ ]{1,3}"
    r"(?:before|after|vanilla|baseline|(?:un)?patched|with(?:out)? patch(?:es)?))[ ]?$",
    re.IGNORECASE,
)
# "Mainline     Patch": the heads of columns.
_HEADS = re.compile(r"[\w)][ ]{3,}[\w(]")
_ARROW = re.compile(r"(?:^|.{1,80}[ ])(?P<side>from|to)[ ]?:?$", re.IGNORECASE)
_NO_SIDE = re.compile(
    r"(?:after (?:that|a|an|all|some|having|doing)|with (?:regards?|respect|best|kind|warm|a|an|some)"
    r"|before (?:that|we|you|i)|(?:with(?:out)?|after|before) \d|new file|(?:old|new) mode|this patch(?:set)? \w)\b",
    re.IGNORECASE,
)
# Sides that say by themselves that they are two of one thing, whatever stands under them.
_OPPOSITES = (
    frozenset(("before", "after")),
    frozenset(("old", "new")),
    frozenset(("without", "with")),
    frozenset(("w/o", "w/")),
    frozenset(("unpatched", "patched")),
    frozenset(("vanilla", "patched")),
    frozenset(("base", "patched")),
    frozenset(("baseline", "patched")),
    frozenset(("from", "to")),
)
_VERB = re.compile(r"\b(?:being|is|are|was|were|gives?|shows?|looks?|see|get|got|have|had|will)\b", re.IGNORECASE)
_COMMAND = re.compile(
    r"[ \t]{0,8}(?:[#$%][ ]|[\w/.~-]{0,20}/\w|\[[\w@ ~./-]{1,60}\][#$]|(?:sudo|fio|perf|cmd:)[ ])", re.IGNORECASE
)
_RULER = re.compile(r"[ \t]*[-=*_#~.]{3,}[ \t]*$")
# A row of perf's reports: "Before:" over it tells of the profile.
_PROFILED = re.compile(r"[+ ]{0,12}\d{1,3}\.\d{1,2}%[ ]{1,8}(?:\S{1,30}[ ]{1,30}){1,3}\[[k.]\][ ]")
_SHORT = 6
_SIDE_AT_MOST = 24
_VERSION_AT = len("without ")


@dataclass(frozen=True, slots=True)
class _Heading:
    """A heading with its form; `is_side` where its words name a side, else it is a sibling of one that does."""

    label: Label
    form: str
    is_side: bool


def side_headings(layout: Layout, blocks: Sequence[Block]) -> dict[int, Label]:
    """The side of each row line, where headings of two sides or more stand over the same tests at one quote depth."""
    rows = {row.line: row for block in blocks for row in block.rows}
    found: dict[int, Label] = {}
    for depth in {block.depth for block in blocks}:
        sides, siblings = _above(layout, rows, depth)
        found |= _contrasted(rows, sides, siblings)
    return found


def _above(layout: Layout, rows: dict[int, Row], depth: int) -> tuple[dict[int, _Heading], dict[int, _Heading]]:
    """The heading of a side above each row, and the heading like it that names none and stands between."""
    sides: dict[int, _Heading] = {}
    siblings: dict[int, _Heading] = {}
    side = sibling = None
    prose = 0
    for index, line in enumerate(layout.lines):
        if line.depth != depth:
            side, sibling = (None, None) if line.number in layout.prose and line.depth < depth else (side, sibling)
            continue
        if line.number in rows and side is not None:
            sides[line.number] = side
            if sibling is not None:
                siblings[line.number] = sibling
        # A line with a colon or a mark between the columns' heads and the first row is no head ("*** ac-16:").
        is_marked = line.words.endswith(":") or _BEHIND.match(line.words) is not None
        is_head = line.number in layout.heads and not is_marked
        if line.is_blank or is_head or line.number in layout.rows:
            prose = 0
            continue
        heading = _heading(layout, index, side)
        if heading is not None:
            side, sibling, prose = (heading, None, 0) if heading.is_side else (side, heading, 0)
        else:
            # What a program prints may read like prose ("Running with 10 groups …"): real prose begins a paragraph.
            goes_on = prose > 0 or _is_open(layout, index - 1)
            prose = prose + 1 if line.number in layout.prose and goes_on else 0
            side, sibling = (None, None) if prose > 1 else (side, sibling)
    return sides, siblings


def _heading(layout: Layout, index: int, side: _Heading | None) -> _Heading | None:
    """The heading on a line: one that names a side, or one in the form of the side's heading above."""
    line = layout.lines[index]
    words = line.words
    if any(_PROFILED.match(below.words) for below in layout.lines[index + 1 : index + 2]):
        return None
    boxed = _BOXED.match(words)
    item = _ITEM.match(words) if boxed is None else None
    start = boxed.end("mark") if boxed is not None else item.end() if item is not None else _indent(words)
    stands = boxed is not None or item is not None or _stands(layout, index)
    if (shown := shown_commit(line)) is not None:
        return _Heading(shown, "", is_side=True)
    if stands and (commit := commit_heading(line, start)) is not None:
        return _Heading(commit, _form(layout, index, item, start), is_side=True)
    if len(words) > _MAX_HEADING or len(words.split()) > _MAX_WORDS or words.endswith((".", "?", "!", ",")):
        return None
    if _HEADS.search(words, start) is not None:
        return None
    form = _form(layout, index, item, start)
    place = _side_in(words, start) if stands else None
    place = place or _behind_in(words) or _bracket_in(words) or _pointless_in(words) or _arrow_in(layout, index)
    if place is not None:
        return _Heading(_label(line, *place), form, is_side=True)
    is_short = len(words[start:].split("(")[0].split()) <= _SHORT
    if side is not None and form and form == side.form and is_short and not is_printed(words):
        return _Heading(_label(line, start, len(words)), form, is_side=False)
    return None


def _indent(words: str) -> int:
    return len(words) - len(words.lstrip())


def _form(layout: Layout, index: int, item: re.Match[str] | None, start: int) -> str:
    """How a heading looks: an item of a list at some column, or with a colon right over a row; else empty."""
    if item is not None:
        mark = (item["number"] or item["mark"]).strip("0123456789ABCDEFGHabcdefgh")
        return f"item {mark} {start - len(item[0].lstrip())}"
    below = layout.lines[index + 1 : index + 2]
    is_tight = layout.lines[index].words.endswith(":") and any(_is_of_table(layout, line) for line in below)
    return f"tight {start}" if is_tight else ""


def _side_in(words: str, start: int) -> tuple[int, int] | None:
    """The columns of the words that name a side: all of them where they begin with it, else the phrase alone."""
    # "mainline, where reads went to the slow disk:"
    comma = words.find(",", start, start + _SIDE_AT_MOST) if words.endswith(":") else -1
    if comma > 0 and _SIDE.fullmatch(words, start, comma) is not None:
        return start, len(words)
    is_version = any(mention.start <= _VERSION_AT for mention in kernels.find(words[start:]))
    if _NO_SIDE.match(words, start) and not is_version:
        return None
    phrase = _PHRASE.search(words, start)
    if _SIDE.match(words, start) is not None and (phrase is not None or _VERB.search(words, start) is None):
        is_long = len(words[start:].split()) > _SHORT and not any(kernels.find(words[start:]))
        return phrase.span() if phrase is not None and phrase.start() == start and is_long else (start, len(words))
    if phrase is None:
        return None
    version = next(iter(kernels.find(words[start:])), None)
    return (start if version is not None and version.start == 0 else phrase.start(), phrase.end())


def _behind_in(words: str) -> tuple[int, int] | None:
    """The columns of a marked heading that ends with a side, of what stands before a colon ("--- eth0@1G: Before")."""
    match = _BEHIND.match(words)
    return match.span("heading") if match is not None else None


def _bracket_in(words: str) -> tuple[int, int] | None:
    """The columns of a version or side that stands in brackets behind a title and before a colon."""
    match = _BRACKET.match(words)
    if match is None:
        return None
    is_side = _SIDE.match(match["side"]) is not None and _NO_SIDE.match(match["side"]) is None
    return match.span("side") if is_side or leading_version(match["side"]) is not None else None


def _pointless_in(words: str) -> tuple[int, int] | None:
    """The columns of a version without points at the end of a heading."""
    match = _POINTLESS.match(words) if words.endswith(":") else None
    return match.span("side") if match is not None else None


def _arrow_in(layout: Layout, index: int) -> tuple[int, int] | None:
    """The columns of "from" or "to" at the end of a line that introduces what follows ("… on my box from:", "to")."""
    words = layout.lines[index].words
    match = _ARROW.match(words)
    if match is None or not _is_open(layout, index + 1):
        return None
    is_alone = words[: match.start("side")].strip() == "" and _is_open(layout, index - 1)
    return match.span("side") if is_alone or words.endswith(":") else None


def _label(line: Line, start: int, end: int) -> Label:
    """The words of a heading, without what a parenthesis adds right behind them, or over the end of the line; a version
    stays.
    """
    words = line.words[:end]
    bracket = words.find("(", start + 1)
    is_beside = bracket > 0 and (words[bracket - 1] != " " or ")" not in words[bracket:])
    if is_beside and not any(kernels.find(words[bracket:])):
        words = words[:bracket]
    end = len(words.rstrip(_TAIL))
    return Label(words[start:end], line.number, line.start + start, line.start + end, Basis.HEADING)


def _stands(layout: Layout, index: int) -> bool:
    """Whether a line ends in a colon, or stands below a blank or rows and over such, a command, or a short line."""
    words = layout.lines[index].words
    below = layout.lines[index + 1 : index + 2]
    if words.endswith((":", ":-")) or any(_RULER.match(line.words) for line in below):
        return True
    is_over = _is_open(layout, index + 1) or any(
        _COMMAND.match(line.words) or (line.words.endswith((":", ")")) and len(line.words.split()) <= _SHORT)
        for line in below
    )
    return _is_open(layout, index - 1) and is_over


def _is_open(layout: Layout, index: int) -> bool:
    if not 0 <= index < len(layout.lines):
        return True
    line = layout.lines[index]
    return line.is_blank or _is_of_table(layout, line) or _RULER.match(line.words) is not None


def _is_of_table(layout: Layout, line: Line) -> bool:
    return line.number in layout.rows or line.number in layout.heads


def _contrasted(rows: dict[int, Row], sides: dict[int, _Heading], siblings: dict[int, _Heading]) -> dict[int, Label]:
    """The labels where two of them or more stand over one test; a sibling is one where it is over a side's tests."""
    own = {number: side for number, side in sides.items() if number not in siblings}
    tests = _tests(rows, own)
    known = {test for found in tests.values() for test in found}
    apart = {
        _key(heading): _tests(rows, {n: h for n, h in siblings.items() if _key(h) == _key(heading)})[_key(heading)]
        for heading in set(siblings.values())
    }
    told = dict(own)
    for number, heading in siblings.items():
        if 2 * len(apart[_key(heading)] & known) >= len(apart[_key(heading)]):
            told[number] = heading
        elif not heading.form.startswith("item"):
            told[number] = sides[number]
    tests = _tests(rows, told)
    contrasted = {
        key
        for key, mine in tests.items()
        if any(mine & other or _are_opposite(key, each) for each, other in tests.items() if each != key)
    }
    return {number: heading.label for number, heading in told.items() if _key(heading) in contrasted}


def _tests(rows: dict[int, Row], headings: dict[int, _Heading]) -> dict[str, set[tuple[object, ...]]]:
    found: dict[str, set[tuple[object, ...]]] = defaultdict(set)
    for number, heading in headings.items():
        row = rows[number]
        found[_key(heading)].add((row.test, tuple(sorted({value.metric for value in row.values}))))
    return found


def _key(heading: _Heading) -> str:
    return " ".join(heading.label.text.casefold().split())


def _are_opposite(one: str, other: str) -> bool:
    return frozenset((one.partition(" ")[0], other.partition(" ")[0])) in _OPPOSITES
