"""A thread's numbers for programs: the JSON of docs/json.md, one object a line, and measurements as CSV."""

import csv
import io
import json
from collections.abc import Iterable, Mapping

from flask import Blueprint, Response

from archive.export import derived_json
from archive.results import Measurement
from web.beside import Beside
from web.masking import mask
from web.messages import thread_beside
from web.reader import archive, posted
from web.wording import parameters_text

pages = Blueprint("exports", __name__)
# Message-IDs are names of pages, not addresses of people.
_IDS = frozenset({"id", "message_id", "thread_id", "references", "in_reply_to", "measurements", "changes"})
# A spreadsheet reads a cell that begins so as a formula (OWASP, CSV injection); an apostrophe makes it text.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_COLUMNS = (
    *("id", "message_id", "line", "author", "posted_by", "suite", "test", "metric", "kernel", "variant", "hardware"),
    *("parameters", "repeat", "statistic", "value", "raw", "unit", "better", "role", "warnings"),
)


@pages.get("/<key:list_name>/<key:key>/results.json")
def json_lines(list_name: str, key: str) -> Response:
    """Everything that was read out of the thread, one JSON object a line."""
    beside = _beside(list_name, key)
    messages = {message.key: message for message in beside.messages}
    thread_of = {found: thread for found in messages if (thread := archive().threads.id_of(found)) is not None}
    records = (_masked("", record) for record in derived_json(beside.derived, messages, thread_of))
    text = "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records)
    return Response(text, content_type="application/x-ndjson; charset=utf-8")


@pages.get("/<key:list_name>/<key:key>/results.csv")
def csv_rows(list_name: str, key: str) -> Response:
    """The measurements of the thread, one a row."""
    beside = _beside(list_name, key)
    return Response(measurements_csv(beside.derived.measurements), content_type="text/csv; charset=utf-8")


def measurements_csv(measurements: Iterable[Measurement]) -> str:
    """Measurements as CSV with a head; text that a spreadsheet would run is quoted."""
    sheet = io.StringIO()
    writer = csv.writer(sheet)
    writer.writerow(_COLUMNS)
    for measurement in measurements:
        writer.writerow([_cell(*pair) for pair in zip(_COLUMNS, _row(measurement), strict=True)])
    return sheet.getvalue()


def _beside(list_name: str, key: str) -> Beside:
    mail = posted(list_name, key)
    return thread_beside(archive(), mail, archive().threads.of_message(mail.key))


def _masked(name: str, value: object) -> object:
    """A value of our own JSON (three levels deep at most) without mail addresses."""
    if name in _IDS:
        return value
    if isinstance(value, Mapping):
        return {inner: _masked(inner, own) for inner, own in value.items()}
    if isinstance(value, list):
        return [_masked(name, own) for own in value]
    return mask(value) if isinstance(value, str) else value


def _row(m: Measurement) -> tuple[object, ...]:
    return (
        *(m.id, m.table.message_key, m.span.line, m.author.name, m.posted_by.name if m.posted_by else None),
        *(m.suite, m.test, m.metric, m.kernel.text if m.kernel else None, m.variant),
        *(m.machine.hardware.text if m.machine else None, parameters_text(m.parameters), m.repeat, m.statistic),
        *(m.value, m.raw, m.unit, m.better, m.role, "; ".join(m.warnings)),
    )


def _cell(column: str, value: object) -> object:
    if not isinstance(value, str):
        return "" if value is None else value
    text = value if column in _IDS else mask(value)
    return f"'{text}" if text.startswith(_FORMULA) else text
