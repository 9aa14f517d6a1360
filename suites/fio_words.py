"""The words that people use over and beside figures of fio: metrics with units, directions, settings; no suite.

IOPS    BW(MiB/s)    Avg. Bandwidth (MiB/s)    iops (avg)    p99.9(us)    read lat mean    4K rnd wr    QD=32
"""

import re
from dataclasses import dataclass, replace

from archive import kernels
from archive.results import Parameter
from suites.base import Cell, Metric
from suites.fio_lines import BANDWIDTH, COMPLETION, IOPS, LATENCY, SUBMISSION
from suites.statistic_words import statistic_of
from suites.suffixes import SCALED, scaled

RATE_UNIT = r"(?:[KMGT]i?B|[kKMG]?[Bb]ytes|[KMG]i?b)/s(?:ec)?|[KMG]i?Bps"
TIME_UNIT = r"nsecs?|usecs?|msecs?|ns|us|\xb5s|\u03bcs|ms|sec|s"
_TIMES = {"nsec": "ns", "usec": "us", "msec": "ms", "sec": "s", "\xb5s": "us", "\u03bcs": "us"}
_WORD = re.compile(
    rf"(?P<unit>{RATE_UNIT})(?![\w/])|(?<=\()(?P<filler_rate>[KMG]/s)(?=\))|(?P<iops>(?P<scale>[kKM]?)IO(?:PS|ps)\b|iops\b|Iops\b)"
    r"|(?P<thousands>(?<=[\[(])[kKM](?=[)\]]))"
    r"|(?P<bandwidth>(?:bw|bandwidth|throughput|speed)\b)"
    r"|(?P<latency>(?:[cs]?lat(?:ency|encies)?|[CS]?LAT(?:ENCY)?|Lat(?:ency)?)(?![a-z]))"
    rf"|(?P<time>(?<![A-Za-z])(?:{TIME_UNIT})(?![A-Za-z]))"
    r"|(?P<statistic>(?:avg|average|mean|median|min|max|minimum|maximum|total|sum|p\d{1,2}(?:\.\d{1,4})?"
    rf"|\d{{1,2}}(?:\.\d{{1,4}})?(?:th|%(?:ile)?)|\d\d\.\d{{1,4}}(?=[ ]?\((?:{TIME_UNIT})\)))(?![A-Za-z])\.?)"
    r"|(?P<direction>(?:rand(?:om)?|rnd|seq(?:uential)?)?[ _-]?(?:reads?|writes?|rd|wr|trim)\b)"
    r"|(?P<filler>(?:percentile|tail|of|in|per|the|completion|submission|rand(?:om)?|seq(?:uential)?)\b)"
    r"|(?P<sign>[\s()\[\]:,._/-])",
    re.IGNORECASE,
)
_DIRECTION = re.compile(
    r"(?<![a-z])(?:(?P<order>rand(?:om)?|rnd|seq(?:uential)?)[ _-]{0,2})?"
    r"(?P<what>reads?|writes?|rd|wr|trim|rw)(?![a-z])",
    re.IGNORECASE,
)
_SETTINGS = (
    re.compile(
        r"(?<![a-z])(?:qd|q-depth|io[ _-]?depth|queue[ _-]?depth)[ =:]{0,3}(?P<iodepth>\d{1,5})\b", re.IGNORECASE
    ),
    re.compile(
        r"(?<![a-z])(?:bs|block[ _-]?size)[ =:]{0,8}(?P<bs>\d{1,5}(?:\.\d)?[kmKM]?)i?[Bb]?(?![\w/])", re.IGNORECASE
    ),
    re.compile(r"(?<![\w.])(?P<numjobs>\d{1,5})[ ](?:jobs?|threads?)(?![a-z])", re.IGNORECASE),
    re.compile(r"(?<![a-z])(?:num)?jobs?[ =:]{1,3}(?P<numjobs>\d{1,5})\b", re.IGNORECASE),
)
# A size alone is one of requests where a direction stands beside it; elsewhere it may be of anything.
_SIZE = re.compile(r"(?<![\w.])(?P<bs>\d{1,4}[kKmM])(?:i?[Bb])?(?![\w/])")
_COLUMNS = {
    **dict.fromkeys(("bs", "block size", "blocksize", "blk size", "bs(kb)", "block size (bs)"), "bs"),
    **dict.fromkeys(("qd", "q-depth", "qd/test", "iodepth", "io depth", "depth", "queue depth"), "iodepth"),
    **dict.fromkeys(("jobs", "numjobs", "job", "threads", "#jobs", "nr_jobs"), "numjobs"),
    **dict.fromkeys(("rw", "pattern"), "rw"),
    **dict.fromkeys(("ioengine", "engine"), "ioengine"),
    "fsync": "fsync",
    "size": "size",
}
_FIGURE = re.compile(
    rf"~?(?P<figure>{SCALED}|\d{{1,3}}(?:,\d{{3}}){{1,4}}(?:\.\d{{1,6}})?)[ ]?"
    rf"(?P<unit>{RATE_UNIT}|{TIME_UNIT}|[kKM]?iops)?(?:[ ]?\([+-]?\d{{1,5}}(?:\.\d{{1,3}})?%\)?)?",
    re.IGNORECASE,
)
_NO_WORD = re.compile(r"[~+-]{0,2}(?:\d[\d.,]{0,15})[ ]?%?|-{1,3}|n/?a|nan", re.IGNORECASE)
_VARIANT = re.compile(
    r"\b(?:before|after|with|without|w/o|base(?:line)?|vanilla|(?:un)?patch(?:ed)?|old|new|mainline|clean|orig)\b",
    re.IGNORECASE,
)
_MAX_PHRASE = 48


