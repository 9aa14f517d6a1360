"""The store of problems: what could not be read, and why."""

from archive.model import Problem, Source
from archive.store.database import Database


class ProblemStore:
    """Problems in the order in which they were met; the same one, met again, is one."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database

    def save(self, problem: Problem) -> None:
        """Keep a problem."""
        source = problem.source
        identity = (source.format, source.location, source.place, problem.reason, problem.message_key)
        known = """SELECT 1 FROM problem
            WHERE location = ?2 AND place = ?3 AND format = ?1 AND reason = ?4 AND message_key IS ?5"""
        with self._database.transaction():
            if self._database.value(known, *identity) is None:
                self._database.run(
                    "INSERT INTO problem (format, location, place, reason, message_key) VALUES (?, ?, ?, ?, ?)",
                    *identity,
                )

    def all(self, *, limit: int = 100, offset: int = 0) -> tuple[Problem, ...]:
        """Problems, first met first."""
        rows = self._database.rows("SELECT * FROM problem ORDER BY id LIMIT ? OFFSET ?", limit, offset)
        return tuple(
            Problem(Source(row["format"], row["location"], row["place"]), row["reason"], row["message_key"])
            for row in rows
        )

    def count(self) -> int:
        """How many problems there are."""
        return int(self._database.value("SELECT count(*) FROM problem"))
