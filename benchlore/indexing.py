"""Bringing the search index up to date for a command: an import waits for its turn, a search goes on without it."""

import time
from contextlib import closing
from typing import Final

import click

from archive.escape import visible_line
from archive.model import UserError
from archive.store.archive import Archive
from benchlore.progress import Display
from benchlore.settings import Settings
from index.engine import Engine
from index.engines import MOST_FOR_WHOOSH, TANTIVY, WHOOSH, engine_of, open_engine
from index.refresh import refresh
from index.writing import IndexBusyError

# How long an import waits for another process that writes the index; what it stored is not lost if that takes longer.
_PATIENCE_SECONDS: Final = 900.0


def put_in(settings: Settings, archive: Archive, display: Display) -> None:
    """Put into the index what a command has stored or removed; where another process writes it, wait, and say so."""
    until = time.monotonic() + _PATIENCE_SECONDS
    is_told = False
    while True:
        try:
            # Opened anew each time: who writes it may be the one who lets another engine keep it.
            with closing(open_engine(settings.index_folder, create=True)) as engine:
                missing = archive.checking.changed_after(engine.sequence)
                refresh(archive, engine, lambda done: display.tell("index", done, done / max(done, missing)))  # noqa: B023
                _suggest(settings, engine.count())
                return
        except IndexBusyError:
            if time.monotonic() > until:
                click.echo(
                    "all is stored, but another process still writes the index: the next search or import puts in what "
                    "is new",
                    err=True,
                )
                return
            if not is_told:
                click.echo("another process is writing the search index: waiting until it is done", err=True)
            is_told = True


def open_fresh(settings: Settings, archive: Archive) -> Engine:
    """The index, with what was stored since; as it is, and said so, where it cannot be written or another writes it."""
    engine = open_engine(settings.index_folder, create=True)
    try:
        refresh(archive, engine)
    except (UserError, OSError) as error:
        click.echo(f"the search goes on with an index that is a little behind: {visible_line(str(error))}", err=True)
    return engine


def _suggest(settings: Settings, messages: int) -> None:
    if messages > MOST_FOR_WHOOSH and engine_of(settings.index_folder) == WHOOSH:
        click.echo(
            f"{messages:,} messages are many for Whoosh: `benchlore reindex --engine {TANTIVY}` makes searches and "
            "imports faster",
            err=True,
        )
