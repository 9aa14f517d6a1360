"""`benchlore purge`: take a mail out of the archive and its index for good."""

import click

from archive.escape import visible_line
from archive.model import UserError
from benchlore.indexing import put_in
from benchlore.progress import Display
from benchlore.settings import Settings
from ingest.pipeline import settle


@click.command(name="purge")
@click.argument("message_ids", metavar="MESSAGE-ID...", nargs=-1, required=True)
@click.pass_obj
def command(settings: Settings, message_ids: tuple[str, ...]) -> None:
    """Remove mails with all that was read out of them, from the index too, and never take them in again.

    What their thread and other mails say of one another is made anew without them. Copies in backups stay, and so do
    the files that they were imported from.
    """
    with settings.open_archive() as archive:
        for given in message_ids:
            key = given.strip().removeprefix("<").removesuffix(">")
            if not archive.messages.purge(key):
                message = f"no mail answers to {visible_line(key)}: look for its id with `benchlore search`"
                raise UserError(message)
            click.echo(f"{visible_line(key)} is purged")
        settle(archive, lambda _stage, _done, _share: None)
        with Display() as display:
            put_in(settings, archive, display)
