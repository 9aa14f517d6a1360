"""Rows of changes, and which measurements stand on which side of them."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Final

from archive.results import Change, Side
from archive.store.columns import parameters_of, to_json, words, words_of
from archive.store.database import Database, Value
from archive.store.vocabulary import Vocabulary

_OLD: Final = 0
_NEW: Final = 1


class ChangeRows:
    """Changes of messages by number."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database

    def add(self, posts: Mapping[str, int], changes: Iterable[Change]) -> None:
        """Insert changes in posted order; the measurements that they rest on must be there."""
        vocabulary = Vocabulary(self._database)
        measured = self._measured(posts.values())
        rows: list[dict[str, Value]] = []
        sides: list[dict[str, Value]] = []
        for number, change in enumerate(changes, start=self._next_number()):
            message = posts[change.message_key]
            runs = [
                (side, measured[message, name])
                for side, group in ((_OLD, change.old), (_NEW, change.new))
                for name in dict.fromkeys(group.measurements)
                if (message, name) in measured
            ]
            # What rests on a copy's values repeats a change that stands elsewhere.
            counted = all(row["counted"] for _, row in runs)
            author = runs[0][1]["author"] if runs else self._poster(message)
            given: dict[str, Value] = {"id": number, "message": message, "author": author, "counted": counted}
            rows.append(given | {"headline": counted and _is_news(change)} | _columns(vocabulary, change))
            sides += [{"measurement": row["id"], "side": side, "change": number} for side, row in runs]
        self._database.insert_many("change", rows)
        self._database.insert_many("change_run", sides)

    def of_row(self, row: sqlite3.Row, message_key: str, vocabulary: Vocabulary) -> Change:
        """The change of a row."""
        yardstick = vocabulary.row("yardstick", row["yardstick"])
        return Change(
            id=row["name"],
            message_key=message_key,
            suite=yardstick["suite"],
            test=yardstick["test"],
            metric=yardstick["metric"],
            unit=yardstick["unit"],
            better=yardstick["better"],
            role=yardstick["role"],
            statistic=yardstick["statistic"],
            parameters=parameters_of(row["parameters"]),
            machine=vocabulary.machine_of(row["hardware"], row["hardware_basis"]),
            old=_side(vocabulary, row["old_kernel"], row["old_runs"], row["old_value"]),
            new=_side(vocabulary, row["new_kernel"], row["new_runs"], row["new_value"]),
            delta=row["delta"],
            verdict=row["verdict"],
            test_note=row["test_note"],
            pairing=row["pairing"],
            p=row["p"],
            warnings=words_of(row["warnings"]),
        )

    def _measured(self, messages: Iterable[int]) -> dict[tuple[int, str], sqlite3.Row]:
        rows = self._database.rows(
            """SELECT measurement.id, measurement.message, measurement.name, counted, author FROM json_each(?) AS asked
            CROSS JOIN measurement ON measurement.message = asked.value""",
            to_json(list(messages)),
        )
        return {(row["message"], row["name"]): row for row in rows}

    def _next_number(self) -> int:
        return 1 + int(self._database.value("SELECT coalesce(max(id), 0) FROM change"))

    def _poster(self, message: int) -> int:
        return int(self._database.value("SELECT author FROM message WHERE id = ?", message))


def _is_news(change: Change) -> bool:
    return change.role == "primary" and not change.warnings and change.verdict != "same"


def _columns(vocabulary: Vocabulary, change: Change) -> dict[str, Value]:
    hardware, hardware_basis = vocabulary.machine(change.machine)
    what = (change.suite, change.test, change.metric, change.unit)
    return {
        "name": change.id,
        "yardstick": vocabulary.yardstick(*what, better=change.better, role=change.role, statistic=change.statistic),
        "parameters": vocabulary.parameters(change.parameters),
        "hardware": hardware,
        "hardware_basis": hardware_basis,
        "old_kernel": vocabulary.label(change.old.label, change.old.version),
        "new_kernel": vocabulary.label(change.new.label, change.new.version),
        "old_runs": _runs(change.old),
        "new_runs": _runs(change.new),
        "old_value": change.old.value,
        "new_value": change.new.value,
        "runs": min(len(change.old.values), len(change.new.values)),
        "delta": change.delta,
        "size": None if change.delta is None else abs(change.delta),
        "verdict": change.verdict,
        "test_note": change.test_note,
        "pairing": change.pairing,
        "p": change.p,
        "warnings": words(change.warnings),
    }


def _runs(side: Side) -> str:
    return to_json([list(side.measurements), list(side.values), list(side.raws)])


def _side(vocabulary: Vocabulary, kernel: int, runs: str, value: float) -> Side:
    label, version, _ = vocabulary.label_of(kernel)
    measurements, values, raws = json.loads(runs)
    return Side(label, version, tuple(measurements), tuple(values), tuple(raws), value)
