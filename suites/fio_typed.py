"""Single lines that people type of fio's figures: a label, then figures with their units; no suite.

QD 1: IOPS=305k (*)
    BS   4k: IOPS   171383 BW   685535KiB/s fio_cpu_util(25% 38%)
mq-deadline sched:	2121K IOPS			1309K IOPS
fio-1:		963 MiB/s	1704 MiB/s
iops (avg)  4,526.25  6,295.31  4,979.81
throughput:       329 Mib/s                    1032Mib/s
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Cell, Label, Row, Value
from suites.column_heads import read_heads
from suites.fio_heads import title_above
from suites.fio_lines import BANDWIDTH, IOPS
from suites.fio_words import (
    RATE_UNIT,
    TIME_UNIT,
    Phrase,
    canonical_unit,
    names_variant,
    read_direction,
    read_phrase,
    read_settings,
)
from suites.hand_rows import MEGABIT
from suites.matches import measured
from suites.named_rows import Figure, TypedRow
from suites.named_tables import TypedTable, read_table
from suites.suffixes import SCALED, scaled

_LABEL = r"[ \t|]{0,20}(?:[-*][ \t]{1,3}|\(?\w\)[ \t]{1,3})?(?P<label>[A-Za-z0-9/][^|:\n]{0,44}?)"
_RATE = r"\d{1,12}(?:\.\d{1,4})?"
_PAIRS = re.compile(
    rf"{_LABEL}[ \t]{{0,3}}[:,|\t][ \t]{{0,20}}IOPS[ \t]{{0,2}}[=:]?[ \t]{{0,8}}(?P<iops>{SCALED})(?![\w.%])"
    rf"(?:[,;]?[ \t]{{1,8}}BW[ \t]{{0,2}}[=:]?[ \t]{{0,8}}(?P<bw>{_RATE})[ \t]?(?P<unit>{RATE_UNIT}))?"
)
_COUNT = r"(?:[kKM][ \t]?)?[iI][oO][pP][sS]"
_FIGURE = (
    rf"(?P<figure>{_RATE})(?:[ \t]{{0,4}}(?P<unit>{RATE_UNIT})"
    r"|(?P<suffix>[ \t]?[kKM])?[ \t]?(?P<count>[iI][oO][pP][sS]))(?![\w/])"
)
_VALUES = re.compile(
    rf"{_LABEL}[ \t]{{0,3}}(?:[:|][ \t|]{{0,40}}|[ \t]{{2,40}}|\t[ \t]{{0,40}})(?:(?:about|around)[ ]{{1,3}})?"
    rf"(?P<values>~?{_RATE}[ \t]{{0,4}}(?:{RATE_UNIT}|{_COUNT}).{{0,160}})$"
)
_VALUE = re.compile(rf"[ \t|,;/]{{0,40}}~?{_FIGURE}")
_REST = re.compile(r"[ \t|]{0,40}(?:\([^()]{0,60}\)|[+-]?\d{1,6}(?:\.\d{1,3})?[ \t]?%|\*)?[ \t|.]{0,40}")
_HELD = re.compile(r"^[~(]?\d[\d.,]{0,15}(?![A-Za-z]{3})")
_NUMBERED = re.compile(r"[\d.,]{1,12}[A-Za-z%]{0,4}")
# "buffered writer    868      433 MB/s": the unit behind the last figure is that of all, and nothing tells so.
_LOST = re.compile(r"(?:\t|[ ]{2}|\|)[ \t|]{0,40}~?\d[\d.,]{0,15}$")
_UNIT_BEHIND = re.compile(rf"(?<=[\dkKM])[ ]?(?P<unit>{RATE_UNIT}|{TIME_UNIT})(?![\w/])")
_LETTERS = ("k", "K", "M", "G")
_ABOVE = 8
_BELOW = 24
_MAX_VALUES = 8
_MAX_LINE = 300


def typed_rows(lines: Sequence[Line], index: int) -> list[Row]:
    """The rows of one typed line, a row a value where settings head them; a bare label is taken for a kernel's."""
    line = lines[index]
    if len(line.text) > _MAX_LINE:
        return []
    pairs = _PAIRS.match(line.text, line.start) if "IOPS" in line.text else None
    if pairs is not None:
        return [_row(lines, line, pairs, tuple(_pair_values(pairs)))]
    match = _VALUES.match(line.text, line.start) if "/s" in line.text or "iops" in line.text.lower() else None
    values = _values(line, match) if match is not None else ()
    if match is None or not values or _LOST.search(match["label"]) is not None:
        return []
    if len(values) == 1 or len({value.metric for value in values}) == len(values):
        return [_row(lines, line, match, values)]
    if read_phrase(match["label"].strip()) is not None and "," in line.text[match.start("values") :]:
        runs = tuple(replace(value, repeat=n, runs=len(values)) for n, value in enumerate(values, start=1))
        return [_row(lines, line, match, runs)]
    return _headed(lines, index, match, values)


