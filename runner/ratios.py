"""Ratios between kernels: what a post says, beside what runs under several kernels say here."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from archive.kernels import find, parse
from archive.results import Change
from archive.runs import Run, RunValue
from runner.adapters import Adapter, adapter_of

# What has to be equal for two runs to differ in the kernel alone; the rest is named by each adapter.
_SAME = ("architecture", "cpu", "cpus", "memory", "governor", "virtualisation", "libc")


@dataclass(frozen=True, slots=True)
class Ratio:
    """How a figure moved from one kernel to another: new / old, and between which ratios the single runs lie.

    `low` and `high` are None where each side is a single run. `verdict` slower | faster | same | different; `note` says
    on how many runs it rests, or what test was made; `machine` is the box that a post names.
    """

    old: str
    new: str
    value: float
    low: float | None
    high: float | None
    verdict: str
    note: str
    machine: str | None = None


@dataclass(frozen=True, slots=True)
class KernelRatios:
    """A test's ratios, posted and here, each against the oldest kernel of its own side."""

    suite: str
    test: str
    metric: str
    posted: tuple[Ratio, ...]
    here: tuple[Ratio, ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A stored run that was not compared for some tests, and what of it is not alike."""

    run: str
    kernel: str
    tests: tuple[str, ...]
    unlike: tuple[str, ...]


def kernel_ratios(run: Run, others: Sequence[Run], changes: Sequence[Change]) -> tuple[KernelRatios, ...]:
    """For each test of the run, the post's ratios, and ours over the runs that are alike in all but the kernel."""
    return tuple(
        KernelRatios(
            value.suite,
            value.test,
            value.metric,
            tuple(ratio for change in changes if (ratio := _posted(change, value)) is not None),
            _here(value, [run, *alike(run, others, value)]),
        )
        for value in run.values
    )


def left_out(run: Run, others: Iterable[Run]) -> tuple[LeftOut, ...]:
    """The stored runs under other kernels that differ from this one in more than the kernel, with what it is."""
    found: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for other in others:
        for value in run.values if other.kernel != run.kernel else ():
            if _values(other, value) and (differing := unlike(run, other, value)):
                found.setdefault((other.id, other.kernel, differing), []).append(value.test)
    return tuple(
        LeftOut(identity, kernel, tuple(tests), differing) for (identity, kernel, differing), tests in found.items()
    )


def alike(run: Run, others: Iterable[Run], value: RunValue) -> tuple[Run, ...]:
    """The runs that measured a test as this one did, on an equal machine; the kernel may be another."""
    return tuple(other for other in others if _values(other, value) and not unlike(run, other, value))


def unlike(run: Run, other: Run, value: RunValue) -> tuple[str, ...]:
    """What beside the kernel differs between two runs of a test."""
    adapter = adapter_of(value.suite, value.test)
    here, there = dict(run.machine), dict(other.machine)
    names = (*_SAME, *_of_adapter(adapter))
    # A program is named apart, since its name holds the test's: runs left out for the same reason are named together.
    program = f"program {value.suite}:{value.test}"
    differing = tuple(name for name in names if here.get(name) != there.get(name))
    differing += ("program or compiler",) if here.get(program) != there.get(program) else ()
    return (*differing, "seconds") if run.seconds != other.seconds else differing


def kernels(runs: Iterable[Run]) -> tuple[str, ...]:
    """The kernels of runs, oldest version first; a release that holds no version comes first, by its text."""
    return tuple(sorted({run.kernel for run in runs}, key=_age))


def _of_adapter(adapter: Adapter | None) -> tuple[str, ...]:
    return adapter.same if adapter is not None else ()


def _posted(change: Change, value: RunValue) -> Ratio | None:
    """The post's change as a ratio; those against a predecessor only are left to the post's own page."""
    is_wanted = (change.suite, change.test, change.metric) == (value.suite, value.test, value.metric)
    if not is_wanted or change.role != "primary" or change.pairing == "predecessor" or change.old.value == 0:
        return None
    low, high = _range(change.old.values, change.new.values)
    machine = change.machine.hardware.text if change.machine is not None else None
    ratio = change.new.value / change.old.value
    return Ratio(change.old.label, change.new.label, ratio, low, high, change.verdict, change.test_note, machine)


def _here(value: RunValue, runs: Sequence[Run]) -> tuple[Ratio, ...]:
    samples = {
        kernel: tuple(
            sample for run in runs if run.kernel == kernel for v in _values(run, value) for sample in v.samples
        )
        for kernel in kernels(runs)
    }
    (base, old), *rest = ((kernel, found) for kernel, found in samples.items() if found)
    return tuple(_ratio(base, old, kernel, new, value.better) for kernel, new in rest if median(old) != 0)


def _ratio(base: str, old: Sequence[float], kernel: str, new: Sequence[float], better: str | None) -> Ratio:
    low, high = _range(old, new)
    note = f"{len(old)} and {len(new)} runs"
    return Ratio(base, kernel, median(new) / median(old), low, high, _verdict(low, high, better), note)


def _verdict(low: float | None, high: float | None, better: str | None) -> str:
    """Only where no run of one side reaches into the other's do we call it a difference."""
    if low is None or high is None:
        return "unknown"
    if low <= 1 <= high:
        return "same"
    if better is None:
        return "different"
    return "faster" if (low > 1) == (better == "higher") else "slower"


def _range(old: Sequence[float], new: Sequence[float]) -> tuple[float | None, float | None]:
    if (len(old) < 2 and len(new) < 2) or min(old) <= 0:
        return None, None
    return min(new) / max(old), max(new) / min(old)


def _values(run: Run, like: RunValue) -> tuple[RunValue, ...]:
    wanted = (like.suite, like.test, like.metric, like.unit)
    return tuple(value for value in run.values if (value.suite, value.test, value.metric, value.unit) == wanted)


def _age(release: str) -> tuple[str, str]:
    """`uname -r` is a version with the builder's own words behind it, which need not parse as a whole."""
    version = parse(release) or next((mention.version for mention in find(release)), None)
    return (version.sort_key if version is not None else "", release)
