"""What the figures of a table without a suite are: units, words that name a measure, and which way is better.

    Throughput (MB/s)      latency [us]      in ns/op      IOPS, higher is better      Elapsed time

A unit that stands in brackets, behind "in", behind a figure or at the end of a short label tells what figures are;
a unit behind a number of prose ("after 5 seconds") tells nothing.
"""

import re
from dataclasses import dataclass

RATE = (
    r"[kKMGT]i?[bB](?:yte|it)?s?(?:/s(?:ec(?:ond)?)?|ps)|bytes?/s(?:ec(?:ond)?)?|[KMGT]?bits?/s(?:ec(?:ond)?)?|[KMGT]i?B/s"
    r"|(?:[kKMG][ ]?)?(?i:ops?|req(?:uest)?s?|trans(?:action)?s?|i/?os?|loops?|msgs?|messages|packets|pkts?|calls|files"
    r"|creat(?:e|ion)s|unlinks|deletes|lookups|syscalls|forks|execs|opens|renames|wakeups"
    r"|queries|iter(?:ation)?s|jobs|events|faults|pages|tpm|instructions)/(?:[sS](?:ec(?:onds?)?)?|ms|us|min(?:ute)?|cpu)"
    r"|[kKM]?IOP[Ss]|iops|[kKM]?[tT][pP][sS]|[kKM]?QPS|[kKM]?(?:pps|PPS)|req/s|[gGmM]flops"
)
TIME = (
    r"(?:ns|us|\xb5s|\u03bcs|usecs?|nsecs?|msecs?|ms|seconds?|secs?|minutes|milliseconds?|micro[ ]?seconds?"
    r"|nanoseconds?|cycles)(?:/(?:op|iter(?:ation)?|call|loop|page|packet|byte|io|request|fault))?"
)
# What runs cost beside time: told in brackets only, since power is listed of many things that were not run.
_ENERGY = r"(?:[mu\xb5]?J|(?:milli|micro)?[jJ]oules?)"
_POWER = r"(?:[mu\xb5]?W|(?:milli|micro)?[wW]atts?)"
UNIT = rf"(?:{RATE}|{TIME})"
_IS_TIME = re.compile(TIME)
_IS_ENERGY = re.compile(_ENERGY)
_IS_POWER = re.compile(_POWER)
_BOUND = re.compile(
    rf"[(\[,][ \t]?(?:in |unit:? ?|avg |mean )?(?P<unit>{UNIT}|s|{_ENERGY}|{_POWER})[ \t]?(?:[)\],;]|$)"
)
_AFTER_IN = re.compile(
    rf"\b(?:in|units?(?: is| are)?[ ]?[:=]?|as|(?:numbers|results|figures)(?: are)?(?: in| for))"
    rf"[ \t]{{1,3}}(?P<unit>{UNIT})(?![\w/])"
)
_AT_END = re.compile(rf"(?:^|[^\d\W][ \t:,-]{{1,3}}|_)(?P<unit>{UNIT})[ \t:]{{0,3}}$")
# "IOPS (k)": thousands of them.
_SCALED = re.compile(r"\b(?P<unit>IOP[Ss]|iops|[QqTtRr][Pp][Ss])[ ]?[(\[\uff08][ ]?(?P<scale>[kKM])[ ]?[)\]\uff09]")
# "Transfer/sec (MB)": so many of them a second.
_PER_SECOND = re.compile(r"\w/s(?:ec(?:ond)?)?[ ]?[(\[][ ]?(?P<unit>[kKMGT]i?B)[ ]?[)\]]")
_OF_TIME = re.compile(
    r"(?:time|elapsed|real|user|sys|system|duration|latency|lat|avg|mean|max|min|p\d\d)$", re.IGNORECASE
)
# "v1 kops/s" is no amount of them, "12 kops/s" is.
_RATE_ANYWHERE = re.compile(rf"(?<![\w./])(?<![^A-Za-z]\d )(?<!^\d )(?P<unit>{RATE})(?![\w/])")
_TIME_PER = re.compile(
    r"(?<![\w./])(?<!\d )(?P<unit>(?:ns|us|usecs?|nsecs?|msecs?|ms|cycles)/(?:op|iter|call|loop|packet|io))\b"
)
_HIGHER = re.compile(
    r"\b(?:higher|bigger|larger|more|greater|high)[ \t](?:is|are|=|values? (?:is|are))[ \t]{0,2}better", re.I
)
_LOWER = re.compile(
    r"\b(?:lower|less|smaller|shorter|fewer|low)[ \t](?:is|are|=|values? (?:is|are))[ \t]{0,2}better", re.I
)
_MEASURES = {
    "throughput": "higher",
    "bandwidth": "higher",
    "score": "higher",
    "latency": "lower",
    "latencies": "lower",
    "elapsed": "lower",
    "elapsed time": "lower",
    "runtime": "lower",
    "runtimes": "lower",
    "run time": "lower",
    "execution time": "lower",
    "wall time": "lower",
    "duration": "lower",
}
_MEASURE = re.compile(
    rf"(?<![A-Za-z\d])(?P<name>{'|'.join(sorted(_MEASURES, key=len, reverse=True))})(?![A-Za-z\d])", re.I
)
# Counters, sizes and per cents: no rates and no times, whatever the title of their table says.
_NO_RESULT = re.compile(
    r"\b(?:faults?|switch\w{0,4}|miss(?:es)?|instructions|cycles|branch\w{0,3}|bytes|size|memory|mem|rss|rate|ratio|cpu|util\w{0,8}"
    r"|count|events?|hits?|samples?|load|loads|stores|migrations?|refs?|references|allocs?|frees?|percent(?!ile)\w{0,4}|number|nr"
    r"|text|data|bss|total|date|uptime|temperature|power|watts?|energy|freq\w{0,6}|std\w{0,6}|stddev|cv|cov|variance|error"
    r"|[kKMG]i?B|pages|swap\w{0,5}|pswp\w{0,3}|pg\w{1,20}|idle|iowait|speed-?up|gain|improvement|change|diff\w{0,6}|delta|scalability)\b"
    r"|%",
    re.IGNORECASE,
)
# Settings, and what is watched beside a run: none of them a result, whatever its unit.
_NEVER = re.compile(
    r"\b(?:coeff\w{0,6}|interval|sleep|timeout|period|slice|quantum|window|idle|residency|uptime|diff\w{0,6}|delta|std\w{0,6}|stdev|cv|cov"
    r"|standard[ ]dev\w{0,6}"
    r"|variance|error|usage|util\w{0,8}|size|ratio|speed-?up|gain|improve\w{0,6}|change|freq\w{0,6}|percent(?!ile)\w{0,4})\b|%",
    re.IGNORECASE,
)
_OF_COUNT = re.compile(
    r"[(\[](?:number|count|nr|no[.]?|#)[ ]?(?:of\b|[)\]])|\bresidency\b|\btheor\w{2,6}\b", re.IGNORECASE
)
_SHORT = frozenset({"s", "/s", "/sec"})
NORMAL = frozenset({"1.0", "1.00", "1.000", "100.0%", "100%"})
# Figures that stand to others, or count how often something was so.
RATIO = re.compile(
    r"\b(?:normali[sz]ed|relative|ratios?|efficiency|histograms?|times?[ ]distributions?)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Measure:
    """What a figure is: the canonical name, the words that tell it, its unit as posted, and which way is better."""

    name: str
    text: str
    unit: str | None
    better: str | None


def measure_of(text: str, *, is_prose: bool = False) -> Measure | None:
    """What words say that figures are; of prose only what cannot be meant otherwise."""
    if _OF_COUNT.search(text) is not None:
        return None
    scaled = _SCALED.search(text)
    each = _PER_SECOND.search(text)
    unit = unit_in(text, is_prose=is_prose) if scaled is None else f"{scaled['scale']}{scaled['unit']}"
    unit = f"{each['unit']}/s" if unit is None and each is not None else unit
    word = _MEASURE.search(text)
    told = direction_in(text)
    if unit is not None:
        # "Highest IOPS and low latency": the unit is of another measure than the word.
        is_other = word is not None and _MEASURES[word["name"].lower()] != better_of(unit)
        word = None if is_other else word
        name = _canonical(word["name"]) if word is not None else _name(unit)
        return Measure(name, text.strip(" :"), unit, told or better_of(unit))
    if word is None or (is_prose and told is None):
        return None
    return Measure(_canonical(word["name"]), text.strip(" :"), None, told or _MEASURES[word["name"].lower()])


def _canonical(word: str) -> str:
    """The name of a measure, in the singular."""
    return {"latencies": "latency", "runtimes": "runtime"}.get(word.lower(), word.lower())


def is_measure_alone(text: str) -> bool:
    """Whether a text is the name of a measure and nothing else."""
    return _MEASURE.fullmatch(text.strip(" :")) is not None


def of_unit(unit: str) -> Measure:
    """What a unit alone says that a figure is."""
    return Measure(_name(unit), unit, unit, better_of(unit))


def unit_in(text: str, *, is_prose: bool) -> str | None:
    """The one unit that words tell of figures; None where they tell none or several."""
    patterns = (_BOUND, _AFTER_IN) if is_prose else (_BOUND, _AFTER_IN, _AT_END, _RATE_ANYWHERE, _TIME_PER)
    for pattern in patterns:
        found = {
            match["unit"]
            for match in pattern.finditer(text)
            if not _is_plural(text, match) and not text[: match.start("unit")].rstrip().lower().endswith(" per")
        }
        if found:
            return found.pop() if len(found) == 1 else None
    return None


def _is_plural(text: str, match: re.Match[str]) -> bool:
    """Whether "(s)" only says that a word may be one of several: "Thread(s)", but "Time(s)" has a unit."""
    before = text[: match.start()]
    return match["unit"] == "s" and before[-1:].isalpha() and _OF_TIME.search(before) is None


def better_of(unit: str) -> str:
    """Of times, energy and power less is better, of rates more."""
    is_cost = any(pattern.fullmatch(unit) is not None for pattern in (_IS_TIME, _IS_ENERGY, _IS_POWER))
    return "lower" if unit == "s" or is_cost else "higher"


def direction_in(text: str) -> str | None:
    """higher | lower where words say which is better, else None."""
    higher, lower = _HIGHER.search(text), _LOWER.search(text)
    if (higher is None) == (lower is None):
        return None
    return "higher" if higher is not None else "lower"


def is_counter(label: str) -> bool:
    """Whether a label names what is no rate and no time: a counter, a size, a share."""
    return _NO_RESULT.search(label) is not None


def is_no_result(label: str) -> bool:
    """Whether a label names a setting, a spread or a ratio, whatever its unit."""
    return _NEVER.search(label) is not None


def without_unit(label: str) -> str:
    """A label without the unit at its end; the whole where nothing else is left."""
    for pattern in (_BOUND, _AT_END):
        found = list(pattern.finditer(label))
        if found and found[-1].end() == len(label):
            bare = label[: found[-1].start("unit")].rstrip(" \t([,:_")
            # "Latency (avg ms)": what stands before the unit in its brackets goes with it.
            is_open = bare.count("(") > bare.count(")")
            return (bare[: bare.rfind("(")].rstrip() if is_open else bare) or label
    return label


def is_unit(text: str) -> bool:
    """Whether a text is wholly a unit of rates or times."""
    return text in _SHORT or re.fullmatch(UNIT, text) is not None


def _name(unit: str) -> str:
    for pattern, name in ((_IS_ENERGY, "energy"), (_IS_POWER, "power")):
        if pattern.fullmatch(unit) is not None:
            return name
    if better_of(unit) == "lower":
        return "time"
    return "throughput" if re.match(r"[KMGT]?i?[bB]", unit) is not None else "rate"
