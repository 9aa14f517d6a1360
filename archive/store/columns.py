"""Small parts of nouns as columns: dates, spans, lists of words, parameters, packed texts."""

import json
import sqlite3
import sys
import zlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from archive.model import Span, UserError
from archive.results import Attribution, Basis, Parameter, Spread

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

# How zstd's frames begin; before migration 6, texts were packed with zlib.
_ZSTD: Final = b"\x28\xb5\x2f\xfd"
# json.dumps would make one for every text.
_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_TICK: Final = timedelta(microseconds=1)
_DAMAGED: Final = "a stored mail is damaged: `benchlore check` says which one, and what to do"


def ticks(date: datetime | None) -> int | None:
    """Microseconds since 1970 of an aware date."""
    return None if date is None else (date - _EPOCH) // _TICK


def date_of(stored: int | None) -> datetime | None:
    """The date in UTC that `ticks` stored."""
    return None if stored is None else _EPOCH + stored * _TICK


def pack(content: bytes) -> bytes:
    """Compressed bytes of a mail, with a sum over them; level 1 packs as well as zlib's 6."""
    parameters = zstd.CompressionParameter
    compressor = zstd.ZstdCompressor(options={parameters.compression_level: 1, parameters.checksum_flag: 1})
    return compressor.compress(content, compressor.FLUSH_FRAME)


def pack_text(text: str) -> bytes:
    """Compressed text; bytes that no charset explained (lone surrogates) come back as they were."""
    return pack(text.encode("utf-8", "surrogatepass"))


def unpack(stored: bytes) -> bytes:
    """What `pack` stored; UserError where it is damaged."""
    try:
        return zstd.decompress(stored) if stored.startswith(_ZSTD) else zlib.decompress(stored)
    except (zstd.ZstdError, zlib.error) as error:
        raise UserError(_DAMAGED) from error


def unpack_text(stored: bytes) -> str:
    """What `pack_text` stored; UserError where it is damaged."""
    try:
        return unpack(stored).decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise UserError(_DAMAGED) from error


def to_json(content: Any) -> str:
    """Canonical JSON: sorted keys, no blanks, ASCII."""
    return _ENCODER.encode(content)


def words(content: Sequence[str]) -> str | None:
    """A list of texts, None where it is empty."""
    return to_json(list(content)) if content else None


def words_of(stored: str | None) -> tuple[str, ...]:
    """What `words` stored."""
    return tuple(json.loads(stored)) if stored else ()


def parameters(content: Mapping[str, Parameter]) -> str | None:
    """Parameters as canonical JSON, None where there are none."""
    return to_json(dict(content)) if content else None


def parameters_of(stored: str | None) -> Mapping[str, Parameter]:
    """What `parameters` stored."""
    content: dict[str, Parameter] = json.loads(stored) if stored else {}
    return content


def place(span: Span) -> tuple[int, int, int, int]:
    """A span as the columns part, line, start_column, end_column."""
    return (span.part, span.line, span.start, span.end)


def span_of(row: sqlite3.Row) -> Span:
    """The span in a row's columns part, line, start_column, end_column."""
    return Span(row["part"], row["line"], row["start_column"], row["end_column"])


def basis(attribution: Attribution | None) -> str | None:
    """An attribution: its basis and its spans."""
    return (
        None if attribution is None else to_json([attribution.basis.value, [place(span) for span in attribution.spans]])
    )


def attribution_of(stored: str) -> Attribution:
    """What `basis` stored."""
    name, spans = json.loads(stored)
    return Attribution(Basis(name), tuple(Span(*span) for span in spans))


def spreads(content: Sequence[Spread]) -> str | None:
    """Spreads, None where there are none."""
    return (
        to_json([[spread.kind, spread.value, spread.raw, place(spread.span)] for spread in content])
        if content
        else None
    )


def spreads_of(stored: str | None) -> tuple[Spread, ...]:
    """What `spreads` stored."""
    return tuple(Spread(kind, value, raw, Span(*span)) for kind, value, raw, span in json.loads(stored or "[]"))
