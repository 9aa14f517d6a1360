"""Figures with commas: decimals of the language that the box speaks ("365,4"), or thousands ("38,296"); no suite."""

import re
from collections.abc import Iterable

from suites.base import Cell
from suites.cells import resolution

# A figure with a decimal point, a decimal comma or separators of thousands.
FIGURE = r"\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,9})?(?![\d,])|\d{1,12}[.,]\d{1,9}|\d{1,12}\.?"
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,9})?")
_SEVERAL = re.compile(r"\d{1,3}(?:,\d{3}){2,5}(?:\.\d{1,9})?|\d{1,3}(?:,\d{3}){1,5}\.\d{1,9}")


def commas_are_decimal(figures: Iterable[str]) -> bool:
    """Whether the figures of one table have commas for points: one that cannot be thousands tells it of all."""
    with_commas = [text for text in figures if "," in text]
    told = any(_THOUSANDS.fullmatch(text) is None for text in with_commas)
    return told and not any(_SEVERAL.fullmatch(text) for text in with_commas)


def comma_cell(raw: str, start: int, *, decimal: bool) -> Cell:
    """A figure as a cell that begins at column `start`; its comma is a point where `decimal`, else it is dropped."""
    plain = raw.replace(",", "." if decimal else "")
    return Cell(raw, start, start + len(raw), float(plain), resolution(plain))
