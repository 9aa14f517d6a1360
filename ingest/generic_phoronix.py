"""What the Phoronix Test Suite prints of a test: its name, its options, what is measured, and a line a side.

    Apache Siege 2.4.29
    Concurrent Users: 50
    Transactions Per Second > Higher Is Better
    v5.8 ............. 39280.51 |===============================================
    Default PLU 1000 . 39708.30 |===============================================

The bars, which a mailer may have broken off, tell nothing more.
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Basis, Parameter
from archive.text import Line
from ingest.generic_metrics import measure_of
from ingest.grid_settings import parameter
from ingest.told_suites import program_of
from suites.base import Label, Row, Value
from suites.commas import FIGURE, comma_cell

_HARNESS = "phoronix"
_HEAD = re.compile(
    r"[ \t]{0,12}(?P<measure>[A-Za-z][^<>|\n]{0,60}?) [<>] (?P<direction>Higher|Lower|More|Fewer|Less) Is Better"
)
_RESULT = re.compile(rf"[ \t]{{0,12}}(?P<label>[^|\n]{{1,60}}?) \.{{1,60}} (?P<figure>{FIGURE})(?: \|=*)?[ \t]*$")
_BAR = re.compile(r"[ \t]{0,12}\|=*[ \t]*$")
_SETTING = re.compile(r"(?P<name>[A-Za-z][\w /]{0,40}): (?P<value>[^:]{1,60}?)(?= - [A-Za-z]|$)")
_MAX_TITLE = 3
_MAX_ROWS = 200


def may_be_phoronix(words: str) -> bool:
    """Whether a line tells which way is better as this harness does: a cheap look."""
    return " Is Better" in words and _HEAD.match(words) is not None


def read_phoronix(lines: Sequence[Line], index: int) -> Iterator[Row]:
    """The rows below the line (0-based) that says what is measured."""
    head = _HEAD.match(lines[index].words)
    if head is None:
        return
    title, settings = _title(lines, index)
    higher = head["direction"] in {"Higher", "More"}
    measure = measure_of(head["measure"])
    for line in lines[index + 1 : index + 1 + _MAX_ROWS]:
        match = _RESULT.match(line.text, line.start) if line.depth == lines[index].depth else None
        if match is None:
            if _BAR.match(line.text, line.start) is None:
                return
            continue
        cell = comma_cell(match["figure"], match.start("figure"), decimal=False)
        value = Value(
            metric=measure.name if measure is not None else head["measure"].lower(),
            cell=cell,
            metric_text=head["measure"],
            unit=measure.unit if measure is not None and measure.unit is not None else head["measure"],
            unit_text=head["measure"],
            better="higher" if higher else "lower",
            statistic="mean",
        )
        label = Label(match["label"], line.number, match.start("label"), match.end("label"), Basis.ROW_LABEL)
        test = title or head["measure"]
        place = (line.number, index + 1)
        suite = program_of(test)
        yield Row(*place, test, test, (value,), label, parameters=settings, title=title, harness=_HARNESS, suite=suite)


def _title(lines: Sequence[Line], index: int) -> tuple[str | None, dict[str, Parameter]]:
    """The name of the test, and its options, on the lines right above."""
    title, settings = None, dict[str, Parameter]()
    for line in reversed(lines[max(0, index - _MAX_TITLE) : index]):
        words = line.words.strip()
        if not words or line.depth != lines[index].depth:
            break
        title = words.rstrip(":")
        told = {
            match["name"].lower().replace(" ", "_"): parameter(match["value"]) for match in _SETTING.finditer(words)
        }
        settings = told | settings
    return title, settings
