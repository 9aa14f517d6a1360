"""Changes: what one post's numbers say of one kernel beside another, like compared with like only."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite

from archive.kernels import bounds, parse, series_in
from archive.results import Change, Measurement, Side
from archive.significance import ALPHA, least_p, mann_whitney, median
from archive.units import conversion, dimension

SINGLE_RUN = "single run, no test"
TOO_FEW_RUNS = "need >= 4 samples to detect a difference"
RESOLUTION_STEP = "a step of the printed resolution"
LOOSE_PREFIX = "K, M and G of the units may be powers of 1000 or of 1024"

_BASELINE = re.compile(
    r"(?<![a-z])(?:base(?:line)?\d*|before|clean|linus|mainline|old|orig(?:in(?:al)?)?|plain|stock|unmodified|unpatched|vanilla"
    r"|virgin|without|w/o)(?![a-z])",
    re.IGNORECASE,
)
# The sort key of a word in a version that is no number of a tree ("-perfgov"): trees grow by numbers, not by alphabet.
_LOCAL_WORD = re.compile(r"\d[a-z_]{1,40} @")
# Printed decimals are not exact in binary: 0.41 - 0.40 is a little more than a step of 0.01.
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class _Runs:
    """The measurements of one kernel or variant under one test as posted, and where the kernel came in the post; what
    every comparison of them asks for is told once.
    """

    measurements: tuple[Measurement, ...]
    appearance: int
    slack: float
    """The relative difference that another reading of its units would make."""
    side: Side
    step: float
    """The largest step of the printed resolutions."""
    noise: float

    @property
    def first(self) -> Measurement:
        return self.measurements[0]


def _runs(measurements: tuple[Measurement, ...], appearance: int, slack: float = 0.0) -> _Runs:
    step = max([m.resolution or 0.0 for m in measurements])
    noise = max([m.noise or 0.0 for m in measurements])
    return _Runs(measurements, appearance, slack, _side(measurements), step, noise)


def changes(measurements: Sequence[Measurement]) -> tuple[Change, ...]:
    """Each kernel of one post against the baseline and against its predecessor, for every test, metric and machine.

    `measurements` are those of one message. The baseline is the oldest version, else what is called vanilla, base,
    clean, before or the like, else what is posted first (design: Change).
    """
    return tuple(
        _change(old, new, pairing) for group in _groups(measurements) for old, new, pairing in _pairs(_in_order(group))
    )


def _groups(measurements: Sequence[Measurement]) -> list[list[_Runs]]:
    groups: defaultdict[Hashable, defaultdict[Hashable, list[Measurement]]] = defaultdict(lambda: defaultdict(list))
    appearances: dict[Hashable, int] = {}
    for measurement in measurements:
        kernel = _kernel_key(measurement)
        if kernel is not None:
            appearances.setdefault(kernel, len(appearances))
            groups[_like(measurement)][kernel].append(measurement)
    return [
        [_runs(tuple(runs), appearances[kernel]) for kernel, runs in group.items()]
        for group in groups.values()
        if len(group) > 1
    ]


def _like(measurement: Measurement) -> Hashable:
    """What has to be equal for two values to be compared: everything but kernel, variant and repeat."""
    machine = measurement.machine.hardware.text.lower().split() if measurement.machine is not None else ()
    parameters = sorted((name, str(value)) for name, value in measurement.parameters.items())
    return (
        *(measurement.suite, measurement.suite_version, measurement.harness, measurement.test, measurement.metric),
        *(
            dimension(measurement.unit),
            measurement.better,
            measurement.role,
            measurement.statistic,
            measurement.author.key,
        ),
        *(tuple(parameters), tuple(machine)),
    )


def _kernel_key(measurement: Measurement) -> Hashable:
    """What makes two rows one kernel: the version however written, else the label; None where nothing is said."""
    if measurement.kernel is None:
        return measurement.variant and ("", _folded(measurement.variant))
    version = parse(measurement.kernel.text.strip())
    label = version.sort_key if version is not None else _folded(measurement.kernel.text)
    return (label, _folded(measurement.variant or ""))


def _folded(label: str) -> str:
    return " ".join(label.casefold().split())


def _in_order(group: list[_Runs]) -> list[_Runs]:
    """The baseline first, then each kernel behind its predecessor: by version where all have one, else as posted."""
    ages = [_age(runs) for runs in group]
    known = [age for age in ages if age is not None]
    order = known if len(known) == len(group) else [""] * len(group)
    places = [_place(runs, age) for runs, age in zip(group, order, strict=True)]
    return [group[number] for number in sorted(range(len(group)), key=lambda number: places[number])]


def _age(runs: _Runs) -> str | None:
    """What sorts a kernel among versions; a label that names a series only ("2.4") comes before all of the series."""
    if runs.side.version is not None:
        return runs.side.version.sort_key
    mention = next(series_in(runs.side.label), None)
    return bounds(mention.series)[0] if mention is not None else None


def _place(runs: _Runs, key: str) -> tuple[str, bool, bool, bool, int]:
    label = runs.side.label
    word = _LOCAL_WORD.search(key)
    tree = key[: word.start()] if word is not None else key
    # Of two labels with one version ("2.4.14", "2.4.14 + MQ") the bare one is what the other was made from.
    is_bare = runs.side.version is not None and parse(label) is not None
    return (tree, word is not None, _BASELINE.search(label) is None, not is_bare, runs.appearance)


def _pairs(group: list[_Runs]) -> Iterator[tuple[_Runs, _Runs, str]]:
    for number, new in enumerate(group[1:], start=1):
        if number == 1:
            yield group[0], new, "both"
        else:
            yield group[0], new, "baseline"
            yield group[number - 1], new, "predecessor"


def _in_unit(runs: _Runs, unit: str | None) -> _Runs:
    """The runs with values in that unit, which is of their dimension; what is converted shows the unit as posted."""
    if all(measurement.unit == unit for measurement in runs.measurements):
        return runs
    found = [(measurement, conversion(measurement.unit, unit)) for measurement in runs.measurements]
    turned = tuple(
        replace(
            m,
            value=way.apply(m.value),
            resolution=way.apply(m.resolution) if m.resolution is not None else None,
            raw=f"{m.raw} {m.unit}",
        )
        if way is not None and m.unit != unit
        else m
        for m, way in found
    )
    return _runs(turned, runs.appearance, max(way.slack for _, way in found if way is not None))


def _change(old: _Runs, new: _Runs, pairing: str) -> Change:
    first = old.first
    old, new = _in_unit(old, first.unit), _in_unit(new, first.unit)
    before, after = old.side, new.side
    p, note = _test(before.values, after.values)
    warnings = dict.fromkeys(warning for m in (*old.measurements, *new.measurements) for warning in m.warnings)
    if 0 < abs(after.value - before.value) <= max(old.step, new.step) * (1 + _ROUNDING):
        warnings[RESOLUTION_STEP] = None
    if old.slack or new.slack:
        warnings[LOOSE_PREFIX] = None
    return Change(
        id=_id(old, new),
        message_key=first.table.message_key,
        suite=first.suite,
        test=first.test,
        metric=first.metric,
        unit=first.unit,
        better=first.better,
        role=first.role,
        statistic=first.statistic,
        parameters=first.parameters,
        machine=first.machine,
        old=before,
        new=after,
        delta=(after.value - before.value) / before.value if before.value != 0 else None,
        verdict=_verdict(old, new, p),
        test_note=note,
        pairing=pairing,
        p=p,
        warnings=tuple(warnings),
    )


def _side(measurements: tuple[Measurement, ...]) -> Side:
    first = measurements[0]
    values = tuple([m.value for m in measurements])
    return Side(
        label=_label(first),
        version=first.kernel.version if first.kernel is not None else None,
        measurements=tuple([m.id for m in measurements]),
        values=values,
        raws=tuple([m.raw for m in measurements]),
        value=median(values),
    )


def _label(measurement: Measurement) -> str:
    kernel = measurement.kernel.text if measurement.kernel is not None else ""
    variant = measurement.variant or ""
    return kernel if variant in kernel else f"{kernel} {variant}".strip()


def _test(old: Sequence[float], new: Sequence[float]) -> tuple[float | None, str]:
    if len(old) == len(new) == 1:
        return None, SINGLE_RUN
    if least_p(len(old), len(new)) >= ALPHA:
        return None, TOO_FEW_RUNS
    p = mann_whitney(old, new)
    runs = f"{len(old)}" if len(old) == len(new) else f"{len(old)}+{len(new)}"
    return p, f"p={p:.3f} n={runs}"


def _verdict(old: _Runs, new: _Runs, p: float | None) -> str:
    difference = new.side.value - old.side.value
    if not isfinite(difference) or abs(difference) < max(old.slack, new.slack) * abs(old.side.value):
        return "unknown"
    # Where runs are too few for any test to find a difference, they are judged as a single run is.
    is_same = p >= ALPHA if p is not None else _is_within_print_or_noise(old, new, difference)
    if is_same or difference == 0:
        return "same"
    if old.first.better is None:
        return "different"
    return "faster" if (difference > 0) == (old.first.better == "higher") else "slower"


def _is_within_print_or_noise(old: _Runs, new: _Runs, difference: float) -> bool:
    step, noise = max(old.step, new.step), max(old.noise, new.noise)
    return abs(difference) < step * (1 - _ROUNDING) or abs(difference) < noise * abs(old.side.value)


def _id(old: _Runs, new: _Runs) -> str:
    # A measurement's id survives a better reader, and belongs to one side of one test only.
    return "c" + hashlib.sha256(f"{old.first.id}\0{new.first.id}".encode()).hexdigest()[:16]
