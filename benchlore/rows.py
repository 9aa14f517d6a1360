"""Rows on standard output: JSON lines, CSV, or a table for people; text of mails is shown with control characters
escaped.
"""

import csv
import json
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from archive.escape import visible

FORMATS = ("table", "jsonl", "csv")
_DANGEROUS_IN_SHEETS = ("=", "+", "-", "@", "\t", "\r")


def chosen(form: str | None) -> str:
    """The form asked for, else a table on a terminal and JSON lines elsewhere."""
    return form or ("table" if sys.stdout.isatty() else "jsonl")


def write_rows(rows: Iterable[Mapping[str, Any]], form: str | None) -> int:
    """Write rows in the form asked for; returns how many there were."""
    writer = {"jsonl": _write_jsonl, "csv": _write_csv, "table": _write_table}[chosen(form)]
    return writer(rows)


def safe_cell(value: object) -> str:
    """A CSV cell: JSON for lists and objects; text that a spreadsheet would take for a formula is quoted (numbers are
    not text).
    """
    if value is None:
        return ""
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False)
    text = str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(_DANGEROUS_IN_SHEETS) else text


def _write_jsonl(rows: Iterable[Mapping[str, Any]]) -> int:
    count = 0
    for row in rows:
        sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
        count += 1
    return count


def _write_csv(rows: Iterable[Mapping[str, Any]]) -> int:
    """One header for all kinds, so that mixed kinds stay one table: the columns in order of their first appearance."""
    found = list(rows)
    columns = list(dict.fromkeys(name for row in found for name in row))
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([safe_cell(row.get(name)) for name in columns] for row in found)
    return len(found)


def _write_table(rows: Iterable[Mapping[str, Any]]) -> int:
    console = Console(highlight=False, soft_wrap=False)
    by_kind: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        by_kind.setdefault(str(row.get("kind", "row")), []).append(row)
    for kind, found in by_kind.items():
        console.print(_table(kind, found))
    return sum(len(found) for found in by_kind.values())


def _table(kind: str, rows: list[Mapping[str, Any]]) -> RichTable:
    columns = _COLUMNS.get(kind) or tuple(rows[0])
    table = RichTable(
        title=f"{len(rows)} {kind}{'s' if len(rows) != 1 else ''}", title_justify="left", box=None, pad_edge=False
    )
    for name in columns:
        table.add_column(name.replace("_", " "), justify="right" if name in _NUMERIC else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(visible(_brief(row.get(name)))) for name in columns))
    return table


def _brief(value: object) -> str:
    match value:
        case None:
            return ""
        case float():
            return f"{value:g}"
        case {"text": text} | {"name": text}:
            return str(text)
        case {"kernel": kernel, "raws": [raw]} if " " not in raw:
            return f"{kernel}: {raw}"
        case {"kernel": kernel, "value": number}:
            return f"{kernel}: {number:g}"
        case dict():
            return " ".join(f"{key}={each}" for key, each in value.items())
        case list():
            return ", ".join(_brief(each) for each in value)
        case _:
            return str(value)


_NUMERIC = frozenset({"line", "raw", "value", "delta", "number", "first_line", "last_line", "measurements"})
_COLUMNS = {
    "measurement": (
        "line",
        "suite",
        "test",
        "metric",
        "parameters",
        "raw",
        "unit",
        "kernel",
        "hardware",
        "repeat",
        "warnings",
    ),
    "relative": ("line", "suite", "test", "metric", "parameters", "raw", "unit", "kernel", "baseline"),
    "change": ("test", "metric", "parameters", "old", "new", "delta", "verdict", "test_note", "warnings"),
    "claim": ("line", "author", "line_text", "tests", "verdict", "reading"),
    "circumstance": ("line", "circumstance_kind", "target", "text"),
    "comment": ("line", "author", "line_text", "tests"),
    "table": ("number", "first_line", "last_line", "table_kind", "suite", "title"),
    "problem": ("location", "place", "reason", "show"),
}
