"""The time that a part of an archive is of, read from its name: what is past grows no more and is not asked for again.

Names as formats.md has them: 2002-November, 2002-11, 200211, 0211, 0211.3, 2002/11, 2002q4, 2002, Week-of-Mon-20021125.
"""

import calendar
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

# Mails of a month's last days arrive late, and archives are made at night, somewhere.
GRACE = timedelta(days=3)

_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.lower(): number for number, name in enumerate(calendar.month_abbr) if name}
_YEAR = r"(19[89]\d|20\d\d)"
_NAMED = re.compile(rf"(?:^|[^0-9]){_YEAR}[-_]?([a-z]{{3,9}})$", re.IGNORECASE)
_DAY = re.compile(rf"(?:^|[^0-9]){_YEAR}[-_]?(0[1-9]|1[0-2])[-_]?(0[1-9]|[12]\d|3[01])$")
_NUMBERED = re.compile(rf"(?:^|[^0-9]){_YEAR}[-_]?(\d\d)$")
_QUARTER = re.compile(rf"(?:^|[^0-9]){_YEAR}[-_]?q([1-4])$", re.IGNORECASE)
_YEAR_ALONE = re.compile(_YEAR)
# A list may have a year in its name: "usenix2002" is none that ended then.
_ALONE = re.compile(rf"(?:^|[-_.]){_YEAR}$")
# Two digits for the year, as lkml.iu.edu has it, with a part of the month behind a dot.
_SHORT = re.compile(r"(\d\d)(0[1-9]|1[0-2])(?:\.\d)?")
_SECOND = re.compile(r"0?[1-9]|1[0-2]")
_WEEKS = 53


@dataclass(frozen=True, slots=True)
class Period:
    """A period that a path's names tell: the latest moment that it can end, and the place of its first name."""

    end: datetime
    at: int

    def is_over(self, when: datetime) -> bool:
        """Whether the period was over at that time, with some days of grace."""
        return self.end + GRACE <= when


def period_in(names: tuple[str, ...]) -> Period | None:
    """The first period that a path's names tell; a year's folder with a month's in it is that month."""
    for number, name in enumerate(names):
        end = _end(name)
        if end is None:
            continue
        inner = _inner(int(name), names[number + 1]) if _YEAR_ALONE.fullmatch(name) and names[number + 1 :] else None
        return Period(inner or end, number)
    return None


def _inner(year: int, name: str) -> datetime | None:
    if _SECOND.fullmatch(name):
        return _end_of_month(year, int(name))
    if name.lower() in _MONTHS:
        return _end_of_month(year, _MONTHS[name.lower()])
    return _end(name)


def _end(name: str) -> datetime | None:
    if match := _DAY.search(name):
        # A week's archive is named after its first day.
        return _start(int(match[1]), int(match[2]), min(int(match[3]), 28)) + timedelta(days=10)
    if (match := _NAMED.search(name)) and match[2].lower() in _MONTHS:
        return _end_of_month(int(match[1]), _MONTHS[match[2].lower()])
    if (match := _NUMBERED.search(name)) and 1 <= int(match[2]) <= _WEEKS:
        return _end_of_number(int(match[1]), int(match[2]))
    if match := _QUARTER.search(name):
        return _end_of_month(int(match[1]), 3 * int(match[2]))
    if match := _SHORT.fullmatch(name):
        year = int(match[1])
        month = _end_of_month(year + (1900 if year >= 90 else 2000), int(match[2]))
        return max(month, _end_of_month(int(name), 12)) if _YEAR_ALONE.fullmatch(name) else month
    if match := _ALONE.search(name):
        return _end_of_month(int(match[1]), 12)
    return None


def _end_of_number(year: int, number: int) -> datetime:
    """The end of a month or, where the number may be a week's, of that if it is later."""
    week = _start(year, 1, 1) + timedelta(days=7 * number)
    return max(week, _end_of_month(year, number)) if number <= 12 else week


def _end_of_month(year: int, month: int) -> datetime:
    return _start(year + month // 12, month % 12 + 1, 1)


def _start(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day, tzinfo=UTC)
