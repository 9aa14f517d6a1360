"""What kernbench and its users write above a report: which load it is, and how many jobs; no suite."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from archive.results import Parameter
from archive.text import Line

_AVERAGE = re.compile(
    r"(?<!\S)(?P<title>Average[ \t]{1,4}(?P<load>Single\w{0,9}|Half|Optimal|Maximal)(?:[ \t]{1,4}threaded)?"
    r"(?:[ \t]{1,4}load)?(?:[ \t]{1,4}-j(?:[ \t]{0,4}(?P<jobs>\d{1,6}))?)?(?:[ \t]{1,4}load)?(?:[ \t]{1,4}Run)?)\b",
    re.IGNORECASE,
)
_BY_HAND = re.compile(
    r"[ \t]{0,8}(?:[*=#-]{1,4}[ \t]{1,3})?(?P<title>kern(?:el )?bench(?:-\d{1,3})?\b[ \t:]{0,4}"
    r"(?:comparisons?[ \t](?=\())?(?:\((?P<told>[^()\n]{3,80})\))?)"
    r"(?=[ \t]{0,4}(?:$|[-:=(]|results?\b|numbers?\b|comparisons?\b|on\b|with\b))",
    re.IGNORECASE,
)
_JOBS = re.compile(r"-j[ \t]{0,3}(?P<jobs>\d{1,6})\b|where[ \t]+N[ \t]*=[ \t]*(?P<times>[^,)\n]{1,40})")
_MAXIMAL = re.compile(r"\bmaximal\b|\bunlimited\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Title:
    """A title: the canonical test, its settings, the words as posted, and their place."""

    test: str
    parameters: dict[str, Parameter]
    text: str
    line: int
    start: int


def titles_of(line: Line) -> tuple[Title, ...]:
    """The report titles of a line: one, or two where two reports stand side by side."""
    return tuple(
        Title(
            f"{'single' if found['load'].lower().startswith('single') else found['load'].lower()}_load",
            {"jobs": int(found["jobs"])} if found["jobs"] else {},
            " ".join(found["title"].split()),
            line.number,
            found.start("title"),
        )
        for found in _AVERAGE.finditer(line.text[:400], line.start)
    )


def title_above(lines: Sequence[Line], index: int, distance: int) -> Title | None:
    """The nearest title at most `distance` lines above line `index` (0-based), of kernbench's own or by hand."""
    for above in range(index - 1, max(-1, index - 1 - distance), -1):
        line = lines[above]
        if line.depth != lines[index].depth and not line.is_blank:
            return None
        own = titles_of(line)
        if own:
            return own[-1]
        found = _BY_HAND.match(line.text[:400], line.start)
        if found is not None:
            return _by_hand(line, found)
    return None


def _by_hand(line: Line, found: re.Match[str]) -> Title:
    told = found["told"] or ""
    jobs = _JOBS.search(told)
    parameters: dict[str, Parameter] = {}
    if jobs is not None:
        parameters["jobs"] = int(jobs["jobs"]) if jobs["jobs"] else jobs["times"].strip()
    elif told and "omparison" in found["title"]:
        parameters["section"] = told
    test = "maximal_load" if _MAXIMAL.search(told) else "compile"
    return Title(test, parameters, found["title"].rstrip(" \t:"), line.number, found.start("title"))
