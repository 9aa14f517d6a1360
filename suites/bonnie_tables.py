"""The rows of bonnie's and bonnie++'s tables: whose they are, rates, and the worst latencies below them; no suite."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive import kernels
from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Cell, Label, Metric, Row, Value
from suites.bonnie_heads import Head, Test, read_head
from suites.bonnie_sides import sided_tables
from suites.cells import number, words
from suites.matches import measured

THROUGHPUT = Metric("throughput", "KB/s", "higher", "kilobytes (2^10 bytes) a second")
SEEKS = Metric("seeks_per_second", "seeks/s", "higher", "random seeks with a read, some with a write, a second")
FILES = Metric("files_per_second", "files/s", "higher", "files made, read or stat'ed, or deleted a second")
LATENCY = Metric("latency", "us", "lower", "the longest that one operation took", role="secondary")

# "100." is a full hundred, whose digit behind the point had no room.
_FIGURE = re.compile(r"(?P<figure>\d{1,9}(?:\.\d{1,3})?)\.?(?P<suffix>[kmg]?)")
# Too fast to measure, or not measured at all: no figure, but it takes a figure's place.
_NOTHING = re.compile(r"\+{2,8}|\*{2,8}|-{1,6}|x{2,6}|n/a", re.IGNORECASE)
_LATENCY = re.compile(r"(?P<figure>\d{1,9})(?P<unit>us|ms|s)")
_SIZE = re.compile(r"(?:\d{1,3}\*)?\d{1,9}(?:\.\d)?[kKmMgGtT]?(?::[\d:/kKmMgG]{1,40})?")
_NAME = re.compile(r"(?P<name>\S.{0,40}?)\s{1,3}\((?P<note>[^()]{1,30})\)")
_VARIANT = re.compile(
    r"\b(?:before|after|with|without|vanilla|base(?:line)?|(?:un)?patched|stock|clean|old|new|orig(?:inal)?)\b",
    re.IGNORECASE,
)
_FILESYSTEMS = frozenset(
    {
        "ext2",
        "ext3",
        "ext4",
        "reiserfs",
        "reiser4",
        "xfs",
        "jfs",
        "btrfs",
        "f2fs",
        "zfs",
        "nilfs2",
        "tmpfs",
        "nfs",
        "bcachefs",
    }
)
_UNITS = {"": "KB/s", "k": "KB/s", "m": "MB/s", "g": "GB/s"}
_FACTORS = {"": 1.0, "k": 1e3, "m": 1e6, "g": 1e9}
_MAX_STRANGERS = 3
# A sentence below a table is the end of it.
_SENTENCE = 6
_MAX_LABEL_WORDS = 5
_LONGEST_NAME = 60
_REACH = 60
# No figure is wider.
_WIDE = 8
_TITLE_REACH = 12

_Word = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class _Named:
    """Whose row it is: a kernel or variant, or settings: machine, the note in brackets behind it, size or files."""

    kernel: Label | None
    settings: dict[str, Parameter]


@dataclass(frozen=True, slots=True)
class _Printed:
    """A row as printed: whose it is, and its figures with the lines they stand on."""

    whose: _Named
    figures: tuple[tuple[int, _Word], ...]

    def rows(self, head: Head) -> Iterator[Row]:
        """A row a test, where it was measured."""
        for place, test in enumerate(head.tests):
            line, (word, column, _) = self.figures[place * head.figures]
            value = _rate(test, word, column)
            if value is not None:
                yield self.row(head, test, line, (value,))

    def row(self, head: Head, test: Test, line: int, values: tuple[Value, ...]) -> Row:
        """One test's row."""
        return Row(
            line=line,
            block=head.line,
            test=test.name,
            test_text=test.text,
            values=values,
            kernel=self.whose.kernel,
            parameters=self.whose.settings,
            suite_version=head.version,
        )


def read_tables(lines: Sequence[Line]) -> Iterator[tuple[Head, Iterator[Row]]]:
    """Each head with the rows below it."""
    heads: list[Head] = []
    for index in range(len(lines)):
        head = read_head(lines, index) if "/s" in lines[index].text else None
        if head is not None:
            heads.append(_of_one_title(head, heads[-1] if heads else None))
    tables = [list(_rows(lines, head)) for head in heads]
    yield from zip(heads, sided_tables(lines, tables), strict=True)


