"""Rows that people type of runs of stress-ng with a fixed number of operations; no suite of its own:

stress_ng                                tip        +patch(%gain)
10 iterations 100000 cpu_ops             sched/core
--cpu=96 -util=100 Time taken     :       5.30,       5.01(5.47)
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Row
from suites.compared_columns import columns
from suites.matches import Tables, measured

TIME = Metric("time", "s", "lower", "seconds until a fixed number of operations was done")

_LABEL = re.compile(
    r"[ \t|]{0,20}(?P<text>(?P<options>(?:--?[a-z][a-z-]{1,20}[= ]\d{1,6}%?[ \t]{1,4}){1,6})[Tt]ime(?:[ \t]taken)?)"
    r"[ \t]{0,20}:?[ \t]{1,30}(?=\d)"
)
_OPTIONS_AND_TIME = re.compile(r"\d%?[ \t]{1,4}time[ \t:]")
_OPTION = re.compile(r"--?(?P<name>[a-z][a-z-]{1,20})[= ](?P<value>\d{1,6})%?")
_TITLE = re.compile(r"\bstress[-_ ]?ng\b", re.IGNORECASE)
_ITERATIONS = re.compile(r"\b(?P<count>\d{1,5})[ \t](?:iterations|runs|times)\b")
_OPS = re.compile(r"\b(?P<count>\d{1,12})[ \t](?P<name>[a-z]{2,10}_ops)\b")
_REACH = 20


def may_hold_typed(text: str) -> bool:
    """Whether a text in lower case may hold such rows: options with their numbers before the word "time"."""
    return _OPTIONS_AND_TIME.search(text) is not None


def typed(lines: Sequence[Line]) -> Iterator[Row]:
    """The typed rows of a text."""
    tables = Tables(1)
    for index, line in enumerate(lines):
        label = _LABEL.match(line.text, line.start) if "ime" in line.text else None
        title = _title(lines, index) if label is not None else None
        if label is None or title is None:
            continue
        parameters: dict[str, Parameter] = {
            option["name"]: int(option["value"]) for option in _OPTION.finditer(label["options"])
        }
        stressor = next(iter(parameters), "cpu")
        ops = _OPS.search(title)
        parameters |= {ops["name"]: int(ops["count"])} if ops is not None else {}
        iterations = _ITERATIONS.search(title)
        runs = int(iterations["count"]) if iterations is not None else None
        parameters |= {"iterations": runs} if runs is not None else {}
        values = tuple(
            measured(
                TIME,
                column.cell,
                "Time taken",
                column.unit_text,
                statistic="mean" if runs else "sample",
                runs=runs,
                spread=column.spread,
                kernel=column.head,
            )
            for column in columns(lines, index, label.end())
        )
        if values:
            yield Row(line.number, tables.block(line), stressor, label["text"], values, parameters=parameters)


def _title(lines: Sequence[Line], index: int) -> str | None:
    """The head of the table, where it names stress-ng, with the line below it."""
    for above in range(index - 1, max(-1, index - _REACH), -1):
        line = lines[above]
        if _TITLE.search(line.words[:120]) and line.depth == lines[index].depth:
            return f"{line.words} {lines[above + 1].words}"
    return None
