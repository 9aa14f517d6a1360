"""Tables that people make of a tool's figures, under words that name the tool and what was counted; no suite.

                     host -> guest [Gbps]                     bs kB |  type |    V  | V+no bw votes | benefit %
    pkt_size before opt   p 1     p 2+3                           1 | W/seq | 14795 |          4816 |      3.5%
    32         0.032     0.030    0.048                          64 | W/seq | 41987 |         10334 |      1.0%

Each column is a kernel or a variant; what stands before the figures are settings, under the names that head them. A
table has two rows and two headed columns at least, and its unit must be told, or nobody could say what it holds.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from archive.results import Parameter
from archive.text import Line
from suites.compared_columns import Column, columns
from suites.matches import Sought

_LABEL = re.compile(
    r"[ \t]{0,40}(?P<label>[^\s|](?:[^\s|]|[ ](?=[^\s|])){0,60}?)(?:[ \t]{2,80}|\t{1,20}|[ \t]?:[ \t]{1,40})(?=\d)"
)
_PIPED = re.compile(r"[^|]{0,120}\|")
_FIGURE_CELL = re.compile(r"[ \t]{0,60}[\d.,]{1,20}[ \t]{0,60}\|?")
_HEAD_CELL = re.compile(r"[^|]{1,80}")
_HEAD_WORD = re.compile(r"[ \t]{0,40}(?P<name>\S{1,30})")
_COUNTED = re.compile(
    r"(?P<count>\d{1,6})[ -]?(?P<what>threads?|instances?|clients?|workers?|streams?|tasks?|groups?|vms?)\b"
)
_SIZE = re.compile(r"\d{1,9}[kKMG]?i?B?")
OTHERS = Sought(
    re.compile(
        r"(?<![\w/.-])(?:hackbench|schbench|schedbench|kernbench|netperf|[td]bench\d?|tiobench|tiotest|pgbench|sysbench"
        r"|unixbench|lmbench|contest|re-?aim|aim[79]|bonnie(?:\+\+)?|iozone|postmark|volanomark|sdet|osdb|dbt-?\d|vmstat|fio"
        r"|stream|ebizzy|cyclictest|will-it-scale|specjbb\w{0,6}|stress-ng|iperf3?|redis|memcached|nginx|ycsb\S{0,10}"
        r"|git-?source|deathstar\w{0,6}|spec(?:int|fp|cpu|web|sfs)\w{0,6})(?![\w/])",
        re.IGNORECASE,
    ),
    (
        *("bench", "perf", "vmstat", "fio", "stream", "ebizzy", "cyclictest", "will-it-scale", "spec", "stress-ng"),
        *("redis", "memcached", "nginx", "tiotest", "contest", "aim", "bonnie", "iozone", "postmark", "volano", "sdet"),
        *("osdb", "dbt", "ycsb", "git", "deathstar"),
    ),
)
"""The names of benchmarks: where a short line has one, what stands below it is of that one."""
_DIGIT = re.compile(r"\d")
_TITLE_WORDS = 12
_REACH = 24
_LEAST = 2
_MOST_TOLD = 100
_NAMES = {
    "th.": "threads",
    "thr": "threads",
    "thr.": "threads",
    "#thr": "threads",
    "#workers": "threads",
    "#threads": "threads",
}


@dataclass(frozen=True, slots=True)
class Name:
    """How a tool is named: a word that its pattern needs, looked for first because most lines lack it."""

    word: str
    pattern: re.Pattern[str]

    def is_in(self, words: str) -> bool:
        """Whether the words name the tool."""
        return self.word in words.lower() and self.pattern.search(words) is not None


@dataclass(frozen=True, slots=True)
class TitledRow:
    """A row: its line, the line on which its table begins, the words and settings before the figures, the figures with
    their heads, the words from the title down to the head, and the line of words next above the head.
    """

    line: Line
    first: int
    label: str
    settings: dict[str, Parameter] = field(hash=False)
    columns: tuple[Column, ...]
    told: str
    above: str


@dataclass(frozen=True, slots=True)
class _Title:
    """The line that names the tool, and the last row found below it."""

    index: int
    last: int


def titled_rows(lines: Sequence[Line], name: Name) -> Iterator[TitledRow]:
    """The rows of every table within reach of a line that names the tool."""
    title: _Title | None = None
    others = OTHERS.among(lines)
    run: list[TitledRow] = []
    for index, line in enumerate(lines):
        if line.is_blank:
            continue
        row = _row(lines, index, title, run[-1] if run else None) if title is not None else None
        if run and (row is None or row.first != run[-1].first or len(row.columns) != len(run[-1].columns)):
            yield from run if len(run) >= _LEAST else ()
            run = []
        if row is not None:
            run.append(row)
            title = replace(title, last=index) if title is not None else None
        else:
            title = _next_title(line, index, title, name, others)
    yield from run if len(run) >= _LEAST else ()


def _next_title(line: Line, index: int, title: _Title | None, name: Name, others: Sought) -> _Title | None:
    words = line.words[:200]
    if name.is_in(words):
        return _Title(index, index)
    if title is not None and len(words.split()) <= _TITLE_WORDS and others.search(words) is not None:
        return None
    return title


def _row(lines: Sequence[Line], index: int, title: _Title | None, before: TitledRow | None) -> TitledRow | None:
    line = lines[index]
    if title is None or index - title.last > _REACH or len(line.text) > 300 or _DIGIT.search(line.words) is None:
        return None
    end = _end_of_settings(line)
    found = columns(lines, index, end) if end else ()
    heads = [column.head for column in found if column.head is not None]
    if len(heads) < _LEAST or len(heads) != len(found):
        return None
    first = min(head.line for head in heads)
    label = line.text[line.start : end].strip(" \t|:")
    found = found if "|" in line.words else _without_name(found, lines, line, label)
    settings = _settings(line, end, lines[heads[0].line - 1], label)
    told, over = (before.told, before.above) if before is not None and before.first == first else ("", "")
    if not told:
        told, over = _told(lines, max(0, title.index - 1), first), _over(lines, title.index, first)
    return TitledRow(line, first, label, settings, found, told, over)


def _told(lines: Sequence[Line], title: int, first: int) -> str:
    """The words from line `title` (0-based) down to line `first`; of a great many those at both ends."""
    if first - title <= 2 * _MOST_TOLD:
        return " ".join(line.words for line in lines[title:first])
    near = (*lines[title : title + _MOST_TOLD], *lines[first - _MOST_TOLD : first])
    return " ".join(line.words for line in near)


def _over(lines: Sequence[Line], title: int, first: int) -> str:
    """The line of words next above the head."""
    above = (lines[place].words for place in range(first - 2, title - 1, -1))
    return next((words.strip() for words in above if words.strip(" -=+|_\t")), "")


def _without_name(found: tuple[Column, ...], lines: Sequence[Line], line: Line, label: str) -> tuple[Column, ...]:
    """The columns without the name of the settings, where one blank only parts it from the first head."""
    head = found[0].head
    name, _, rest = head.text.partition(" ") if head is not None else ("", "", "")
    label_at = line.start + line.words.index(label)
    if head is None or not rest or _expanded(lines[head.line - 1], head.start) > _expanded(line, label_at) + 1:
        return found
    return (replace(found[0], head=replace(head, text=rest, start=head.start + len(name) + 1)), *found[1:])


def _end_of_settings(line: Line) -> int:
    """Where the figures of a row begin, behind its words or its first number; 0 where it is no row."""
    if "|" not in line.words:
        match = _LABEL.match(line.text, line.start)
        return match.end() if match is not None else 0
    end = first = 0
    for cell in _PIPED.finditer(line.text, line.start):
        is_figure = _FIGURE_CELL.fullmatch(cell.group()) is not None
        if not first and cell.group().strip(" \t|"):
            first = cell.end()
        if not is_figure and cell.group().strip(" \t|") and not re.search(r"\d\s*%|\d\s*\(", cell.group()):
            end = cell.end()
    return end or first


def _settings(line: Line, end: int, head: Line, label: str) -> dict[str, Parameter]:
    """What stands before the figures, under the names over it, and what its own words count."""
    if "|" in line.words:
        names = [found.group().strip() for found in _HEAD_CELL.finditer(head.text, head.start)]
        cells = [found.group().strip() for found in _HEAD_CELL.finditer(line.text[:end], line.start)]
        pairs = [(name, text) for name, text in zip(names, cells, strict=False) if name and text]
        return {_name(name): int(text) if text.isdecimal() else text for name, text in pairs}
    counted = {found["what"].rstrip("s") + "s": int(found["count"]) for found in _COUNTED.finditer(label)}
    named = _HEAD_WORD.match(head.text, head.start)
    is_over = named is not None and _expanded(head, named.end("name")) <= _expanded(line, line.start + len(label)) + 8
    if counted:
        return {**counted}
    name = _name(named["name"]) if named is not None and is_over and _SIZE.fullmatch(label) else "setting"
    return {name: int(label) if label.isdecimal() else label}


def _expanded(line: Line, column: int) -> int:
    return len(line.text[line.start : column].expandtabs())


def _name(head: str) -> str:
    lowered = head.lower()
    return _NAMES.get(lowered) or re.sub(r"[^a-z0-9]+", "_", lowered).strip("_") or "setting"
