"""Lists without a suite: a name and a rate with its unit on each line, below each other.

    lasx  2data: 354.987 MiB/s          raid6: rvvx1    gen()  2916 MB/s          write (96 jobs) = 465 KIOPS
    lasx  datap: 350.430 MiB/s          raid6: rvvx2    gen()  2986 MB/s          read (96 jobs) = 1361 KIOPS

Only rates, since a time behind a name is a setting as often as a result.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.text import Line
from ingest.generic_metrics import RATE, is_no_result, of_unit
from ingest.generic_titles import title_above
from suites.base import Row, Value
from suites.commas import FIGURE, comma_cell

_LISTED = re.compile(
    rf"[ \t*-]{{0,12}}(?P<label>[A-Za-z][^\n|]{{0,60}}?)[ \t]{{0,3}}(?P<part>[:=][ \t]{{0,20}}|[ \t]{{2,40}})"
    rf"~?(?P<figure>{FIGURE})[ \t]?(?P<unit>{RATE})[ \t]{{0,3}}(?:\([^()\n]{{0,30}}\))?[.]?$"
)
_RATE_ENDS = ("/s", "/sec", "IOPS", "iops", "ps", ")")
# What is configured, offered or watched, and no result of a run.
_NO_RUN = re.compile(
    r"\b(?:limit|link|port|negotiated|rated|available|supported|capable|capability|target|rate|speed|max\w{0,6}|min\w{0,6}"
    r"|clock|bus|pcie|sata|usb|lanes?|version|current|total|using|cap|throttle|[rw][bio]{1,2}ps|bytes|packets|(?:usb|sata|pcie|pex|sgmii|comphy)[-\d.]{1,4})\b"
    r"|\b(?:k?iops|bw|lat)\b[ \t]?[=:]|\d[ \t]?[KMG]?i?[bB]/s|^kern\b|\[[ ]{0,8}\d{1,6}\.\d{6}\]",
    re.IGNORECASE,
)
_NO_RUN_ABOVE = re.compile(
    r"\b(?:theor\w{2,7}|datasheet|data[ ]sheet|rated|advertised|specifications?)\b", re.IGNORECASE
)
_MAX_LINE = 160
_MIN_ROWS = 2
_MIN_BARE_ROWS = 3
_MAX_ROWS = 60


@dataclass(frozen=True, slots=True)
class _Listed:
    line: Line
    label: str
    raw: str
    start: int
    unit: str
    is_bare: bool


def may_be_listed(words: str) -> bool:
    """Whether words end as a rate with its unit does: a cheap look."""
    return words.endswith(_RATE_ENDS) and len(words) <= _MAX_LINE


def read_list(lines: Sequence[Line], index: int) -> Iterator[Row]:
    """The rows of the list that begins on line `index` (0-based): two names with a sign before their rates, or three
    without, all different and of one unit.
    """
    found = list(_run(lines, index))
    if len(found) < (_MIN_BARE_ROWS if any(each.is_bare for each in found) else _MIN_ROWS):
        return
    if len({each.label for each in found}) < len(found) or len({each.unit for each in found}) > 1:
        return
    title = title_above(lines, found[0].line.number, index)
    near = lines[max(0, index - 5) : index]
    if any(_NO_RUN_ABOVE.search(line.words) for line in near):
        return
    measure = of_unit(found[0].unit)
    for each in found:
        cell = comma_cell(each.raw, each.start, decimal=False)
        value = Value(measure.name, cell, each.unit, each.unit, each.unit, title.direction or measure.better)
        yield Row(each.line.number, found[0].line.number, each.label, each.label, (value,), title=title.text)


def _run(lines: Sequence[Line], index: int) -> Iterator[_Listed]:
    """The lines of a list, up to the first that is none of it."""
    for line in lines[index : index + _MAX_ROWS]:
        match = _LISTED.match(line.words) if line.depth == lines[index].depth and may_be_listed(line.words) else None
        if match is None or _NO_RUN.search(match["label"]) is not None or is_no_result(match["label"]):
            return
        label = " ".join(match["label"].split()).rstrip(" :.")
        is_bare = match["part"].strip() == ""
        yield _Listed(line, label, match["figure"], line.start + match.start("figure"), match["unit"], is_bare)
