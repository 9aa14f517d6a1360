"""Mails are hostile input: whatever is done to a mail with tables, reading it never raises and every
value stays where it stood.
"""

from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from archive.model import Message
from archive.text import lines
from ingest.derive import derive

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*/*.txt"))
PIECES = st.text(st.characters(codec="utf-8"), max_size=12)


def checked(message: Message) -> None:
    text = message.parts[0].text or ""
    for m in derive([message]).measurements:
        assert lines(text)[m.span.line - 1].text[m.span.start : m.span.end] == m.raw


@st.composite
def damaged(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(GOLDEN)).read_text(encoding="utf-8")[:6000]
    rows = text.splitlines()
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, max(len(rows) - 1, 0)))
        match draw(st.sampled_from(("drop", "double", "cut", "quote", "insert", "join", "collapse"))):
            case "drop":
                rows[at : at + 1] = []
            case "double":
                rows[at:at] = rows[at : at + 3]
            case "cut":
                rows[at : at + 1] = [row[: len(row) // 2] for row in rows[at : at + 1]]
            case "quote":
                rows[at:] = ["> " + row for row in rows[at:]]
            case "insert":
                rows[at:at] = [draw(PIECES)]
            case "join":
                rows[at : at + 2] = [" ".join(rows[at : at + 2])]
            case "collapse":
                rows = [" ".join(row.split()) for row in rows]
    return "\n".join(rows)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(text=damaged())
def test_a_damaged_table_never_raises_and_its_values_stay_where_they_stood(
    mail: Callable[..., Message], text: str
) -> None:
    checked(mail(text))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=400))
def test_any_text_at_all_can_be_read(mail: Callable[..., Message], text: str) -> None:
    checked(mail(text))


def test_a_mail_of_nothing_but_numbers_or_marks_is_read_in_linear_time(mail: Callable[..., Message]) -> None:
    for text in ("1.5 " * 900 + "\n", "> " * 900 + "\n", "2.4.19 " * 500 + "\n", "a." * 1500 + "\n"):
        checked(mail(text * 200))
