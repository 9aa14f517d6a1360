"""Everything that the archive has read out of one message, as JSON objects."""

from collections.abc import Iterator

from archive.export import (
    change_json,
    circumstance_json,
    claim_json,
    comment_json,
    correction_json,
    line_reader,
    measurement_json,
    relative_json,
    table_json,
)
from archive.json_pieces import Json
from archive.model import Message
from archive.store.archive import Archive


def message_records(archive: Archive, message: Message, thread_id: str | None) -> Iterator[Json]:
    """The tables, measurements, relative results, changes, claims, comments, corrections and circumstances of
    a message, in that order.
    """
    keys, line_text, results = (message.key,), line_reader({message.key: message}), archive.results
    yield from (table_json(table) for table in results.tables(keys))
    yield from (measurement_json(each, message, thread_id, line_text) for each in results.measurements(keys))
    yield from (relative_json(each, line_text) for each in results.relatives(keys))
    yield from (change_json(each) for each in results.changes(keys))
    yield from (claim_json(each, line_text) for each in results.claims(keys))
    yield from (comment_json(each, line_text) for each in results.comments(keys))
    yield from (correction_json(each, line_text) for each in results.corrections(keys))
    yield from (circumstance_json(each, line_text) for each in results.circumstances(keys))
