"""What stands over counters of perf stat that were posted without their title: the words right above them, and the
command; no suite.

    perf stat -r 5 -a perf bench sched pipe -l 10000000 (lesser time is better)

    powerpc/next + patchset
         29,981,702.64 msec cpu-clock                 #  255.881 CPUs utilized            ( +-  1.30% )
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from archive.results import Basis
from archive.text import Line
from suites.base import Label

_COUNTER = re.compile(
    r"[ \t|]{0,40}(?:(?:\d[\d,.]{0,24}|<not (?:supported|counted)>)[ \t]{1,12}(?:msec[ \t])?[A-Za-z][\w:/.,=-]{2,60}"
    r"(?=[ \t]|$)|[ \t]{0,40}#[ \t])"
)
_RAN = re.compile(r"(?:^|[ \t`'\"(])perf stat (?P<rest>\S.{1,200})$")
_OPTION = re.compile(r"--?[A-Za-z][\w-]{0,30}(?:=\S{0,80})?(?:[ \t]{1,4}|$)")
# Options of perf stat whose argument stands behind a blank.
_WITH_ARGUMENT = re.compile(r"(?:-[a-zA-Z]{0,4}[reCIpGtMDo]|--(?:repeat|event|cpu|pid|tid|metrics|delay|output))[ \t]")
_ARGUMENT = re.compile(r"\S{1,120}[ \t]{0,4}")
_NOTE = re.compile(r"[ \t]{0,4}(?:\([^()]{2,60}\)?|[`'\"|;>].{0,120}|\\)[ \t]*$")
_NO_LABEL = ("$ ", "# perf", "perf ", ">")
_MAX_LABEL = 70
_MAX_COUNTERS = 40
_REACH = 20


@dataclass(frozen=True, slots=True)
class Untitled:
    """Counters without a title: their first line (1-based), the words right above it, and the command that was run."""

    first: int
    label: Label | None
    command: str | None


def read_untitled(lines: Sequence[Line], index: int) -> Untitled | None:
    """What stands over the counters above the time of line `index` (0-based); None where there are none."""
    first, depth = index, lines[index].depth
    for above in range(index - 1, max(-1, index - 1 - _MAX_COUNTERS), -1):
        line = lines[above]
        if line.depth != depth or not (line.is_blank or _COUNTER.match(line.text, line.start)):
            break
        first = above if not line.is_blank else first
    if first == index:
        return None
    return Untitled(first + 1, _label(lines, first), _command(lines, first))


def _label(lines: Sequence[Line], first: int) -> Label | None:
    """The words right above the counters: a name, and no sentence or command."""
    line = lines[first - 1] if first else None
    if line is None or line.is_blank or line.depth != lines[first].depth:
        return None
    words = line.words.strip()
    text = words.rstrip(" \t:")
    is_name = 1 < len(text) <= _MAX_LABEL and not words.endswith((".", ",", ";", "?")) and any(map(str.isalpha, text))
    if not is_name or words.startswith(_NO_LABEL) or "perf stat" in words:
        return None
    start = line.text.index(text, line.start)
    return Label(text, line.number, start, start + len(text), Basis.HEADING)


def _command(lines: Sequence[Line], first: int) -> str | None:
    """What the nearest call of perf stat above measured."""
    for above in range(first - 1, max(-1, first - 1 - _REACH * 2), -1):
        found = _RAN.search(lines[above].words) if "perf stat " in lines[above].words else None
        if found is not None:
            return _measured(found["rest"])
    return None


def _measured(rest: str) -> str | None:
    """The command behind the options of perf stat, without what a person says in brackets behind it."""
    place = 0
    while rest.startswith("-", place):
        argument = _WITH_ARGUMENT.match(rest, place)
        option = _OPTION.match(rest, place)
        if option is None:
            return None
        place = option.end()
        value = _ARGUMENT.match(rest, place) if argument is not None else None
        place = value.end() if value is not None else place
        if rest.startswith("-- ", place):
            place += len("-- ")
            break
    command = _NOTE.sub("", rest[place:]).strip(" \t\\'\"`")
    return command if any(map(str.isalpha, command)) else None
