"""The results page: a thread's mails on one side, its numbers as typed tables on the other, linked both ways."""

from flask import Blueprint, render_template
from werkzeug.wrappers import Response

from archive.model import Message
from web.beside import Beside
from web.figures import figure
from web.lines import shown_parts
from web.messages import thread_beside, thread_places
from web.reader import archive, posted
from web.remarks import said

pages = Blueprint("results", __name__)
# More mails than this are named and linked, not shown in full: those with numbers or remarks come first.
MAILS_SHOWN = 40


@pages.get("/<key:list_name>/<key:key>/results/")
def page(list_name: str, key: str) -> str | Response:
    """The thread beside its numbers."""
    mail = posted(list_name, key)
    thread = archive().threads.of_message(mail.key)
    beside = thread_beside(archive(), mail, thread)
    shown = _shown_mails(beside, mail.key)
    return render_template(
        "results/results.html",
        mail=mail,
        beside=beside,
        mails={message.key: message for message in beside.messages},
        parts={message.key: shown_parts(message.parts, beside.places(message.key), message.key) for message in shown},
        places=thread_places(archive(), thread),
        runs=tuple(run for message in beside.messages for run in archive().runs.of_message(message.key)),
        figure=figure,
        list_name=list_name,
    )


def _shown_mails(beside: Beside, wanted: str) -> tuple[Message, ...]:
    derived = beside.derived
    speaking = {post.message.key for post in beside.posts} | {wanted}
    speaking |= {remark.message_key for remark in said(derived)}
    first = [message.key for message in beside.messages if message.key in speaking]
    rest = [message.key for message in beside.messages if message.key not in speaking]
    keys = {wanted, *(first + rest)[:MAILS_SHOWN]}
    return tuple(message for message in beside.messages if message.key in keys)
