"""`benchlore import`: mail archives in, results out, and the search index brought up to date."""

from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from archive.store.archive import Archive
from benchlore.settings import Settings
from benchlore.summary import import_lines
from index.refresh import refresh
from index.whoosh_engine import open_engine
from ingest.pipeline import ImportSummary, import_sources


@click.command(name="import")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--list", "list_name", metavar="NAME", help="The mailing list, where the mails do not tell it.")
@click.pass_obj
def command(settings: Settings, paths: tuple[Path, ...], list_name: str | None) -> None:
    """Import mboxes, mails, archive pages, saved threads, or folders of them; "-" is standard input.

    The format is found from the content. Nothing is imported twice, and every mail that cannot be read leaves a problem
    that says why (see `benchlore problems`).
    """
    with settings.create_archive() as archive:
        summary = _import(settings, archive, paths, list_name)
        for line in import_lines(summary, archive.counts()):
            click.echo(line)
    if summary.found == 0:
        raise click.exceptions.Exit(1)


def _import(settings: Settings, archive: Archive, paths: tuple[Path, ...], list_name: str | None) -> ImportSummary:
    sources = [None if str(path) == "-" else path for path in paths]
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        TextColumn("{task.completed:,}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks = {}

        def tell(stage: str, done: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=None)
            bars.update(tasks[stage], completed=done)

        summary = import_sources(archive, sources, list_name=list_name, progress=tell)
        with open_engine(settings.index_folder, create=True) as engine:
            refresh(archive, engine, lambda done: tell("index", done))
    return summary
