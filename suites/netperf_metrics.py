"""What netperf measures, and the units in which it prints a throughput; no suite of its own."""

from types import MappingProxyType

from suites.base import Metric

THROUGHPUT = Metric("throughput", "Mbit/s", "higher", "10^6 bits of payload a second; -f prints it in other units")
TRANSACTIONS = Metric("transactions", "transactions/s", "higher", "requests answered, or connections made, in a second")
LATENCY = Metric("latency", "us", "lower", "from a request to its answer; the statistic is part of the figure's name")
CPU_LOCAL = Metric("cpu_local", "%", "lower", "how busy the local processors were", role="secondary")
CPU_REMOTE = Metric("cpu_remote", "%", "lower", "how busy the remote processors were", role="secondary")
DEMAND_LOCAL = Metric(
    "demand_local",
    "us/KB",
    "lower",
    "local processor time for a unit of work (us/Tr for transactions)",
    role="secondary",
)
DEMAND_REMOTE = Metric(
    "demand_remote",
    "us/KB",
    "lower",
    "remote processor time for a unit of work (us/Tr for transactions)",
    role="secondary",
)

UNITS = MappingProxyType(
    {
        "per s": "transactions/s",
        "10^3bits/s": "kbit/s",
        "10^6bits/s": "Mbit/s",
        "10^9bits/s": "Gbit/s",
        "kbytes/s": "KB/s",
        "mbytes/s": "MB/s",
        "gbytes/s": "GB/s",
    }
)
# Bits of a unit; netperf's K, M and G of bytes are powers of two.
BITS = MappingProxyType(
    {"kbit/s": 1e3, "Mbit/s": 1e6, "Gbit/s": 1e9, "KB/s": 8 * 2.0**10, "MB/s": 8 * 2.0**20, "GB/s": 8 * 2.0**30}
)


def unit_of(posted: str) -> str:
    """The canonical unit of a posted one: 10^6bits/sec is Mbit/s."""
    words = posted.lower() if posted == "per sec" else "".join(posted.lower().split())
    return UNITS.get(words.removesuffix("ec"), posted)
