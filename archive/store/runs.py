"""The store of re-runs."""

import json
import sqlite3
from collections.abc import Iterable

from archive.runs import Run, RunValue
from archive.store.columns import date_of, parameters, parameters_of, ticks, to_json
from archive.store.database import Database
from archive.store.mail_ids import MailIds


class RunStore:
    """Re-runs on this machine, newest first."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database
        self._ids = MailIds(database)

    def save(self, run: Run) -> None:
        """Keep a run; one of the same id is replaced."""
        with self._database.transaction():
            self._database.run("DELETE FROM run WHERE name = ?", run.id)
            number = self._database.insert(
                "run",
                {
                    "name": run.id,
                    "started": ticks(run.started),
                    "kernel": run.kernel,
                    "mail_id": None if run.message_key is None else self._ids.number(run.message_key),
                    "seconds": run.seconds,
                    "repeat": run.repeat,
                    "machine": to_json([list(fact) for fact in run.machine]),
                    "rows": run.rows,
                },
            )
            self._add_values(number, run.values)
            if run.message_key is not None:
                # Whoever looks for mails that were run again (has:run) finds it now.
                self._database.touch(self._ids.messages([run.message_key]).values())

    def get(self, run_id: str) -> Run | None:
        """The run of that id."""
        runs = self._runs("run.name = ?", run_id)
        return runs[0] if runs else None

    def of_message(self, key: str) -> tuple[Run, ...]:
        """The runs made in answer to a message, by its key or an alias."""
        same = """run.mail_id IN (SELECT id FROM mail_id WHERE text = ?1 UNION SELECT other.id FROM mail_id AS asked
            JOIN mail_id AS other ON other.message = asked.message WHERE asked.text = ?1)"""
        return self._runs(same, key)

    def answered(self) -> tuple[str, ...]:
        """The keys of the messages that runs were made in answer to."""
        rows = self._database.rows(
            """SELECT DISTINCT own.text FROM run JOIN mail_id AS asked ON asked.id = run.mail_id
            JOIN message ON message.id = asked.message JOIN mail_id AS own ON own.id = message.mail_id"""
        )
        return tuple(row[0] for row in rows)

    def of_test(self, suite: str, test: str) -> tuple[Run, ...]:
        """The runs that hold a value of that test."""
        return self._runs("run.id IN (SELECT run FROM run_value WHERE test = ? AND suite = ?)", test, suite)

    def all(self) -> tuple[Run, ...]:
        """Every run."""
        return self._runs("1")

    def _add_values(self, number: int, values: Iterable[RunValue]) -> None:
        self._database.run_many(
            """INSERT INTO run_value (run, suite, test, metric, unit, better, samples, parameters)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
            (
                (
                    *(number, value.suite, value.test, value.metric, value.unit, value.better),
                    *(to_json(list(value.samples)), parameters(value.parameters)),
                )
                for value in values
            ),
        )

    def _runs(self, condition: str, *values: str) -> tuple[Run, ...]:
        with self._database.snapshot():
            rows = self._database.rows(
                f"""SELECT run.*, mail_id.text AS message_key FROM run LEFT JOIN mail_id ON mail_id.id = run.mail_id
                WHERE {condition} ORDER BY run.started DESC, run.id DESC""",
                *values,
            )
            return tuple(self._run(row) for row in rows)

    def _run(self, row: sqlite3.Row) -> Run:
        started = date_of(row["started"])
        assert started is not None
        return Run(
            id=row["name"],
            started=started,
            kernel=row["kernel"],
            message_key=row["message_key"],
            seconds=row["seconds"],
            repeat=row["repeat"],
            machine=tuple((name, value) for name, value in json.loads(row["machine"])),
            values=tuple(
                _value(value)
                for value in self._database.rows("SELECT * FROM run_value WHERE run = ? ORDER BY id", row["id"])
            ),
            rows=row["rows"],
        )


def _value(row: sqlite3.Row) -> RunValue:
    return RunValue(
        suite=row["suite"],
        test=row["test"],
        metric=row["metric"],
        unit=row["unit"],
        better=row["better"],
        samples=tuple(json.loads(row["samples"])),
        parameters=parameters_of(row["parameters"]),
    )
