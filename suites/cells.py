"""Numbers as benchmark tools print them: cells with their columns, value and printed resolution."""

import re
from collections.abc import Iterator

from suites.base import Cell

# Digits with an optional fraction, a trailing point that was cut ("115."), or a K/M suffix of lmbench's ("13.K").
_NUMBER = re.compile(r"[+-]?(?:\d{1,18}(?:\.\d{0,12})?|\.\d{1,12})")
_WORD = re.compile(r"\S{1,200}")


def words(text: str, start: int = 0) -> Iterator[tuple[str, int, int]]:
    """The blank-separated words of a line from column `start` on, each with its columns [start, end)."""
    for match in _WORD.finditer(text, start):
        yield match.group(), match.start(), match.end()


def number(word: str, column: int, *, scale: float = 1.0) -> Cell | None:
    """A word that is wholly a plain number as a cell standing at `column`; None for anything else.
    `scale` multiplies value and resolution.
    """
    if _NUMBER.fullmatch(word) is None:
        return None
    return Cell(word, column, column + len(word), float(word) * scale, resolution(word) * scale)


def resolution(raw: str) -> float:
    """The step of the last printed digit: 0.01 for 3.97, 1 for 1231 and for 115. (whose decimals were cut)."""
    _, _, decimals = raw.partition(".")
    return float(10 ** -len(decimals))
