"""A thread of public-inbox on one page (/T/, /t/): its mails one under the other, addresses left out."""

import re
from collections.abc import Iterator, Mapping
from typing import BinaryIO

from archive.dates import choose_date
from archive.model import Author, Quality, Source
from ingest.html_text import archived_lines, shown
from ingest.sources.assemble import Envelope, Found, Origin, assemble
from ingest.sources.attachment_marks import marked_parts
from ingest.sources.overview import depth_of
from ingest.sources.page_files import markup
from ingest.sources.public_inbox_markup import blocks, id_of, rows
from ingest.sources.public_inbox_page import inbox_list

_SUBJECT = re.compile(r"<b>([^\0]{0,2000}?)</b>")
# Sender and minute, then the mail's own address, which holds its id.
_HEAD = re.compile(
    r"^From: (.{0,400}) @ (\d{4}-\d\d-\d\d\s{1,3}\d{1,2}:\d\d) UTC \(<a\shref=\"([^\"<>]{1,2000})\">permalink</a>"
    r"[^\n]{0,100}\n[^\n]{0,2000}\)\n",
    re.MULTILINE,
)
_FOOT = re.compile(r"^<a\shref=\"?#m[0-9a-f]{40}\"?\sid=\"?e[0-9a-f]{40}\"?>\^</a>", re.MULTILINE)
_ANCHOR = re.compile(r"\bid=\"?m([0-9a-f]{40})\b")
_TO_ROW = re.compile(r"#m([0-9a-f]{40})")
_OVERVIEW = "Thread overview:"
_MAX_HEAD = 10_000


def is_page(page: str) -> bool:
    """Whether a page shows the mails of a thread one under the other."""
    return _HEAD.search(page) is not None


def read_page(stream: BinaryIO, origin: Origin) -> Iterator[Found]:
    """The mails of a thread, each under the one that the overview at the end shows it below."""
    page = markup(stream)
    mails = [(block.markup, head) for block in blocks(page) if (head := _HEAD.search(block.markup)) is not None]
    ids = {anchor.group(1): id_of(head[3]) for text, head in mails if (anchor := _ANCHOR.search(text)) is not None}
    parents = _parents(page, ids)
    list_name = inbox_list(page, origin)
    for text, head in mails:
        message_id = id_of(head[3])
        subject, foot = _SUBJECT.search(text[: min(head.start(), _MAX_HEAD)]), _FOOT.search(text, head.end())
        body = archived_lines(text[head.end() : foot.start() if foot is not None else len(text)])
        to, _, words = body.partition("\n\n") if body.startswith("  ") else ("", "", body)
        parent = parents.get(message_id or "")
        envelope = Envelope(
            message_id=message_id,
            subject=shown(subject.group(1)) if subject is not None else "",
            author=Author(shown(head[1])),
            date=choose_date([("shown date", f"{' '.join(head[2].split())} +0000")]),
            lists=(list_name,),
            in_reply_to=(parent,) if parent is not None else (),
            to=to.strip().removeprefix("To: "),
        )
        source = Source("public-inbox thread", origin.location, message_id or "")
        yield assemble(envelope, marked_parts(words.split("\n")), source, Quality.MASKED_PAGE)


def _parents(page: str, ids: Mapping[str, str | None]) -> dict[str, str]:
    """Whom each mail hangs under, by the indents of the overview."""
    overview = next((block.markup for block in blocks(page) if _OVERVIEW in block.markup), "")
    found: dict[str, str] = {}
    above: list[tuple[int, str]] = []
    for row in rows(overview):
        target = _TO_ROW.fullmatch(row.href)
        key = ids.get(target.group(1)) if target is not None else id_of(row.href)
        depth = depth_of(row)
        if key is None or depth is None:
            continue
        while above and above[-1][0] >= depth:
            above.pop()
        if above:
            found[key] = above[-1][1]
        above.append((depth, key))
    return found
