"""`benchlore reextract`: read the results of every stored mail anew, as after an upgrade that reads more."""

import click

from benchlore.importing import imported
from benchlore.settings import Settings
from benchlore.summary import archive_lines
from ingest.pipeline import ImportSummary, Progress, settle


@click.command(name="reextract")
@click.pass_obj
def command(settings: Settings) -> None:
    """Read tables, results, claims and comments of every stored mail anew, with what this version knows.

    The mails themselves are not read again; threads are made anew too. Where it is stopped, the next `benchlore
    import`, `update` or `reextract` goes on.
    """
    with settings.open_archive() as archive:

        def work(tell: Progress) -> ImportSummary:
            archive.messages.unsettle()
            settle(archive, tell)
            return ImportSummary()

        imported(settings, archive, work)
        for line in archive_lines(archive.counts()):
            click.echo(line)
