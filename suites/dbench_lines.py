"""The lines that dbench itself prints: closing lines of versions 1 to 4, the banner, version 4's operations."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from archive import kernels
from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Cell, Label, Metric, Row, Value
from suites.cells import number, resolution
from suites.dbench_headings import FILESYSTEMS

THROUGHPUT = Metric(
    "throughput",
    "MB/s",
    "higher",
    "megabytes a second over all clients; in version 1 not counted but 132 x clients / s",
)
LATENCY = Metric("average_latency", "ms", "lower", "mean time of one kind of operation (version 4)", role="secondary")
MAX_LATENCY = Metric("max_latency", "ms", "lower", "longest time of any one operation (version 4)", role="secondary")
METRICS = (THROUGHPUT, LATENCY, MAX_LATENCY)
OPERATIONS = (
    *("NTCreateX", "Close", "Rename", "Unlink", "Deltree", "Mkdir", "Qpathinfo", "Qfileinfo", "Qfsinfo", "Sfileinfo"),
    *("Find", "WriteX", "ReadX", "LockX", "UnlockX", "Flush"),
)

_CLOSING = re.compile(
    # A mailer may set the last dots and stars of the progress before it, and a poster the kernel.
    r"(?:\s{0,40}(?:(?:[Rr]un|[Pp]ass)[ ]?#?\d{1,3}[:.)]?[ ]{1,4})?|[.+*]{1,400}\s{1,3}"
    r"|(?P<label>[\w.+-]{2,40}(?:[ ][\w.+-]{1,20}){0,2})(?:[ ]{2,40}|:?[ ]?\t{1,9}|:[ ]))"
    r"(?P<text>Throughput)\s{1,9}(?P<rate>\d{1,9}(?:\.\d{1,9})?)\s{1,3}(?P<unit>MB/sec)"
    r"(?P<tail>(?:\s.{0,200})?)$"
)
# "Throughput 12.7943 MB/sec    2.4.8-pre8"
_BEHIND = re.compile(r"(?:[ ]{2,20}|[ ]?\t[ \t]{0,8})(?P<label>[\w.+-]{3,40}(?: [\w.+-]{1,30})?)[ ]{0,4}$")
_NETBENCH = re.compile(r"\(NB=(?P<nb>\d{1,9}(?:\.\d{1,9})?) MB/sec\s{0,4}(?:(?P<mbit>\d{1,9}(?:\.\d{1,9})?) MBit/sec)?")
_WRAPPED_MBIT = re.compile(r"\s{0,9}(?P<mbit>\d{1,9}(?:\.\d{1,9})?) MBit/sec\)")
_NO_LABEL = re.compile(
    rf"(?:.{{0,40}}bench\b|\d{{1,5}}(?: \w{{1,20}})?$|run\b|test\b|reiser|{'|'.join(sorted(FILESYSTEMS))})",
    re.IGNORECASE,
)
_COUNT = re.compile(r"(?P<count>\d{1,5}) (?P<of>clients|procs)\b")
# A mailer broke the line: behind the brackets, or within them.
_CUT = re.compile(r"(?:\)|\.\d{1,9} MB/sec)[ ]{1,4}(?P<count>\d{1,5})?[ ]{0,4}$|\(NB=[^)]{1,60}$")
_WRAPPED_COUNT = re.compile(
    r"[ ]{0,4}(?:[\d. ]{0,20}(?:M(?:B|Bit)/sec)?\)[ ]{1,4})?(?P<count>\d{1,5}) (?P<of>clients|procs)[ ]{0,4}$"
)
_SYNC = re.compile(r"\(sync (?P<sync>open|dirs)\)")
_MAX_LATENCY = re.compile(r"max_latency=(?P<latency>\d{1,9}\.\d{1,4}) ms")
_BANNER = re.compile(r"dbench version (?P<version>\d{1,2}\.\d{1,4}\w{0,4})")
_TABLE = re.compile(r"\s{0,20}Operation\s{1,30}Count\s{1,30}AvgLat\s{1,30}MaxLat\s*$")
_OPERATION = re.compile(
    r"\s{0,20}(?P<name>[A-Za-z]{4,12})\s{1,30}\d{1,12}\s{1,30}(?P<average>\d{1,9}\.\d{1,4})"
    r"\s{1,30}(?P<longest>\d{1,9}\.\d{1,4})\s*$"
)
# Version 1's clock ran up to a second before its clients did; below this many seconds that error is seen in the figure.
_SHORT_RUN = 10
STARTUP_NOISE = 0.15
_MB_OF_A_CLIENT = 132


@dataclass(frozen=True, slots=True)
class Closing:
    """A closing line as read: its place, its figure, and what it tells of the run."""

    line: int
    text: str
    cell: Cell
    unit_text: str
    clients: int | None
    form: str | None
    sync: str | None
    latency: Cell | None
    warnings: tuple[str, ...]
    label: Label | None = None

    def row(
        self, *, block: int, test: str, test_text: str, clients: int | None, filesystem: str | None, banner: str | None
    ) -> Row:
        """The line as a row, with what stands above it."""
        parameters: dict[str, Parameter | None] = {"clients": clients, "sync": self.sync, "filesystem": filesystem}
        short = startup_warning(self.cell.value, clients) if self.form == "1.x" else ()
        return Row(
            line=self.line,
            block=block,
            test=test,
            test_text=test_text,
            values=self._values(STARTUP_NOISE if short else None),
            kernel=self.label,
            parameters={name: value for name, value in parameters.items() if value is not None},
            suite_version=banner or self.form,
            warnings=self.warnings + short,
        )

    def _values(self, noise: float | None) -> tuple[Value, ...]:
        rate = Value(
            THROUGHPUT.name, self.cell, self.text, THROUGHPUT.unit, self.unit_text, THROUGHPUT.better, noise=noise
        )
        return (
            (rate,) if self.latency is None else (rate, latency_value(MAX_LATENCY, self.latency, "max_latency", "ms"))
        )


def latency_value(metric: Metric, cell: Cell, text: str, unit_text: str | None) -> Value:
    """A latency of version 4, a mean or a maximum."""
    statistic = "max" if metric is MAX_LATENCY else "mean"
    return Value(metric.name, cell, text, metric.unit, unit_text, metric.better, role=metric.role, statistic=statistic)


def startup_warning(rate: float, clients: int | None) -> tuple[str, ...]:
    """What to say of a run of version 1 so short that its late start shows (its parent polled once a second)."""
    seconds = _MB_OF_A_CLIENT * clients / rate if clients and rate else _SHORT_RUN
    if seconds >= _SHORT_RUN:
        return ()
    return (f"a run of {seconds:.1f} s: dbench 1.x has a start-up error of up to 1 s",)


def read_banner(line: Line) -> str | None:
    """The version in dbench's own first line of output."""
    match = _BANNER.search(line.text) if "dbench version" in line.text else None
    return match["version"] if match is not None else None


