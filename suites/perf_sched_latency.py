"""perf sched latency, how long tasks waited to run. Its table, also with a number of the run before each task:

      Task                  |   Runtime ms  | Switches | Avg delay ms    | Max delay ms    | Sum delay ms     |
      netperf:4337          |  21709.193 ms |     2932 | avg:    0.002 ms | max:    0.041 ms | max at: 112.154512 s
      1 massive_intr:(5)    | 846018.956 ms |   779188 | avg:   0.273 ms | max:  58.337 ms | sum:212545.245 ms |

The mean delay times the switches is about the sum. When the longest delay was is no result.
"""

import re
from collections.abc import Iterator, Sequence

from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite, Value
from suites.matches import Tables, cell, measured

DELAY = Metric("delay", "ms", "lower", "from when a task could run until it did: mean, most and sum")
RUNTIME = Metric("runtime", "ms", None, "time that the task ran", role="secondary")
SWITCHES = Metric("switches", "switches", None, "how often the task was switched to", role="secondary")

_ROW = re.compile(
    r"[ \t]{0,20}(?:(?P<run>\d{1,3})[ \t]{1,3})?(?P<task>[^\s|:][^|:\n]{0,40}):\(?\d{1,9}\)?[ \t]{0,40}\|"
    r"[ \t]{0,20}(?P<runtime>\d{1,12}\.\d{1,6})[ \t]ms[ \t]\|[ \t]{0,20}(?P<switches>\d{1,12})[ \t]\|"
    r"[ \t]{0,3}avg:[ \t]{0,20}(?P<mean>\d{1,12}\.\d{1,6})[ \t]{1,3}ms[ \t]\|"
    r"[ \t]{0,3}max:[ \t]{0,20}(?P<max>\d{1,12}\.\d{1,6})[ \t]{1,3}ms"
    r"(?:[ \t]\|[ \t]{0,3}sum:[ \t]{0,20}(?P<sum>\d{1,15}\.\d{1,6})[ \t]{1,3}ms)?"
)
_GAP = 2
# Delays are printed in thousandths of milliseconds; their rounding grows with the number of switches.
_ROUNDING = 0.0006


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    tables = Tables(_GAP)
    for line in lines:
        match = _ROW.match(line.text, line.start) if "avg:" in line.text else None
        if match is None:
            continue
        task = match["task"].strip()
        yield Row(
            line=line.number,
            block=tables.block(line),
            test=task.lower(),
            test_text=task,
            values=tuple(_values(match)),
            warnings=_broken(match),
        )


def _values(match: re.Match[str]) -> Iterator[Value]:
    repeat = int(match["run"]) if match["run"] else None
    for group, text in (("mean", "Avg delay"), ("max", "Max delay"), ("sum", "Sum delay")):
        if match[group]:
            yield measured(DELAY, cell(match, group), text, "ms", statistic=group, repeat=repeat)
    yield measured(RUNTIME, cell(match, "runtime"), "Runtime", "ms", repeat=repeat)
    yield measured(SWITCHES, cell(match, "switches"), "Switches", repeat=repeat)


def _broken(match: re.Match[str]) -> tuple[str, ...]:
    mean, most, switches = float(match["mean"]), float(match["max"]), int(match["switches"])
    if mean > most + _ROUNDING:
        return (f"a mean delay of {match['mean']} ms is more than the most, {match['max']}: a figure is mistyped",)
    if match["sum"] and abs(mean * switches - float(match["sum"])) > _ROUNDING * switches + 0.02 * float(match["sum"]):
        return (f"{switches} delays of {match['mean']} ms are not {match['sum']} ms: a figure is mistyped",)
    return ()


def _rerun(_test: str) -> Rerun:
    return Rerun("hardware", "traces the scheduler as root while a load of the poster's own runs")


SUITE = Suite(
    name="perf-sched-latency",
    title="perf sched latency, how long tasks waited to run",
    metrics=(DELAY, RUNTIME, SWITCHES),
    tests={"*": "a task by its name"},
    parameters={},
    marks=("| avg:",),
    read=_read,
    rerun=_rerun,
    aliases=("perf sched",),
)
