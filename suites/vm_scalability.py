"""vm-scalability and its usemem: how many KB a second many processes can touch, read or write.

Read are usemem's own lines, and tables of throughput that people make under its name:

    1002700800 bytes / 2360359 usecs = 414852 KB/s
    Total throughput (KB/s)          6,143,774        6,180,657
    throughput: mean: 382093 KB/s, stdev: 11173.6 KB/s
    lru-file-mmap-read    1234567    1245678

The bytes over the time are the rate: that proves the line. What the test robot of 0-day makes of it is read with its
reports.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Rerun, Row, RowSpread, Suite, Value
from suites.matches import Sought, Tables, cell, measured
from suites.named_rows import TypedRow
from suites.named_tables import TypedTable, TypedTables, read_table

THROUGHPUT = Metric("throughput", "KB/s", "higher", "KB that all processes together got through in a second")
MEAN = Metric("throughput_per_process", "KB/s", "higher", "KB that one process got through in a second")
ELAPSED = Metric("elapsed", "s", "lower", "seconds by the wall clock", role="secondary")
USER = Metric("user", "s", "lower", "CPU seconds outside the kernel", role="secondary")
FREEING = Metric("free_latency", "us", "lower", "time to give the memory back", role="secondary")
SYSTEM = Metric("system", "s", "lower", "CPU seconds in the kernel", role="secondary")

_PRINTED = re.compile(
    r"[ \t]{0,12}(?P<again>read again[ ]{1,3})?(?P<bytes>\d{1,18})[ ]bytes[ ]/[ ](?P<time>\d{1,15})[ ]usecs[ ]=[ ]"
    r"(?P<rate>\d{1,12})[ ](?P<unit>KB/s)"
)
_COMMAND = re.compile(r"\busemem\b(?P<arguments>(?:[ ]+-{1,2}[\w-]{1,20}(?:[ ]\d{1,12}[kmgt]?)?){0,12})", re.IGNORECASE)
_PROCESSES = re.compile(r"-n[ ]?(?P<processes>\d{1,6})\b")
_SHORT = re.compile(r"\busemem(?P<processes>\d{1,4})\b")
_NAMED = Sought(
    re.compile(r"\bvm-?scalab\w{0,6}\b|(?<!kill )(?<!killall )\busemem\d{0,4}\b", re.IGNORECASE),
    ("scalab", "usemem"),
)
_ROW = re.compile(
    r"(?P<which>total|avg|average)?[ ]?(?:(?P<rate>throughput)|(?P<time>elapsed|sys(?:tem)?|real)(?:[ ]time)?)"
    r"(?:[ ]?\((?P<unit>KB/s|sec|secs|s|seconds)\))?",
    re.IGNORECASE,
)
_CASE = re.compile(
    r"(?:case-)?(?P<case>(?:anon|lru|mmap|shm|swap|file|small|msync)-[a-z]{1,12}(?:-[a-z]{1,8}){0,3}|truncate|migrate|remap)",
    re.IGNORECASE,
)
_SETTING = re.compile(r"[ \t]{0,8}(?:zswap[ ]compressor|vm\.page-cluster)\b[ \t]{2,80}(?P<values>\S.{0,120})")
_COMPRESSOR = re.compile(r"deflate-iaa\w{0,12}|zstd|lzo(?:-rle)?|lz4(?:hc)?|deflate", re.IGNORECASE)
_FOLIOS = re.compile(r"(?<![\w/])(?P<folios>\d{1,4}[kKM](?:/\d{1,4}[kKM]?){0,3}|PMD)[ ]folios\b")
_RULER = re.compile(r"[-=+*_~|.\s]{3,300}")
_TITLE_WORDS = 6
_MOST_ABOVE = 8
_MOST_GAPS = 3
_MOST_HEADS = 3
_MEAN_OF_RUNS = re.compile(
    r"[ \t]{0,8}(?P<name>real|user|sys|throughput):[ ](?:mean|avg|average):[ ](?P<mean>\d{1,12}(?:\.\d{1,9})?)[ ]?"
    r"(?P<unit>s|KB/s),[ ]std(?:ev|dev)?:[ ](?P<stdev>\d{1,12}(?:\.\d{1,9})?)[ ]?(?P=unit)\s*$"
)
# "Throughput: 618.49 MB/s (stdev 31.3)", "Free latency: 5754780.50us (stdev 69542.7)"
_OF_RUN = re.compile(
    r"[ \t]{0,8}(?P<name>Throughput|Free latency):[ \t]{1,8}(?P<mean>\d{1,12}(?:\.\d{1,9})?)[ ]?"
    r"(?P<unit>[KMG]B/s|us|ms)(?:[ ]\(std(?:ev|dev)?:?[ ](?P<stdev>\d{1,12}(?:\.\d{1,9})?)\))?\s*$",
    re.IGNORECASE,
)
_OF_RUNS = {"real": ELAPSED, "user": USER, "sys": SYSTEM, "throughput": THROUGHPUT}
_REACH = 40
_RATE_SLACK = 0.002


class _Reader:
    """Reads one text; a table is the program's where a line above names it and its rows are rates or cases."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._rows = TypedTables(lines)
        self._named_by = _NAMED.among(lines)
        self._tables = Tables(3)
        self._processes: int | None = None
        self._folios: str | None = None
        self._named = -_REACH
        self._done = 0

    def rows(self) -> Iterator[Row]:
        for index, line in enumerate(self._lines):
            if index < self._done or line.is_blank:
                continue
            printed = _PRINTED.match(line.text, line.start) if " usecs = " in line.text else None
            if printed is not None:
                yield self._printed(line, printed)
                continue
            is_near = index - self._named <= _REACH
            found = [*self._mean_of_runs(line), *self._of_run(line), *self._typed(index)] if is_near else []
            yield from found
            if found:
                self._done = self._named = found[-1].line
            else:
                self._note(index, line)

    def _note(self, index: int, line: Line) -> None:
        """What a line says of the runs below it; one that names the program anew says all of it anew."""
        words = line.words[:240]
        folios = _FOLIOS.search(words) if "folios" in words else None
        if self._named_by.search(words) is not None:
            self._named = index
            command, short = _COMMAND.search(words), _SHORT.search(words)
            told = (_PROCESSES.search(command["arguments"]) if command is not None else None) or short
            self._processes = int(told["processes"]) if told is not None else None
            self._folios = None
        if folios is not None and len(words.split()) <= _TITLE_WORDS:
            self._folios = folios["folios"]

    @property
    def _settings(self) -> dict[str, Parameter]:
        told: dict[str, Parameter] = {"processes": self._processes} if self._processes else {}
        return told | ({"folios": self._folios} if self._folios else {})

    def _printed(self, line: Line, match: re.Match[str]) -> Row:
        value = measured(MEAN, cell(match, "rate"), match["unit"], match["unit"])
        test = "usemem-reread" if match["again"] else "usemem"
        computed = float(match["bytes"]) / max(float(match["time"]), 1.0) * 1e6 / 1024
        rate = value.cell.value
        told = f"{match['bytes']} bytes / {match['time']} usecs are not {match['rate']} KB/s: one of them is mistyped"
        warnings = () if abs(computed - rate) <= _RATE_SLACK * max(computed, rate) + 1 else (told,)
        block = self._tables.block(line)
        return Row(line.number, block, test, "usemem", (value,), parameters=self._settings, warnings=warnings)

    def _mean_of_runs(self, line: Line) -> Iterator[Row]:
        """The mean of several runs as a line of its own ("throughput: mean: 382093 KB/s, stdev: 11173.6 KB/s")."""
        match = _MEAN_OF_RUNS.match(line.text, line.start)
        metric = _OF_RUNS[match["name"]] if match is not None else None
        if match is not None and metric is not None and metric.unit == match["unit"]:
            spread = (RowSpread("stdev", cell(match, "stdev")),)
            value = measured(metric, cell(match, "mean"), match["name"], match["unit"], statistic="mean", spread=spread)
            block = self._tables.block(line)
            yield Row(line.number, block, "usemem", "usemem", (value,), parameters=self._settings)

    def _of_run(self, line: Line) -> Iterator[Row]:
        """A rate, or the time to free, on a line of its own with its deviation in brackets."""
        match = _OF_RUN.match(line.text, line.start)
        if match is None or match["unit"].endswith("/s") != (match["name"].lower() == "throughput"):
            return
        metric = THROUGHPUT if match["unit"].endswith("/s") else FREEING
        spread = (RowSpread("stdev", cell(match, "stdev")),) if match["stdev"] else ()
        statistic = "mean" if spread else "sample"
        found, unit = cell(match, "mean"), match["unit"]
        value = measured(metric, found, match["name"], unit, unit=unit, statistic=statistic, spread=spread)
        yield Row(line.number, self._tables.block(line), "usemem", "usemem", (value,), parameters=self._settings)

    def _typed(self, index: int) -> Iterator[Row]:
        first = self._rows.row(index)
        if first is None or _meaning(first) is None or self._lines[index].depth != self._lines[self._named].depth:
            return
        shown, compressor = _over_settings(self._lines, first)
        table = self._rows.read(index) if shown is self._lines else read_table(shown, index)
        if (
            table is None
            or len(table.heads) != len(first.figures)
            or any(":" in head.label.text for head in table.heads)
        ):
            return
        block = min(head.label.line for head in table.heads)
        settings = self._settings | ({"compressor": compressor} if compressor else {})
        for row in table.rows:
            meaning = _meaning(row)
            if meaning is not None:
                test, metric, unit_text = meaning
                values = tuple(_value(table, row, place, metric, unit_text) for place in range(len(row.figures)))
                yield Row(row.index + 1, block, test, row.label, values, parameters=settings)


