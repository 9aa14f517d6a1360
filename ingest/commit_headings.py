"""Headings that name a commit: "At commit 0a1b2c3d4e5f ("sched: …")", "- the parent commit = 4e5f6a7b", "0a1b2c3d:";
figures alone are no id.
"""

import re

from archive.results import Basis
from archive.text import Line
from suites.base import Label

_COMMIT = re.compile(
    r"(?:(?:at|on|with|without|before|after|using)[ ])?(?:the[ ])?(?:(?:previous|parent|next|first|last|bad|good)[ ])?"
    r"(?:commit[ ]?[=:]?[ ]?)?(?=[0-9]{0,12}[a-f])(?P<id>[0-9a-f]{8,40})(?=[ ]?[:(]|$)"
    r"(?:[ ]?\([\"'](?P<subject>[^\"']{3,100})[\"']\))?",
    re.IGNORECASE,
)
# "And here's 0a1b2c3d4e5f ("sched: …": what was run is shown below, be the sentence as long as it may.
_SHOWN = re.compile(
    r"[ \t]{0,8}(?:(?:and|now)[ ])?(?:here(?:'s|[ ]is)|(?:this|that)[ ]is|on|at)[ ](?:commit[ ])?"
    r"(?=[0-9]{0,11}[a-f])(?P<id>[0-9a-f]{8,40})[ ]\([\"'](?P<subject>[^\"']{3,100})",
    re.IGNORECASE,
)


def shown_commit(line: Line) -> Label | None:
    """The id of a commit that a sentence shows with its subject, which describes it."""
    shown = _SHOWN.match(line.words)
    if shown is None:
        return None
    start, end = shown.span("id")
    return Label(shown["id"], line.number, line.start + start, line.start + end, Basis.HEADING, shown["subject"])


def commit_heading(line: Line, start: int) -> Label | None:
    """The words of a heading from column `start` of its own words up to a commit's id, described by its subject where
    that stands behind it.
    """
    commit = _COMMIT.match(line.words, start)
    if commit is None:
        return None
    end = commit.end("id")
    words = line.words[start:end]
    return Label(words, line.number, line.start + start, line.start + end, Basis.HEADING, commit["subject"])
