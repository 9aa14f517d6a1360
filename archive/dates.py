"""Dates as mailers wrote them for thirty years; every answer is aware, in UTC and plausible, or there is none."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from types import MappingProxyType

# Linux was announced on 25 August 1991: no list that we read is older, and clocks run ahead by a day or two at most.
_EARLIEST = datetime(1991, 8, 25, tzinfo=UTC)
_AHEAD = timedelta(days=2)
_MAX_TEXT = 200
_MAX_GUESSED_TEXT = 80
# No place is further from Greenwich; a mailer that claims more meant something else (public-inbox reads +0000 too).
_MAX_ZONE_MINUTES = 14 * 60

_MONTHS: Mapping[str, int] = MappingProxyType(
    {
        name: number
        for number, names in enumerate(
            (
                "jan january januar jän jänner",
                "feb february februar",
                "mar march mär märz mrz maer maerz",
                "apr april",
                "may mai",
                "jun june juni",
                "jul july juli",
                "aug august",
                "sep sept september",
                "oct october okt oktober",
                "nov november",
                "dec december dez dezember",
            ),
            start=1,
        )
        for name in names.split()
    }
)
# Only names that mean one offset: IST, for one, is India, Israel and Ireland, and is read as no zone at all.
_ZONES: Mapping[str, float] = MappingProxyType(
    {
        name: hours
        for hours, names in (
            (-10, "hst"), (-9, "akst"), (-8, "pst akdt"), (-7, "mst pdt"), (-6, "cst mdt"), (-5, "est cdt"),
            (-4, "edt ast"), (-3, "adt brt art"), (-2, "brst"), (0, "ut utc gmt z wet"), (1, "cet met mez bst west"),
            (2, "cest mest mesz eet sast"), (3, "msk eest"), (4, "msd"), (8, "hkt sgt awst"), (9, "jst kst"),
            (9.5, "acst"), (10, "aest"), (10.5, "acdt"), (11, "aedt"), (12, "nzst"), (13, "nzdt"),
        )
        for name in names.split()
    }
)  # fmt: skip

_WEEKDAY = r"(?:[^\W\d_]{2,10}[.,]{0,2} ?)?"
_DAY = r"(?P<day>\d{1,2})"
_MONTH = r"(?P<month>[^\W\d_]{3,9})"
_YEAR = r"(?P<year>\d{4})"
_TIME = r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2})(?:[.,]\d{1,9})?)?"
_REST = r"(?P<rest>.*)"
_FORMS = tuple(
    re.compile(form)
    for form in (
        # RFC 2822 and what is near it: "Mon, 25 Nov 2002 10:00:00 +0100", "25 Nov 02 10.00 GMT", "25-Nov-2002 10:00:00"
        rf"{_WEEKDAY}{_DAY}[ ./-]{{1,2}}{_MONTH}[ .,/-]{{1,3}}(?P<year>\d{{2,4}}),? {_TIME}{_REST}",
        # ctime, with the zone before or after the year: "Fri Jun 23 16:32:53 1995 EST", "Wed Jan  1 00:06:40 EST 2003"
        rf"{_WEEKDAY}{_MONTH}\.? {_DAY},? {_TIME} (?P<early>[A-Za-z]{{1,5}} )?{_YEAR}{_REST}",
        # hypermail: "Sat Sep 07 2002 - 13:09:37 EST"; the dash may be missing
        rf"{_WEEKDAY}{_MONTH}\.? {_DAY},? {_YEAR}(?: -|,)? {_TIME}{_REST}",
        # ISO 8601 and what is near it: "2002-11-25 10:00:00 +0100", "2002-11-25T10:00Z"
        rf"{_YEAR}-(?P<month>\d{{1,2}})-{_DAY}(?:T| ){_TIME}{_REST}",
        # hypermail's isosent comment and public-inbox's t= parameter, both UTC
        r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})(?P<hour>\d{2})(?P<minute>\d{2})(?P<second>\d{2})(?P<rest>)",
    )
)
_COMMENT = re.compile(r"\(([^()]{0,100})\)?")
# "+0100", "GMT+0200", and the slips "--500" and "-0-200".
_OFFSET = re.compile(r"[ ,]{0,2}(?:[AaPp][Mm] )?(?:[A-Za-z]{1,5})? ?([+-])(?:0?-)?(\d{1,9})(?::(\d{2}))?(?!\d)")
_NOON = re.compile(r" ?([ap])\.?m\b", re.IGNORECASE)
_ZONE_NAME = re.compile(r"\b[A-Za-z]{1,4}\b")
_FOUR_DIGIT_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# A day and a month that may as well be a month and a day say nothing for sure.
_AMBIGUOUS = re.compile(r"(?<!\d)(?:0?[1-9]|1[0-2])([./-])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d(?!\d)")
_LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pt", "sv", "da", "pl", "cs", "ru")


@dataclass(frozen=True, slots=True)
class ChosenDate:
    """The first believable of several dates in UTC, the most trusted text as posted, and which of them was believed."""

    date: datetime | None
    text: str | None
    basis: str | None


def parse_date(text: str) -> datetime | None:
    """The moment that a date says, in UTC, or None where day, month and year are not all there or cannot be believed.

    Believed is what lies between August 1991 and the day after tomorrow. A text without a zone is read as UTC, as is
    a zone beyond fourteen hours (formats.md 5.2).
    """
    words = " ".join(text[:_MAX_TEXT].split())
    if not words:
        return None
    found = _read(words)
    if found is None and _may_be_guessed(words):
        found = _guess(words)
    return found if found is not None and _EARLIEST <= found <= datetime.now(UTC) + _AHEAD else None


def choose_date(candidates: Iterable[tuple[str, str]]) -> ChosenDate:
    """The first believable of (basis, text) pairs, most trusted first; the text kept is the most trusted one's."""
    posted: str | None = None
    for basis, text in candidates:
        if posted is None and text.strip():
            posted = text.strip()
        date = parse_date(text)
        if date is not None:
            return ChosenDate(date, posted, basis)
    return ChosenDate(None, posted, None)


