"""pgbench, transactions of a PostgreSQL server. The end of its report, of all versions:

    transaction type: <builtin: TPC-B (sort of)>
    number of clients: 2
    number of threads: 2
    latency average = 8.722 ms
    tps = 229.292538 (without initial connection time)

Before version 14 two lines stood there, "including connections establishing" and "excluding ...": the latter is the
result. Clients by the mean latency are the transactions a second.

Tables of latencies and of transactions a second below a pgbench command are read too:

    $ pgbench -c 224 -j 20 -T 600 -S pgbench
    | # | Before (ms) | After (ms) | Change (%) |
    | 1 | 0.343       | 0.287      | -16.31%    |
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Cell, Metric, Rerun, Row, RowSpread, Suite, Value
from suites.matches import FIGURE, cell, measured
from suites.pgbench_tables import Command, command_in, tables

TPS = Metric("tps", "transactions/s", "higher", "transactions in a second, without the time to connect")
TPS_ALL = Metric("tps_including", "transactions/s", "higher", "the same with the time to connect", role="secondary")
LATENCY = Metric("latency", "ms", "lower", "of a transaction", role="secondary")

_N = rf"(?P<value>{FIGURE})"
_TPS = re.compile(
    rf"[ \t]{{0,20}}tps[ \t]{{0,3}}[=:][ \t]{{0,3}}{_N}"
    r"(?:[ \t]{0,3}\((?P<what>(?:including|excluding|without)[^)]{0,60})\)?)?[ \t]*$"
)
_LATENCY = re.compile(rf"[ \t]{{0,20}}latency[ \t](?P<what>average|stddev)[ \t]{{0,3}}[=:][ \t]{{0,3}}{_N}[ \t]?ms")
_TYPE = re.compile(r"[ \t]{0,20}transaction type:[ \t]{0,3}(?:<builtin:[ \t])?(?P<value>[^<>\n]{1,60}?)>?[ \t]*$")
_SETTINGS = (
    ("scale", re.compile(r"[ \t]{0,20}scaling factor:[ \t]{0,3}(?P<value>\d{1,9})")),
    ("clients", re.compile(r"[ \t]{0,20}number of clients:[ \t]{0,3}(?P<value>\d{1,9})")),
    ("threads", re.compile(r"[ \t]{0,20}number of threads:[ \t]{0,3}(?P<value>\d{1,9})")),
    ("seconds", re.compile(r"[ \t]{0,20}duration:[ \t]{0,3}(?P<value>\d{1,9})[ \t]s")),
    ("query_mode", re.compile(r"[ \t]{0,20}query mode:[ \t]{0,3}(?P<value>\w{1,20})")),
)
_VERSION = re.compile(r"[ \t]{0,20}pgbench[ \t]\((?:PostgreSQL\)[ \t])?(?P<version>\d{1,2}(?:\.\d{1,2}){0,2})")
_TESTS = {"tpc-b (sort of)": "tpcb-like", "select only": "select-only", "simple update": "simple-update"}
_MAX_GAP = 16


@dataclass(slots=True)
class _Run:
    """A report that is being read."""

    first: int
    depth: int
    last: int
    test: str = "pgbench"
    text: str = "pgbench"
    version: str | None = None
    parameters: dict[str, Parameter] = field(default_factory=dict)
    found: list[tuple[Line, Value]] = field(default_factory=list)

    def rows(self) -> Iterator[Row]:
        """The rows of a finished report: none without its transactions a second."""
        if not any(value.metric != LATENCY.name for _, value in self.found):
            return
        for line, value in self.found:
            yield Row(
                line=line.number,
                block=self.first,
                test=self.test,
                test_text=self.text,
                values=(replace(value, warnings=self._broken(value)),),
                parameters=self.parameters,
                suite_version=self.version,
            )

    def _broken(self, value: Value) -> tuple[str, ...]:
        latency = next((other.cell for _, other in self.found if other.metric == LATENCY.name), None)
        clients = self.parameters.get("clients")
        if value.metric != TPS.name or latency is None or not isinstance(clients, int) or not value.cell.value:
            return ()
        expected = clients * 1000 / value.cell.value
        # Before version 9.6 the mean leaves out what the clients wait for each other; old versions count connections.
        if abs(expected - latency.value) <= 0.2 * expected + (latency.resolution or 0):
            return ()
        return (f"{clients} clients at {latency.raw} ms are not {value.cell.raw} transactions a second",)


class _Reader:
    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self._run: _Run | None = None
        self._command: Command | None = None

    def rows(self) -> Iterator[Row]:
        for line in self.lines:
            run = self._run
            if run is not None and not line.is_blank and self._has_ended(run, line):
                yield from run.rows()
                self._run = None
            command = command_in(line) if "pgbench" in line.text else None
            if command is not None:
                self._command = command
                if self._run is not None:
                    yield from self._run.rows()
                self._run = None
            self._take(line)
        if self._run is not None:
            yield from self._run.rows()

    def _has_ended(self, run: _Run, line: Line) -> bool:
        return (
            line.depth != run.depth
            or line.number - run.last > _MAX_GAP
            or (bool(run.found) and _TYPE.match(line.text, line.start) is not None)
        )

    def _take(self, line: Line) -> None:
        text = line.text
        version = _VERSION.match(text, line.start) if "pgbench (" in text else None
        kind = _TYPE.match(text, line.start) if "transaction type" in text else None
        if version is not None or kind is not None:
            run = self._begun(line)
            run.version = version["version"] if version is not None else run.version
            if kind is not None:
                run.text = kind["value"]
                run.test = _TESTS.get(run.text.lower(), run.text.lower())
            return
        for name, pattern in _SETTINGS if ":" in text and self._run is not None else ():
            setting = pattern.match(text, line.start)
            if setting is not None:
                value = setting["value"]
                self._begun(line).parameters[name] = int(value) if value.isdecimal() else value
        value = _value(line)
        is_below = self._command is not None and line.number - self._command.line <= _MAX_GAP
        if value is not None and (self._run is not None or value.metric != LATENCY.name or is_below):
            _add(self._begun(line), line, value)

    def _begun(self, line: Line) -> _Run:
        if self._run is None:
            self._run = _Run(line.number, line.depth, line.number)
            command = self._command
            if command is not None and line.number - command.line <= _MAX_GAP:
                self._run.test = self._run.text = command.test
                self._run.parameters |= command.parameters
        self._run.last = line.number
        return self._run


def _value(line: Line) -> Value | None:
    tps = _TPS.match(line.text, line.start) if "tps" in line.text else None
    if tps is not None:
        is_whole = (tps["what"] or "").startswith("including")
        return measured(TPS_ALL if is_whole else TPS, cell(tps, "value"), "tps", None)
    latency = _LATENCY.match(line.text, line.start) if "latency" in line.text else None
    if latency is None:
        return None
    statistic = "mean" if latency["what"] == "average" else "stdev"
    return measured(LATENCY, cell(latency, "value"), f"latency {latency['what']}", "ms", statistic=statistic)


def _add(run: _Run, line: Line, value: Value) -> None:
    """Keep a figure; a deviation belongs to the mean above it."""
    if value.statistic != "stdev":
        run.found.append((line, value))
        return
    if run.found and run.found[-1][1].metric == LATENCY.name:
        above, mean = run.found[-1]
        run.found[-1] = (above, replace(mean, spread=(_deviation(value.cell, line),)))


def _deviation(found: Cell, line: Line) -> RowSpread:
    return RowSpread("stdev", found, line.number)


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from _Reader(lines).rows()
    yield from tables(lines, TPS, LATENCY)


def _rerun(_test: str) -> Rerun:
    return Rerun("tool", "pgbench comes with PostgreSQL, whose server it needs; the server's settings tell most")


SUITE = Suite(
    name="pgbench",
    title="pgbench, transactions of a PostgreSQL server",
    metrics=(TPS, TPS_ALL, LATENCY),
    tests={
        "tpcb-like": "updates, a select and an insert in one transaction, as TPC-B does",
        "select-only": "one select (-S)",
        "simple-update": "the same as tpcb-like without the rows that clients fight for (-N)",
        "pgbench": "a script that the post does not name",
        "*": "a script of the poster's own",
    },
    parameters={
        "scale": "size of the tables (-s)",
        "clients": "database sessions (-c)",
        "threads": "threads of pgbench (-j)",
        "seconds": "how long it ran (-T)",
        "query_mode": "simple, extended or prepared (-M)",
    },
    marks=("pgbench", "tps = "),
    read=_read,
    rerun=_rerun,
    options=("-S", "-N"),
    option_tests={"-S": ("select-only",), "-N": ("simple-update",)},
)
