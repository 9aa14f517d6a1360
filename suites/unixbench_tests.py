"""UnixBench's tests: their names in the program and in its reports of all versions, their units, and the results of
the machines that its index is counted from; no suite.
"""

import re
from dataclasses import dataclass

_ARITHMETIC = ("arithoh", "register", "short", "int", "long", "float", "double")
_COPY = {"1024 bufsize 2000": "fstime", "256 bufsize 500": "fsbuffer", "4096 bufsize 8000": "fsdisk"}


@dataclass(frozen=True, slots=True)
class Test:
    """A test: the program's short name for it, its unit, what it does, and the baselines of the versions that have
    one (loops of the reference machine).
    """

    name: str
    unit: str
    description: str
    baselines: tuple[float, ...] = ()


_NAMED = (
    ("dhrystone 2 without register variables", Test("dhry2", "lps", "Dhrystone 2, no registers", (22366.3,))),
    ("dhrystone 2 using register variables", Test("dhry2reg", "lps", "Dhrystone 2 with registers", (116700.0,))),
    ("double-precision whetstone", Test("whetstone-double", "MWIPS", "floating point operations", (55.0,))),
    ("execl throughput", Test("execl", "lps", "replaces the process by itself with execl()", (16.5, 188.3, 43.0))),
    ("pipe throughput", Test("pipe", "lps", "one process writes 512 bytes to a pipe and reads them", (12440.0,))),
    (
        "pipe-based context switching",
        Test("context1", "lps", "two processes pass a number through two pipes", (1318.5, 4000.0)),
    ),
    ("process creation", Test("spawn", "lps", "creates a process that ends at once, and waits for it", (126.0,))),
    ("system call overhead", Test("syscall", "lps", "cheap system calls in a loop", (15000.0,))),
    ("c compiler", Test("c", "lpm", "compiles a small C program", (28.5,))),
    ("dc: sqrt(2) to 99 decimal places", Test("dc", "lpm", "a calculation with dc")),
    ("recursion test--tower of hanoi", Test("hanoi", "lps", "a recursive function")),
)
_NAME = re.compile(
    r"(?P<name>dhrystone 2 (?:without|using) register variables|double-precision whetstone"
    r"|(?P<plain>execl throughput|pipe throughput|pipe-based context switching|process creation|system call overhead)"
    r"(?: test)?"
    r"|c compiler (?:test|throughput)|dc: sqrt\(2\) to 99 decimal places|recursion test--tower of hanoi"
    r"|shell scripts \((?P<concurrent>\d{1,3}) concurrent\)"
    r"|arithmetic test \(type = (?P<type>arithoh|register|short|int|long|float|double)\)"
    r"|file (?P<way>copy|read|write) {1,3}(?:(?P<sizes>\d{3,4} bufsize \d{3,4}) max(?:b[lock]{0,4}s?)?(?!\w)"
    r"|\((?P<seconds>\d{1,3}) seconds\)))",
    re.IGNORECASE,
)


def all_tests() -> dict[str, str]:
    """What every test does, by its short name."""
    told = {test.name: test.description for _, test in _NAMED}
    told |= {name: f"arithmetic on {name} variables" for name in _ARITHMETIC if name != "arithoh"}
    told["arithoh"] = "the loop of the arithmetic tests alone"
    told |= {
        f"shell{count}": f"{count} shell scripts at once that sort and count a file"
        for count in (1, 2, 4, 8, 16, 32, 64, 96)
    }
    for sizes, name in _COPY.items():
        told[name] = f"copies a file, {sizes.replace('bufsize', 'bytes a call, at most')} blocks"
        told |= {f"{name}-{way[0]}": f"{way}s a file, {sizes.split()[0]} bytes a call" for way in ("read", "write")}
    told |= {
        f"file_{way}_{time}s": f"{way}s a file for {time} s" for way in ("read", "write", "copy") for time in (10, 30)
    }
    return told | {"index": "the mean of all tests' results, each over that of a reference machine"}


def match_name(text: str, start: int) -> re.Match[str] | None:
    """The name of a test as a report has it, at column `start`."""
    return _NAME.match(text, start)


def test_of(match: re.Match[str]) -> Test:
    """The test that a matched name means."""
    name = match["name"].lower()
    for posted, test in _NAMED:
        if name.startswith(posted):
            return test
    if match["concurrent"]:
        baselines = {"1": (42.4,), "8": (4.0, 6.0)}.get(match["concurrent"], ())
        return Test(f"shell{match['concurrent']}", "lpm", "", baselines)
    if match["type"]:
        return Test(match["type"].lower(), "lps", "", (2541.7,) if match["type"].lower() == "double" else ())
    return _file_test(match)


def _file_test(match: re.Match[str]) -> Test:
    way = match["way"].lower()
    if match["seconds"]:
        return Test(f"file_{way}_{match['seconds']}s", "KBps", "", (179.0,))
    name = _COPY.get(match["sizes"].lower(), "fstime")
    baselines = {"fstime": (2670.0, 3960.0), "fsbuffer": (1077.0, 1655.0), "fsdisk": (15382.0, 5800.0)}
    return Test(name if way == "copy" else f"{name}-{way[0]}", "KBps", "", baselines[name])
