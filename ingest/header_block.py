"""The header block of a mail: where it ends, and its fields as they were sent, damage and all."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ingest.charsets import decode, decode_undeclared
from ingest.words import decode_words

_FIELD = re.compile(rb"([!-9;-~]{1,200})[ \t]{0,4}:")
_CHARSET = re.compile(rb"charset[ \t]{0,3}=[ \t]{0,3}[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_FROM_LINE = re.compile(rb">?From ")
_NEXT_FIELD = re.compile(rb"\n(?![ \t])")
_BLANK_LINE = re.compile(rb"\n[ \t\v\f]{1,1000}(?:\n|\Z)")
_NAME_BYTES = bytes((0x0A, *range(0x21, 0x3A), *range(0x3B, 0x7F)))
# A header is read up to here; the block of a real mail is a tenth of it.
_MAX_BLOCK = 1_000_000
_MAX_NAME_LENGTH = 200
_MAX_VALUE = 100_000


@dataclass(frozen=True, slots=True)
class Headers:
    """The fields of a header block: by lower-case name, their values as sent, in order.

    `losses` says in words what of them was too long to be read.
    """

    fields: Mapping[str, tuple[bytes, ...]]
    losses: tuple[str, ...] = ()

    def all(self, name: str) -> tuple[str, ...]:
        """The values of every field of that name as text, RFC 2047 words as they stand."""
        return tuple(self._text(value) for value in self.fields.get(name, ()))

    def first(self, name: str) -> str:
        """The value of the first field of that name, "" where there is none."""
        values = self.fields.get(name)
        return self._text(values[0]) if values else ""

    def words(self, name: str) -> str:
        """The first field of that name in the words that its sender wrote, RFC 2047 decoded, blanks as they are."""
        return decode_words(self.first(name)).strip()

    def _text(self, folded: bytes) -> str:
        """A value that was sent in 8 bits is in the body's charset, if it is not UTF-8."""
        value = _unfolded(folded)
        if value.isascii():
            return decode(value, None)
        types = b" ".join(map(_unfolded, self.fields.get("content-type", ())))
        declared = _CHARSET.search(types[:2000])
        return decode_undeclared(value, declared.group(1).decode("ascii") if declared is not None else None)


def split(raw: bytes) -> tuple[Headers, int]:
    """The header block of a mail and the offset of its body.

    A line without a colon ends the block unless a field follows it, so that one damaged line hides no header.
    """
    end = raw.find(b"\n\n", 0, _MAX_BLOCK)
    sound = _sound_block(raw[:end]) if end > 0 else None
    return _split_by_lines(raw) if sound is None else (sound, end + 2)


def _sound_block(block: bytes) -> Headers | None:
    """The fields of a block with nothing but fields in it, in a tenth of the time; None where it has to be read by
    lines.
    """
    if b"\r" in block or _BLANK_LINE.search(block) is not None:
        return None
    fields = _NEXT_FIELD.split(block)
    parted = [field.partition(b":") for field in fields]
    raw_names = [name for name, _, _ in parted]
    names = b"\n".join(raw_names)
    has_strange_names = names.translate(None, _NAME_BYTES) or not all(raw_names) or not all(c for _, c, _ in parted)
    if has_strange_names or max(map(len, raw_names)) > _MAX_NAME_LENGTH or max(map(len, fields)) > _MAX_VALUE:
        return None
    found: dict[str, list[bytes]] = {}
    for name, (_, _, value) in zip(names.decode("ascii").lower().split("\n"), parted, strict=True):
        found.setdefault(name, []).append(value)
    return Headers({name: tuple(values) for name, values in found.items()})


def _unfolded(value: bytes) -> bytes:
    return b" ".join(filter(None, map(bytes.strip, value.split(b"\n")))) if b"\n" in value else value.strip()


def _split_by_lines(raw: bytes) -> tuple[Headers, int]:
    """As `split`, whatever stands in the block."""
    fields: list[tuple[bytes, list[bytes]]] = []
    position, limit = 0, min(len(raw), _MAX_BLOCK)
    while position < limit:
        end = raw.find(b"\n", position) + 1 or len(raw)
        line = raw[position:end].strip(b"\r\n")
        if not line:
            position = end
            break
        if line[0] in b" \t" and fields and (rest := line.strip()):
            fields[-1][1].append(rest)
        elif (match := _FIELD.match(line)) is not None:
            fields.append((match.group(1), [line[match.end() :].strip()]))
        elif not _FROM_LINE.match(line) and _FIELD.match(raw, end) is None:
            break
        position = end
    found = _by_name(fields)
    if position < _MAX_BLOCK:
        return found, position
    loss = f"the header is longer than {_MAX_BLOCK} bytes; the rest of it is left out"
    return Headers(found.fields, (*found.losses, loss)), _after_blank_line(raw, position)


def _after_blank_line(raw: bytes, position: int) -> int:
    ends = [end + len(blank) for blank in (b"\n\n", b"\n\r\n") if (end := raw.find(blank, position - 1)) >= 0]
    return min(ends, default=len(raw))


def _by_name(fields: list[tuple[bytes, list[bytes]]]) -> Headers:
    found: dict[str, list[bytes]] = {}
    losses: list[str] = []
    for raw_name, lines in fields:
        name = raw_name.decode("ascii")
        value = lines[0] if len(lines) == 1 else b" ".join(lines)
        if len(value) > _MAX_VALUE:
            # Both ends: of References the last is the parent.
            value = b" ".join(
                (value[: _MAX_VALUE // 2].rpartition(b" ")[0], value[-_MAX_VALUE // 2 :].partition(b" ")[2])
            )
            losses.append(f"the header's {name[:40]} is longer than {_MAX_VALUE} bytes; the middle of it is left out")
        found.setdefault(name.lower(), []).append(value)
    return Headers({name: tuple(values) for name, values in found.items()}, tuple(dict.fromkeys(losses)))
