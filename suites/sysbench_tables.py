"""Tables of sysbench's figures that people make, under a line that names the run; no suite of its own."""

import re
from collections.abc import Iterator, Sequence

from archive.results import Parameter
from archive.text import Line
from suites.base import Row
from suites.iterations import repeated
from suites.matches import measured
from suites.sysbench_lines import EVENTS, TIME

_COMMAND = re.compile(r"\bsysbench\b[ \t](?P<words>.{1,160})")
_TEST = re.compile(r"(?<!\S)(?:--test=)?(?P<test>cpu|memory|fileio|threads|mutex|oltp\w{0,30})(?!\S)")
_OPTION = re.compile(r"--(?P<name>[a-z][a-z-]{1,30})=(?P<value>[\w.]{1,20})")
UNTOLD = "the post does not tell which of sysbench's figures this is; taken by the direction that it gives"


def tables(lines: Sequence[Line]) -> Iterator[Row]:
    """Means of many runs, a kernel a column."""
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
