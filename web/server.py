"""The server that `benchlore serve` runs: werkzeug's, one thread a request, quiet."""

import socket

from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server


class _Quiet(WSGIRequestHandler):
    """Requests are not logged: their paths are other people's text, and a local reader has no use for them."""

    def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002  # werkzeug's own parameter name
        """Log nothing."""


def make(app: Flask, host: str, port: int) -> BaseWSGIServer:
    """A server that is bound already and waits for `serve_forever()`; OSError where it cannot listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Bound here, since werkzeug prints and exits where the port is taken.
    with socket.create_server((host, port), family=family) as bound:
        return make_server(host, port, app, threaded=True, request_handler=_Quiet, fd=bound.fileno())
