"""fio's output for programs, as posted in mails: a line of fields (terse, versions 2 to 5), and JSON a line at a time.

3;fio-3.33;rr;0;0;98832;49391;12347;2001;0;0;0.000000;0.000000;40;12861;79.625731;287.165960;1.000000%=43;…
      "bw" : 49209,
      "iops" : 12302.348826,
        "mean" : 79771.469960,
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Row, RowSpread, Value
from suites.cells import number
from suites.fio_lines import (
    BANDWIDTH,
    BANDWIDTH_SAMPLES,
    COMPLETION,
    IOPS,
    IOPS_SAMPLES,
    LATENCY,
    SUBMISSION,
)
from suites.fio_settings import PARAMETERS
from suites.matches import measured

_TERSE = re.compile(
    r"\s{0,20}(?P<form>[2-5]);(?:fio-(?P<version>[\w.-]{1,30});)?(?P<job>[^;]{1,80});\d{1,4};\d{1,4};\d"
)
# Fields of one direction: 41, and from version 5 on six more for the samples of bandwidth and requests.
_FIELDS = {"2": 41, "3": 41, "4": 41, "5": 47}
_DIRECTIONS = {"2": ("read", "write"), "3": ("read", "write")}
_TERSE_LATENCIES = {4: (SUBMISSION, "slat"), 8: (COMPLETION, "clat"), 32: (LATENCY, "lat")}
_TERSE_STATISTICS = ("min", "max", "mean")
_CLAT_MAXIMUM = 9
_PERCENTILES = range(12, 32)
_PERCENTILE = re.compile(r"(?P<percent>\d{1,3}(?:\.\d{1,6})?)%=(?P<figure>\d{1,15})")
_ENTRY = re.compile(
    r"\s{0,60}\"(?P<key>[\w .%-]{1,60})\"\s{0,3}:\s{0,3}(?:\"(?P<text>[^\"]{0,200})\"|(?P<figure>-?\d[\d.]{0,30}))"
)
_OBJECT = re.compile(r"\s{0,60}\"(?P<key>[\w .]{1,40})\"\s{0,3}:\s{0,3}\{")
_JSON_DIRECTIONS = frozenset({"read", "write", "trim", "sync", "mixed"})
_JSON_LATENCIES = {
    "slat_ns": (SUBMISSION, "ns"),
    "clat_ns": (COMPLETION, "ns"),
    "lat_ns": (LATENCY, "ns"),
    "slat": (SUBMISSION, "us"),
    "clat": (COMPLETION, "us"),
    "lat": (LATENCY, "us"),
}
_JSON_STATISTICS = {"min": "min", "max": "max", "mean": "mean"}
_JSON_RATES: Mapping[str, tuple[Metric, str, str]] = {
    "bw": (BANDWIDTH, "sample", "KiB/s"),
    "iops": (IOPS, "sample", "IOPS"),
    "bw_min": (BANDWIDTH_SAMPLES, "min", "KiB/s"),
    "bw_max": (BANDWIDTH_SAMPLES, "max", "KiB/s"),
    "bw_mean": (BANDWIDTH_SAMPLES, "mean", "KiB/s"),
    "iops_min": (IOPS_SAMPLES, "min", "IOPS"),
    "iops_max": (IOPS_SAMPLES, "max", "IOPS"),
    "iops_mean": (IOPS_SAMPLES, "mean", "IOPS"),
}


def terse_rows(line: Line) -> Iterator[Row]:
    """The results of a terse line; a direction without requests has none."""
    match = _TERSE.match(line.text, line.start) if ";" in line.text else None
    if match is None:
        return
    form = match["form"]
    fields = _fields(line.text, match.start("form"))
    first, count = (5 if match["version"] else 4), _FIELDS[form]
    for place, what in enumerate(_DIRECTIONS.get(form, ("read", "write", "trim"))):
        own = fields[first + place * count : first + (place + 1) * count]
        if len(own) > 3 and own[0][0].strip("0"):
            yield Row(
                line=line.number,
                block=line.number,
                test=what,
                test_text=what,
                values=tuple(_terse_values(own)),
                parameters={"job": match["job"]},
                suite_version=match["version"],
            )


def _fields(text: str, start: int) -> list[tuple[str, int]]:
    """The fields of a line from column `start` on, each with the column that it begins at."""
    found = []
    for piece in text[start:].split(";"):
        found.append((piece, start))
        start += len(piece) + 1
    return found


def _terse_values(own: Sequence[tuple[str, int]]) -> Iterator[Value]:
    for place, metric, unit in ((1, BANDWIDTH, "KiB/s"), (2, IOPS, "IOPS")):
        figure = number(*own[place])
        if figure is not None:
            yield measured(metric, figure, metric.name, unit=unit)
    for place, (metric, text) in _TERSE_LATENCIES.items():
        yield from _terse_latency(own[place : place + 4], metric, text)
    if len(own) > max(_TERSE_LATENCIES) and own[_CLAT_MAXIMUM][0].strip("0"):
        yield from _terse_percentiles(own)


def _terse_percentiles(own: Sequence[tuple[str, int]]) -> Iterator[Value]:
    for raw, column in (own[place] for place in _PERCENTILES):
        found = _PERCENTILE.fullmatch(raw)
        cell = number(found["figure"], column + found.start("figure")) if found is not None else None
        if found is not None and cell is not None and float(found["percent"]) > 0:
            percent = f"{float(found['percent']):g}"
            yield measured(COMPLETION, cell, f"clat {percent}th percentile", unit="us", statistic=f"p{percent}")


def _terse_latency(own: Sequence[tuple[str, int]], metric: Metric, text: str) -> Iterator[Value]:
    """Minimum, maximum, mean with deviation; all are 0 where the kind of latency was not measured."""
    cells = [number(raw, column) for raw, column in own]
    known = [cell for cell in cells if cell is not None]
    if len(known) != 4 or not any(cell.value for cell in known):
        return
    for statistic, cell in zip(_TERSE_STATISTICS, known, strict=False):
        spread = (RowSpread("stdev", known[3]),) if statistic == "mean" else ()
        yield measured(metric, cell, f"{text} {statistic}", unit="us", statistic=statistic, spread=spread)


class JsonReader:
    """Reads fio's JSON a line at a time, so that a cut or quoted piece of it is read too."""

    def __init__(self) -> None:
        """Begin outside of any job."""
        self._version: str | None = None
        self._shared: dict[str, Parameter] = {}
        self._settings: dict[str, Parameter] = {}
        self._counts: Counter[str] = Counter()
        self._what = ""
        self._latency: tuple[Metric, str] | None = None
        self._options: dict[str, Parameter] | None = None
        self._idle = False
        self._block = 0

    def read(self, line: Line) -> Row | None:
        """The result on a line, if its place in the whole tells what it is."""
        if '"' not in line.text:
            return None
        opened = _OBJECT.match(line.text, line.start)
        if opened is not None:
            self._open(opened["key"], line)
            return None
        entry = _ENTRY.match(line.text, line.start)
        if entry is None:
            return None
        if entry["figure"] is None:
            self._tell(entry["key"], entry["text"])
            return None
        return self._result(line, entry)

    def _open(self, key: str, line: Line) -> None:
        self._options = {"job options": self._settings, "global options": self._shared}.get(key)
        if key in _JSON_DIRECTIONS:
            self._what, self._latency, self._idle = key, None, False
            self._block = line.number
        elif key in _JSON_LATENCIES:
            self._latency = _JSON_LATENCIES[key]
        elif key != "percentile":
            self._what, self._latency = "", None

    def _tell(self, key: str, text: str) -> None:
        if key == "fio version":
            self._version = text.removeprefix("fio-")
            self._shared, self._counts = {}, Counter()
        elif key == "jobname":
            self._counts[text] += 1
            self._settings, self._what = {"job": text, "job_number": self._counts[text]}, ""
        elif self._options is not None and key in PARAMETERS:
            self._options[key] = int(text) if text.isdecimal() and text.isascii() else text

    def _result(self, line: Line, entry: re.Match[str]) -> Row | None:
        key = entry["key"]
        if key in ("io_bytes", "total_ios"):
            self._idle = not entry["figure"].strip("0.")
        value = self._value(entry) if self._what and not self._idle else None
        if value is None:
            return None
        return Row(
            line=line.number,
            block=self._block,
            test=self._what,
            test_text=self._what,
            values=(value,),
            parameters=self._shared | self._settings,
            suite_version=self._version,
        )

    def _value(self, entry: re.Match[str]) -> Value | None:
        key = entry["key"]
        cell = number(entry["figure"], entry.start("figure"))
        if cell is None:
            return None
        if key in _JSON_RATES:
            self._latency = None
            metric, statistic, unit = _JSON_RATES[key]
            return replace(measured(metric, cell, key, unit=unit), statistic=statistic)
        if self._latency is None or not cell.value:
            return None
        metric, unit = self._latency
        percent = key.rstrip("0").rstrip(".") if key.replace(".", "").isdecimal() else ""
        statistic = _JSON_STATISTICS.get(key) or (f"p{percent}" if percent else "")
        return measured(metric, cell, f"{metric.name} {key}", unit=unit, statistic=statistic) if statistic else None
