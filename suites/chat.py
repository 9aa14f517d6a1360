"""chat, the chatroom benchmark in C that imitates VolanoMark (lse.sourceforge.net): messages a second.

Read are the program's closing line, also behind the name of the file that it was collected in, and tables of such:

    Average throughput : 59522 messages per second
    2.5.36-preemption_total.results:Average throughput : 58717 messages per second
    2.5.33.average:Average throughput: 61779.8 messages per second

    2.4.19		47250.9 	45634	50940	0.826

In such a table the mean lies between the smallest and the largest run: that tells which column is which. A ratio behind
them is left out.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Cell, Label, Metric, Rerun, Row, Suite, Value
from suites.cells import number, words
from suites.matches import Tables, cell, measured

THROUGHPUT = Metric("throughput", "messages/s", "higher", "messages that all clients sent and received in a second")

_LINE = re.compile(
    r"[ \t]{0,20}(?:(?P<file>\S{1,60}?)(?P<ending>(?:_total)?\.(?:results?|average|log|txt|out)):[ ]{0,2})?"
    r"(?P<name>Average[ ]throughput)[ ]{0,2}:[ ]{0,2}(?P<value>\d{1,9}(?:\.\d{1,4})?)[ ]{1,2}"
    r"(?P<unit>messages[ ]per[ ]second)"
)
_COMMAND = re.compile(r"\bchat_[cs][ ]+\S{3,40}[ ]+(?P<rooms>\d{1,5})[ ]+(?P<messages>\d{1,7})\b")
_ROOMS = re.compile(r"\b(?P<rooms>\d{1,5})[ ](?:chat[ ]?)?rooms?\b", re.IGNORECASE)
_MESSAGES = re.compile(r"\b(?P<messages>\d{1,7})[ ](?:messages?|msgs?)\b(?![ ]per|/)", re.IGNORECASE)
_TITLE = re.compile(
    r"\bchat[ -]?room[ ]bench|\bchat_[cs]\b|\bchat\b.{0,40}\b(?:bench|results?|rooms?\b)", re.IGNORECASE
)
_UNIT = re.compile(r"\b(?P<unit>(?:msgs?|messages?)(?:/s(?:ec(?:ond)?)?|[ ]per[ ]sec(?:ond)?))(?!\w)", re.IGNORECASE)
_REACH = 25
_MAX_LABEL_WORDS = 4
# Fewer would be some other count; the slowest box had thousands of messages a second.
_LEAST = 500


@dataclass(frozen=True, slots=True)
class _Said:
    """What the words above say: the last line that names the benchmark, its unit, and the settings."""

    line: int = -_REACH
    unit: str | None = None
    rooms: int | None = None
    messages: int | None = None

    def after(self, line: Line) -> "_Said":
        text = line.words[:200]
        named, unit = _TITLE.search(text), _UNIT.search(text)
        command = _COMMAND.search(text)
        rooms = command or (_ROOMS.search(text) if named or line.number - self.line <= _REACH else None)
        messages = command or (_MESSAGES.search(text) if named or line.number - self.line <= _REACH else None)
        return _Said(
            line.number if named is not None else self.line,
            unit["unit"] if unit is not None else self.unit,
            int(rooms["rooms"]) if rooms is not None else self.rooms,
            int(messages["messages"]) if messages is not None else self.messages,
        )

    @property
    def settings(self) -> dict[str, Parameter]:
        found = {"rooms": self.rooms, "messages": self.messages}
        return {name: value for name, value in found.items() if value is not None}


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    said, tables = _Said(), Tables(3)
    for line in lines:
        match = _LINE.match(line.text, line.start)
        if match is not None:
            yield _line_row(line, match, said, tables.block(line))
            continue
        said = said.after(line)
        row = _table_row(line, said) if 0 < line.number - said.line <= _REACH else None
        if row is not None:
            label, values = row
            yield Row(line.number, tables.block(line), "chat", "chat", values, kernel=label, parameters=said.settings)


def _line_row(line: Line, match: re.Match[str], said: _Said, block: int) -> Row:
    kernel = None
    if match["file"]:
        kernel = Label(match["file"], line.number, match.start("file"), match.end("file"), Basis.ROW_LABEL)
    statistic = "mean" if match["ending"] == ".average" else "sample"
    value = measured(THROUGHPUT, cell(match, "value"), match["name"], match["unit"], statistic=statistic)
    return Row(line.number, block, "chat", "chat", (value,), kernel=kernel, parameters=said.settings)


def _table_row(line: Line, said: _Said) -> tuple[Label, tuple[Value, ...]] | None:
    """A label and three figures of which one lies between the others, or the mean alone behind a kernel."""
    found = list(words(line.text[: line.start + 200], line.start))
    cells = [number(word, column) for word, column, _ in found]
    first = next((place for place, figure in enumerate(cells) if figure is not None), 0)
    figures = [figure for figure in cells[first:] if figure is not None]
    if not 0 < first <= _MAX_LABEL_WORDS or len(figures) != len(cells) - first:
        return None
    named = _statistics(figures)
    if named is None:
        return None
    start, end = found[0][1], found[first - 1][2]
    values = tuple(
        measured(THROUGHPUT, figure, said.unit or statistic, said.unit, statistic=statistic)
        for statistic, figure in named
    )
    return Label(line.text[start:end], line.number, start, end, Basis.ROW_LABEL), values


def _statistics(figures: Sequence[Cell]) -> tuple[tuple[str, Cell], ...] | None:
    """Which of three figures is the mean, the smallest and the largest run; a fourth below 2 is a ratio of means."""
    values = [figure.value for figure in figures]
    if len(values) == 4 and values[3] < 2:
        values = values[:3]
    if len(values) != 3 or min(values) < _LEAST:
        return None
    for names in (("mean", "min", "max"), ("min", "mean", "max"), ("min", "max", "mean")):
        by_name = dict(zip(names, values, strict=True))
        if by_name["min"] < by_name["mean"] < by_name["max"]:
            return tuple(zip(names, figures, strict=False))
    return None


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "chat is not packaged, and no program of ours does what it does yet")


SUITE = Suite(
    name="chat",
    title="chat, the chatroom benchmark in C",
    metrics=(THROUGHPUT,),
    tests={"chat": "clients in rooms send messages that a server passes on to all others of the room, over loopback"},
    parameters={"rooms": "chat rooms, of twenty clients each", "messages": "messages that each client sends"},
    marks=("chat", "chatroom", "chatrooms"),
    hint=lambda text: "chat" in text and ("messages per second" in text or "msg" in text or "chatroom" in text),
    read=_read,
    rerun=_rerun,
    aliases=("chatroom",),
)
