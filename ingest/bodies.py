"""A mail's body as numbered parts with decoded text, whose lines are those that spans count."""

import re
from dataclasses import dataclass

from archive.model import Part
from ingest.charsets import decode
from ingest.headers import Headers, split
from ingest.html_text import text_of_html
from ingest.media import Media
from ingest.multipart import Leaf, leaves
from ingest.transfer import is_quoted_printable_in_disguise, undo

# The longest mail of 1.2 million holds 3.7 MB; what is longer is cut, and said to be.
MAX_TEXT = 8_000_000
# A tree takes 5 s a megabyte, and no HTML mail that holds a table is that long.
_MAX_HTML = 500_000
_TEXT_NAMES = re.compile(
    r".{1,200}\.(?:txt|text|log|out|csv|tsv|dat|sh|pl|py|c|h|diff|patch|results?|conf|config|md)", re.IGNORECASE
)
_SAVED = ("application/octet-stream", "application/x-sh", "application/x-shellscript", "application/x-perl")
_MAX_CONTROL = 0.05
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
_CLEARSIGNED = "-----BEGIN PGP SIGNED MESSAGE-----\n"
_SIGNATURE = "\n-----BEGIN PGP SIGNATURE-----\n"
_DASH_ESCAPE = re.compile(r"^- (?=-)", re.MULTILINE)
_DAMAGE = "\ufffd"
_STUFFED = re.compile(r"^ ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Body:
    """The parts of a mail in document order, and in words what of them could not be read."""

    parts: tuple[Part, ...]
    losses: tuple[str, ...]


def read_body(headers: Headers, body: bytes) -> Body:
    """Decode every part; text is kept as posted but for its line ends, which become newlines."""
    found = leaves(headers, body)
    parts: list[Part] = []
    losses = list(found.left_out)
    for number, leaf in enumerate(found.leaves):
        part, lost = _part(number, leaf)
        parts.append(part)
        losses.extend(f"part {number}: {loss}" for loss in lost)
    return Body(tuple(parts), tuple(losses))


def text_part(number: int, text: str, content_type: str = "text/plain", name: str | None = None) -> Part:
    """A part of text that a page or a saved thread shows; its size is that of the text in UTF-8."""
    return Part(number, content_type, name, text, len(text.encode("utf-8", "replace")))


def file_part(number: int, content_type: str, name: str | None, data: bytes) -> Part:
    """A part that an archive keeps as a file beside its page."""
    about = Media(content_type.lower(), None, None, name, "", is_flowed=False)
    return _part(number, Leaf(about, data, has_plain_sibling=False))[0]


def clean_lines(text: str) -> str:
    r"""Line ends as newlines: \r\n always, and a bare \r where it and not the newline is what ends the lines."""
    if "\r" not in text:
        return text
    text = text.replace("\r\n", "\n")
    return text.replace("\r", "\n") if text.count("\r") > text.count("\n") else text


def _part(number: int, leaf: Leaf) -> tuple[Part, list[str]]:
    about = leaf.media
    if about.content_type == "message/rfc822":
        return _enclosed(number, leaf)
    data = undo(leaf.body, about.encoding)
    if not _is_text(leaf, data):
        return Part(number, about.content_type, about.name, None, len(data)), []
    text, losses = _text(about, data)
    return Part(number, about.content_type, about.name, text, len(data)), losses


def _text(about: Media, data: bytes) -> tuple[str, list[str]]:
    losses: list[str] = []
    if about.encoding in ("", "7bit", "8bit") and is_quoted_printable_in_disguise(data):
        data = undo(data, "quoted-printable")
        losses.append("read as quoted-printable, which its header does not say")
    limit = _MAX_HTML if about.content_type == "text/html" else MAX_TEXT
    if len(data) > limit:
        data = data[:limit]
        losses.append(f"text beyond {limit} bytes is left out")
    text = clean_lines(decode(data, about.charset))
    if _DAMAGE in text and _DAMAGE.encode() not in data:
        losses.append("some bytes are no text in its charset; U+FFFD stands for them")
    if about.content_type == "text/html":
        text = text_of_html(text)
    return _unwrapped(text, is_flowed=about.is_flowed), losses


def _enclosed(number: int, leaf: Leaf) -> tuple[Part, list[str]]:
    """A mail inside the mail is listed under its subject: its figures are not the sender's."""
    inner, _ = split(undo(leaf.body, leaf.media.encoding))
    name = leaf.media.name or inner.words("subject")[:200] or None
    return Part(number, "message/rfc822", name, None, len(leaf.body)), ["the text of an enclosed mail is not read"]


def _is_text(leaf: Leaf, data: bytes) -> bool:
    about = leaf.media
    if about.content_type == "text/html":
        # Shown beside a plain text that says the same, its table would be counted twice.
        return not leaf.has_plain_sibling
    if about.content_type.startswith("text/") or about.content_type == "message/delivery-status":
        return True
    is_named_so = about.name is not None and _TEXT_NAMES.fullmatch(about.name) is not None
    return about.content_type in _SAVED and is_named_so and _looks_like_text(data)


def _looks_like_text(data: bytes) -> bool:
    sample = data[:4000]
    return len(_CONTROL.findall(sample)) <= len(sample) * _MAX_CONTROL


def _unwrapped(text: str, *, is_flowed: bool) -> str:
    """Undo what only transport put in: RFC 3676's space-stuffing and the dash-escapes of a clear-signed text.

    A flowed text is not joined again: the lines of a table end in blanks too.
    """
    if is_flowed:
        text = _STUFFED.sub("", text)
    before, mark, signed = text.partition(_CLEARSIGNED)
    if not mark:
        return text
    words, end, signature = signed.partition(_SIGNATURE)
    return before + mark + _DASH_ESCAPE.sub("", words) + end + signature
