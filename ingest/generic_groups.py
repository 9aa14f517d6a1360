"""Pairs of sides and figures without a unit, below settings and the name of a known benchmark.

    hackbench on ICL:                     ===== netperf/udp_rr on SPR =====
    group=8                               25%
    base:   461070±0.8%                   base:   104954±1.3%
    patch:  491713±0.3% +6.6%             patch:  107312±2.8%  (noise)

The deviation behind each figure tells that it was measured, the benchmark what of: both must be there.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis, Parameter
from archive.text import Line
from ingest.generic_sides import is_side
from ingest.grid_settings import setting_of
from ingest.told_suites import benchmark_of
from suites.base import Label, Row, RowSpread, Value
from suites.commas import FIGURE, comma_cell

SIGNS_OF_DEVIATIONS = ("±", "+/-", "+-")
_DEVIATION = f"(?:{'|'.join(map(re.escape, SIGNS_OF_DEVIATIONS))})"
_PAIR = re.compile(
    rf"(?P<side>[A-Za-z][\w .+/-]{{0,30}}?)[ ]?[:=][ \t]{{0,12}}(?P<figure>{FIGURE})[ ]?{_DEVIATION}[ ]{{0,3}}"
    r"(?P<spread>\d{1,3}(?:\.\d{1,3})?)[ ]?%[ \t]{0,8}(?:[+-]?\d{1,5}(?:\.\d{1,3})?[ ]?%|\([^()]{1,24}\)|[ \t]){0,3}"
)
_SHARE = re.compile(r"(?P<share>\d{1,3})[ ]?%[ ]?:?")
_METRIC = "result"
# What is measured in seconds seldom takes a thousand of them: such figures are rates.
_RATES_FROM = 1000
_MAX_LINE = 100
_MAX_TITLE = 80
_MAX_LINES = 400


@dataclass(frozen=True, slots=True)
class _Pair:
    line: Line
    match: re.Match[str]
    setting: tuple[str, Parameter] | None


def may_be_pair(words: str) -> bool:
    """Whether a line holds a figure with its deviation in per cent behind a side: a cheap look."""
    return "%" in words and any(sign in words for sign in SIGNS_OF_DEVIATIONS) and _pair(words) is not None


def read_groups(lines: Sequence[Line], index: int) -> Iterator[Row]:
    """The rows of all groups of one benchmark from the pair on line `index` (0-based) on."""
    title = _title(lines, index)
    suite = benchmark_of(title.words) if title is not None else None
    if title is None or suite is None:
        return
    pairs = list(_pairs(lines, index))
    if len({pair.match["side"] for pair in pairs}) < 2:
        return
    text = title.words.strip(" \t=-*#:")
    for pair in pairs:
        yield _row(pair, title.number, text, suite)


def _pair(words: str) -> re.Match[str] | None:
    match = _PAIR.fullmatch(words.strip()) if len(words) <= _MAX_LINE else None
    return match if match is not None and is_side(match["side"]) else None


def _title(lines: Sequence[Line], index: int) -> Line | None:
    """The line above the first group, over its setting."""
    place, settings = index - 1, 0
    while place >= 0 and lines[place].depth == lines[index].depth:
        words = lines[place].words.strip()
        if any(map(str.isalpha, words)) and _setting(words) is None:
            return lines[place] if len(words) <= _MAX_TITLE else None
        settings += bool(words) and _setting(words) is not None
        if settings > 1:
            return None
        place -= 1
    return None


def _pairs(lines: Sequence[Line], index: int) -> Iterator[_Pair]:
    """The pairs from line `index` on, each with the setting above its group; up to what is none of both."""
    setting = _setting_above(lines, index)
    for line in lines[index : index + _MAX_LINES]:
        words = line.words.strip()
        if line.depth != lines[index].depth:
            return
        if not words:
            continue
        match = _pair(words)
        if match is not None:
            yield _Pair(line, match, setting)
        elif (setting := _setting(words)) is None:
            return


def _setting_above(lines: Sequence[Line], index: int) -> tuple[str, Parameter] | None:
    above = next((line for line in reversed(lines[:index]) if not line.is_blank), None)
    return _setting(above.words.strip()) if above is not None else None


def _setting(words: str) -> tuple[str, Parameter] | None:
    """A setting that is all of a line: "group=8", "25%" of the processors."""
    share = _SHARE.fullmatch(words)
    if share is not None:
        return "load", int(share["share"])
    return setting_of(words.rstrip(":")) if len(words) <= _MAX_TITLE and not is_side(words) else None


def _row(pair: _Pair, block: int, title: str, suite: str) -> Row:
    line, match = pair.line, pair.match
    shift = line.text.index(match.group(), line.start)
    cell = comma_cell(match["figure"], shift + match.start("figure"), decimal=False)
    spread = RowSpread("percent", comma_cell(match["spread"], shift + match.start("spread"), decimal=False))
    better = "higher" if cell.value >= _RATES_FROM else None
    value = Value(_METRIC, cell, "", None, None, better, spread=(spread,))
    start = shift + match.start("side")
    side = Label(match["side"], line.number, start, start + len(match["side"]), Basis.ROW_LABEL)
    settings = dict([pair.setting]) if pair.setting is not None else {}
    return Row(line.number, block, title, title, (value,), kernel=side, parameters=settings, title=title, suite=suite)
