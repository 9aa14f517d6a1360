"""The archive as one request reads it: opened read-only at first use, closed when the request ends."""

from pathlib import Path

from flask import Flask, abort, current_app, g, redirect, request, url_for

from archive.model import Message
from archive.store.archive import Archive
from web.urls import ALL_LISTS, list_of


def attach(app: Flask, folder: Path) -> None:
    """Make the app read the archive in that folder."""
    app.config["ARCHIVE_FOLDER"] = folder
    app.teardown_appcontext(_close)


def archive() -> Archive:
    """The archive, opened read-only for this request."""
    if "archive" not in g:
        g.archive = Archive.open(current_app.config["ARCHIVE_FOLDER"], read_only=True)
    opened: Archive = g.archive
    return opened


def check_list(list_name: str) -> None:
    """Answer 404 where the archive has no list of that name, and remember it as the list that the reader is in."""
    if list_name != ALL_LISTS and not archive().messages.recent(list_name=list_name, limit=1):
        abort(404, f"No list named “{list_name}” is in this archive.")
    g.list_name = list_name


def posted(list_name: str, key: str) -> Message:
    """The message of an address; 404 where there is none, a redirect where the key is an alias or the list another."""
    message: Message | None = archive().messages.get(key)
    if message is None:
        abort(404, f"No message with the id <{key}> is in this archive.")
    home = list_of(message.lists, list_name)
    if message.key != key or home != list_name:
        endpoint = request.endpoint or ""
        abort(redirect(url_for(endpoint, list_name=home, key=message.key), 302))
    g.list_name = list_name
    return message


def _close(_error: BaseException | None) -> None:
    opened: Archive | None = g.pop("archive", None)
    if opened is not None:
        opened.close()
