"""iperf 2, throughput of a network. Its lines, which iperf 3 prints with hundredths of seconds (suites/iperf3.py):

    [  3]  0.0-30.0 sec  2.60 GBytes   745 Mbits/sec
    [  4]  0.0-10.0 sec  1.25 MBytes  1.05 Mbits/sec   0.005 ms    0/  893 (0%)

What is transferred by the time is the rate; lines of single seconds are progress (suites/iperf_lines.py). Tables of
its rates are read too (suites/iperf_typed.py).
"""

import re
from collections.abc import Iterator, Sequence

from archive.text import Line
from suites.base import Rerun, Row, Suite
from suites.iperf_lines import JITTER, LOSS, PARAMETERS, RATE, rows
from suites.iperf_typed import may_hold_rates, typed
from suites.titled_tables import Name

_NAME = Name("iperf", re.compile(r"(?<![\w/.-])iperf2?(?![\w])", re.IGNORECASE))


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from rows(lines, version3=False)
    yield from typed(lines, _NAME, RATE)


def _rerun(_test: str) -> Rerun:
    return Rerun("tool", "iperf 2 can be installed; over loopback it tells of the kernel's stack, not of a network")


SUITE = Suite(
    name="iperf",
    title="iperf 2, throughput of a network",
    metrics=(RATE, JITTER, LOSS),
    tests={"tcp": "send as much as TCP takes", "udp": "send datagrams at a given rate"},
    parameters=PARAMETERS,
    marks=("iperf", "bits/sec", "kbits/sec", "mbits/sec", "gbits/sec"),
    hint=may_hold_rates,
    read=_read,
    rerun=_rerun,
    aliases=("iperf2",),
)
