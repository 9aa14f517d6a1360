"""Rows of what posts say of how they measured."""

import sqlite3
from collections.abc import Iterable, Mapping

from archive.circumstances import Circumstance
from archive.store.columns import place, span_of
from archive.store.database import Database, Value


class CircumstanceRows:
    """Circumstances of messages by number."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database

    def add(self, posts: Mapping[str, int], circumstances: Iterable[Circumstance]) -> None:
        """Insert circumstances in posted order."""
        self._database.insert_many("circumstance", [_columns(posts, each) for each in circumstances])

    def of_row(self, row: sqlite3.Row, message_key: str) -> Circumstance:
        """The circumstance of a row."""
        about = (row["kind"], row["text"], row["target_kind"], row["target"])
        return Circumstance(row["name"], message_key, span_of(row), *about)


def _columns(posts: Mapping[str, int], circumstance: Circumstance) -> dict[str, Value]:
    part, line, start, end = place(circumstance.span)
    return {
        "name": circumstance.id,
        "message": posts[circumstance.message_key],
        "part": part,
        "line": line,
        "start_column": start,
        "end_column": end,
        "kind": circumstance.kind,
        "text": circumstance.text,
        "target_kind": circumstance.target_kind,
        "target": circumstance.target,
    }
