"""`benchlore reindex`: build the search index anew from the archive, with the same engine or another one."""

from contextlib import closing

import click

from benchlore.progress import Display
from benchlore.settings import Settings
from index.engines import NAMES, choose, engine_of, open_engine
from index.refresh import rebuild


@click.command(name="reindex")
@click.option("--engine", type=click.Choice(NAMES), help="The engine that keeps the index from now on [as before].")
@click.pass_obj
def command(settings: Settings, engine: str | None) -> None:
    """Build the search index anew; the archive is the truth, an index can always be thrown away.

    Whoosh needs nothing else and serves some ten thousand mails; tantivy (`pip install benchlore[fast]`) is quick with
    any number. Another engine takes over when its index is whole; until then the old one goes on.
    """
    folder = settings.index_folder
    with settings.open_archive() as archive:
        name = engine or engine_of(folder)
        total = archive.checking.changed_after(0)
        with closing(open_engine(folder, create=True, name=name)) as opened, Display() as display:
            count = rebuild(archive, opened, lambda done: display.tell("index", done, done / max(done, total)))
        choose(folder, name)
    click.echo(f"{count:,} messages indexed with {name}")
