"""The benchmarks that mmtests runs: how words name them, and what their tables' operations mean; no suite.

hackbench-process-pipes    netperf-udp    dbench4 Throughput (misleading but traditional)    config-db-pgbench-timed-rw
fault-huge-3    elsp-256    tput-8    faults/cpu-12    Rsec-7    RPS-50th-80    unixbench-pipe-512    copy-16    ep.D
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

# How words name a benchmark, and the suite that it is; a longer name stands before what it contains.
_NAMES = (
    (r"thpscale", "thpscale"),
    (r"autonuma(?:bench)?|numa0[12]\w{0,20}", "autonumabench"),
    (r"hackbench", "hackbench"),
    (r"netperf", "netperf"),
    (r"sockperf", "sockperf"),
    (r"tbench\d?", "tbench"),
    (r"dbench\d?", "dbench"),
    (r"pgbench", "pgbench"),
    (r"kernbench", "kernbench"),
    (r"perfpipe|pipe-?test|perf bench sched pipe|sched/pipe", "perf-bench"),
    (r"sysbench", "sysbench"),
    (r"spec-?jbb\d{0,4}", "specjbb"),
    (r"re-?aim", "reaim"),
    (r"aim-?9", "aim9"),
    (r"unixbench", "unixbench"),
    (r"ebizzy", "ebizzy"),
    (r"filebench", "filebench"),
    (r"bonnie(?:\+\+|pp)?", "bonnie++"),
    (r"fs_?mark", "fs_mark"),
    (r"schbench", "schbench"),
    (r"cyclictest", "cyclictest"),
    (r"tiobench", "tiobench"),
    (r"iozone", "iozone"),
    (r"postmark", "postmark"),
    (r"coremark", "coremark"),
    (r"blogbench", "blogbench"),
    (r"git-?source", "gitsource"),
    (r"git-?checkout", "gitcheckout"),
    (r"freqmine\w{0,12}", "freqmine"),
    (r"thpavail", "thpavail"),
    (r"stress-highalloc", "stress-highalloc"),
    (r"futexbench|futexwait", "futexbench"),
    (r"libmicro", "libmicro"),
    (r"sqlite", "sqlite"),
    (r"parallelio", "parallelio"),
    (r"xfsrepair", "xfsrepair"),
    (r"ffsb", "ffsb"),
    (r"will-?it-?scale", "will-it-scale"),
    (r"vm-?scalability", "vm-scalability"),
    (r"stress-ng", "stress-ng"),
    (r"memcache(?:d|test)", "memcached"),
    (r"h?page-?alloc", "pagealloc"),
    (r"stutterp?", "stutter"),
    (r"xfsio", "xfsio"),
    (r"usemem", "usemem"),
    (r"nas-?(?:parallel|mpi\w{0,8}|omp|ser)?|npb", "npb"),
    (r"pft", "pft"),
    (r"stream", "stream"),
    (r"iperf3?", "iperf"),
    (r"fio", "fio"),
    (r"dd", "dd"),
)
_NAMED = re.compile(
    "|".join(rf"(?P<n{place}>(?<![A-Za-z0-9_]){name}(?![A-Za-z]))" for place, (name, _) in enumerate(_NAMES)),
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Measure:
    """What numbers of a benchmark are: metric, unit, and which direction is good where it is always the same."""

    metric: str
    unit: str | None = None
    better: str | None = None


RATE = Measure("rate")


@dataclass(frozen=True, slots=True)
class Benchmark:
    """What the plain rows of a benchmark's tables mean: the measure if more is better, the one if less is, and what
    the number of a row counts.
    """

    higher: Measure = RATE
    lower: Measure = Measure("time")
    parameter: str = "load"
    test: str | None = None


_BENCHMARKS = {
    "hackbench": Benchmark(lower=Measure("time", "s"), parameter="groups"),
    "netperf": Benchmark(Measure("throughput", "Mbit/s"), Measure("latency", "us"), "message_bytes"),
    "sockperf": Benchmark(Measure("throughput"), Measure("latency", "us"), "message_bytes"),
    "tbench": Benchmark(Measure("throughput", "MB/s"), Measure("latency", "ms"), "clients", "tbench"),
    "dbench": Benchmark(Measure("throughput", "MB/s"), Measure("loadfile_time", "ms"), "clients", "dbench"),
    "pgbench": Benchmark(Measure("tps", "transactions/s"), Measure("latency", "ms"), "clients"),
    "kernbench": Benchmark(lower=Measure("elapsed_time", "s", "lower"), parameter="jobs", test="compile"),
    "sysbench": Benchmark(Measure("transactions", "transactions/s"), Measure("latency", "ms"), "threads"),
    "specjbb": Benchmark(Measure("throughput", "bops"), Measure("latency"), "warehouses"),
    "reaim": Benchmark(Measure("jobs_per_minute", "jobs/min"), Measure("time"), "users"),
    "ebizzy": Benchmark(Measure("records", "records/s", "higher"), Measure("time"), "threads"),
    "filebench": Benchmark(Measure("operations", "ops/s"), Measure("latency"), "threads"),
    "schbench": Benchmark(Measure("requests", "requests/s"), Measure("latency", "us"), "threads"),
    "stream": Benchmark(Measure("bandwidth", "MB/s", "higher"), Measure("time", "s"), "threads"),
    "npb": Benchmark(Measure("rate"), Measure("time", "s")),
    "freqmine": Benchmark(lower=Measure("time", "s"), parameter="threads"),
    "gitsource": Benchmark(lower=Measure("time", "s")),
    "dd": Benchmark(Measure("throughput"), Measure("time"), "processes"),
    "perf-bench": Benchmark(test="sched-pipe"),
}
_UNKNOWN = Benchmark()


@dataclass(frozen=True, slots=True)
class Operation:
    """What the operation of a row tells by its name alone; `suite` is None where other benchmarks have such names."""

    suite: str | None
    test: str | None
    measure: Measure | None
    parameter: str
    count: int | None
    statistic: str | None = None


# Names that only one benchmark has, and some that only times have, of whatever benchmark.
_OWN: tuple[tuple[str, str | None, Measure, str], ...] = (
    (r"fault-(?P<test>base|huge|both)-(?P<n>\d{1,6})", "thpscale", Measure("fault_latency", "us", "lower"), "threads"),
    (r"(?P<test>huge)-(?P<n>\d{1,6})", "thpscale", Measure("huge_faults", "%", "higher"), "threads"),
    (r"user-(?P<n>\d{1,6})", "kernbench", Measure("user_time", "s", "lower"), "jobs"),
    (r"syst-(?P<n>\d{1,6})", "kernbench", Measure("system_time", "s", "lower"), "jobs"),
    (r"elsp-(?P<n>\d{1,6})", "kernbench", Measure("elapsed_time", "s", "lower"), "jobs"),
    (r"syst(?:em)?[ -]{1,20}(?P<test>NUMA\w{2,40})", "autonumabench", Measure("system_time", "s", "lower"), "load"),
    (
        r"(?:elsp|elapsed)[ -]{1,20}(?P<test>NUMA\w{2,40})",
        "autonumabench",
        Measure("elapsed_time", "s", "lower"),
        "load",
    ),
    (r"user[ -]{1,20}(?P<test>NUMA\w{2,40})", "autonumabench", Measure("user_time", "s", "lower"), "load"),
    (r"cpu[ -]{1,20}(?P<test>NUMA\w{2,40})", "autonumabench", Measure("cpu_percent", "%"), "load"),
    (r"elaps(?:d|ed)-(?P<n>\d{1,6})", None, Measure("elapsed_time", "s", "lower"), "threads"),
    (r"system-(?P<n>\d{1,6})", None, Measure("system_time", "s", "lower"), "threads"),
    (r"elapsed(?:[ ]{1,9}(?:mean|min|max))?", None, Measure("elapsed_time", "s", "lower"), "threads"),
    (r"system(?:[ ]{1,9}(?:mean|min|max))?", None, Measure("system_time", "s", "lower"), "threads"),
    (r"user(?:[ ]{1,9}(?:mean|min|max))?", None, Measure("user_time", "s", "lower"), "threads"),
    (r"cpu(?:[ ]{1,9}(?:mean|min|max))?", None, Measure("cpu_percent", "%"), "threads"),
    (r"faults/cpu-(?P<n>\d{1,6})", "pft", Measure("faults_per_cpu", "faults/s", "higher"), "threads"),
    (r"faults/sec-(?P<n>\d{1,6})", "pft", Measure("faults_per_second", "faults/s", "higher"), "threads"),
    (r"tput-(?P<n>\d{1,6})", "specjbb", Measure("throughput", "bops"), "warehouses"),
    (r"Rsec-(?P<n>\d{1,6})", "ebizzy", Measure("records", "records/s", "higher"), "threads"),
    (r"(?P<n>\d{1,6})-files/sec", "fs_mark", Measure("files", "files/s", "higher"), "threads"),
    (r"files/s(?:ec)?", "fs_mark", Measure("files", "files/s", "higher"), "threads"),
    (r"overhead", "fs_mark", Measure("app_overhead", "us", "lower"), "threads"),
    (r"(?P<n>\d{1,6})-overhead", "fs_mark", Measure("app_overhead", "us", "lower"), "threads"),
    (r"unixbench-(?P<test>[a-z]\w{1,30})-(?P<n>\d{1,6})", "unixbench", Measure("rate"), "copies"),
    (r"(?P<test>copy|scale|add|triad)-(?P<n>\d{1,6})", "stream", Measure("bandwidth", "MB/s", "higher"), "threads"),
    (r"(?P<test>(?:bt|cg|dc|ep|ft|is|lu|mg|sp|ua)\.[A-FSW])", "npb", Measure("time", "s", "lower"), "load"),
    (r"(?P<p>\d{1,2}(?:\.\d{1,2})?)th-qrtle-(?P<n>\d{1,6})", "schbench", Measure("latency", "us", "lower"), "threads"),
    (
        r"Wakeup-(?P<p>\d{1,2}(?:\.\d{1,2})?)th-(?P<n>\d{1,6})",
        "schbench",
        Measure("wakeup_latency", "us", "lower"),
        "threads",
    ),
    (
        r"Request-(?P<p>\d{1,2}(?:\.\d{1,2})?)th-(?P<n>\d{1,6})",
        "schbench",
        Measure("request_latency", "us", "lower"),
        "threads",
    ),
    (
        r"RPS-(?:(?P<p>\d{1,2}(?:\.\d{1,2})?)th|(?P<max>max))-(?P<n>\d{1,6})",
        "schbench",
        Measure("rps", "requests/s", "higher"),
        "threads",
    ),
    (r"kb/sec-(?P<test>\w{2,20}(?:-\w{2,20})?)", "fio", Measure("bw", "KB/s", "higher"), "jobs"),
    (r"(?P<test>alloc|free|total)-odr(?P<n>\d{1,2})-\d{1,6}", "pagealloc", Measure("latency", "ns", "lower"), "order"),
)
_OWN_NAMES = tuple(
    (re.compile(name, re.IGNORECASE), suite, measure, parameter) for name, suite, measure, parameter in _OWN
)
# Names that need the words above to tell the benchmark: "send-64", "disk-41", "latency-8", "4", "kb/sec-randread-read".
_COUNTED = re.compile(r"(?:(?P<stem>\D.{0,40}?)[ \t-]{1,3})?(?P<n>\d{1,7})")
_MEASURES = (
    (re.compile(r"latency|^lat$"), Measure("latency")),
    (re.compile(r"^score$"), Measure("score")),
    (re.compile(r"^time$"), Measure("time")),
)


def named_in(text: str) -> Iterator[str]:
    """The suites that words name, in order."""
    for found in _NAMED.finditer(text):
        yield _NAMES[int(str(found.lastgroup)[1:])][1]


def benchmark(suite: str | None) -> Benchmark:
    """What the plain rows of a suite's tables mean."""
    return _BENCHMARKS.get(suite or "", _UNKNOWN)


def own_operation(name: str) -> Operation | None:
    """What an operation tells that only one benchmark has; None for others."""
    for pattern, suite, measure, parameter in _OWN_NAMES:
        found = pattern.fullmatch(name)
        if found is not None:
            told = found.groupdict()
            count = int(told["n"]) if told.get("n") else None
            return Operation(suite, told.get("test"), measure, parameter, count, _statistic(told))
    return None


def _statistic(told: dict[str, str]) -> str | None:
    """The statistic that an operation names itself: 50.00th is p50."""
    if told.get("max"):
        return "max"
    rank = told.get("p")
    return f"p{float(rank):g}" if rank else None


def counted(name: str) -> tuple[str, int | None]:
    """An operation's name without the number that counts clients, threads or bytes, and that number."""
    found = _COUNTED.fullmatch(name)
    return (found["stem"] or "", int(found["n"])) if found is not None else (name, None)


def measure_of(stem: str) -> Measure | None:
    """The measure that a stem names ("latency", "Time"), if it names one."""
    return next((measure for pattern, measure in _MEASURES if pattern.search(stem.lower())), None)
