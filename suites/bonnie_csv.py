"""bonnie++'s line of comma-separated fields: the run of the table above once more, or alone; no suite."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Row, Value
from suites.bonnie_tables import FILES, SEEKS, THROUGHPUT
from suites.cells import number
from suites.matches import measured

_LINE = re.compile(
    r"\s{0,12}(?:1\.9\d[a-z]?,(?P<version>[12]\.\d\d?[a-z]?),)?(?P<name>[^,\s][^,]{0,60}),"
    r"(?P<rest>[\w.+:*/-]{0,80}(?:,[\w.+:*/-]{0,60}){24,60})\s*$"
)
_SIZE = re.compile(r"\d{1,6}[KMG]", re.IGNORECASE)
_OUTPUT = ("sequential_output_per_chr", "sequential_output_block", "sequential_output_rewrite")
_TESTS = (*_OUTPUT, "sequential_input_per_chr", "sequential_input_block", "random_seeks")
_FILE_TESTS = (
    *("sequential_create_create", "sequential_create_read", "sequential_create_delete"),
    *("random_create_create", "random_create_read", "random_create_delete"),
)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where a form of the line keeps its fields, counted from the one behind the name."""

    size: int
    rates: int
    files: int
    file_rates: int


_OLD = _Layout(size=0, rates=1, files=13, file_rates=14)
# 1.96 and 1.97: concurrency, seed, size, chunk; 1.98 puts seeks and their processes behind the chunk.
_LAYOUTS = {"1.96": _Layout(2, 4, 16, 21), "1.97": _Layout(2, 4, 16, 21), "1.98": _Layout(2, 6, 18, 23)}


def csv_rows(lines: Sequence[Line], tabled: frozenset[str]) -> Iterator[Row]:
    """The results of the lines of fields, but for machines that have a table (`tabled`): theirs are the same run."""
    for line in lines:
        match = _LINE.match(line.text, line.start) if line.text.count(",") > 24 else None
        if match is None or match["name"] in tabled:
            continue
        form = line.words.lstrip()[:4]
        layout = _LAYOUTS.get(form) or _early(match["rest"]) if match["version"] else _OLD
        if layout is not None:
            yield from _rows(line, match, layout)


def _early(rest: str) -> _Layout | None:
    """The layout of a form before 1.96, told by the first size; fields behind it and behind the files may be empty."""
    fields = rest.split(",")
    size = next((place for place, field in enumerate(fields[:4]) if _SIZE.fullmatch(field)), None)
    if size is None:
        return None
    rates = next((place for place in range(size + 1, len(fields)) if fields[place]), size + 1)
    files = rates + 2 * len(_TESTS)
    first = next((place for place in range(files + 1, len(fields)) if fields[place]), files + 1)
    return _Layout(size, rates, files, first)


def _rows(line: Line, match: re.Match[str], layout: _Layout) -> Iterator[Row]:
    fields = _fields(match["rest"], match.start("rest"))
    if len(fields) < layout.file_rates:
        return
    machine: dict[str, Parameter] = {"machine": match["name"]}
    for names, first, key, place in (
        (_TESTS, layout.rates, "size", layout.size),
        (_FILE_TESTS, layout.file_rates, "files", layout.files),
    ):
        told = fields[place][0]
        setting: Parameter = int(told) if told.isdecimal() and told.isascii() else told
        for nth, name in enumerate(names):
            if first + 2 * nth < len(fields) and (values := _values(name, fields[first + 2 * nth])) is not None:
                yield Row(
                    line=line.number,
                    block=line.number,
                    test=name,
                    test_text=name.replace("_", " "),
                    values=values,
                    parameters=machine | {key: setting} if told else machine,
                    suite_version=match["version"],
                )


def _values(name: str, field: tuple[str, int]) -> tuple[Value, ...] | None:
    cell = number(*field)
    metric: Metric = SEEKS if name.endswith("seeks") else FILES if "_create_" in name else THROUGHPUT
    return (measured(metric, cell, metric.name),) if cell is not None else None


def _fields(rest: str, start: int) -> list[tuple[str, int]]:
    found = []
    for piece in rest.split(","):
        found.append((piece, start))
        start += len(piece) + 1
    return found
