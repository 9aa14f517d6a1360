"""The body of a hypermail page: its posted lines, enclosed mails, and the attachments that are listed under it."""

import html
import re
from collections.abc import Iterator

from archive.model import Part
from ingest.bodies import clean_lines, text_part
from ingest.html_text import archived_lines, has_foreign_tags, text_of_html
from ingest.sources.assemble import Origin
from ingest.sources.page_files import attached

_MAX_ATTACHMENTS = 100
# An item of the list, and the comment that names the stored file.
_ITEM = (
    r'<li>\s{0,3}([\w.+-]{1,80}/[\w.+-]{1,80}) attachment: <a href="([^"<>]{0,500})">[^<>]{0,500}</a>(?:</li>)?\s{0,3}'
    r'(?:</ul>\s{0,3})?<!-- attachment="([^"<>]{0,300})" -->'
)
# With what versions before 3.0 put around it: a ruler, a list, a DIV.
_LISTED = re.compile(
    r"(?:<br ?/?>\s{0,3})?(?:<hr[^<>]{0,40}>\s{0,3})?(?:<div>\s{0,3})?(?:<ul>\s{0,3})?"
    rf"{_ITEM}(?:\s{{0,3}}</div>)?",
    re.IGNORECASE,
)
# 2b29 numbers the files that it stores: "01-bench.sh".
_STORED = re.compile(r"\A\d\d-")
# What 2.1 and later print inside the body's marks, and the boxes of 3.0 with the line ends behind them.
_PRINTED = re.compile(
    r'<address class="headers">[^\0]{0,4000}?</address>|<ul class="headers"[^\0]{0,4000}?</ul>\n?'
    r'|<(span|p) (?:id|class)="received">[^\0]{0,400}?</\1>|<h2 id="lsa-\d{1,4}">[^<>]{0,100}</h2>\s{0,3}'
    r"|<(?:div|main|section)(?: (?:id|class|aria-labelledby)=\"[\w. -]{0,80}\"){0,3}>\n?|</(?:div|main|section|ul)>\n?"
)
# Where a mail inside the mail begins, which 2.x marks so and 3.0 by an ARTICLE.
_ENCLOSED = re.compile(
    r"(?:<br ?/?>)?<p><strong>attached mail follows:</strong>(?:</p>)?<hr[^<>]{0,40}>"
    r'|<article class="message-forwarded"',
    re.IGNORECASE,
)
_LINE_OF_A_BREAK = re.compile(r"\n<br ?/?>\n", re.IGNORECASE)


def read_parts(body: str, origin: Origin) -> tuple[tuple[Part, ...], tuple[str, ...]]:
    """The parts of a body's markup, and in words what of them is lost."""
    first = _ENCLOSED.search(body)
    own = body if first is None else body[: first.start()]
    text = _lines(_LISTED.sub("", own))
    parts, losses = [text_part(0, clean_lines(f"{text}\n" if text else ""))], list[str]()
    for number, (content_type, href, name) in enumerate(_attachments(body), start=1):
        part, loss = attached(number, content_type, name, href, origin)
        parts.append(part)
        losses.extend([loss] if loss else [])
    for number, _ in enumerate(_ENCLOSED.finditer(body), start=len(parts)):
        # Its figures are not the sender's, and the page does not tell whose they are.
        parts.append(Part(number, "message/rfc822", None, None))
        losses.append(f"part {number}: the text of an enclosed mail is not read")
    return tuple(parts), tuple(losses)


def _attachments(body: str) -> Iterator[tuple[str, str, str]]:
    """Type, address and file name of each attachment listed."""
    for number, match in enumerate(_LISTED.finditer(body)):
        if number < _MAX_ATTACHMENTS:
            content_type, href, stored = match.groups()
            yield content_type, html.unescape(href), _STORED.sub("", html.unescape(stored))


def _lines(markup: str) -> str:
    posted = _PRINTED.sub("", markup)
    if has_foreign_tags(posted) and _LINE_OF_A_BREAK.search(posted) is None:
        return text_of_html(posted).strip("\n")
    return archived_lines(posted).strip("\n")
