"""What Mailman's archive leaves of a mail's parts: a line between them, and a note for each that it took out."""

import re
from dataclasses import dataclass, replace

from archive.model import Part
from ingest.bodies import Body, text_part
from ingest.sources.assemble import Origin
from ingest.sources.page_files import attached

_BETWEEN = "-------------- next part --------------\n"
_SPLIT = re.compile(rf"^{_BETWEEN}", re.MULTILINE)
_NOTE = re.compile(
    r"(?:A non-text attachment|An (HTML|embedded message|embedded and charset-unspecified text)(?: attachment)?)"
    r" was scrubbed\.\.\.\n"
)
_FIELD = re.compile(r"([A-Z][A-Za-z]{1,9}) ?: ?(.{0,2000})\n?")
_KIND = re.compile(r"[\w.+-]{1,80}/[\w.+-]{1,80}")
_SIZE = re.compile(r"(\d{1,12})\b")
# Where the archive put the file, beside its months; before that stands the server's name or path.
_STORED = re.compile(r"/(attachments/\d{8}/[0-9a-f]{4,40}/[\w.%+-]{1,200})")
_KINDS = {"HTML": "text/html", "embedded message": "message/rfc822"}
_UNKNOWN_KIND, _UNTITLED = "text/plain", "not available"
_MAX_PARTS = 100
_MAX_FIELDS = 8


@dataclass(frozen=True, slots=True)
class _Note:
    """What the archive says of a part that it took out, and the text that stands behind that."""

    content_type: str
    name: str | None
    size: int
    stored: str | None
    rest: str


def unscrubbed(body: Body, origin: Origin | None) -> Body:
    """The parts of a mail that Mailman put into one text; of what it took out, the text files that are still there."""
    if len(body.parts) != 1 or _BETWEEN not in (body.parts[0].text or ""):
        return body
    first, *others = _SPLIT.split(body.parts[0].text or "", _MAX_PARTS)
    parts, losses = [text_part(0, first)], list(body.losses)
    for other in others:
        note = _note(other)
        if note is None:
            parts.append(text_part(len(parts), other))
            continue
        part, loss = _taken_out(len(parts), note, origin)
        parts.append(part)
        losses.extend([loss] if loss else [])
        if note.rest.strip():
            parts.append(text_part(len(parts), note.rest))
    return replace(body, parts=tuple(parts), losses=tuple(losses))


def _note(text: str) -> _Note | None:
    opening = _NOTE.match(text)
    if opening is None:
        return None
    said, position = dict[str, str](), opening.end()
    while len(said) < _MAX_FIELDS and (field := _FIELD.match(text, position)) is not None:
        said.setdefault(field.group(1).lower(), field.group(2).strip())
        position = field.end()
    kind, size, stored = _KIND.fullmatch(said.get("type", "")), _SIZE.match(said.get("size", "")), said.get("url", "")
    name = said.get("name", _UNTITLED)
    where = _STORED.search(stored)
    return _Note(
        content_type=kind.group().lower() if kind is not None else _KINDS.get(opening.group(1) or "", _UNKNOWN_KIND),
        name=said.get("subject") if name == _UNTITLED else name,
        size=int(size.group(1)) if size is not None else 0,
        stored=where.group(1) if where is not None else None,
        rest=text[position:],
    )


def _taken_out(number: int, note: _Note, origin: Origin | None) -> tuple[Part, str | None]:
    missing = Part(number, note.content_type, note.name, None, note.size)
    # A HTML part stood beside a text that says the same; other kinds hold no table.
    if not note.content_type.startswith("text/") or note.content_type == "text/html":
        return missing, None
    if origin is None or origin.folder is None or note.stored is None:
        return missing, f"part {number}: the archive took it out of the mail, and it is not here"
    is_month_inside = (origin.folder / "attachments").is_dir()
    part, loss = attached(
        number, note.content_type, note.name or "", note.stored if is_month_inside else f"../{note.stored}", origin
    )
    return (missing if loss else part), loss
