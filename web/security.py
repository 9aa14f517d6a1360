"""What every answer is held to: reading methods, a Host that is ours, headers that let no script run."""

import ipaddress
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request

OWN_HOSTS = ("127.0.0.1", "localhost", "[::1]")
_METHODS = ("GET", "HEAD")
_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
# Mail as it came may hold anything; `sandbox` gives it an origin of its own even where nosniff is ignored.
SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'"


def secure(app: Flask) -> None:
    """Put the checks before and the headers behind every request of the app, errors and static files included."""
    app.before_request(_check_method)
    app.before_request(_check_host)
    app.after_request(_add_headers)


def is_own_host(sent: str, allowed: tuple[str, ...]) -> bool:
    """Whether a Host header names this service: the allowed names, any port; anything that is no plain host is not."""
    try:
        parts = urlsplit(f"//{sent}")
        name, _ = parts.hostname, parts.port
    except ValueError:
        return False
    if name is None or parts.netloc != sent or parts.username is not None:
        return False
    return _bare(name) in {_bare(host) for host in allowed}


def _check_method() -> None:
    if request.method not in _METHODS:
        abort(Response("Only GET and HEAD are answered here.\n", 405, {"Allow": ", ".join(_METHODS)}, "text/plain"))


def _check_host() -> None:
    if not is_own_host(request.environ.get("HTTP_HOST", ""), current_app.config["ALLOW_HOSTS"]):
        reason = "This service does not answer to that Host; start it with --allow-host NAME if it should.\n"
        abort(Response(reason, 400, mimetype="text/plain"))


def _add_headers(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-cache")
    return response


def _bare(host: str) -> str:
    name = host.strip("[]").rstrip(".").lower()
    try:
        return ipaddress.ip_address(name).compressed
    except ValueError:
        return name
