"""Tables that people make of iperf's rates, a kernel a column or a kernel a row; no suite of its own:

                 host -> guest [Gbps]            | Setup                   | BW (Gbps) | TX side CPU util |
pkt_size before opt   p 1     p 2+3              | Baseline                | 52.3      | 6.4 %            |
32         0.032     0.030    0.048              | Applied on TX side only | 52.6      | 5.2 %            |

AP offload      Sender          Receiver        Retransmits
on              918.2 Mbit/s    913.6 Mbit/s    0
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Label, Metric, Row
from suites.iperf_lines import RETRANSMITS
from suites.matches import Tables, figure, measured
from suites.rate_sides import rate_sides
from suites.titled_tables import Name, TitledRow, titled_rows

# A rate by something else ("[Mbps / (%CPU)]") is no rate.
_UNIT = re.compile(r"[\[(]?(?P<unit>(?P<scale>[KMGT])(?:bps|b/s|bits?/s(?:ec)?))\b[\])]?(?![ \t]{0,3}/)")
_DERIVED = re.compile(r"efficiency|[KMG]b\w{0,6}[ \t]{0,3}/|speed-?up|ratio", re.IGNORECASE)
_PIPED_UNIT = re.compile(r"\|[^|]{0,40}?[(\[](?P<unit>(?P<scale>[KMG])(?:bps|b/s|bits?/s(?:ec)?))[)\]][^|]{0,20}\|")
_CELL = re.compile(r"[^|]{1,120}")
_VALUE = re.compile(r"[ \t]{0,40}(?P<value>\d{1,9}(?:\.\d{1,6})?)[ \t]{0,40}$")
_ENDS = frozenset({"sender", "receiver"})
_RESENT = frozenset({"retr", "retransmits", "retransmissions", "retrans"})
_REACH = 24
_MAX_SECTION = 60


def may_hold_rates(text: str) -> bool:
    """Whether a text in lower case names a unit of rates, as the tool's lines and tables of its rates do."""
    return any(unit in text for unit in ("bits/s", "bps", "b/s", "bit/s", "bytes/s"))


def typed(lines: Sequence[Line], name: Name, metric: Metric) -> Iterator[Row]:
    """The rows of every table below a line that names the tool, where the unit is told."""
    for found in titled_rows(lines, name):
        unit = _unit(found)
        if unit is not None:
            yield from _by_end(lines, found, _row(found, unit, metric))
    yield from _by_rows(lines, name, metric)
    yield from _by_side(lines, name, metric)


def _by_side(lines: Sequence[Line], name: Name, metric: Metric) -> Iterator[Row]:
    """Rates on lines of their own, one a kernel or variant."""
    for side in rate_sides(lines, name):
        unit = _UNIT.fullmatch(side.unit)
        if unit is not None:
            statistic = "mean" if side.is_mean else "sample"
            bits = f"{unit['scale']}bit/s"
            value = measured(
                metric,
                side.cell,
                metric.name,
                side.unit,
                unit=bits,
                statistic=statistic,
                repeat=side.repeat,
                runs=side.runs,
            )
            yield Row(side.line.number, side.first, "tcp", side.label.text, (value,), kernel=side.kernel)


def _unit(found: TitledRow) -> re.Match[str] | None:
    """The unit, by the head of a column, the line above the head, or the words before it."""
    if _DERIVED.search(found.above) is not None:
        return None
    notes = (column.note or column.unit_text or "" for column in found.columns)
    return next((unit for text in (*notes, found.above, found.told) if (unit := _UNIT.search(text)) is not None), None)


def _row(found: TitledRow, unit: re.Match[str], metric: Metric) -> Row:
    own = _UNIT.sub("", found.above).strip(" :-=*")
    is_section = _UNIT.search(found.above) is not None and own and len(own) <= _MAX_SECTION
    section: dict[str, Parameter] = {"section": own} if is_section else {}
    return Row(
        line=found.line.number,
        block=found.first,
        test="tcp",
        # Under "host -> guest" a label that is a size says less of the test than that.
        test_text=own if is_section and found.label[:1].isdigit() else found.label,
        values=tuple(
            measured(
                metric,
                column.cell,
                metric.name,
                unit["unit"],
                unit=f"{unit['scale']}bit/s",
                spread=column.spread,
                kernel=column.head,
            )
            for column in found.columns
        ),
        parameters={**found.settings, **section},
    )


def _by_end(lines: Sequence[Line], found: TitledRow, row: Row) -> Iterator[Row]:
    """The row; a row for each end of the connection where its columns are the two ends and no kernels."""
    heads = [column.head for column in found.columns if column.head is not None]
    ends = [head.text.lower() for head in heads]
    if not set(ends) & _ENDS:
        yield row
        return
    setting: dict[str, Parameter] = {**row.parameters}
    over = lines[heads[0].line - 1].text[: heads[0].start].strip(" \t|>")
    if "setting" in setting and over:
        setting = {re.sub(r"\W+", "_", over.lower()): setting["setting"]}
    for value, end in zip(row.values, ends, strict=True):
        if end in _ENDS:
            yield replace(row, values=(replace(value, kernel=None),), parameters={**setting, "side": end})
        elif end in _RESENT:
            yield replace(row, values=(measured(RETRANSMITS, value.cell, end),), parameters=setting)


def _by_rows(lines: Sequence[Line], name: Name, metric: Metric) -> Iterator[Row]:
    """Rows that are variants, where one column is headed by a rate's unit."""
    tables = Tables(2)
    head: tuple[int, re.Match[str]] | None = None
    named = -_REACH
    for index, line in enumerate(lines):
        if name.is_in(line.words[:200]):
            named, head = index, None
        unit = _PIPED_UNIT.search(line.text) if "|" in line.text and index - named <= _REACH else None
        if unit is not None:
            head = (line.text.count("|", 0, unit.start() + 1), unit)
            tables.title(line)
            continue
        row = _variant(line, head, metric, tables) if head is not None and "|" in line.text else None
        if row is not None:
            named = index
            yield row


def _variant(line: Line, head: tuple[int, re.Match[str]], metric: Metric, tables: Tables) -> Row | None:
    place, unit = head
    cells = {line.text.count("|", 0, cell.start()): cell for cell in _CELL.finditer(line.text) if cell.group().strip()}
    own = cells.get(place)
    value = _VALUE.match(own.group()) if own is not None else None
    label = next((cell for cell in cells.values() if any(map(str.isalpha, cell.group()))), None)
    if own is None or value is None or label is None or label.start() > own.start():
        return None
    text = label.group().strip()
    start = label.start() + len(label.group()) - len(label.group().lstrip())
    kernel = Label(text, line.number, start, start + len(text), Basis.ROW_LABEL)
    at = own.start() + value.start("value")
    found = figure(value["value"], at, at + len(value["value"]))
    rate = measured(metric, found, metric.name, unit["unit"], unit=f"{unit['scale']}bit/s")
    return Row(line.number, tables.block(line), "tcp", text, (rate,), kernel=kernel)
