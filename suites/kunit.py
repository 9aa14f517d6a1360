"""KUnit benchmarks of the kernel's library code: what checksums and hashes do in a second. Their lines:

        # Subtest: crc
        # module: crc_kunit
        # crc32_le_benchmark: len=16384: 2437 MB/s
    [    8.612567]     # benchmark_hash: len=3173: 883 MB/s

In the output of diff the sign tells the side.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Label, Metric, Rerun, Row, Suite
from suites.matches import LOG_PREFIX, Joined, Tables, measured

THROUGHPUT = Metric("throughput", "MB/s", "higher", "bytes of one length worked on in a second")

_BEGUN = r"[ \t]{0,12}#[ \t]{1,3}(?P<test>[a-z0-9_]{0,40}benchmark[a-z0-9_]{0,40}):[ \t]{1,3}len=(?P<len>\d{1,9}):"
_SIGN = r"(?P<sign>[+-])?"
_ROW = re.compile(rf"[ \t|]{{0,12}}{_SIGN}{LOG_PREFIX}{_BEGUN}[ \t]{{1,3}}(?P<rate>\d{{1,9}})[ \t]MB/s$")
_CUT = re.compile(rf"[ \t|]{{0,12}}{_SIGN}{LOG_PREFIX}{_BEGUN}$")
_SUBTEST = re.compile(r"#[ \t](?:Subtest|module):[ \t](?P<name>[a-z0-9_]{2,40})$")
_MAX_GAP = 4


@dataclass(slots=True)
class _Told:
    """The test suite that the lines above name."""

    subtest: str | None = None

    def see(self, line: Line) -> None:
        found = _SUBTEST.search(line.words) if "#" in line.words else None
        if found is not None:
            self.subtest = found["name"].removesuffix("_kunit")


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    tables, told = Tables(_MAX_GAP), _Told()
    for index, line in enumerate(lines):
        if "benchmark" not in line.words:
            told.see(line)
            continue
        following = lines[index + 1] if index + 1 < len(lines) else line
        joined = Joined(line, following)
        found = _ROW.match(line.text.rstrip(), line.start)
        # Mailers break the line before the figure.
        if found is None and following.depth == line.depth and _CUT.match(line.text.rstrip(), line.start):
            found = _ROW.match(joined.text.rstrip(), line.start)
        if found is None:
            continue
        at, figure = joined.cell(found, "rate")
        value = measured(THROUGHPUT, figure, THROUGHPUT.name, "MB/s")
        settings: dict[str, Parameter] = {"len": int(found["len"])}
        settings |= {"subtest": told.subtest} if told.subtest is not None else {}
        side = _side(line, found) if at is line else None
        test = found["test"]
        yield Row(at.number, tables.block(line), test, test, (value,), kernel=side, parameters=settings)


def _side(line: Line, found: re.Match[str]) -> Label | None:
    """The sign of a diff in front of the line."""
    sign = found["sign"]
    return Label(sign, line.number, *found.span("sign"), Basis.ROW_LABEL) if sign else None


def _rerun(_test: str) -> Rerun:
    return Rerun("hardware", "runs in a kernel that is built with its tests, on one processor's instructions")


SUITE = Suite(
    name="kunit",
    title="KUnit benchmarks of the kernel's library code",
    metrics=(THROUGHPUT,),
    tests={"*": "a benchmark by its function: crc32_le_benchmark, benchmark_hash"},
    parameters={"len": "bytes of a buffer", "subtest": "the test suite that it belongs to: crc, sha3"},
    marks=("len=",),
    hint=lambda text: "benchmark" in text,
    read=_read,
    rerun=_rerun,
)
