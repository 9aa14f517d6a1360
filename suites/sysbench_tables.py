"""Tables of sysbench's figures that people make, under words that name the run; no suite of its own:

sysbench memory test, results in MB/s (higher is better)
 bs kB |  type |    V  | V+no bw votes | bwmon | benefit %
     1 | W/seq | 14795 |          4816 |  4985 |      3.5%

sysbench fileio --file-test-mode=rndwr --threads=X run
 Th.   tip avg (stdev)   +patch-set avg (stdev)  change
 1     1152920 (7453)    1169469 (9059)          +1.4%
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Row
from suites.iterations import repeated
from suites.matches import measured
from suites.sysbench_lines import EVENT_RATE, EVENTS, OPERATION_RATE, QUERY_RATE, THROUGHPUT, TIME, TRANSACTION_RATE
from suites.titled_tables import Name, TitledRow, titled_rows

_COMMAND = re.compile(r"\bsysbench\b[ \t](?P<words>.{1,160})")
_TEST = re.compile(r"(?<!\S)(?:--test=)?(?P<test>cpu|memory|fileio|threads|mutex|oltp\w{0,30})(?!\S)")
_OPTION = re.compile(r"--(?P<name>[a-z][a-z-]{1,30})=(?P<value>[\w.]{1,20})")
_NAME = Name("sysbench", re.compile(r"(?<![\w/.])sysbench", re.IGNORECASE))
_RUN = re.compile(r"\bsysbench[ \t][^\n]{0,400}[ \t]run\b")
_TEST_IN_WORDS = re.compile(r"\b(?P<test>cpu|memory|fileio|threads|mutex|oltp(?:_\w{1,30})?)\b", re.IGNORECASE)
_UNITS = (
    (re.compile(r"(?<![\w/])(?P<unit>[KMG]i?B(?:/s(?:ec)?|ps))(?!\w)"), THROUGHPUT),
    (re.compile(r"\beps\b|\bevents(?:/s(?:ec)?| per second)\b", re.IGNORECASE), EVENT_RATE),
    (re.compile(r"\btps\b|\btransactions(?:/s(?:ec)?| per second)\b", re.IGNORECASE), TRANSACTION_RATE),
    (re.compile(r"\bqps\b|\bqueries(?:/s(?:ec)?| per second)\b", re.IGNORECASE), QUERY_RATE),
)
NO_UNIT = "the post does not tell which of sysbench's figures this is, nor its unit; taken for operations"
UNTOLD = "the post does not tell which of sysbench's figures this is; taken by the direction that it gives"


def tables(lines: Sequence[Line]) -> Iterator[Row]:
    """Means of many runs, and tables of settings, a kernel a column."""
    yield from _means(lines)
    for found in titled_rows(lines, _NAME):
        row = _typed(found)
        if row is not None:
            yield row


def _typed(found: TitledRow) -> Row | None:
    """A row under words that tell the unit; under a command alone nobody knows which of its figures it is."""
    notes = " ".join(column.note or column.unit_text or "" for column in found.columns)
    told = f"{found.told} {notes}"
    unit = next(((metric, match) for pattern, metric in _UNITS if (match := pattern.search(told)) is not None), None)
    if unit is None and _RUN.search(found.told) is None:
        return None
    metric = unit[0] if unit is not None else OPERATION_RATE
    posted = unit[1].groupdict().get("unit") if unit is not None else None
    named = _TEST_IN_WORDS.search(found.told)
    values = (
        measured(
            metric,
            column.cell,
            metric.name,
            posted,
            unit=posted.replace("/sec", "/s").replace("MBps", "MB/s") if posted else None,
            spread=column.spread,
            kernel=column.head,
        )
        for column in found.columns
    )
    return Row(
        line=found.line.number,
        block=found.first,
        test=named["test"].lower() if named is not None else "sysbench",
        test_text=found.label,
        values=tuple(value if unit is not None else replace(value, unit=None) for value in values),
        parameters=found.settings,
        warnings=() if unit is not None else (NO_UNIT,),
    )


def _means(lines: Sequence[Line]) -> Iterator[Row]:
    for found in repeated(lines):
        command = _COMMAND.search(found.command)
        named = _TEST.search(command["words"]) if command is not None else None
        if command is None or named is None:
            continue
        metric = TIME if found.better == "lower" else EVENTS
        options = {option["name"]: option["value"] for option in _OPTION.finditer(command["words"])}
        threads = options.pop("threads", options.pop("num-threads", None))
        parameters: dict[str, Parameter] = (
            {"threads": int(threads)} if threads is not None and threads.isdecimal() else {}
        )
        if options:
            parameters["options"] = " ".join(f"--{name}={value}" for name, value in options.items())
        yield Row(
            line=found.line.number,
            block=found.first,
            test=named["test"],
            test_text=command.group(),
            values=tuple(
                measured(
                    metric,
                    column.cell,
                    "mean",
                    column.unit_text,
                    statistic="mean",
                    runs=found.runs,
                    spread=column.spread,
                    kernel=column.head,
                )
                for column in found.columns
            ),
            parameters=parameters,
            title=found.command,
            warnings=(UNTOLD,),
        )
