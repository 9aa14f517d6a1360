"""Lines of a side and several figures, each behind its name and before its unit.

    Before: user time 2904.59s system time 4773.99s
    After:  user time 2909.38s system time 4641.55s (2.77% better)

Two lines at least, right below each other, must name the same in the same order.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from archive.results import Basis
from archive.text import Line
from ingest.generic_metrics import RATE, TIME, Measure, is_no_result, is_unit, of_unit
from ingest.generic_sides import is_side
from ingest.generic_titles import title_above
from ingest.grid_measures import head_measure
from suites.base import Label, Row, Value
from suites.commas import FIGURE, comma_cell
from suites.statistic_words import statistic_within

_SIDE = re.compile(r"[ \t*-]{0,12}(?P<side>[A-Za-z][\w .,+/()-]{0,40}?)[ \t]?:[ \t]{1,20}(?=[A-Za-z])")
_WORD = r"[A-Za-z][\w/-]{0,20}"
_PAIR = re.compile(
    rf"(?P<name>{_WORD}(?:[ ](?:{_WORD}|\([A-Za-z][\w ]{{0,16}}\))){{0,3}})[ ]?(?:[:=]|(?<=\w))[ ]{{0,6}}"
    rf"(?P<figure>{FIGURE})[ ]?(?P<unit>{RATE}|{TIME}|s)(?![\w/])[,;]?[ ]{{0,6}}"
)
_REST = re.compile(r"(?:\([^()]{0,40}\)|[+-]?\d[\d.]{0,6}[ ]?%)?[.]?")
_MIN_LINES = 2
_MAX_LINES = 24
_MAX_PAIRS = 6
_MAX_LINE = 200


@dataclass(frozen=True, slots=True)
class _Named:
    line: Line
    side: Label
    pairs: tuple[re.Match[str], ...]

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        return tuple((_name(pair), of_unit(pair["unit"]).name) for pair in self.pairs)


def may_be_named(words: str) -> bool:
    """Whether a line has a name and a colon before more words and figures: a cheap look."""
    begin, colon, rest = words.partition(":")
    return bool(colon) and len(words) <= _MAX_LINE and rest[:1] in {" ", "\t"} and is_side(begin.strip(" \t*-"))


def read_named(lines: Sequence[Line], index: int) -> Iterator[Row]:
    """The rows of the lines from line `index` (0-based) on that name the same, each of another side."""
    first = _named(lines[index])
    if first is None:
        return
    below = (_named(line) for line in lines[index : index + _MAX_LINES] if line.depth == lines[index].depth)
    found = [each for each in takewhile(lambda one: one is not None and one.names == first.names, below) if each]
    if len(found) < _MIN_LINES or len({each.side.text for each in found}) < len(found):
        return
    title = title_above(lines, first.line.number, index).text
    for each in found:
        for pair in each.pairs:
            yield _row(each, pair, first.line.number, title)


def _named(line: Line) -> _Named | None:
    side = _SIDE.match(line.text, line.start) if may_be_named(line.words) else None
    if side is None or not is_side(side["side"]):
        return None
    pairs, place = list[re.Match[str]](), side.end()
    while len(pairs) < _MAX_PAIRS and (pair := _PAIR.match(line.text, place)) is not None:
        pairs.append(pair)
        place = pair.end()
    if not pairs or _REST.fullmatch(line.text[place:].strip()) is None:
        return None
    if any(is_no_result(_name(pair)) or not is_unit(pair["unit"]) for pair in pairs):
        return None
    label = Label(side["side"], line.number, *side.span("side"), Basis.ROW_LABEL)
    return _Named(line, label, tuple(pairs))


def _name(pair: re.Match[str]) -> str:
    return pair["name"].strip()


def _row(each: _Named, pair: re.Match[str], block: int, title: str | None) -> Row:
    name, unit = _name(pair), pair["unit"]
    said: Measure | None = head_measure(name)
    glued = of_unit(unit)
    measure = said if said is not None and said.better == glued.better else glued
    value = Value(
        metric=measure.name,
        cell=comma_cell(pair["figure"], pair.start("figure"), decimal=False),
        metric_text=name,
        unit=unit,
        unit_text=unit,
        better=glued.better,
        statistic=statistic_within(name) or "sample",
    )
    return Row(each.line.number, block, name, name, (value,), kernel=each.side, title=title)
