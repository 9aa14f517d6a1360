"""The start page: the search box, what is in the archive, the latest posts, the largest changes."""

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from web.reader import archive
from web.search import answer_page
from web.topics import by_suite
from web.urls import ALL_LISTS

pages = Blueprint("start", __name__)
_LATEST = 12
_LARGEST = 10


@pages.get("/")
def index() -> str | tuple[str, int] | Response:
    """What the archive holds; with `?q=` the search over all of it."""
    if "q" in request.args:
        return answer_page(None)
    opened = archive()
    largest = opened.results.largest_changes(_LARGEST)
    return render_template(
        "start/start.html",
        counts=opened.counts(),
        lists=opened.messages.lists(),
        latest=opened.messages.recent(limit=_LATEST),
        largest=largest,
        summaries={found.key: found for found in opened.messages.summaries([change.message_key for change in largest])},
        by_suite=by_suite(opened.results.tests()),
        kernels=opened.results.kernels(),
        list_name=ALL_LISTS,
    )
