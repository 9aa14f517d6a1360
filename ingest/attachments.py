"""Parts that came as files: which of them are text, and what a compressed one holds."""

import re
from dataclasses import dataclass

from ingest.inflating import inflate, inflater_for
from ingest.media import Media

_TEXT_NAMES = re.compile(
    r".{1,200}\.(?:txt|text|log|out|csv|tsv|dat|sh|pl|py|c|h|diff|patch|results?|conf|config|md|json)", re.IGNORECASE
)
# Their bytes are characters, and no words that a person wrote or a benchmark printed.
_NO_WORDS = re.compile(r"application/(?:pgp|pkcs|x-pkcs|postscript|pdf|rtf|ms-|vnd\.|x-dvi)|multipart/", re.IGNORECASE)
_COMPRESSED_NAMES = (".gz", ".bz2", ".xz", ".zst")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_HIGH = re.compile(rb"[\x80-\xff]")
_SAMPLE = 4000
# Of a file that is called a text, so much may be something else.
_MAX_CONTROL = 0.05
_MAX_HIGH = 0.3


@dataclass(frozen=True, slots=True)
class Opened:
    """The bytes of a part's text, None where it is no text, and in words what of it was lost."""

    data: bytes | None
    losses: tuple[str, ...] = ()


def opened(about: Media, data: bytes, limit: int) -> Opened:
    """The text in a part: what is called a text, what looks like one, and what a compressed file holds of either."""
    if inflater_for(data) is not None and (_CONTROL.search(data, 0, _SAMPLE) is not None):
        return _inflated(about, data, limit)
    if about.content_type.startswith("text/") or about.content_type == "message/delivery-status":
        return Opened(data)
    return Opened(data if _is_text(about, about.name or "", data) else None)


def _inflated(about: Media, data: bytes, limit: int) -> Opened:
    name = about.name or ""
    inner = name[: name.rfind(".")] if name.lower().endswith(_COMPRESSED_NAMES) else name
    found = inflate(data, limit)
    if _is_text(about, inner, found.data):
        return Opened(found.data, (found.loss,) if found.loss is not None else ())
    # Of a file that is no text it matters only that nobody saw its end, or anything of it.
    is_unknown = found.is_cut or not found.data
    return Opened(None, (found.loss,) if found.loss is not None and is_unknown else ())


def _is_text(about: Media, name: str, data: bytes) -> bool:
    if about.content_type.partition("/")[0] in ("image", "audio", "video") or _NO_WORDS.match(about.content_type):
        return False
    sample = data[:_SAMPLE]
    controls = len(_CONTROL.findall(sample))
    if not sample.strip():
        return False
    if _TEXT_NAMES.fullmatch(name) is not None:
        return controls <= len(sample) * _MAX_CONTROL
    return not controls and len(_HIGH.findall(sample)) <= len(sample) * _MAX_HIGH
