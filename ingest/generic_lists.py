"""Lists without a suite: a name and a rate or a time with its unit on each line, below each other.

    lasx  2data: 354.987 MiB/s          raid6: rvvx1    gen()  2916 MB/s          write (96 jobs) = 465 KIOPS
    lasx  datap: 350.430 MiB/s          raid6: rvvx2    gen()  2986 MB/s          read (96 jobs) = 1361 KIOPS
    IOMMU disabled: 181.25 ns (avg over 20,000 calls)     Anon 4 KiB : Read  : 0.117 ms     Baseline: 210.9 MB/s
    IOMMU enabled:  5216.19 ns (avg over 21,000 calls)    Anon 4 KiB : Write : 0.240 ms     This patch: 279.6 MB/s

A time behind a name is a setting as often as a result: times need words above them that tell of a run, and must not
stand among keys with other values. Where a name of a list is one of a side, all are.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis, Parameter
from archive.text import Line
from ingest.generic_metrics import RATE, TIME, is_no_result, of_unit
from ingest.generic_sides import is_side
from ingest.generic_titles import Title, title_above
from ingest.grid_settings import setting_of
from ingest.grid_words import OPERATION
from suites.base import Label, Row, Value
from suites.commas import FIGURE, comma_cell
from suites.statistic_words import statistic_of, statistic_within

_UNIT = rf"(?:{RATE}|{TIME}|s(?=[\s,;.(]|$))"
_HAS_UNIT = re.compile(rf"\d[ \t]?(?:{RATE}|{TIME}|s(?![\w/]))(?![\w/])")
_LISTED = re.compile(
    rf"[ \t*\u2022-]{{0,12}}(?P<label>(?:[A-Za-z]|\d{{1,4}}[ -][A-Za-z])[^\n|]{{0,60}}?)[ \t]{{0,3}}"
    r"(?P<part>[:=][ \t]{0,20}|[ \t]{2,40}|(?<=\))[ ])"
    rf"(?:about[ ])?~?(?P<figure>{FIGURE})[ \t]?(?P<unit>{_UNIT})"
    r"(?P<tail>[ \t]{0,12}(?:\([^()\n]{0,50}\)|[,;][ ][^\n|:]{0,40}|[-=][ ]scale[^\n]{0,40}|!)?)[ \t.]{0,3}$"
)
# "DRAM only bandwidth (GBps):   298.8": the unit stands in the label.
_LABELLED = re.compile(
    rf"[ \t*\u2022-]{{0,12}}(?P<label>[A-Za-z][^\n|:=]{{0,60}}?)[ \t]{{0,3}}[(\[](?P<unit>{RATE}|{TIME})[)\]]"
    rf"[ \t]{{0,2}}(?P<part>[:=][ \t]{{0,20}})(?P<figure>{FIGURE})(?P<tail>)[ \t.]{{0,3}}$"
)
_IN_LABEL = re.compile(rf"[(\[](?:{RATE}|{TIME})[)\]][ \t]{{0,2}}[:=]")
# What is configured, offered or watched, and no result of a run.
_NO_RUN = re.compile(
    r"\b(?:limit|link|port|negotiated|rated|bit-?rate|available|supported|capab\w{2,5}|target|rate|speed"
    r"|(?<!to )max\w{0,6}|min\w{0,6}"
    r"|clock\b(?!-)|bus|pcie|sata|usb|lanes?|version|current|total|using|cap|throttle|[rw][bio]{1,2}ps|bytes|packets|(?:usb|sata|pcie|pex|sgmii|comphy)[-\d.]{1,4})\b"
    r"|\b(?:k?iops|bw|lat)\b[ \t]?[=:]|\d[ \t]?[KMG]?i?[bB]/s|^kern\b|\bkernel:|\[[ ]{0,8}\d{1,6}\.\d{6}\]",
    re.IGNORECASE,
)
_NO_TIME = re.compile(
    r"\b(?:timeout|delay|wait|uptime|boot|age|expires?|inactive|connected|airtime|beacon|deficit|depth|threshold|deadline"
    r"|date|since|last|every|linger|hold|grace|retry|retries|watchdog|jiffies|tick|hz|snoop|ltr)\b",
    re.IGNORECASE,
)
_NO_RUN_ABOVE = re.compile(
    r"\b(?:theor\w{2,7}|datasheet|data[ ]sheet|rated|advertised|specifications?)\b", re.IGNORECASE
)
# What tells that times were measured: said above them, or behind each.
_OF_RUN = re.compile(
    r"\b(?:results?|measur\w{1,6}|tim(?:e|es|ed|ing|ings)|took|takes|latenc\w{1,3}|benchmark\w{0,4}|perform\w{0,6}|tests?(?:ed|ing)?"
    r"|before|after|without|baseline|average\w{0,2}|avg|iterations?|runs|faster|slower|overhead|cost|numbers|yields?|improve\w{0,5}"
    r"|patch(?:ed|es)?|speed\w{0,4})\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\b(?:iterations?|loops?|calls?|runs?|samples?|times)\b", re.IGNORECASE)
_KEY = re.compile(r"[ \t*-]{0,40}[A-Za-z][^:\n]{0,40}:[ \t]{1,20}\S")
_MAX_LINE = 160
_MIN_ROWS = 2
_MIN_BARE_ROWS = 3
_MAX_ROWS = 60
_REACH = 10
_FAR = 80


@dataclass(frozen=True, slots=True)
class _Listed:
    line: Line
    match: re.Match[str]

    @property
    def label(self) -> str:
        return " ".join(self.match["label"].split()).rstrip(" :.")

    @property
    def unit(self) -> str:
        return self.match["unit"]

    @property
    def is_bare(self) -> bool:
        return not self.match["part"].strip()


def may_be_listed(words: str) -> bool:
    """Whether words hold a figure with a unit of rates or times: a cheap look."""
    return (
        (":" in words or "=" in words or "  " in words)
        and len(words) <= _MAX_LINE
        and (_HAS_UNIT.search(words) is not None or _IN_LABEL.search(words) is not None)
    )


def read_list(lines: Sequence[Line], index: int) -> Iterator[Row]:
    """The rows of the list that begins on line `index` (0-based): two names with a sign before their figures, or three
    without, all different and of one kind of measure.
    """
    if _goes_on_from_above(lines, index):
        return
    found = _different(lines, index)
    if len(found) < (_MIN_BARE_ROWS if any(each.is_bare for each in found) else _MIN_ROWS):
        return
    names = {of_unit(each.unit).name for each in found}
    statistics = {statistic_of(each.label.split(" ", 1)[0]) for each in found}
    if statistics & {"min", "max"} and len(statistics) == 1:
        return
    if any(map(_is_of_no_run, lines[max(0, index - 5) : index])):
        return
    if names == {"time"} and not _are_times_of_runs(lines, found):
        return
    title = title_above(lines, found[0].line.number, index)
    are_sides = any(is_side(each.label) for each in found) and not any(map(_is_operation, found))
    yield from (_row(each, found[0].line.number, title, is_side=are_sides) for each in found)


def is_no_run(label: str) -> bool:
    """Whether a label names no result; a statistic before it ("Min delta") does not count."""
    first, _, rest = label.strip().partition(" ")
    is_statistic = statistic_of(first) is not None
    if not is_statistic and is_no_result(label):
        return True
    named = rest if is_statistic else label
    return _NO_RUN.search(named) is not None or _HAS_UNIT.search(label) is not None


def is_of_run(lines: Sequence[Line], first: int) -> bool:
    """Whether the lines above tell that something was measured; other lists of the same may stand between."""
    left, depth = _REACH, lines[first].depth
    for place in range(first - 1, max(-1, first - _FAR), -1):
        line = lines[place]
        if line.depth != depth or (may_be_listed(line.words) and _LISTED.match(line.words) is not None):
            continue
        if left == 0:
            return False
        if _OF_RUN.search(line.words) is not None:
            return True
        left -= 1
    return False


def _different(lines: Sequence[Line], index: int) -> list[_Listed]:
    """The list from line `index` (0-based) on; empty where two of its names are the same or two measures differ:
    nothing is read on then, since logs are many such lines.
    """
    found, labels = list[_Listed](), set[str]()
    for each in _run(lines, index):
        if each.label in labels or (found and of_unit(each.unit).name != of_unit(found[0].unit).name):
            return []
        found.append(each)
        labels.add(each.label)
    return found


def _goes_on_from_above(lines: Sequence[Line], index: int) -> bool:
    """Whether the line above is one of a list too: that list has been looked at and refused as a whole."""
    place = index - 1 - (index > 0 and lines[index - 1].is_blank)
    return place >= 0 and lines[place].depth == lines[index].depth and _listed(lines[place]) is not None


def _listed(line: Line) -> re.Match[str] | None:
    """A line as one of a list, where it is one and its name may be that of a result."""
    match = _LISTED.match(line.words) or _LABELLED.match(line.words) if may_be_listed(line.words) else None
    return None if match is None or is_no_run(match["label"]) else match


def _is_of_no_run(line: Line) -> bool:
    """Whether a line above says that figures are no results; one with a figure speaks of that one."""
    return _NO_RUN_ABOVE.search(line.words) is not None and _HAS_UNIT.search(line.words) is None


def _is_operation(listed: _Listed) -> bool:
    return OPERATION.fullmatch(listed.label) is not None


def _row(listed: _Listed, block: int, title: Title, *, is_side: bool) -> Row:
    measure, match, line = of_unit(listed.unit), listed.match, listed.line
    value = Value(
        metric=measure.name,
        cell=comma_cell(match["figure"], line.start + match.start("figure"), decimal=False),
        metric_text=listed.unit,
        unit=listed.unit,
        unit_text=listed.unit,
        better=title.direction or measure.better,
        statistic=statistic_within(listed.label) or statistic_within(match["tail"]) or "sample",
    )
    place = (line.number, block)
    if not is_side:
        return Row(*place, listed.label, listed.label, (value,), title=title.text)
    settings, side = _settings_and_side(listed.label)
    start = line.start + match.start("label") + listed.match["label"].find(side)
    kernel = Label(side, line.number, start, start + len(side), Basis.ROW_LABEL)
    test = title.text or measure.name
    return Row(*place, test, listed.label, (value,), kernel=kernel, parameters=settings, title=title.text)


def _settings_and_side(label: str) -> tuple[dict[str, Parameter], str]:
    """The setting before a side, and the side: "NUM_FILES=10000, before this patch"."""
    first, _, rest = label.partition(", ")
    told = setting_of(first) if rest else None
    return ({}, label) if told is None else (dict((told,)), rest)


def _are_times_of_runs(lines: Sequence[Line], found: Sequence[_Listed]) -> bool:
    """Whether times are told to be of runs, or are of single operations, and do not stand among other keys."""
    first, last = found[0].line.number - 1, found[-1].line.number - 1
    if any(_NO_TIME.search(each.label) for each in found):
        return False
    around = [lines[place] for place in (first - 1, last + 1) if 0 <= place < len(lines)]
    if all("/" in each.unit for each in found):
        return True
    if any(_KEY.match(line.words) is not None for line in around):
        return False
    is_told = all(statistic_within(each.label) or _COUNTED.search(each.match["tail"]) for each in found)
    return is_told or is_of_run(lines, first)


def _run(lines: Sequence[Line], index: int) -> Iterator[_Listed]:
    """The lines of a list, up to the first that is none of it; single blank lines may stand between."""
    for place in range(index, min(len(lines), index + _MAX_ROWS)):
        line = lines[place]
        if line.is_blank and place > index and not lines[place - 1].is_blank:
            continue
        match = _listed(line) if line.depth == lines[index].depth else None
        if match is None:
            return
        yield _Listed(line, match)
