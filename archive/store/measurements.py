"""Rows of measurements, and ids that measurements once had."""

import sqlite3
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from archive.results import Measurement, TableRef
from archive.store.columns import (
    parameters,
    parameters_of,
    place,
    span_of,
    spreads,
    spreads_of,
    to_json,
    words,
    words_of,
)
from archive.store.database import Database, Value
from archive.store.vocabulary import Vocabulary

_COLUMNS: Final = [
    "name",
    "message",
    "table_number",
    "counted",
    "part",
    "line",
    "start_column",
    "end_column",
    "quoted",
    "author",
    "posted_by",
    "yardstick",
    "wording",
    "value",
    "raw",
    "resolution",
    "kernel",
    "kernel_basis",
    "variant",
    "hardware",
    "hardware_basis",
    "parameters",
    "repeat",
    "runs",
    "spread",
    "warnings",
]
_INSERT: Final = f"INSERT INTO measurement ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
_MAX_SUCCESSIONS: Final = 20


class MeasurementRows:
    """Measurements of messages by number."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database

    def add(self, posts: Mapping[str, int], measurements: Iterable[Measurement], copies: Collection[TableRef]) -> None:
        """Insert measurements in posted order; those of `copies` are not counted."""
        vocabulary = Vocabulary(self._database)
        self._database.run_many(
            _INSERT,
            [
                (
                    row.id,
                    posts[row.table.message_key],
                    row.table.number,
                    row.table not in copies,
                    *_columns(vocabulary, row),
                )
                for row in measurements
            ],
        )

    def of_row(self, row: sqlite3.Row, message_key: str, vocabulary: Vocabulary) -> Measurement:
        """The measurement of a row."""
        yardstick = vocabulary.row("yardstick", row["yardstick"])
        wording = vocabulary.row("wording", row["wording"])
        return Measurement(
            id=row["name"],
            table=TableRef(message_key, row["table_number"]),
            span=span_of(row),
            quoted=bool(row["quoted"]),
            author=vocabulary.author_of(row["author"]),
            posted_by=None if row["posted_by"] is None else vocabulary.author_of(row["posted_by"]),
            suite=yardstick["suite"],
            test=yardstick["test"],
            metric=yardstick["metric"],
            test_text=wording["test_text"],
            metric_text=wording["metric_text"],
            value=row["value"],
            raw=row["raw"],
            unit=yardstick["unit"],
            unit_text=wording["unit_text"],
            better=yardstick["better"],
            resolution=row["resolution"],
            role=yardstick["role"],
            statistic=yardstick["statistic"],
            suite_version=wording["suite_version"],
            harness=wording["harness"],
            kernel=vocabulary.kernel_of(row["kernel"], row["kernel_basis"]),
            variant=row["variant"],
            machine=vocabulary.machine_of(row["hardware"], row["hardware_basis"]),
            parameters=parameters_of(row["parameters"]),
            repeat=row["repeat"],
            runs=row["runs"],
            spread=spreads_of(row["spread"]),
            warnings=words_of(row["warnings"]),
            noise=wording["noise"],
        )

    def current(self, name: str) -> str:
        """The id that an id which measurements once had leads to; the same id where it never was retired."""
        for _ in range(_MAX_SUCCESSIONS):
            successor = self._database.value("SELECT successor FROM retired_measurement WHERE name = ?", name)
            if successor is None:
                break
            name = successor
        return name

    def retire(self, before: Iterable[sqlite3.Row], messages: Iterable[int]) -> None:
        """Keep the ids of `before` (rows of `identities`) that are no more, with the measurement that took the place of each."""
        after = self.identities(messages)
        living = {(row["message"], row["name"]) for row in after}
        fresh = Successors(row for row in after)
        gone = [row for row in before if (row["message"], row["name"]) not in living]
        self._database.run_many("DELETE FROM retired_measurement WHERE name = ?", ((name,) for _, name in living))
        self._database.run_many(
            "INSERT OR REPLACE INTO retired_measurement (name, message, successor) VALUES (?, ?, ?)",
            ((row["name"], row["message"], fresh.of(row)) for row in gone),
        )

    def identities(self, messages: Iterable[int]) -> list[sqlite3.Row]:
        """What tells the measurements of messages apart: ids, places and what is measured."""
        return self._database.rows(
            """SELECT measurement.name, measurement.message, part, line, start_column, raw, yardstick FROM json_each(?) AS asked
            CROSS JOIN measurement ON measurement.message = asked.value""",
            to_json(list(messages)),
        )


class Successors:
    """Which measurement took a retired one's place: the one at the same place of the mail, else the only one of the same meaning and digits."""

    def __init__(self, rows: Iterable[sqlite3.Row]) -> None:
        """Choose among these rows of `identities`."""
        self._by_place: dict[tuple[Value, ...], str] = {}
        self._by_meaning: dict[tuple[Value, ...], list[str]] = {}
        for row in rows:
            self._by_place[_place_of(row)] = row["name"]
            self._by_meaning.setdefault(_meaning_of(row), []).append(row["name"])

    def of(self, row: sqlite3.Row) -> str | None:
        """The successor of a retired measurement, None where it cannot be told."""
        alike = self._by_meaning.get(_meaning_of(row), [])
        return self._by_place.get(_place_of(row)) or (alike[0] if len(alike) == 1 else None)


def _place_of(row: sqlite3.Row) -> tuple[Value, ...]:
    return (row["message"], row["part"], row["line"], row["start_column"])


def _meaning_of(row: sqlite3.Row) -> tuple[Value, ...]:
    return (row["message"], row["yardstick"], row["raw"])


def _columns(vocabulary: Vocabulary, row: Measurement) -> tuple[Value, ...]:
    what = (row.suite, row.test, row.metric, row.unit)
    return (
        *place(row.span),
        row.quoted,
        vocabulary.writer(row.author),
        vocabulary.author(row.posted_by),
        vocabulary.yardstick(*what, better=row.better, role=row.role, statistic=row.statistic),
        vocabulary.wording(row),
        row.value,
        row.raw,
        row.resolution,
        *vocabulary.kernel(row.kernel),
        row.variant,
        *vocabulary.machine(row.machine),
        parameters(row.parameters),
        row.repeat,
        row.runs,
        spreads(row.spread),
        words(row.warnings),
    )
