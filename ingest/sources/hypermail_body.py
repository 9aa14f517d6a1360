"""The body of a hypermail page: its posted lines, enclosed mails, and the attachments that are listed under it."""

import html
import re

from archive.model import Part
from ingest.bodies import clean_lines, text_part
from ingest.html_text import MAX_TREE, archived_lines, has_foreign_tags, shown, text_of_html
from ingest.sources.assemble import Origin
from ingest.sources.page_files import attached
from ingest.sources.page_parts import PageParts, Shown

_MAX_ATTACHMENTS, _MAX_LIST = 100, 50_000
# The rest of this is searched only where these stand, since most pages have neither.
_ATTACHMENT = '<!-- attachment="'
_ENCLOSED_MARKS = ("attached mail follows:", 'class="message-forwarded"')
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
# What 2.1 and later print inside the body's marks, by its opening and its end.
_PRINTED = (
    ('<address class="headers">', "</address>"),
    ('<ul class="headers"', "</ul>"),
    ('<span id="received">', "</span>"),
    ('<p class="received">', "</p>"),
)
# The boxes of 2.1 and later, with the line ends behind them, and a heading of 3.0.
_BOXES = re.compile(
    r"<h2 id=\"lsa-\d{1,4}\">[^<>]{0,100}</h2>\s{0,3}"
    r"|<(?:div|main|section)(?: (?:id|class|aria-labelledby)=\"[\w. -]{0,80}\"){0,3}>\n?|</(?:div|main|section|ul)>\n?"
)
# Where a mail inside the mail begins, which 2.x marks so and 3.0 by an ARTICLE.
_ENCLOSED = re.compile(
    r"(?:<br ?/?>)?<p><strong>attached mail follows:</strong>(?:</p>)?<hr[^<>]{0,40}>"
    r'|<article class="message-forwarded"',
    re.IGNORECASE,
)
_FIELDS = '<ul class="headers"'
_FIELD = re.compile(r'<span class="heading">([A-Za-z-]{1,40})</span>:([^\0]{0,4000}?)</li>')
_LINE_OF_A_BREAK = re.compile(r"\n<br ?/?>\n", re.IGNORECASE)


def read_parts(body: str, origin: Origin) -> PageParts:
    """The parts of a body's markup, in words what of them is lost, and the mails inside whose fields the page shows."""
    body, inside = _without_enclosed(body)
    listed = list(_LISTED.finditer(body)) if _ATTACHMENT in body else []
    text = _lines(_LISTED.sub("", body) if listed else body)
    parts, losses = [text_part(0, clean_lines(f"{text}\n" if text else ""))], list[str]()
    for number, match in enumerate(listed[:_MAX_ATTACHMENTS], start=1):
        content_type, href, stored = (html.unescape(said) for said in match.groups())
        part, loss = attached(number, content_type, _STORED.sub("", stored), href, origin)
        parts.append(part)
        losses.extend([loss] if loss else [])
    enclosed = [_shown_inside(number, markup) for number, markup in enumerate(inside, start=len(parts))]
    for mail in enclosed:
        parts.append(Part(mail.part, "message/rfc822", mail.fields.get("subject", "")[:200] or None, None))
        # Its figures are not the sender's, and before 3.0 no page tells whose they are.
        losses.extend([] if mail.fields else [f"part {mail.part}: the text of an enclosed mail is not read"])
    return PageParts(tuple(parts), tuple(losses), tuple(mail for mail in enclosed if mail.fields))


def _without_enclosed(body: str) -> tuple[str, list[str]]:
    """A body without the mails inside the mail, and these; the attachments of all stay listed with the outer one."""
    if not any(mark in body for mark in _ENCLOSED_MARKS):
        return body, []
    own, *inside = _ENCLOSED.split(body)
    lists = [match.group() for piece in inside for match in _LISTED.finditer(piece)]
    return "".join([own, *lists]), [_LISTED.sub("", piece) for piece in inside[:_MAX_ATTACHMENTS]]


def _shown_inside(number: int, markup: str) -> Shown:
    """A mail that 3.0 shows in a box: its fields, then its body."""
    _, mark, rest = markup.partition(_FIELDS)
    listed, end, body = rest.partition("</ul>")
    if not mark or not end:
        return Shown(number, {}, markup)
    fields = {match.group(1).lower(): _open(shown(match.group(2))) for match in _FIELD.finditer(listed[:_MAX_LIST])}
    return Shown(number, fields, body.removeprefix("\n").partition("</article>")[0])


def _open(field: str) -> str:
    return field.replace("_at_", "@") if field.count("_at_") == 1 else field


def _lines(markup: str) -> str:
    posted = markup
    if 'class="' in markup:
        for opening, end in _PRINTED:
            posted = _without(posted, opening, end)
        posted = _BOXES.sub("", posted)
    if _LINE_OF_A_BREAK.search(posted) is None and len(posted) <= MAX_TREE and has_foreign_tags(posted):
        return text_of_html(posted).strip("\n")
    return archived_lines(posted).strip("\n")


def _without(markup: str, opening: str, end: str) -> str:
    """Markup without the first thing that begins and ends so; a mail's own text has no such tags."""
    start = markup.find(opening)
    stop = markup.find(end, start) if start >= 0 else -1
    return markup if stop < 0 else markup[:start] + markup[stop + len(end) :].removeprefix("\n")
