"""Figures that end in a letter of thousands, as I/O tools print counts: `3345k`, `1904.8k`, `2.82M`; no suite."""

import re

from suites.base import Cell
from suites.cells import resolution

SCALED = r"\d{1,18}(?:\.\d{1,9})?[kKMG]?"
_SCALED = re.compile(r"(?P<figure>\d{1,18}(?:\.\d{1,9})?)(?P<suffix>[kKMG]?)")
_FACTORS = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9}


def scaled(raw: str, column: int) -> Cell | None:
    """A figure with its letter as a cell that stands at `column`; 3345k is 3,345,000 known to 1,000."""
    match = _SCALED.fullmatch(raw)
    if match is None:
        return None
    factor = _FACTORS[match["suffix"]]
    # 1904.8 * 1000 is not 1904800 in binary: what is meant has no more decimals than were printed.
    value = round(float(match["figure"]) * factor, 9)
    return Cell(raw, column, column + len(raw), value, resolution(match["figure"]) * factor)
