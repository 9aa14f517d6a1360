"""`benchlore serve`: the archive in a web browser."""

from contextlib import closing, suppress

import click

from archive.model import UserError
from benchlore.settings import Settings
from index.engines import open_engine
from index.refresh import refresh
from web.app import create_app
from web.server import make


@click.command(name="serve")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="The port; 0 takes a free one."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--allow-host", multiple=True, metavar="NAME", help="A further host name to answer to; may be repeated.")
@click.option("--close-raw", is_flag=True, help="Give no raw mail and no mbox; they hold addresses in full.")
@click.pass_obj
def command(settings: Settings, port: int, host: str, allow_host: tuple[str, ...], *, close_raw: bool) -> None:
    """Show the archive in a web browser, on this machine only unless --host says otherwise.

    The search index is brought up to date first; from then on nothing is written, and no page starts a run. Ctrl-C
    ends it.
    """
    _catch_up(settings)
    app = create_app(settings.archive_folder, allow_hosts=(*allow_host, host), show_raw=not close_raw)
    try:
        server = make(app, host, port)
    except OSError as error:
        message = f"cannot listen on {host} port {port} ({error.strerror}): choose another with --port"
        raise UserError(message) from error
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"Benchlore is at http://{shown}:{server.port}/ (Ctrl-C ends it)", err=True)
    with suppress(KeyboardInterrupt):
        server.serve_forever()
    server.server_close()


def _catch_up(settings: Settings) -> None:
    """Put into the index what an import has added since; where another process writes it now, it stays as it is."""
    with settings.open_archive() as archive, closing(open_engine(settings.index_folder, create=True)) as engine:
        try:
            refresh(archive, engine)
        except UserError as error:
            click.echo(f"the index is a little behind: {error}", err=True)
