"""AIM9, the AIM Independent Resource Benchmark (Suite IX): how often a second a small operation succeeds.

Two printed forms are read; the second may have its unit on the line above, and a kernel in brackets glued to the name:

    fork_test 10000 56.2         5620.00 Task Creations/second
    12 fork_test          60.01      1215      20.24663      2024.66 Task Creations/second

Form A is name, elapsed milliseconds, iterations/second, operations/second, unit; form B is number, name, elapsed
seconds, iterations, iterations/second, operations/second. Two invariants prove a row: operations = iterations/second x
the test's factor, and iterations/second x elapsed time is a whole number.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis
from archive.text import Line
from suites.base import Cell, Label, Metric, Rerun, Row, Suite, Value
from suites.numbers import resolution

OPERATIONS = Metric(
    "operations", "the test's own operations/second", "higher", "operations a second, the figure that AIM9 reports"
)
ITERATIONS = Metric(
    "iteration_rate", "iterations/second", "higher", "calls of the test function a second", role="secondary"
)
# AIM9 times with a clock of 10 ms on kernels of its day (HZ=100), so a rate is known to one tick of its elapsed time.
_TICK_MS = 10

# name, operations counted per iteration, unit label, what one iteration does
_TABLE = """
add_double|18000|Thousand Double Precision Additions|dependent double additions
add_float|12000|Thousand Single Precision Additions|dependent float additions
add_long|60000|Thousand Long Integer Additions|dependent long additions
add_int|60000|Thousand Integer Additions|dependent int additions
add_short|24000|Thousand Short Integer Additions|dependent short additions
creat-clo|1000|File Creations and Closes|create and close one file name a thousand times, then unlink it
page_test|1700|System Allocations & Pages|lower and raise the break page by page and touch each new page
brk_test|17000|System Memory Allocations|lower and raise the break without touching the memory
jmp_test|1000|Non-local gotos|setjmp, ten calls deep, longjmp back
signal_test|1000|Signal Traps|send a signal to itself and handle it
exec_test|5|Program Loads|fork, load a tiny program, wait
fork_test|100|Task Creations|fork a child that exits at once, wait for it
link_test|63|Link/Unlink Pairs|remove and make seven hard links nine times
disk_rr|5120|Random Disk Reads (K)|write a file, then read its blocks in random order
disk_rw|5120|Random Disk Writes (K)|write a file, then rewrite its blocks in random order
disk_rd|5120|Sequential Disk Reads (K)|write a file, then read it through
disk_wrt|5120|Sequential Disk Writes (K)|write a file through
disk_cp|5120|Disk Copies (K)|copy a file block by block
sync_disk_rw|2560|Sync Random Disk Writes (K)|rewrite blocks in random order through O_SYNC
sync_disk_wrt|2560|Sync Sequential Disk Writes (K)|write a file through O_SYNC
sync_disk_cp|2560|Sync Disk Copies (K)|copy a file through O_SYNC
disk_src|75|Directory Searches|stat and create files in a prepared tree
div_double|3000|Thousand Double Precision Divides|dependent double divisions
div_float|3000|Thousand Single Precision Divides|dependent float divisions
div_long|900|Thousand Long Integer Divides|dependent long divisions
div_int|900|Thousand Integer Divides|dependent int divisions
div_short|900|Thousand Short Integer Divides|dependent short divisions
fun_cal|512000|Function Calls (no arguments)|calls of a function without arguments
fun_cal1|512000|Function Calls (1 argument)|calls of a function with one argument
fun_cal2|512000|Function Calls (2 arguments)|calls of a function with two arguments
fun_cal15|512000|Function Calls (15 arguments)|calls of a function with fifteen arguments
sieve|5|Integer Sieves|sieve of Eratosthenes over a million bytes
mul_double|12000|Thousand Double Precision Multiplies|dependent double multiplications
mul_float|12000|Thousand Single Precision Multiplies|dependent float multiplications
mul_long|240|Thousand Long Integer Multiplies|dependent long multiplications
mul_int|240|Thousand Integer Multiplies|dependent int multiplications
mul_short|300|Thousand Short Integer Multiplies|dependent short multiplications
num_rtns_1|100|Numeric Functions|a bundle of numeric library functions
new_raph|200|Zeros Found|Newton iterations to a zero
trig_rtns|10000|Trigonometric Functions|a bundle of trigonometric functions
matrix_rtns|100|Point Transformations|a vector times a 4x4 matrix
array_rtns|20|Linear Systems Solved|Gaussian eliminations of rising order
string_rtns|100|String Manipulations|a bundle of string library functions
mem_rtns_1|30000|Dynamic Memory Operations|malloc, calloc and free of many sizes
mem_rtns_2|100|Block Memory Operations|memset, memchr, memcmp, memcpy, memmove
sort_rtns_1|10|Sort Operations|qsort and bsearch of ten thousand ints
misc_rtns_1|10|Auxiliary Loops|a bundle of cheap library and system calls
dir_rtns_1|10000|Directory Operations|read the entries of /bin
shell_rtns_1|1|Shell Scripts|run a small shell script
shell_rtns_2|1|Shell Scripts|run a small shell script
shell_rtns_3|1|Shell Scripts|run a small shell script
series_1|100|Series Evaluations|Taylor series of the sine
shared_memory|100|Shared Memory Operations|copy into and out of a SysV segment under a semaphore
tcp_test|90|TCP/IP Messages|messages through a TCP connection to itself
udp_test|100|UDP/IP DataGrams|datagrams between two sockets of its own
fifo_test|100|FIFO Messages|messages through a named pipe
stream_pipe|100|Stream Pipe Messages|messages through a stream socket pair
dgram_pipe|100|DataGram Pipe Messages|messages through a datagram socket pair
pipe_cpy|100|Pipe Messages|messages through a pipe
ram_copy|25020|Memory to Memory Copy|memcpy of many sizes, counted in bytes
"""
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
_NOTE_OR_RULER = re.compile(r"[\^\-=*_.]{2,}")


@dataclass(frozen=True, slots=True)
class _Test:
    name: str
    factor: int
    label: str
    description: str


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    tests = {test.name: test for test in _tests()}
    block: tuple[int, int] | None = None
    for line in lines:
        row = _row(line, tests, lines, block[0] if block else line.number)
        if row is not None:
            block = (row.block, line.depth) if block and block[1] == line.depth else (line.number, line.depth)
            yield row if row.block == block[0] else _moved(row, block[0])
        elif block and not _continues(line, tests):
            block = None


def _row(line: Line, tests: dict[str, _Test], lines: Sequence[Line], block: int) -> Row | None:
    text = line.text.rstrip()
    match = _FORM_A.match(text, line.start) or _FORM_B.match(text, line.start)
    if match is None:
        return None
    unit_text = _unit_text(match, line, lines)
    test, warnings = _identify(match["name"], unit_text, _ratio(match), tests)
    if test is None:
        return None
    return Row(
        line=line.number,
        block=block,
        test=test.name,
        test_text=match["name"],
        values=_values(match, test, unit_text),
        kernel=_bracket(match, line),
        parameters=_file_size(test, match),
        warnings=warnings + _broken(match, test),
    )


def _moved(row: Row, block: int) -> Row:
    return Row(
        row.line, block, row.test, row.test_text, row.values, row.kernel, None, row.parameters, warnings=row.warnings
    )


def _continues(line: Line, tests: dict[str, _Test]) -> bool:
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
    name: str, unit_text: str | None, ratio: float, tests: dict[str, _Test]
) -> tuple[_Test | None, tuple[str, ...]]:
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


def _values(match: re.Match[str], test: _Test, unit_text: str | None) -> tuple[Value, ...]:
    seconds = float(match["time"]) / (1 if "." in match["time"] else 1000)
    tick = _TICK_MS / 1000 / seconds if seconds else 0.0
    rate, ops = (_cell(match, field, tick) for field in ("rate", "ops"))
    return (
        Value(OPERATIONS.name, ops, "operations/second", f"{test.label}/second", unit_text, "higher"),
        Value(ITERATIONS.name, rate, "iterations/second", ITERATIONS.unit, None, "higher", role="secondary"),
    )


def _cell(match: re.Match[str], field: str, tick: float) -> Cell:
    raw = match[field]
    value = _float(raw)
    return Cell(raw, match.start(field), match.end(field), value, max(resolution(raw), value * tick))


def _float(raw: str) -> float:
    return float(raw) if raw.count(".") <= 1 else 0.0


def _bracket(match: re.Match[str], line: Line) -> Label | None:
    groups = match.groupdict()
    if not groups.get("kernel"):
        return None
    return Label(match["kernel"], line.number, match.start("kernel"), match.end("kernel"), Basis.ROW_LABEL)


def _file_size(test: _Test, match: re.Match[str]) -> dict[str, int]:
    """Operations of the disk tests are kilobytes, so a factor other than the usual one tells the FILESIZE of
    the run.
    """
    ratio = _ratio(match)
    factor = round(ratio)
    if "disk_" not in test.name or test.factor < 1000 or factor == test.factor or abs(ratio - factor) > 0.001 * ratio:
        return {}
    whole = factor * (2 if test.name.startswith("sync_") else 1)
    return {"file_size_kb": whole} if whole % 1024 == 0 else {}


def _broken(match: re.Match[str], test: _Test) -> tuple[str, ...]:
    rate, ops = _float(match["rate"]), _float(match["ops"])
    slack = resolution(match["rate"]) / rate if rate else 1.0
    expected = rate * test.factor
    if _file_size(test, match) or abs(ops - expected) <= max(0.006, expected * max(slack, 2e-5)):
        return ()
    equation = f"{match['rate']} iterations/s x {test.factor} = {expected:.2f}"
    return (f"{match['ops']} is not {equation}: one of the two is mistyped",)


def _tests() -> tuple[_Test, ...]:
    rows = (line.split("|") for line in _TABLE.strip().splitlines())
    return tuple(_Test(name, int(factor), label, description) for name, factor, label, description in rows)


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
    tests={test.name: test.description for test in _tests()},
    parameters={"file_size_kb": "FILESIZE of the disk tests in KB, where it is not the usual 5M"},
    hint=lambda text: any(
        word in text for word in ("_test", "/second", "creat-clo", "disk_", "_rtns", "add_", "fun_cal", "_cpy", "_pipe")
    ),
    read=_read,
    rerun=_rerun,
    aliases=("aim-9", "aimix"),
)
