"""`benchlore reindex`: build the search index anew from the archive."""

import click

from benchlore.settings import Settings
from index.refresh import rebuild
from index.whoosh_engine import open_engine


@click.command(name="reindex")
@click.pass_obj
def command(settings: Settings) -> None:
    """Build the search index anew; the archive is the truth, an index can always be thrown away."""
    with settings.open_archive() as archive, open_engine(settings.index_folder, create=True) as engine:
        count = rebuild(archive, engine)
    click.echo(f"{count:,} messages indexed")
