"""iperf 3, throughput of a network: a program of its own, whose figures are not compared with those of iperf 2.

    [  5]   0.00-10.00  sec   736 MBytes   618 Mbits/sec   71             sender
    [  5]   0.00-10.01  sec   733 MBytes   615 Mbits/sec                  receiver
    [  5]   0.00-2.00   sec  23.8 MBytes   100 Mbits/sec  0.011 ms  0/763 (0%)  receiver

What is transferred by the time is the rate; lines of single seconds are progress (suites/iperf_lines.py). Tables of
its rates are read too (suites/iperf_typed.py).
"""

import re
from collections.abc import Iterator, Sequence

from archive.text import Line
from suites.base import Rerun, Row, Suite
from suites.iperf_lines import JITTER, LOSS, PARAMETERS, RATE, RETRANSMITS, rows
from suites.iperf_typed import may_hold_rates, typed
from suites.titled_tables import Name

_NAME = Name("iperf3", re.compile(r"(?<![\w/.-])iperf3(?!\w)", re.IGNORECASE))


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from rows(lines, version3=True)
    yield from typed(lines, _NAME, RATE)


def _rerun(_test: str) -> Rerun:
    return Rerun("tool", "iperf 3 can be installed; over loopback it tells of the kernel's stack, not of a network")


SUITE = Suite(
    name="iperf3",
    title="iperf 3, throughput of a network",
    metrics=(RATE, RETRANSMITS, JITTER, LOSS),
    tests={"tcp": "send as much as TCP takes", "udp": "send datagrams at a given rate"},
    parameters=PARAMETERS,
    marks=("iperf3", "bits/sec", "kbits/sec", "mbits/sec", "gbits/sec"),
    hint=may_hold_rates,
    read=_read,
    rerun=_rerun,
)
