"""`benchlore update`: every source that the archive knows is looked at again."""

import os
from collections.abc import Iterator
from pathlib import Path

import click

from archive.escape import visible
from archive.model import UserError
from archive.store.archive import Archive
from archive.store.sources import KnownSource
from benchlore.fetching import fetched, outcome_lines
from benchlore.importing import imported
from benchlore.settings import Settings
from benchlore.summary import import_lines, problem_lines
from ingest.fetch.job import Outcome, fetch_again
from ingest.fetch.ledger import read_ledger
from ingest.known_sources import bring_up_to_date, fetched_folders, sources_to_update
from ingest.pipeline import ImportSummary, Progress, settle


@click.command(name="update")
@click.option("--offline", is_flag=True, help="Ask no site: look at files, folders and mirrors only.")
@click.option(
    "--contact", metavar="WHO", envvar="BENCHLORE_CONTACT", help="Told to sites in place of what `fetch` told them."
)
@click.option(
    "--forget",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="Look at this source no more; the mails that came from it stay.",
)
@click.pass_obj
def command(settings: Settings, *, offline: bool, contact: str | None, forget: Path | None) -> None:
    """Bring every source that was imported up to date: files and folders that have changed, mirrors, fetched archives.

    Git mirrors are read as they are: run `git fetch` in them before.
    """
    with settings.open_archive() as archive:
        if forget is not None:
            _forget(archive, forget)
            return
        sources = sources_to_update(archive)
        if not sources:
            raise UserError("the archive knows no source yet: import once with `benchlore import PATH`")
        failures = [] if offline else list(_fetch(sources, contact))

        def work(tell: Progress) -> ImportSummary:
            summary = ImportSummary()
            for source in sources:
                try:
                    summary += bring_up_to_date(archive, source, tell)
                except UserError as error:
                    failures.append(str(error))
            settle(archive, tell)  # what an interrupted import has left
            return summary

        before = archive.problems.count()
        summary = imported(settings, archive, work)
        for line in import_lines(summary, archive.counts()):
            click.echo(line)
        for line in problem_lines(archive, before, summary.problems):
            click.echo(line, err=True)
    for failure in failures:
        click.echo(f"benchlore: {visible(failure)}", err=True)
    if failures:
        raise click.exceptions.Exit(1)


def _fetch(sources: tuple[KnownSource, ...], contact: str | None) -> Iterator[str]:
    """Fetch again what was fetched; gives what went wrong."""
    for folder in dict.fromkeys(folder for source in sources for folder in fetched_folders(source)):
        try:
            url, outcome = _fetch_one(folder, contact)
        except UserError as error:
            yield str(error)
            continue
        click.echo(next(outcome_lines(url, folder, outcome)))
        if outcome.stopped is not None:
            yield f"{url}: {outcome.stopped}"


def _fetch_one(folder: Path, contact: str | None) -> tuple[str, Outcome]:
    url = read_ledger(folder).url
    return url, fetched(lambda tell: fetch_again(folder, contact, tell=tell))


def _forget(archive: Archive, path: Path) -> None:
    location = os.path.abspath(path)
    if archive.sources.get(location) is None:
        known = ", ".join(source.location for source in archive.sources.all()) or "none"
        raise UserError(f"{location} is no source of the archive; it knows {known}")
    archive.sources.forget(location)
    click.echo(f"{visible(location)} is looked at no more")
