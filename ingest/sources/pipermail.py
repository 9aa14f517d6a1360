"""A message page of pipermail, Mailman's archive (formats.md 3); its months of text are read as mboxes."""

import re
from collections.abc import Iterator
from typing import BinaryIO
from urllib.parse import unquote

from archive.dates import choose_date
from archive.model import Author, Problem, Quality, Source
from ingest import headers
from ingest.bodies import Body, clean_lines, text_part
from ingest.html_text import archived_lines, shown
from ingest.sources.assemble import Envelope, Found, Origin, assemble
from ingest.sources.page_files import markup
from ingest.sources.scrubbed import unscrubbed

_BODY, _BODY_END = "<!--beginarticle-->", "<!--endarticle-->"
_SUBJECT = re.compile(r"<H1>([^\0]{0,4000}?)</H1>", re.IGNORECASE)
# The sender: name, link, address in the link's text, date.
_SENDER = re.compile(
    r"<B>([^<>]{0,400})</B>\s{0,9}<A HREF=\"mailto:([^\"<>]{0,4000})\"[^<>]{0,4000}>([^<>]{0,400})</A>"
    r"\s{0,3}<BR>\s{0,9}<I>([^<>]{0,100})</I>",
    re.IGNORECASE,
)
_ANSWERS = re.compile(r"In-Reply-To=([^&\"]{1,1000})", re.IGNORECASE)
_LIST = re.compile(r"/listinfo(?:\.cgi)?/([\w.+-]{1,100})\"")
_INDEX = re.compile(
    r"<b>Starting:</b>|<title>The [^<>]{1,200} Archives?(?: by [a-z]{1,10})?\s{0,9}</title>", re.IGNORECASE
)
_NEW = "HTML 4.01"
_MAX_HEAD = 40_000


def is_message_page(page: str) -> bool:
    """Whether pipermail made a page, and it is a mail's."""
    return _BODY in page and _SENDER.search(page[:_MAX_HEAD]) is not None


def is_index_page(page: str) -> bool:
    """Whether pipermail made a page, and it lists mails or months."""
    return _BODY not in page and _INDEX.search(page[:_MAX_HEAD]) is not None


def read_page(stream: BinaryIO, origin: Origin) -> Iterator[Found]:
    """The mail of a page. "Re:" is gone from its subject, and the page tells one id: its own, or that it answers."""
    page = markup(stream)
    head, _, rest = page.partition(_BODY)
    body, end, foot = rest.rpartition(_BODY_END)
    sender = _SENDER.search(head[:_MAX_HEAD])
    if sender is None:
        return
    name, link, address, date = sender.groups()
    own, answered = _ids(link, is_new=_NEW in head[:200])
    subject = _SUBJECT.search(head[:_MAX_HEAD])
    listed = _LIST.search(foot if end else "") if origin.given_list is None else None
    envelope = Envelope(
        message_id=own,
        subject=" ".join(shown(subject.group(1)).split()) if subject is not None else "",
        author=headers.author(f"{shown(address)} ({shown(name)})") if shown(address) else Author(shown(name)),
        date=choose_date([("shown date", shown(date))]),
        lists=(headers.list_name(listed.group(1)) if listed is not None else origin.one_mail_list,),
        in_reply_to=(answered,) if answered is not None else (),
    )
    text = clean_lines(archived_lines(body if end else rest)).strip("\n")
    read = unscrubbed(Body((text_part(0, f"{text}\n" if text else ""),), ()), origin)
    source = Source("pipermail", origin.location)
    message = assemble(envelope, read.parts, source, Quality.MASKED_PAGE)
    yield message
    for loss in read.losses:
        yield Problem(source, loss, message.key)


def _ids(link: str, *, is_new: bool) -> tuple[str | None, str | None]:
    """The mail's own id and that of the mail which it answers, of which a link tells one.

    The link that answers a mail carried its parent's id, bare, as long as pages were HTML 3.2; since then its own.
    """
    answers = _ANSWERS.search(link)
    said = unquote(answers.group(1)).strip() if answers is not None else ""
    bare = said.removeprefix("<").removesuffix(">")
    if "@" not in bare or len(bare.split()) != 1:
        return None, None
    return (bare, None) if is_new or said != bare else (None, bare)
