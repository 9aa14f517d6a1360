"""stress-ng, load of many kinds counted in bogus operations. Its metrics, of all versions, and typed rows:

    stress-ng: metrc: [12897] stressor       bogo ops real time  usr time  sys time   bogo ops/s     bogo ops/s
    stress-ng: metrc: [12897]                           (secs)    (secs)    (secs)   (real time) (usr+sys time)
    stress-ng: metrc: [12897] cpu                2365      3.01      1.45      0.01       785.61        1619.88
    stress-ng: metrc: [12897] pipe                  78.54 MB per sec pipe write rate (geometic mean of 1 instances)
    stress-ng: info:  [59647] syscall:                  pkey_get      156.0        127        185
    --cpu=96 -util=100 Time taken     :       5.30,       5.01(5.47)

Operations by the real time, and by the processor time, are the two rates. Bogus operations compare within one version.
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Parameter
from archive.text import Line
from suites.base import Cell, Metric, Rerun, Row, Suite
from suites.matches import Tables, cell, measured, near_above
from suites.stress_ng_typed import TIME, may_hold_typed, typed

RATE = Metric("bogo_ops_rate", "bogo ops/s", "higher", "bogus operations in a second of real time")
CPU_RATE = Metric(
    "bogo_ops_rate_cpu", "bogo ops/s", "higher", "the same in a second of processor time", role="secondary"
)
OPS = Metric("bogo_ops", "bogo ops", "higher", "bogus operations of the whole run", role="secondary")
SPEED = Metric("speed", "/s", "higher", "what a stressor measures of itself, as a rate", role="secondary")
DELAY = Metric("delay", "ns", "lower", "what a stressor measures of itself, as a time", role="secondary")

# Harnesses count the seconds before each line ("00348 stress-ng: metrc:").
_TAG = r"[ \t]{0,20}(?:\d{4,6}[ \t])?stress-ng:[ \t]{1,3}(?:metrc|info):[ \t]{1,3}\[\d{1,9}\][ \t]{1,3}"
# Posters cut the tags off.
_BARE = rf"(?:{_TAG}|[ \t]{{0,20}})"
_ROW = re.compile(
    _BARE + r"(?P<stressor>[a-z][\w-]{1,40})[ \t]{1,30}(?P<ops>\d{1,18})[ \t]{1,30}(?P<real>\d{1,9}\.\d\d)[ \t]{1,30}"
    r"(?P<user>\d{1,12}\.\d\d)[ \t]{1,30}(?P<system>\d{1,12}\.\d\d)[ \t]{1,30}(?P<rate>\d{1,18}\.\d\d)[ \t]{1,30}"
    r"(?P<cpu_rate>\d{1,18}\.\d\d)(?:[ \t]{1,30}\d{1,9}\.\d\d)?(?:[ \t]{1,30}\d{1,15})?(?:[ \t].{0,60})?$"
)
_OWN = re.compile(
    _TAG + r"(?P<stressor>[a-z][\w-]{1,40})[ \t]{1,30}(?P<value>\d{1,18}(?:\.\d{1,6})?)[ \t]"
    r"(?P<what>(?P<time>nanosec\w{0,5}|microsec\w{0,5}|millisec\w{0,5}|seconds?)?[ \t]?[A-Za-z][^()\n]{3,80}?)"
    r"(?:[ \t]?\([^\n]{3,80}\))*[ \t]*$"
)
_CALL = re.compile(
    _TAG
    + r"syscall:[ \t]{1,40}(?P<call>[a-z_][a-z_0-9]{1,40})[ \t]{1,30}(?P<mean>\d{1,12}\.\d)[ \t]{1,30}(?P<min>\d{1,12})"
    r"[ \t]{1,30}(?P<max>\d{1,12})[ \t]*$"
)
_HEAD = re.compile(_BARE + r"stressor[ \t]{1,30}bogo ops[ \t]{1,30}real time")
_PASSED = re.compile(r"[ \t]{0,20}passed:[ \t]{1,3}\d{1,6}:[ \t](?P<hogs>[^\n]{2,400})$")
_COUNTED = re.compile(r"(?P<stressor>[a-z][\w-]{1,40})[ \t]\((?P<count>\d{1,6})\)")
_BEHIND = 16
_HOGS = re.compile(r"stress-ng:[ \t]{1,3}info:[ \t]{1,3}\[\d{1,9}\][ \t]dispatching hogs:[ \t](?P<hogs>[^\n]{2,400})$")
_HOG = re.compile(r"(?P<count>\d{1,6})[ \t](?P<stressor>[a-z][\w-]{1,40})")
_VERSION = re.compile(r"\bstress-ng,? (?:version |V)?(?P<version>0\.\d{2}\.\d{2})\b")
_UNITS = {"nano": "ns", "micr": "us", "mill": "ms", "seco": "s"}
_GAP = 20
_REACH = 60
_UNDER_HEAD = 2


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    tables = Tables(_GAP)
    version = _version(lines)
    bare = -1 - _UNDER_HEAD
    for index, line in enumerate(lines):
        if "bogo ops" in line.text and _HEAD.match(line.text, line.start):
            tables.title(line)
            bare = index if "stress-ng:" not in line.text else bare
            continue
        if "stress-ng:" not in line.text:
            # Without its tag only what stands right under a head is a row.
            found = _metrics(lines, index, tables, version) if index - bare <= _UNDER_HEAD else None
            if found is not None:
                bare = index
                yield found
            continue
        row = _metrics(lines, index, tables, version) or _own(line, tables, version) or _call(line, tables, version)
        if row is not None:
            yield row
    yield from typed(lines)


def _version(lines: Sequence[Line]) -> str | None:
    found = {match["version"] for line in lines if "stress-ng" in line.text for match in _VERSION.finditer(line.text)}
    return found.pop() if len(found) == 1 else None


def _metrics(lines: Sequence[Line], index: int, tables: Tables, version: str | None) -> Row | None:
    line = lines[index]
    match = _ROW.match(line.text, line.start)
    if match is None:
        return None
    values = (
        measured(RATE, cell(match, "rate"), "bogo ops/s (real time)", "bogo ops/s"),
        measured(CPU_RATE, cell(match, "cpu_rate"), "bogo ops/s (usr+sys time)", "bogo ops/s"),
        measured(OPS, cell(match, "ops"), "bogo ops"),
    )
    return Row(
        line=line.number,
        block=tables.block(line),
        test=match["stressor"],
        test_text=match["stressor"],
        values=values,
        parameters=_instances(lines, index, match["stressor"]),
        suite_version=version,
        warnings=_broken(match),
    )


def _instances(lines: Sequence[Line], index: int, stressor: str) -> dict[str, Parameter]:
    for line in lines[index + 1 : index + 1 + _BEHIND] if "stress-ng:" not in lines[index].text else ():
        passed = _PASSED.match(line.text, line.start)
        for counted in _COUNTED.finditer(passed["hogs"] if passed is not None else ""):
            if counted["stressor"] == stressor:
                return {"instances": int(counted["count"])}
    hogs = near_above(lines, index, _HOGS, _REACH)
    found = (hog for hog in _HOG.finditer(hogs["hogs"] if hogs is not None else "") if hog["stressor"] == stressor)
    hog = next(found, None)
    return {"instances": int(hog["count"])} if hog is not None else {}


def _own(line: Line, tables: Tables, version: str | None) -> Row | None:
    """What a stressor measures of itself: a rate, or a time of something."""
    match = _OWN.match(line.text, line.start)
    if match is None or not ("per" in match["what"] or "rate" in match["what"] or match["time"]):
        return None
    what = match["what"].strip()
    unit = _UNITS[match["time"][:4]] if match["time"] else what
    value = measured(DELAY if match["time"] else SPEED, cell(match, "value"), what, match["time"], unit=unit)
    test = match["stressor"]
    return Row(
        line.number, tables.block(line), test, test, (value,), parameters={"measure": what}, suite_version=version
    )


def _call(line: Line, tables: Tables, version: str | None) -> Row | None:
    """How long a system call took, where the syscall stressor tells it."""
    match = _CALL.match(line.text, line.start)
    if match is None:
        return None
    values = tuple(
        measured(DELAY, cell(match, statistic), text, "ns", statistic=statistic)
        for statistic, text in (("mean", "Avg (ns)"), ("min", "Min (ns)"), ("max", "Max (ns)"))
    )
    return Row(
        line.number,
        tables.block(line),
        "syscall",
        f"syscall {match['call']}",
        values,
        parameters={"call": match["call"]},
        suite_version=version,
    )


def _broken(match: re.Match[str]) -> tuple[str, ...]:
    """Whether the operations by a time are another rate than the one printed."""
    ops = cell(match, "ops")
    busy = float(match["user"]) + float(match["system"])
    for name, seconds in (("rate", float(match["real"])), ("cpu_rate", busy)):
        rate = cell(match, name)
        if seconds > 0.05 and not _is_rate(ops, seconds, rate):
            return (f"{ops.raw} operations in {seconds:g} s are not {rate.raw} a second: a figure is mistyped",)
    return ()


def _is_rate(ops: Cell, seconds: float, rate: Cell) -> bool:
    expected = ops.value / seconds
    return abs(expected - rate.value) <= 0.01 + expected * 0.011 / seconds + expected * 0.001


def _may_hold_rows(text: str) -> bool:
    return "stress-ng:" in text or "bogo ops" in text or may_hold_typed(text)


def _rerun(_test: str) -> Rerun:
    return Rerun(
        "tool", "stress-ng can be installed; many stressors can hang or fill a machine, and versions count differently"
    )


SUITE = Suite(
    name="stress-ng",
    title="stress-ng, load of many kinds",
    metrics=(RATE, CPU_RATE, OPS, SPEED, DELAY, TIME),
    tests={"*": "a stressor by its name: cpu, vm, fork, pipe", "syscall": "many system calls, each timed"},
    parameters={
        "instances": "processes of the stressor",
        "measure": "what a stressor measures of itself",
        "call": "the system call that was timed",
        "iterations": "how often a typed command was run",
        "*": "an option of a typed command: cpu, util",
    },
    marks=("stress-ng", "stress_ng"),
    hint=_may_hold_rows,
    read=_read,
    rerun=_rerun,
    aliases=("stress_ng", "stressng"),
)
