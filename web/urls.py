"""Addresses of pages, public-inbox's verbatim; ids are routed from the path as sent: `%2F` in an id is no slash."""

import hashlib
from collections.abc import Iterable, Sequence
from urllib.parse import quote, unquote_to_bytes, urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, abort, redirect, request, url_for
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response

from archive.model import Span

ALL_LISTS = "all"
"""The list that holds every message, as on lore.kernel.org; messages without a list live here."""

_ANCHOR_DIGITS = 10


class UndecodedPath:
    """WSGI middleware: routes see path segments decoded, but `/` and `%` inside one stay escaped (see KeyConverter)."""

    def __init__(self, application: WSGIApplication) -> None:
        """Stand before that application."""
        self._application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Replace PATH_INFO by the segments of the request's own path, where the server tells it."""
        sent = environ.get("RAW_URI") or environ.get("REQUEST_URI")
        if sent:
            path = sent.split("?", 1)[0] if sent.startswith("/") else urlsplit(sent).path
            environ["PATH_INFO"] = _segments(path.removeprefix(environ.get("SCRIPT_NAME", "")))
        else:
            environ["PATH_INFO"] = environ.get("PATH_INFO", "").replace("%", "%25")
        return self._application(environ, start_response)


class KeyConverter(BaseConverter):
    """One path segment that may stand for any text: a message key, a list's name, a test, a kernel."""

    regex = "[^/]+"
    part_isolating = True

    def to_python(self, value: str) -> str:
        """The text that the segment stands for."""
        return value.replace("%2F", "/").replace("%25", "%")

    def to_url(self, value: str) -> str:
        """The segment for a text; `@` stays bare, as in public-inbox's addresses."""
        return quote(value, safe="!$&'()*+,:;=@")


def list_of(lists: Sequence[str], preferred: str | None = None) -> str:
    """Under which list a message is shown: the reader's own if it went there, else its first."""
    if preferred is not None and (preferred == ALL_LISTS or preferred in lists):
        return preferred
    return lists[0] if lists else ALL_LISTS


def message_anchor(key: str) -> str:
    """The anchor of a message on a page of many: public-inbox's `m` and the SHA-1 of the id."""
    return f"m{hashlib.sha1(key.encode('utf-8', 'replace')).hexdigest()}"


def line_anchor(part: int, line: int, key: str | None = None) -> str:
    """The anchor of a line: `l12`, `p1l12` in a further part; on a page of many mails the message's goes first."""
    place = f"l{line}" if part == 0 else f"p{part}l{line}"
    return place if key is None else f"{message_anchor(key)[: _ANCHOR_DIGITS + 1]}-{place}"


def span_anchor(span: Span, key: str | None = None) -> str:
    """The anchor of the line that a span stands on."""
    return line_anchor(span.part, span.line, key)


def value_anchor(measurement_id: str) -> str:
    """The anchor of a measurement's number in the tables of the results page."""
    return f"v{measurement_id}"


def send_to_slash(app: Flask) -> None:
    """Make the app answer an address without its slash with 301 to the one that has it (the query goes along)."""
    app.before_request(_redirect_to_slash)


def whole_number(name: str, default: int = 0, highest: int = 10_000_000) -> int:
    """A whole number of the query string; 400 for anything else."""
    text = request.args.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 8) or int(text) > highest:
        abort(400, f"“{name}” has to be a whole number from 0 to {highest:,}.")
    return int(text)


def _redirect_to_slash() -> Response | None:
    rule = request.url_rule
    if rule is None or not rule.rule.endswith("/") or request.environ["PATH_INFO"].endswith("/"):
        return None
    address = url_for(rule.endpoint, **(request.view_args or {}))
    query = request.query_string.decode("latin-1")
    return redirect(f"{address}?{query}" if query else address, 301)


def _segments(path: str) -> str:
    decoded = (unquote_to_bytes(segment).replace(b"%", b"%25").replace(b"/", b"%2F") for segment in path.split("/"))
    return b"/".join(decoded).decode("latin-1")
