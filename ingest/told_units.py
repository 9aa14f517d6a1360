"""What sentences beside a table say that its figures are: "the unit is tsc", "(unit is map+unmaps per CPU per second)",
"all numbers are in kilobytes per second", "Time to dirty memory:".
"""

import re
from collections.abc import Sequence

from archive.text import Line
from ingest.generic_metrics import TIME, UNIT, Measure, better_of, direction_in, measure_of, of_unit
from ingest.grid_cuts import RULER

_STATED = re.compile(
    r"\bunits?(?:[ ](?:is|are|of[ ][\w ]{2,30}[ ]is)|[ ]?[:=])[ ]?(?:in[ ])?"
    r"(?P<unit>[A-Za-z][\w+/.-]{0,24}(?:[ ]per[ ][A-Za-z]{1,12}){0,3})"
)
_IN = re.compile(
    r"\b(?:numbers|results|values|figures|times|timings|latenc(?:y|ies)|rates?|throughputs?|units?)\b[^.;:]{0,24}?"
    rf"[ ](?:in|as)[ ](?:(?:avg|average|mean)[ ])?(?P<unit>{UNIT}|[a-z]{{2,12}}[ ][a-z]{{2,12}}[ ]per[ ]sec(?:ond)?"
    r"|[A-Za-z+]{2,16}(?:/|[ ]per[ ])(?:s(?:ec(?:ond)?)?|minute|usec|us|ms))(?![\w/])",
    re.IGNORECASE,
)
_PER_TIME = re.compile(r"(?:/|[ ]per[ ])(?:s(?:ec(?:ond)?)?|ms|us|usec|min(?:ute)?|hour)$", re.IGNORECASE)
_COUNTED_TIME = re.compile(r"(?:rd)?tscs?|(?:cpu[ ])?cycles|clocks|ticks|jiffies", re.IGNORECASE)
_TIMES = re.compile(
    r"[ \t*#=-]{0,8}(?:(?:avg|average|mean|total|elapsed)[ ])?times?[ ]"
    r"(?:to|spent|taken|for|of[ ]\w{3,20}ing|it[ ]takes)\b"
    r"|(?:^|[ ])(?:build|boot|compile|compilation|startup|execution|running|processing|completion|wall[- ]?clock|start"
    r"|preview|launch|migration|mount|unmount|fault|copy|response|access)[ ]times?[ ]?(?:[(\[:,]|$)",
    re.IGNORECASE,
)
_NO_RUN = re.compile(r"\b(?:limit|timeout|stamps?|slice|interval|left|remaining|line)\b", re.IGNORECASE)
_BELOW = re.compile(
    r"[ \t]{0,12}[(\[*]{0,2}(?:the[ ]|all[ ]|where[ ]|note:?[ ])?"
    r"(?:units?|numbers|results|values|figures|times|higher|lower|less|more)\b",
    re.IGNORECASE,
)
_REACH_BELOW = 3


def measure_told(text: str) -> Measure | None:
    """What a sentence says that figures are by naming their unit or that they are times; None where it does not."""
    match = _STATED.search(text) or _IN.search(text)
    if match is not None:
        return _of(match["unit"].rstrip(".,"), text)
    if _TIMES.search(text) is not None and _NO_RUN.search(text) is None:
        return Measure("time", text.strip(" :"), None, direction_in(text) or "lower")
    return None


def words_below(lines: Sequence[Line], last: int) -> str:
    """The line right below the last row (0-based) of a table that says what all its figures are, else nothing."""
    for line in lines[last + 1 : last + 1 + _REACH_BELOW]:
        if line.is_blank or RULER.fullmatch(line.words) is not None:
            continue
        is_told = line.depth == lines[last].depth and _BELOW.match(line.words) is not None
        return line.words if is_told else ""
    return ""


def _of(unit: str, text: str) -> Measure | None:
    """A unit as a measure: one that we know, one of something a time, or one that the words beside it tell."""
    if re.fullmatch(UNIT, unit) is not None:
        return measure_of(f"{text} [{unit}]") or of_unit(unit)
    if _PER_TIME.search(unit) is not None:
        return Measure("rate", unit, unit, direction_in(text) or "higher")
    if _COUNTED_TIME.fullmatch(unit) is not None:
        return Measure("time", unit, unit, direction_in(text) or "lower")
    told = measure_of(text)
    if told is not None or re.search(rf"\b(?:times?|{TIME})\b", text, re.IGNORECASE) is None:
        return told
    return Measure("time", unit, unit, direction_in(text) or better_of("s"))
