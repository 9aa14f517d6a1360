"""compilebench, which makes, patches, compiles (as far as files go), reads and removes trees of kernel sources.

Its closing lines; the first word is misspelt by the program itself, and what was not run is told too:

    intial create total runs 20 avg 30.25 MB/s (user 0.74s sys 2.40s)
    no runs for create
    compile total runs 20 avg 39.79 MB/s (user 0.17s sys 2.55s)
    delete compiled tree total runs 20 avg 4.42 seconds (user 0.58s sys 1.79s)

Some tests are rates and some are times: a test with the other's unit is mistyped. The seconds of the processor in
brackets are of an average run.
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite
from suites.matches import Tables, cell, measured

RATE = Metric("rate", "MB/s", "higher", "megabytes a second")
TIME = Metric("time", "s", "lower", "seconds of one run")
USER = Metric("user_time", "s", "lower", "seconds of the processor in the program, a run", role="secondary")
SYSTEM = Metric("system_time", "s", "lower", "seconds of the processor in the kernel, a run", role="secondary")

_FIGURE = r"\d{1,9}(?:\.\d{1,4})?"
_ROW = re.compile(
    r"[ \t]{0,20}(?P<test>ini?tial create|create|patch|compile|clean|read tree|read compiled tree|delete tree|"
    r"delete compiled tree|stat tree|stat compiled tree) total runs (?P<runs>\d{1,6}) avg "
    rf"(?P<value>{_FIGURE}) (?P<unit>MB/s|seconds) \(user (?P<user>{_FIGURE})s sys (?P<sys>{_FIGURE})s\)"
)
_COMMAND = re.compile(r"\bcompilebench\b(?P<words>(?:[ \t]-{1,2}[\w-]{1,20}(?:[ =][\w./]{1,60})?){1,8})")
_INITIAL = re.compile(r"[ \t]-i[ ]?(?P<count>\d{1,6})\b")
_RUNS = re.compile(r"[ \t]-r[ ]?(?P<count>\d{1,6})\b")
_TIMES = frozenset({"delete_tree", "delete_compiled_tree", "stat_tree", "stat_compiled_tree"})
_MAX_GAP = 4


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    tables, settings = Tables(_MAX_GAP), dict[str, Parameter]()
    for line in lines:
        found = _ROW.match(line.text, line.start) if " total runs " in line.text else None
        if found is not None:
            yield _row(line, found, tables.block(line), settings)
        elif "compilebench -" in line.text:
            settings = _settings(line) or settings


def _settings(line: Line) -> dict[str, Parameter]:
    """What a command sets."""
    command = _COMMAND.search(line.text, line.start)
    if command is None:
        return {}
    words = command["words"]
    initial, runs = _INITIAL.search(words), _RUNS.search(words)
    told: dict[str, Parameter | None] = {
        "initial_dirs": int(initial["count"]) if initial is not None else None,
        "runs": int(runs["count"]) if runs is not None else None,
        "makej": "yes" if "--makej" in words else None,
    }
    return {name: value for name, value in told.items() if value is not None}


def _row(line: Line, found: re.Match[str], block: int, settings: dict[str, Parameter]) -> Row:
    test = "_".join(found["test"].replace("intial", "initial").split())
    metric = TIME if found["unit"] == "seconds" else RATE
    is_odd = (test in _TIMES) != (metric is TIME)
    warnings = (f"{found['test']} is not measured in {found['unit']}: a word is mistyped",) if is_odd else ()
    runs = int(found["runs"])
    values = (
        measured(metric, cell(found, "value"), "avg", found["unit"], statistic="mean", runs=runs),
        measured(USER, cell(found, "user"), "user", "s", statistic="mean", runs=runs),
        measured(SYSTEM, cell(found, "sys"), "sys", "s", statistic="mean", runs=runs),
    )
    return Row(line.number, block, test, found["test"], values, parameters=settings, warnings=warnings)


def _rerun(_test: str) -> Rerun:
    return Rerun("tool", "compilebench is a script that is packaged nowhere; no adapter of ours runs it yet")


SUITE = Suite(
    name="compilebench",
    title="compilebench, trees of sources made and removed",
    metrics=(RATE, TIME, USER, SYSTEM),
    tests={
        "initial_create": "makes the first trees",
        "create": "makes a tree among those that are there",
        "patch": "rewrites some files of a tree",
        "compile": "writes the files that a compiler would make",
        "clean": "removes what was compiled",
        "read_tree": "reads all files of a tree",
        "read_compiled_tree": "reads all files of a tree that was compiled",
        "delete_tree": "removes a tree",
        "delete_compiled_tree": "removes a tree that was compiled",
        "stat_tree": "asks for the attributes of all files of a tree",
        "stat_compiled_tree": "asks for those of a tree that was compiled",
    },
    parameters={
        "initial_dirs": "trees made at the beginning (-i)",
        "runs": "how many random runs follow (-r)",
        "makej": "compiles all trees first, as make -j does (--makej)",
    },
    marks=("total runs",),
    read=_read,
    rerun=_rerun,
)
