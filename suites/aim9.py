"""AIM9, the AIM Independent Resource Benchmark (Suite IX): how often a second a small operation succeeds.

Two forms that the program prints are read; the second may have its unit on the line above, and a kernel in brackets
glued to the name:

    fork_test 10000 56.2         5620.00 Task Creations/second
    12 fork_test          60.01      1215      20.24663      2024.66 Task Creations/second

Form A is name, elapsed milliseconds, iterations/second, operations/second, unit; form B is number, name, elapsed
seconds, iterations, iterations/second, operations/second. Two invariants prove a row: operations = iterations/second x
the test's factor, and iterations/second x elapsed time is a whole number. Tables that set kernels side by side are
read in suites/aim9_compared.py.
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Basis
from archive.text import Line
from suites.aim9_compared import read_compared
from suites.aim9_tests import Test, all_tests
from suites.base import Cell, Label, Metric, Rerun, Row, Suite, Value
from suites.cells import resolution

OPERATIONS = Metric(
    "operations", "the test's own operations/second", "higher", "operations a second, the figure that AIM9 reports"
)
ITERATIONS = Metric(
    "iteration_rate", "iterations/second", "higher", "calls of the test function a second", role="secondary"
)
# AIM9 times with a clock of 10 ms on kernels of its day (HZ=100), so a rate is known to one tick of its elapsed time.
_TICK_MS = 10

_ADAPTERS = frozenset(
    [
        "fork_test",
        "exec_test",
        "page_test",
        "brk_test",
        "signal_test",
        "creat-clo",
        "link_test",
        "dir_rtns_1",
        "pipe_cpy",
        "fifo_test",
        "udp_test",
        "tcp_test",
        "shared_memory",
    ]
)
_FORM_A = re.compile(
    r"(?P<name>[A-Za-z][\w-]{2,19})[ \t]+(?P<time>\d{3,9})[ \t]+(?P<rate>\d[\d.]{0,15})[ \t]+"
    r"(?P<ops>\d{1,14}\.\d\d)(?P<unit>[ \t].{0,60})?$"
)
_FORM_B = re.compile(
    r"[ \t]{0,8}(?P<no>\d{1,2})[ \t]{0,8}(?P<name>[A-Za-z][\w-]{2,19})(?:\[(?P<kernel>[^\]]{1,40})\])?"
    r"[ \t]{0,30}(?P<time>\d{1,6}\.\d\d)"
    r"[ \t]+(?P<count>\d{1,12})[ \t]+(?P<rate>\d{1,12}\.\d{4,5})[ \t]+(?P<ops>\d{1,14}\.\d\d)(?P<unit>[ \t].{0,60})?$"
)
# A row of a list that sets kernels against one another: the test's name stands on a line above.
_FORM_C = re.compile(
    r"[ \t]{0,8}\[(?P<kernel>[^\]]{1,40})\][ \t]{1,30}(?P<time>\d{1,6}\.\d\d)[ \t]+(?P<count>\d{1,12})"
    r"[ \t]+(?P<rate>\d{1,12}\.\d{4,5})[ \t]+(?P<ops>\d{1,14}\.\d\d)(?P<unit>)$"
)
_NAME_DISTANCE = 5
_UNIT_LABEL = "/second"
# A name of AIM9's kind and two numbers behind it; patches are full of the names alone. Each pattern begins with a word
# that is looked for first: that is what keeps a mail without results cheap.
_NAMES_AND_NUMBERS = tuple(
    (word, re.compile(rf"{word}\d?(?:\[[^\]\n]{{1,40}}\])?[ \t]{{0,30}}\d{{2,9}}(?:\.\d\d)?[ \t]{{1,30}}\d"))
    for word in ("_test", "creat-clo", "_rtns_")
)
_NOTE_OR_RULER = re.compile(r"[\^\-=*_.]{2,}")


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    tests = {test.name: test for test in all_tests()}
    printed = tuple(_printed(lines, tests))
    taken = frozenset(row.line for row in printed)
    yield from printed
    yield from (row for row in read_compared(lines, tests) if row.line not in taken)


def _printed(lines: Sequence[Line], tests: dict[str, Test]) -> Iterator[Row]:
    """The rows that the program itself prints, with a row's unit from the lines around it."""
    block: tuple[int, int] | None = None
    for line in lines:
        row = _row(line, tests, lines, block[0] if block else line.number)
        if row is not None:
            block = (row.block, line.depth) if block and block[1] == line.depth else (line.number, line.depth)
            yield row if row.block == block[0] else _moved(row, block[0])
        elif block and not _continues(line, tests):
            block = None


def _row(line: Line, tests: dict[str, Test], lines: Sequence[Line], block: int) -> Row | None:
    text = line.text.rstrip()
    match = _FORM_A.match(text, line.start) or _FORM_B.match(text, line.start) or _FORM_C.match(text, line.start)
    name = match.groupdict().get("name") or _name_above(line, lines, tests) if match is not None else None
    if match is None or name is None:
        return None
    unit_text = _unit_text(match, line, lines)
    test, warnings = _identify(name, unit_text, _ratio(match), tests)
    if test is None:
        return None
    return Row(
        line=line.number,
        block=block,
        test=test.name,
        test_text=name,
        values=_values(match, test, unit_text),
        kernel=_bracket(match, line),
        parameters=_file_size(test, match),
        warnings=warnings + _broken(match, test),
    )


