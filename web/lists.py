"""A list's index: its messages, newest first, page by page; and its search, which lives on the same address."""

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from web.reader import archive, check_list
from web.search import answer_page
from web.urls import ALL_LISTS, whole_number

pages = Blueprint("lists", __name__)
PAGE = 50


@pages.get("/<key:list_name>/")
def index(list_name: str) -> str | tuple[str, int] | Response:
    """The messages of a list, newest first; with `?q=` the search in that list."""
    check_list(list_name)
    if "q" in request.args:
        return answer_page(list_name)
    store = archive().messages
    searched = None if list_name == ALL_LISTS else list_name
    offset = whole_number("o")
    total = store.count(searched)
    return render_template(
        "lists/index.html",
        list_name=list_name,
        summaries=store.recent(list_name=searched, offset=offset, limit=PAGE),
        offset=offset,
        total=total,
        page=PAGE,
    )