def _headed(lines: Sequence[Line], index: int, match: re.Match[str], values: tuple[Value, ...]) -> list[Row]:
    """A line with several figures of one kind: what heads them is a kernel each, or a setting each."""
    first = index
    while first > 0 and _is_data(lines[first - 1], lines[index], len(values)):
        first -= 1
    count, end = len(values), match.end("label")
    heads = read_heads(lines, first, count, end)
    if not heads and lines[index].words.endswith("%"):
        heads = read_heads(lines, first, count + 1, end)[:count]
    settings = [_heading(head.label.text) for head in heads]
    if heads and not any(settings):
        named = tuple(replace(value, kernel=head.label) for value, head in zip(values, heads, strict=True))
        return [_row(lines, lines[index], match, named)]
    row = _row(lines, lines[index], match, values)
    return [
        replace(row, values=(value,), parameters={**row.parameters, **told})
        for value, told in zip(values, settings, strict=False)
        if all(settings)
    ]


def _heading(text: str) -> dict[str, Parameter]:
    """The settings that the head of a column tells ("JOBS=1", "10us", "cached write"); none where it names a kernel or
    variant.
    """
    is_number = all(_NUMBERED.fullmatch(word) is not None for word in text.split())
    is_kind = bool(read_direction(text)) and not names_variant(text)
    return read_settings(text) or ({"column": text} if is_number or is_kind else {})


def _is_data(line: Line, other: Line, count: int) -> bool:
    """Whether a line above holds figures too, and so is no head."""
    return line.depth == other.depth and sum(_HELD.search(word) is not None for word in line.words.split()) >= count


def metric_rows(lines: Sequence[Line], index: int) -> list[Row]:
    """The rows of a table with kernels over its columns and fio's metrics at its rows; none where no heads stand."""
    if read_phrase(_first_words(lines[index])) is None:
        return []
    begin = max(0, index - _ABOVE)
    near = lines[begin : index + _BELOW]
    table = read_table([_without_units(line) for line in near], index - begin)
    if table is None or not table.heads:
        return []
    ways = [read_direction(head.label.text) for head in table.heads]
    if not all("test" in way for way in ways) and any(_heading(head.label.text) for head in table.heads):
        return []
    top = min(head.label.line for head in table.heads)
    told, test = title_above(lines, top - 1)
    rows: list[Row] = []
    for row in table.rows:
        phrase = read_phrase(row.label)
        if phrase is None:
            continue
        line = near[row.index]
        values = [_metric_value(table, line, phrase, row, place) for place in range(len(row.figures))]
        own = phrase.test or test
        if all("test" in way for way in ways):
            whole = Row(line.number, top, "io", row.label, tuple(values), parameters=told)
            rows += _by_direction(whole, ways)
            continue
        rows.append(Row(line.number, lines[index].number, own or "io", own or "io", tuple(values), parameters=told))
    return rows


def _by_direction(row: Row, ways: Sequence[dict[str, str]]) -> Iterator[Row]:
    """A row of a metric with a direction over each column: a row a direction."""
    for value, way in zip(row.values, ways, strict=True):
        rw: dict[str, Parameter] = {"rw": way["rw"]} if "rw" in way else {}
        yield replace(row, test=way["test"], values=(replace(value, kernel=None),), parameters={**row.parameters, **rw})


def _without_units(line: Line) -> Line:
    """A row of a metric with blanks for the units behind its figures, which is then a row of bare figures."""
    if len(line.text) > _MAX_LINE or _UNIT_BEHIND.search(line.text) is None:
        return line
    if read_phrase(_first_words(line)) is None:
        return line
    text = _UNIT_BEHIND.sub(lambda unit: " " * len(unit.group()), line.text)
    return replace(line, text=text, words=text[line.start :])


