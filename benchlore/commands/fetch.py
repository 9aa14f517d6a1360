"""`benchlore fetch`: an archive on the web comes into a folder, as slowly as a good guest asks for it."""

from pathlib import Path

import click

from archive.model import UserError
from benchlore.fetching import fetched, outcome_lines
from ingest.fetch.addresses import is_own, read_address
from ingest.fetch.job import fetch
from ingest.fetch.manners import Manners, checked_contact

_SHORTEST_PAUSE = 1.0
_MEGABYTE = 1_000_000


@click.command(name="fetch")
@click.argument("url")
@click.option(
    "--out",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where it goes: a new folder, or one that holds an earlier fetch of the same address.",
)
@click.option(
    "--contact",
    metavar="WHO",
    envvar="BENCHLORE_CONTACT",
    help="Your mail address or web page, told to the site with every request [BENCHLORE_CONTACT].",
)
@click.option(
    "--pause",
    metavar="SECONDS",
    type=click.FloatRange(0, 600),
    default=2.0,
    show_default=True,
    help="The least time between two requests; robots.txt may ask for more.",
)
@click.option("--host", "hosts", metavar="HOST", multiple=True, help="A further host that redirects may lead to.")
@click.option("--private", is_flag=True, help="The site is in a private network of your own.")
@click.option(
    "--largest",
    metavar="MB",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="The longest that one file may be.",
)
def command(
    url: str, out: Path, contact: str | None, pause: float, hosts: tuple[str, ...], *, private: bool, largest: int
) -> None:
    """Fetch a list archive over HTTP: hypermail, pipermail or MHonArc pages, months as text, public-inbox threads.

    It obeys robots.txt, asks for one thing at a time with a pause, prefers files of whole months to pages, and stops
    where a site does not want it. Stopped or repeated, it goes on: what is there is not asked for again, months that
    are past never. For a whole public-inbox it says how to clone that instead.
    """
    address = read_address(url)
    if pause < _SHORTEST_PAUSE and not is_own(address.site.host):
        raise UserError("--pause below 1 second is for a server of your own: give 1 or more")
    manners = Manners(
        contact=checked_contact(contact),
        pause=pause,
        hosts=frozenset(host.lower() for host in hosts),
        is_private=private,
        largest=largest * _MEGABYTE,
    )
    outcome = fetched(lambda tell: fetch(url, out, manners, tell=tell))
    for line in outcome_lines(url, out, outcome):
        click.echo(line)
    if outcome.stopped is not None or outcome.failed or outcome.commands:
        raise click.exceptions.Exit(1)
