"""Kernels and machines that the lines of mails mention, as entity terms; a line that comes again is known."""

from collections.abc import Callable, Iterable, Iterator

from archive import hardware, kernels

# A line is quoted in every reply of a thread. Beyond this many we forget and begin anew.
_MAX_KNOWN = 20_000


class Mentions:
    """What lines mention. Belongs to one thread."""

    def __init__(self) -> None:
        """Begin without any known line."""
        self._kernels = _Known(_kernels)
        self._machines = _Known(_machines)

    def kernels(self, lines: Iterable[str]) -> tuple[str, ...]:
        """Versions with all their prefixes, and series, each once."""
        # A version holds a dot; asking for it first spares the call for most lines.
        return self._kernels.of(line for line in lines if "." in line)

    def machines(self, lines: Iterable[str]) -> tuple[str, ...]:
        """The search terms of machines, each once."""
        return self._machines.of(lines)


class _Known:
    def __init__(self, read: Callable[[str], Iterator[str]]) -> None:
        self._read = read
        self._terms: dict[str, tuple[str, ...]] = {}

    def of(self, lines: Iterable[str]) -> tuple[str, ...]:
        if len(self._terms) > _MAX_KNOWN:
            self._terms.clear()
        known = self._terms
        found: dict[str, None] = {}
        for line in lines:
            terms = known.get(line)
            if terms is None:
                terms = known[line] = tuple(dict.fromkeys(self._read(line)))
            if terms:
                found |= dict.fromkeys(terms)
        return tuple(found)


def _kernels(line: str) -> Iterator[str]:
    for mention in kernels.find(line):
        yield from kernels.prefixes(mention.version)
    for series in kernels.series_in(line):
        yield series.series


def _machines(line: str) -> Iterator[str]:
    for mention in hardware.find(line):
        yield from hardware.terms(mention.hardware)
