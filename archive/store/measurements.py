"""Rows of measurements, and ids that measurements once had."""

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from archive.results import Measurement, TableRef
from archive.store.columns import (
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

_MAX_SUCCESSIONS: Final = 20


class MeasurementRows:
    """Measurements of messages by number."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database

    def add(self, posts: Mapping[str, int], measurements: Sequence[Measurement], copies: Collection[TableRef]) -> None:
        """Insert measurements in posted order; those of `copies` are not counted."""
        vocabulary = Vocabulary(self._database)
        rows = [_columns(vocabulary, measurement) for measurement in measurements]
        for row, measurement in zip(rows, measurements, strict=True):
            row |= {"message": posts[measurement.table.message_key], "counted": measurement.table not in copies}
        self._database.insert_many("measurement", rows)

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

    def retire(self, before: Sequence[sqlite3.Row], living: Collection[tuple[int, str]]) -> None:
        """Keep those ids of `before` (rows of `identities`) that are no more, each with its successor; `living` are the
        measurements that are there now, by message and id.
        """
        self._unretire(living)
        gone = [row for row in before if (row["message"], row["name"]) not in living]
        if not gone:
            return
        fresh = Successors(self.identities({row["message"] for row in before}))
        self._database.run_many(
            "INSERT OR REPLACE INTO retired_measurement (name, message, successor) VALUES (?, ?, ?)",
            ((row["name"], row["message"], fresh.of(row)) for row in gone),
        )

    def _unretire(self, living: Collection[tuple[int, str]]) -> None:
        retired = self._database.rows(
            """SELECT r.message, r.name FROM json_each(?) AS asked
            CROSS JOIN retired_measurement AS r ON r.message = asked.value""",
            to_json(sorted({message for message, _ in living})),
        )
        again = [(name,) for message, name in retired if (message, name) in living]
        self._database.run_many("DELETE FROM retired_measurement WHERE name = ?", again)

    def identities(self, messages: Iterable[int]) -> list[sqlite3.Row]:
        """What tells the measurements of messages apart: ids, places and what is measured."""
        return self._database.rows(
            """SELECT m.name, m.message, m.part, m.line, m.start_column, m.raw, m.yardstick FROM json_each(?) AS asked
            CROSS JOIN measurement AS m ON m.message = asked.value""",
            to_json(list(messages)),
        )


class Successors:
    """Which measurement succeeds a retired one: the one at its place, else the only one of its meaning and digits."""

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


def _columns(vocabulary: Vocabulary, row: Measurement) -> dict[str, Value]:
    part, line, start, end = place(row.span)
    kernel, kernel_basis = vocabulary.kernel(row.kernel)
    hardware, hardware_basis = vocabulary.machine(row.machine)
    what = (row.suite, row.test, row.metric, row.unit)
    return {
        "name": row.id,
        "table_number": row.table.number,
        "part": part,
        "line": line,
        "start_column": start,
        "end_column": end,
        "quoted": row.quoted,
        "author": vocabulary.writer(row.author),
        "posted_by": vocabulary.author(row.posted_by),
        "yardstick": vocabulary.yardstick(*what, better=row.better, role=row.role, statistic=row.statistic),
        "wording": vocabulary.wording(row),
        "value": row.value,
        "raw": row.raw,
        "resolution": row.resolution,
        "kernel": kernel,
        "kernel_basis": kernel_basis,
        "variant": row.variant,
        "hardware": hardware,
        "hardware_basis": hardware_basis,
        "parameters": vocabulary.parameters(row.parameters),
        "repeat": row.repeat,
        "runs": row.runs,
        "spread": spreads(row.spread),
        "warnings": words(row.warnings),
    }
