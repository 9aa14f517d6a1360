"""Figures of tables that no word and no unit tells: thousands at queue depths, or of reads and writes in random order,
are operations a second.

        pread2   io_uring                     base    patched
    QD1   185K       170K         randread    185K       197K
"""

import re
from collections.abc import Sequence

from ingest.generic_metrics import Measure, of_unit
from ingest.grid_rows import GridRow

_DEPTH = re.compile(
    r"(?:qd|q(?:ueue)?[ _-]?depth|io[ _-]?depth)[ ]?[=:]?[ ]?\d{1,5}|\d{1,5}[ ]?(?:qd|iodepth)", re.IGNORECASE
)
_OF_DEPTHS = re.compile(r"(?:qd|q(?:ueue)?[ _-]?depth|io[ _-]?depth)s?", re.IGNORECASE)
_RANDOM = re.compile(r"(?:[\w.]{1,8}[ _-])?rand(?:om)?[ _-]?(?:reads?|writes?|rw)", re.IGNORECASE)
_SCALED = re.compile(r"\d[\d.,]{0,12}[kKM]")


def measure_of_thousands(rows: Sequence[GridRow], corner: str) -> Measure | None:
    """What figures are that nothing else tells: operations a second where all of them are thousands of such tests."""
    labels = [row.label.text.strip(" :") for row in rows]
    are_depths = _OF_DEPTHS.fullmatch(corner.strip()) is not None or all(map(_DEPTH.fullmatch, labels))
    if not are_depths and not all(map(_RANDOM.fullmatch, labels)):
        return None
    cells = [cell for row in rows for cell in row.cells if cell is not None]
    if not all(_SCALED.fullmatch(cell.cell.raw) and cell.unit is None and not cell.has_other_unit for cell in cells):
        return None
    return of_unit("IOPS")