def _metric_value(table: TypedTable, line: Line, phrase: Phrase, row: TypedRow, place: int) -> Value:
    """The figure at a place of a metric's row, in the unit behind it or in that of the row."""
    figure = row.figures[place]
    cell = _cell(table, figure)
    unit = _UNIT_BEHIND.match(line.text, cell.end)
    printed = unit["unit"] if unit is not None else None
    text = printed or phrase.unit_text
    warnings = (MEGABIT,) if text is not None and text.startswith("Mb/") else ()
    value = measured(phrase.metric, cell, row.label, text, statistic=phrase.statistic, warnings=warnings)
    spread, kernel = table.spread(figure, place), table.kernel(place)
    return replace(value, unit=phrase.unit(printed), kernel=kernel, spread=spread)


def _cell(table: TypedTable, figure: Figure) -> Cell:
    """A figure with the letter of thousands that is glued to it."""
    glued = scaled(figure.raw + (figure.unit or ""), figure.start) if figure.unit in _LETTERS else None
    return glued or table.cell(figure)


def _first_words(line: Line) -> str:
    """The words of a line before its first figure that stands behind a gap."""
    found = re.match(r"[ \t|]{0,40}(?P<words>[A-Za-z][^\n|]{0,44}?)[ \t|]{1,40}\d", line.words)
    return found["words"].strip() if found is not None else ""


def _pair_values(match: re.Match[str]) -> Iterator[Value]:
    iops = scaled(match["iops"], match.start("iops"))
    if iops is not None:
        yield measured(IOPS, iops, "IOPS")
    bandwidth = scaled(match["bw"], match.start("bw")) if match["bw"] is not None else None
    if bandwidth is not None:
        yield measured(BANDWIDTH, bandwidth, "BW", match["unit"], unit=canonical_unit(match["unit"]))


def _values(line: Line, match: re.Match[str]) -> tuple[Value, ...]:
    """The figures of a line; none where other words stand among them."""
    position = match.start("values")
    found: list[Value] = []
    while len(found) < _MAX_VALUES and (value := _VALUE.match(line.text, position)) is not None:
        end = value.end("suffix") if value["suffix"] else value.end("figure")
        raw = line.text[value.start("figure") : end]
        figure = scaled("".join(raw.split()), value.start("figure"))
        if figure is None:
            return ()
        figure = replace(figure, raw=raw, end=end)
        unit = value["unit"] or value["count"]
        warnings = (MEGABIT,) if unit.startswith("Mb/") else ()
        metric = BANDWIDTH if value["unit"] else IOPS
        found.append(measured(metric, figure, unit, unit, unit=canonical_unit(unit), warnings=warnings))
        position = value.end()
    return tuple(found) if _REST.fullmatch(line.text, position) is not None else ()


def _row(lines: Sequence[Line], line: Line, match: re.Match[str], values: tuple[Value, ...]) -> Row:
    label = match["label"].strip()
    told, test = title_above(lines, line.number - 1)
    direction, settings = read_direction(label), read_settings(label)
    rw: dict[str, Parameter] = {"rw": direction["rw"]} if "rw" in direction else {}
    kernel: Label | None = None
    phrase = read_phrase(label)
    if phrase is not None:
        values = tuple(replace(value, statistic=phrase.statistic) for value in values)
    elif not settings and not direction:
        start = match.start("label")
        kernel = Label(label, line.number, start, start + len(label), Basis.ROW_LABEL)
    return Row(
        line=line.number,
        block=line.number,
        test=direction.get("test", test) or "io",
        test_text=label,
        values=values,
        kernel=kernel,
        parameters={**told, **settings, **rw},
    )


def with_variants(rows: Sequence[Row]) -> Iterator[Row]:
    """The typed rows of one table: their labels are kernels or variants if one is plainly so, else mere names."""
    are_variants = any(row.kernel is not None and names_variant(row.kernel.text) for row in rows)
    for row in rows:
        has_heads = any(value.kernel is not None for value in row.values)
        if row.kernel is None or (are_variants and not has_heads):
            yield row
        else:
            yield replace(row, kernel=None, parameters={**row.parameters, "label": row.kernel.text})
