"""Tables of will-it-scale's results over many runs, a statistic a column; no suite:

           LABEL            |     MEAN    |   MEDIAN    |   STDDEV   |
page_fault1_per_process_ops |             |             |            |
(A) base                    | 265207.738  | 262941.000  | 12112.379  |
(B) patched                 | 249249.191  | 248781.000  | 8767.457   |
                            | -6.02%      | -5.39%      |            |
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis
from archive.text import Line
from suites.base import Label, RowSpread
from suites.matches import figure
from suites.statistic_words import statistic_of
from suites.will_it_scale_tests import Named, find_test

_CELL = re.compile(r"[^|]{1,120}")
_NUMBER = re.compile(r"[ \t]{0,20}(?P<value>\d{1,15}(?:\.\d{1,9})?)[ \t]{0,20}")
_VARIANT = re.compile(r"(?P<mark>\([A-Z]\)[ \t])?[ \t]{0,4}(?P<name>(?=[^|]{0,60}[A-Za-z])\S.{0,60}?)[ \t]*$")
_REACH = 60


@dataclass(frozen=True, slots=True)
class StatRow:
    """A variant's row: its line, the line of the head, the test, the variant, and its figures by statistic."""

    line: Line
    first: int
    named: Named
    variant: Label
    figures: tuple[tuple[str, re.Match[str]], ...]

    def spread(self) -> tuple[RowSpread, ...]:
        """The deviation of the row."""
        return tuple(
            RowSpread("stdev", figure(found["value"], *found.span("value")))
            for name, found in self.figures
            if name == "stdev"
        )


def statistic_rows(lines: Sequence[Line]) -> Iterator[StatRow]:
    """The rows of such tables."""
    head: tuple[int, tuple[str, ...]] | None = None
    named: Named | None = None
    for index, line in enumerate(lines):
        if "|" not in line.words:
            continue
        cells = list(_CELL.finditer(line.text, line.start))
        statistics = _statistics(cells)
        if statistics:
            head, named = (index, statistics), None
            continue
        if head is None or index - head[0] > _REACH or line.depth != lines[head[0]].depth:
            continue
        test = find_test(cells[0].group()) if cells else None
        if test is not None and not any(cell.group().strip() for cell in cells[1:]):
            named = test
            continue
        row = _row(line, head, named, cells) if named is not None else None
        if row is not None:
            yield row


def _statistics(cells: list[re.Match[str]]) -> tuple[str, ...]:
    """The statistics over the columns of a head, the first of which is over the labels."""
    words = [cell.group().strip().lower() for cell in cells]
    if len(words) < 3 or words[0] != "label":
        return ()
    return tuple("stdev" if word.startswith("std") else statistic_of(word) or "" for word in words[1:] if word)


def _row(
    line: Line, head: tuple[int, tuple[str, ...]], named: Named | None, cells: list[re.Match[str]]
) -> StatRow | None:
    variant = _VARIANT.match(cells[0].group().strip()) if cells else None
    figures = [_NUMBER.fullmatch(line.text, *cell.span()) for cell in cells[1:] if cell.group().strip()]
    if variant is None or named is None or not figures or len(figures) > len(head[1]) or not all(figures):
        return None
    text = cells[0].group().strip()
    start = line.text.index(text, cells[0].start())
    label = Label(text, line.number, start, start + len(text), Basis.ROW_LABEL)
    found = tuple((name, match) for name, match in zip(head[1], figures, strict=False) if match is not None and name)
    return StatRow(line, head[0] + 1, named, label, found)
