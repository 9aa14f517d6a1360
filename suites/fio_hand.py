"""What people make of fio's figures, in tables and single lines, where a text speaks of fio; no suite."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from archive.text import Line
from suites.base import Row
from suites.fio_heads import may_name_metrics
from suites.fio_lists import list_rows
from suites.fio_near import FioNear
from suites.fio_output import DIRECTIONS, UNSAID
from suites.fio_prose import ProseSettings
from suites.fio_scripts import script_rows
from suites.fio_settings import Settings
from suites.fio_sides import sides_tables
from suites.fio_tables import read_tables
from suites.fio_typed import metric_rows, typed_rows, with_variants
from suites.matches import Tables

_MAX_GAP = 1


def made_by_hand(lines: Sequence[Line], taken: frozenset[int]) -> Iterator[Row]:
    """The rows on lines that are not `taken`, with the settings of the commands above them."""
    candidates = [index for index, line in enumerate(lines) if line.number not in taken and may_name_metrics(line)]
    near = FioNear(lines)
    rows = [row for table in read_tables(lines, candidates) for row in table if near.holds(lines[row.line - 1])]
    rows = [row for row in rows if row.line not in taken]
    rows += [row for row in list_rows(lines) if row.line not in taken and near.holds(lines[row.line - 1])]
    scripted = [row for row in script_rows(lines) if row.line not in taken]
    seen = taken | {row.line for row in (*rows, *scripted)}
    tables, typed = Tables(_MAX_GAP), list[Row]()
    for index in candidates:
        line = lines[index]
        if line.number in seen:
            continue
        own = [row for row in metric_rows(lines, index) if row.line not in seen] or typed_rows(lines, index)
        if not own or not near.holds(line):
            continue
        if own[0].block == line.number and own[0].line == line.number and len({row.line for row in own}) == 1:
            typed += [replace(row, block=tables.block(line)) for row in own]
        else:
            rows += own
        seen |= {row.line for row in own}
    rows += [row for row in sides_tables(lines, frozenset(seen)) if near.holds(lines[row.line - 1])]
    for _, table in groupby(typed, key=lambda row: row.block):
        rows += with_variants(list(table))
    yield from scripted
    yield from _with_settings(lines, sorted(rows, key=lambda row: row.line))


def _with_settings(lines: Sequence[Line], rows: list[Row]) -> Iterator[Row]:
    """The rows with the settings of the commands above, where those do not do something else."""
    settings, place = Settings(), 0
    prose = ProseSettings(lines) if rows else None
    is_one = bool(rows) and sum("-rw=" in line.text for line in lines) == 1
    for row in rows:
        while place < row.line:
            settings.see(lines[place])
            place += 1
        told = settings.of("", row.test)
        if prose is not None and not settings.told:
            told = prose.at(lines[row.line - 1]) | told
        test = DIRECTIONS.get(str(told.get("rw")), UNSAID)
        if UNSAID in (row.test, test) or test == row.test:
            own = row.test if row.test != UNSAID else test
            yield replace(row, test=own, parameters={**told, **row.parameters})
        elif is_one:
            # One command whose direction was changed from run to run: the rest of it holds for all.
            rest = {name: value for name, value in told.items() if name not in ("rw", "job_file")}
            yield replace(row, parameters={**rest, **row.parameters})
        else:
            yield row
