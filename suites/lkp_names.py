"""What the names of lkp's metrics and settings say: which benchmark, test, statistic and parameters; no suite.

    aim9.exec_test.ops_per_sec    sysbench-fileio.latency_95th_ms    will-it-scale.104.processes    vmstat.system.cs

The first word is the testcase, whose numbers are results; those of every other first word, and `<testcase>.time.*`,
were only watched while it ran.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from archive.results import Parameter
from suites.lkp_units import better_of, role_of, unit_of

# Testcases that are not called as the benchmark which they run.
_SUITES: Mapping[str, str] = MappingProxyType(
    {
        "sysbench": "sysbench",
        "fileio": "sysbench",
        "fio": "fio",
        "netperf": "netperf",
        "iperf": "iperf",
        "perf-bench": "perf-bench",
        "lmbench3": "lmbench",
        "fsmark": "fs_mark",
    }
)
_PHORONIX = "phoronix-test-suite"
# First words of benchmarks, for tables whose testcase is cut away; anything else is then taken as a monitor.
_KNOWN = re.compile(
    r"(?:adrestia|aim7|aim9|apachebench|autonuma-benchmark|blogbench|cassandra|coremark|cyclictest|dbench|ebizzy|fileio"
    r"|filebench|fio|fsmark|fxmark|hackbench|hpcc|iozone|iperf|kbuild|kernbench|linpack|lmbench3|mdtest|memcached"
    r"|multichase|netperf|nuttcp|openssl|perf-bench-[\w-]{1,40}|pft|pgbench|phoronix-test-suite|pigz|pmbench|postmark"
    r"|pbzip2|qperf|reaim|redis|rocksdb|schbench|sockperf|specjbb2015|stream|stress-ng|stutter|swapin|sysbench[\w-]{0,20}"
    r"|tbench|thrulay|tiobench|unixbench|vm-scalability|will-it-scale|ycsb)"
)
_MONITORS = re.compile(
    r"(?:boot-time|cpuidle|cpufreq|dmesg|energy|interrupts|iostat|kmsg|latency_stats|meminfo|mpstat|nfsstat|numa-meminfo"
    r"|numa-numastat|numa-vmstat|perf-c2c|perf-profile|perf-sched|perf-stat|pmeter|proc-vmstat|sched_debug|slabinfo"
    r"|softirqs|stderr|time|turbostat|uptime|vmstat)"
)
_SHARE_OF_BUCKET = re.compile(r"latency_[\d<>=]{1,8}[mun]s%")
_CORES = re.compile(r"_(?P<cores>\d{1,4})_(?:bufferedio|directio)\.")
_TASKS = re.compile(r"(?P<tasks>\d{1,5})\.(?P<what>(?:processes|threads)(?:_idle)?)")
_IOZONE = re.compile(r"(?P<size>\d{1,9}KB)_(?P<record>\d{1,7})reclen\.(?P<test>\w{1,40})")
_PERCENTILE = re.compile(r"(?<!\d)(?P<rank>\d{1,2}(?:\.\d{1,3})?)(?:th|%(?=_))")
_STATISTIC = re.compile(r"(?:^|[_.])(?P<statistic>mean|stddev|median|max|min)(?:%|[_.]|$)")
_SETTINGS_OF_THE_BUILD = frozenset({"compiler", "kconfig", "rootfs", "tbox_group", "testcase", "test", "ucode"})
# What a suite of ours calls otherwise.
_CANONICAL: Mapping[tuple[str, str], str] = MappingProxyType(
    {("aim9", "ops_per_sec"): "operations", ("aim7", "jobs-per-min"): "jobs_per_minute"}
)


@dataclass(frozen=True, slots=True)
class Axes:
    """The settings of a job: testcase and test, the rest as parameters, and the name of the machine."""

    testcase: str | None
    test: str | None
    parameters: Mapping[str, Parameter]
    machine: str | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """What a metric's name tells."""

    suite: str
    test: str
    metric: str
    statistic: str
    unit: str | None
    unit_text: str | None
    better: str | None
    role: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


def axes_of(settings: Mapping[str, str]) -> Axes:
    """The settings of a job by the names that lkp gives them."""
    rest = {key: _plain(text) for key, text in settings.items() if key not in _SETTINGS_OF_THE_BUILD}
    test = settings.get("test") or settings.get("rw") or None
    return Axes(settings.get("testcase"), test, rest, settings.get("tbox_group"))


def _plain(text: str) -> Parameter:
    return int(text) if text.isdigit() and len(text) < 16 else text


def is_benchmark(name: str) -> bool:
    """Whether a word is the name of a testcase that measures something."""
    return _KNOWN.fullmatch(name) is not None


def is_result(metric: str, testcase: str | None) -> bool:
    """Whether a metric is the testcase's own."""
    first, _, rest = metric.partition(".")
    if not rest or rest.startswith("time."):
        return False
    if testcase is not None and not (first.startswith(testcase) or testcase.startswith(first)):
        return False  # most rows: a monitor's
    if testcase is None and not is_benchmark(first):
        return False
    return _SHARE_OF_BUCKET.search(rest) is None and _MONITORS.fullmatch(first) is None


def name_metric(metric: str, axes: Axes) -> Named:
    """What a metric's name tells."""
    first, _, rest = metric.partition(".")
    suite, test, rest = _benchmark(first, rest, axes)
    parameters: dict[str, Parameter] = {}
    test, rest = _told_in_name(test, rest, first, parameters)
    unit, unit_text = unit_of(suite, rest)
    return Named(
        suite=suite,
        test=test,
        metric=_CANONICAL.get((suite, rest), rest.lower()),
        statistic=_statistic(rest),
        unit=unit,
        unit_text=unit_text,
        better=better_of(suite, rest),
        role=role_of(rest),
        parameters=parameters,
    )


def _benchmark(first: str, rest: str, axes: Axes) -> tuple[str, str, str]:
    """Suite and test of a metric, and what of its name is left."""
    if first == _PHORONIX:
        program, _, rest = rest.partition(".")
        options, _, metric = rest.rpartition(".")
        return program, options or program, metric
    suite = next((name for case, name in _SUITES.items() if first.startswith(case)), first)
    if suite == "sysbench":
        return suite, first.removeprefix("sysbench-"), rest
    if suite == "perf-bench":
        return suite, first.removeprefix("perf-bench-"), rest
    return suite, axes.test or first, rest


def _told_in_name(test: str, rest: str, first: str, parameters: dict[str, Parameter]) -> tuple[str, str]:
    """Test and metric without the sizes that a metric's name holds."""
    iozone, cores, tasks = _IOZONE.fullmatch(rest), _CORES.search(rest), _TASKS.fullmatch(rest)
    if iozone is not None:
        parameters |= {"file_size": iozone["size"], "record_size": f"{iozone['record']}KB"}
        return iozone["test"], "throughput"
    if cores is not None:
        parameters["cores"] = int(cores["cores"])
        return test, rest[cores.end() :]
    if tasks is not None:
        parameters["tasks"] = int(tasks["tasks"])
        return test, tasks["what"]
    named, _, last = rest.rpartition(".")
    return (named, last) if named and test == first else (test, rest.removeprefix(f"{test}."))


def _statistic(rest: str) -> str:
    rank = _PERCENTILE.search(rest)
    if rank is not None:
        return f"p{rank['rank']}"
    named = [found["statistic"] for found in _STATISTIC.finditer(rest)]
    return "sample" if "stddev" in named else "mean" if not named or "mean" in named else named[0]
