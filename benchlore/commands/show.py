"""`benchlore show`: one message with its text and what was read from it."""

import sys

import click

from archive.escape import visible
from archive.model import Message, UserError
from archive.store.archive import Archive
from benchlore.records import message_records
from benchlore.rows import FORMATS, chosen, write_rows
from benchlore.settings import Settings


@click.command(name="show")
@click.argument("message_id", metavar="MESSAGE-ID")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="How it comes out [table on a terminal, else jsonl]."
)
@click.option("--raw", is_flag=True, help="The mail as it was received, byte for byte.")
@click.pass_obj
def command(settings: Settings, message_id: str, form: str | None, *, raw: bool) -> None:
    """Show a message: its head, its text, its tables, changes, claims, and what others say of them."""
    with settings.open_archive() as archive:
        key = message_id.strip().removeprefix("id:").strip("<>")
        message = archive.messages.get(key)
        if message is None:
            error = (
                f"there is no message {key!r} here: `benchlore search m:PART-OF-THE-ID` finds one by a part of its id"
            )
            raise UserError(error)
        if raw:
            _write_raw(archive, message)
            return
        if chosen(form) == "table":
            _write_text(archive, message)
        write_rows(message_records(archive, message, archive.threads.id_of(message.key)), form)


def _write_raw(archive: Archive, message: Message) -> None:
    raw = archive.messages.raw(message.key)
    if raw is None:
        error = f"the source of {message.key} ({message.source.format}) does not keep the mail as it was received"
        raise UserError(error)
    sys.stdout.buffer.write(raw)


def _write_text(archive: Archive, message: Message) -> None:
    date = f"{message.date:%Y-%m-%d %H:%M} UTC" if message.date is not None else "unknown"
    head = {
        "Message-ID": message.key + (" (made, the mail has none)" if message.key_is_made else ""),
        "From": message.author.name,
        "Date": date,
        "Subject": message.subject,
        "Lists": ", ".join(message.lists),
        "Thread": archive.threads.id_of(message.key) or "",
    }
    for name, value in head.items():
        click.echo(f"{name}: {visible(value)}")
    for part in message.parts:
        click.echo(
            f"\n[part {part.number}: {visible(part.content_type)}{' ' + visible(part.name) if part.name else ''}]"
        )
        for line in (part.text or "").splitlines():
            click.echo(visible(line))
    click.echo()
