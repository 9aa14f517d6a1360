"""Tables that people make of re-aim's results and that OSDL's test platform prints, a kernel a row; no suite.

Kernel             Children  JPM       RunTime  c_utime  c_systime
2.5.69 - base      88         5185.88  104.87   376.01   40.28
Kernel    Users  Run time
2.6.3-mm3 20     35.47
Kernel                Peak Load
2.5.69-mm6(AS)        4963.36 JPM
STP id	PLM#	Kernel Name 	Scheduler	MaxJPM	MaxUser	Host	  Change
278804	2084	2.6.0-test4-mm4 deadline 	5289.15	 88	 stp4-002 0.00
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis
from archive.text import Line
from suites.base import Cell, Label
from suites.cells import number, words

_CHUNK = re.compile(r"\S{1,40}(?:[ ]\S{1,40}){0,3}")
# What a head says that its column holds. Names of our metrics are results; "-" are columns that are none.
_HOLDS = (
    (re.compile(r"kernel(?: name| version)?|system|version|patch", re.IGNORECASE), "label"),
    (re.compile(r"children|forks?|forked|num forked|users|tasks", re.IGNORECASE), "children"),
    (re.compile(r"jpm|jobs/min(?:ute)?|jobs per min(?:ute)?", re.IGNORECASE), "jobs_per_minute"),
    (re.compile(r"peak(?: load)?|max[ _]?(?:jpm|jobs/min(?:ute)?)", re.IGNORECASE), "max_jobs_per_minute"),
    (re.compile(r"max[ _]?users?", re.IGNORECASE), "max_users"),
    (re.compile(r"run ?time|parent_?(?:tm|time)|parent time|real(?: time)?", re.IGNORECASE), "parent_time"),
    (re.compile(r"c_utime|childu_tm|child utime|utime", re.IGNORECASE), "child_user_time"),
    (re.compile(r"c_systime|childs_tm|child systime|systime", re.IGNORECASE), "child_system_time"),
    (re.compile(r"jti", re.IGNORECASE), "jti"),
    (re.compile(r"scheduler|elevator", re.IGNORECASE), "scheduler"),
    (re.compile(r"host(?:name)?|machine", re.IGNORECASE), "host"),
    (re.compile(r"(?:stp|run|test)[ _]?(?:id|#)|plm ?(?:#|id)|change|diff|%.{0,10}", re.IGNORECASE), "-"),
)  # fmt: skip
# A rate proves that a head is re-aim's, and so does the time that a number of children took.
_PROOFS = (frozenset({"jobs_per_minute"}), frozenset({"max_jobs_per_minute"}), frozenset({"parent_time", "children"}))
SETTINGS = frozenset({"scheduler", "host"})
_UNIT = re.compile(r"jpm|jobs/min(?:ute)?s?|jobs per minute", re.IGNORECASE)
_MAX_LINE = 300
_MAX_STRANGERS = 1
_MAX_LABEL_WORDS = 5


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row: the kernel's label, metrics with their cells and heads as posted, settings, and the unit behind it."""

    line: int
    block: int
    label: Label
    cells: tuple[tuple[str, Cell, str], ...]
    settings: dict[str, str | int]
    unit_text: str | None


@dataclass(frozen=True, slots=True)
class _Head:
    """A head line: what each column holds, and its words."""

    line: int
    depth: int
    columns: tuple[tuple[str, str], ...]


def read_table_rows(lines: Sequence[Line]) -> Iterator[TableRow]:
    """The rows of all tables whose head says that they are re-aim's."""
    head: _Head | None = None
    strangers = 0
    for line in lines:
        found = _head(line)
        head = found or head
        strangers = 0 if found is not None or line.is_blank else strangers
        if head is None or found is not None or line.is_blank:
            continue
        row = _row(line, head) if line.depth == head.depth else None
        if row is not None:
            yield row
        strangers = 0 if row is not None else strangers + 1
        head = head if strangers <= _MAX_STRANGERS else None


def _head(line: Line) -> _Head | None:
    """The columns that a line heads; None where one of its words says nothing of ours, or none proves it ours."""
    if len(line.text) > _MAX_LINE or not line.words.strip():
        return None
    columns = []
    for chunk in _CHUNK.finditer(line.words):
        holds = next((name for pattern, name in _HOLDS if pattern.fullmatch(chunk.group().strip())), None)
        if holds is None:
            return None
        columns.append((holds, chunk.group().strip()))
    names = [name for name, _ in columns if name != "-"]
    is_ours = "label" in names and any(proof <= set(names) for proof in _PROOFS) and len(names) == len(set(names))
    return _Head(line.number, line.depth, tuple(columns)) if is_ours else None


def _row(line: Line, head: _Head) -> TableRow | None:
    found = list(words(line.text, line.start)) if len(line.text) <= _MAX_LINE else []
    unit_text = found[-1][0] if found and _UNIT.fullmatch(found[-1][0]) is not None else None
    found = found[:-1] if unit_text is not None else found
    place = [name for name, _ in head.columns].index("label")
    behind = len(head.columns) - place - 1
    named = found[place : len(found) - behind]
    if not 0 < len(named) <= _MAX_LABEL_WORDS or len(found) < len(head.columns):
        return None
    start, end = named[0][1], named[-1][2]
    label = Label(line.text[start:end], line.number, start, end, Basis.ROW_LABEL)
    rest = [*found[:place], *found[len(found) - behind :]]
    return _filled(line, head, label, rest, unit_text)


def _filled(
    line: Line, head: _Head, label: Label, found: Sequence[tuple[str, int, int]], unit_text: str | None
) -> TableRow | None:
    """The row with each word in the column that it stands under; None where a figure is none."""
    columns = [column for column in head.columns if column[0] != "label"]
    cells: list[tuple[str, Cell, str]] = []
    settings: dict[str, str | int] = {}
    for (holds, text), (word, column, _) in zip(columns, found, strict=True):
        if holds in SETTINGS:
            settings[holds] = word
        elif holds == "children" and word.isdigit():
            settings[holds] = int(word)
        elif holds != "-":
            cell = number(word, column)
            if cell is None:
                return None
            cells.append((holds, cell, text))
    return TableRow(line.number, head.line, label, tuple(cells), settings, unit_text)