def _of_one_title(head: Head, before: Head | None) -> Head:
    """A head that has no title of its own below another table has that of the table."""
    if before is None or head.version or head.is_plus or head.depth != before.depth:
        return head
    if not before.is_plus or head.line - before.last_line > _TITLE_REACH:
        return head
    return replace(head, version=before.version, is_plus=True, size=before.size)


def is_old(head: Head) -> bool:
    """Whether a head is of bonnie 1.0, which names no version, counts in MB and writes %CPU in full."""
    if head.is_plus:
        return False
    return head.version is None and "size" not in head.labels and not head.of_files and head.cpu_text.endswith("U")


def _rows(lines: Sequence[Line], head: Head) -> Iterator[Row]:
    strangers, last = 0, None
    heading: dict[str, Parameter] = {}
    for place in range(head.last_line, min(len(lines), head.last_line + _REACH)):
        line = lines[place]
        if line.is_blank:
            continue
        if line.depth == head.depth and last is not None and (latencies := _latencies(line, head, last)):
            yield from latencies
            continue
        found = _row(lines, place, head) if line.depth == head.depth else None
        strangers = 0 if found is not None else strangers + 1
        if strangers > _MAX_STRANGERS or (found is None and read_head(lines, place) is not None):
            return
        if found is None and last is not None and _is_sentence(line):
            return
        if found is None:
            heading = _heading(lines, place, head) if line.words[0].isalpha() else heading
            continue
        if heading and found.whose.kernel is None and found.whose.settings.keys() <= {"size"}:
            found = replace(found, whose=_Named(None, {**heading, **found.whose.settings}))
        last = found.row(head, head.tests[0], line.number, ())
        yield from found.rows(head)


def _heading(lines: Sequence[Line], place: int, head: Head) -> dict[str, Parameter]:
    """Whose the rows below a line are that hold no name themselves ("blade 1 (ext2 defaults)"); no kernel's."""
    line = lines[place]
    text = line.words.rstrip(" :")
    is_name = head.labels[:1] == ("machine",) and line.depth == head.depth
    is_short = len(text.partition("(")[0].split()) <= _MAX_LABEL_WORDS and len(text) <= _LONGEST_NAME
    if not (is_name and is_short) or place + 1 == len(lines) or _row(lines, place + 1, head) is None:
        return {}
    noted = _NAME.fullmatch(text)
    if noted is not None and next(iter(kernels.find(text)), None) is None:
        return {"machine": noted["name"], "label": noted["note"].strip()}
    named = _named(replace(head, labels=("machine",), size=None), [(text, line.start, line.start + len(text))], line)
    return {} if named.kernel is not None else named.settings


def _is_sentence(line: Line) -> bool:
    """Whether a line holds words enough for one: what stands below it is another table's."""
    return sum(word.strip(",.()").isalpha() for word in line.words.split()) >= _SENTENCE


def _row(lines: Sequence[Line], place: int, head: Head) -> _Printed | None:
    """A row; one that a mailer broke goes on below, where that makes the figures right."""
    line = lines[place]
    own = list(words(line.text, line.start))
    needed = head.figures * len(head.tests)
    split = _split(own, head, needed)
    more: list[_Word] = []
    if split is None and place + 1 < len(lines) and lines[place + 1].depth == line.depth:
        more = list(words(lines[place + 1].text, lines[place + 1].start))
        split = _split(own, head, needed - len(more)) if more and all(map(_is_figure, more)) else None
    if split is None:
        split, more = _spaced(own, head, lines[head.last_line - 1]), []
    if split is None:
        return None
    label, figures = split
    placed = [(line.number, word) for word in figures] + [(line.number + 1, word) for word in more]
    return _Printed(_named(head, label, line), tuple(placed))


def _split(own: list[_Word], head: Head, count: int) -> tuple[list[_Word], list[_Word]] | None:
    """The words before the figures and the figures, if exactly `count` figures end the line behind a fit label."""
    if count <= 0 or len(own) < count:
        return None
    label, figures = own[: len(own) - count], own[len(own) - count :]
    sized = any(name in ("size", "mb", "files", "name:size") or name.startswith("files") for name in head.labels)
    if not all(map(_is_figure, figures)) or len(label) > _MAX_LABEL_WORDS:
        return None
    if sized and (not label or _SIZE.fullmatch(label[-1][0]) is None):
        return None
    return label, figures


