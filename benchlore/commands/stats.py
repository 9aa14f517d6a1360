"""`benchlore stats`: what the archive holds."""

import click

from benchlore.rows import FORMATS, write_rows
from benchlore.settings import Settings
from benchlore.summary import archive_lines


@click.command(name="stats")
@click.option("--format", "form", type=click.Choice(FORMATS), default="table", show_default=True)
@click.pass_obj
def command(settings: Settings, form: str) -> None:
    """Count what the archive holds: lists, messages, tests, kernels; copies are counted nowhere."""
    with settings.open_archive() as archive:
        if form == "table":
            for line in archive_lines(archive.counts()):
                click.echo(line)
        rows = [
            {
                "kind": "list",
                "name": each.name,
                "messages": each.messages,
                "first": _day(each.first),
                "last": _day(each.last),
            }
            for each in archive.messages.lists()
        ]
        rows += [
            {"kind": "test", "suite": each.suite, "test": each.test, "measurements": each.measurements}
            for each in archive.results.tests()
        ]
        rows += [
            {"kind": "kernel", "kernel": each.text, "measurements": each.measurements}
            for each in archive.results.kernels()
        ]
        write_rows(rows, form)


def _day(moment: object) -> str | None:
    return f"{moment:%Y-%m-%d}" if moment is not None else None
