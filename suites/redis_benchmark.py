"""redis-benchmark, the load generator of Redis: requests that a server answers a second, and how long each takes.

Read are the reports of Redis 2 to 5 and of 6 and later, the short form (-q), the comma-separated form (--csv) and the
tables that people type under the program's name:

    ====== SET ======
      100000 requests completed in 0.88 seconds
      50 parallel clients
      3 bytes payload
    113378.69 requests per second

    Summary:
      throughput summary: 96153.84 requests per second
      latency summary (msec):
              avg       min       p50       p95       p99       max
            0.284     0.120     0.271     0.391     0.583     2.095

    SET: 126582.27 requests per second, p50=0.207 msec

    "test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"
    "GET","128205.13","0.214","0.088","0.207","0.303","0.391","0.967"

    | Clients | TCP      | SMC (cq_pool)       |
    | c = 1   | 24449    | 34039  (+39%)       |

    Before: 3385017.283654 RPS
    After:  3433309.307292 RPS (1.42% better)

Requests over seconds make the rate, but for the two digits of the seconds: that proves a report.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite, Value
from suites.matches import Tables, cell, measured, near_above
from suites.named_rows import TypedRow
from suites.named_tables import TypedTable, read_table
from suites.rate_sides import Side, rate_sides
from suites.titled_tables import Name

RATE = Metric("requests_per_second", "requests/s", "higher", "requests that the server answered in a second")
LATENCY = Metric("latency", "ms", "lower", "from a request to its answer", role="secondary")

_FIGURE = r"\d{1,12}(?:\.\d{1,6})?"
# As the program writes its tests: "PING_INLINE", "LRANGE_100 (first 100 elements)".
_NAME = r"[A-Z][A-Z0-9_]{1,20}(?: \([\w ,]{1,40}\))?"
_TITLE = re.compile(rf"\s{{0,8}}={{4,12}} (?P<test>{_NAME}) ={{4,12}}\s*$")
_COMPLETED = re.compile(rf"\s{{0,16}}(?P<requests>\d{{1,12}}) requests completed in (?P<seconds>{_FIGURE}) seconds")
_CLIENTS = re.compile(r"\s{0,16}(?P<clients>\d{1,7}) parallel clients")
_PAYLOAD = re.compile(r"\s{0,16}(?P<payload>\d{1,9}) bytes payload")
_RATE = re.compile(rf"\s{{0,16}}(?:throughput summary: )?(?P<rate>{_FIGURE}) requests per second\s*$")
_SUMMARY_HEAD = re.compile(r"\s{0,24}avg\s{1,16}min\s{1,16}p50\s{1,16}p95\s{1,16}p99\s{1,16}max\s*$")
_STATISTICS = ("mean", "min", "p50", "p95", "p99", "max")
_SUMMARY = re.compile(r"\s{0,24}" + r"\s{1,16}".join(rf"(?P<{name}>{_FIGURE})" for name in _STATISTICS) + r"\s*$")
_SHORT = re.compile(
    rf"\s{{0,8}}(?P<test>{_NAME}): (?P<rate>{_FIGURE}) requests per second"
    rf"(?:, p50=(?P<p50>{_FIGURE}) msec)?\s*$"
)
_COMMA = r'"?,"?'
_CSV = re.compile(
    rf'\s{{0,8}}"(?P<test>{_NAME})"?,"(?P<rate>{_FIGURE})"?'
    rf"(?:,\"{_COMMA.join(rf'(?P<{name}>{_FIGURE})' for name in _STATISTICS)}\")?\s*$"
)
_COMMAND = re.compile(r"(?<![\w.-])redis-benchmark(?P<arguments>(?:[ ]+-{0,2}[\w.,:/]{1,40}){1,24})")
_OPTION = re.compile(r"(?:^| )-(?P<name>[cnPdt]) ?(?P<value>[\w,]{1,40})")
_NAMED = re.compile(r"(?<![\w.-])redis-benchmark\b", re.IGNORECASE)
# Of a report's histogram; no other program that counts requests prints it.
_SHARE = re.compile(r"\s{0,16}\d{1,3}\.\d\d% <= \d{1,6}(?:\.\d{1,3})? milliseconds\s*$")
_NAME_OF_TOOL = Name("redis-benchmark", _NAMED)
_CLIENT_LABEL = re.compile(r"(?:c\s?=\s?)?(?P<clients>\d{1,7})(?: ?clients?)?", re.IGNORECASE)
_OPTIONS = {"c": "clients", "n": "requests", "P": "pipeline", "d": "payload_bytes", "t": "tests"}
_TEST = "redis-benchmark"
_SLACK = 0.02
_MAX_GAP = 4
_REACH = 8
_NOWHERE = -1 - _REACH
_MAX_WORDS = 300


class _Reader:
    """Reads one text; rates are this program's only where a report's title or the program's name stands above."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._tables = Tables(_MAX_GAP)
        self._named = _NOWHERE
        self._done = 0
        self._settings: dict[str, Parameter] = {}
        self._is_told = any("redis" in line.text.lower() for line in lines)
        self._report: _Report | None = None

    def rows(self) -> Iterator[Row]:
        for index, line in enumerate(self._lines):
            if index < self._done or line.is_blank or len(line.text) > _MAX_WORDS:
                continue
            row = self._printed(line)
            found = [row] if row is not None else self._typed(index)
            yield from found
            if not found:
                self._note(index, line)

    def _note(self, index: int, line: Line) -> None:
        """Take in the program's name and its options."""
        command = _COMMAND.search(line.text, line.start)
        if command is not None:
            self._settings = _options(command)
        if command is not None or _NAMED.search(line.text, line.start) is not None:
            self._named = index

    def _printed(self, line: Line) -> Row | None:
        """The row of a line that the program printed."""
        title = _TITLE.match(line.text, line.start)
        if title is not None:
            self._report = _Report(title["test"])
            self._tables.title(line)
            return None
        if self._report is not None:
            row = self._report.row(line, self._tables.block(line))
            return None if row is None else replace(row, parameters=self._settings | dict(row.parameters))
        bare = _RATE.match(line.text, line.start) if self._is_cut_report(line) else None
        if bare is not None:
            return Row(line.number, self._tables.block(line), _TEST, _TEST, _values(bare), parameters=self._settings)
        short = _SHORT.match(line.text, line.start) or _CSV.match(line.text, line.start)
        if short is None or not self._is_told:
            return None
        block, test = self._tables.block(line), _test(short["test"])
        return Row(line.number, block, test, short["test"], _values(short), parameters=self._settings)

    def _is_cut_report(self, line: Line) -> bool:
        """Whether the line above is the end of a histogram, whose report somebody cut the title of."""
        above = self._lines[line.number - 2] if line.number > 1 else line
        return line.depth == above.depth and _SHARE.match(above.text, above.start) is not None

    def _typed(self, index: int) -> list[Row]:
        """The rows of a table that someone typed near below the program's name."""
        if index - self._named > _REACH or self._lines[self._named].depth != self._lines[index].depth:
            return []
        table = read_table(self._lines, index)
        if table is None or len(table.heads) < 2 or not all(_CLIENT_LABEL.fullmatch(row.label) for row in table.rows):
            return []
        self._done, self._named = table.rows[-1].index + 1, _NOWHERE
        block = min(head.label.line for head in table.heads)
        return [_typed_row(table, row, block, self._settings) for row in table.rows]


