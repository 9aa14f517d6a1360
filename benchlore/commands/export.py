"""`benchlore export`: the archive's records as JSON lines or CSV."""

from collections.abc import Iterator
from typing import Any

import click

from archive.export import message_json, run_json
from archive.store.archive import Archive
from benchlore.records import message_records
from benchlore.rows import FORMATS, write_rows
from benchlore.settings import Settings

_PAGE = 200


@click.command(name="export")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only objects of this kind; may be given again.")
@click.option("--list", "list_name", metavar="NAME", help="Only messages of this list.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="jsonl", show_default=True)
@click.pass_obj
def command(settings: Settings, kinds: tuple[str, ...], list_name: str | None, form: str) -> None:
    """Write every message, table, measurement, change, claim, comment and run, newest mail first (docs/json.md)."""
    with settings.open_archive() as archive:
        write_rows((row for row in _records(archive, list_name) if not kinds or row["kind"] in kinds), form)


def _records(archive: Archive, list_name: str | None) -> Iterator[dict[str, Any]]:
    offset = 0
    while page := archive.messages.recent(list_name=list_name, offset=offset, limit=_PAGE):
        offset += len(page)
        for summary in page:
            message = archive.messages.get(summary.key)
            if message is not None:
                yield message_json(message, summary.thread_id)
                yield from message_records(archive, message, summary.thread_id)
    yield from (run_json(run) for run in archive.runs.all())
