"""Claims beside the numbers: which labels mean which kernels, and whether the numbers say so too."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import median

from archive import kernels
from archive.results import Change, Measurement

AGREES, DISAGREES, UNTESTABLE = "agrees", "disagrees", "untestable"


def judge(faster: str, slower: str, measurements: Sequence[Measurement]) -> tuple[str, str]:
    """Whether the numbers say so too, and on what that rests: comparisons of like results with both kernels."""
    groups: dict[tuple[object, ...], dict[str, list[float]]] = defaultdict(lambda: {"faster": [], "slower": []})
    direction: dict[tuple[object, ...], str] = {}
    for m in measurements:
        if m.role != "primary" or m.better is None:
            continue
        key = (
            m.suite,
            m.test,
            m.metric,
            tuple(sorted(m.parameters.items())),
            m.machine.hardware.text if m.machine else None,
        )
        for side, label in (("faster", faster), ("slower", slower)):
            if m.kernel is not None and _names(m.kernel.text, m.kernel.version, label):
                groups[key][side].append(m.value)
                direction[key] = m.better
    both = [
        (direction[key], median(sides["faster"]), median(sides["slower"]))
        for key, sides in groups.items()
        if sides["faster"] and sides["slower"]
    ]
    if not both:
        return UNTESTABLE, "no result of both is here"
    agree = sum((a > b) == (better == "higher") and a != b for better, a, b in both)
    reading = (
        f"{agree} of {len(both)} comparisons agree"
        if len(both) > 1
        else "the numbers agree"
        if agree
        else "the numbers say otherwise"
    )
    return verdict_of(agree, len(both)), reading


def verdict_of(agree: int, comparisons: int) -> str:
    """Two thirds decide; between a third and two thirds nothing can be said."""
    if not comparisons:
        return UNTESTABLE
    if agree * 3 >= comparisons * 2:
        return AGREES
    return DISAGREES if agree * 3 <= comparisons else UNTESTABLE


def beside(faster: str, slower: str, measurements: Sequence[Measurement], changes: Sequence[Change]) -> tuple[str, ...]:
    """The ids of the changes between two kernels, as labels name them, among the changes of some measurements."""
    spoken_of = {m.id for m in measurements}
    return tuple(
        change.id
        for change in changes
        if not spoken_of.isdisjoint(change.old.measurements)
        and any(
            _names(one.label, one.version, faster) and _names(other.label, other.version, slower)
            for one, other in ((change.old, change.new), (change.new, change.old))
        )
    )


def never_existed(labels: Iterable[str], measurements: Sequence[Measurement]) -> tuple[dict[str, str], tuple[str, ...]]:
    """What labels that no kernel ever had probably mean, each with a warning that says why."""
    written = tuple(labels)
    among = {m.kernel.version.canonical: m.kernel.version for m in measurements if m.kernel and m.kernel.version}
    others = [known for known in among.values() if known.text not in written]
    meant, warnings = dict[str, str](), list[str]()
    for label in written:
        version = kernels.parse(label)
        if version is None or not kernels.never_existed(version):
            continue
        suggestion = kernels.suggest(version, others)
        if suggestion is not None:
            meant[label] = suggestion.version.text
        reason = f"; probably {suggestion.version.text}: {suggestion.reason}" if suggestion else ""
        warnings.append(f"{label} never existed{reason}")
    return meant, tuple(warnings)


def _names(text: str, version: kernels.KernelVersion | None, label: str) -> bool:
    """Whether a label means a kernel: the kernel's own label, its version, or its series."""
    if text == label:
        return True
    if version is None:
        return False
    meant = kernels.parse(label)
    return version.canonical == meant.canonical if meant is not None else version.series == label