class _Report:
    """One test's report: what it says of the run, until the rate and the latencies have come."""

    def __init__(self, test: str) -> None:
        self._test = test
        self._parameters: dict[str, Parameter] = {}
        self._expected: float | None = None
        self._has_head = False

    def row(self, line: Line, block: int) -> Row | None:
        """The row of a line of the report; other lines are taken in as settings."""
        text, start = line.text, line.start
        rate, latencies = _RATE.match(text, start), _SUMMARY.match(text, start) if self._has_head else None
        self._has_head = _SUMMARY_HEAD.match(text, start) is not None
        if rate is None and latencies is None:
            self._note(text, start)
            return None
        found = rate or latencies
        assert found is not None
        warnings = self._broken(float(rate["rate"])) if rate is not None else ()
        test = _test(self._test)
        return Row(line.number, block, test, self._test, _values(found), parameters=self._parameters, warnings=warnings)

    def _note(self, text: str, start: int) -> None:
        completed = _COMPLETED.match(text, start)
        if completed is not None:
            seconds = float(completed["seconds"])
            self._expected = int(completed["requests"]) / seconds if seconds else None
            self._parameters["requests"] = int(completed["requests"])
        clients, payload = _CLIENTS.match(text, start), _PAYLOAD.match(text, start)
        if clients is not None:
            self._parameters["clients"] = int(clients["clients"])
        if payload is not None:
            self._parameters["payload_bytes"] = int(payload["payload"])

    def _broken(self, rate: float) -> tuple[str, ...]:
        if self._expected is None or abs(rate - self._expected) <= _SLACK * self._expected:
            return ()
        return (f"requests over seconds make {self._expected:.0f} a second, not {rate:.0f}",)


