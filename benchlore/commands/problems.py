"""`benchlore problems`: what could not be read, and why."""

from shlex import quote

import click

from archive.store.archive import Archive
from benchlore.rows import FORMATS, write_rows
from benchlore.settings import Settings


@click.command(name="problems")
@click.option("--limit", type=click.IntRange(1), default=1000, show_default=True)
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="How rows come out [table on a terminal, else jsonl]."
)
@click.pass_obj
def command(settings: Settings, limit: int, form: str | None) -> None:
    """List what could not be read of the sources imported so far, why, and how to see the mail as it came."""
    with settings.open_archive() as archive:
        rows = (
            {
                "kind": "problem",
                "location": problem.source.location,
                "place": problem.source.place,
                "reason": problem.reason,
                "message_id": problem.message_key,
                "show": _shown_by(archive, problem.message_key),
            }
            for problem in archive.problems.all(limit=limit, offset=0)
        )
        if write_rows(rows, form) == 0:
            click.echo("no problems: everything that was imported could be read", err=True)


def _shown_by(archive: Archive, key: str | None) -> str | None:
    """The command that shows the mail of a problem, where it is kept."""
    is_kept = key is not None and archive.messages.resolve(key) is not None
    return f"benchlore show --raw {quote(key)}" if is_kept and key else None
