"""`benchlore serve`: the archive in a web browser."""

from contextlib import suppress

import click

from archive.model import UserError
from benchlore.indexing import open_fresh
from benchlore.settings import Settings
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
    with settings.open_archive() as archive:
        open_fresh(settings, archive).close()
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