def _values(found: re.Match[str]) -> tuple[Value, ...]:
    groups = found.groupdict()
    values = []
    if groups.get("rate") is not None:
        values.append(measured(RATE, cell(found, "rate"), "requests per second", "requests per second"))
    values += [
        measured(LATENCY, cell(found, name), name, "msec", statistic=name)
        for name in _STATISTICS
        if groups.get(name) is not None
    ]
    return tuple(values)


def _typed_row(table: TypedTable, row: TypedRow, block: int, settings: Mapping[str, Parameter]) -> Row:
    label = _CLIENT_LABEL.fullmatch(row.label)
    assert label is not None
    values = tuple(
        measured(RATE, table.cell(figure), row.label, kernel=table.kernel(place))
        for place, figure in enumerate(row.figures)
    )
    parameters = {**settings, "clients": int(label["clients"])}
    return Row(row.index + 1, block, _TEST, row.label, values, parameters=parameters)


def _side_row(side: Side, settings: Mapping[str, Parameter]) -> Row:
    """A rate on a line of its own, of a kernel or variant."""
    statistic = "mean" if side.is_mean else "sample"
    value = measured(RATE, side.cell, side.unit, side.unit, statistic=statistic, repeat=side.repeat, runs=side.runs)
    asked = str(settings.get("tests", ""))
    test = asked if asked in _TESTS else _TEST
    return Row(side.line.number, side.first, test, side.label.text, (value,), kernel=side.kernel, parameters=settings)


def _test(text: str) -> str:
    """The canonical name of a test: its first words in small letters, without what the bracket adds."""
    return "_".join(text.partition(" (")[0].lower().split())


def _number(text: str) -> Parameter:
    return int(text) if text.isdigit() else text


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    rows = {row.line: row for row in _Reader(lines).rows()}
    for side in rate_sides(lines, _NAME_OF_TOOL, of_requests=True):
        rows.setdefault(side.line.number, _side_row(side, _settings_above(lines, side.first)))
    yield from (rows[number] for number in sorted(rows))


def _settings_above(lines: Sequence[Line], first: int) -> dict[str, Parameter]:
    """The options of the nearest command above the line of that number."""
    command = near_above(lines, first - 1, _COMMAND, _REACH)
    return _options(command) if command is not None else {}


def _options(command: re.Match[str]) -> dict[str, Parameter]:
    return {_OPTIONS[match["name"]]: _number(match["value"]) for match in _OPTION.finditer(command["arguments"])}


def _rerun(_test: str) -> Rerun:
    return Rerun("tool", "redis-benchmark comes with Redis and needs a running server; no adapter of ours starts one")


_TESTS = {
    "redis-benchmark": "requests of the kinds that the post names, at a number of clients",
    "ping_inline": "PING as a line of text",
    "ping_bulk": "PING in the binary protocol",
    "ping_mbulk": "PING in the binary protocol, as Redis 7 calls it",
    "set": "writes a value under a key",
    "get": "reads the value of a key",
    "incr": "adds one to a counter",
    "lpush": "puts an element at the head of a list",
    "rpush": "puts an element at the end of a list",
    "lpop": "takes the element at the head of a list",
    "rpop": "takes the element at the end of a list",
    "sadd": "adds a member to a set",
    "hset": "writes a field of a hash",
    "spop": "takes a random member of a set",
    "zadd": "adds a member to a sorted set",
    "zpopmin": "takes the lowest member of a sorted set",
    "lrange_100": "reads the first hundred elements of a list",
    "lrange_300": "reads the first three hundred elements of a list",
    "lrange_500": "reads the first five hundred elements of a list",
    "lrange_600": "reads the first six hundred elements of a list",
    "mset": "writes ten keys at once",
    "xadd": "adds an entry to a stream",
}

SUITE = Suite(
    name="redis-benchmark",
    title="redis-benchmark, requests to a Redis server",
    metrics=(RATE, LATENCY),
    tests=_TESTS,
    parameters={
        "clients": "parallel connections (-c)",
        "requests": "requests in all (-n)",
        "payload_bytes": "size of a value (-d)",
        "pipeline": "requests sent before an answer is waited for (-P)",
        "tests": "which tests were asked for (-t)",
    },
    marks=("redis-benchmark", "requests per second", '"rps"'),
    read=_read,
    rerun=_rerun,
    options=("-P",),
)
