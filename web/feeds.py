"""Atom feeds of a list's newest mails and of a thread; mails without a date have no place in a feed and are counted."""

import re
from collections.abc import Sequence

from flask import Blueprint, Response, render_template, url_for

from archive.escape import visible
from archive.model import Message
from web.masking import mask
from web.messages import thread_beside
from web.reader import archive, check_list, posted
from web.urls import ALL_LISTS

pages = Blueprint("feeds", __name__)
_NEWEST = 25
_MOST = 100
# A feed tells of mails; who wants all of a long one opens it.
_LONGEST = 20_000
# XML 1.0 has no place for these, not even escaped.
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@pages.get("/<key:list_name>/new.atom")
def newest(list_name: str) -> Response:
    """The newest mails of a list."""
    check_list(list_name)
    searched = None if list_name == ALL_LISTS else list_name
    summaries = archive().messages.recent(list_name=searched, limit=_NEWEST)
    mails = [mail for summary in summaries if (mail := archive().messages.get(summary.key)) is not None]
    return feed(f"{list_name}: newest mails", url_for("lists.index", list_name=list_name), list_name, mails)


@pages.get("/<key:list_name>/<key:key>/t.atom")
def thread(list_name: str, key: str) -> Response:
    """The mails of a thread."""
    mail = posted(list_name, key)
    beside = thread_beside(archive(), mail, archive().threads.of_message(mail.key))
    page = url_for("threads.flat", list_name=list_name, key=mail.key)
    return feed(mail.subject, page, list_name, beside.messages)


def feed(title: str, page: str, list_name: str, mails: Sequence[Message]) -> Response:
    """An Atom feed of mails, newest first."""
    dated = [mail for mail in mails if mail.date is not None]
    dated.sort(key=lambda mail: mail.date.timestamp() if mail.date else 0.0, reverse=True)
    text = render_template(
        "feeds/feed.xml",
        title=title,
        page=page,
        list_name=list_name,
        mails=dated[:_MOST],
        undated=len(mails) - len(dated),
        xml=xml,
    )
    return Response(text, content_type="application/atom+xml; charset=utf-8")


def xml(text: str) -> str:
    """A text for XML, cut where it is very long: addresses masked, nothing invisible, nothing that XML forbids."""
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]}\n[cut here; the mail has more]\n"
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", visible(mask(text)))
