"""Rows that people type: words, then figures with what belongs to each; no suite.

    1       1,327(+/-10,06 %)     1,247(+/-5,45 %)       5,97 %
    1-groups:     4.29 (0.00 pct)     4.32 (-0.69 pct)
    Process 10 groups                :      11.74      11.70(0.34)

What follows a figure in brackets is its spread where a sign says so ("+/-"), and a difference where it is a per cent
without that; of a bare number only the words above can tell. Differences in columns of their own are left out.
"""

import re
from dataclasses import dataclass, replace

from archive.text import Line
from suites.commas import FIGURE

# "97631 (-41%)  <--  |": an arrow points at what the poster wants to be seen.
_SKIP = re.compile(r"[ \t|]{0,80}(?::[ \t|]{1,80})?(?:<[-=<]{1,6}[ \t|]{0,80})?")
_PER_CENT = r"[ \t]{0,2}(?:%|pct\b|percent\b)"
_SPREAD = re.compile(
    rf"[(\[]?[ \t]{{0,3}}(?:\+/-|\+-|\xb1|-/\+)[ \t]{{0,4}}(?P<spread>{FIGURE})(?P<percent>{_PER_CENT})?"
    r"[ \t]{0,3}[)\]]?"
)
_BRACKET = re.compile(
    rf"[(\[][ \t]{{0,6}}(?P<sign>[+-])?[ \t]?(?P<spread>{FIGURE})(?P<percent>{_PER_CENT})?[ \t]{{0,3}}[)\]]"
)
_DERIVED = re.compile(
    rf"(?P<column>[+-][ \t]{{0,3}}(?:{FIGURE})(?:{_PER_CENT})?(?![\w.])|(?:{FIGURE}){_PER_CENT}|~(?!\S))"
    r"|[(\[][^()\[\]\n]{0,24}[)\]]"
    # "2.707 (0.100) / 1.012": the second over the first.
    rf"|/[ \t]{{1,3}}(?:{FIGURE})(?![\w.,%/])"
)
_NUMBER = re.compile(rf"(?P<value>{FIGURE})(?P<unit>s|ms|us|sec|secs|[kKMG]?)(?![\w.,%/])")
# Words with single blanks between them.
_PHRASE = re.compile(r"[^\s|](?:[^\s|]|[ ](?=[^\s|])){0,80}")
_BEHIND_NAME = re.compile(r"[ \t]{0,80}\||[ \t]{2,80}:?[ \t]{0,80}\d{1,9}\.\d")
_WORD = re.compile(r"\S{1,60}")
_SIGNED = re.compile(r"[(\[][ \t]{0,4}[+-][ \t]?\d")
_MAX_LABEL_WORDS = 4
# The last signs of figures, units, per cents and brackets; digits may be of any script besides.
_ENDS = frozenset(".%)]~tsckKMG")
# Nobody types more columns; lines of more figures are dumps.
_MAX_FIGURES = 32
_MAX_LINE = 400


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a row with its spread, the unit glued to it, and the column of the table that it stands in."""

    raw: str
    start: int
    unit: str | None
    spread: tuple[tuple[str, str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A row: its line (0-based), the words before its figures, where they stand, the figures, how many columns of
    differences stand behind them, and whether a bracket of it has a sign and so is no spread.
    """

    index: int
    label: str
    start: int
    end: int
    figures: tuple[Figure, ...]
    differences: int
    has_signs: bool


def read_row(line: Line, index: int, *, numbered: bool = False) -> TypedRow | None:
    """A line of words and then nothing but figures with what belongs to them, else None."""
    if not may_end_row(line.words) or len(line.text) > _MAX_LINE:
        return None
    phrase = _PHRASE.match(line.text, _skip(line.text, line.start))
    if phrase is not None and _has_own_name(phrase) and not _begins_with_number(phrase.group(), numbered=numbered):
        found = _figures(line.text, phrase.end(), 0, numbered=False)
        if found is not None and found[1]:
            return _row(line, index, phrase.span(), found)
    found = _figures(line.text, line.start, _MAX_LABEL_WORDS, numbered=numbered)
    if found is None or found[0] is None or not found[1]:
        return None
    return _row(line, index, found[0], found)


