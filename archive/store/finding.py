"""Finding measurements, changes and messages by filter, and what there is to filter by."""

import sqlite3
from dataclasses import dataclass
from typing import Final

from archive.filters import ResultFilter
from archive.hardware import Hardware
from archive.store.conditions import of_changes, of_measurements, of_messages
from archive.store.database import Database

# The latest post first, its rows as posted. NULL sorts last where the order falls.
_MEASUREMENTS: Final = "FROM measurement AS m JOIN message AS p ON p.id = m.message WHERE m.counted = 1 AND"
_CHANGES: Final = "FROM change AS c JOIN message AS p ON p.id = c.message WHERE c.counted = 1 AND"
_MEASUREMENTS_ALONE: Final = "FROM measurement AS m WHERE m.counted = 1 AND"
_CHANGES_ALONE: Final = "FROM change AS c WHERE c.counted = 1 AND"
_NEW: Final = "(SELECT sort_key FROM kernel WHERE kernel.id = c.new_kernel)"
_OLD: Final = "(SELECT sort_key FROM kernel WHERE kernel.id = c.old_kernel)"
_ORDERS: Final = {
    "size": "c.size DESC, c.id",
    "kernel": f"{_NEW} NULLS LAST, {_OLD} NULLS LAST, c.id",
    "date": "p.posted DESC, p.id DESC, c.id",
}


@dataclass(frozen=True, slots=True)
class TestSummary:
    """A test that was measured, and how many counted measurements there are of it."""

    suite: str | None
    test: str
    measurements: int


@dataclass(frozen=True, slots=True)
class KernelSummary:
    """A kernel label as posted, its place in version order (None for a free label), and its counted measurements."""

    text: str
    sort_key: str | None
    measurements: int


@dataclass(frozen=True, slots=True)
class MachineSummary:
    """A machine as posted, and its counted measurements."""

    hardware: Hardware
    measurements: int


def find_measurements(database: Database, wanted: ResultFilter, *, limit: int, offset: int) -> list[sqlite3.Row]:
    """The rows of counted measurements that fit."""
    fitting = of_measurements(wanted)
    order = "ORDER BY p.posted DESC, p.id DESC, m.id LIMIT ? OFFSET ?"
    return database.rows(f"SELECT m.* {_MEASUREMENTS} {fitting.sql} {order}", *fitting.values, limit, offset)


def count_measurements(database: Database, wanted: ResultFilter) -> int:
    """How many counted measurements fit."""
    fitting = of_measurements(wanted)
    rows = _MEASUREMENTS if fitting.of_mail else _MEASUREMENTS_ALONE
    return int(database.value(f"SELECT count(*) {rows} {fitting.sql}", *fitting.values))


def find_changes(database: Database, wanted: ResultFilter, *, order: str, limit: int, offset: int) -> list[sqlite3.Row]:
    """The rows of counted changes that fit, in an order of `_ORDERS`."""
    fitting = of_changes(wanted)
    rows = _CHANGES if fitting.of_mail or order == "date" else _CHANGES_ALONE
    sql = f"SELECT c.* {rows} {fitting.sql} ORDER BY {_ORDERS[order]} LIMIT ? OFFSET ?"
    return database.rows(sql, *fitting.values, limit, offset)


def count_changes(database: Database, wanted: ResultFilter) -> int:
    """How many counted changes fit."""
    fitting = of_changes(wanted)
    rows = _CHANGES if fitting.of_mail else _CHANGES_ALONE
    return int(database.value(f"SELECT count(*) {rows} {fitting.sql}", *fitting.values))


def find_messages(database: Database, wanted: ResultFilter) -> tuple[str, ...]:
    """The keys of messages that fit, the latest first."""
    fitting = of_messages(wanted)
    rows = database.rows(
        f"""SELECT mail_id.text FROM message AS p JOIN mail_id ON mail_id.id = p.mail_id WHERE {fitting.sql}
        ORDER BY p.posted DESC, p.id DESC""",
        *fitting.values,
    )
    return tuple(row[0] for row in rows)


def largest_changes(database: Database, limit: int) -> list[sqlite3.Row]:
    """The rows of the largest changes of primary metrics that carry no warning and are not within the noise."""
    return database.rows("SELECT * FROM change WHERE headline = 1 ORDER BY size DESC LIMIT ?", limit)


def tests(database: Database) -> tuple[TestSummary, ...]:
    """Every test with counted measurements, by suite and name."""
    rows = database.rows(
        """SELECT suite, test, sum(measurements) FROM (SELECT yardstick, count(*) AS measurements FROM measurement
            WHERE counted = 1 GROUP BY yardstick) AS counts JOIN yardstick ON yardstick.id = counts.yardstick
        GROUP BY suite, test ORDER BY suite NULLS LAST, test"""
    )
    return tuple(TestSummary(*row) for row in rows)


def suites(database: Database) -> frozenset[str]:
    """The names of all suites that results name."""
    return frozenset(row[0] for row in database.rows("SELECT DISTINCT suite FROM yardstick WHERE suite IS NOT NULL"))


def kernels(database: Database) -> tuple[KernelSummary, ...]:
    """Every kernel label with counted measurements, in version order, free labels last."""
    rows = database.rows(
        """SELECT text, sort_key, sum(measurements) FROM (SELECT kernel, count(*) AS measurements FROM measurement
            WHERE counted = 1 AND kernel IS NOT NULL GROUP BY kernel) AS counts JOIN kernel ON kernel.id = counts.kernel
        GROUP BY text, sort_key ORDER BY sort_key NULLS LAST, text"""
    )
    return tuple(KernelSummary(*row) for row in rows)


def machines(database: Database) -> tuple[MachineSummary, ...]:
    """Every machine with counted measurements, the most measured first."""
    rows = database.rows(
        """SELECT text, cpu, mhz, cpus, memory_mb, mem_limit_mb, disk, filesystem, host, measurements FROM (
            SELECT hardware, count(*) AS measurements FROM measurement
            WHERE counted = 1 AND hardware IS NOT NULL GROUP BY hardware) AS counts
        JOIN hardware ON hardware.id = counts.hardware
        ORDER BY measurements DESC, text"""
    )
    return tuple(MachineSummary(Hardware(*row[:9]), row[9]) for row in rows)
