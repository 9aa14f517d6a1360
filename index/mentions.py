"""Kernels and machines that the lines of mails mention, as entity terms; a line that comes again is known."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from archive import hardware, kernels
from archive.mention_lines import may_mention_kernel, may_mention_machine

# A line is quoted in every reply of a thread. Beyond this many we forget and begin anew.
_MAX_KNOWN = 50_000

_Known = dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Mentioned:
    """The versions with all their prefixes and the series, and the search terms of machines, each once."""

    kernels: tuple[str, ...]
    machines: tuple[str, ...]


class Mentions:
    """What lines mention. Belongs to one thread."""

    def __init__(self) -> None:
        """Begin without any known line."""
        self._seen: set[str] = set()
        self._kernels: _Known = {}
        self._machines: _Known = {}

    def of(self, lines: Iterable[str]) -> Mentioned:
        """What these lines mention; those that were not met before are looked through together."""
        if len(self._seen) > _MAX_KNOWN:
            for known in (self._seen, self._kernels, self._machines):
                known.clear()
        distinct = set(lines)
        fresh = list(distinct - self._seen)
        self._seen.update(fresh)
        self._kernels |= ((line, tuple(_kernels(line))) for line in may_mention_kernel(fresh))
        self._machines |= ((line, tuple(_machines(line))) for line in may_mention_machine(fresh))
        return Mentioned(_together(distinct, self._kernels), _together(distinct, self._machines))


def _together(lines: set[str], known: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    found = known.keys() & lines
    return tuple(dict.fromkeys(term for line in found for term in known[line])) if found else ()


def _kernels(line: str) -> Iterator[str]:
    for mention in kernels.find(line):
        yield from kernels.prefixes(mention.version)
    for series in kernels.series_in(line):
        yield series.series


def _machines(line: str) -> Iterator[str]:
    for mention in hardware.find(line):
        yield from hardware.terms(mention.hardware)