def read_closing(lines: Sequence[Line], index: int) -> Closing | None:
    """The closing line of a run; `form` is None for a bare `Throughput x MB/sec`, which others may write too."""
    line = lines[index]
    match = _CLOSING.match(line.text, line.start)
    cell = number(match["rate"], match.start("rate")) if match is not None else None
    if match is None or cell is None:
        return None
    tail = match["tail"]
    following = lines[index + 1] if index + 1 < len(lines) and lines[index + 1].depth == line.depth else None
    counts = {count["of"]: int(count["count"]) for count in _COUNT.finditer(tail)} or _wrapped_count(line, following)
    sync, latency = _SYNC.search(tail), _MAX_LATENCY.search(tail)
    form = _form(tail, counts)
    behind = _label_behind(line, match) if form is None else None
    if form is None and behind is None and tail.strip():
        return None
    return Closing(
        line=line.number,
        text=match["text"],
        cell=cell,
        unit_text=match["unit"],
        clients=counts.get("clients", counts.get("procs")),
        form=form,
        sync=sync["sync"] if sync else None,
        latency=number(latency["latency"], match.start("tail") + latency.start("latency")) if latency else None,
        warnings=_broken(cell, tail, following),
        label=behind or _label(line, match),
    )


def _wrapped_count(line: Line, following: Line | None) -> dict[str, int]:
    """The count of a closing line that a mailer broke ("...)  16" over "procs", "(NB=..." over "MBit/sec) 2 procs")."""
    cut = _CUT.search(line.text) if following is not None else None
    if cut is None or following is None:
        return {}
    match = _WRAPPED_COUNT.match(f"{cut['count'] or ''} {following.words}")
    return {match["of"]: int(match["count"])} if match is not None else {}


def _label(line: Line, match: re.Match[str]) -> Label | None:
    """Whose run it was, as the poster wrote before the line; "dbench 16:" and "ext3:" are not whose."""
    label = match["label"]
    if label is None or not label[0].isalnum() or _NO_LABEL.match(label) is not None:
        return None
    return Label(label, line.number, match.start("label"), match.end("label"), Basis.ROW_LABEL)


def _label_behind(line: Line, match: re.Match[str]) -> Label | None:
    """The kernel that the poster wrote behind the line."""
    behind = _BEHIND.match(match["tail"])
    if behind is None or next((each.start for each in kernels.find(behind["label"])), None) != 0:
        return None
    start = match.start("tail") + behind.start("label")
    return Label(behind["label"], line.number, start, start + len(behind["label"]), Basis.ROW_LABEL)


def _form(tail: str, counts: dict[str, int]) -> str | None:
    """The versions that print such a tail."""
    if _NETBENCH.search(tail):
        return "1.x"
    if "clients" in counts:
        return "4.x"
    return "2.x or 3.x" if "procs" in counts else None


def _broken(cell: Cell, tail: str, following: Line | None) -> tuple[str, ...]:
    netbench = _NETBENCH.search(tail)
    if netbench is None:
        return ()
    mbit = netbench["mbit"]
    if mbit is None and following is not None:
        wrapped = _WRAPPED_MBIT.match(following.text, following.start)
        mbit = wrapped["mbit"] if wrapped else None
    checks = [("NB", netbench["nb"], 1.25)] + ([("MBit", mbit, 10.0)] if mbit else [])
    return tuple(
        f"{name} {raw} is not {factor:g} x {cell.raw}: one of the figures is mistyped"
        for name, raw, factor in checks
        if not _agrees(float(raw), cell.value * factor, resolution(raw) + factor * resolution(cell.raw))
    )


def _agrees(printed: float, expected: float, steps: float) -> bool:
    return abs(printed - expected) <= 0.51 * steps


def operation_table(line: Line) -> bool:
    """Whether a line heads version 4's table of operations."""
    return _TABLE.match(line.text, line.start) is not None


def operation_row(line: Line, block: int, program: str, banner: str | None) -> Row | None:
    """An operation's row: count, mean and longest latency in milliseconds; names not of dbench are left alone."""
    match = _OPERATION.match(line.text, line.start)
    if match is None or match["name"] not in OPERATIONS:
        return None
    average, longest = (
        number(match["average"], match.start("average")),
        number(match["longest"], match.start("longest")),
    )
    if average is None or longest is None:
        return None
    values = (latency_value(LATENCY, average, "AvgLat", None), latency_value(MAX_LATENCY, longest, "MaxLat", None))
    return Row(line.number, block, f"{program}/{match['name']}", match["name"], values, suite_version=banner or "4.x")
