"""Dates: every spelling that mailers left in archives, and no date where none was written."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archive.dates import choose_date, parse_date

POSTED = {
    # the table of the formats reference
    "Mon, 25 Nov 2002 10:00:00 +2500": "2002-11-25 10:00:00",
    "Mon, 25 Nov 2002 10:00:00 MEZ": "2002-11-25 09:00:00",
    "Mon, 25 Nov 2002 10:00:00 GMT+0200 (Mitteleurop\ufffdische Zeit)": "2002-11-25 08:00:00",
    "Mo, 25 Okt 2002 10:00:00 +0100": "2002-10-25 09:00:00",
    "2002-11-25 10:00:00": "2002-11-25 10:00:00",
    "Mon, 25 Nov 102 10:00:00 +0000": "2002-11-25 10:00:00",
    "Sat Sep 07 2002 - 13:09:37 EST": "2002-09-07 18:09:37",
    "Mon, 25 Nov 2002 24:00:00 +0000": "2002-11-26 00:00:00",
    "Mon, 25 Nov 2002 10:00:00 -0000": "2002-11-25 10:00:00",
    # zones
    "Wed, 3 Jan 2001 18:43:19 +0100 (CET)": "2001-01-03 17:43:19",
    "Wed, 1 Jan 2003 10:00:00 +0200 CEST": "2003-01-01 08:00:00",
    "Wed, 1 Jan 2003 10:00:00 00200 (CEST)": "2003-01-01 08:00:00",
    "Wed, 1 Jan 2003 10:00:00 --500": "2003-01-01 15:00:00",
    "Wed, 1 Jan 2003 10:00:00 -0-200": "2003-01-01 12:00:00",
    "Mon, 21 Oct 2002 15:02:34 +50579034": "2002-10-21 15:02:34",
    "Sun, 31 Dec 2023 16:54:04 +9900": "2023-12-31 16:54:04",
    "Mon, 25 Nov 2002 10:00:00 +1400": "2002-11-24 20:00:00",
    "Mon, 25 Nov 2002 10:00:00 +0090": "2002-11-25 10:00:00",
    "2002-11-25T10:00:00+05:30": "2002-11-25 04:30:00",
    "2002-11-25T10:00:00Z": "2002-11-25 10:00:00",
    "Thu, 7 Sep 2000 14:23:01 PDT": "2000-09-07 21:23:01",
    "Thu, 7 Sep 2000 14:23:01 IST": "2000-09-07 14:23:01",
    "Mon, 25 Nov 2002 10:00:00 <list-1234@example.org>": "2002-11-25 10:00:00",
    # years, times and separators
    "Mon, 25 Nov 02 10:00:00 GMT": "2002-11-25 10:00:00",
    "25 Nov 96 10:00 GMT": "1996-11-25 10:00:00",
    "14 Jun 100 10:00:00": "2000-06-14 10:00:00",
    "Fri, 24 May 2002 00.24.50 +0200": "2002-05-23 22:24:50",
    "Mon, 30 Jun 1997 23:59:60 +0000": "1997-06-30 23:59:59",
    "Monday, November 25, 2002 10:30 PM": "2002-11-25 22:30:00",
    "Monday, November 25, 2002 12:30 AM": "2002-11-25 00:30:00",
    "25-Nov-2002 10:00:00 -0800": "2002-11-25 18:00:00",
    # archives
    "Fri Jun 23 16:32:53 1995 EST": "1995-06-23 21:32:53",
    "Wed Jan  1 00:06:40 EST 2003": "2003-01-01 05:06:40",
    "Mon Nov 25 10:22:31 2002": "2002-11-25 10:22:31",
    "20021125102231": "2002-11-25 10:22:31",
    "Mon, 25 Nov 2002 02:45:54 -0800\t[thread overview]": "2002-11-25 10:45:54",
    # languages that only the last try knows
    "lundi 25 novembre 2002 10:00:00": "2002-11-25 10:00:00",
    "25/11/2002 10:00": "2002-11-25 10:00:00",
}
NO_DATES = (
    "",
    "   ",
    "Thu Jan  1 00:00:00 1970",
    "Tue, 19 Jan 2038 03:14:08 +0000",
    "Sat, 24 Aug 1991 23:59:59 +0000",
    "Mon, 25 Nov 2002 24:00:01 +0000",
    "Mon, 31 Feb 2003 10:00:00 +0000",
    "November 2002",
    "yesterday",
    "3 days ago",
    "9/11/2002 10:10:10",
    "2.5.49 is faster 2002",
    "1038245754",
    "<20021124212337.30844.qmail@example.org>",
)


@pytest.mark.parametrize(("posted", "utc"), POSTED.items())
def test_a_posted_date_is_read_as_its_moment_in_utc(posted: str, utc: str) -> None:
    assert parse_date(posted) == datetime.fromisoformat(utc).replace(tzinfo=UTC)


@pytest.mark.parametrize("text", NO_DATES)
def test_what_is_no_believable_date_gives_none(text: str) -> None:
    assert parse_date(text) is None


def test_tomorrow_is_believed_and_next_week_is_not() -> None:
    now = datetime.now(UTC).replace(microsecond=0)
    assert parse_date(format_datetime(now + timedelta(days=1))) == now + timedelta(days=1)
    assert parse_date(format_datetime(now + timedelta(days=7))) is None


def test_a_text_longer_than_eighty_characters_is_not_guessed_at() -> None:
    words = "lundi 25 novembre 2002 10:00:00"
    assert parse_date(words) is not None
    assert parse_date(words + " x" * 40) is None


def test_the_most_trusted_believable_candidate_is_chosen_and_the_posted_text_stays() -> None:
    chosen = choose_date(
        [
            ("Date", "Thu, 01 Jan 1970 00:00:00 +0000"),
            ("Received", "Mon, 25 Nov 2002 05:38:49 -0500"),
            ("From_", "Mon Nov 25 23:00:00 2002"),
        ]
    )
    assert chosen.basis == "Received"
    assert chosen.text == "Thu, 01 Jan 1970 00:00:00 +0000"
    assert chosen.date == datetime(2002, 11, 25, 10, 38, 49, tzinfo=UTC)


def test_without_a_believable_candidate_the_text_is_kept_and_the_date_is_unknown() -> None:
    assert choose_date([("Date", " soon "), ("From_", "")]) == choose_date([("Date", "soon")])
    assert choose_date([("Date", "soon")]).date is None
    assert choose_date([("Date", "soon")]).text == "soon"
    assert choose_date([]).text is None


@settings(max_examples=200, deadline=None)
@given(st.datetimes(datetime(1991, 8, 27), datetime(2025, 1, 1)), st.integers(-14 * 60, 14 * 60))
def test_every_moment_in_rfc_2822_form_is_read_back(moment: datetime, offset: int) -> None:
    whole = moment.replace(microsecond=0, tzinfo=UTC)
    sign, hours, minutes = "-" if offset < 0 else "+", abs(offset) // 60, abs(offset) % 60
    local = whole + timedelta(minutes=offset)
    assert parse_date(f"{local:%a, %d %b %Y %H:%M:%S} {sign}{hours:02}{minutes:02}") == whole


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from("0123456789 :/-+.,()TZaempnJNovSed2002"), max_size=60))
def test_no_text_raises_and_every_answer_is_utc_and_in_the_window(text: str) -> None:
    found = parse_date(text)
    assert found is None or (found.tzinfo is UTC and found.year >= 1991)
