"""Whether two sets of runs differ: the Mann-Whitney U test, exact for small sets, and the interval of a median."""

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from math import comb, erfc, sqrt
from sys import byteorder

ALPHA = 0.05
CONFIDENCE = 0.95
_LARGEST_EXACT = 40
# More than the ways to choose among so many: comb(40, 20) has 38.
_BITS_OF_A_COUNT = 64


def mann_whitney(one: Sequence[float], two: Sequence[float]) -> float:
    """The two-sided p that both sets come from one distribution; ValueError where one is empty.

    Up to 40 runs together p is exact, also with ties: all ways to deal the runs out again are counted. Above, the
    normal approximation with corrections for ties and continuity is used.
    """
    if not one or not two:
        message = "a test needs a run on either side"
        raise ValueError(message)
    ranks = _doubled_ranks((*one, *two))
    if len(ranks) <= _LARGEST_EXACT:
        return _exact(ranks, len(one))
    return _approximate(ranks, len(one))


def least_p(runs_of_one: int, runs_of_two: int) -> float:
    """The smallest p that so many runs can give, however far apart they are."""
    return 2 / comb(runs_of_one + runs_of_two, runs_of_one)


def median(values: Sequence[float]) -> float:
    """The middle value, or the mean of the two middle ones; ValueError where there is none."""
    if not values:
        message = "no values, no median"
        raise ValueError(message)
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def median_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float] | None:
    """An interval that holds the median with this confidence whatever the distribution; None for too few runs (< 6)."""
    ordered, count = sorted(values), len(values)
    outside = (1 - confidence) / 2
    # The chance that no more than so many of the runs lie on one side of the true median.
    tails = list(accumulate(comb(count, below) / 2**count for below in range(count // 2)))
    cut = sum(1 for tail in tails if tail <= outside)
    return (ordered[cut - 1], ordered[count - cut]) if cut else None


def _doubled_ranks(values: Sequence[float]) -> list[int]:
    """Ranks from 1, times two so that the middle rank of ties is whole."""
    counts = Counter(values)
    below, doubled = 0, {}
    for value in sorted(counts):
        doubled[value] = 2 * below + counts[value] + 1
        below += counts[value]
    return [doubled[value] for value in values]


def _exact(ranks: Sequence[int], size: int) -> float:
    """Count, among all choices of `size` ranks, those whose sum is as far from the middle as the observed one.

    The ways to reach each sum are the digits of one long number: to add a rank to all of them is one shift.
    """
    # What is left out lies as far from the middle as what is chosen.
    fewer = min(size, len(ranks) - size)
    ways = [1, *([0] * fewer)]
    for place, rank in enumerate(ranks):
        # Fewer than these would need more ranks than are left.
        least = max(fewer + place + 1 - len(ranks), 1)
        for chosen in range(min(place + 1, fewer), least - 1, -1):
            ways[chosen] += ways[chosen - 1] << (rank * _BITS_OF_A_COUNT)
    counts = array("Q", ways[fewer].to_bytes((sum(ranks) + 1) * _BITS_OF_A_COUNT // 8, byteorder))
    if byteorder == "big":
        counts.reverse()
    middle = fewer * (len(ranks) + 1)
    distance = abs(sum(ranks[:size]) - size * (len(ranks) + 1))
    extreme = sum(counts) - sum(counts[max(middle - distance + 1, 0) : max(middle + distance, 0)])
    return extreme / comb(len(ranks), size)


def _approximate(ranks: Sequence[int], size: int) -> float:
    everything, other = len(ranks), len(ranks) - size
    ties = sum(count**3 - count for count in Counter(ranks).values())
    variance = size * other / 12 * (everything + 1 - ties / (everything * (everything - 1)))
    if variance == 0:
        return 1.0
    distance = abs(sum(ranks[:size]) / 2 - size * (everything + 1) / 2)
    return min(1.0, erfc(max(0.0, distance - 0.5) / sqrt(variance) / sqrt(2)))