def _spaced(own: list[_Word], head: Head, heads: Line) -> tuple[list[_Word], list[_Word]] | None:
    """The label and the figures of a row without the columns of tests that were not run: each figure ends below the
    word of its column, and what it costs is below the next one.
    """
    needed = head.figures * len(head.tests)
    ends = [end for _, _, end in words(heads.text, heads.start)][-needed:]
    first = next((place for place, word in enumerate(own) if _is_figure(word) and word[1] > ends[0] - _WIDE), len(own))
    split = _split(own, head, len(own) - first) if first < len(own) and len(ends) == needed else None
    if split is None or heads.depth != head.depth:
        return None
    places = [min(range(needed), key=lambda place: abs(ends[place] - word[2])) for word in split[1]]
    is_under = all(abs(ends[place] - word[2]) <= 1 for place, word in zip(places, split[1], strict=True))
    tests = [place // head.figures for place in places]
    is_whole = all(tests.count(test) == head.figures for test in tests) and places == sorted(set(places))
    # Where the last column is empty, one in the middle may have been lost, and all behind it be a column too early.
    if not is_under or not is_whole or places[-1] != needed - 1:
        return None
    found = dict(zip(places, split[1], strict=True))
    return split[0], [found.get(place, ("", ends[place], ends[place])) for place in range(needed)]


def _is_figure(word: _Word) -> bool:
    return _FIGURE.fullmatch(word[0]) is not None or _NOTHING.fullmatch(word[0]) is not None


def _rate(test: Test, word: str, column: int) -> Value | None:
    match = _FIGURE.fullmatch(word)
    cell = number(match["figure"], column) if match is not None else None
    if match is None or cell is None:
        return None
    metric = SEEKS if test.name.endswith("seeks") else FILES if "_create_" in test.name else THROUGHPUT
    if metric is not THROUGHPUT:
        return measured(metric, _whole(cell, match["suffix"], word), test.unit_text, test.unit_text)
    megabytes = test.unit_text.upper().startswith("M")
    unit = "MB/s" if megabytes else _UNITS[match["suffix"]]
    posted = f"{match['suffix']}{test.unit_text}" if match["suffix"] else test.unit_text
    return measured(metric, cell, test.unit_text, posted, unit=unit)


def _whole(cell: Cell, suffix: str, word: str) -> Cell:
    """A count with its letter of thousands."""
    if not suffix:
        return cell
    factor = _FACTORS[suffix]
    return Cell(word, cell.start, cell.end + 1, cell.value * factor, (cell.resolution or 0) * factor)


def _named(head: Head, label: list[_Word], line: Line) -> _Named:
    settings: dict[str, Parameter] = {"size": head.size} if head.size and not head.of_files else {}
    if label and head.labels and head.labels[-1] not in ("machine", "kernel", "host", "name"):
        size = label.pop()[0]
        settings["files" if head.of_files else "size"] = int(size) if size.isdecimal() and size.isascii() else size
    if not label:
        return _Named(None, settings)
    start, end = label[0][1], label[-1][2]
    text = line.text[start:end]
    is_kernel = "kernel" in head.labels or _VARIANT.search(text) or next(iter(kernels.find(text)), None) is not None
    if is_kernel:
        return _Named(Label(text, line.number, start, end, Basis.ROW_LABEL), settings)
    if text.lower() in _FILESYSTEMS:
        return _Named(None, {"filesystem": text, **settings})
    noted = _NAME.fullmatch(text)
    if noted is not None:
        return _Named(None, {"machine": noted["name"], "label": noted["note"].strip(), **settings})
    return _Named(None, {"machine": text, **settings})


def _latencies(line: Line, head: Head, last: Row) -> tuple[Row, ...]:
    """The worst latencies, a figure a test, of the row above."""
    found = list(words(line.text, line.start))
    if not found or found[0][0] != "Latency" or len(found) != len(head.tests) + 1:
        return ()
    rows = []
    for test, (word, column, _) in zip(head.tests, found[1:], strict=True):
        match = _LATENCY.fullmatch(word)
        cell = number(match["figure"], column) if match is not None else None
        if match is not None and cell is not None:
            value = measured(LATENCY, cell, "Latency", match["unit"], unit=match["unit"], statistic="max")
            rows.append(replace(last, line=line.number, test=test.name, test_text=test.text, values=(value,)))
    return tuple(rows)
