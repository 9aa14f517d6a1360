"""Mail as it came, byte for byte: one message raw, or a thread as a gzipped mboxrd; a setting closes both."""

import gzip
import re
from collections.abc import Iterable

from flask import Blueprint, Response, abort, current_app

from web.reader import archive, posted
from web.security import SANDBOX

pages = Blueprint("downloads", __name__)
_SEPARATOR = b"From mboxrd@z Thu Jan  1 00:00:00 1970\n"
_FROM = re.compile(rb"^(>*From )", re.MULTILINE)
_CLOSED = "Raw mail is closed on this service; it holds addresses in full."
_NO_RAW = "The archive has only the text of this mail, read from a page or a text file; there is no raw mail to give."


@pages.get("/<key:list_name>/<key:key>/raw")
def raw(list_name: str, key: str) -> Response:
    """The mail's exact bytes as plain text that no browser interprets."""
    _check_open()
    mail = posted(list_name, key)
    content = archive().messages.raw(mail.key)
    if content is None:
        abort(404, _NO_RAW)
    return _sandboxed(content, "text/plain; charset=utf-8")


@pages.get("/<key:list_name>/<key:key>/t.mbox.gz")
def mbox(list_name: str, key: str) -> Response:
    """The raw mails of the thread in reading order; how many have none is told in a header."""
    _check_open()
    mail = posted(list_name, key)
    thread = archive().threads.of_message(mail.key)
    keys = thread.keys if thread else (mail.key,)
    contents = [content for found in keys if (content := archive().messages.raw(found)) is not None]
    if not contents:
        abort(404, _NO_RAW)
    response = _sandboxed(gzip.compress(mboxrd(contents), mtime=0), "application/gzip")
    response.headers["Content-Disposition"] = 'attachment; filename="t.mbox.gz"'
    response.headers["X-Mails-Without-Raw"] = str(len(keys) - len(contents))
    return response


def mboxrd(mails: Iterable[bytes]) -> bytes:
    """Mails as one mboxrd: a From_ line before each, `>` before lines that look like one, a blank line behind."""
    return b"".join(
        _SEPARATOR + _FROM.sub(rb">\1", mail) + (b"\n" if mail.endswith(b"\n") else b"\n\n") for mail in mails
    )


def _check_open() -> None:
    if not current_app.config["SHOW_RAW"]:
        abort(403, _CLOSED)


def _sandboxed(content: bytes, content_type: str) -> Response:
    return Response(content, content_type=content_type, headers={"Content-Security-Policy": SANDBOX})
