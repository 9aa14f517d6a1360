"""Rows that grep printed out of many files, whose names tell side and run ("nowait-on-2.fio:  read: IOPS=…")."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Basis
from archive.text import Line
from suites.base import Label, Row

_FILE = re.compile(
    r"[ \t]{0,8}(?P<stem>[\w./+-]{1,60}?)[-_.](?:(?:fio|run|iter)[-_.]?)?(?P<run>\d{1,2})\.(?:fio|log|txt|out):?[ \t]"
)
_SETTING = re.compile(
    r"(?:^|[-_./])(?:(?:qd|bs|iodepth|numjobs|jobs|threads|depth)[-_]?\d{1,5}k?|\d{1,5}[kmg]b?"
    r"|(?:rand|seq)?(?:read|write|rw))(?=$|[-_./])",
    re.IGNORECASE,
)


def sides_of_files(lines: Sequence[Line], rows: Sequence[Row]) -> Iterator[Row]:
    """The rows, those of files with the stem of the file's name as the label of their kernel where the names tell
    sides: two stems or more with two runs each, and no setting in any of them ("randread-1.log", "4k-1.log").
    """
    files = {row.line: match for row in rows if (match := _file(lines, row)) is not None}
    runs: dict[str, set[str]] = defaultdict(set)
    for match in files.values():
        runs[match["stem"]].add(match["run"])
    repeated = {stem for stem, found in runs.items() if len(found) > 1}
    if len(repeated) < 2 or any(_SETTING.search(stem) for stem in runs):
        yield from rows
        return
    for row in rows:
        match = files.get(row.line)
        yield _of_side(row, match) if match is not None and match["stem"] in repeated else row


def _file(lines: Sequence[Line], row: Row) -> re.Match[str] | None:
    line = lines[row.line - lines[0].number]
    return _FILE.match(line.text, line.start) if row.kernel is not None or "label" in row.parameters else None


def _of_side(row: Row, match: re.Match[str]) -> Row:
    label = Label(match["stem"], row.line, match.start("stem"), match.end("stem"), Basis.ROW_LABEL)
    return replace(row, kernel=label, parameters={k: v for k, v in row.parameters.items() if k != "label"})