def _over_settings(lines: Sequence[Line], first: TypedRow) -> tuple[Sequence[Line], str | None]:
    """The lines with the heads right above the table's first row, where rows of settings stand between; and the
    compressor that such a row, or a line of its own, names for all columns alike.
    """
    compressor: str | None = None
    settings = 0
    for above in range(first.index - 1, max(-1, first.index - 1 - _MOST_ABOVE), -1):
        line = lines[above]
        if line.depth != lines[first.index].depth:
            break
        alone = _COMPRESSOR.fullmatch(line.words.strip())
        setting = _SETTING.match(line.text, line.start)
        if alone is not None:
            return _moved(lines, first.index, settings), compressor or alone.group()
        if setting is not None:
            settings = above
            compressor = compressor or _alike(setting["values"])
    return _moved(lines, first.index, settings), compressor


def _moved(lines: Sequence[Line], index: int, settings: int) -> Sequence[Line]:
    """The lines with those above line `settings` right over the row at `index`, and a blank one above them."""
    last = settings - 1
    while last > 0 and _is_rule(lines[last]):
        last -= 1
    if settings == 0 or settings - last > _MOST_GAPS:
        return lines
    first = last
    while first > 0 and last - first < _MOST_HEADS and not _is_rule(lines[first - 1]):
        first -= 1
    heads = lines[first : last + 1]
    begin = index - len(heads) - 1
    return (*lines[:begin], replace(lines[begin], text="", start=0, words=""), *heads, *lines[index:])


