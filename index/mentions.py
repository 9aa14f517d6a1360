"""Kernels and machines that the lines of mails mention, as entity terms; a line that comes again is known."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from archive import hardware, kernels
from archive.mention_lines import lines_of_kernels, lines_of_machines, may_mention_kernel
from index.cutting import pieces

# A line is quoted in every reply of a thread. Beyond this many we forget and begin anew.
_MAX_KNOWN = 50_000


@dataclass(frozen=True, slots=True)
class Mentioned:
    """The versions with all their prefixes and the series, and the search terms of machines, each once."""

    kernels: tuple[str, ...]
    machines: tuple[str, ...]


class Mentions:
    """What lines mention. Belongs to one thread."""

    def __init__(self) -> None:
        """Begin without any known line."""
        self._kernels = _Known(_kernels)
        self._machines = _Known(_machines)

    def of(self, text: str, told: Mapping[str, str]) -> Mentioned:
        """What a text mentions, of whose pieces archive.mention_lines has told this."""
        if not told:
            return Mentioned((), ())
        return Mentioned(
            self._kernels.of(lines_of_kernels(text, told, pieces)),
            self._machines.of(lines_of_machines(text, told, pieces)),
        )


class _Known(dict[str, tuple[str, ...]]):
    """The terms of each line that was read."""

    def __init__(self, read: Callable[[str], Iterator[str]]) -> None:
        super().__init__()
        self._read = read

    def of(self, lines: Iterable[str]) -> tuple[str, ...]:
        """The terms of these lines, each once."""
        if len(self) > _MAX_KNOWN:
            self.clear()
        # Sorted, so that whoever makes a document, it is the same.
        return tuple(dict.fromkeys(term for line in sorted(lines) for term in self[line]))

    def __missing__(self, line: str) -> tuple[str, ...]:
        self[line] = found = tuple(self._read(line))
        return found


def _kernels(line: str) -> Iterator[str]:
    if not may_mention_kernel(line):
        return
    for mention in kernels.find(line):
        yield from kernels.prefixes(mention.version)
    for series in kernels.series_in(line):
        yield series.series


def _machines(line: str) -> Iterator[str]:
    for mention in hardware.find(line):
        yield from hardware.terms(mention.hardware)
