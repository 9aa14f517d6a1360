"""What stands above tables that no heading of its own tells apart: the words that lead to a table ("and with polling I
get:", "mitigations off"), and the headings above a heading that comes again ("zstd" under each size of folios).
"""

import re
from collections.abc import Sequence

from archive.results import Table
from archive.text import Line
from ingest.post import PostPart
from ingest.printed_lines import is_printed
from ingest.prose import is_prose

_REACH = 100
_LEVELS = 3
_ABOVE_A_TABLE = 14
_LONGEST_LEAD = 160
_LONGEST_LINE = 90
_MAX_WORDS = 9
_BEGINNING = 12
_HEADING = re.compile(r"[\s#*=o.>-]{0,8}[A-Za-z0-9(][^$@|{};<>]{0,78}$")
_RULER = re.compile(r"\s{0,8}[-=*_~#]{3,}\s{0,4}$")
_OPEN_END = re.compile(r"[.,;?!]\s{0,4}$")
# "once more:", "the second time:" and "then" lead to a further run of one test, as the words for runs do.
_RUN = re.compile(
    r"\b(?:runs?|rounds?|iterations?|tr(?:y|ies|ials?)|attempts?|again|repeat\w{0,3}|pass|outputs?|once|another"
    r"|test(?![ ](?:using|with|on)\b)|more|times?|second|third|then|next|later|minutes?|hours?|days?|finally"
    r"|afterwards|still|also)\b",
    re.IGNORECASE,
)
# "Test using the disk, average of 32 runs:": how often each figure was taken tells no further run.
_AVERAGE = re.compile(
    r"\b(?:avg|average|mean|median)\w{0,2}[ ](?:results?[ ])?(?:of|over|from)[ ](?:the[ ])?\w{1,5}[ ]"
    r"(?:test[ ])?(?:runs?|times|tries)\b",
    re.IGNORECASE,
)
_BARE_RESULT = re.compile(
    r"\W{0,4}(?:(?:\w{1,12}\s)?results?|here|where|legend|notes?|below|above|with|and)\W{0,4}$", re.IGNORECASE
)
# What tools print over their own figures, and how a mail begins and ends.
_NO_LEAD = re.compile(
    r"\b\d{1,2}:\d\d\b|\b(?:pid|err|tid)\b\s?=|^\s{0,4}(?:hi|hello|hey|dear|thanks|cheers|regards|best)\b"
    r"|\b(?:disk stats|all jobs|percentiles|benchmark:?$)",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"[A-Za-z][a-z-]{1,30}$")
_COLUMNS = re.compile(r"\S\s{2,40}\S")
_ASSIGNED = re.compile(r"\w\s?=")


def lead_above(part: PostPart, table: Table, sides: set[int]) -> str | None:
    """The sentence that ends in a colon, or the line that stands alone, next above a table; rows may stand between
    the two where nothing but names of sides does.
    """
    is_near = True
    depth = part.lines[table.first_line - 1].depth
    for index in range(table.first_line - 2, max(table.first_line - 2 - _ABOVE_A_TABLE, -1), -1):
        line = part.lines[index]
        if (line.number in part.row_lines and not is_near) or (line.depth != depth and not line.is_blank):
            return None
        if line.is_blank or line.number in sides or line.number in part.row_lines:
            continue
        text = _sentence_to(part, line) if line.words.rstrip().endswith(":") else ""
        # The last line of a sentence may be said again where its first is not.
        is_one_line = not text or line.words.strip().startswith(text[:_BEGINNING])
        if is_one_line and part.times_said[line.words.strip()] > 1:
            is_near = False
            continue
        if text:
            if _is_lead(text):
                return text
        elif _is_alone(part.lines, index) and _is_lead(line.words):
            return line.words.strip()
        is_near = False
    return None


def headings_above(part: PostPart, table: Table, sides: set[int]) -> tuple[str, ...]:
    """The headings above a table, the nearest first, whether or not they come again; three at most."""
    found, styles = list[str](), set[tuple[bool, bool]]()
    depth = part.lines[table.first_line - 1].depth
    rows = part.row_lines
    first_row = next((n for n in range(table.first_line, table.last_line + 1) if n in rows), table.first_line)
    for index in range(first_row - 2, max(first_row - 2 - _REACH, -1), -1):
        line = part.lines[index]
        if line.depth < depth and not line.is_blank:
            break
        if line.depth != depth or line.number in sides or line.number in part.row_lines:
            continue
        style = (line.words.rstrip().endswith(":"), index + 1 < len(part.lines) and is_ruler(part.lines[index + 1]))
        if style not in styles and _is_any_heading(part.lines, index):
            # One that looks like a nearer one is its sibling, not what both stand under.
            styles.add(style)
            found.append(line.words.strip(" \t#*=:-"))
            if len(found) == _LEVELS:
                break
    return tuple(found)


def tell_apart(chains: Sequence[tuple[str, ...]]) -> list[str] | None:
    """The fewest levels of headings under which tables differ, outermost first; None where they do not."""
    for count in range(1, _LEVELS + 1):
        cut = [(chain + ("",) * count)[:count] for chain in chains]
        if all(all(chain) for chain in cut[1:]) and len(set(cut)) == len(cut):
            differing = [level for level in range(count) if len({chain[level] for chain in cut}) > 1]
            return [" / ".join(chain[level] for level in reversed(differing) if chain[level]) for chain in cut]
    return None


def names_a_run(text: str) -> bool:
    """Whether words speak of runs, tries, or what came next: tables under them are runs of one test."""
    return _RUN.search(text) is not None


def is_free(line: Line) -> bool:
    """Whether a line sets apart what stands beside it: blank, or a ruler."""
    return line.is_blank or is_ruler(line)


def is_ruler(line: Line) -> bool:
    """Whether a line is drawn of one kind of marks."""
    return _RULER.match(line.words) is not None


def _sentence_to(part: PostPart, line: Line) -> str:
    """The statement that ends on a line, from where it begins."""
    return part.said_up_to.get(line.number, line.words).strip(" \t#*=:-")


def _is_lead(text: str) -> bool:
    if (
        len(text) > _LONGEST_LEAD
        or _RUN.search(_AVERAGE.sub("", text)) is not None
        or _NO_LEAD.search(text) is not None
    ):
        return False
    if is_printed(text):
        return False
    return _BARE_RESULT.match(text) is None and any(_PLAIN.match(word) for word in text.split())


def _is_alone(lines: Sequence[Line], index: int) -> bool:
    words = lines[index].words
    if len(words) > _LONGEST_LINE or _OPEN_END.search(words) is not None or _HEADING.match(words) is None:
        return False
    below = index + 1 >= len(lines) or is_free(lines[index + 1])
    return _ASSIGNED.search(words) is None and below and (index == 0 or is_free(lines[index - 1]))


def _is_any_heading(lines: Sequence[Line], index: int) -> bool:
    if index > 0 and not is_free(lines[index - 1]):
        return False
    words = lines[index].words.strip()
    if (
        len(words.split()) > _MAX_WORDS
        or _COLUMNS.search(words) is not None
        or _HEADING.match(words) is None
        or _OPEN_END.search(words) is not None
    ):
        return False
    return _is_lead(words.strip(" \t#*=:-")) and not is_prose(lines[index]) and _ASSIGNED.search(words) is None
