"""`benchlore import`: mail archives in, results out, and the search index brought up to date."""

from pathlib import Path

import click

from benchlore.importing import imported
from benchlore.settings import Settings
from benchlore.summary import import_lines, problem_lines
from index.engines import NAMES, begin_with
from ingest.known_sources import import_and_remember


@click.command(name="import")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--list", "list_name", metavar="NAME", help="The mailing list, where the mails do not tell it.")
@click.option("--engine", type=click.Choice(NAMES), help="The search engine of a new archive [whoosh].")
@click.option("--again", is_flag=True, help="Read files that have not changed since they were imported, too.")
@click.pass_obj
def command(
    settings: Settings, paths: tuple[Path, ...], list_name: str | None, engine: str | None, *, again: bool
) -> None:
    """Import mboxes, mails, archive pages, saved threads, or folders of them; "-" is standard input.

    The format is found from the content. Nothing is imported twice, and every mail that cannot be read leaves a problem
    that says why (see `benchlore problems`). Where the mails came from is remembered for `benchlore update`.
    """
    with settings.create_archive() as archive:
        if engine is not None:
            begin_with(settings.index_folder, engine)
        before = archive.problems.count()
        sources = [None if str(path) == "-" else path for path in paths]
        summary = imported(
            settings,
            archive,
            lambda tell: import_and_remember(archive, sources, list_name=list_name, progress=tell, again=again),
        )
        for line in import_lines(summary, archive.counts()):
            click.echo(line)
        for line in problem_lines(archive, before, summary.problems):
            click.echo(line, err=True)
    is_up_to_date = summary.reached and not summary.problems
    if summary.found == 0 and not is_up_to_date:
        raise click.exceptions.Exit(1)
