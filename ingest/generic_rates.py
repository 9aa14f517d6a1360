"""Lines of a name, a rate and its deviation, as the benchmarks of BPF's selftests print them.

    rb-prod nr_prod 1    32.180 ± 0.033M/s (drops 0.000 ± 0.000M/s)
    uprobe-nop ( 1 cpus):    3.219 ± 0.015M/s  (  3.219M/s/cpu)
    Summary: throughput    8.123 ± 0.012 M ops/s (  8.123M ops/prod), latency  123.107 ns/op

What was dropped, and what each processor did, are no rates of their own.
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Parameter
from archive.text import Line
from ingest.generic_titles import title_above
from suites.base import Row, RowSpread, Value
from suites.commas import comma_cell

_RATE = re.compile(
    r"[ \t]{0,12}(?P<label>[A-Za-z][^±\n]{0,90}?)[ \t]{0,3}:?[ \t]{1,24}(?P<figure>\d{1,7}\.\d{1,6})"
    r" ± (?P<spread>\d{1,7}\.\d{1,6}) ?(?P<unit>M(?: ops)?/s)(?![\w/])"
)
_LATENCY = re.compile(r", (?:hits )?latency:?[ ]{1,6}(?P<figure>\d{1,9}\.\d{1,6}) (?P<unit>ns/op)\b")
_SETTING = re.compile(r"[ (]{1,3}(?P<name>nr_[a-z]{2,16}) (?P<value>\d{1,6})$|\([ ]?(?P<cpus>\d{1,5}) cpus?\)$")
_MIN_ROWS = 2
_MAX_ROWS = 400
_MAX_LINE = 300


def may_be_rates(words: str) -> bool:
    """Whether a line has a rate in millions and its deviation: a cheap look."""
    return "±" in words and ("M/s" in words or "M ops/s" in words)


def read_rates(lines: Sequence[Line], index: int) -> Iterator[Row]:
    """The rows from line `index` (0-based) on: several below each other, or one that names a summary."""
    found = []
    for line in lines[index : index + _MAX_ROWS]:
        match = _RATE.match(line.text, line.start) if len(line.text) <= _MAX_LINE else None
        if match is None or line.depth != lines[index].depth:
            break
        found.append((line, match))
    if len(found) < _MIN_ROWS and not any(match["label"].startswith("Summary") for _, match in found):
        return
    title = title_above(lines, lines[index].number, index).text
    for line, match in found:
        yield _row(line, match, lines[index].number, title)


def _row(line: Line, match: re.Match[str], block: int, title: str | None) -> Row:
    label = " ".join(match["label"].split()).rstrip(" :")
    setting = _SETTING.search(label)
    parameters: dict[str, Parameter] = {}
    if setting is not None:
        parameters = {setting["name"] or "cpus": int(setting["value"] or setting["cpus"])}
        label = label[: setting.start()].rstrip()
    spread = RowSpread("stdev", comma_cell(match["spread"], match.start("spread"), decimal=False))
    rate = comma_cell(match["figure"], match.start("figure"), decimal=False)
    values = [Value("rate", rate, match["unit"], match["unit"], match["unit"], "higher", spread=(spread,))]
    latency = _LATENCY.search(line.text, match.end())
    if latency is not None:
        cell = comma_cell(latency["figure"], latency.start("figure"), decimal=False)
        values.append(Value("latency", cell, "latency", latency["unit"], latency["unit"], "lower"))
    return Row(line.number, block, label, label, tuple(values), parameters=parameters, title=title)
