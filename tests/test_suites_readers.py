"""Whatever a mail holds, a reader does not fail, and what it reads stands where it says."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archive.text import lines
from suites import all_suites
from suites.base import Suite

GOLDEN = Path(__file__).parent / "golden"
POSTED = sorted({line for path in GOLDEN.glob("*/*.txt") for line in path.read_text(encoding="utf-8").splitlines()})
FRAGMENTS = [
    "%",
    ">",
    "> ",
    "|",
    "\t",
    "\u00a0",
    "-",
    "+1",
    "0",
    ".",
    "13.K",
    "1e5",
    "9" * 30,
    "(seconds)",
    "MB/sec",
    "*",
]


@st.composite
def damaged_lines(draw: st.DrawFn) -> str:
    """A posted line that lost a piece and got another in its place."""
    line = draw(st.sampled_from(POSTED))
    start = draw(st.integers(0, len(line)))
    end = draw(st.integers(start, min(len(line), start + 12)))
    return line[:start] + draw(st.sampled_from([*FRAGMENTS, ""])) + line[end:]


@st.composite
def damaged_texts(draw: st.DrawFn) -> str:
    """A golden text with some lines lost, damaged, doubled or replaced by anything at all."""
    path = draw(st.sampled_from(sorted(GOLDEN.glob("*/*.txt"))))
    own = path.read_text(encoding="utf-8").splitlines()
    for _ in range(draw(st.integers(0, 5))):
        place = draw(st.integers(0, len(own)))
        new = draw(st.lists(st.one_of(damaged_lines(), st.sampled_from(POSTED), st.text(max_size=60)), max_size=2))
        own[place : place + draw(st.integers(0, 2))] = new
    return "\n".join(own)


def read_all(suite: Suite, text: str) -> None:
    text_lines = lines(text)
    for row in suite.read(text_lines):
        assert 1 <= row.block <= row.line <= len(text_lines)
        for value in row.values:
            cell = value.cell
            assert text_lines[row.line - 1].text[cell.start : cell.end] == cell.raw
            if row.suite is None:  # the metrics of a benchmark that a harness ran are not those of the harness
                suite.metric(value.metric)
        for label in (row.kernel, row.machine, *(value.kernel for value in row.values)):
            # A head of two lines stands where its lower one does.
            assert label is None or label.text.endswith(text_lines[label.line - 1].text[label.start : label.end])


@pytest.mark.parametrize("suite", all_suites(), ids=lambda suite: suite.name)
@settings(deadline=None, max_examples=60)
@given(text=damaged_texts())
def test_damaged_tables_are_read_or_left_alone(suite: Suite, text: str) -> None:
    read_all(suite, text)


@pytest.mark.parametrize("suite", all_suites(), ids=lambda suite: suite.name)
@settings(deadline=None, max_examples=30)
@given(text=st.text(max_size=400))
def test_any_text_can_be_read(suite: Suite, text: str) -> None:
    read_all(suite, text)
    suite.hint(text.lower())


@pytest.mark.parametrize("suite", all_suites(), ids=lambda suite: suite.name)
def test_very_long_lines_and_many_lines_are_read_in_passing(suite: Suite) -> None:
    for piece in ("1 ", "1.5% ", "- ", "dbench 1 ", "Linux 2.4.18 ", "a" * 50, "*", " ", "> "):
        read_all(suite, f"{piece * 2000}\n" * 3)
        read_all(suite, f"{piece.strip()}\n" * 3000)


@pytest.mark.parametrize("suite", all_suites(), ids=lambda suite: suite.name)
def test_every_test_has_a_verdict_on_its_rerun(suite: Suite) -> None:
    for test in suite.tests:
        verdict = suite.rerun(test)
        assert verdict.verdict in {"runnable", "tool", "no adapter", "hardware", "destroys data", "lost"}
        assert verdict.reason
        assert (verdict.adapter is not None) == (verdict.verdict == "runnable")
