"""A mail's body as numbered parts with decoded text, whose lines are those that spans count."""

import re
from dataclasses import dataclass, field

from archive.model import Part
from ingest.attachments import opened
from ingest.charsets import decode
from ingest.header_block import Headers, split
from ingest.html_text import text_of_html
from ingest.media import Media, file_name
from ingest.multipart import Leaf, leaves
from ingest.transfer import is_quoted_printable_in_disguise, undo
from ingest.uuencode import Encoded, files_in

# The longest mail of 1.2 million holds 3.7 MB; what is longer is cut, and said to be.
MAX_TEXT = 8_000_000
# A tree takes 5 s a megabyte, and no HTML mail that holds a table is that long.
_MAX_HTML = 500_000
_MAX_TAGS = 40_000
_CLEARSIGNED = "-----BEGIN PGP SIGNED MESSAGE-----\n"
_SIGNATURE = "\n-----BEGIN PGP SIGNATURE-----\n"
_DASH_ESCAPE = re.compile(r"^- (?=-)", re.MULTILINE)
_DAMAGE = "\ufffd"
_STUFFED = re.compile(r"^ ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A mail inside a mail: the number of the part that it is, and its bytes."""

    part: int
    raw: bytes


@dataclass(frozen=True, slots=True)
class Body:
    """The parts of a mail in document order, in words what of them is lost, and the mails that it encloses."""

    parts: tuple[Part, ...]
    losses: tuple[str, ...]
    enclosed: tuple[Enclosed, ...] = ()


def read_body(headers: Headers, body: bytes) -> Body:
    """Decode every part; text is kept as posted but for its line ends, which become newlines.

    A uuencoded file in a text is a part of its own behind it; an enclosed mail is listed, and given as bytes.
    """
    found = leaves(headers, body)
    reading = _Reading(losses=list(found.left_out))
    for leaf in found.leaves:
        reading.add(leaf)
    files = sorted({part.content_type for part in reading.parts if part.text is None and part.size})
    if files and not reading.enclosed and not any(part.text and part.text.strip() for part in reading.parts):
        reading.losses.append(f"it holds no text, only {', '.join(files)}")
    return Body(tuple(reading.parts), tuple(reading.losses), tuple(reading.enclosed))


def text_part(number: int, text: str, content_type: str = "text/plain", name: str | None = None) -> Part:
    """A part of text that a page or a saved thread shows; its size is that of the text in UTF-8."""
    return Part(number, content_type, name, text, len(text.encode("utf-8", "replace")))


def file_part(number: int, content_type: str, name: str | None, data: bytes) -> Part:
    """A part that an archive keeps as a file beside its page."""
    about = Media(content_type.lower(), None, None, name, "", is_flowed=False)
    return _part(number, Leaf(about, data, has_plain_sibling=False), MAX_TEXT)[0]


def clean_lines(text: str) -> str:
    r"""Line ends as newlines: \r\n always, and a bare \r where it and not the newline is what ends the lines."""
    if "\r" not in text:
        return text
    text = text.replace("\r\n", "\n")
    return text.replace("\r", "\n") if text.count("\r") > text.count("\n") else text


@dataclass(slots=True)
class _Reading:
    """The parts that were read so far, and how many bytes of files may still be inflated or decoded for this mail."""

    losses: list[str]
    parts: list[Part] = field(default_factory=list)
    enclosed: list[Enclosed] = field(default_factory=list)
    room: int = field(default_factory=lambda: 2 * MAX_TEXT)

    def add(self, leaf: Leaf) -> None:
        number = len(self.parts)
        if leaf.media.content_type == "message/rfc822" and (inner := _inner_mail(leaf)) is not None:
            self.parts.append(Part(number, "message/rfc822", inner[1], None, len(leaf.body)))
            self.enclosed.append(Enclosed(number, inner[0]))
            return
        part, losses = _part(number, leaf, min(MAX_TEXT, self.room))
        self._keep(part, losses)
        self.room -= len(part.text or "") if leaf.media.content_type != "text/plain" else 0
        if part.content_type == "text/plain" and part.text is not None and "begin " in part.text:
            for found in files_in(part.text, min(MAX_TEXT, self.room)):
                self._add_file(found)

    def _add_file(self, found: Encoded) -> None:
        self.room -= len(found.data)
        about = Media("application/octet-stream", None, None, file_name(found.name), "", is_flowed=False)
        leaf = Leaf(about, found.data, has_plain_sibling=False)
        part, losses = _part(len(self.parts), leaf, min(MAX_TEXT, max(self.room, 0)))
        cut = [] if found.is_whole else [f"the uuencoded file {about.name} is cut; what is there was kept"]
        self._keep(part, [*losses, *cut])

    def _keep(self, part: Part, losses: list[str]) -> None:
        self.parts.append(part)
        self.losses.extend(f"part {part.number}: {loss}" for loss in losses)


def _inner_mail(leaf: Leaf) -> tuple[bytes, str | None] | None:
    """The bytes of an enclosed mail and what it is called, which is its subject; None where it has no header."""
    raw = undo(leaf.body, leaf.media.encoding).lstrip(b"\r\n")
    inner, _ = split(raw)
    return (raw, leaf.media.name or inner.words("subject")[:200] or None) if inner.fields else None


def _part(number: int, leaf: Leaf, limit: int) -> tuple[Part, list[str]]:
    about = leaf.media
    data = undo(leaf.body, about.encoding)
    # Shown beside a plain text that says the same, a HTML table would be counted twice.
    if about.content_type == "text/html" and leaf.has_plain_sibling:
        return Part(number, about.content_type, about.name, None, len(data)), []
    found = opened(about, data, limit)
    if found.data is None:
        return Part(number, about.content_type, about.name, None, len(data)), list(found.losses)
    text, losses = _text(about, found.data)
    return Part(number, about.content_type, about.name, text, len(data)), [*found.losses, *losses]


def _text(about: Media, data: bytes) -> tuple[str, list[str]]:
    losses: list[str] = []
    if about.encoding in ("", "7bit", "8bit") and is_quoted_printable_in_disguise(data):
        data = undo(data, "quoted-printable")
        losses.append("read as quoted-printable, which its header does not say")
    limit = _longest(about, data)
    if len(data) > limit:
        data = data[:limit]
        losses.append(f"text beyond {limit} bytes is left out")
    text = clean_lines(decode(data, about.charset))
    if _DAMAGE in text and _DAMAGE.encode() not in data:
        losses.append("some bytes are no text in its charset; U+FFFD stands for them")
    if about.content_type == "text/html":
        text = text_of_html(text)
    return _unwrapped(text, is_flowed=about.is_flowed), losses


def _longest(about: Media, data: bytes) -> int:
    """How many bytes of a text are read."""
    if about.content_type != "text/html":
        return MAX_TEXT
    if data.count(b"<", 0, _MAX_HTML) <= _MAX_TAGS:
        return _MAX_HTML
    return len(b"<".join(data.split(b"<", _MAX_TAGS)[:_MAX_TAGS]))


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
