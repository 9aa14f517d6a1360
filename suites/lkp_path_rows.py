"""Rows of lkp that are named by the path of their job, and of the sum that closes them; no suite.

153250 ~ 2%      +3.1%     157931 ~ 1%  brickland2/micro/hackbench/600%-process-socket
407038           +1.2%     412032       TOTAL hackbench.throughput
"""

from dataclasses import dataclass

from archive.results import Basis
from archive.text import Line
from suites.base import Label
from suites.lkp_names import Axes
from suites.lkp_paths import row_axes
from suites.lkp_rows import Figures, read_figures


@dataclass(frozen=True, slots=True)
class PathRow:
    """A row, its figures, the settings that its path tells and the machine that begins it."""

    line: Line
    figures: Figures
    axes: Axes
    machine: Label | None


def is_total(line: Line) -> bool:
    """Whether a row is the sum of those above it."""
    return " TOTAL " in line.words


def read_path_row(line: Line, path: str, heads: int) -> PathRow | None:
    """The row of a job's path; None for any other line."""
    if path.count("/") < 2:
        return None
    axes, figures = row_axes(path), read_figures(line)
    if axes is None or figures is None or len(figures.means) != heads:
        return None
    return PathRow(line, figures, axes, _machine(line, path))


def _machine(line: Line, path: str) -> Label:
    box, start = path.partition("/")[0], line.text.rindex(path)
    return Label(box, line.number, start, start + len(box), Basis.ROW_LABEL)
