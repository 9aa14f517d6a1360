"""`benchlore check`: whether the archive is whole, and its index with it."""

from collections.abc import Iterator

import click

from archive.escape import visible_line
from archive.store.archive import Archive
from archive.store.checking import Finding
from benchlore.progress import Display
from benchlore.settings import Settings
from index.checking import check_index


@click.command(name="check")
@click.pass_obj
def command(settings: Settings) -> None:
    """Look the archive over: its file, messages, threads, texts, results and search index, a line each.

    Nothing is written. The exit status is 1 where anything does not hold; what to do stands beside it. What an
    interrupted import has left for the next one is told, and is no fault.
    """
    faults = 0
    with settings.open_to_read() as archive, Display() as display:
        for finding in _findings(settings, archive, display):
            for line in _lines(finding):
                display.say(line)
            faults += len(finding.faults)
    if faults:
        click.echo(f"{faults} fault{'s' if faults > 1 else ''} found", err=True)
        raise click.exceptions.Exit(1)


def _findings(settings: Settings, archive: Archive, display: Display) -> Iterator[Finding]:
    checking = archive.checking
    display.tell("file", 0, None)
    yield checking.file()
    yield checking.messages()
    yield checking.threads()
    texts = checking.text_count()
    yield checking.texts(lambda done: display.tell("texts", done, done / texts))
    yield checking.results()
    display.tell("index", 0, None)
    yield check_index(archive, settings.index_folder)


def _lines(finding: Finding) -> Iterator[str]:
    if not finding.faults:
        yield visible_line(f"ok     {finding.subject}: {finding.seen}")
    for fault in finding.faults:
        yield visible_line(f"FAULT  {finding.subject}: {fault}")
