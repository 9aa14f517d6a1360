"""Rows of an lkp comparison: means with their spread, the changes between them, and the metric's name at the end; no
suite.

      1222            +2.4%       1251 ±  3%  aim9.exec_test.ops_per_sec
     24.53 ±  5%      -3.0       21.49 ±  3%  mpstat.cpu.all.idle%
    457395                      444310        will-it-scale.per_process_ops
      7275               5%       7636 ±  5%  boot-time.idle
    347258 ~ 0%     -18.2%     284195 ~ 0%  TOTAL vm-scalability.migrate_mbps

A change is in per cent of the first value, or the plain difference where the metric is itself in per cent. Some years
left out the sign of a rise and every change that was within the spread.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from archive.text import Line
from suites.base import Cell, RowSpread

_VALUE = re.compile(r"[ \t]{0,40}(?P<value>-?\d{1,18}(?:\.\d{1,6})?(?:e[+-]?\d{1,3})?)(?![\w:.%])")
# What mailers make of the sign ± is any few characters that are not ASCII, or its quoted-printable code.
_SPREAD = re.compile(r"[ \t]{0,4}(?:[^\x00-\x7f]{1,4}|=C2=B1|A?\+-|\+/-|~)[ \t]{0,4}(?P<spread>\d{1,9})%")
_CHANGE = re.compile(
    r"[ \t]{1,40}(?P<change>[+-](?:\d{1,18}(?:\.\d{1,4})?(?:e[+-]?\d{1,3})?|Inf|NaN)%?|\d{1,9}%)(?=[ \t]|$)",
    re.IGNORECASE,
)
_UNCHANGED = re.compile(r"[ \t]{8,50}(?=\d)")
_METRIC = re.compile(r"[ \t]{1,20}(?:TOTAL[ \t]{1,4})?(?P<metric>[A-Za-z]\S{1,200})[ \t]{0,20}$")
_MAX_COLUMNS = 8


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean as printed with the relative spread behind it, and the change that stands before it."""

    cell: Cell
    spread: tuple[RowSpread, ...]
    change: str | None


@dataclass(frozen=True, slots=True)
class Figures:
    """A row: its means in the order of the columns, and its metric; None where a mailer cut the name off."""

    means: tuple[Mean, ...]
    metric: str | None


def last_word(line: Line) -> str | None:
    """The word at the end of a line, where it begins with a letter: the metric, if the line is a row."""
    word = line.words.rpartition(" ")[2].rpartition("\t")[2]
    return word if word[:1].isalpha() and word.isascii() else None


def read_figures(line: Line) -> Figures | None:
    """The figures of a line; None for anything that is no row of a comparison."""
    text, place = line.text.rstrip(), line.start
    means: list[Mean] = []
    change: str | None = None
    while len(means) < _MAX_COLUMNS:
        found = _VALUE.match(text, place)
        if found is None:
            return None
        spread = _SPREAD.match(text, found.end())
        place = spread.end() if spread is not None else found.end()
        means.append(Mean(_cell(found), _spread(spread), change))
        step = _CHANGE.match(text, place) or _UNCHANGED.match(text, place)
        if step is None:
            break
        change, place = step.groupdict().get("change"), step.end()
    return _figures(means, text, place) if len(means) > 1 else None


def _figures(means: Sequence[Mean], text: str, place: int) -> Figures | None:
    if not text[place:].strip():
        return Figures(tuple(means), None)
    metric = _METRIC.match(text, place)
    return Figures(tuple(means), metric["metric"]) if metric is not None else None


def _cell(found: re.Match[str]) -> Cell:
    raw = found["value"]
    return Cell(raw, found.start("value"), found.end("value"), float(raw), _resolution(raw))


def _resolution(raw: str) -> float:
    """lkp prints two decimals below 1000, whole numbers above, and four digits with an exponent from 1e8 on."""
    mantissa, _, exponent = raw.partition("e")
    if exponent:
        return float(10.0 ** (int(exponent) - 3))
    return 10.0 ** -len(mantissa.partition(".")[2])


def _spread(found: re.Match[str] | None) -> tuple[RowSpread, ...]:
    if found is None:
        return ()
    raw = found["spread"]
    return (RowSpread("percent", Cell(raw, found.start("spread"), found.end("spread"), float(raw), 1.0)),)


def broken(figures: Figures, metric: str) -> tuple[str, ...]:
    """What to say where a change is not that of the values beside it, within what their digits leave open."""
    first = figures.means[0].cell
    is_share = metric.endswith("%")
    for mean in figures.means[1:]:
        printed = _number(mean.change)
        if printed is None or (not first.value and not is_share):
            continue
        scale = 1.0 if is_share else 100 / abs(first.value)
        change = (mean.cell.value - first.value) * scale
        slack = ((first.resolution or 0) + (mean.cell.resolution or 0)) * scale * (1 + abs(printed) / 100)
        if abs(abs(change) - abs(printed)) > slack + 0.1 + abs(printed) * 1e-3:
            return (f"{mean.cell.raw} against {first.raw} is not {mean.change}: one of the figures is damaged",)
    return ()


def _number(change: str | None) -> float | None:
    text = (change or "").removesuffix("%")
    return float(text) if text[-1:].isdigit() else None
