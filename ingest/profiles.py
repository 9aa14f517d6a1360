"""Profiles: listings of symbols by oprofile, readprofile and perf. They are evidence, and no results."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from archive.text import Line

# Symbol listings: oprofile (address, samples, per cent, symbol), readprofile (ticks, symbol, load), perf (per cent of
# itself and with what it calls, command, object, symbol; its tree marks what can be opened).
_ROWS = (
    re.compile(
        r"[ \t]{0,4}[0-9a-f]{8,16}[ \t]+\d{1,12}[ \t]+\d{1,3}(?:\.\d{1,8})?[ \t]+"
        r"(?:\S{1,60}[ \t]+)?(?P<symbol>[A-Za-z_.]\S{1,60})$"
    ),
    re.compile(r"[ \t]{0,8}\d{1,12}[ \t]+(?P<symbol>[A-Za-z_]\w{2,60})[ \t]+\d{1,9}\.\d{2,6}$"),
    re.compile(r"[ \t]{0,8}\d{1,12}[ \t]+\d{1,3}\.\d{1,6}[ \t]+(?:\S{1,40}[ \t]+){1,2}(?P<symbol>[A-Za-z_]\w{2,60})$"),
    re.compile(
        r"[ \t]{0,16}(?:[-+][ \t]{1,8})?\d{1,3}\.\d\d?%[ \t]+(?:\d{1,3}\.\d\d?%[ \t]+)?(?:\S{1,60}[ \t]+){1,2}"
        r"\[[k.]\][ \t]+(?P<symbol>\S{1,80})"
    ),
)
# The same, anywhere in a text and behind quote marks: one search in place of several a line. It begins with a newline
# and no "^", since what begins with one sign is found ten times as fast.
_ANY_ROW = re.compile(
    r"\n[> \t|]{0,20}+(?:[-+][ \t]{1,8})?(?=[0-9a-f])"
    rf"(?:{'|'.join(row.pattern.replace('?P<symbol>', '?:') for row in _ROWS)})",
    re.MULTILINE,
)
_MIN_ROWS = 3
# Who calls a symbol stands below it: "|--12.3%--schedule", "- 5.88% do_sys_open", a name by itself, or a blank.
_CALLER = re.compile(r"[ \t]{2,80}(?:[|+-].{0,200}|\d{1,3}\.\d\d?%.{0,200}|[A-Za-z_]\w{2,60}(?:\.\w{1,20})?)$|\s*$")
_MOST_CALLERS = 60


@dataclass(frozen=True, slots=True)
class Profile:
    """A listing of symbols: its lines, how deep it is quoted, and the symbols in order."""

    part: int
    first_line: int
    last_line: int
    depth: int
    symbols: tuple[str, ...]


def may_hold_profiles(text: str) -> bool:
    """Whether a row of a profile stands anywhere in a text."""
    return _ANY_ROW.search(f"\n{text}") is not None


def find_profiles(part: int, lines: Sequence[Line], taken: frozenset[int]) -> tuple[Profile, ...]:
    """Runs of at least three symbol rows that no suite claims, with the callers between them."""
    profiles = list[Profile]()
    run = list[tuple[Line, str]]()
    for line in lines:
        symbol = None if line.number in taken else _symbol(line)
        if symbol is None:
            if run and not _goes_on(run[-1][0], line, taken):
                profiles += _profile(part, run)
                run = []
            continue
        if run and run[-1][0].depth != line.depth:
            profiles += _profile(part, run)
            run = []
        run.append((line, symbol))
    return tuple(profiles + _profile(part, run))


def _goes_on(last: Line, line: Line, taken: frozenset[int]) -> bool:
    if line.number in taken or line.number - last.number > _MOST_CALLERS:
        return False
    return not line.words or (line.depth == last.depth and _CALLER.match(line.words) is not None)


def _symbol(line: Line) -> str | None:
    words = line.words
    for pattern in _ROWS:
        match = pattern.match(words)
        if match is not None:
            return match["symbol"]
    return None


def _profile(part: int, run: list[tuple[Line, str]]) -> list[Profile]:
    if len(run) < _MIN_ROWS:
        return []
    first = run[0][0]
    return [Profile(part, first.number, run[-1][0].number, first.depth, tuple(symbol for _, symbol in run))]
