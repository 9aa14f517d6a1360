"""Whether figures that bear no tool's name are fio's: the benchmark named nearest above them is fio; no suite."""

from bisect import bisect_right
from collections.abc import Sequence

from archive.text import Line

_FIO = "fio"
# No other program has this option: its jobs name fio where their posters do not.
_OPTION = "ioengine="
_OTHERS = frozenset(
    {
        *(
            "dbench",
            "tbench",
            "fs_mark",
            "fsmark",
            "fs-mark",
            "hdparm",
            "iperf",
            "iperf3",
            "netperf",
            "bonnie",
            "bonnie++",
        ),
        *(
            "iozone",
            "postmark",
            "tiobench",
            "sysbench",
            "pgbench",
            "filebench",
            "vdbench",
            "ior",
            "mdtest",
            "stress-ng",
        ),
        *(
            "hackbench",
            "kernbench",
            "stream",
            "unixbench",
            "lmbench",
            "ebizzy",
            "iostat",
            "vmstat",
            "blogbench",
            "rocksdb",
        ),
        *("db_bench", "mysql", "t/io_uring", "/t/io_uring", "scrub", "rsync", "dd"),
    }
)
_NAMES = _OTHERS | {_FIO}
_SIGNS = str.maketrans(dict.fromkeys(",.:;()[]{}'\"`*#$>|", " "))
_REACH_ABOVE = 200
_REACH_BELOW = 80
_MAX_LINE = 500


class FioNear:
    """Knows where a text names fio and other benchmarks."""

    def __init__(self, lines: Sequence[Line]) -> None:
        """The names are looked up when they are first asked for: most texts hold nothing to ask of."""
        self._text = lines
        self._lines: list[int] = []
        self._is_fio: list[bool] = []

    def _look(self) -> None:
        # Signs are dropped from the whole text at once: line by line that takes most of the time.
        text = "\n".join(line.text[:_MAX_LINE] for line in self._text).lower().translate(_SIGNS)
        for line, words in zip(self._text, text.split("\n"), strict=True):
            named = _NAMES.intersection(words.split()) or ({_FIO} if _OPTION in words else ())
            if named:
                self._lines.append(line.number)
                self._is_fio.append(_FIO in named)

    def holds(self, line: Line) -> bool:
        """Whether fio is the benchmark that the text speaks of at a line."""
        if not self._lines:
            self._look()
        place = bisect_right(self._lines, line.number)
        if place and line.number - self._lines[place - 1] <= _REACH_ABOVE:
            return self._is_fio[place - 1]
        return place < len(self._lines) and self._lines[place] - line.number <= _REACH_BELOW and self._is_fio[place]
