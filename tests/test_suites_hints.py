"""What a suite's cheap look says of a text holds: no text that it turns away has rows of the suite."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from archive.text import lines
from suites import suite_named

GOLDEN = Path(__file__).parent / "golden"
SUITES = ("dbench", "dd", "hdparm", "iperf", "iperf3", "stress-ng")
TEXTS = sorted(path for suite in SUITES for path in (GOLDEN / suite).glob("*.txt"))


@st.composite
def pieces(draw: st.DrawFn) -> tuple[str, str]:
    """A suite's name, and some lines of one of its texts, some of them cut."""
    path = draw(st.sampled_from(TEXTS))
    rows = path.read_text(encoding="utf-8").splitlines()
    kept = draw(st.lists(st.integers(0, len(rows) - 1), min_size=1, max_size=8))
    ends = draw(st.lists(st.integers(1, 80), min_size=len(kept), max_size=len(kept)))
    cut = draw(st.booleans())
    shown = (rows[place][:end] if cut else rows[place] for place, end in zip(sorted(kept), ends, strict=True))
    return path.parent.name, "\n".join(shown)


@settings(max_examples=300, deadline=None)
@given(drawn=pieces())
def test_no_text_that_is_turned_away_has_rows(drawn: tuple[str, str]) -> None:
    name, text = drawn
    suite = suite_named(name)
    assert suite is not None
    assert suite.hint(text.lower()) or not list(suite.read(lines(text)))


def test_a_text_that_only_names_the_tool_is_turned_away() -> None:
    named = {
        "dbench": "we ran dbench on it",
        "dd": "64 bytes (a line) copied, and so on",
        "hdparm": "hdparm -t says nothing of timing here",
        "iperf": "iperf is as fast as before",
        "stress-ng": "stress-ng --cpu 4 hangs",
    }
    for name, text in named.items():
        suite = suite_named(name)
        assert suite is not None
        assert not suite.hint(text)
