"""The marks that public-inbox prints between the parts of a mail, as its pages and texts saved from them hold them."""

import re
from dataclasses import dataclass

from archive.model import Part
from ingest.bodies import text_part

_MARK = re.compile(r"\[-- Attachment #\d{1,3}: (.{1,300}) --\]")
_KIND = re.compile(
    r"(?:\[-- )?Type: ([\w.+-]{1,80}/[\w.+-]{1,80})(?:; [^,]{1,200})?(?:, Encoding: [\w-]{1,20})?, "
    r"Size: (\d{1,12}) bytes(?: --\])?"
)
# public-inbox warns where it had to guess a charset; nobody posted that line.
_WARNING = re.compile(r"\[-- Warning: decoded text .{1,80} --\]")


@dataclass(frozen=True, slots=True)
class _Marked:
    """What one mark says, and the numbers of the lines of its text."""

    content_type: str
    name: str | None
    size: int
    start: int
    end: int


def marked_parts(lines: list[str]) -> tuple[Part, ...]:
    """The parts of a mail's lines: one text where no mark opens them, else what stands under each mark."""
    posted = [line for line in lines if _WARNING.fullmatch(line.strip()) is None]
    marks = _marks(posted)
    if not marks:
        return (text_part(0, _joined(lines)),)
    return tuple(_part(number, mark, posted[mark.start : mark.end]) for number, mark in enumerate(marks))


def _marks(lines: list[str]) -> list[_Marked]:
    # The first part has the first mark; a text that has one only further down was saved by a mail reader, not by this.
    opening = next((number for number, line in enumerate(lines) if line.strip()), None)
    if opening is None or _MARK.fullmatch(lines[opening].strip()) is None:
        return []
    found = [(number, match) for number, line in enumerate(lines) if (match := _MARK.fullmatch(line.strip()))]
    ends = [number for number, _ in found[1:]] + [len(lines)]
    return [_marked(lines, number, match.group(1), end) for (number, match), end in zip(found, ends, strict=True)]


def _marked(lines: list[str], number: int, said: str, end: int) -> _Marked:
    kind, name, start = _KIND.fullmatch(said), None, number + 1
    if kind is None:
        name = said.strip()
        kind = _KIND.fullmatch(lines[start].strip()) if start < end else None
        start += kind is not None
    if kind is None:
        return _Marked("text/plain", name, 0, start, end)
    return _Marked(kind.group(1).lower(), name, int(kind.group(2)), start, end)


def _part(number: int, mark: _Marked, lines: list[str]) -> Part:
    text = _joined(lines)
    if not text and not mark.content_type.startswith("text/"):
        return Part(number, mark.content_type, mark.name, None, mark.size)
    return Part(number, mark.content_type, mark.name, text, mark.size)


def _joined(lines: list[str]) -> str:
    """Lines as text, without the blank ones around them, which part it from the marks."""
    text = "\n".join(lines).strip("\n")
    return f"{text}\n" if text else ""
