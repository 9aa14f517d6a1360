"""What a row of an mmtests comparison measures: suite, test, metric, unit and settings; no suite."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from archive.results import Parameter
from suites.aim9_tests import all_tests
from suites.mmtests_benchmarks import RATE, Benchmark, Measure, Operation, benchmark, counted, measure_of, own_operation
from suites.mmtests_rows import Figures
from suites.mmtests_told import Told

HARNESS = "mmtests"
# A first word that is no statistic and no part of the operation's name.
_LEADING = re.compile(
    r"(?P<word>lat|ops|tput|trans|percentage|(?P<unit>[kmg]b/s(?:ec)?|ops/s(?:ec)?))[ \t]{1,20}", re.IGNORECASE
)
_HACKBENCH = re.compile(r"hackbench-(?P<test>[a-z]{2,12}(?:-[a-z]{2,12})?)", re.IGNORECASE)
_NETPERF = re.compile(r"\b(?P<protocol>tcp|udp|sctp)(?:[-_ ](?P<kind>stream|rr|crr|maerts|sendfile))?\b", re.IGNORECASE)
_SPECJBB = re.compile(r"specjbb\d{4}", re.IGNORECASE)
_RATE = re.compile(r"[a-z]{2,12}/sec")
_TIMES = re.compile(r"(?P<part>milli|micro|nano|m|u|n)?(?:secs?|seconds|s)")
_PARTS = {"milli": "m", "micro": "u", "nano": "n"}


@dataclass(frozen=True, slots=True)
class Named:
    """What a row measures. `higher` and `lower` are the measures that it is if more or if less is better."""

    suite: str
    test: str
    higher: Measure
    lower: Measure
    test_text: str
    metric_text: str
    title: str | None = None
    unit_text: str | None = None
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    statistic: str | None = None

    @property
    def key(self) -> tuple[str | None, str, str]:
        """What rows that have one direction have in common."""
        return self.title, self.test, self.higher.metric

    def measure(self, better: str | None) -> Measure:
        """The measure of a row with that direction."""
        return self.lower if better == "lower" else self.higher


def name_row(row: Figures, told: Told) -> Named:
    """What a row of the table measures."""
    leading = _LEADING.match(row.operation)
    operation = row.operation[leading.end() :] if leading is not None else row.operation
    own = own_operation(operation) or _aim9(operation)
    suite = told.suite if told.by_title or own is None else own.suite or told.suite
    named = _own(own, suite, told) if own is not None else _plain(operation, suite, told)
    unit_text = (leading["unit"] if leading is not None else None) or told.unit_text
    best = row.statistic.best_percent if row.statistic is not None else None
    settings: dict[str, Parameter] = {} if told.section is None else {"section": told.section}
    return replace(
        named,
        higher=_with_unit(named.higher, unit_text),
        lower=_with_unit(named.lower, unit_text),
        test_text=operation,
        metric_text=leading["word"] if leading is not None else operation,
        title=told.title,
        unit_text=unit_text or _unit_in(operation),
        parameters={**named.parameters, **settings, **({"best_percent": best} if best is not None else {})},
    )


def _with_unit(measure: Measure, unit_text: str | None) -> Measure:
    """The measure with the unit that the text states for the table, which goes before what the suite is known for."""
    if unit_text is None or measure.unit == "%":
        return measure
    metric = "rate" if measure.unit == "jobs/min" else measure.metric
    return Measure(metric, _spelled(unit_text), measure.better)


def _unit_in(operation: str) -> str | None:
    """The unit that an operation's own name tells: "1-files/sec"."""
    found = _RATE.search(operation) if "/sec" in operation else None
    return found.group() if found is not None else None


def _spelled(unit: str) -> str:
    """A unit as our suites spell it: "milliseconds" is ms, "MB/sec" is MB/s."""
    lowered = unit.lower()
    time = _TIMES.fullmatch(lowered)
    if time is not None:
        return _PARTS.get(time["part"] or "", time["part"] or "") + "s"
    amount, _, _ = lowered.partition("/")
    return f"{amount.upper() if amount in {'kb', 'mb', 'gb'} else amount}/s"


def _aim9(operation: str) -> Operation | None:
    """AIM9's tests have names of their own and count what their label says."""
    for test in all_tests():
        if test.name == operation:
            return Operation("aim9", test.name, Measure("operations", f"{test.label}/second", "higher"), "load", None)
    return None


def _own(own: Operation, suite: str | None, told: Told) -> Named:
    known = benchmark(suite)
    measure = own.measure or known.higher
    parameters: dict[str, Parameter] = {told.parameter or own.parameter: own.count} if own.count is not None else {}
    test = own.test or known.test or _variant(suite, told.text) or suite or HARNESS
    return Named(suite or HARNESS, test, measure, measure, "", "", parameters=parameters, statistic=own.statistic)


def _plain(operation: str, suite: str | None, told: Told) -> Named:
    known = benchmark(suite)
    stem, count = counted(operation)
    named = measure_of(stem) if stem else None
    higher, lower = _measures(suite, known, named, told)
    test = _variant(suite, told.text) or (stem if stem and named is None else None) or known.test or suite or stem
    parameters: dict[str, Parameter] = {told.parameter or known.parameter: count} if count is not None else {}
    if stem and stem != test and named is None:
        parameters["operation"] = stem
    return Named(suite or HARNESS, test or HARNESS, higher, lower, "", "", parameters=parameters)


def _measures(suite: str | None, known: Benchmark, named: Measure | None, told: Told) -> tuple[Measure, Measure]:
    """The measures of rows with no telling name; dbench's loads are told apart by the title."""
    title = (told.title or "").lower()
    if named is not None:
        own = replace(named, unit=known.lower.unit if known.lower.metric == named.metric else None)
        return own, own
    if suite == "dbench" and "all clients" in title:
        return known.higher, Measure("all_clients_time", "ms")
    if suite == "dbench" and "latency" in title:
        return known.higher, Measure("latency", "ms")
    # Of a benchmark that knows no rate, a row whose direction nothing tells is a time all the same.
    knows_rate = known.higher is not RATE or known.lower.unit is None
    return known.higher if knows_rate else known.lower, known.lower


def _variant(suite: str | None, text: str) -> str | None:
    """Which of a benchmark's tests the words name, where they do."""
    if suite == "hackbench":
        found = _HACKBENCH.search(text)
        return found["test"].lower() if found is not None else None
    if suite == "netperf":
        found = _NETPERF.search(text)
        return f"{found['protocol']}_{found['kind'] or 'stream'}".upper() if found is not None else None
    if suite == "specjbb":
        found = _SPECJBB.search(text)
        return found.group().lower() if found is not None else None
    return None
