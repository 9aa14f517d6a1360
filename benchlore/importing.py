"""An import as a command makes it: progress, and the search index brought up to date at the end."""

from collections.abc import Callable
from contextlib import closing

import click

from archive.model import UserError
from archive.store.archive import Archive
from benchlore.progress import Display
from benchlore.settings import Settings
from index.engines import MOST_FOR_WHOOSH, TANTIVY, WHOOSH, engine_of, open_engine
from index.refresh import refresh
from ingest.pipeline import ImportSummary
from ingest.pipeline import Progress as Tell

Work = Callable[[Tell], ImportSummary]
"""An import that tells how far it is."""


def imported(settings: Settings, archive: Archive, work: Work) -> ImportSummary:
    """Do the work, then put into the index what it brought; UserError where somebody stops it by Ctrl-C.

    The index is opened once before: what is wrong with it is told before hours of reading, and an archive that has
    mails always has one.
    """
    open_engine(settings.index_folder, create=True).close()
    try:
        with Display() as display:
            summary = work(display.tell)
            with closing(open_engine(settings.index_folder, create=True)) as engine:
                missing = archive.checking.changed_after(engine.sequence)
                refresh(archive, engine, lambda done: display.tell("index", done, done / max(done, missing)))
                _suggest(settings, engine.count())
    except KeyboardInterrupt:
        message = "stopped; what was read is kept, and the same command goes on from there"
        raise UserError(message) from None
    return summary


def _suggest(settings: Settings, messages: int) -> None:
    if messages > MOST_FOR_WHOOSH and engine_of(settings.index_folder) == WHOOSH:
        click.echo(
            f"{messages:,} messages are many for Whoosh: `benchlore reindex --engine {TANTIVY}` makes searches and "
            "imports faster",
            err=True,
        )
