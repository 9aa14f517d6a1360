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


def kernel_heading(lines: Sequence[Line], row: int, is_row: Callable[[int], bool]) -> Label | None:
    """The nearest heading above the row on line `row` that names a kernel ("2.2.18:", "kernel 2.5.52 with mm1" between
    rulers).
    """
    return _nearest(lines, row, is_row, _kernel_label)


def machine_heading(lines: Sequence[Line], row: int, is_row: Callable[[int], bool]) -> Label | None:
    """The nearest heading above the row that describes a machine ("133 MHz Pentium, DMA, 80M", "Machine's configuration
    : PIII/868MHZ").
    """
    return _nearest(lines, row, is_row, _machine_label)


def _nearest(
    lines: Sequence[Line],
    row: int,
    is_row: Callable[[int], bool],
    read: Callable[[Sequence[Line], int, Callable[[int], bool]], Label | None],
) -> Label | None:
    depth = lines[row - 1].depth
    prose = 0
    for index in range(row - 2, -1, -1):
        line = lines[index]
        if line.depth != depth and not line.is_blank:
            return None
        if is_row(line.number) or line.is_blank:
            prose = 0
            continue
        label = read(lines, index, is_row)
        if label is not None:
            return label
        prose = prose + 1 if _is_prose(line) else 0
        if prose > 1:
            return None
    return None


def _is_prose(line: Line) -> bool:
    words = line.words.split()
    plain = sum(word.strip(".,;:!?()'\"").isalpha() for word in words)
    return len(words) >= _WORDS_OF_PROSE and plain * 3 >= len(words) * 2 and " : " not in line.words


def _kernel_label(lines: Sequence[Line], index: int, is_row: Callable[[int], bool]) -> Label | None:
    line = lines[index]
    words = line.words
    if len(words) > _MAX_HEADING or len(words.split()) > _MAX_WORDS or not _stands_alone(lines, index, is_row):
        return None
    start = len(words) - len(words.lstrip())
    lead = _LEAD.match(words, start)
    while lead is not None and lead.end() > start:
        start = lead.end()
        lead = _LEAD.match(words, start)
    first = next(iter(kernels.find(words[start:])), None)
    if first is None or first.start != 0:
        return None
    tail = _TAIL.search(words)
    end = tail.start() if tail else len(words)
    end += 1 if words[end : end + 1] == ")" and words[start:end].count("(") > words[start:end].count(")") else 0
    return Label(words[start:end], line.number, line.start + start, line.start + end, Basis.HEADING)


def _machine_label(lines: Sequence[Line], index: int, _is_row: Callable[[int], bool]) -> Label | None:
    line = lines[index]
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


def _stands_alone(lines: Sequence[Line], index: int, is_row: Callable[[int], bool]) -> bool:
    """A heading ends in a colon, or has nothing but blanks, rulers and rows beside it."""
    if lines[index].words.rstrip().endswith(":"):
        return True
    above = lines[index - 1] if index else None
    below = lines[index + 1] if index + 1 < len(lines) else None
    return all(
        other is None or other.is_blank or is_row(other.number) or _RULER.match(other.words) is not None
        for other in (above, below)
    )
