"""A document as the fields that the Whoosh schema has, without any of Whoosh's own types."""

from collections.abc import Mapping
from datetime import UTC, datetime

from index.engine import ENTITY_FIELDS, TEXT_FIELDS, Document, Phrase, Term
from index.terms import parts, terms

KEY_FIELD = "key"
IDENTITY_FIELD = "identity"
DATE_COLUMN = "date"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# A word of the subject says more of a mail than one of a quotation.
_BOOST = {"subject": 2.0, "quoted": 0.5}
# People look for parts of addresses: of mail.example.org also example.org.
_ADDRESSES = frozenset({"author", "to", "cc", IDENTITY_FIELD})


def text_fields() -> tuple[str, ...]:
    """The fields that hold text, each once."""
    return tuple(sorted({name for names in TEXT_FIELDS.values() for name in names}))


def name_fields() -> tuple[str, ...]:
    """The fields that hold entity terms, one a line; the key is a field of its own."""
    return tuple(sorted(set(ENTITY_FIELDS.values()) - {KEY_FIELD}))


def stored_fields(document: Document) -> Mapping[str, object]:
    """What the index keeps of a document; empty fields are left out, a date is in seconds since 1970."""
    held: dict[str, object] = {KEY_FIELD: document.key, IDENTITY_FIELD: document.key}
    held |= {name: getattr(document, name) for name in text_fields() if name != IDENTITY_FIELD}
    held |= {name: "\n".join(getattr(document, name)) for name in name_fields()}
    if document.date is not None:
        held[DATE_COLUMN] = int((document.date - _EPOCH).total_seconds())
    return {name: value for name, value in held.items() if value != ""}


def words_of(field: str, leaf: Term | Phrase) -> tuple[str, ...]:
    """The terms that have to follow each other in a field; a single word is one term, whole."""
    return parts(leaf.text) if isinstance(leaf, Phrase) or field in _ADDRESSES else terms(leaf.text)


def boost(field: str) -> float:
    """How much a word in that field counts."""
    return _BOOST.get(field, 1.0)
