"""A whole thread on a page: flat in reading order (`T/`) or nested (`t/`), over all lists that it went to."""

from flask import Blueprint, render_template, url_for
from werkzeug.wrappers import Response

from web.lines import shown_parts
from web.messages import thread_beside, thread_places
from web.reader import archive, posted

pages = Blueprint("threads", __name__)
# A page of more mails than this is no page; the overview names all of them.
MAILS_SHOWN = 200


@pages.get("/<key:list_name>/<key:key>/T/")
def flat(list_name: str, key: str) -> str | Response:
    """The mails of the thread one after the other."""
    return _page(list_name, key, nested=False)


@pages.get("/<key:list_name>/<key:key>/t/")
def nested(list_name: str, key: str) -> str | Response:
    """The mails of the thread, each set in under the one that it answers."""
    return _page(list_name, key, nested=True)


def _page(list_name: str, key: str, *, nested: bool) -> str | Response:
    mail = posted(list_name, key)
    thread = archive().threads.of_message(mail.key)
    beside = thread_beside(archive(), mail, thread)
    by_key = {found.key: found for found in beside.messages[:MAILS_SHOWN]}
    results_page = url_for("results.page", list_name=list_name, key=mail.key)
    parts = {found: shown_parts(by_key[found].parts, beside.places(found, results_page), found) for found in by_key}
    return render_template(
        "threads/thread.html",
        mail=mail,
        mails=by_key,
        parts=parts,
        places=thread_places(archive(), thread),
        hidden=max(0, len(beside.messages) - MAILS_SHOWN),
        nested=nested,
        posts={post.message.key for post in beside.posts if post.sections},
        list_name=list_name,
    )
