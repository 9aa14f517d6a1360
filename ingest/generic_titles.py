"""What the lines right above a table without a suite tell of its figures."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from archive.text import Line
from ingest.generic_metrics import RATIO, Measure, direction_in, measure_of
from ingest.grid_cuts import RULER
from ingest.told_units import measure_told, words_below

_COMMAND = re.compile(r"(?:^| )--?[a-z][\w-]{0,20}(?:[= ]|$)|^[$#] ")
_NO_TITLE = re.compile(r" --?[a-z][\w-]{0,20}[= ]|:[ \t.]{1,40}\d")
_VERB = re.compile(r"\b(?:is|are|was|were|has|have)\b", re.IGNORECASE)
# The end of a sentence around a command: "shows the following results:" says no name.
_PREDICATE = re.compile(
    r"(?:shows?|yields?|gives?|gave|showed|yielded|produce[sd]?|results? in|resulted in)\b.{0,90}:$"
)
_NUMBERED = re.compile(r"^[ \t*-]{0,8}\(?\w{1,2}\)")
_ASIDE = re.compile(r"[ ]?\([^()]{1,40}\)")
_REACH = 5
_MAX_LINES = 3
_MAX_TITLE = 100
_MAX_TITLE_WORDS = 9
_MAX_BARE_TITLE = 5
_MAX_LEAD_WORDS = 16
_DRAWN = ("|", "+-", "+=")
_MAX_DRAWN = 40


@dataclass(frozen=True, slots=True)
class Title:
    """A table's title as posted, what it says of the figures, which way is better, and whether they are ratios."""

    text: str | None
    measure: Measure | None
    direction: str | None
    is_ratio: bool


def title_above(lines: Sequence[Line], head: int, first: int, last: int | None = None) -> Title:
    """What the nearest lines above line number `head` tell, those between it and the first row (0-based), and that
    right below the last one.
    """
    near = _near(lines, head)
    below = words_below(lines, last) if last is not None else ""
    text = " ".join((*near, below))
    measure = next((found for found in map(_told, (*near, below)) if found is not None), None)
    title = _title(lines, head, near)
    inner = " ".join(line.words for line in lines[head - 1 : first])
    return Title(
        title.strip(" :=-*#") if title is not None and len(title) <= _MAX_TITLE else None,
        measure,
        direction_in(text),
        RATIO.search(text) is not None or RATIO.search(inner) is not None,
    )


def _title(lines: Sequence[Line], head: int, near: Sequence[str]) -> str | None:
    """The nearest of the lines above that is a title, and no end of a sentence that began on the line before."""
    above = (lines[place] for place in range(head - 2, max(-1, head - 2 - _REACH), -1))
    for line in above:
        words = line.words.strip()
        if words in near and _is_title(words) and not (line.number > 1 and _runs_on(lines[line.number - 2], line)):
            return words
    return None


def _runs_on(above: Line, line: Line) -> bool:
    """Whether a line begins in the middle of a sentence."""
    words = above.words.rstrip()
    is_open = words[-1:].isalpha() or words.endswith(",")
    return is_open and line.words[:1].islower() and len(words.split()) > _MAX_BARE_TITLE and "  " not in words.strip()


def _near(lines: Sequence[Line], head: int) -> list[str]:
    """Up to three lines with words above, the nearest first; figures of other tables end the search."""
    found: list[str] = []
    depth = lines[head - 1].depth
    begin = _above_drawn(lines, head - 1)
    for place in range(begin, max(-1, begin - _REACH), -1):
        line = lines[place]
        if not any(char.isalpha() for char in line.words) or RULER.fullmatch(line.words) is not None:
            continue
        if line.depth != depth or len(found) == _MAX_LINES:
            break
        found.append(line.words.strip())
    return found


def _above_drawn(lines: Sequence[Line], head: int) -> int:
    """The line (0-based) above a head, or above the boxes drawn right over its own: one title stands over them all."""
    place = head - 1
    if lines[head].words.startswith(_DRAWN):
        while place > max(0, head - _MAX_DRAWN) and lines[place].words.startswith(_DRAWN):
            place -= 1
    return place


def _is_title(words: str) -> bool:
    """Whether a line is a title, and no end of a sentence or of brackets, and no row of another table."""
    most = _MAX_TITLE_WORDS if words.endswith(":") else _MAX_BARE_TITLE
    return (
        len(_ASIDE.sub("", words).split()) <= most
        and (own := _NUMBERED.sub("", words)).count(")") <= own.count("(")
        and "|" not in words
        and "@" not in words
        and not words.endswith((".", ",", ";"))
        and "  " not in words
        and _COMMAND.search(words) is None
        and _VERB.search(words) is None
        and _PREDICATE.match(words) is None
    )


def _told(words: str) -> Measure | None:
    """What a line says of figures; a command says nothing of them, and figures with their units are results."""
    if _NO_TITLE.search(words) is not None:
        return None
    count = len(words.split())
    found = measure_of(words, is_prose=count > (_MAX_LEAD_WORDS if words.endswith(":") else _MAX_TITLE_WORDS))
    return found if found is not None and found.unit is not None else measure_told(words) or found
