"""Where heads of tables without a suite stand above a line; asked only of lines that end as rows do."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from archive.text import Line

_GAP = re.compile(r"\S(?:[ ]{2,}|[ ]?\t[ \t]*|[ ]?\|[ ]?)\S")
# Both are for words in lower case. Each begins with the signs that any of them begins with and looks back: a search for
# the words one after the other takes twice as long, and most lines hold none.
_SIDES = re.compile(
    r"[+\da-fk-pr-w](?:(?<!\w.)(?:(?:(?<=a)fter|(?<=b)(?:efore|ase(?:line)?)|(?<=c)ontrol|(?<=k)ernel|(?<=l)inu[sx]"
    r"|(?<=m)(?:ain(?:line)?|aster|odified)|(?<=n)(?:ext|ew|opatch)|(?<=o)(?:rig(?:inal)?|ld)|(?<=p)atch(?:ed|es|set)?"
    r"|(?<=r)(?:fc|evert(?:ed)?)|(?<=s)tock|(?<=t)ip|(?<=u)(?:pstream|npatched|nmodified)"
    r"|(?<=v)(?:anilla|irgin|\d{1,2})|(?<=w)ith(?:out)?)\b"
    r"|(?<=w)/|(?:(?<=[a-f])(?=[a-f]{0,38}\d)|(?<=\d)(?=\d{0,38}[a-f]))[0-9a-f]{6,39}\b)"
    r"|(?<=r)c\d|(?<=\d)\.\d{1,3}(?:\.\d|-)|(?<=\+)\s?[a-z])"
)
_NAMES = re.compile(
    r"[/smnuiltbq(](?:(?<=/)s|(?<=s)(?:ec|core)|(?<!\w.)(?<=[mnu])s\b|(?<=i)ops|(?<=l)atency|(?<=t)(?:hroughput|ime|ps)"
    r"|(?<=b)andwidth|(?<=q)ps|(?<=\()s\))"
)
_DIGIT = re.compile(r"\d")
# How far below its head the first row of a table may stand.
_REACH = 8
_MAX_TRIES = 3


_UNKNOWN, _NO_HEAD, _NAMED, _SIDED = range(4)


@dataclass(frozen=True, slots=True)
class Above:
    """Whether heads stand near above a line, whether any of them names sides, and whether a table has been looked for
    often enough below the nearest of them.
    """

    has_head: bool
    has_sides: bool
    is_tried: bool


class HeadsAbove:
    """The heads above any line of a text; what each line is, is found once, when it is first asked for."""

    def __init__(self, lines: Sequence[Line], left_out: Iterable[int]) -> None:
        """No heads are looked for in the lines of these numbers."""
        self._lines = lines
        self._kinds = [_UNKNOWN] * len(lines)
        self._digits = [False] * len(lines)
        self.leave_out(left_out)

    def leave_out(self, numbers: Iterable[int]) -> None:
        """Look for no heads in these lines: they belong to a table that has been found."""
        for number in numbers:
            self._kinds[number - 1] = _NO_HEAD
            self._digits[number - 1] = False

    def above(self, index: int) -> Above:
        """What stands above line `index` (0-based)."""
        tries, has_head = 0, False
        for place in range(index - 1, max(-1, index - 2 - _REACH), -1):
            kind = self._kinds[place] or self._look(place)
            has_head = has_head or kind != _NO_HEAD
            if kind == _SIDED:
                return Above(has_head=True, has_sides=True, is_tried=tries > _MAX_TRIES)
            tries += not has_head and self._digits[place]
        return Above(has_head, has_sides=False, is_tried=has_head and tries > _MAX_TRIES)

    def _look(self, place: int) -> int:
        words = self._lines[place].words
        kind = self._kinds[place] = _kind_of(words)
        self._digits[place] = _DIGIT.search(words) is not None
        return kind


def names_sides(words: str) -> bool:
    """Whether a line may name a side at all."""
    return _SIDES.search(words.lower()) is not None


def _kind_of(words: str) -> int:
    if ("  " not in words and "\t" not in words and "|" not in words) or words.endswith((".", ",", ";")):
        return _NO_HEAD
    if _GAP.search(words) is None:
        return _NO_HEAD
    lowered = words.lower()
    if _SIDES.search(lowered) is not None:
        return _SIDED
    return _NAMED if _NAMES.search(lowered) is not None else _NO_HEAD
