"""Lines without a suite on which an arrow leads from the figure before a change to the one after it.

    Encode:                                          map 1G blocks: 52.83s -> 3.70s
      64B   ~90ns  ->  ~32ns  (~2.8x)                KVM_CREATE: before 104.35s -> after 90.42s  +13.35%
      1KB ~1332ns  -> ~510ns  (~2.6x)                IOPS: 120k => 150k (+25%)

Names before the figures are those of the sides, else those that an arrow above has between words. Settings change from
one figure to another as well: something must tell of a measurement.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Basis, Parameter
from archive.text import Line
from ingest.generic_lists import is_no_run, is_of_run
from ingest.generic_metrics import RATE, TIME, Measure, of_unit
from ingest.generic_sides import is_side
from ingest.generic_titles import Title, title_above
from ingest.grid_cells import Piece, read_cell
from ingest.grid_measures import head_measure
from ingest.grid_settings import AMOUNT, parameter, setting_of
from suites.base import Label, Row, Value
from suites.commas import FIGURE
from suites.statistic_words import statistic_within

ARROWS = ("->", "=>", "\u2192", "\u21d2")
_ARROW = r"[ \t]{0,8}(?:-{1,3}>|={1,3}>|\u2192|\u21d2)[ \t]{0,8}"
_AMOUNT = rf"~?(?:{FIGURE})[kKMG]?[ ]?(?:{RATE}|{TIME}|s)?(?![\w./])"
_NAMED = r"(?:(?:before|after|old|new|from|to|base|patched|vanilla|with|without)[ :=]{1,4})?"
_LINE = re.compile(
    rf"[ \t*\u2022-]{{0,12}}(?P<label>[A-Za-z\d(][^\n|>\u2192]{{0,70}}?)(?P<part>[ ]?[:=][ \t]{{0,20}}|[ \t]{{1,40}})"
    rf"(?:avg|average|mean)?[ ]?(?P<first>{_NAMED})(?P<old>{_AMOUNT}){_ARROW}(?P<second>{_NAMED})(?P<new>{_AMOUNT})"
    r"(?P<tail>[ \t,]{0,12}(?:[(\[][^()\[\]\n]{0,40}[)\]]|[+-]?[ ]?\d[\d.]{0,8}[ ]?[%x][ a-z]{0,20})?)[ \t.;,]{0,4}$",
    re.IGNORECASE,
)
_HEAD = re.compile(
    rf"[ \t|(]{{0,80}}(?P<old>[A-Za-z][\w .+/-]{{1,30}}?){_ARROW}(?P<new>[A-Za-z][\w .+/-]{{1,30}}?)[ \t:|)]{{0,8}}$"
)
_CHANGED = re.compile(r"[%x\u00d7]|faster|slower|better|worse|improv|speed-?up", re.IGNORECASE)
_MEASURE = re.compile(
    r"\b(?:times?|latenc(?:y|ies)|throughput|bandwidth|bw|[kKM]?iops|[tqr]ps|speed|duration|runtime|elapsed|score)\b",
    re.IGNORECASE,
)
_MAX_LINE = 160
_MAX_ROWS = 40
_MAX_LABEL_WORDS = 9
_HEAD_ABOVE = 4


@dataclass(frozen=True, slots=True)
class _Led:
    """A line with an arrow between two figures."""

    line: Line
    match: re.Match[str]

    @property
    def label(self) -> str:
        return " ".join(self.match["label"].split()).strip(" :=")


def may_be_arrow(words: str) -> bool:
    """Whether a line has an arrow: a cheap look."""
    return any(arrow in words for arrow in ARROWS) and len(words) <= _MAX_LINE


def read_arrows(lines: Sequence[Line], index: int) -> Iterator[Row]:
    """The rows from line `index` (0-based) on with an arrow between two figures each."""
    found = list(_run(lines, index))
    if not found or not _is_told(lines, found):
        return
    title = title_above(lines, found[0].line.number, index)
    for led in found:
        values = tuple(_values(led, title, _sides(lines, index, led)))
        if len(values) > 1:
            name, settings = _test(led.label, title, values[0].metric)
            yield Row(
                led.line.number, found[0].line.number, name, led.label, values, parameters=settings, title=title.text
            )


def _run(lines: Sequence[Line], index: int) -> Iterator[_Led]:
    for place in range(index, min(len(lines), index + _MAX_ROWS)):
        line = lines[place]
        match = _LINE.match(line.words) if may_be_arrow(line.words) and line.depth == lines[index].depth else None
        if match is None or not _is_row(match):
            return
        yield _Led(line, match)


def _is_row(match: re.Match[str]) -> bool:
    """Whether a line is a name and its figures, and neither prose nor a setting that was changed."""
    label = match["label"]
    has_part = ":" in match["part"] or "=" in match["part"] or AMOUNT.fullmatch(label.strip()) is not None
    is_apart = has_part or "  " in match["part"] or "\t" in match["part"] or bool(match["first"])
    return is_apart and len(label.split()) <= _MAX_LABEL_WORDS and not is_no_run(label)


def _is_told(lines: Sequence[Line], found: Sequence[_Led]) -> bool:
    """Whether lines are told to be of a measurement: by words above, or by what is said of the change."""
    if any(_CHANGED.search(led.match["tail"]) or _MEASURE.search(led.label) for led in found):
        return True
    return len(found) > 1 and is_of_run(lines, found[0].line.number - 1)


def _sides(lines: Sequence[Line], index: int, led: _Led) -> tuple[Label, Label]:
    """The two sides: as named before the figures, or on a line above, else what the arrow says."""
    line, match = led.line, led.match
    if match["first"].strip() and match["second"].strip():
        return _label(line, match, "first", Basis.COLUMN_HEAD), _label(line, match, "second", Basis.COLUMN_HEAD)
    for above in reversed(lines[max(0, index - _HEAD_ABOVE) : index]):
        head = _HEAD.match(above.words) if may_be_arrow(above.words) and above.depth == line.depth else None
        if head is not None and any(is_side(head[name]) for name in ("old", "new")):
            return _label(above, head, "old", Basis.COLUMN_HEAD), _label(above, head, "new", Basis.COLUMN_HEAD)
    old, new = _label(line, match, "old", Basis.ROW_ORDER), _label(line, match, "new", Basis.ROW_ORDER)
    return replace(old, text="before"), replace(new, text="after")


def _label(line: Line, match: re.Match[str], group: str, basis: Basis) -> Label:
    text = match[group].strip(" :=\t")
    start = line.start + match.start(group)
    return Label(text, line.number, start, start + len(text), basis)


def _values(led: _Led, title: Title, sides: tuple[Label, Label]) -> Iterator[Value]:
    measures = [_measure(led, group, title) for group in ("old", "new")]
    for group, side, measure in zip(("old", "new"), sides, measures, strict=True):
        cell = read_cell(_piece(led, group))
        if cell is None or cell.has_other_unit or measure is None:
            return
        unit = cell.unit or measure.unit
        yield Value(
            metric=measure.name,
            cell=cell.cell,
            metric_text=measure.text,
            unit=unit,
            unit_text=unit,
            better=title.direction or measure.better,
            statistic=statistic_within(led.match[0]) or "sample",
            kernel=side,
        )


def _piece(led: _Led, group: str) -> Piece:
    start, end = led.line.start + led.match.start(group), led.line.start + led.match.end(group)
    return Piece(led.match[group], start, end, start, end)


def _measure(led: _Led, group: str, title: Title) -> Measure | None:
    """What a figure is: by the unit behind it, behind the other one, or what its name or the title says."""
    told = head_measure(led.label) or title.measure
    other = "old" if group == "new" else "new"
    for each in (group, other):
        cell = read_cell(_piece(led, each))
        if cell is not None and cell.unit is not None:
            glued = of_unit(cell.unit)
            return replace(told, unit=cell.unit) if told is not None and told.better == glued.better else glued
    return told


def _test(label: str, title: Title, metric: str) -> tuple[str, dict[str, Parameter]]:
    """The test and the setting that a name tells: an amount is one ("64B") of what the title names."""
    told = setting_of(label)
    if AMOUNT.fullmatch(label) is not None:
        return title.text or metric, {"size": parameter(label)}
    return (title.text or label, dict((told,))) if told is not None and title.text is not None else (label, {})
