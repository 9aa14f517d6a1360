"""`benchlore search`: changes, measurements and messages that fit a query."""

from collections.abc import Iterator
from contextlib import closing

import click

from archive.escape import visible_line
from archive.export import change_json, line_reader, measurement_json, message_json
from archive.json_pieces import Json
from archive.model import Message
from archive.store.archive import Archive
from benchlore.indexing import open_fresh
from benchlore.rows import FORMATS, chosen, write_rows
from benchlore.search_report import write_answer
from benchlore.settings import Settings
from index.query import QueryError, read_query
from index.results import Answer, answer


@click.command(name="search", context_settings={"ignore_unknown_options": True})
@click.argument("words", metavar="QUERY...", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True, help="How many of each kind.")
@click.option("--offset", type=click.IntRange(0, 10_000), default=0, help="How many of each kind to pass over.")
@click.option("--list", "list_name", metavar="NAME", help="Only what was posted to this list.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="How it comes out [table on a terminal, else jsonl]."
)
@click.pass_obj
def command(
    settings: Settings, *, words: tuple[str, ...], limit: int, offset: int, list_name: str | None, form: str | None
) -> None:
    """Search results and mails: `benchlore search 'fork_test regression 2.5'`.

    The changes that fit come first, then measurements, then messages. Quote a query that holds blanks, < or *;
    docs/query-language.md describes all of it. The exit status is 1 when nothing fits.
    """
    text = " ".join(words)
    with settings.open_archive() as archive:
        _check(text, archive)
        with closing(open_fresh(settings, archive)) as engine:
            found = answer(archive, engine, text, limit=limit, offset=offset, list_name=list_name)
        if chosen(form) == "table":
            write_answer(found, offset=offset)
        else:
            _tell(found)
            write_rows(_rows(archive, found), form)
    if found.is_empty:
        click.echo("nothing fits", err=True)
        raise click.exceptions.Exit(1)


def _check(text: str, archive: Archive) -> None:
    """A query that cannot be read is wrong use; it is said before the index is brought up to date."""
    try:
        read_query(text, archive.results.suites())
    except QueryError as error:
        click.echo(f"benchlore: {visible_line(str(error))}", err=True)
        raise click.exceptions.Exit(2) from None


def _tell(found: Answer) -> None:
    for line in (*found.read_as, *found.notes):
        click.echo(visible_line(line), err=True)


def _rows(archive: Archive, found: Answer) -> Iterator[Json]:
    yield from (change_json(hit.change) for hit in found.changes)
    for hit in found.measurements:
        message = _message(archive, hit.message.key)
        yield measurement_json(hit.measurement, message, hit.message.thread_id, line_reader({message.key: message}))
    for mail in found.messages:
        yield message_json(_message(archive, mail.message.key), mail.message.thread_id)


def _message(archive: Archive, key: str) -> Message:
    message = archive.messages.get(key)
    assert message is not None, f"{key} was found"
    return message