def may_end_row(words: str) -> bool:
    """Whether words end as a figure, its unit or its brackets do: this is asked of every line near a table."""
    last = words.rstrip("| \t<-=" if "<" in words else "| \t")[-1:]
    return last in _ENDS or last.isdecimal()


def _row(
    line: Line, index: int, span: tuple[int, int], found: tuple[tuple[int, int] | None, tuple[Figure, ...], int]
) -> TypedRow:
    start, end = span
    has_signs = _SIGNED.search(line.text, end) is not None
    return TypedRow(index, line.text[start:end].rstrip(" :"), start, end, found[1], found[2], has_signs)


def _begins_with_number(phrase: str, *, numbered: bool) -> bool:
    """Whether a phrase begins with the number that is the label of a numbered row."""
    return numbered and phrase.split(maxsplit=1)[0].isdigit()


def _has_own_name(phrase: re.Match[str]) -> bool:
    """Whether words that stand together are a name: a figure at their end belongs to them where a pipe or figures of
    another kind follow ("thread 10     2.44").
    """
    pieces = phrase.group().split()
    if len(pieces) > _MAX_LABEL_WORDS * 2 or len(pieces) < 1:
        return False
    if _NUMBER.fullmatch(pieces[-1]) is None:
        return True
    return len(pieces) > 1 and pieces[-1].isdigit() and _BEHIND_NAME.match(phrase.string, phrase.end()) is not None


def _figures(
    text: str, position: int, most_words: int, *, numbered: bool
) -> tuple[tuple[int, int] | None, tuple[Figure, ...], int] | None:
    """The columns of the words from `position` on, the figures behind them, and how many columns of differences; None
    where other words stand there.
    """
    words: list[tuple[int, int]] = []
    figures: list[Figure] = []
    differences, end = 0, len(text.rstrip("| \t\n<-=" if "<" in text else None))
    position = _skip(text, position)
    while position < end:
        piece = _piece(text, position, figures)
        if piece is None:
            word = _WORD.match(text, position)
            if word is None or figures or len(words) == most_words:
                return None
            words.append(word.span())
            piece = word.end()
        elif figures and _is_difference(text, position):
            differences += 1
        if numbered and not words and len(figures) == 1 and figures[0].raw.isdigit() and not figures[0].spread:
            words.append((figures[0].start, figures[0].start + len(figures[0].raw)))
            figures.clear()
        position = _skip(text, piece)
        if len(figures) > _MAX_FIGURES:
            return None
    return (words[0][0], words[-1][1]) if words else None, tuple(figures), differences


def _is_difference(text: str, position: int) -> bool:
    """Whether a difference stands there as a column of its own, and not in brackets behind a figure."""
    found = _DERIVED.match(text, position)
    return found is not None and found["column"] is not None


def _skip(text: str, position: int) -> int:
    found = _SKIP.match(text, position)
    return found.end() if found is not None else position


def _piece(text: str, position: int, figures: list[Figure]) -> int | None:
    """The end of the figure, spread or difference at `position`, which is added to `figures`; None for other words."""
    if figures and not text[position].isdecimal():
        return _behind_figure(text, position, figures)
    derived = _DERIVED.match(text, position) if figures else None
    if derived is not None:
        return derived.end()
    number = _NUMBER.match(text, position)
    if number is None:
        return None
    figures.append(Figure(number["value"], number.start("value"), number["unit"] or None))
    return number.end()


def _behind_figure(text: str, position: int, figures: list[Figure]) -> int | None:
    """The end of what belongs to the last figure and is no figure itself: its spread, or a difference."""
    spread = _SPREAD.match(text, position)
    if spread is not None:
        figures[-1] = _with_spread(figures[-1], "percent" if spread["percent"] else "unknown", spread)
        return spread.end()
    bracket = _BRACKET.match(text, position)
    if bracket is not None and not (bracket["sign"] or bracket["percent"]):
        figures[-1] = _with_spread(figures[-1], "unknown", bracket)
        return bracket.end()
    derived = _DERIVED.match(text, position)
    return derived.end() if derived is not None else None


def _with_spread(figure: Figure, kind: str, match: re.Match[str]) -> Figure:
    return replace(figure, spread=(*figure.spread, (kind, match["spread"], match.start("spread"))))
