"""`benchlore extract`: what is in a mail, mbox, page or text, without an archive."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from archive.escape import visible
from archive.export import derived_json
from archive.model import Message, Problem
from archive.threads import Link, build
from benchlore.rows import FORMATS, write_rows
from ingest.derive import derive
from ingest.explain import explain
from ingest.sources.detect import read


@click.command(name="extract")
@click.argument("source", metavar="FILE|-", type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="How rows come out [table on a terminal, else jsonl]."
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    metavar="KIND",
    help="Only objects of this kind (measurement, change, claim, comment, table ...).",
)
@click.option(
    "--explain", "explained", is_flag=True, help="Show line by line what was read, on what basis, and what was refused."
)
def command(source: Path, form: str | None, kinds: tuple[str, ...], *, explained: bool) -> None:
    """Print the results, changes, claims and comments of a mail, an mbox, an archive page or a saved text."""
    from_stdin = str(source) == "-"
    items = read(None if from_stdin else source, sys.stdin.buffer if from_stdin else None, any_text=True)
    messages = _messages(items)
    if explained:
        for message in messages:
            _explain(message)
        return
    write_rows((row for row in _extracted(messages) if not kinds or row["kind"] in kinds), form)


def _explain(message: Message) -> None:
    click.echo(f"== {visible(message.key)}: {visible(message.subject)}")
    for found in explain(message):
        click.echo(f"{found.part}:{found.line.number:<5} {visible(found.line.text)}")
        for note in found.notes:
            click.echo(f"          -> {visible(note)}")


def _messages(items: Iterable[Message | Problem]) -> list[Message]:
    messages = []
    for item in items:
        if isinstance(item, Problem):
            click.echo(f"problem: {item.source.location} {item.source.place}: {item.reason}", err=True)
        else:
            messages.append(item)
    return messages


def _extracted(messages: list[Message]) -> Iterator[dict[str, Any]]:
    """Thread by thread, so that quoted copies are known as such."""
    by_key = {message.key: message for message in messages}
    texts = {key: "\n".join(part.text for part in message.parts if part.text) for key, message in by_key.items()}
    links = [Link(m.key, m.date, m.subject, m.references, m.in_reply_to, m.overview) for m in by_key.values()]
    for thread in build(links, texts.__getitem__):
        yield from derived_json(
            derive([by_key[key] for key in thread.keys]), by_key, dict.fromkeys(thread.keys, thread.id)
        )
