"""What lines of a discussion are: tags, patches, cut marks, unread rows, and words that speak of results."""

import re
from collections.abc import Sequence

from archive.text import Line

_TAG = re.compile(
    r"\s{0,4}[|+]?\s?(?:(?:Signed-off|Reviewed|Acked|Tested|Reported|Suggested|Co-developed|Debugged|Cc|Closes|Fixes|Link)"
    r"(?:-and-\w{3,10})?(?:-by)?|\w{3,12}-by|Bugzilla|BugLink|Message-I[dD]|Cherry-picked|Depends-on|Change-Id):\s?\S",
)
_PATCH = re.compile(r"(?:diff --git |Index: \S|--- a/|\+\+\+ b/|@@ -\d)")
_DIFFSTAT = re.compile(r"\s?\S.{1,120}\|\s{1,8}\d{1,6}\s[+-]|\s?\d{1,5} files? changed")
_NEXT_LINES = 40
_CUT = re.compile(r"\s{0,4}(?:<?\[?\s?(?:\.{3}|…|snip(?:ped)?|cut|deleted|trimmed)\s?\]?>?)[.\s]{0,6}$", re.IGNORECASE)
_FIGURE = re.compile(
    r"[~(*]?[+-]?\d[\d,.]{0,15}(?:e[+-]\d{1,3})?(?:%|[A-Za-z/]{1,6})?[)*]{0,2}$|[\w.>%]{1,20}=[<>]?\d\S{0,20}$"
)
_FRAME = re.compile(r"\s{0,8}[\u2500-\u257f]")
_LOG = re.compile(r"\s{0,4}\[\s{0,6}\d{1,7}\.\d{3,9}\]|\s{0,8}#include\b|.{0,200}[;{}]\s{0,4}$")
_ATTRIBUTION = re.compile(r"(?:On|Am|Le|El)\s.{5,120}\b(?:wrote|writes|said|schrieb|escribi\S|crit)\s?:\s{0,4}$")
_LIST = re.compile(
    r".{2,60} mailing list$|https?://\S{3,200}$|\S{1,60}@\S{1,60}$|.{2,60}'s (?:message of|on) .{5,40}:$"
)
_SHORT_LOG = re.compile(
    r"\S.{1,50} \(\d{1,3}\):$"
    r"|(?:(?:RFC )?[vV]\d{1,2}(?:\s?->\s?[vV]\d{1,2})?|Change-?log\b.{0,20}|Changes (?:since|from|in|to) .{1,30})\s?:$"
)
_SPEAKS = re.compile(
    r"\b(?:(?:slow(?:er|down|s)?|faster|fast(?!.?path))\b|regress(?:ion|ed|es)(?!.tests?\b)|speed-?ups?\b"
    r"|performance\b(?! (?:governor|event|counter))|latenc\w{1,3}(?!.nice)"
    r"|throughput|bandwidth|iops\b|benchmark|measured?\b|measurement|overhead\b|variance\b"
    r"|(?:the|these|those|your|my|any|more|perf|performance) numbers\b)|\d\s?%|\b\d(?:\.\d{1,2})?x\b",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_BEGINS_PATCH = frozenset("dI-+@")
_LONGEST_CUT = 30
_ROBOT = re.compile(
    r"(?:noticed|found) the following build|\bsparse warnings?\b|^Disclaimer:$|\[auto build test|^syzbot has"
    r"|^# Automatically generated file|^\s{0,4}[\w./-]{3,80}\.[chS]:\d{1,6}:\d{1,4}:",
    re.IGNORECASE | re.MULTILINE,
)


def is_tag(line: Line) -> bool:
    """Whether the line is a tag of a patch ("Reviewed-by: Ann Example")."""
    return ":" in line.words and _TAG.match(line.words) is not None


def begins_patch(lines: Sequence[Line], index: int) -> bool:
    """Whether a patch or a series begins at the line: a patch's first line, its list of files, a list of patches."""
    words = lines[index].words
    if words == "---":
        below = (line.words for line in lines[index + 1 : index + _NEXT_LINES])
        return any(_DIFFSTAT.match(line) or _PATCH.match(line) for line in below)
    if words[0] in _BEGINS_PATCH and _PATCH.match(words) is not None:
        return True
    if words[-1] == ":" and _SHORT_LOG.match(words) is not None:
        return True
    return ("|" in words or "changed" in words) and _DIFFSTAT.match(words) is not None


def is_no_talk(line: Line) -> bool:
    """Whether the line is a cut mark ("[snip]"), a frame, a row of figures, a log or code, and no words of anybody."""
    if _is_mark(line.words):
        return True
    if _DIGIT.search(line.words) is None:
        return not any(map(str.isalnum, line.words))
    words = [word for word in line.words.split() if any(map(str.isalnum, word))]
    if not words:
        return True
    figures = sum(_FIGURE.match(word) is not None for word in words)
    return figures > 1 and figures * 2 >= len(words)


def speaks_of_results(text: str) -> bool:
    """Whether words speak of how fast something is, of measuring, or of a per cent."""
    return _SPEAKS.search(text) is not None


def is_robots_report(text: str) -> bool:
    """Whether words are a robot's report of a build or a checker, or its disclaimer."""
    return _ROBOT.search(text) is not None


def _is_mark(words: str) -> bool:
    """Whether a line that is not blank is a mark, log, code or address; its ends tell which of them to look for."""
    first, last = words.lstrip()[0], words[-1]
    if len(words) <= _LONGEST_CUT and _CUT.match(words) is not None:
        return True
    if (first in "[#" or last in ";{}") and _LOG.match(words) is not None:
        return True
    if first >= "\u2500" and _FRAME.match(words) is not None:
        return True
    if last == ":" and _ATTRIBUTION.match(words) is not None:
        return True
    may_be_list = last in ":t" or "@" in words or "://" in words
    return may_be_list and _LIST.match(words) is not None
