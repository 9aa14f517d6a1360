"""Headings above rows that name a kernel or a machine, and which of them still holds at a row."""

import re
from collections.abc import Callable, Sequence

from archive import hardware, kernels
from archive.results import Basis
from archive.text import Line
from suites.base import Label

_MAX_HEADING = 100
_MAX_WORDS = 9
_LEAD = re.compile(
    r"(?:(?:on|for|with|running|under|the|linux|kernel|version)[ \t]+){1,3}|[*=#\[(_-]{1,4}[ \t]*", re.IGNORECASE
)
_TAIL = re.compile(r"[ \t:*=#_)\]-]{0,8}$")
_RULER = re.compile(r"[ \t]*[-=*_#~.]{3,}[ \t]*$")
_WORDS_OF_PROSE = 7


def kernel_headings(
    lines: Sequence[Line], rows: frozenset[int], base: kernels.KernelVersion | None
) -> dict[int, Label]:
    """The heading that names a kernel for each row line ("2.2.18:", "kernel 2.5.52 with mm1" between rulers, "pre4:").

    `base` completes short forms where the text itself has named no version yet.
    """
    versions = _Versions(base)
    return _nearest(lines, rows, lambda index: _kernel_label(lines, index, rows, versions))


def machine_headings(lines: Sequence[Line], rows: frozenset[int]) -> dict[int, Label]:
    """The heading that describes a machine for each row line ("133 MHz Pentium, DMA, 80M", "configuration
    : PIII/868MHZ").
    """
    return _nearest(lines, rows, lambda index: _machine_label(lines[index]))


class _Versions:
    """The version named last, for short forms such as "pre4:" further down."""

    def __init__(self, base: kernels.KernelVersion | None) -> None:
        self.last = base

    def first_in(self, words: str) -> kernels.Mention | None:
        """The first version that the words mention; it becomes the base of later short forms."""
        mention = next(iter(kernels.find(words, self.last)), None)
        if mention is not None:
            self.last = mention.version
        return mention


def _nearest(lines: Sequence[Line], rows: frozenset[int], read: Callable[[int], Label | None]) -> dict[int, Label]:
    """For each row the last heading above it at its own quote depth; a paragraph of prose ends a heading's reach."""
    found: dict[int, Label] = {}
    current: Label | None = None
    depth = prose = 0
    for index, line in enumerate(lines):
        if line.is_blank:
            prose = 0
            continue
        if line.depth != depth:
            current, depth, prose = None, line.depth, 0
        if line.number in rows:
            prose = 0
            if current is not None:
                found[line.number] = current
            continue
        label = read(index)
        prose = prose + 1 if label is None and _is_prose(line) else 0
        current = label or (None if prose > 1 else current)
    return found


def _is_prose(line: Line) -> bool:
    words = line.words.split()
    plain = sum(word.strip(".,;:!?()'\"").isalpha() for word in words)
    return len(words) >= _WORDS_OF_PROSE and plain * 3 >= len(words) * 2 and " : " not in line.words


def _kernel_label(lines: Sequence[Line], index: int, rows: frozenset[int], versions: _Versions) -> Label | None:
    line = lines[index]
    words = line.words
    if len(words) > _MAX_HEADING or len(words.split()) > _MAX_WORDS or not _stands_alone(lines, index, rows):
        return None
    start = len(words) - len(words.lstrip())
    lead = _LEAD.match(words, start)
    while lead is not None and lead.end() > start:
        start = lead.end()
        lead = _LEAD.match(words, start)
    first = versions.first_in(words[start:])
    if first is None or first.start != 0:
        return None
    tail = _TAIL.search(words)
    end = tail.start() if tail else len(words)
    end += 1 if words[end : end + 1] == ")" and words[start:end].count("(") > words[start:end].count(")") else 0
    return Label(words[start:end], line.number, line.start + start, line.start + end, Basis.HEADING)


def _machine_label(line: Line) -> Label | None:
    words = line.words
    if not words.strip() or len(words) > _MAX_HEADING or _is_prose(line) or words.rstrip().endswith("."):
        return None
    start = len(words) - len(words.lstrip())
    if ":" in words:
        start = words.index(":") + 1
        start += len(words[start:]) - len(words[start:].lstrip())
    text = words[start:].rstrip()
    box = hardware.parse(text)
    if box is None or (box.cpu is None and box.mhz is None):
        return None
    return Label(text, line.number, line.start + start, line.start + start + len(text), Basis.HEADING)


def _stands_alone(lines: Sequence[Line], index: int, rows: frozenset[int]) -> bool:
    """A heading ends in a colon, or has nothing but blanks, rulers and rows beside it."""
    if lines[index].words.rstrip().endswith(":"):
        return True
    above = lines[index - 1] if index else None
    below = lines[index + 1] if index + 1 < len(lines) else None
    return all(
        other is None or other.is_blank or other.number in rows or _RULER.match(other.words) is not None
        for other in (above, below)
    )
