"""One mail: its headers, its lines with their anchors, its place in the thread."""

from flask import Blueprint, render_template, url_for
from werkzeug.wrappers import Response

from archive.model import Message, Thread
from archive.store.archive import Archive
from archive.thread_overviews import described
from web.beside import Beside, read_thread
from web.lines import shown_parts
from web.reader import archive, posted
from web.tree import Place, places

pages = Blueprint("messages", __name__)


@pages.get("/<key:list_name>/<key:key>/")
def message(list_name: str, key: str) -> str | Response:
    """The mail with its lines numbered and its numbers linked to the tables."""
    mail = posted(list_name, key)
    thread = archive().threads.of_message(mail.key)
    results_page = url_for("results.page", list_name=list_name, key=mail.key)
    beside = thread_beside(archive(), mail, thread)
    return render_template(
        "messages/message.html",
        mail=mail,
        parts=shown_parts(mail.parts, beside.places(mail.key, results_page)),
        post=next((post for post in beside.posts if post.message.key == mail.key), None),
        places=thread_places(archive(), thread),
        has_raw=archive().messages.raw(mail.key) is not None,
        list_name=list_name,
    )


def thread_beside(opened: Archive, mail: Message, thread: Thread | None) -> Beside:
    """What was read out of the mail's thread, or out of the mail alone where it has none."""
    return read_thread(opened, thread.keys if thread else (mail.key,))


def thread_places(opened: Archive, thread: Thread | None) -> tuple[Place, ...]:
    """The places of a thread for its overview."""
    if thread is None:
        return ()
    links = {link.key: link for link in opened.messages.links(thread.keys)}
    return places(thread, opened.messages.summaries(thread.keys), described(links))
