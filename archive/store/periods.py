"""Dates as people bound them: a year, a month, a day or a moment, as its first and last microsecond in UTC."""

from datetime import UTC, datetime, timedelta

from archive.model import UserError
from archive.store.columns import ticks

_MICROSECONDS = 1_000_000


def period(text: str | float) -> tuple[int, int]:
    """First and last microsecond since 1970 of an ISO date or its beginning; UserError for what is no date.

    A number is a whole second since 1970.
    """
    if isinstance(text, float | int):
        return int(text) * _MICROSECONDS, (int(text) + 1) * _MICROSECONDS - 1
    try:
        start, end = _span(text)
    except (ValueError, OverflowError):
        message = f"{text} is no date: write it like 2002, 2002-11 or 2002-11-25"
        raise UserError(message) from None
    return _ticks(start), _ticks(end) - 1


def _span(text: str) -> tuple[datetime, datetime]:
    digits = text.replace("-", "")
    if len(digits) == 4:
        start = datetime(int(digits), 1, 1, tzinfo=UTC)
        return start, start.replace(year=start.year + 1)
    if len(digits) == 6:
        start = datetime(int(digits[:4]), int(digits[4:]), 1, tzinfo=UTC)
        return start, (start + timedelta(days=31)).replace(day=1)
    start = datetime.fromisoformat(text)
    start = start.replace(tzinfo=UTC) if start.tzinfo is None else start
    return start, start + (timedelta(days=1) if len(digits) == 8 else timedelta(seconds=1))


def _ticks(date: datetime) -> int:
    stored = ticks(date)
    assert stored is not None
    return stored
