"""SPECjbb 2000, 2005, 2013 and 2015, Java business software. Their closing lines, and tables made of them:

throughput = 54321.12 SPECjbb2005 bops
spec1.txt:           throughput =     177460.44 SPECjbb2005 bops        (one of several that run at once)
Valid run, Score is  54321
RUN RESULT: hbIR (max attempted) = 57315, hbIR (settled) = 54321, max-jOPS = 49290, critical-jOPS = 23142

        Warehouses               Thrput
                 1                 8123
                 2                16012

max-jOPS         49290      50011

CONFIG_NUMA_BALANCING disabled	136521.55 SPECjbb2005 bops
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Label, Metric, Rerun, Row, Suite, Value
from suites.compared_columns import columns, section
from suites.matches import Tables, cell, measured

BOPS = Metric("bops", "bops", "higher", "business operations in a second")
MAX = Metric("max_jops", "jOPS", "higher", "the highest rate that was served at all")
CRITICAL = Metric("critical_jops", "jOPS", "higher", "the rate that was served within limits of response time")
SETTLED = Metric(
    "hbir_settled", "jOPS", "higher", "the high bound of injection rate that was reached", role="secondary"
)

_BOPS = re.compile(
    r"(?:throughput|[Ss]core|bops(?:/JVM)?)[ \t]{0,3}(?:=|:|is)[ \t]{1,6}(?P<value>\d{2,9}(?:\.\d{1,4})?)"
    r"(?:[ \t](?P<suite>SPECjbb20\d\d)?[ \t]?bops)?[ \t]*$"
)
_INSTANCE = re.compile(r"[ \t]{0,40}(?:spec(?P<number>\d{1,3})\.txt|(?P<sum>SUM)):[ \t]{1,40}throughput", re.IGNORECASE)
_SIDE = re.compile(
    r"[ \t]{0,24}(?P<label>[A-Za-z][^\t\n=]{0,60}?)(?:[ \t]{2,40}|\t[ \t]{0,40}|:[ \t]{1,40})"
    r"(?P<value>\d{2,9}(?:\.\d{1,4})?)[ \t]SPECjbb20\d\d[ \t]bops(?:[ \t]\([^()]{1,40}\))?$"
)
_RESULT = re.compile(
    r"(?:hbIR \(settled\) = (?P<settled>\d{2,9}), )?max-jOPS = (?P<max>\d{2,9}), critical-jOPS = (?P<critical>\d{2,9})"
)
_PLAIN = re.compile(
    r"[ \t]{0,20}(?P<what>max|critical)[-_ ]?jOPS[ \t]{0,9}[=:][ \t]{1,9}(?P<value>\d{2,9})(?![\d.])[ \t]*$",
    re.IGNORECASE,
)
_TYPED = re.compile(r"[ \t|]{0,20}(?P<text>(?P<what>max|critical)[-_ ]?jOPS)[ \t|:]{1,40}(?=\d)", re.IGNORECASE)
_WAREHOUSES_HEAD = re.compile(r"[ \t]{0,30}Warehouses[ \t]{1,40}Thrput[ \t]*$", re.IGNORECASE)
_WAREHOUSES = re.compile(
    r"[ \t]{0,40}(?:\*[ \t]{0,3})?(?P<count>\d{1,4})[ \t]{1,40}(?P<value>\d{2,9}(?:\.\d{1,4})?)[ \t]*$"
)
_KERNELS_HEAD = re.compile(r"[ \t|]{0,20}\S{0,20}[ \t|]{1,40}max-jOPS[ \t|]{1,40}critical-jOPS[ \t|]*$", re.IGNORECASE)
_KERNEL = re.compile(
    r"[ \t|]{0,20}(?P<label>[^\s|][^\t\n|]{0,40}?)[ \t|]{1,40}(?P<max>\d{3,9}(?:\.\d{1,3})?)[ \t|(][^\n]{0,40}?"
    r"(?<![\d.])(?P<critical>\d{3,9}(?:\.\d{1,3})?)(?![%\d.])"
)
_NAMED = re.compile(r"\bspecjbb(?P<year>20\d\d)?", re.IGNORECASE)
_METRICS = {"max": MAX, "critical": CRITICAL}
_GAP = 3


class _Reader:
    """Follows a text: the head of the list that the next rows are of."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self._tables = Tables(_GAP)
        self._list = ""
        years = {match["year"] for line in lines for match in _NAMED.finditer(line.words[:300]) if match["year"]}
        self._version = years.pop() if len(years) == 1 else None

    def rows(self) -> Iterator[Row]:
        for index, line in enumerate(self.lines):
            if line.is_blank:
                continue
            head = _head(line)
            if head:
                self._tables.title(line)
                self._list = head
                continue
            row = self._listed(line) if self._list else None
            if row is None:
                self._list = ""
                row = self._told(index)
            if row is not None:
                yield row

    def _listed(self, line: Line) -> Row | None:
        if self._list == "warehouses":
            match = _WAREHOUSES.match(line.text, line.start)
            if match is None:
                return None
            return self._row(
                line, (measured(BOPS, cell(match, "value"), "Thrput"),), {"warehouses": int(match["count"])}
            )
        match = _KERNEL.match(line.text, line.start)
        if match is None:
            return None
        start, end = match.span("label")
        label = Label(match["label"], line.number, start, end, Basis.ROW_LABEL)
        values = (
            measured(MAX, cell(match, "max"), "max-jOPS"),
            measured(CRITICAL, cell(match, "critical"), "critical-jOPS"),
        )
        return replace(self._row(line, values, {}), kernel=label)

    def _told(self, index: int) -> Row | None:
        line = self.lines[index]
        values = _values(self.lines, index)
        if not values:
            return self._side(line) if "SPECjbb20" in line.text else None
        part = section(self.lines, index)
        told: dict[str, Parameter] = {"section": part} if part is not None else {}
        instance = _INSTANCE.match(line.text, line.start) if ".txt" in line.text or "SUM" in line.text else None
        if instance is not None and instance["number"] is not None:
            told["instance"] = int(instance["number"])
        elif instance is not None:
            values = tuple(replace(value, statistic="sum") for value in values)
        return self._row(line, values, told)

    def _side(self, line: Line) -> Row | None:
        """A line of a kernel or variant and its one figure."""
        found = _SIDE.match(line.text.rstrip(), line.start)
        if found is None:
            return None
        label = Label(found["label"], line.number, found.start("label"), found.end("label"), Basis.ROW_LABEL)
        return replace(self._row(line, (measured(BOPS, cell(found, "value"), "bops"),), {}), kernel=label)

    def _row(self, line: Line, values: tuple[Value, ...], told: dict[str, Parameter]) -> Row:
        text = "SPECjbb" + (self._version or "")
        block = self._tables.block(line)
        return Row(line.number, block, "specjbb", text, values, parameters=told, suite_version=self._version)


