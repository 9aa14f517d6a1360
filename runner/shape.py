"""The shape of a run under one kernel: which tests moved relative to the others, from a post's machine to this one."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum, log
from statistics import median

from archive.results import Measurement
from archive.runs import Run, RunValue

_Box = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class ShapeRow:
    """A test: how many times as fast it is here as posted, and that over the mean of all (1: it moved like them)."""

    test: str
    factor: float
    relative: float


@dataclass(frozen=True, slots=True)
class Shape:
    """A run beside the column of one posted kernel: `mean` is the geometric mean of the factors of `rows`.

    `left_out` names the tests that are on one side only, with the reason.
    """

    kernel: str
    machine: str | None
    rows: tuple[ShapeRow, ...]
    mean: float
    left_out: tuple[tuple[str, str], ...]


def shapes(run: Run, posted: Sequence[Measurement]) -> tuple[Shape, ...]:
    """One shape for each kernel and box of the post that shares two tests or more with the run, in posted order."""
    primary = [m for m in posted if m.role == "primary"]
    found = (_shape(box, run, [m for m in primary if _box(m) == box]) for box in dict.fromkeys(map(_box, primary)))
    return tuple(shape for shape in found if len(shape.rows) >= 2)


def _shape(box: _Box, run: Run, posted: Sequence[Measurement]) -> Shape:
    factors: dict[str, float] = {}
    left_out: list[tuple[str, str]] = []
    for value in run.values:
        result = _factor(
            value, [m for m in posted if (m.suite, m.test, m.metric) == (value.suite, value.test, value.metric)]
        )
        if isinstance(result, float):
            factors[value.test] = result
        else:
            left_out.append((value.test, result))
    ours = {(value.suite, value.test) for value in run.values}
    theirs = dict.fromkeys((m.suite, m.test) for m in posted)
    left_out += [(test, "not measured here") for suite, test in theirs if (suite, test) not in ours]
    mean = exp(fsum(log(factor) for factor in factors.values()) / len(factors)) if factors else 1.0
    rows = tuple(ShapeRow(test, factor, factor / mean) for test, factor in factors.items())
    return Shape(*box, rows, mean, tuple(left_out))


def _factor(value: RunValue, posted: Sequence[Measurement]) -> float | str:
    """How many times as fast it is here, or why that cannot be said."""
    if not posted:
        return "not posted"
    if len({tuple(sorted(m.parameters.items(), key=str)) for m in posted}) > 1:
        return "posted with several settings"
    here, there = median(value.samples), median(m.value for m in posted)
    if here <= 0 or there <= 0 or value.better is None:
        return "no ratio can be made of it"
    return here / there if value.better == "higher" else there / here


def _box(m: Measurement) -> _Box:
    return (
        m.kernel.text if m.kernel is not None else "kernel not stated",
        m.machine.hardware.text if m.machine else None,
    )
