"""The body of a MHonArc page: parts side by side, quotes of flowed texts in boxes, attachments, enclosed mails."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from archive.model import Part
from ingest.bodies import clean_lines, text_part
from ingest.html_text import MAX_TREE, archived_lines, has_foreign_tags, shown, text_of_html
from ingest.sources.assemble import Origin
from ingest.sources.page_files import attached
from ingest.sources.page_parts import PageParts, Shown

_MAX_PARTS = 100
# A mail inside the mail (2.6, then 2.2), where it ends, and an attachment (2.6, then 2.2: a link by itself).
_MARK = re.compile(
    r"(?P<begin><blockquote><small>---&nbsp;<i>Begin&nbsp;Message</i>&nbsp;---</small>\s{0,3}"
    r"|<br><em>---- Begin included message ----</em>)"
    r"|(?P<end><small>---&nbsp;<i>End Message</i>&nbsp;---</small>(?:</blockquote>)?"
    r"|<em>---- End included message ----</em>(?:<br>)?)"
    r'|<p><strong>Attachment:\s{0,3}<a href="(?P<href>[^"<>]{1,500})" {0,3}><tt>(?P<name>[^<>]{0,300})</tt></a>'
    r"</strong>(?:<br>\s{0,3}<em>Description:</em> (?P<kind>[^<>]{0,200}))?(?:</p>)?"
    r'|<p><a href="(?P<old_href>[a-z]{2,6}\d{5}\.[a-z0-9]{1,6})" {0,3}>(?P<old_name>[^<>]{0,300})</a>(?:</p>)?',
    re.IGNORECASE,
)
_ITEM = re.compile(r"<li>", re.IGNORECASE)
_FIELD = re.compile(r"([A-Za-z-]{1,40}):\s{0,9}(.{0,4000})")
_LIST_END = re.compile(r"</ul>", re.IGNORECASE)
# Where one plain part ends and the next begins, nothing stands between; a flowed part's PREs have a style.
_NEXT_PART = re.compile(r"</pre>\s{0,2}<pre>", re.IGNORECASE)
_QUOTE = re.compile(r"<(/?)blockquote\b[^<>]{0,200}>", re.IGNORECASE)
_MAX_DEPTH, _MAX_LIST = 30, 50_000
# Bytes of a text without a charset, each shown as a character of its own.
_BYTES = re.compile(r"(?:&#x[89A-F][0-9A-F];){2,400}")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of a body: markup of text, a file (with its address), or the mark of an enclosed mail."""

    markup: str = ""
    name: str | None = None
    href: str | None = None
    content_type: str = "text/plain"


def read_parts(body: str, content_type: str, origin: Origin) -> PageParts:
    """The parts of a body's markup, what of them is lost, and the mails inside; `content_type` is the whole mail's."""
    parts, losses, enclosed = list[Part](), list[str](), list[Shown]()
    for number, piece in enumerate(_text_first(list(_pieces(_BYTES.sub(_characters, body))))):
        if number >= _MAX_PARTS:
            losses.append(f"parts beyond {_MAX_PARTS} are left out")
            break
        if piece.href is not None:
            part, loss = attached(number, piece.content_type, piece.name or "", piece.href, origin)
            losses.extend([loss] if loss else [])
        elif piece.content_type == "message/rfc822":
            inner = _shown_inside(number, piece.markup)
            part = Part(number, piece.content_type, inner.fields.get("subject", "")[:200] or None, None)
            enclosed.extend([inner] if inner.fields else [])
            losses.extend([] if inner.fields else [f"part {number}: the text of an enclosed mail is not read"])
        else:
            part = _text(number, piece.markup, content_type)
        parts.append(part)
    return PageParts(tuple(parts), tuple(losses), tuple(enclosed))


def listed_fields(listed: str) -> dict[str, str]:
    """The fields of a mail that a page lists, by lower-case name."""
    found: dict[str, str] = {}
    for item in _ITEM.split(listed)[1:]:
        match = _FIELD.match(shown(item))
        if match is not None:
            found.setdefault(match.group(1).lower(), match.group(2).strip())
    return found


def _shown_inside(number: int, markup: str) -> Shown:
    end = _LIST_END.search(markup, 0, _MAX_LIST)
    listed = markup[: end.start()] if end is not None else ""
    return Shown(number, listed_fields(listed), markup[end.end() :] if end is not None else markup)


def _pieces(body: str) -> Iterator[_Piece]:
    """What stands in a body in order; an enclosed mail is one piece, with those that it encloses in turn."""
    depth, position = 0, 0
    for mark in _MARK.finditer(body):
        if mark["begin"]:
            depth += 1
            if depth > 1:
                continue
            yield from _texts(body[position : mark.start()])
        elif mark["end"]:
            depth -= 1
            if depth == 0:
                yield _Piece(body[position : mark.start()], content_type="message/rfc822")
            depth = max(0, depth)
            if depth:
                continue
        elif depth:
            continue
        else:
            yield from _texts(body[position : mark.start()])
            yield _file(mark)
        position = mark.end()
    if depth == 0:
        yield from _texts(body[position:])
    else:
        yield _Piece(body[position:], content_type="message/rfc822")


def _texts(markup: str) -> Iterator[_Piece]:
    return (_Piece(piece) for piece in _NEXT_PART.split(markup) if shown(piece))


def _file(mark: re.Match[str]) -> _Piece:
    name = shown(mark["name"] or mark["old_name"] or "") or None
    kind = "application/pgp-signature" if "pgp signature" in (mark["kind"] or name or "").lower() else None
    href = html.unescape(mark["href"] or mark["old_href"])
    return _Piece(name=name, href=href, content_type=kind or "application/octet-stream")


def _text_first(pieces: list[_Piece]) -> list[_Piece]:
    """A mail's first part is its text, if only an empty one."""
    return pieces if pieces and pieces[0].content_type == "text/plain" else [_Piece(), *pieces]


def _text(number: int, markup: str, content_type: str) -> Part:
    is_short = len(markup) <= MAX_TREE
    is_html = content_type != "text/plain" and is_short and has_foreign_tags(_QUOTE.sub("", markup))
    text = text_of_html(markup) if is_html else _unboxed(markup)
    text = clean_lines(text).strip("\n")
    return text_part(number, f"{text}\n" if text else "", "text/html" if is_html else "text/plain")


def _characters(run: re.Match[str]) -> str:
    """What a run of bytes says if it is UTF-8; chance makes no such run."""
    try:
        return bytes.fromhex(run.group().replace("&#x", "").replace(";", "")).decode("utf-8")
    except UnicodeDecodeError:
        return run.group()


def _unboxed(markup: str) -> str:
    """The lines of a plain text; a box of a flowed one was a level of quote marks, which come back."""
    depth, position, lines = 0, 0, list[str]()
    for tag in _QUOTE.finditer(markup):
        lines.append(_marked(archived_lines(markup[position : tag.start()]), depth))
        depth = max(0, min(depth + (-1 if tag.group(1) else 1), _MAX_DEPTH))
        position = tag.end()
    lines.append(_marked(archived_lines(markup[position:]), depth))
    return "".join(lines)


def _marked(text: str, depth: int) -> str:
    if depth == 0 or not text:
        return text
    return "".join(f"{'>' * depth} {line}\n" for line in text.removesuffix("\n").split("\n"))
