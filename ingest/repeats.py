"""Runs that a post prints without numbering them: the same test on the same kernel, one after another."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from archive.results import Measurement


def number_repeats(measurements: Sequence[Measurement]) -> tuple[Measurement, ...]:
    """Give measurements of one post that differ in nothing but their value a repeat (from 1) and the number of runs."""
    groups: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for position, m in enumerate(measurements):
        if m.repeat is None:
            groups[sameness(m)].append(position)
    numbered = list(measurements)
    for positions in groups.values():
        if len(positions) > 1:
            for repeat, position in enumerate(positions, start=1):
                numbered[position] = replace(measurements[position], repeat=repeat, runs=len(positions))
    return tuple(numbered)


def sameness(m: Measurement) -> tuple[object, ...]:
    """What measurements of one post have in common that differ in nothing but their value and repeat."""
    machine = m.machine.hardware.text if m.machine is not None else None
    kernel = m.kernel.text if m.kernel is not None else None
    parameters = tuple(sorted((name, str(value)) for name, value in m.parameters.items()))
    where = m.author.key if m.quoted else None
    return (
        m.suite,
        m.suite_version,
        m.test,
        m.metric,
        m.unit,
        m.statistic,
        kernel,
        m.variant,
        machine,
        parameters,
        m.quoted,
        where,
    )
