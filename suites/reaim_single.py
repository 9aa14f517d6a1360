"""re-aim with one user, which runs AIM9's tests one after the other; no suite.

         1 add_double           10.02        123   12.28        221040.00 Thousand Double Precision Additions/second

Number, name, elapsed seconds, iterations, iterations a second to two decimals (AIM9 prints five), operations a second.
"""

import re
from collections.abc import Iterator, Sequence

from archive.text import Line
from suites.aim9_tests import Test, all_tests
from suites.base import Cell, Row, Value
from suites.cells import resolution

_ROW = re.compile(
    r"[ \t]{0,8}\d{1,2}[ \t]{1,8}(?P<name>[a-z][\w-]{2,19})[ \t]{1,30}(?P<time>\d{1,6}\.\d\d)"
    r"[ \t]{1,30}(?P<count>\d{1,12})[ \t]{1,30}(?P<rate>\d{1,12}\.\d\d)[ \t]{1,30}(?P<ops>\d{1,14}\.\d\d)"
    r"(?P<unit>[ \t].{0,60})?$"
)


def read_single(lines: Sequence[Line]) -> Iterator[Row]:
    """The rows of a run with one user."""
    tests = {test.name: test for test in all_tests()}
    block: tuple[int, int] | None = None
    for line in lines:
        found = _ROW.match(line.text.rstrip(), line.start)
        test = tests.get(found["name"]) if found is not None else None
        if found is None or test is None:
            block = block if block and not any(map(str.isdigit, line.words)) else None
            continue
        block = block if block and block[1] == line.depth else (line.number, line.depth)
        yield _row(line, block[0], found, test)


def _row(line: Line, block: int, found: re.Match[str], test: Test) -> Row:
    unit_text = " ".join((found["unit"] or "").split()) or None
    operations = Value(
        "operations", _cell(found, "ops"), "operations/second", f"{test.label}/second", unit_text, "higher"
    )
    rate = Value(
        "iteration_rate", _cell(found, "rate"), "iterations/second", "iterations/second", None, "higher", "secondary"
    )
    return Row(line.number, block, test.name, found["name"], (operations, rate), warnings=_broken(found, test))


def _cell(found: re.Match[str], name: str) -> Cell:
    raw = found[name]
    return Cell(raw, found.start(name), found.end(name), float(raw), resolution(raw))


def _broken(found: re.Match[str], test: Test) -> tuple[str, ...]:
    """What speaks against the row; with other file sizes the disk tests count other operations an iteration."""
    rate, seconds, count = float(found["rate"]), float(found["time"]), int(found["count"])
    if seconds and abs(count / seconds - rate) > 0.0051 + 0.005 * count / seconds**2:
        return (f"{found['count']} iterations in {found['time']} s are not {found['rate']} a second",)
    expected, slack = rate * test.factor, 0.0051 * test.factor + 0.0051
    if "disk_" not in test.name and abs(float(found["ops"]) - expected) > slack:
        return (f"{found['ops']} is not {found['rate']} iterations/s x {test.factor}: one of the two is mistyped",)
    return ()