def _head(line: Line) -> str:
    """Which list a line heads, or nothing."""
    lowered = line.words[:200].lower()
    if "warehouses" in lowered and _WAREHOUSES_HEAD.match(line.text, line.start):
        return "warehouses"
    return "kernels" if "max-jops" in lowered and _KERNELS_HEAD.match(line.text, line.start) else ""


def _values(lines: Sequence[Line], index: int) -> tuple[Value, ...]:
    line = lines[index]
    text = line.text
    result = _RESULT.search(text, line.start) if "jOPS" in text else None
    if result is not None:
        figures = (
            (MAX, "max", "max-jOPS"),
            (CRITICAL, "critical", "critical-jOPS"),
            (SETTLED, "settled", "hbIR (settled)"),
        )
        told = (figure for figure in figures if result[figure[1]] is not None)
        return tuple(measured(metric, cell(result, group), name) for metric, group, name in told)
    plain = _PLAIN.match(text, line.start) if "jops" in text.lower() else None
    if plain is not None:
        return (measured(_METRICS[plain["what"].lower()], cell(plain, "value"), f"{plain['what']}-jOPS"),)
    typed = _TYPED.match(text, line.start) if "jops" in text.lower() else None
    if typed is not None:
        metric = _METRICS[typed["what"].lower()]
        found = columns(lines, index, typed.end())
        return tuple(
            measured(metric, c.cell, typed["text"], c.unit_text, spread=c.spread, kernel=c.head) for c in found
        )
    bops = _BOPS.search(text, line.start) if "bops" in text or "Score is" in text or "throughput" in text else None
    if bops is not None and (bops["suite"] or "bops" in text or _is_near(lines, index)):
        return (measured(BOPS, cell(bops, "value"), text[bops.start() : bops.start("value")].strip(" =:"), "bops"),)
    return ()


def _is_near(lines: Sequence[Line], index: int) -> bool:
    """Whether SPECjbb is named just above: "Score is" and "throughput =" are said of many things."""
    return any(_NAMED.search(line.words[:300]) for line in lines[max(0, index - 12) : index + 1])


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "SPECjbb is sold by SPEC, and its rules say how results may be published")


SUITE = Suite(
    name="specjbb",
    title="SPECjbb, Java business software",
    metrics=(BOPS, MAX, CRITICAL, SETTLED),
    tests={"specjbb": "warehouses, or back ends, of a wholesale company in one Java process or several"},
    parameters={
        "warehouses": "threads that do business (2000, 2005)",
        "instance": "which of several Java processes that run at once",
        "section": "the poster's own division of the tables",
    },
    marks=("specjbb", "jbb", "jops"),
    read=lambda lines: _Reader(lines).rows(),
    rerun=_rerun,
)
