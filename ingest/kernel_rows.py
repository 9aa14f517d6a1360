"""Rows of kernels and bare figures without a head, whose unit the words above tell; no suite.

    Three consecutive runs following a fresh boot. Time is in seconds:

    2.4.21             821  21   25
    2.6.0-test3-mm1    724 946  896

Several figures in a row are runs, and only where the words above speak of runs.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive import kernels
from archive.results import Basis
from archive.text import Line
from ingest.generic_metrics import RATIO, Measure, measure_of
from ingest.generic_sides import is_side
from ingest.generic_titles import title_above
from suites.base import Label, Row, Value
from suites.commas import comma_cell

_FIGURE = r"\d{1,9}(?:\.\d{1,6})?"
_ROW = re.compile(
    r"[ \t*-]{0,12}(?P<label>[A-Za-z\d](?:[\w.+()/-]|[ ](?=[\w(+])){1,50})[ \t]{0,3}"
    r"(?:[:=][ \t]{1,40}|[ ]{2,60}|[ ]?\t[ \t]{0,40})"
    rf"(?P<figures>{_FIGURE}(?:[ \t]{{0,3}}[,/|]?[ \t]{{1,20}}{_FIGURE}){{0,11}})[ \t]*$"
)
_NUMBER = re.compile(_FIGURE)
_VERSION = re.compile(r"(?:linux[- ]?)?v?[2-6]\.\d{1,2}(?:\.\d|-)", re.IGNORECASE)
_RUNS = re.compile(
    r"\b(?:runs?|times|trials?|iterations?|consecutive|repeated|repetitions?|samples|passes|attempts)\b", re.IGNORECASE
)
_HEADS = re.compile(r"\S(?:[ ]{2,}|[ ]?\t[ \t]*)\S")
_MIN_ROWS = 2
_MAX_ROWS = 40
_MAX_LINES = 5
_MAX_PARAGRAPHS = 2
_MAX_TITLE_WORDS = 9


@dataclass(frozen=True, slots=True)
class _Found:
    """A row: its line, the words that name its side, and its figures."""

    line: Line
    match: re.Match[str]

    @property
    def label(self) -> str:
        """The words before the figures."""
        return self.match["label"].strip()

    @property
    def count(self) -> int:
        """How many figures it has."""
        return sum(1 for _ in _NUMBER.finditer(self.match["figures"]))


def may_be_kernel_row(words: str) -> bool:
    """Whether words may be such a row: a cheap look for a version at their beginning."""
    return words[-1:].isdigit() and _VERSION.match(words.lstrip(" \t*-")) is not None


def read_kernel_rows(lines: Sequence[Line], index: int) -> Iterator[Row]:
    """The rows from line `index` (0-based) on, all of as many figures."""
    found = _run(lines, index)
    labels = [row.label for row in found]
    if len(found) < _MIN_ROWS or len(set(labels)) < len(labels) or not all(map(_is_kernel, labels)):
        return
    told = _told(lines, index)
    if told is None or (found[0].count > 1 and not told[1]):
        return
    title = title_above(lines, found[0].line.number, index)
    if title.is_ratio:
        return
    for row in found:
        yield _row(row, found[0].line.number, told[0], title.text)


def _run(lines: Sequence[Line], index: int) -> list[_Found]:
    """The rows from a line on, until one is none or has more or fewer figures."""
    found: list[_Found] = []
    for place in range(index, min(len(lines), index + 2 * _MAX_ROWS)):
        line = lines[place]
        if line.is_blank and place > index and not lines[place - 1].is_blank:
            continue
        match = _ROW.match(line.text[:300], line.start) if line.depth == lines[index].depth else None
        if match is None:
            break
        row = _Found(line, match)
        if found and row.count != found[0].count:
            return []
        found.append(row)
    return found


def _is_kernel(label: str) -> bool:
    mention = next(iter(kernels.find(label)), None)
    return (mention is not None and mention.start == 0) or kernels.parse(label) is not None or is_side(label)


def _told(lines: Sequence[Line], index: int) -> tuple[Measure, bool] | None:
    """What the words above say that figures are, and whether they speak of runs; None where heads stand above."""
    measure: Measure | None = None
    has_runs, count, paragraphs = False, 0, 0
    for place in range(index - 1, max(-1, index - 1 - 2 * _MAX_LINES), -1):
        line = lines[place]
        if line.is_blank:
            paragraphs += not lines[place + 1].is_blank
            continue
        if line.depth != lines[index].depth or paragraphs > _MAX_PARAGRAPHS or count == _MAX_LINES:
            break
        if _HEADS.search(line.words.strip()) is not None or RATIO.search(line.words) is not None:
            return None
        count += 1
        has_runs = has_runs or _RUNS.search(line.words) is not None
        is_prose = len(line.words.split()) > _MAX_TITLE_WORDS
        known = measure_of(line.words, is_prose=is_prose) if measure is None else measure
        measure = known if known is not None and known.unit is not None else None
    return (measure, has_runs) if measure is not None else None


def _row(row: _Found, block: int, measure: Measure, title: str | None) -> Row:
    figures = list(_NUMBER.finditer(row.match["figures"]))
    start = row.match.start("figures")
    values = tuple(
        Value(
            measure.name,
            comma_cell(figure.group(), start + figure.start(), decimal=False),
            measure.text,
            measure.unit,
            measure.unit,
            measure.better,
            repeat=place if len(figures) > 1 else None,
            runs=len(figures) if len(figures) > 1 else None,
        )
        for place, figure in enumerate(figures, 1)
    )
    at = row.match.start("label")
    label = Label(row.label, row.line.number, at, at + len(row.label), Basis.ROW_LABEL)
    test = title or measure.name
    return Row(row.line.number, block, test, test, values, kernel=label, title=title)