def _is_rule(line: Line) -> bool:
    return line.is_blank or _RULER.fullmatch(line.words) is not None


def _alike(values: str) -> str | None:
    """The compressor that the first two columns share."""
    named = _COMPRESSOR.findall(values)
    return named[0] if len(named) > 1 and named[0] == named[1] else None


def _meaning(row: TypedRow) -> tuple[str, Metric, str | None] | None:
    """The test, metric and unit that a row's label tells; None for rows of counters and settings."""
    named, case = _ROW.fullmatch(row.label), _CASE.fullmatch(row.label)
    if case is not None:
        return case["case"].lower(), THROUGHPUT, None
    if named is None:
        return None
    if named["rate"]:
        is_mean = (named["which"] or "").lower().startswith("av")
        return "usemem", MEAN if is_mean else THROUGHPUT, named["unit"]
    return "usemem", SYSTEM if named["time"].lower().startswith("sys") else ELAPSED, named["unit"]


def _value(table: TypedTable, row: TypedRow, place: int, metric: Metric, unit_text: str | None) -> Value:
    figure = row.figures[place]
    return measured(
        metric,
        table.cell(figure),
        row.label,
        unit_text,
        statistic="mean" if metric is MEAN else "sample",
        spread=table.spread(figure, place),
        kernel=table.kernel(place),
    )


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from _Reader(lines).rows()


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "vm-scalability is not packaged, and no program of ours does what it does yet")


SUITE = Suite(
    name="vm-scalability",
    title="vm-scalability, memory touched by many processes",
    metrics=(THROUGHPUT, MEAN, ELAPSED, USER, SYSTEM, FREEING),
    tests={
        "usemem": "processes allocate memory and write to all of it",
        "usemem-reread": "they read it once more",
        "*": "a case of the suite by its name, as lru-file-mmap-read",
    },
    parameters={
        "processes": "how many processes run at once",
        "compressor": "what zswap compresses pages with",
        "folios": "the sizes of the folios that memory is made of, as printed",
    },
    marks=("usemem", "vm-scalability", " usecs = "),
    read=_read,
    rerun=_rerun,
    aliases=("usemem",),
)
