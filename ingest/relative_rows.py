"""Rows whose figures say only how a result stands to another: 1.00 [ -0.00](11.18), +13.84 (12.80), -13.2%, baseline.

A figure in brackets behind another is its difference or spread and no result; "(R)" and "(I)" before one are marks.
"""

import re
from dataclasses import dataclass, replace

from archive.text import Line

_BRACKET = r"[\[(][ \t]{0,6}[+-]?[ ]?[\d.]{1,9}[ ]?(?:%|pct)?[ \t]{0,3}[\])]"
_CELL = re.compile(
    r"(?P<mark>\([IRir]\)[ \t]{1,8})?(?:(?P<raw>[+-]?\d{1,6}(?:\.\d{1,6})?)(?P<percent>[ ]?%|[ ]pct\b)?"
    rf"(?P<brackets>(?:[ \t]{{0,3}}{_BRACKET}){{0,2}})|(?P<token>baseline|base|reference|N/A|n/a))(?![\w.,/%(\[])"
)
_BLANKS = re.compile(r"[ \t]{1,80}")
_NORMAL = re.compile(r"1\.0{1,4}")
_ZERO = re.compile(r"[+-]?0\.?0{0,4}")
_HUNDRED = re.compile(r"100(?:\.0{1,4})?")
_SERIES = re.compile(r"[2-9]\.\d{1,2}")
_DRAWN = str.maketrans("|│┃", "   ")
_MAX_LINE = 300
_MAX_CELLS = 12
_MAX_LABEL = 140


@dataclass(frozen=True, slots=True)
class RelativeFigure:
    """A figure and what its signs say it is: how often the base ("1.05"), per cents of it ("104.1%"), or a difference
    from it in per cent ("+4.1%"); `raw` is empty where a word stands ("baseline", "N/A").
    """

    raw: str
    start: int
    is_percent: bool
    is_signed: bool
    has_brackets: bool
    token: str | None = None

    @property
    def is_one(self) -> bool:
        """Whether it may stand for the base itself: 1.00, 100 %, "baseline"."""
        if self.token is not None:
            return self.token.lower().startswith(("base", "ref"))
        return (_HUNDRED if self.is_percent else _NORMAL).fullmatch(self.raw) is not None

    @property
    def is_zero(self) -> bool:
        """Whether it is a difference of nothing, as the base has from itself."""
        return self.is_percent and _ZERO.fullmatch(self.raw) is not None


@dataclass(frozen=True, slots=True)
class RelativeRow:
    """A row: its line (0-based), the words before its figures with their columns, and the figures."""

    index: int
    label: str
    start: int
    end: int
    figures: tuple[RelativeFigure, ...]

    @property
    def is_relative(self) -> bool:
        """Whether any figure has a sign of standing to a base."""
        return any(figure.is_percent or figure.is_one or figure.is_signed for figure in self.figures)


def read_relative_row(line: Line, index: int) -> RelativeRow | None:
    """A line of words and then nothing but figures as above, else None; whole numbers before others are words."""
    if line.is_blank or len(line.text) > _MAX_LINE:
        return None
    text = drawn_as_blanks(line).text.rstrip()
    found = _last_cells(text, line.start)
    found = found[_settings(found, has_label=bool(text[line.start : found[0].start()].strip())) :] if found else found
    label = text[line.start : found[0].start()].strip() if found else ""
    if not label or len(label) > _MAX_LABEL or not any(map(str.isalnum, label)):
        return None
    start = text.index(label, line.start)
    return RelativeRow(index, " ".join(label.split()), start, start + len(label), tuple(map(_figure, found)))


def drawn_as_blanks(line: Line) -> Line:
    """The line with blanks for the pipes between its columns."""
    if "|" not in line.text and line.text.isascii():
        return line
    return replace(line, text=line.text.translate(_DRAWN), words=line.words.translate(_DRAWN))


def _last_cells(text: str, start: int) -> list[re.Match[str]]:
    """The cells at the end of a line with nothing but blanks between them."""
    found: list[re.Match[str]] = []
    position = start
    while position < len(text):
        blanks = _BLANKS.match(text, position)
        position = blanks.end() if blanks is not None else position
        cell = _CELL.match(text, position) if blanks is not None or position == start else None
        if cell is not None and cell.end() > position:
            found.append(cell)
            position = cell.end()
            continue
        found.clear()
        position += 1
        while position < len(text) and not text[position].isspace():
            position += 1
    return found if len(found) <= _MAX_CELLS else []


def _settings(cells: list[re.Match[str]], *, has_label: bool) -> int:
    """How many cells at the beginning name the row: counts before figures that are none, or a kernel's series."""
    first = cells[0]
    if len(cells) < 2 or first["brackets"] or first["percent"] or first["token"]:
        return 0
    if not has_label and _SERIES.fullmatch(first["raw"]) is not None:
        return 1
    are_counts = [cell["raw"] is not None and cell["raw"].isdigit() and not cell["percent"] for cell in cells]
    leading = are_counts.index(False) if False in are_counts else 1
    return leading if not has_label or not are_counts[-1] else 0


def _figure(match: re.Match[str]) -> RelativeFigure:
    raw = match["raw"] or ""
    return RelativeFigure(
        raw,
        match.start("raw") if raw else match.start("token"),
        match["percent"] is not None,
        raw[:1] in {"+", "-"},
        bool(match["brackets"]),
        match["token"],
    )