@dataclass(frozen=True, slots=True)
class Phrase:
    """What a head or a label says of figures: the metric, which statistic, the unit as posted, which direction."""

    metric: Metric
    statistic: str
    unit_text: str | None
    test: str | None

    def unit(self, printed: str | None) -> str | None:
        """The unit of a figure that is printed with a unit, or without; None where nothing tells it."""
        text = printed or self.unit_text
        if self.metric is IOPS and printed is None and text is not None:
            return f"{text[0].replace('K', 'k')}IOPS"
        if text is None:
            return self.metric.unit if self.metric is IOPS else None
        return canonical_unit(text)


def canonical_unit(text: str) -> str:
    """A unit as our own suites write it."""
    lowered = text.lower()
    if lowered.endswith("iops"):
        return "IOPS"
    if "/" in text or lowered.endswith("ps"):
        return (
            text.replace("bytes", "B")
            .replace("Bytes", "B")
            .replace("ec", "")
            .replace("/S", "/s")
            .replace("Bps", "B/s")
            .replace("b/s", "B/s")
        )
    return _TIMES.get(lowered.rstrip("s") if lowered.endswith("secs") else lowered, lowered)


def read_phrase(text: str) -> Phrase | None:
    """The metric that a head or label names; None where a word of it is none of those that belong to metrics."""
    if not 0 < len(text) <= _MAX_PHRASE:
        return None
    found: dict[str, str] = {}
    position = 0
    while position < len(text):
        word = _WORD.match(text, position)
        if word is None or word.end() == position:
            return None
        found.setdefault(str(word.lastgroup if word.lastgroup != "scale" else "iops"), word.group().strip(" .:"))
        position = word.end()
    metric = _metric(found)
    if metric is None:
        return None
    unit = found.get("unit") if metric is BANDWIDTH else found.get("time") if metric is not IOPS else _thousands(found)
    statistic = statistic_of(_ranked(found.get("statistic", ""))) or ("mean" if "latency" in found else "sample")
    return Phrase(metric, statistic, unit, read_direction(found.get("direction", "")).get("test"))


def _ranked(statistic: str) -> str:
    """A statistic's name; a number alone is a rank ("99.99 (usec)")."""
    return f"{statistic}%" if statistic[-1:].isdigit() and statistic[0].isdigit() else statistic


def _thousands(found: dict[str, str]) -> str | None:
    """The unit of requests that are counted by thousands or millions ("KIOPS", "IOPS(K)")."""
    if "thousands" in found:
        return f"{found['thousands']} {found['iops']}"
    return found["iops"] if found["iops"][0] in "kKM" else None


def _metric(found: dict[str, str]) -> Metric | None:
    if "iops" in found:
        return IOPS
    if "bandwidth" in found or "unit" in found:
        return BANDWIDTH
    if "latency" in found:
        first = found["latency"][0].lower()
        return COMPLETION if first == "c" else SUBMISSION if first == "s" else LATENCY
    return LATENCY if "statistic" in found and "time" in found else None


def read_direction(text: str) -> dict[str, str]:
    """`test` (read or write) and fio's `rw` of words such as "randread", "seq write", "4K rnd wr"; empty for others."""
    match = _DIRECTION.search(text)
    if match is None or match["what"].lower() == "rw":
        return {"rw": "randrw"} if match is not None and (match["order"] or "").lower().startswith("r") else {}
    what = "trim" if match["what"].lower() == "trim" else "read" if match["what"].lower().startswith("r") else "write"
    if match["order"] is None:
        return {"test": what}
    random = match["order"].lower().startswith("r")
    return {"test": what, "rw": f"rand{what}" if random else what}


def read_settings(text: str) -> dict[str, Parameter]:
    """Settings in the words of a label or title: "QD=32", "4K", "8 jobs", "bs=128k"."""
    found: dict[str, Parameter] = {}
    for pattern in (*_SETTINGS, _SIZE) if read_direction(text) else _SETTINGS:
        match = pattern.search(text)
        for name, value in match.groupdict().items() if match is not None else ():
            found.setdefault(name, int(value) if value.isdecimal() else value)
    return found


def tells_twice(text: str) -> bool:
    """Whether words tell one setting more than once, as the heads of columns do."""
    return any(len(pattern.findall(text)) > 1 for pattern in _SETTINGS)


def setting_of_column(text: str) -> str | None:
    """The setting that a column's head names."""
    return _COLUMNS.get(" ".join(text.lower().split()))


def read_figure(text: str, column: int) -> tuple[Cell, str | None] | None:
    """A figure that stands at `column`, alone or with its unit ("12.3k", "9.19 ms", "3,996.00"), and that unit."""
    match = _FIGURE.fullmatch(text)
    plain = scaled(match["figure"].replace(",", ""), column + match.start("figure")) if match is not None else None
    if match is None or plain is None:
        return None
    return replace(plain, raw=match["figure"], end=plain.start + len(match["figure"])), match["unit"]


def is_figure(text: str) -> bool:
    """Whether a cell holds a figure, a per cent, or a sign that there is none."""
    return _FIGURE.fullmatch(text) is not None or _NO_WORD.fullmatch(text) is not None


def names_variant(text: str) -> bool:
    """Whether a label names a kernel or a side of a comparison."""
    return _VARIANT.search(text) is not None or next(iter(kernels.find(text)), None) is not None
