"""A run beside its post: what differs first, then ratios between kernels, then the shape, absolute numbers last."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from archive.results import Measurement
from archive.runs import Run, RunValue
from runner.differences import Difference, differences
from runner.machine import UNKNOWN
from runner.plan import Plan
from runner.ratios import KernelRatios, LeftOut, alike, kernel_ratios, kernels, left_out
from runner.scratch import SPECIAL_FILESYSTEMS
from runner.shape import Shape, shapes

# Above this load a CPU was busy with something else when the run began.
_BUSY = 0.5
# Runs of one test that lie further apart than this, over their median, say little of a small difference.
_WIDE = 0.2


@dataclass(frozen=True, slots=True)
class Absolute:
    """A test's figures: median, least and greatest of our runs, and what the post printed, kernel by kernel."""

    suite: str
    test: str
    unit: str
    median: float
    low: float
    high: float
    runs: int
    posted: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The comparison. `kernels` are those measured under here; with one, `how_to_go_on` says what to do.

    `notes` are warnings about the run itself; `failures` the tests that gave no result, or not in every round.
    """

    run: Run
    differences: tuple[Difference, ...]
    kernels: tuple[str, ...]
    ratios: tuple[KernelRatios, ...]
    how_to_go_on: str | None
    shapes: tuple[Shape, ...]
    absolutes: tuple[Absolute, ...]
    notes: tuple[str, ...]
    failures: tuple[tuple[str, str], ...]
    left_out: tuple[LeftOut, ...]


def report(plan: Plan, run: Run, stored: Sequence[Run] = ()) -> Report:
    """Compare a run with its plan's post and with the stored runs of its tests, which may include the run itself."""
    others = tuple(other for other in stored if other.id != run.id)
    under = kernels([run, *(other for value in run.values for other in alike(run, others, value))])
    return Report(
        run=run,
        differences=differences(plan, run),
        kernels=under,
        ratios=kernel_ratios(run, others, plan.changes),
        how_to_go_on=_how_to_go_on(plan, run) if len(under) == 1 else None,
        shapes=shapes(run, plan.posted),
        absolutes=tuple(_absolute(value, plan.posted) for value in run.values),
        notes=tuple(_notes(plan, run)),
        failures=tuple(
            (name.removeprefix("failed "), reason) for name, reason in run.machine if name.startswith("failed ")
        ),
        left_out=left_out(run, others),
    )


def _how_to_go_on(plan: Plan, run: Run) -> str:
    statement = "what the post says of its kernels" if plan.changes else "whether a kernel makes a difference"
    command = f"benchlore run {shlex.quote(plan.target)} --seconds {plan.seconds} --repeat {plan.repeat}"
    return f"{statement} is not tested yet: all runs are under {run.kernel}; boot another kernel, then again: {command}"


def _absolute(value: RunValue, posted: Sequence[Measurement]) -> Absolute:
    theirs = tuple(
        (m.kernel.text if m.kernel is not None else "kernel not stated", m.raw)
        for m in posted
        if (m.suite, m.test, m.metric) == (value.suite, value.test, value.metric)
    )
    samples = value.samples
    middle = median(samples)
    return Absolute(value.suite, value.test, value.unit, middle, min(samples), max(samples), len(samples), theirs)


def _notes(plan: Plan, run: Run) -> list[str]:
    machine = dict(run.machine)
    notes = []
    kind = machine.get("scratch filesystem", UNKNOWN)
    files = [step.adapter.test for step in plan.steps if step.adapter.uses_files]
    if files and kind in SPECIAL_FILESYSTEMS:
        notes.append(
            f"the scratch folder is on {kind}: {', '.join(files)} say nothing of a disk's filesystem (--scratch)"
        )
    load, _, _ = machine.get("load before", UNKNOWN).partition(" ")
    if load != UNKNOWN and machine.get("cpus", "").isdigit() and float(load) > _BUSY * int(machine["cpus"]):
        notes.append(f"the machine was busy when the run began (load {load} on {machine['cpus']} CPUs)")
    wide = [
        value.test for value in run.values if max(value.samples) - min(value.samples) > _WIDE * median(value.samples)
    ]
    if wide:
        notes.append(
            f"the runs lie more than {_WIDE:.0%} apart for {', '.join(wide)}: a small difference shows nothing"
        )
    return notes
