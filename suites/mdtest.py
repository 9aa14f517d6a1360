"""mdtest, which makes, looks at and removes many files and directories from many processes at once (part of IOR).

Its summary as versions print it, and a line of one iteration (-v):

    SUMMARY rate (in ops/sec): (of 10 iterations)
       Operation                     Max            Min           Mean        Std Dev
       ---------                     ---            ---           ----        -------
       File creation                7147.432       6789.531       6996.044        132.149
       Directory creation:      68968.919      68968.919      68968.919          0.000

       File creation     :      0.377 sec,  26531.2 ops/sec

The mean lies between the least and the most, and one iteration is all three of them: that proves a row. Version 3 and
later print a second summary of the times.
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Rerun, Row, RowSpread, Suite, Value
from suites.matches import Tables, cell, measured

RATE = Metric("rate", "ops/s", "higher", "files, directories or whole trees done in a second by all processes")
TIME = Metric("time", "s", "lower", "how long all of them took", role="secondary")
TIME_PER_OPERATION = Metric("time_per_operation", "ms", "lower", "milliseconds an operation", role="secondary")

_NAME = r"(?P<kind>File|Directory|Tree) (?P<what>creation|stat|read|rename|removal)\b"
_GAP = r"[ \t]{1,40}"
_FIGURE = r"\d{1,15}(?:\.\d{1,6})?"
_ROW = re.compile(
    rf"[ \t]{{0,16}}{_NAME}[ \t]{{0,16}}:?{_GAP}(?P<max>{_FIGURE}){_GAP}(?P<min>{_FIGURE}){_GAP}(?P<mean>{_FIGURE})"
    rf"{_GAP}(?P<stdev>{_FIGURE})[ \t]*$"
)
_ITERATION = re.compile(
    rf"[ \t]{{0,16}}(?:V-\d:[ \t]{{1,8}})?{_NAME}[ \t]{{0,16}}:{_GAP}(?P<seconds>{_FIGURE}) sec,{_GAP}"
    rf"(?P<rate>{_FIGURE}) ops/sec"
)
_SUMMARY = re.compile(
    r"[ \t]{0,16}SUMMARY(?: (?P<what>rate|time))?(?: \(in (?P<unit>[\w/]{1,12})\))?: "
    r"\(of (?P<runs>\d{1,6}) iterations?\)"
)
_LAUNCHED = re.compile(r"mdtest-(?P<version>\d[\w.+-]{0,20}) was launched with (?P<tasks>\d{1,9}) total task")
_TASKS = re.compile(r"(?P<tasks>\d{1,9}) tasks, (?P<items>\d{1,12}) files")
_COMMAND = re.compile(r"(?<![\w-])mdtest[\"']?(?P<arguments>(?:[ ]+[\"']?[\w./:,@=-]{1,80}[\"']?){1,40})")
_OPTION = re.compile(r"[\"']?-(?P<name>[bInzwe])[\"']? ?[\"']?(?P<value>\d{1,12})\b")
_OPTIONS = {
    "b": "branching",
    "z": "depth",
    "I": "items_per_directory",
    "n": "items_per_task",
    "w": "write_bytes",
    "e": "read_bytes",
}
_STATISTICS = ("max", "min", "mean")
_MAX_GAP = 3


class _Reader:
    """Reads one text; a summary ends where lines come that are no rows of it."""

    def __init__(self) -> None:
        self._tables = Tables(_MAX_GAP)
        self._summary: re.Match[str] | None = None
        self._depth = self._last = 0
        self._settings: dict[str, Parameter] = {}
        self._version: str | None = None

    def row(self, line: Line) -> Row | None:
        """The row of a line that mdtest printed."""
        self._note(line)
        if line.depth != self._depth or line.number - self._last > _MAX_GAP:
            self._summary = None
        found = _ROW.match(line.text.rstrip(), line.start) if self._summary is not None else None
        if found is not None:
            return self._row(line, found, self._summed(found), _broken(found, self._runs()))
        iteration = _ITERATION.match(line.text, line.start) if " ops/sec" in line.text else None
        if iteration is None:
            return None
        values = (
            measured(RATE, cell(iteration, "rate"), "ops/sec", "ops/sec"),
            measured(TIME, cell(iteration, "seconds"), "sec", "sec"),
        )
        seconds, items = float(iteration["seconds"]), self._settings.get("items")
        expected = items / seconds if isinstance(items, int) and seconds else None
        is_broken = expected is not None and iteration["kind"] == "File" and _is_off(expected, iteration)
        broken = (f"{items} files in {iteration['seconds']} s are not {iteration['rate']} a second",)
        return self._row(line, iteration, values, broken if is_broken else ())

    def _note(self, line: Line) -> None:
        text = line.text
        summary = _SUMMARY.match(text, line.start) if "SUMMARY" in text else None
        if summary is not None:
            self._summary, self._depth, self._last = summary, line.depth, line.number
            self._tables.title(line)
        if "mdtest" in text:
            self._note_run(line)
        tasks = _TASKS.search(text, line.start) if " tasks, " in text else None
        if tasks is not None:
            self._settings |= {name: int(tasks[name]) for name in ("tasks", "items")}

    def _note_run(self, line: Line) -> None:
        """Take in what begins a run: its version, its tasks, or the command."""
        launched = _LAUNCHED.search(line.text, line.start)
        if launched is not None:
            self._version, self._settings = launched["version"], {"tasks": int(launched["tasks"])}
        command = _COMMAND.search(line.text, line.start)
        if command is not None:
            options = _OPTION.finditer(command["arguments"])
            found: dict[str, Parameter] = {_OPTIONS[one["name"]]: int(one["value"]) for one in options}
            if found:
                kept = {"tasks": self._settings["tasks"]} if "tasks" in self._settings else {}
                self._settings = kept | found

    def _runs(self) -> int:
        return int(self._summary["runs"]) if self._summary is not None else 0

    def _summed(self, found: re.Match[str]) -> tuple[Value, ...]:
        assert self._summary is not None
        is_time = self._summary["what"] == "time"
        metric = TIME_PER_OPERATION if is_time else RATE
        spread = (RowSpread("stdev", cell(found, "stdev")),)
        return tuple(
            measured(
                metric,
                cell(found, name),
                name.capitalize(),
                self._summary["unit"],
                statistic=name,
                runs=self._runs() if name == "mean" else None,
                spread=spread if name == "mean" else (),
            )
            for name in _STATISTICS
        )

    def _row(self, line: Line, found: re.Match[str], values: tuple[Value, ...], warnings: tuple[str, ...]) -> Row:
        text = f"{found['kind']} {found['what']}"
        test = text.lower().replace(" ", "_")
        block, settings = self._tables.block(line), dict(self._settings)
        self._last = line.number
        return Row(
            line.number,
            block,
            test,
            text,
            values,
            parameters=settings,
            suite_version=self._version,
            warnings=warnings,
        )


def _is_off(expected: float, iteration: re.Match[str]) -> bool:
    """Whether the rate is not what the printed seconds leave open."""
    slack = 0.0005 / max(float(iteration["seconds"]), 0.001)
    return abs(expected - float(iteration["rate"])) > expected * (slack + 0.001) + 1


def _broken(found: re.Match[str], runs: int) -> tuple[str, ...]:
    """What to say where the figures of a row cannot be the most, the least and the mean of so many runs."""
    most, least, mean, deviation = (float(found[name]) for name in ("max", "min", "mean", "stdev"))
    if not least <= mean <= most:
        return ("the mean is not between the least and the most: a figure is mistyped",)
    # The last digit of the three is rounded apart.
    if runs == 1 and (most - least > 0.0015 or deviation):
        return ("one iteration has one figure only: a figure is mistyped",)
    return ()


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    reader = _Reader()
    for line in lines:
        row = reader.row(line) if line.words else None
        if row is not None:
            yield row


def _rerun(_test: str) -> Rerun:
    return Rerun(
        "tool", "needs mdtest of IOR and MPI, which are not packaged everywhere; no adapter of ours runs it yet"
    )


_DOES = {
    "creation": "makes them",
    "stat": "asks for their attributes",
    "read": "opens and reads them",
    "rename": "renames them",
    "removal": "removes them",
}
_KINDS = {"file": "files", "directory": "directories", "tree": "the tree of directories that the others are made in"}

SUITE = Suite(
    name="mdtest",
    title="mdtest, metadata of many files",
    metrics=(RATE, TIME, TIME_PER_OPERATION),
    tests={
        f"{kind}_{what}": f"{does}: {things}"
        for kind, things in _KINDS.items()
        for what, does in _DOES.items()
        if (kind, what) not in {("tree", "stat"), ("tree", "read"), ("tree", "rename"), ("directory", "read")}
    },
    parameters={
        "tasks": "processes of all nodes",
        "items": "files and directories of all of them",
        "items_per_task": "files and directories of a process (-n)",
        "items_per_directory": "files and directories of a directory of the tree (-I)",
        "branching": "how many directories each directory of the tree has (-b)",
        "depth": "levels of the tree (-z)",
        "write_bytes": "bytes written to each file (-w)",
        "read_bytes": "bytes read of each file (-e)",
    },
    marks=("file creation", "directory creation", "file stat", "directory stat", "file removal", "tree creation"),
    hint=lambda text: "std dev" in text or " ops/sec" in text,
    read=_read,
    rerun=_rerun,
)
