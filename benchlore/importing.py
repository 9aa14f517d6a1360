"""An import as a command makes it: progress on a terminal, and the search index brought up to date at the end."""

from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from archive.store.archive import Archive
from benchlore.settings import Settings
from index.refresh import refresh
from index.whoosh_engine import open_engine
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

        def tell(stage: str, done: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=None)
            bars.update(tasks[stage], completed=done)

        summary = work(tell)
        with open_engine(settings.index_folder, create=True) as engine:
            refresh(archive, engine, lambda done: tell("index", done))
    return summary
