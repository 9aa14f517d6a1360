"""Which benchmark a table is of that no suite claims: the one that the words right above it name.

    PostgreSQL was measured with pgbench on another box:        `perf bench sched messaging -l 80000`
    | Metric        | Before     | After      |                | Instance | Before | After  |
    | Latency (ms)  | 0.315      | 0.276      |                | m7       | 18.974 | 18.400 |

One benchmark must be named, and no other beside it. A table right below another one is of the same.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from archive.text import Line
from suites import all_suites, suite_named
from suites.base import Row

# Programs without a suite of ours keep their own names.
_PROGRAMS = re.compile(
    r"qperf|sockperf|nuttcp|uperf|ycsb|db_bench|memtier|geekbench|coremark|vdbench|blogbench"
    r"|deathstarbench|linpack|graph500|memaslap|siege|httperf|funclatency|memhog|adrestia"
)
# Names that are words, engines, harnesses or watchers as often as benchmarks.
_NO_NAMES = re.compile(
    r"dd|time|gnu time|chat|chatroom|contest|stream|wrk|byte|nas|npb|kunit|lkp|0-?day|mmtests|openssl|(?:t/)?io_uring"
    r"|perf[- ]stat|perf[- ]sched\S*|cryptsetup|volano|usemem"
)
_WORD = re.compile(r"(?<![\w./-])(?:perf[ ]bench|openssl[ ]speed|[a-z][\w+-]{2,20}\+?)(?![\w/])(?!\.[a-z])")
_SCRIPT = re.compile(r"(?<![\w.-])\./(?P<name>[a-z][\w-]{2,20})(?:\.py|\.sh)?(?=[ ]|$)")
_VERSIONED = re.compile(r"(?P<name>[td]bench|unixbench|ycsb|aim)-?\d(?:\.\d{1,2})?")
# What these serve, other benchmarks ask for.
_SERVED = re.compile(r"\b(?:nginx|apache|httpd|memcached|mysql\w{0,4}|mariadb|mongodb|postgres\w{0,4}|redis|wrk2?)\b")
_PARTS = re.compile(r"[\s/_:,=().]+")
# What says that a figure is one, and not of what.
_BARE = frozenset({"score", "result"})
_REACH = 16
_PARAGRAPHS = 2
_SAME_WITHIN = 12
_MAX_LINE = 300
_MAX_NAME = 24


def with_told_suites(lines: Sequence[Line], rows: Iterable[Row]) -> list[Row]:
    """The rows, those without a benchmark with the one that is told above their table."""
    told: dict[int, str | None] = {}
    found: list[Row] = []
    for row in rows:
        if row.block not in told:
            own = row.suite or _told_above(lines, row.block - 1)
            told[row.block] = own or _of_table_before(lines, row, found)
        found.append(_of_suite(row, _own(row) or told[row.block]) if row.suite is None else row)
    return found


def _of_suite(row: Row, name: str | None) -> Row:
    """The row as one of a benchmark: of a bare score its own figures tell which way is better, where all agree."""
    suite = suite_named(name) if name is not None else None
    ways = {metric.better for metric in suite.metrics if metric.role == "primary"} if suite is not None else set()
    if len(ways) != 1 or not any(value.metric in _BARE and value.unit is None for value in row.values):
        return replace(row, suite=name)
    way = ways.pop()
    values = (
        replace(value, better=way) if value.metric in _BARE and value.unit is None else value for value in row.values
    )
    return replace(row, suite=name, values=tuple(values))


def benchmark_of(title: str) -> str | None:
    """The one benchmark that a title names, alone or with its test ("netperf/udp_rr on ICL", "postgres_sysbench")."""
    words = _PARTS.split(title[:_MAX_LINE].lower())
    found = {name for word in words if (name := _names().get(word)) is not None}
    return found.pop() if len(found) == 1 else None


def program_of(title: str) -> str | None:
    """The one benchmark that a title names, be it one of ours or not."""
    found = _named(title[:_MAX_LINE].lower())
    return found.pop() if len(found) == 1 else None


def _own(row: Row) -> str | None:
    """The benchmark that is all that a row's label says, also with its version ("tbench4"), or the only one that its
    title names.
    """
    name = row.test.lower() if len(row.test) <= _MAX_NAME else ""
    versioned = _VERSIONED.fullmatch(name)
    own = _names().get(versioned["name"] if versioned is not None else name)
    own = own or (name if name and _PROGRAMS.fullmatch(name) is not None else None)
    titled = _named(row.title.lower()) if own is None and row.title is not None else set()
    return titled.pop() if len(titled) == 1 else own


def _told_above(lines: Sequence[Line], index: int) -> str | None:
    """What the paragraphs above a line name, the nearest that names any; None where it names several."""
    depth, names, paragraphs = lines[index].depth, set[str](), 0
    was_blank = True
    for place in range(index - 1, max(-1, index - 1 - _REACH), -1):
        line = lines[place]
        if not any(map(str.isalnum, line.words)):
            if line.is_blank and names:
                break
            was_blank = was_blank or line.is_blank
            continue
        paragraphs += was_blank
        was_blank = False
        if line.depth != depth or paragraphs > _PARAGRAPHS:
            break
        words = line.words[:_MAX_LINE].lower()
        names |= _named(words)
        if not names and _SERVED.search(words) is not None:
            break
    return names.pop() if len(names) == 1 else None


def _of_table_before(lines: Sequence[Line], row: Row, before: Sequence[Row]) -> str | None:
    """The benchmark of the table just above, where nothing that is named stands between."""
    last = before[-1] if before else None
    if last is None or last.suite is None or not 0 < row.block - last.line <= _SAME_WITHIN:
        return None
    between = [line.words.lower() for line in lines[last.line : row.block - 1]]
    same_depth = lines[last.line - 1].depth == lines[row.line - 1].depth
    is_other = any(_named(words) or _SERVED.search(words) for words in between)
    return last.suite if same_depth and not is_other else None


def _named(lowered: str) -> set[str]:
    """The benchmarks that words in lower case name, by their canonical names."""
    found = set()
    words = [match.group() for match in _WORD.finditer(lowered)]
    if "./" in lowered:
        words += [match["name"] for match in _SCRIPT.finditer(lowered)]
    for word in words:
        versioned = _VERSIONED.fullmatch(word)
        plain = versioned["name"] if versioned is not None else word
        name = _names().get(plain) or (plain if _PROGRAMS.fullmatch(plain) is not None else None)
        if name is not None:
            found.add(name)
    return found


@cache
def _names() -> dict[str, str]:
    """Every name that tells one of our benchmarks, and its canonical name."""
    own = {
        name: suite.name
        for suite in all_suites()
        for name in (suite.name, *suite.aliases)
        if _NO_NAMES.fullmatch(name) is None and _NO_NAMES.fullmatch(suite.name) is None
    }
    speed = suite_named("openssl-speed")
    return own | ({"openssl speed": speed.name} if speed is not None else {})
