"""fio's normal output, whole or cut down by hand: which job and direction each line belongs to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from archive import kernels
from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Label, Row, Value
from suites.fio_lines import (
    Kind,
    Rate,
    block_size_behind,
    percentile_values,
    read_group,
    read_percentiles,
    read_rate,
    read_summary,
    summary_values,
)
from suites.fio_settings import Settings, read_options
from suites.matches import Tables

_JOB = re.compile(r"(?P<job>\S[^:]{0,80}): \(groupid=(?P<group>\d{1,4}), jobs=(?P<jobs>\d{1,5})\)")
_VERSION = re.compile(r"(?:^|[\s/])fio[- ](?P<version>[1-9]\.\d{1,2}(?:\.\d{1,2})?(?:-\d{1,4}-g[0-9a-f]{4,12})?)\b")
# "nowait-off-1.fio:  read: IOPS=…" of grep, "after : IOPS=…" of a person, "  32   write: IOPS=…" below "iodepth".
_PREFIX = re.compile(r"[ \t]*(?:\([a-z0-9]{1,2}\)[ \t]+|[-*][ \t]+)?(?P<label>\S(?:.{0,58}\S)?)[ \t]{0,40}$")
_EXTENSION = re.compile(r"\.(?:fio|log|txt|out|job)$")
_VARIANT = re.compile(
    r"\b(?:before|after|with|without|w/o|base(?:line)?|vanilla|(?:un)?patch(?:ed)?|old|new|mainline|clean|orig)\b",
    re.IGNORECASE,
)
_NUMBER_HEADS = {"iodepth": "iodepth", "qd": "iodepth", "numjobs": "numjobs", "jobs": "numjobs", "bs": "bs"}
DIRECTIONS = {"read": "read", "randread": "read", "write": "write", "randwrite": "write", "trim": "trim"}
_MAX_GAP = 3
_MAX_HEADING = 6
_REACH = 30
UNSAID = "io"


@dataclass(slots=True)
class _Job:
    """The job whose lines are being read."""

    name: str = ""
    group: str = ""
    jobs: int = 1
    number: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True)
class _Before:
    """What stands before the figures of a line: a kernel or variant, and what is a setting."""

    label: Label | None = None
    settings: dict[str, Parameter] = field(default_factory=dict)


class OutputReader:
    """Reads a text's lines one after another; `settings` have seen the line before."""

    def __init__(self, lines: Sequence[Line], settings: Settings) -> None:
        """Begin with no job."""
        self.version: str | None = None
        self._lines = lines
        self._settings = settings
        self._tables = Tables(_MAX_GAP)
        self._job = _Job()
        self._counts: dict[str, int] = {}
        self._rates: dict[tuple[str, str], list[str]] = {}
        self._test, self._test_text, self._test_line = UNSAID, "", 0
        self._broken: Kind | None = None
        self._percentiles: Kind | None = None
        self._run_ended = True

    def read(self, index: int) -> Row | None:
        """The results on line `index` (0-based)."""
        line = self._lines[index]
        text = line.text
        broken, self._broken = self._broken, None
        if "=" not in text and "percentiles" not in text:
            # fio prints the jobs of a run without a blank line between them.
            self._run_ended = self._run_ended or line.is_blank
            if line.words.endswith(":") and len(line.words.split()) <= _MAX_HEADING:
                # What a heading stands over is a table of its own.
                self._tables = Tables(_MAX_GAP)
            self._see_version(line)
            return None
        if "th=[" in text:
            return self._percentile_row(line)
        if "groupid=" in text and (job := _JOB.search(text, line.start)) is not None:
            self._begin_job(line, job)
            return None
        if "IOPS=" in text or "iops=" in text:
            # Lines with IOS/call are of t/io_uring, another program of the same authors.
            rate = read_rate(line) if "IOS/call" not in text else None
            return self._rate_row(line, rate) if rate is not None else None
        if "min=" in text or "avg=" in text or "max=" in text:
            return self._summary_row(line, broken)
        return self._other(line)

    def _other(self, line: Line) -> Row | None:
        kind = read_percentiles(line) if "percentiles" in line.text else None
        if kind is not None:
            self._percentiles = kind
            return None
        if "bw=" in line.text or "aggrb=" in line.text:
            group = read_group(line)
            return self._group_row(line, group) if group is not None else None
        return None

    def _see_version(self, line: Line) -> None:
        if "Run status group" in line.text and line.words.startswith("Run status group"):
            self._job = _Job(group=line.words[17:].split(" ", 1)[0])
        if "fio" in line.text and (named := _VERSION.search(line.words)) is not None:
            self.version = named["version"]

    def _begin_job(self, line: Line, job: re.Match[str]) -> None:
        name = job["job"].strip()
        if self._run_ended:
            self._counts, self._rates, self._run_ended = {}, {}, False
        self._counts[name] = self._counts.get(name, 0) + 1
        self._job = _Job(name, job["group"], int(job["jobs"]), self._counts[name], line.number)
        self._test, self._test_text, self._percentiles = UNSAID, "", None

    def _rate_row(self, line: Line, rate: Rate) -> Row:
        before = self._prefix(line, rate.start)
        self._test = rate.what or self._told_direction()
        self._test_text, self._test_line = rate.what, line.number
        self._rates.setdefault((self._job.group, self._test), []).append(rate.printed)
        return self._row(line, self._test, rate.what or "IOPS", rate.values, before)

    def _summary_row(self, line: Line, broken: Kind | None) -> Row | None:
        read = read_summary(line)
        if read is None:
            values = summary_values(line, line.start, broken) if broken is not None else ()
            return self._row(line, self._current(broken), self._test_text, values) if values else None
        kind, name, start = read
        before = self._prefix(line, name)
        values = summary_values(line, start, kind)
        self._broken = kind if not any(value.statistic == "mean" for value in values) else None
        return self._row(line, self._current(kind), self._test_text or kind.text, values, before) if values else None

    def _percentile_row(self, line: Line) -> Row | None:
        kind = self._percentiles
        values = percentile_values(line, kind) if kind is not None else ()
        return self._row(line, self._current(kind), self._test_text, values) if values else None

    def _group_row(self, line: Line, group: Rate) -> Row | None:
        """The bandwidth of a group, unless a job's line above has just said the same."""
        test = group.what.lower()
        printed = [
            rate
            for (name, what), rates in self._rates.items()
            for rate in rates
            if what == test and self._is_group(name)
        ]
        if printed == [group.printed]:
            return None
        values = (
            group.values if len(printed) > 1 else tuple(replace(value, statistic="sample") for value in group.values)
        )
        return self._row(line, test, group.what, values, self._prefix(line, group.start))

    def _is_group(self, name: str) -> bool:
        return not self._job.group or name in ("", self._job.group)

    def _current(self, kind: Kind | None) -> str:
        """The direction that a line below the rates is of."""
        if kind is not None and kind.of_sync:
            return "sync"
        return self._test if self._test != UNSAID else self._told_direction()

    def _told_direction(self) -> str:
        rw = self._settings.of(self._job.name, "").get("rw")
        return DIRECTIONS.get(str(rw), UNSAID)

    def _row(
        self,
        line: Line,
        test: str,
        test_text: str,
        values: tuple[Value, ...],
        before: _Before | None = None,
    ) -> Row:
        before = before or _Before()
        self._settings.use()
        return Row(
            line=line.number,
            block=self._job.line or self._tables.block(line),
            test=test,
            test_text=test_text or test,
            values=values,
            kernel=before.label,
            parameters={**self._parameters(test), **before.settings, **_behind(line)},
            suite_version=self.version,
        )

    def _parameters(self, test: str) -> dict[str, Parameter]:
        job = self._job
        found = self._settings.of(job.name, test)
        if DIRECTIONS.get(str(found.get("rw")), test) not in (test, UNSAID) and test in DIRECTIONS:
            # A command that only reads has not written this: it is another run's.
            found = self._settings.of_script(test) or {n: value for n, value in found.items() if n == "job_file"}
        if job.jobs > 1:
            found.setdefault("numjobs", job.jobs)
        if job.name:
            found["job"] = job.name
            found["job_number"] = job.number
        elif job.group:
            found["group"] = int(job.group)
        return found

    def _prefix(self, line: Line, end: int) -> _Before:
        """What stands before the figures: a kernel or variant, the number that a head above explains, or a name."""
        match = _PREFIX.fullmatch(line.text[line.start : end])
        if match is None:
            return _Before()
        start, text = line.start + match.start("label"), match["label"]
        if text.isdecimal():
            return _Before(settings=self._number(line, int(text)))
        told = dict(read_options(text))
        if told:
            return _Before(settings=told)
        words = _EXTENSION.sub("", text.rstrip(":= \t"))
        if not words:
            return _Before()
        if _VARIANT.search(words) is not None or next(iter(kernels.find(words)), None) is not None:
            return _Before(Label(words, line.number, start, start + len(words), Basis.ROW_LABEL))
        return _Before(settings={"label": words})

    def _number(self, line: Line, value: int) -> dict[str, Parameter]:
        for above in range(line.number - 2, max(-1, line.number - 2 - _REACH), -1):
            name = _NUMBER_HEADS.get(self._lines[above].words.strip().rstrip(":").lower())
            if name is not None:
                return {name: value}
        return {"label": str(value)}


def _behind(line: Line) -> dict[str, Parameter]:
    """The setting that stands behind the figures of a line."""
    size = block_size_behind(line)
    return {"bs": size} if size is not None else {}
