"""Search: how the query was read, then the changes that fit, then measurements, then mails with the lines that fit."""

from contextlib import closing

from flask import Blueprint, abort, current_app, render_template, request, url_for
from werkzeug.wrappers import Response

from archive.model import UserError
from archive.store.archive import Archive
from index.engines import open_engine
from index.query import QueryError
from index.results import Answer, answer
from web.feeds import feed
from web.reader import archive
from web.urls import ALL_LISTS, whole_number

pages = Blueprint("search", __name__)
_ON_A_PAGE = 25
_MOST_ON_A_PAGE = 200
_MOST_OFFSET = 10_000


def answer_page(list_name: str | None) -> str | tuple[str, int] | Response:
    """The answer to this request's query, in one list or all: 400 for one that cannot be read, 404 for none found."""
    text = request.args.get("q", "").strip()
    searched = None if list_name == ALL_LISTS else list_name
    limit = max(1, whole_number("l", _ON_A_PAGE, _MOST_ON_A_PAGE))
    offset = whole_number("o", 0, _MOST_OFFSET)
    if not text:
        return _page(list_name, text, "Type what you look for: a test, a kernel, a machine, or words.", 400)
    try:
        found = _ask(archive(), text, limit, offset, searched)
    except QueryError as error:
        return _page(list_name, text, str(error), 400)
    if request.args.get("x", "") == "A":
        return _as_feed(list_name or ALL_LISTS, text, found)
    if request.args.get("x"):
        abort(400, "“x” can be A (an Atom feed of the mails found); other forms are not served here.")
    page = render_template(
        "search/answer.html",
        query=text,
        found=found,
        limit=limit,
        offset=offset,
        list_name=list_name or ALL_LISTS,
    )
    return page, 404 if found.is_empty else 200


def _ask(opened: Archive, text: str, limit: int, offset: int, list_name: str | None) -> Answer:
    folder = current_app.config["ARCHIVE_FOLDER"] / "index"
    try:
        engine = open_engine(folder, create=False)
    except UserError:  # without an index; a query that needs one says so
        return answer(opened, None, text, limit=limit, offset=offset, list_name=list_name)
    with closing(engine):
        return answer(opened, engine, text, limit=limit, offset=offset, list_name=list_name)


def _page(list_name: str | None, text: str, reason: str, status: int) -> tuple[str, int]:
    page = render_template("search/unread.html", query=text, reason=reason, list_name=list_name or ALL_LISTS)
    return page, status


def _as_feed(list_name: str, text: str, found: Answer) -> Response:
    mails = (archive().messages.get(hit.message.key) for hit in found.messages)
    page = url_for("lists.index", list_name=list_name, q=text)
    return feed(f"Search: {text}", page, list_name, [mail for mail in mails if mail is not None])