def _name_above(line: Line, lines: Sequence[Line], tests: dict[str, Test]) -> str | None:
    """The test on the nearest line above that is nothing but a test's name."""
    for above in reversed(lines[max(0, line.number - 1 - _NAME_DISTANCE) : line.number - 1]):
        if above.depth == line.depth and above.words.strip() in tests:
            return above.words.strip()
    return None


def _moved(row: Row, block: int) -> Row:
    return Row(
        row.line, block, row.test, row.test_text, row.values, row.kernel, None, row.parameters, warnings=row.warnings
    )


def _continues(line: Line, tests: dict[str, Test]) -> bool:
    """Whether a line that is no row leaves the table open: blank, a ruler, a note line, or a unit label of its own."""
    words = line.words.strip()
    return (
        not words
        or _NOTE_OR_RULER.match(words) is not None
        or any(words == f"{test.label}/second" for test in tests.values())
    )


def _unit_text(match: re.Match[str], line: Line, lines: Sequence[Line]) -> str | None:
    own = " ".join((match["unit"] or "").split())
    if own:
        return own
    for other in (line.number - 2, line.number - 3, line.number):
        if 0 <= other < len(lines) and lines[other].words.strip().endswith("/second"):
            return lines[other].words.strip()
    return None


def _identify(
    name: str, unit_text: str | None, ratio: float, tests: dict[str, Test]
) -> tuple[Test | None, tuple[str, ...]]:
    """The test of that name; for a name that AIM9 does not have, the one test that unit and factor both prove."""
    known = tests.get(name)
    if known is not None:
        return known, ()
    proven = [
        test
        for test in tests.values()
        if unit_text == f"{test.label}/second" and abs(ratio - test.factor) <= 0.001 * test.factor
    ]
    if len(proven) != 1:
        return None, ()
    test = proven[0]
    return test, (f"posted as {name}; its unit and factor {test.factor} are those of {test.name}",)


def _ratio(match: re.Match[str]) -> float:
    try:
        return float(match["ops"]) / float(match["rate"])
    except (ValueError, ZeroDivisionError):  # "1.2.3" is no number; a rate of 0 has no factor
        return 0.0


def _values(match: re.Match[str], test: Test, unit_text: str | None) -> tuple[Value, ...]:
    seconds = float(match["time"]) / (1 if "." in match["time"] else 1000)
    tick = _TICK_MS / 1000 / seconds if seconds else 0.0
    # AIM9 drops the zeros at a rate's end ("38" is 38.0000), so its last printed digit is no step; the clock's tick is.
    rate, ops = _cell(match, "rate", tick, 0.0), _cell(match, "ops", tick, resolution(match["ops"]))
    return (
        Value(OPERATIONS.name, ops, "operations/second", f"{test.label}/second", unit_text, "higher"),
        Value(ITERATIONS.name, rate, "iterations/second", ITERATIONS.unit, None, "higher", role="secondary"),
    )


def _cell(match: re.Match[str], field: str, tick: float, step: float) -> Cell:
    value = _float(match[field])
    return Cell(match[field], match.start(field), match.end(field), value, max(step, value * tick))


def _float(raw: str) -> float:
    return float(raw) if raw.count(".") <= 1 else 0.0


def _bracket(match: re.Match[str], line: Line) -> Label | None:
    groups = match.groupdict()
    if not groups.get("kernel"):
        return None
    return Label(match["kernel"], line.number, match.start("kernel"), match.end("kernel"), Basis.ROW_LABEL)


def _file_size(test: Test, match: re.Match[str]) -> dict[str, int]:
    """Operations of the disk tests are kilobytes, so a factor other than the usual one tells the FILESIZE of
    the run.
    """
    ratio = _ratio(match)
    factor = round(ratio)
    if "disk_" not in test.name or test.factor < 1000 or factor == test.factor or abs(ratio - factor) > 0.001 * ratio:
        return {}
    whole = factor * (2 if test.name.startswith("sync_") else 1)
    return {"file_size_kb": whole} if whole % 1024 == 0 else {}


def _broken(match: re.Match[str], test: Test) -> tuple[str, ...]:
    rate, ops = _float(match["rate"]), _float(match["ops"])
    slack = resolution(match["rate"]) / rate if rate else 1.0
    expected = rate * test.factor
    if _file_size(test, match) or abs(ops - expected) <= max(0.006, expected * max(slack, 2e-5)):
        return ()
    equation = f"{match['rate']} iterations/s x {test.factor} = {expected:.2f}"
    return (f"{match['ops']} is not {equation}: one of the two is mistyped",)


def _may_hold_rows(lowered: str) -> bool:
    return _UNIT_LABEL in lowered or any(
        word in lowered and pattern.search(lowered) is not None for word, pattern in _NAMES_AND_NUMBERS
    )


def _rerun(test: str) -> Rerun:
    if test in _ADAPTERS:
        return Rerun(
            "runnable", "our own program does the same operations and counts them with AIM9's factor", adapter=test
        )
    if "disk_" in test:
        return Rerun(
            "no adapter", "the disk tests measure the page cache of their day; no program of ours does them yet"
        )
    return Rerun("no adapter", "no program of ours does this test yet")


SUITE = Suite(
    name="aim9",
    title="AIM9, the AIM Independent Resource Benchmark (Suite IX)",
    metrics=(OPERATIONS, ITERATIONS),
    tests={test.name: test.description for test in all_tests()},
    parameters={"file_size_kb": "FILESIZE of the disk tests in KB, where it is not the usual 5M"},
    marks=(_UNIT_LABEL, *(test.name for test in all_tests())),
    hint=_may_hold_rows,
    read=_read,
    rerun=_rerun,
    aliases=("aim-9", "aimix"),
)
