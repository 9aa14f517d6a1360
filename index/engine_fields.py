"""A document as the fields that every engine holds, its texts cut into terms by us: so all find the same."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from types import MappingProxyType

from index.cutting import Cutter
from index.engine import ENTITY_FIELDS, TEXT_FIELDS, Document, Held, Phrase, Prefix, Term
from index.terms import parts, terms

KEY_FIELD = "key"
IDENTITY_FIELD = "identity"
DATE_COLUMN = "date"
# Stands in the column of dates for a mail without one: it sorts last, and ranges begin above it.
UNDATED = -(2**62)
# What a search may cost, whatever the engine: seconds, words that a beginning stands for, hits that can be paged to.
TIME_LIMIT = 2.0
MAX_EXPANSION = 1000
MAX_OFFSET = 10_000
_NOTHING: Mapping[str, str] = MappingProxyType({})
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# A word of the subject says more of a mail than one of a quotation.
_BOOST = {"subject": 2.0, "quoted": 0.5}
# The mails of a thread, and of an author, have these in common.
_COME_AGAIN = frozenset({"subject", "author", "to", "cc"})
# People look for parts of addresses: of mail.example.org also example.org.
_ADDRESSES = frozenset({"author", "to", "cc", IDENTITY_FIELD})


@cache
def text_fields() -> tuple[str, ...]:
    """The fields that hold text, each once."""
    return tuple(sorted({name for names in TEXT_FIELDS.values() for name in names}))


@cache
def name_fields() -> tuple[str, ...]:
    """The fields that hold entity terms; the key is a field of its own."""
    return tuple(sorted(set(ENTITY_FIELDS.values()) - {KEY_FIELD}))


def held(document: Document | Held, cutter: Cutter, cut: Mapping[str, str] = _NOTHING) -> Held:
    """What an engine keeps of a document; `cut` has the terms of fields that were cut before."""
    if isinstance(document, Held):
        return document
    texts = ((name, _text(document, name)) for name in text_fields())
    names: tuple[tuple[str, tuple[str, ...]], ...] = tuple((name, getattr(document, name)) for name in name_fields())
    return Held(
        document.key,
        tuple((name, cut[name] if name in cut else _cut(cutter, name, text)) for name, text in texts if text),
        tuple((name, found) for name, found in names if found),
        UNDATED if document.date is None else int((document.date - _EPOCH).total_seconds()),
    )


def words_of(field: str, leaf: Term | Phrase) -> tuple[str, ...]:
    """The terms that have to follow each other in a field; a single word is one term, whole."""
    found = terms(leaf.text)
    is_phrase = isinstance(leaf, Phrase) or field in _ADDRESSES or len(found) > 1
    return parts(leaf.text) if is_phrase else found


def boost(field: str) -> float:
    """How much a word in that field counts."""
    return _BOOST.get(field, 1.0)


def too_far() -> str:
    """Said of a page that is too far down."""
    return f"only the first {MAX_OFFSET:,} messages can be paged through; narrow the query"


def too_slow() -> str:
    """Said of a search that ran into its time limit."""
    return f"the search was stopped after {TIME_LIMIT:g} s; there may be more"


def too_many_words(leaf: Prefix) -> str:
    """Said of a beginning that too many words have."""
    return f"{leaf.text}* stands for more than {MAX_EXPANSION:,} words; the others were not looked for"


def _cut(cutter: Cutter, name: str, text: str) -> str:
    return cutter.cut_line(text) if name in _COME_AGAIN else cutter.cut(text)


def _text(document: Document, name: str) -> str:
    text: str = document.key if name == IDENTITY_FIELD else getattr(document, name)
    return text
