"""The units and directions that the ends of lkp's metric names tell; no suite.

ops_per_sec    jobs-per-min    latency_95th_ms    write_bytes_MiB/s    Throughput_Mbps    stddev%
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

# The first that fits counts; {unit} is what the name itself says.
_UNITS = (
    (re.compile(r"ops_per_sec$"), "ops/s"),
    (re.compile(r"jobs[-_]per[-_]min$"), "jobs/min"),
    (re.compile(r"(?:^|[_.-])(?P<unit>[KMG]i?B)_?ps$"), "{unit}/s"),
    (re.compile(r"(?P<unit>[KMG]b)ps$"), "{unit}it/s"),
    (re.compile(r"(?:^|[_.-])(?P<unit>[KMGkmg]i?[Bb])(?:_s|/s(?:ec)?|_per_sec(?:_\w{1,40})?)$"), "{unit}/s"),
    (re.compile(r"(?:^|[_.])(?P<unit>[A-Za-z]{2,20})(?:/s(?:ec)?|_per_sec)$"), "{unit}/s"),
    (re.compile(r"ms/op$"), "ms/op"),
    (re.compile(r"(?:^|[_.])(?P<unit>ms|us|ns)$"), "{unit}"),
    (re.compile(r"(?:^|[_.])sec(?:ond)?s?$"), "s"),
    (re.compile(r"%$"), "%"),
    (re.compile(r"(?:^|[_.])rps$"), "requests/s"),
    (re.compile(r"iops$", re.IGNORECASE), "IOPS"),
)
_SMALL = frozenset({"kb", "mb", "gb"})
# Units that a benchmark's own documentation gives, and the name does not.
_UNTOLD: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("vm-scalability", "throughput"): "KB/s",
        ("vm-scalability", "median"): "KB/s",
        ("swapin", "throughput"): "KB/s",
        ("iozone", "throughput"): "KB/s",
        ("stress-ng", "ops"): "ops",
        ("will-it-scale", "per_process_ops"): "ops/s",
        ("will-it-scale", "per_thread_ops"): "ops/s",
        ("will-it-scale", "processes"): "ops/s",
        ("will-it-scale", "threads"): "ops/s",
        ("unixbench", "score"): "index",
    }
)
_NEITHER = re.compile(r"idle|_util$|(?:^|(?:user|sys|irq|softirq|real|iowait)_)secs?$")
_RATE = re.compile(r"/s(?:ec)?$|per_sec")
_LOWER = re.compile(
    r"latenc|clat|slat|(?:^|[_.])lat(?:[_.]|$)|(?:^|[_.])[mun]s$|ms/op$|secs_(?:per|to)_|overrun|overhead|time|elapsed|_sec$|stddev"
    r"|(?:^|[_.])cost(?:[_.]|$)"
)
_HIGHER = re.compile(
    r"ops(?:$|[_.])|throughput|iops|bw|[kmg]i?bps|mb_s|score|jobs[-_]per[-_]min|transactions|works|rps|tps|bandwidth"
    r"|workload|per_process|per_thread|processes$|threads$|median$|operations"
)
# Of these every number is a rate of something done.
_ONLY_RATES = frozenset({"postmark", "fxmark"})
_SIDE = re.compile(
    r"idle|_util$|iowait|stddev|free_time|app_overhead|(?:^|(?:user|sys|irq|softirq|real|iowait)_)secs?$|workload|works$|^ops$"
)


def unit_of(suite: str, metric: str) -> tuple[str | None, str | None]:
    """The unit of a metric, and the part of the name that tells it."""
    for pattern, unit in _UNITS:
        found = pattern.search(metric)
        if found is not None:
            said = {name: text.upper() if text in _SMALL else text for name, text in found.groupdict().items()}
            return unit.format(**said), found.group().strip("_.-")
    return _UNTOLD.get((suite, metric)), None


def better_of(suite: str, metric: str) -> str | None:
    """Which direction of a metric is good; None where the name does not tell."""
    name = metric.lower()
    if _RATE.search(name):
        return "higher"
    if _NEITHER.search(name):
        return None
    if _LOWER.search(name):
        return "lower"
    return "higher" if suite in _ONLY_RATES or _HIGHER.search(name) else None


def role_of(metric: str) -> str:
    """Whether a metric is what the benchmark reports or goes with it."""
    return "secondary" if _SIDE.search(metric) else "primary"
