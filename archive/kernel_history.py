"""Which kernel versions never were, and which one a slip of the pen probably meant."""

from collections.abc import Iterable
from dataclasses import dataclass

from archive.kernel_grammar import KernelVersion

# The last release of each series, from the release dates on kernel.org. The series of today has no entry.
_LAST_RELEASE = {
    (1, 0): 9,
    (1, 1): 95,
    (1, 2): 13,
    (1, 3): 100,
    (2, 0): 40,
    (2, 1): 132,
    (2, 2): 26,
    (2, 3): 51,
    (2, 4): 37,
    (2, 5): 75,
    (2, 6): 39,
}
# 2.3 jumped from 51 to the pre-patches of a 2.3.99 that was never released itself.
_JUMP = (2, 3, 99)
_LAST_SERIES = {1: 3, 2: 6, 3: 19, 4: 20, 5: 19}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The version that was probably meant, and why."""

    version: KernelVersion
    reason: str


def never_existed(version: KernelVersion) -> bool:
    """Whether no kernel of these numbers was ever released, nor a pre-patch of it: 2.4.49, 2.7.1, 3.25."""
    major, minor, *rest = version.numbers
    if minor > _LAST_SERIES.get(major, minor) or major == 0:
        return True
    last = _LAST_RELEASE.get((major, minor))
    if last is None or not rest or version.numbers[:3] == _JUMP:
        return False
    return rest[0] > last


def suggest(version: KernelVersion, among: Iterable[KernelVersion]) -> Suggestion | None:
    """Which version of a thread one that never existed probably means; None where it could exist or nothing is near.

    A digit may be wrong, or two may have changed places. One with the same last number comes first, since a patch level
    that the series never reached was right in another series; where two are equally near, neither is suggested.
    """
    if not never_existed(version):
        return None
    near = {other for other in among if not never_existed(other) and _slip(version.canonical, other.canonical)}
    for candidates in ({other for other in near if other.numbers[2:] == version.numbers[2:]}, near):
        if len(candidates) == 1:
            meant = candidates.pop()
            return Suggestion(meant, _reason(version, meant))
        if candidates:
            return None
    return None


def _slip(written: str, other: str) -> str | None:
    if len(written) != len(other):
        return None
    wrong = [index for index, (one, two) in enumerate(zip(written, other, strict=True)) if one != two]
    if len(wrong) == 1 and written[wrong[0]].isdigit() and other[wrong[0]].isdigit():
        return "differs in one digit"
    if len(wrong) == 2 and written[wrong[0]] == other[wrong[1]] and written[wrong[1]] == other[wrong[0]]:
        return "has two digits the other way round"
    return None


def _reason(version: KernelVersion, meant: KernelVersion) -> str:
    last = _LAST_RELEASE.get((version.numbers[0], version.numbers[1]))
    ended = (
        f"{version.series} ended at {version.series}.{last}" if last is not None else f"there was no {version.series}"
    )
    return f"{ended}; {meant} is in this thread and {_slip(version.canonical, meant.canonical)}"
