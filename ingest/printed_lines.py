"""Lines that benchmarks print over and between their own figures: they head nothing that a poster wrote."""

import re

_PRINTED = re.compile(
    r"[ \t]{0,12}(?:[cs]?lat(?:ency)?[ ]percentiles|latency (?:histogram|distribution|\(ms\)|\(us)|run status group"
    r"|disk stats|all jobs|io depths?\b|jobs:? \d|fio-\d|starting \d{1,6} (?:process|thread|worker)"
    r"|initiali[sz]ing|threads? (?:started|fairness)|number of threads:|request latencies|wakeup latencies"
    r"|throughput:$|general statistics|sql statistics|file operations:|thread fairness)"
    r"|.{1,60}: laying out io file|tracing \d{1,4} functions? for\b",
    re.IGNORECASE,
)


def is_printed(words: str) -> bool:
    """Whether a line is one of those by which fio, sysbench, schbench and funclatency part their own output."""
    return _PRINTED.match(words) is not None
