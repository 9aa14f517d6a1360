"""Dates in queries: a year, a month, a day or a second, alone or as the ends of a range; UTC, both ends inclusive."""

import calendar
import re
from datetime import UTC, datetime, timedelta

from index.query_tokens import QueryError

_DATE = re.compile(
    r"(?P<year>\d{4})(?:-?(?P<month>\d{2})(?:-?(?P<day>\d{2})"
    r"(?:[T ]?(?P<hour>\d{2}):?(?P<minute>\d{2}):?(?P<second>\d{2})Z?)?)?)?"
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
EXAMPLES = "2002, 2002-11, 2002-11-25, 20021125, 20021125134500, or two of them with .. between"


def date_range(text: str) -> tuple[float | None, float | None, str]:
    """The first and the last second since 1970, and in words what they are; QueryError shows how dates are written."""
    if ".." not in text:
        first, last = _period(text)
        return first, last, f"in {text}" if len(text) < 8 else f"on {text}"
    begin, _, end = text.partition("..")
    low, high = _period(begin)[0] if begin else None, _period(end)[1] if end else None
    if low is None and high is None:
        raise _wrong(text)
    if low is not None and high is not None and low > high:
        message = f"d:{text} begins after it ends: write d:{end}..{begin}"
        raise QueryError(message)
    return low, high, " ".join(word for word in (begin and f"from {begin}", end and f"to the end of {end}") if word)


def iso(seconds: float) -> str:
    """The moment as ISO text in UTC."""
    return (_EPOCH + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")


def typed(seconds: float) -> str:
    """The moment as `dt:` takes it."""
    return (_EPOCH + timedelta(seconds=seconds)).strftime("%Y%m%d%H%M%S").rjust(14, "0")


def _period(text: str) -> tuple[float, float]:
    match = _DATE.fullmatch(text)
    if match is None:
        raise _wrong(text)
    year, month, day, hour, minute, second = (int(number) if number else None for number in match.groups())
    try:
        begin = datetime(year or 0, month or 1, day or 1, hour or 0, minute or 0, second or 0, tzinfo=UTC)
    except ValueError:
        raise _wrong(text) from None
    low = (begin - _EPOCH).total_seconds()
    return low, low + _length(begin, month, day, hour) - 1


def _length(begin: datetime, month: int | None, day: int | None, hour: int | None) -> float:
    if hour is not None:
        return 1
    if day is not None:
        return 24 * 3600
    if month is not None:
        return calendar.monthrange(begin.year, begin.month)[1] * 24 * 3600
    return (365 + calendar.isleap(begin.year)) * 24 * 3600


def _wrong(text: str) -> QueryError:
    return QueryError(f"d: cannot read the date {text!r}; write {EXAMPLES}")
