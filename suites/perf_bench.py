"""perf bench, small loops over one service of the kernel or the C library. Its reports, of all versions:

    # Running 'sched/pipe' benchmark:
    # Executed 1000000 pipe operations between two processes
         Total time: 14.595 [sec]
          14.595216 usecs/op
              68515 ops/sec
    # function 'x86-64-movsb' (movsb-based memcpy() in arch/x86/lib/memcpy_64.S)
          13.754401 GB/sec
    Averaged 678144 operations/sec (+- 3.89%), total secs = 2
    Wokeup 2 of 2 threads in 0.0951 ms (+-24.38%)
     main,                                    0.890, GB/sec,         total-speed

also with two reports side by side, and tables of its figures (suites/perf_bench_tables.py). The time by the loops is
the time of one, whose reciprocal is the rate.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Label, Rerun, Row, RowSpread, Suite, Value
from suites.matches import cell, measured
from suites.perf_bench_lines import FIGURES, METRICS, OPS, THREAD, TIME, TOTAL, Figure
from suites.perf_bench_tables import numa, tables

_GROUP = r"(?:sched|syscall|mem|numa|futex|epoll|internals|breakpoint|uprobe)"
_TITLE = re.compile(
    rf"[ \t]{{0,20}}(?:#[ \t]{{1,3}})?Running[ \t]'?(?P<test>{_GROUP}/[\w-]{{1,30}})'?[ \t]benchmark(?::|\.\.\.)"
)
_COMMAND = re.compile(
    rf"\bperf[ \t]bench[ \t](?:-[\w-]{{1,20}}(?:[ \t]\w{{1,12}})?[ \t])?(?P<group>{_GROUP})[ \t](?P<name>[\w-]{{2,30}})"
)
_EXECUTED = re.compile(r"#[ \t]{1,3}Executed[ \t](?P<count>[\d,]{1,15})[ \t]")
_FUNCTION = re.compile(r"#[ \t]{1,3}[Ff]unction[ \t]'(?P<name>[\w.-]{1,40})'")
_SIZE = re.compile(r"#[ \t]{1,3}Copying[ \t](?P<size>\d{1,9}[KMG]?B)[ \t]bytes")
_GROUPS = re.compile(
    r"#[ \t]{1,3}(?P<groups>\d{1,6})[ \t]groups[ \t]==[ \t](?P<tasks>\d{1,9})[ \t](?P<kind>processes|threads)"
)
_THREADS = re.compile(r"(?:blocking on|Requeuing|Run summary[^:]{0,30}:)[ \t](?P<threads>\d{1,6})[ \t]threads")
_SYNTHESIS = re.compile(r"Number of synthesis threads:[ \t](?P<threads>\d{1,6})[ \t]*$")
_BREAKPOINTS = re.compile(
    r"#[ \t]{1,3}(?:Created/joined (?P<loops>\d{1,9}) threads with (?P<breakpoints>\d{1,6}) breakpoints and "
    r"(?P<parallelism>\d{1,6}) parallelism|Enabled/disabled breakpoint (?P<times>\d{1,9}) time with "
    r"(?P<passive>\d{1,6}) passive and (?P<active>\d{1,6}) active)"
)
_SIDES = re.compile(r"[ \t]{0,20}(?P<old>\S(?:[^\n]{0,60}?\S)?)[ \t]{8,200}(?P<new>\S[^\n]{0,80}?)[ \t]*$")
_MODES = {"processes": "process", "threads": "thread"}
# Further down, figures belong to something else.
_REACH = 40
_THREADS_REACH = 600
_SIDES_REACH = 80


@dataclass(slots=True)
class _Run:
    """A report that is being read: what it says of itself."""

    line: int
    depth: int
    test: str
    text: str
    last: int
    loops: int | None = None
    parameters: dict[str, Parameter] = field(default_factory=dict)
    sides: tuple[Label, ...] = ()
    micros: dict[int, float] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    run: _Run | None = None
    for index, line in enumerate(lines):
        if run is not None and not line.is_blank and (line.depth != run.depth or line.number - run.last > _reach(run)):
            run = None
        begun = _begun(lines, index) if "unning" in line.text or "perf bench" in line.text else None
        if begun is not None:
            run = begun
        elif run is not None and not line.is_blank and not _told(run, line):
            yield from _rows(run, line)
    yield from tables(lines)


def _reach(run: _Run) -> int:
    return _THREADS_REACH if run.test.startswith(("futex", "epoll", "numa")) else _REACH


def _begun(lines: Sequence[Line], index: int) -> _Run | None:
    line = lines[index]
    title = list(_TITLE.finditer(line.text, line.start))
    command = _COMMAND.search(line.text, line.start) if not title else None
    if title:
        run = _Run(line.number, line.depth, title[0]["test"], title[0]["test"], line.number)
        if len(title) > 1 or line.text.count("# Running") > 1:
            run.sides = _sides(lines, index)
        return run
    # numa/mem repeats its command in its report.
    if (
        command is None
        or "Running main" in line.text
        or command["name"] in {"all", "is", "on", "and", "for", "with", "usec", "ops"}
    ):
        return None
    test = f"{command['group']}/{command['name']}"
    return _Run(line.number, line.depth, test, f"perf bench {command['group']} {command['name']}", line.number)


def _sides(lines: Sequence[Line], index: int) -> tuple[Label, ...]:
    """What the two halves of the page are, by the nearest line above of two names far apart."""
    for above in range(index - 1, max(-1, index - _SIDES_REACH), -1):
        line = lines[above]
        match = _SIDES.match(line.text, line.start) if len(line.text) <= 300 else None
        if match is None or line.depth != lines[index].depth:
            continue
        names = (match["old"], match["new"])
        if all(name[0].isalpha() and not any(mark in name for mark in ",=:()") and "  " not in name for name in names):
            return tuple(
                Label(match[side], line.number, match.start(side), match.end(side), Basis.COLUMN_HEAD)
                for side in ("old", "new")
            )
    return ()


def _told(run: _Run, line: Line) -> bool:
    """Take what a line of the report says of its settings; whether there was anything."""
    text = line.text
    found: dict[str, Parameter] = {}
    executed = _EXECUTED.search(text, line.start)
    if executed is not None:
        run.loops = int(executed["count"].replace(",", ""))
        found["loops"] = run.loops
    function = _FUNCTION.search(text, line.start)
    if function is not None:
        found["function"] = function["name"]
    size = _SIZE.search(text, line.start)
    if size is not None:
        found["size"] = size["size"]
    breakpoints = _BREAKPOINTS.search(text, line.start) if "breakpoint" in text else None
    if breakpoints is not None:
        told = ((name.replace("times", "loops"), value) for name, value in breakpoints.groupdict().items())
        found |= {name: int(value) for name, value in told if value is not None}
    groups = _GROUPS.search(text, line.start)
    if groups is not None:
        found |= {"groups": int(groups["groups"]), "mode": _MODES[groups["kind"]]}
    threads = _THREADS.search(text, line.start) or _SYNTHESIS.search(text, line.start)
    if threads is not None:
        found["threads"] = int(threads["threads"])
    run.parameters |= found
    run.last = line.number if found else run.last
    return bool(found)


def _rows(run: _Run, line: Line) -> Iterator[Row]:
    if run.test.startswith("numa/"):
        yield from _with(run, line, tuple(numa(line)), {})
        return
    for figure in FIGURES:
        if figure.only and not run.test.startswith(figure.only):
            continue
        matches = list(figure.pattern.finditer(line.text, line.start))[:2]
        if not matches:
            continue
        values = tuple(_value(run, figure, match, side) for side, match in enumerate(matches))
        told = {"thread": int(matches[0]["thread"])} if figure.metric is THREAD else {}
        yield from _with(run, line, values, told)
        return


def _with(run: _Run, line: Line, values: tuple[Value, ...], told: dict[str, int]) -> Iterator[Row]:
    if values:
        run.last = line.number
        yield Row(
            line.number, run.line, run.test, run.text, values, parameters={**run.parameters, **told}, title=run.text
        )


def _value(run: _Run, figure: Figure, match: re.Match[str], side: int) -> Value:
    groups = match.groupdict()
    found = cell(match, "value")
    unit_text = groups.get("unit")
    spread: tuple[RowSpread, ...] = ()
    if groups.get("around"):
        spread = (RowSpread("percent" if groups["around_unit"] == "%" else "stdev", cell(match, "around")),)
    text = figure.text if figure.text != "took" else f"Average {groups['what']} took"
    return measured(
        figure.metric,
        found,
        text,
        unit_text or figure.metric.unit,
        unit=_unit(figure, unit_text),
        statistic=figure.statistic,
        repeat=int(groups["run"]) if groups.get("run") else None,
        spread=spread,
        kernel=run.sides[side] if side < len(run.sides) else None,
        warnings=_broken(run, figure, found.value, found.resolution or 0, side),
    )


def _unit(figure: Figure, posted: str | None) -> str:
    if posted is None or posted == "ops/sec":
        return figure.metric.unit
    return {"sec": "s", "usec": "us", "usecs": "us", "msec": "ms"}.get(
        posted, posted.replace("/sec", "/s").replace("/Sec", "/s")
    )


def _broken(run: _Run, figure: Figure, value: float, step: float, side: int) -> tuple[str, ...]:
    """Whether time, loops and rate are at odds, as far as their digits tell."""
    if figure.metric is TOTAL:
        run.seconds[side] = value
    elif figure.metric is TIME:
        run.micros[side] = value
        total = run.seconds.pop(side, None)
        if total is not None and run.loops and abs(value * run.loops / 1e6 - total) > 0.001 + total * 0.001:
            return (f"{run.loops} loops of {value:g} us are not {total:g} s: a figure is mistyped",)
    elif figure.metric is OPS:
        each = run.micros.pop(side, None)
        if each and abs(1e6 / each - value) > step + value * 0.001 + value * 1e-6 / each:
            return (f"{each:g} us of a loop are not {value:g} a second: a figure is mistyped",)
    return ()


def _rerun(_test: str) -> Rerun:
    return Rerun("tool", "perf can be installed; its loops change little between versions")


SUITE = Suite(
    name="perf-bench",
    title="perf bench, small loops over one service",
    metrics=METRICS,
    tests={
        "sched/messaging": "groups of senders and receivers, as hackbench",
        "sched/pipe": "two tasks send each other a byte through pipes",
        "sched/seccomp-notify": "two tasks wake each other by seccomp's notification",
        "syscall/basic": "getppid over and over",
        "mem/memcpy": "copy memory",
        "mem/memset": "set memory",
        "futex/hash": "threads lock futexes that are spread over the hash table",
        "futex/wake": "wake threads that wait on a futex",
        "futex/wake-parallel": "the same by several threads at once",
        "futex/requeue": "move waiting threads from one futex to another",
        "futex/lock-pi": "threads take futexes with priority inheritance",
        "epoll/wait": "threads wait for events of many files",
        "epoll/ctl": "threads add, change and remove watched files",
        "numa/mem": "threads of several nodes read memory",
        "*": "another loop, as group and name",
    },
    parameters={
        "loops": "how often it went round",
        "breakpoints": "breakpoints that each thread has",
        "parallelism": "threads that make others, one after another (breakpoint)",
        "passive": "threads that sleep while a breakpoint is switched",
        "active": "threads that work while a breakpoint is switched",
        "function": "which of several implementations",
        "size": "bytes copied at once",
        "groups": "groups of senders and receivers",
        "mode": "process or thread",
        "threads": "threads that were started",
        "thread": "the number of one thread",
        "options": "options of the command",
    },
    marks=("perf bench", "# running"),
    read=_read,
    rerun=_rerun,
    aliases=("perf bench",),
)
