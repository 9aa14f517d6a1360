"""The lines in which fio reports a job, of all versions: rates, latencies, percentiles, samples, groups.

read: IOPS=11.8k, BW=46.3MiB/s (48.5MB/s)(139MiB/3001msec)
write: io=56335MB, bw=320416KB/s, iops=20026, runt=180038msec
  clat (usec): min=27, max=23097, avg=82.97, stdev=299.95
   |  1.00th=[   42],  5.00th=[   47], 10.00th=[   50], 20.00th=[   52],
 bw (  KiB/s): min=35160, max=52760, per=95.68%, avg=45342.40, stdev=6502.16, samples=5
 READ: bw=46.3MiB/s (48.5MB/s), 46.3MiB/s-46.3MiB/s (48.5MB/s-48.5MB/s), io=139MiB (146MB), run=3001-3001msec
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from archive.text import Line
from suites.base import Cell, Metric, RowSpread, Value
from suites.matches import measured
from suites.suffixes import SCALED, scaled

IOPS = Metric("iops", "IOPS", "higher", "requests a second over the whole run")
BANDWIDTH = Metric("bw", "MiB/s", "higher", "bytes a second over the whole run; before version 3, KB is 1024 bytes")
SUBMISSION = Metric("slat", "us", "lower", "time to submit a request", role="secondary")
COMPLETION = Metric("clat", "us", "lower", "time from submission to completion", role="secondary")
LATENCY = Metric("lat", "us", "lower", "time from the making of a request to its completion", role="secondary")
IOPS_SAMPLES = Metric("iops_interval", "IOPS", "higher", "requests a second of a job, by interval", role="secondary")
BANDWIDTH_SAMPLES = Metric("bw_interval", "KiB/s", "higher", "bytes a second of a job, by interval", role="secondary")
METRICS = (IOPS, BANDWIDTH, SUBMISSION, COMPLETION, LATENCY, IOPS_SAMPLES, BANDWIDTH_SAMPLES)

_PLAIN = r"\d{1,15}(?:\.\d{1,6})?"
# Version 1 parts thousands by commas.
_GROUPED = rf"(?:\d{{1,3}}(?:,\d{{3}}){{1,4}}|{_PLAIN})"
UNIT = r"[KMGTkmgt]?i?[Bb]/s(?:ec)?"
LATENCY_UNITS = {"nsec": "ns", "usec": "us", "msec": "ms", "sec": "s"}
_RATE = re.compile(
    rf"(?:(?<![\w/-])(?P<what>read|write|trim|mixed)\s{{0,3}}:\s{{0,9}})?"
    rf"(?:IOPS=(?P<iops>{SCALED}),\s{{1,4}}BW=(?P<bw>{_PLAIN})\s?(?P<unit>{UNIT})"
    rf"|io=\s{{0,4}}\S{{1,20}},\s{{0,3}}bw=\s{{0,6}}(?P<old_bw>{_GROUPED})\s?(?P<old_unit>{UNIT})"
    rf",\s{{0,3}}[*_]?iops=\s{{0,6}}(?P<old_iops>{_GROUPED}[kM]?))"
)
_GROUP = re.compile(
    rf"(?<![\w/-])(?P<what>READ|WRITE|TRIM|MIXED)\s{{0,3}}:\s{{1,3}}"
    rf"(?:io=\s{{0,4}}\S{{1,20}},\s{{0,3}}aggrb=|bw=)\s{{0,4}}(?P<bw>{_GROUPED})\s?(?P<unit>{UNIT})"
)
_SIZE_NOTE = re.compile(r"#[ \t]{0,2}(?:bs[ =]{0,3})?(?P<bs>\d{1,5}[kKmM])i?[Bb]?$")
_SUMMARY = re.compile(
    r"(?<![\w/])(?P<what>slat|clat|lat|sync|bw|iops)"
    r"(?:[ \t]{0,2}\([ \t]{0,3}(?P<unit>[A-Za-z]{1,4}(?:[ \t]{0,2}/s)?)\))?[ \t]{0,9}:[ \t]{1,3}(?=min=)"
)
_PAIR = re.compile(rf"(?<!\w)(?P<name>min|max|avg|stdev)=[ \t]{{0,9}}(?P<figure>{SCALED})(?![\w.%])")
_PERCENTILES = re.compile(r"(?<!\w)(?P<what>slat|clat|lat|sync) percentiles \((?P<unit>[mun]?sec)\)")
_PERCENTILE = re.compile(r"(?P<text>(?P<percent>\d{1,3}\.\d{1,6})th)=\[[ \t>=]{0,12}(?P<figure>\d{1,15})\]")
_STATISTICS = {"min": "min", "max": "max", "avg": "mean"}
_SUMMARIES = {
    "slat": SUBMISSION,
    "clat": COMPLETION,
    "lat": LATENCY,
    "sync": LATENCY,
    "bw": BANDWIDTH_SAMPLES,
    "iops": IOPS_SAMPLES,
}


@dataclass(frozen=True, slots=True)
class Rate:
    """A line of rates: what was done ("" where the line does not say), where its words begin, and its values."""

    what: str
    start: int
    values: tuple[Value, ...]
    printed: str


@dataclass(frozen=True, slots=True)
class Kind:
    """What figures below or beside are: the metric, its word, unit, and whether they are of fsync calls."""

    metric: Metric
    text: str
    unit: str
    unit_text: str | None
    of_sync: bool

    def value(self, raw: str, column: int, statistic: str, suffix: str, spread: tuple[RowSpread, ...] = ()) -> Value:
        """A figure that stands at `column` as a value of this kind; `suffix` says which figure, as printed."""
        figure = scaled(raw, column)
        assert figure is not None  # the patterns take nothing else
        text = f"{self.text} {suffix}"
        return measured(self.metric, figure, text, self.unit_text, unit=self.unit, statistic=statistic, spread=spread)


def read_rate(line: Line) -> Rate | None:
    """The rates of a job: `read: IOPS=…, BW=…` of versions 3, `read : io=…, bw=…, iops=…` of those before."""
    match = _RATE.search(line.text, line.start)
    if match is None:
        return None
    old = match["iops"] is None
    names = ("old_iops", "old_bw", "old_unit") if old else ("iops", "bw", "unit")
    iops, bandwidth = (_figure(match, name) for name in names[:2])
    unit = match[names[2]]
    if iops is None or bandwidth is None:
        return None
    texts = ("iops", "bw") if old else ("IOPS", "BW")
    rates = (measured(IOPS, iops, texts[0]), measured(BANDWIDTH, bandwidth, texts[1], unit, unit=unit))
    return Rate(match["what"] or "", match.start(), rates[::-1] if old else rates, f"{bandwidth.raw}{unit}")


def _figure(match: re.Match[str], name: str) -> Cell | None:
    raw, start = match[name], match.start(name)
    cell = scaled(raw.replace(",", ""), start)
    return replace(cell, raw=raw, end=start + len(raw)) if cell is not None else None


def read_group(line: Line) -> Rate | None:
    """The bandwidth of all jobs of a group: `READ: bw=…` or `READ: io=…, aggrb=…`."""
    match = _GROUP.search(line.text, line.start)
    bandwidth = _figure(match, "bw") if match is not None else None
    if match is None or bandwidth is None:
        return None
    value = measured(BANDWIDTH, bandwidth, "bw", match["unit"], unit=match["unit"], statistic="sum")
    return Rate(match["what"], match.start(), (value,), f"{bandwidth.raw}{match['unit']}")


def block_size_behind(line: Line) -> str | None:
    """The size of requests that a note behind a line of rates tells: "READ: bw=3167MiB/s (3321MB/s)   #128k"."""
    note = _SIZE_NOTE.search(line.words) if "#" in line.words else None
    return note["bs"] if note is not None else None


def read_summary(line: Line) -> tuple[Kind, int, int] | None:
    """What a line of `min=, max=, avg=, stdev=` is of, and the columns of its name: latencies or interval samples."""
    match = _SUMMARY.search(line.text, line.start)
    if match is None:
        return None
    unit = (match["unit"] or "").replace(" ", "")
    metric = _SUMMARIES[match["what"]]
    if metric in (SUBMISSION, COMPLETION, LATENCY) and unit not in LATENCY_UNITS:
        return None
    kind = Kind(
        metric, match["what"], LATENCY_UNITS.get(unit, unit) or metric.unit, unit or None, match["what"] == "sync"
    )
    return kind, match.start(), match.end()


def summary_values(line: Line, start: int, kind: Kind) -> tuple[Value, ...]:
    """The figures of such a line, or of the line that a mailer broke off behind it; stdev goes with the average."""
    pairs = {pair["name"]: pair for pair in _PAIR.finditer(line.text, start)}
    return tuple(_summary_values(pairs, kind))


def _summary_values(pairs: dict[str, re.Match[str]], kind: Kind) -> Iterator[Value]:
    for name, statistic in _STATISTICS.items():
        pair = pairs.get(name)
        if pair is not None:
            spread = _spread(pairs.get("stdev")) if name == "avg" else ()
            yield kind.value(pair["figure"], pair.start("figure"), statistic, name, spread)


def _spread(pair: re.Match[str] | None) -> tuple[RowSpread, ...]:
    figure = scaled(pair["figure"], pair.start("figure")) if pair is not None else None
    return (RowSpread("stdev", figure),) if figure is not None else ()


def read_percentiles(line: Line) -> Kind | None:
    """What the percentiles below a line `clat percentiles (usec):` are of."""
    match = _PERCENTILES.search(line.text, line.start)
    if match is None:
        return None
    metric = _SUMMARIES[match["what"]]
    return Kind(metric, match["what"], LATENCY_UNITS[match["unit"]], match["unit"], match["what"] == "sync")


def percentile_values(line: Line, kind: Kind) -> tuple[Value, ...]:
    """The percentiles on a line; those of 0 requests are printed as 0th=0 by old versions and left out."""
    # Quote marks do not count here: fio itself begins these lines with a bar.
    return tuple(
        kind.value(
            found["figure"], found.start("figure"), f"p{float(found['percent']):g}", f"{found['text']} percentile"
        )
        for found in _PERCENTILE.finditer(line.text)
    )
