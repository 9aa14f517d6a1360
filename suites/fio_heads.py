"""Heads of the tables that people make of fio's figures: its metrics and settings over the columns; no suite."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Label
from suites.fio_lines import BANDWIDTH, IOPS, LATENCY
from suites.fio_words import (
    Phrase,
    is_figure,
    read_direction,
    read_phrase,
    read_settings,
    setting_of_column,
    tells_twice,
)

PIECE = re.compile(r"[^\s|](?:[^\s|]|[ ](?=[^\s|])){0,60}")
# A change in brackets belongs to its figure, also where the bracket was left open.
WORD = re.compile(r"[^\s|]{1,60}(?:[ ]?\((?:[^()|\s]{1,16}\)|[+-]\d{1,5}(?:\.\d{1,3})?%(?=[ ]|$)))?")
RULER = re.compile(r"[-=+|:*._\s]{3,300}")
# "/dev/ng0n1 (BW: MiB/s)": what the column is of, and the metric in brackets.
_NAMED = re.compile(r"(?P<name>[^()]{1,40}?)\s?\((?P<phrase>[^()]{2,24})\)")
_DATA = re.compile(r"IOPS[ \t=:]{1,8}\d|\d[ \t]{0,3}(?:[kKM][ ]?)?(?:iops|[kKMG]i?B/s)", re.IGNORECASE)
_FIGURES = re.compile(r"\d[ \t|]{1,40}\d")
# "IOPS (iopoll=1 mode)": the metric, and the variant in brackets.
_NAMED_BEHIND = re.compile(r"(?P<phrase>[^()]{2,24}?)\s?\((?P<name>[^()]{2,40})\)")
# "Patchset IOPS": the variant, and the metric behind it.
_NAMED_BEFORE = re.compile(r"(?P<name>[^()]{1,40}?)\s(?P<phrase>IOPS|iops|BW|bw)")
# In what a phrase of fio_words that means requests or bytes a second has.
_RATE_WORDS = ("iops", "bw", "/s", "bandwidth", "throughput", "speed", "bps")
_LETTERS = re.compile(r"[A-Za-z]{2}")
_LATENCIES = frozenset({"lat", "slat", "clat"})
_MIN_LATENCIES = 2
_MAX_LINE = 300
_MAX_WORDS = 4
_MAX_HEAD_WORDS = 30
_MAX_STRANGERS = 6
_TITLE_DISTANCE = 5
_MAX_TITLE_WORDS = 9
_MAX_SHIFT = 3


@dataclass(frozen=True, slots=True)
class Cell:
    """Words of a line between gaps or pipes: text, columns [start, end), and the pipe-parted segment they stand in."""

    text: str
    start: int
    end: int
    segment: int


@dataclass(frozen=True, slots=True)
class Column:
    """A column: the metric, or the setting, or neither; and the kernel or variant that stands over it."""

    cell: Cell
    phrase: Phrase | None
    setting: str | None
    kernel: Label | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """A head on lines `line` to `last_line`, with what the title above it tells: settings, and the direction."""

    line: int
    last_line: int
    depth: int
    columns: tuple[Column, ...]
    told: dict[str, Parameter]
    test: str | None
    by_place: bool = False
    """Whether figures are to be told by where they end or begin, since counting them does not help."""

    @property
    def has_pipes(self) -> bool:
        """Whether pipes part its columns, so that a blank cell is known."""
        segments = [column.cell.segment for column in self.columns]
        return len(segments) > 1 and len(set(segments)) == len(segments)


def cells(line: Line, pattern: re.Pattern[str]) -> list[Cell]:
    """The pieces or words of a line."""
    # Blanks before a bar look like a mark of a quotation: the bars are counted from the margin.
    found, segment, position = [], 0, 0
    for match in pattern.finditer(line.text, line.start):
        segment += line.text.count("|", position, match.start())
        position = match.end()
        found.append(Cell(match.group(), match.start(), match.end(), segment))
    return found


def may_name_metrics(line: Line) -> bool:
    """Whether a line is worth a look at all."""
    text = line.text
    # One test after another: this is asked of every line of every mail that names fio.
    if len(text) > _MAX_LINE or ";" in text:
        return False
    if "IOPS" in text or "iops" in text or "IOPs" in text or "/s" in text or "BW" in text or "bw" in text:
        return True
    if "andwidth" in text or "hroughput" in text:
        return True
    return ("lat" in text or "LAT" in text or "Lat" in text) and _FIGURES.search(text) is not None


def read_head(lines: Sequence[Line], index: int, pattern: re.Pattern[str]) -> Head | None:
    """The head whose lower line is line `index` (0-based), its columns told apart by gaps (PIECE) or blanks (WORD)."""
    line = lines[index]
    if len(line.words.split()) > _MAX_HEAD_WORDS or not _names_rates(line.words):
        return None
    if "=" in line.words and "|" not in line.words:
        return None
    found = cells(line, pattern)
    if len(found) < 2 or any(_is_no_head(cell.text) for cell in found):
        return None
    above, columns = _with_metrics(lines, index, tuple(_column(line, cell, n) for n, cell in enumerate(found)))
    metrics = [column.phrase.metric for column in columns if column.phrase is not None]
    if not {IOPS, BANDWIDTH} & set(metrics) or len(columns) - len(metrics) > _MAX_STRANGERS:
        return None
    first, columns = _with_variants(lines, index, columns) if above == index else (above, columns)
    told, test = title_above(lines, first)
    return Head(lines[first].number, line.number, line.depth, columns, told, test)


def title_above(lines: Sequence[Line], first: int) -> tuple[dict[str, Parameter], str | None]:
    """Settings and direction of the nearest short line above that tells of them."""
    for above in range(first - 1, max(-1, first - 1 - _TITLE_DISTANCE), -1):
        line = lines[above]
        words = line.words.strip(" -=*#:")
        if line.depth != lines[first].depth or not words or len(words.split()) > _MAX_TITLE_WORDS or "|" in words:
            continue
        if _DATA.search(words) is not None or tells_twice(words):
            continue
        direction, settings = read_direction(words), read_settings(words)
        if direction or (settings and _LETTERS.search(words)):
            rw: dict[str, Parameter] = {"rw": direction["rw"]} if "rw" in direction else {}
            return settings | rw, direction.get("test")
    return {}, None


def _names_rates(words: str) -> bool:
    """Whether a word of requests or bytes a second is among the words at all."""
    lowered = words.lower()
    return any(word in lowered for word in _RATE_WORDS)


def _is_no_head(text: str) -> bool:
    if len(text.split()) > _MAX_WORDS or text[-1] in ":,;.!?":
        return True
    return is_figure(text) or text.count("(") != text.count(")")


def _column(line: Line, cell: Cell, place: int) -> Column:
    phrase, setting = read_phrase(cell.text), setting_of_column(cell.text)
    if phrase is not None and place == 0:
        # What stands first tells the rows apart: a rate that was asked for.
        return Column(cell, None, "rate_iops" if phrase.metric is IOPS else None)
    for pattern in (_NAMED, _NAMED_BEHIND, _NAMED_BEFORE) if phrase is None and setting is None else ():
        named = pattern.fullmatch(cell.text)
        inner = read_phrase(named["phrase"]) if named is not None else None
        if named is not None and inner is not None:
            start, end = (cell.start + place for place in named.span("name"))
            return Column(cell, inner, None, Label(named["name"], line.number, start, end, Basis.COLUMN_HEAD))
    return Column(cell, phrase, setting)


def _with_metrics(lines: Sequence[Line], index: int, columns: tuple[Column, ...]) -> tuple[int, tuple[Column, ...]]:
    """The columns with the metrics that stand on a line of their own over their statistics ("slat" over "avg(ms)")."""
    over = cells(lines[index - 1], WORD) if index else []
    named = [cell for cell in over if cell.text.lower() in _LATENCIES]
    if len(named) < _MIN_LATENCIES or len(named) < len(over) or lines[index - 1].depth != lines[index].depth:
        return index, columns
    words = {n: cell.text for cell in named for n, column in enumerate(columns) if _stands_over(cell, column.cell)}
    unit = next((p.unit_text for c in columns if (p := c.phrase) is not None and p.metric is LATENCY), None)
    return index - 1, tuple(_named_column(column, words.get(n), unit) for n, column in enumerate(columns))


def _stands_over(upper: Cell, lower: Cell) -> bool:
    return upper.start < lower.end and lower.start < upper.end


def _named_column(column: Column, word: str | None, unit: str | None) -> Column:
    """A column with the word over it; the unit is that of the others where it tells none."""
    phrase = read_phrase(f"{word} {column.cell.text}") if word is not None else None
    if phrase is None:
        return column
    return replace(column, setting=None, phrase=replace(phrase, unit_text=phrase.unit_text or unit))


def _with_variants(lines: Sequence[Line], index: int, columns: tuple[Column, ...]) -> tuple[int, tuple[Column, ...]]:
    """The columns with what stands over each group of them, where metrics stand there more than once."""
    metrics = [column.phrase.metric for column in columns if column.phrase is not None]
    groups = max(metrics.count(metric) for metric in set(metrics))
    above = index - 1
    while above > 0 and RULER.fullmatch(lines[above].words):
        above -= 1
    if groups < 2 or len(metrics) % groups or above < 0 or lines[above].depth != lines[index].depth:
        return index, columns
    names = [cell for cell in cells(lines[above], PIECE) if _LETTERS.search(cell.text)][-groups - 1 :]
    names = names[1:] if len(names) > groups else names
    names = names if len(names) == groups else _over_groups(lines[above], columns, groups)
    if len(names) < groups:
        return index, columns
    labels = [Label(name.text, lines[above].number, name.start, name.end, Basis.COLUMN_HEAD) for name in names]
    size, places = len(metrics) // groups, iter(range(len(metrics)))
    return above, tuple(
        replace(column, kernel=labels[next(places) // size]) if column.phrase is not None else column
        for column in columns
    )


def _over_groups(line: Line, columns: tuple[Column, ...], groups: int) -> list[Cell]:
    """The words over each group of metrics, parted where a word begins about where a group does; else none."""
    metrics = [column.cell for column in columns if column.phrase is not None]
    starts = [cell.start for cell in metrics[:: len(metrics) // groups]]
    found = cells(line, WORD)
    firsts = [
        next((n for n, cell in enumerate(found) if abs(cell.start - start) <= _MAX_SHIFT), -1) for start in starts
    ]
    if -1 in firsts or firsts != sorted(set(firsts)):
        return []
    named = [found[one:other] for one, other in zip(firsts, [*firsts[1:], len(found)], strict=True)]
    return [replace(each[0], text=line.text[each[0].start : each[-1].end], end=each[-1].end) for each in named]
