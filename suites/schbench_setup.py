"""How schbench was run and which of its distributions the next rows give, as the lines above them tell; no suite.

./schbench -m 14 -t 16 -r 100
Wakeup Latencies percentiles (usec) runtime 100 (s) (941339 total samples)
schbench(old)		            tip		+patch(%gain)
10 iterations			sched/core
4 Threads
"""

import re
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from archive.results import Parameter
from archive.text import Line
from suites.matches import Sought

_COMMAND = re.compile(
    r"(?:^|[\s/#'`])schbench(?P<options>(?:[ \t]{1,4}-{1,2}[A-Za-z][\w-]{0,20}(?:[ \t=]{0,3}\d{1,9})?){1,12})"
)
_OPTION = re.compile(r"(?<!\S)-{1,2}(?P<name>[A-Za-z][\w-]{0,20}?)[ \t=]{0,3}(?P<value>\d{1,9})(?!\S)")
_OPTIONS = MappingProxyType(
    {
        "m": "message_threads",
        "message-threads": "message_threads",
        "t": "threads",
        "threads": "threads",
        "r": "runtime",
        "runtime": "runtime",
        "F": "cache_kb",
        "n": "operations",
        "p": "pipe_bytes",
        "R": "requests_per_second",
    }
)
_SCHBENCH = re.compile(
    r"(?P<new>new[-_ ])?schbench(?P<version>[ \t]{0,2}[(\[]?(?:old|new|v[12])[)\]]?)?", re.IGNORECASE
)
_KIND = re.compile(
    r"(?P<wakeup>wake-?up)[-_ ]{1,2}latenc|(?P<request>request)[-_ ]{1,2}latenc"
    r"|(?P<rps>\brps\b|requests[-_ ]per[-_ ]second)|(?P<latency>latenc)",
    re.IGNORECASE,
)
_KIND_WORD = re.compile(
    r"(?P<wakeup>wake-?up)|(?P<request>\brequest)(?!s?[-_ ]per)|(?P<rps>\brps\b|requests[-_ ]per)|(?P<latency>latenc)",
    re.IGNORECASE,
)
_RUNTIME = re.compile(r"runtime (?P<runtime>\d{1,6}) \(s\)")
_UNIT = re.compile(r"\((?P<unit>usec|us|msec|ms|nsec|ns)\)|latency in (?P<words>us|ms|ns)\b", re.IGNORECASE)
_UNITS = MappingProxyType({"usec": "us", "us": "us", "msec": "ms", "ms": "ms", "nsec": "ns", "ns": "ns"})
_THREADS = re.compile(
    r"[ \t]{0,20}(?P<threads>\d{1,6})[ \t-]{1,3}(?P<kind>m(?:essage)?[ -]?)?threads?[ \t]{0,4}:?[ \t]{0,20}$",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"[ \t]{0,20}(?P<name>groups?|threads?|workers?)[ \t]?[:=][ \t]?(?P<count>\d{1,6})$", re.IGNORECASE
)
_ITERATIONS = re.compile(r"(?<![\w.])(?P<iterations>\d{1,5})[ \t]{1,3}(?:iterations|runs)\b", re.IGNORECASE)
_SECTION = re.compile(r"[ \t]{0,4}o[ \t]{1,3}(?P<section>[A-Z][\w-]{1,20})[ \t:]{0,4}$")
_OTHERS = Sought(
    re.compile(
        r"(?<![\w/.-])(?:hackbench|cyclictest|[dt]bench\d?|netperf|fio|sysbench|stress[-_]ng|kernbench|unixbench|pgbench"
        r"|stream|ebizzy|specjbb|perf[ ]bench|iperf3?|sockperf|memcached|redis|mysql|ycsb\S{0,10}"
        r"|deathstar\w{0,10})(?![\w/.])",
        re.IGNORECASE,
    ),
    (
        *("bench", "perf", "cyclictest", "fio", "stress", "stream", "ebizzy", "specjbb", "memcached", "redis", "mysql"),
        *("ycsb", "deathstar"),
    ),
)
_MAX_TITLE_WORDS = 9
_MAX_TITLE = 200


