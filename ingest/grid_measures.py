"""What the heads and labels of hand-drawn tables say that figures are: by a unit, a measure's name, or a short one.

BW     write_lat_ns_max     IOPS (k)     vcpu wall time     (RR)IOPS
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from ingest.generic_metrics import Measure, direction_in, measure_of, of_unit, unit_in
from ingest.grid_words import COUNTED, DERIVED, OPERATION

_SHORT = {
    "bw": ("bandwidth", "higher"),
    "tput": ("throughput", "higher"),
    "thruput": ("throughput", "higher"),
    "lat": ("latency", "lower"),
    "slat": ("latency", "lower"),
    "clat": ("latency", "lower"),
    "qps": ("rate", "higher"),
    "rps": ("rate", "higher"),
    "real": ("time", "lower"),
}
_SHORT_NAME = re.compile(rf"(?<![A-Za-z])(?P<name>{'|'.join(_SHORT)})(?![A-Za-z])", re.IGNORECASE)
_UNIT_IN_NAME = re.compile(
    r"(?:^|_)(?P<unit>ns|us|ms|iops|tps|qps|rps|usecs?|msecs?|nsecs?|secs?)(?=$|_(?:p\d|avg|mean|max|min|med|total|per|op))"
)
# "vcpu wall time", "avg pass time": a time of something, which is no clock and no share of a processor.
_SOME_TIME = re.compile(r"(?:[A-Za-z][A-Za-z/.-]{1,15}[ _]){1,3}time:?", re.IGNORECASE)
_NO_RUN_TIME = re.compile(
    r"\b(?:start|end|begin|stop|cpu|up|down|idle|sleep|local|last|first|access|date|release|arrival|sim\w{0,8}|remaining|air"
    r"|expir\w{1,6}|life|on|off|spin|power|active|inactive|connected|current|busy|dead|hold|wait|delay|since|of|total)\b",
    re.IGNORECASE,
)
# A rate of something that is done; a rate alone may be of anything.
_SOME_RATE = re.compile(
    r"(?:[\w-]{1,16}[ ]){0,2}(?:creat\w{1,3}|delet\w{1,3}|unlink|lookup|open|stat|fsync|transfer|transaction|request"
    r"|message|commit|insert\w{0,3}|query|fault|allocation|read|write|i/?o)[ ]rates?:?",
    re.IGNORECASE,
)
_RANKS = re.compile(r"%[ -]?ile|percentiles?|pctl?e?", re.IGNORECASE)
_OF_TIMES = frozenset({"memory", "mem", "cpu", "cpus"})
_MAX_WORDS = 4


def head_measure(text: str) -> Measure | None:
    """What the words of a head or a label say that figures are."""
    found = measure_of(text) or measure_of(_bare(text))
    if found is not None:
        return found
    named = _UNIT_IN_NAME.search(text)
    if named is not None:
        return replace(of_unit(named["unit"]), text=text)
    short = _SHORT_NAME.search(text)
    if short is None or len(text.split()) > _MAX_WORDS:
        if _SOME_RATE.fullmatch(text) is not None:
            return Measure("rate", text.strip(" :"), None, direction_in(text) or "higher")
        is_time = _SOME_TIME.fullmatch(text) is not None and _NO_RUN_TIME.search(text.replace("_", " ")) is None
        return Measure("time", text.strip(" :"), None, direction_in(text) or "lower") if is_time else None
    name, better = _SHORT[short["name"].lower()]
    return Measure(name, text.strip(" :"), None, direction_in(text) or better)


def of_corner(corner: str) -> Measure | None:
    """What a corner says of the figures; a word alone ("duration") says what the labels are. Ranks are of latencies."""
    if _RANKS.fullmatch(corner.strip()) is not None:
        return Measure("latency", corner.strip(), None, "lower")
    found = head_measure(corner)
    return found if found is not None and (found.unit is not None or "/" in corner) else None


def rest_of(text: str, measure: Measure) -> str:
    """The words of a head beside those that name a measure and its unit: "(RR)" of "(RR)IOPS"."""
    unit = re.escape(measure.unit) if measure.unit is not None else "$^"
    rest = re.sub(rf"[(\[][ ]?(?:in )?{unit}[ ]?[)\]]|(?<![A-Za-z]){unit}(?![A-Za-z])", " ", text)
    rest = re.sub(rf"\b{re.escape(measure.name)}\b", " ", rest, flags=re.IGNORECASE)
    rest = _SHORT_NAME.sub(" ", rest).replace("(%)", " ")
    return " ".join(rest.split()).strip(" ,:-/").rstrip("_")


def are_operations(texts: Sequence[str]) -> bool:
    """Whether heads name what is done, and so tests."""
    return all(OPERATION.fullmatch(text.strip()) for text in texts)


def is_result_column(text: str) -> bool:
    """Whether a head may stand over results: it is no difference, no spread and no share."""
    if COUNTED.fullmatch(text.strip()) is not None:
        return False
    words = {match.group().lower() for match in DERIVED.finditer(_bare(text))}
    # "dirty memory time (ms)" is a time, whatever of.
    return not words or (words <= _OF_TIMES and unit_in(text, is_prose=True) is not None)


def _bare(text: str) -> str:
    """A head without the note of a gain behind its name ("+patch (%gain)"): the gain stands in brackets there too."""
    return re.sub(r"(?<=\w)[ ]{0,12}[(\[][^()\[\]]{0,30}[)\]]$", "", text)
