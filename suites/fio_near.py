"""Whether figures that bear no tool's name are fio's: the benchmark named nearest above them is fio; no suite."""

import re
from bisect import bisect_right
from collections.abc import Sequence

from archive.text import Line

_NAMED = re.compile(
    r"(?<![\w/.-])(?P<fio>fio)(?![\w/])|(?<![\w.-])(?:dbench|tbench|fs_?mark|fs-mark|hdparm|i?perf3?|netperf"
    r"|bonnie(?:\+\+)?|iozone|postmark|tiobench|sysbench|pgbench|filebench|vdbench|ior|mdtest|stress-ng|hackbench"
    r"|kernbench|stream|unixbench|lmbench|ebizzy|iostat|vmstat|blogbench|rocksdb|db_bench|mysql|t/io_uring"
    r"|io_uring(?=\s-)|dd if|dd of)(?!\w)",
    re.IGNORECASE,
)
_REACH_ABOVE = 200
_REACH_BELOW = 80
_MAX_LINE = 500


class FioNear:
    """Knows where a text names fio and other benchmarks."""

    def __init__(self, lines: Sequence[Line]) -> None:
        """Look the names up once."""
        self._lines: list[int] = []
        self._is_fio: list[bool] = []
        for line in lines:
            named = list(_NAMED.finditer(line.text, 0, _MAX_LINE))
            if named:
                self._lines.append(line.number)
                self._is_fio.append(any(name["fio"] for name in named))

    def holds(self, line: Line) -> bool:
        """Whether fio is the benchmark that the text speaks of at a line."""
        place = bisect_right(self._lines, line.number)
        if place and line.number - self._lines[place - 1] <= _REACH_ABOVE:
            return self._is_fio[place - 1]
        return place < len(self._lines) and self._lines[place] - line.number <= _REACH_BELOW and self._is_fio[place]
