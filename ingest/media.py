"""What a part says of itself: type, charset, boundary, file name, encoding (RFC 2045, 2183, 2231, leniently)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from ingest.charsets import decode
from ingest.header_block import Headers
from ingest.words import decode_words

_TYPE = re.compile(r"\s*([\w.+-]{1,100}/[\w.+-]{1,100})", re.ASCII)
_PARAMETER = re.compile(r';\s*([\w.*-]{1,100})\s*=\s*(?:"((?:[^"\\]|\\.){0,1000})"|([^;\s]{0,1000}))', re.ASCII)
_ESCAPED = re.compile(r"\\(.)")
_CONTINUED = re.compile(r"([\w.-]+?)\*(\d{1,2})\*?")
_MAX_FIELD = 10_000


@dataclass(frozen=True, slots=True)
class Media:
    """A part's type in lower case and what is needed to read it; `name` is the last component of the file's name."""

    content_type: str
    charset: str | None
    boundary: bytes | None
    name: str | None
    encoding: str
    is_flowed: bool


def media(headers: Headers, default: str = "text/plain") -> Media:
    """Read a part's Content-* fields; a type that is none is the default (RFC 2045: text/plain)."""
    field = headers.first("content-type")[:_MAX_FIELD]
    match = _TYPE.match(field)
    parameters = _parameters(field)
    name = _parameters(headers.first("content-disposition")[:_MAX_FIELD]).get("filename") or parameters.get("name")
    boundary = parameters.get("boundary", "").rstrip()
    return Media(
        content_type=match.group(1).lower() if match is not None else default,
        charset=parameters.get("charset"),
        boundary=boundary.encode("utf-8", "replace") or None,
        name=file_name(name),
        encoding=headers.first("content-transfer-encoding").strip().lower(),
        is_flowed=parameters.get("format", "").lower() == "flowed",
    )


def file_name(name: str | None) -> str | None:
    """The last component of a file's name, in the words that its sender wrote."""
    if not name:
        return None
    shown = " ".join(decode_words(name).replace("\\", "/").rpartition("/")[2].split())
    return shown[:200] or None


def _parameters(field: str) -> Mapping[str, str]:
    if ";" not in field:
        return {}
    plain: dict[str, str] = {}
    continued: dict[str, dict[int, str]] = {}
    for match in _PARAMETER.finditer(field):
        quoted, bare = match.group(2), match.group(3)
        name, value = match.group(1).lower(), bare if quoted is None else _ESCAPED.sub(r"\1", quoted)
        piece = _CONTINUED.fullmatch(name)
        if piece is not None:
            continued.setdefault(piece.group(1), {})[int(piece.group(2))] = value
        elif name.endswith("*"):
            plain[name.removesuffix("*")] = _extended(value)
        else:
            plain.setdefault(name, value)
    for name, pieces in continued.items():
        plain.setdefault(name, _extended("".join(pieces[number] for number in sorted(pieces))))
    return plain


def _extended(value: str) -> str:
    """RFC 2231: charset'language'%-escaped text."""
    charset, mark, rest = value.partition("'")
    if not mark:
        return value
    return decode(unquote_to_bytes(rest.partition("'")[2]), charset)
