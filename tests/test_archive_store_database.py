"""Rows reach the database as they are, each once, whatever letters they hold."""

import sqlite3

from archive.store.database import Database


def test_texts_without_a_form_in_utf_8_are_stored_with_a_mark_and_their_neighbours_as_they_are() -> None:
    database = Database(sqlite3.connect(":memory:", isolation_level=None))
    database.run("CREATE TABLE line (number INTEGER, text TEXT)")
    texts = ["fork", "café", "caf\udce9", "naïve", "a\udcffb", "last"]
    database.run_many("INSERT INTO line VALUES (?, ?)", ((number, text) for number, text in enumerate(texts)))
    database.run("INSERT INTO line VALUES (?, ?)", len(texts), "\udc80")
    stored = [tuple(row) for row in database.rows("SELECT number, text FROM line ORDER BY rowid")]
    assert stored == list(enumerate(["fork", "café", "caf?", "naïve", "a?b", "last", "?"]))
