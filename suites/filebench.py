"""filebench, which plays workloads of file servers, mail spools and the like: what each kind of call took, and in all.

 3541: 34498.540: Run took 34495 seconds...
closefile1           19801ops        1ops/s   0.0mb/s      0.0ms/op      318us/op-cpu [0ms - 5ms]
statfile1            29580ops      493ops/s   0.0mb/s    0.0ms/op [0.00ms - 0.10ms]
 3541: 34498.548: IO Summary: 79403 ops, 2.302 ops/s, (0/1 r/w), 152.5mb/s, 174211us cpu/op, 323571.9ms latency
61.026: IO Summary: 1000 ops 16.667 ops/s 3/3 rd/wr   0.5mb/s   0.3ms/op
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite, Value
from suites.matches import Tables, cell, measured

RATE = Metric("operations_per_second", "ops/s", "higher", "operations a second")
THROUGHPUT = Metric("throughput", "MB/s", "higher", "megabytes read and written a second")
LATENCY = Metric("latency", "ms", "lower", "how long an operation took", role="secondary")
CPU = Metric("cpu_per_operation", "us", "lower", "processor time of an operation", role="secondary")
TIME = Metric("run_time", "s", "lower", "how long the run took, where the work is fixed", role="secondary")

_N = r"\d{1,15}(?:\.\d{1,6})?"
_LEAD = r"\s{0,20}(?:\d{1,8}:\s{1,3})?(?:\d{1,9}\.\d{1,3}:\s{1,3})?"
_CALL = re.compile(
    rf"\s{{0,20}}(?P<call>[A-Za-z][\w-]{{1,40}})\s{{1,30}}\d{{1,12}}ops\s{{1,12}}(?P<rate>{_N})ops/s\s{{1,12}}"
    rf"(?P<bytes>{_N})mb/s\s{{1,12}}(?P<latency>{_N})ms/op(?:\s{{1,12}}(?P<cpu>{_N})us/op-cpu)?"
    rf"(?:\s{{0,4}}\[(?P<min>{_N})ms - (?P<max>{_N})ms\])?"
)
_SUMMARY = re.compile(
    rf"{_LEAD}IO Summary:\s{{1,4}}\d{{1,12}} ops,?\s{{1,4}}(?P<rate>{_N}) ops/s,?\s{{1,4}}"
    rf"\(?\d{{1,9}}/\d{{1,9}} r(?:/w|d/wr)\)?,?\s{{1,6}}(?P<bytes>{_N})mb/s"
    rf"(?:,\s{{1,4}}(?P<cpu>{_N})us cpu/op)?,?\s{{1,6}}(?P<latency>{_N})ms(?:/op| latency)"
)
_RUN = re.compile(rf"{_LEAD}Run took (?P<time>{_N}) seconds")
_WORKLOAD = re.compile(
    r"(?:filebench\s{1,3}(?:-f\s{1,3})?|load\s{1,3}|/)(?P<name>varmail|fileserver|webserver|webproxy|oltp|videoserver"
    r"|createfiles|copyfiles|networkfs|mongo|randomrw|singlestream\w{1,20}|filemicro_\w{1,30})(?:\.f)?(?!\w)"
)
# "filebench 200 thread file create test"
_THREADS = re.compile(r"\bfilebench[ ,:]{1,3}(?P<threads>\d{1,5})[ -]threads?\b")
_CALLS = {
    "closefile": "closes a file",
    "openfile": "opens a file",
    "createfile": "makes a file",
    "deletefile": "deletes a file",
    "statfile": "stats a file",
    "readfile": "reads a whole file",
    "readwholefile": "reads a whole file",
    "writefile": "writes a whole file",
    "writewholefile": "writes a whole file",
    "wrtfile": "writes a file",
    "appendfile": "writes to the end of a file",
    "appendfilerand": "writes some bytes to the end of a file",
    "appendlog": "writes to the end of a log",
    "fsync": "fsyncs a file",
    "fsyncfile": "fsyncs a file",
    "makedir": "makes a directory",
    "removedir": "removes a directory",
    "listdir": "lists a directory",
    "read": "reads from a file",
    "write": "writes to a file",
    "seqread": "reads one block after another",
    "seqwrite": "writes one block after another",
    "randread": "reads at random places",
    "randwrite": "writes at random places",
}
_FIGURES = (
    ("rate", RATE, "ops/s", "sample"),
    ("bytes", THROUGHPUT, "mb/s", "sample"),
    ("latency", LATENCY, "ms/op", "mean"),
    ("cpu", CPU, "us/op-cpu", "mean"),
    ("min", LATENCY, "ms", "min"),
    ("max", LATENCY, "ms", "max"),
)
_MAX_GAP = 3


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    tables = Tables(_MAX_GAP)
    settings: dict[str, Parameter] = {}
    for line in lines:
        if "ops/s" in line.text:
            yield from _rows(line, tables, settings)
        elif "Run took " in line.text and (run := _RUN.match(line.text, line.start)) is not None:
            tables.title(line)
            value = measured(TIME, cell(run, "time"), "Run took", "seconds")
            yield Row(line.number, tables.block(line), "all", "Run", (value,), parameters=settings)
        elif (named := _WORKLOAD.search(line.text, line.start)) is not None:
            settings = {"workload": named["name"]}
        elif "filebench" in line.words and (told := _THREADS.search(line.words)) is not None:
            settings = {"threads": int(told["threads"])}


def _rows(line: Line, tables: Tables, settings: dict[str, Parameter]) -> Iterator[Row]:
    summary = _SUMMARY.match(line.text, line.start)
    match = summary or _CALL.match(line.text, line.start)
    if match is None:
        return
    call = match["call"] if summary is None else ""
    # A workload may name its calls as it likes; "writefile1" and "writefile2" are two calls of one kind.
    kind = call.rstrip("0123456789").lower()
    test = "all" if summary is not None else kind if kind in _CALLS else "call"
    yield Row(
        line=line.number,
        block=tables.block(line),
        test=test,
        test_text=call or "IO Summary",
        values=tuple(_values(match)),
        parameters=settings | ({"flowop": call} if call else {}),
    )


def _values(match: re.Match[str]) -> Iterator[Value]:
    printed = match.groupdict()
    for group, metric, unit, statistic in _FIGURES:
        if printed.get(group) is not None:
            text = unit if statistic in ("sample", "mean") else f"{statistic} {unit}"
            yield measured(metric, cell(match, group), text, unit, statistic=statistic)


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "filebench is not packaged everywhere, and no adapter of ours runs its workloads yet")


SUITE = Suite(
    name="filebench",
    title="filebench, workloads of file servers",
    metrics=(RATE, THROUGHPUT, LATENCY, CPU, TIME),
    tests={"all": "all calls of the workload", "call": "a call with a name of the workload's own", **_CALLS},
    parameters={
        "workload": "the workload, where a command names one",
        "flowop": "the call's name in the workload",
        "threads": "threads that run it, where the post says so",
    },
    marks=("io summary:", "ms/op"),
    hint=lambda text: "ops/s" in text and ("io summary:" in text or "ms/op" in text),
    read=_read,
    rerun=_rerun,
)
