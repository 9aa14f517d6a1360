"""Settings of fio that a sentence tells before the tables that it leads to; no suite.

For fio the following results have been obtained with a queue depth of
1 and 4k block size (runtime 600 secs):
"""

import re
from collections.abc import Sequence

from archive.results import Parameter
from archive.text import Line

_NAMED = re.compile(r"\bfio\b", re.IGNORECASE)
_TOLD = (
    re.compile(r"\b(?:queue|io)[ -]?depth (?:of |is )?(?P<iodepth>\d{1,5})\b", re.IGNORECASE),
    re.compile(r"\b(?P<bs>\d{1,5}[kKmM])i?[bB]? (?:block ?|request ?)sizes?\b", re.IGNORECASE),
    re.compile(r"\bblock ?size (?:of |is )?(?P<bs>\d{1,5}[kKmM])i?[bB]?\b", re.IGNORECASE),
    re.compile(r"\brun ?time (?:of |is )?(?P<runtime>\d{1,6}) ?(?:s|secs?|seconds)\b", re.IGNORECASE),
    re.compile(r"\b(?P<numjobs>\d{1,5}) (?:jobs|threads)\b", re.IGNORECASE),
)
_MAX_LINES = 4
_MAX_LINE = 120


class ProseSettings:
    """What sentences that name fio and end with a colon tell of the runs below them."""

    def __init__(self, lines: Sequence[Line]) -> None:
        """Find the sentences."""
        self._told: list[tuple[int, int, dict[str, Parameter]]] = []
        for index, line in enumerate(lines):
            if line.words.endswith(":") and len(line.words) <= _MAX_LINE and " " in line.words:
                told = _read(_sentence(lines, index))
                if told:
                    self._told.append((line.number, line.depth, told))

    def at(self, line: Line) -> dict[str, Parameter]:
        """The settings that the last such sentence above a line tells."""
        above = [told for number, depth, told in self._told if number < line.number and depth == line.depth]
        return above[-1] if above else {}


def _sentence(lines: Sequence[Line], index: int) -> str:
    """The lines down to line `index` that stand together with it."""
    first = index
    while first > 0 and index - first < _MAX_LINES - 1:
        above = lines[first - 1]
        if above.is_blank or above.depth != lines[index].depth or above.words[-1] in ".:":
            break
        first -= 1
    return " ".join(line.words[:_MAX_LINE] for line in lines[first : index + 1])


def _read(text: str) -> dict[str, Parameter]:
    if _NAMED.search(text) is None:
        return {}
    found: dict[str, Parameter] = {}
    for pattern in _TOLD:
        matches = list(pattern.finditer(text))
        # "queue depths of 1 and queue depth of 16" tell of several runs.
        if len(matches) == 1:
            for name, value in matches[0].groupdict().items():
                found.setdefault(name, int(value) if value.isdecimal() else value)
    return found
