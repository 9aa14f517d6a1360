"""The comparisons of an lkp mail: the job, its commits as column heads, its machine, its rows; no suite."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Basis
from archive.text import Line
from suites.base import Label
from suites.cells import words
from suites.lkp_names import Axes, axes_of
from suites.lkp_paths import listed_axes

_DASHES = re.compile(r"[ \t]{0,4}-{8,60}(?:[ \t]+-{8,60}){1,7}[ \t]*")
_AXES = re.compile(r"[ \t]{0,4}(?=\S{0,900}\btestcase\b)\w{1,40}(?:/\w{1,40}){2,40}(?P<end>:?)[ \t]*")
_COMMIT = re.compile(r"[ \t]{1,8}(?P<commit>[\w.+-]{5,60})[ \t]{0,4}(?:\((?P<title>\".{1,400})\))?")
_MACHINE = re.compile(r"[ \t]{0,4}(?:on )?test machine[ \t]{0,3}:[ \t]{1,3}(?P<machine>\S.{5,200})$")
_BOX = re.compile(
    r"[ \t]{0,4}(?P<box>lkp-[\w-]{2,30}|[a-z]{2,12}-[\w-]{2,20}):[ \t]{1,3}(?P<machine>\d{1,4} threads.{5,200})$"
)
_TESTCASE = re.compile(r"[ \t]{0,4}(?:in )?testcase[ \t]{0,3}:[ \t]{1,3}(?P<testcase>[\w.-]{2,60})[ \t]*$")
_MAX_VALUES = 1500
_MAX_HEAD_LINES = 14
_NO_AXES = Axes(None, None, {})


@dataclass(frozen=True, slots=True)
class Comparison:
    """A table: the line on which it begins, its heads, settings and machine, and the indexes (0-based) of the lines
    that may be its rows.
    """

    block: int
    heads: tuple[Label, ...]
    axes: Axes
    machine: Label | None
    title: str | None
    rows: range


@dataclass(slots=True)
class _Told:
    """What the lines so far say, at one quote depth, of the jobs below them."""

    testcase: str | None = None
    machine: Label | None = None
    box: Label | None = None
    first_box: str | None = None
    axes: Axes | None = None


def read_comparisons(lines: Sequence[Line]) -> Iterator[Comparison]:
    """The comparisons of a text, in order."""
    told: dict[int, _Told] = {}
    rulers = [index for index, line in enumerate(lines) if index and _DASHES.fullmatch(line.words)]
    seen = 0
    for place, index in enumerate(rulers):
        for line in lines[seen:index]:
            _note(line, told.setdefault(line.depth, _Told()))
        seen = index
        end = rulers[place + 1] - 1 if place + 1 < len(rulers) else len(lines)
        heads = _heads(lines, index)
        if heads:
            yield _comparison(lines, index, heads, told.setdefault(lines[index].depth, _Told()), end)


def _note(line: Line, told: _Told) -> None:
    words_of_line = line.words
    listed = listed_axes(words_of_line)
    if listed is not None:
        told.axes, told.machine = listed, _named_box(line, listed.machine)
    if "est" not in words_of_line and "threads" not in words_of_line:
        return
    machine, box, testcase = (pattern.match(words_of_line) for pattern in (_MACHINE, _BOX, _TESTCASE))
    if machine is not None:
        told.machine = _machine(line, machine)
    if testcase is not None:
        told.testcase = testcase["testcase"]
    if box is not None:
        told.box = _machine(line, box)


def _machine(line: Line, found: re.Match[str]) -> Label:
    text = found["machine"].rstrip()
    start = line.start + found.start("machine")
    return Label(text, line.number, start, start + len(text), Basis.HEADING)


def _heads(lines: Sequence[Line], index: int) -> tuple[Label, ...]:
    """The labels of the columns: the words over the dashes, as many as there are groups of dashes."""
    above, ruler = lines[index - 1], lines[index]
    named = list(words(above.text, above.start))
    if above.depth != ruler.depth or len(named) != len(ruler.words.split()):
        return ()
    return tuple(Label(text, above.number, start, end, Basis.COLUMN_HEAD) for text, start, end in named)


def _comparison(lines: Sequence[Line], index: int, heads: tuple[Label, ...], told: _Told, end: int) -> Comparison:
    depth = lines[index].depth
    above = range(index - 2, max(-1, index - 2 - _MAX_HEAD_LINES - len(heads)), -1)
    commits = [place for place in above if lines[place].depth == depth and lines[place].words.strip() == "commit:"]
    axes, first = _axes(lines, commits[0] if commits else index - 1, depth)
    machine = _whose(told, axes.machine) or _box(lines[first:index], axes.machine)
    if axes.testcase is None:
        axes = told.axes or replace(axes, testcase=told.testcase)
    listed = lines[commits[0] + 1 : index - 1] if commits else lines[max(0, index - _MAX_HEAD_LINES) : index - 1]
    described = _described(heads, listed)
    title = " ".join(word for word in (axes.testcase, axes.test) if word) or None
    return Comparison(lines[first].number, described, axes, machine, title, range(index + 1, end))


def _whose(told: _Told, box: str | None) -> Label | None:
    """The machine of a job: the one described right above it; else the mail's test machine, which is that of its first
    job and of those on the same box.
    """
    described, told.box = told.box, None
    if described is not None:
        return described
    told.first_box = told.first_box or box
    return told.machine if box == told.first_box or box is None else None


def _named_box(line: Line, name: str | None) -> Label | None:
    start = line.text.find(name, line.start) if name is not None else -1
    return (
        Label(name, line.number, start, start + len(name), Basis.HEADING) if name is not None and start >= 0 else None
    )


def _box(listed: Sequence[Line], name: str | None) -> Label | None:
    """The machine by its name alone, where the mail does not describe it."""
    for line in listed if name is not None else ():
        start = line.text.find(f"/{name}/") + 1
        if name is not None and start:
            return Label(name, line.number, start, start + len(name), Basis.HEADING)
    return None


def _axes(lines: Sequence[Line], below: int, depth: int) -> tuple[Axes, int]:
    """The settings that stand above line `below`, and the index of their first line."""
    for index in range(below - 1, max(-1, below - _MAX_HEAD_LINES), -1):
        found = _AXES.fullmatch(lines[index].words) if lines[index].depth == depth else None
        if found is not None:
            keys = lines[index].words.strip().rstrip(":").split("/")
            rest = [line.words.strip() for line in lines[index + 1 : below] if line.words.strip()]
            return _settings(keys, " ".join(rest)[:_MAX_VALUES]), index
    return _NO_AXES, below


def _settings(keys: Sequence[str], text: str) -> Axes:
    values = text.split("/")
    # A value may hold a slash itself; then only the keys before it are sure, and the testcase is told elsewhere.
    return axes_of(dict(zip(keys, values, strict=True))) if len(keys) == len(values) else _NO_AXES


def _described(heads: tuple[Label, ...], listed: Sequence[Line]) -> tuple[Label, ...]:
    """The labels with the titles of the commits that they shorten or lengthen."""
    titles = [(found["commit"], found["title"]) for line in listed if (found := _COMMIT.match(line.words))]
    return tuple(
        replace(head, description=next((_title(t) for commit, t in titles if t and _is_same(head.text, commit)), None))
        for head in heads
    )


def _is_same(head: str, commit: str) -> bool:
    return head.startswith(commit) or commit.startswith(head)


def _title(quoted: str) -> str:
    return quoted.strip('"')