def _read(words: str) -> datetime | None:
    bare = " ".join(_COMMENT.sub(" ", words).split())
    for form in _FORMS:
        match = form.fullmatch(bare)
        if match is not None:
            return _moment(match, words)
    return None


def _moment(match: re.Match[str], words: str) -> datetime | None:
    parts = match.groupdict()
    month = int(parts["month"]) if parts["month"].isdigit() else _MONTHS.get(parts["month"].lower())
    hour, minute, second = _hour(parts), int(parts["minute"]), int(parts["second"] or 0)
    if month is None or (hour == 24 and (minute or second)) or hour > 24:
        return None
    zone = _zone(f"{parts.get('early') or ''}{parts['rest']}", words)
    try:
        # 24:00 is the next midnight, and a leap second has no place of its own in datetime.
        day = datetime(_year(parts["year"]), month, int(parts["day"]), hour % 24, minute, min(second, 59), tzinfo=zone)
        return (day + timedelta(days=hour // 24)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _hour(parts: dict[str, str]) -> int:
    hour = int(parts["hour"])
    half = _NOON.match(parts["rest"])
    if half is None or not 1 <= hour <= 12:
        return hour
    return hour % 12 + (12 if half.group(1).lower() == "p" else 0)


def _year(digits: str) -> int:
    """Two digits are 1950 to 2049; three are the years since 1900 that a C program printed (102 is 2002)."""
    year = int(digits)
    if len(digits) == 2:
        return year + (2000 if year < 50 else 1900)
    return year + 1900 if len(digits) == 3 else year


def _zone(rest: str, words: str) -> timezone:
    offset = _OFFSET.match(rest)
    if offset is not None:
        return _numeric_zone(*offset.groups())
    comments = " ".join(match.group(1) for match in _COMMENT.finditer(words))
    for name in _ZONE_NAME.findall(f"{rest} {comments}"):
        if name.lower() in _ZONES:
            return timezone(timedelta(hours=_ZONES[name.lower()]))
    return UTC


def _numeric_zone(sign: str, digits: str, after_colon: str | None) -> timezone:
    if after_colon is not None or len(digits) <= 2:
        hours, minutes = int(digits), int(after_colon or 0)
    else:
        hours, minutes = int(digits[:-2]), int(digits[-2:])
    total = hours * 60 + minutes
    if minutes >= 60 or total > _MAX_ZONE_MINUTES:
        return UTC
    return timezone(timedelta(minutes=-total if sign == "-" else total))


def _may_be_guessed(words: str) -> bool:
    is_short = len(words) <= _MAX_GUESSED_TEXT
    return is_short and _FOUR_DIGIT_YEAR.search(words) is not None and _AMBIGUOUS.search(words) is None


@lru_cache(maxsize=1024)
def _guess(words: str) -> datetime | None:
    """The last try, 2 to 3 ms a call: dateparser in fixed languages, and only with day, month and year in the text."""
    import dateparser  # noqa: PLC0415  (0.15 s that most runs never need)

    try:
        found = dateparser.parse(
            words,
            languages=list(_LANGUAGES),
            settings={
                "REQUIRE_PARTS": ["day", "month", "year"],
                "DATE_ORDER": "DMY",
                "TIMEZONE": "UTC",
                "RETURN_AS_TIMEZONE_AWARE": True,
                "PARSERS": ["absolute-time"],
            },
        )
        return None if found is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
