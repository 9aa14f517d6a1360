"""An import as a command makes it: progress on a terminal, and the search index brought up to date at the end."""

from collections.abc import Callable
from contextlib import closing

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from archive.store.archive import Archive
from benchlore.settings import Settings
from index.engines import MOST_FOR_WHOOSH, TANTIVY, WHOOSH, engine_of, open_engine
from index.refresh import refresh
from ingest.pipeline import ImportSummary
from ingest.pipeline import Progress as Tell

Work = Callable[[Tell], ImportSummary]
"""An import that tells how far it is."""


def imported(settings: Settings, archive: Archive, work: Work) -> ImportSummary:
    """Do the work, then put into the index what it brought."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        TextColumn("{task.completed:,}"),
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
        tasks = {}

        def tell(stage: str, done: int, _share: float | None) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=None)
            bars.update(tasks[stage], completed=done)

        summary = work(tell)
        with closing(open_engine(settings.index_folder, create=True)) as engine:
            refresh(archive, engine, lambda done: tell("index", done, None))
            _suggest(settings, engine.count())
    return summary


def _suggest(settings: Settings, messages: int) -> None:
    if messages > MOST_FOR_WHOOSH and engine_of(settings.index_folder) == WHOOSH:
        click.echo(
            f"{messages:,} messages are many for Whoosh: `benchlore reindex --engine {TANTIVY}` makes searches and "
            "imports faster",
            err=True,
        )