@dataclass(frozen=True, slots=True)
class Setup:
    """What is known of the rows to come. `line` is where schbench was spoken of last, 0 where it was not; `titled`,
    `commanded`, `headed` and `subheaded` are the lines of the last title, command, distribution and sub-head.
    """

    line: int = 0
    depth: int = 0
    titled: int = 0
    commanded: int = 0
    headed: int = 0
    subheaded: int = 0
    metric: str = "latency"
    unit: str = "us"
    unit_text: str | None = None
    version: str | None = None
    title: str = "schbench"
    settings: dict[str, Parameter] = field(default_factory=dict)

    def after(self, line: Line) -> "Setup":
        """What is known after a line that is no row."""
        words = line.words
        lowered = words.lower()
        named = _SCHBENCH.search(words) if "schbench" in lowered else None
        if named is None and len(words.split()) <= _MAX_TITLE_WORDS and _OTHERS.search(words[:_MAX_TITLE]) is not None:
            return Setup()
        told = self if named is None else self._named(line, named)
        threads = _THREADS.match(words) if "thread" in lowered else None
        if threads is not None:
            name = "message_threads" if threads["kind"] else "threads"
            return replace(told, subheaded=line.number, settings={**told.settings, name: int(threads["threads"])})
        counted = _COUNTED.match(words) if told.line and (":" in words or "=" in words) else None
        if counted is not None:
            setting: dict[str, Parameter] = {counted["name"].lower().rstrip("s") + "s": int(counted["count"])}
            return replace(told, subheaded=line.number, settings=told.settings | setting)
        iterations = _ITERATIONS.search(words) if "iterations" in lowered or "runs" in lowered else None
        if iterations is not None and told.line:
            told = replace(told, settings={**told.settings, "iterations": int(iterations["iterations"])})
        section = _SECTION.match(words)
        if section is not None and told.line:
            return replace(told, settings={**told.settings, "section": section["section"]})
        return told._distribution(line)

    def of_row(self, lead: str) -> "Setup":
        """What the words before a row's percentile tell in its stead ("Wakeup (usec): 99.0th:")."""
        kind = _KIND_WORD.search(lead)
        return self._given(str(kind.lastgroup), lead) if kind is not None else self

    def _named(self, line: Line, named: re.Match[str]) -> "Setup":
        """A line that names schbench: a command has its options, a title begins a table of which nothing is known."""
        command = _COMMAND.search(line.words)
        version = "2" if named["new"] else _version(named["version"])
        near = replace(self, line=line.number, depth=line.depth, version=version or self.version)
        if command is not None:
            return replace(
                near, commanded=line.number, subheaded=line.number, settings={**_kept(self), **_options(command)}
            )
        if len(line.words.split()) > _MAX_TITLE_WORDS:
            return near
        title = named.group().strip()
        return Setup(line.number, line.depth, titled=line.number, version=version, title=title)

    def _distribution(self, line: Line) -> "Setup":
        """The distribution that a head or a title names."""
        is_head = "percentiles" in line.words or (self.line and len(line.words.split()) <= _MAX_TITLE_WORDS)
        kind = _KIND.search(line.words) if is_head else None
        if kind is None:
            return self
        told = self._given(str(kind.lastgroup), line.words)
        runtime = _RUNTIME.search(line.words)
        if runtime is not None:
            told = replace(told, settings={**told.settings, "runtime": int(runtime["runtime"])})
        return replace(told, line=line.number, depth=line.depth, headed=line.number)

    def _given(self, name: str, words: str) -> "Setup":
        metric = name if name in {"latency", "rps"} else f"{name}_latency"
        unit = _UNIT.search(words) if metric != "rps" else None
        text = (unit["unit"] or unit["words"]) if unit is not None else None
        return replace(
            self,
            metric=metric,
            unit="requests/s" if metric == "rps" else _UNITS[text.lower()] if text else "us",
            unit_text=text,
            version="2" if metric != "latency" else "1" if "percentiles" in words else self.version,
        )


def _version(text: str | None) -> str | None:
    if text is None:
        return None
    return "1" if "old" in text.lower() or "1" in text else "2"


def _kept(setup: Setup) -> dict[str, Parameter]:
    """The settings that a new command does not undo: how many runs a figure is of."""
    return {name: value for name, value in setup.settings.items() if name == "iterations"}


def _options(command: re.Match[str]) -> dict[str, Parameter]:
    found = _OPTION.finditer(command["options"])
    return {_OPTIONS[option["name"]]: int(option["value"]) for option in found if option["name"] in _OPTIONS}
