"""The archive: its folder, its stores, transactions over them, and how much it holds."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from archive.store.checking import Checking
from archive.store.database import Database
from archive.store.known_mails import KnownMails
from archive.store.messages import MessageStore
from archive.store.problems import ProblemStore
from archive.store.reposts import RepostStore
from archive.store.results import ResultStore
from archive.store.runs import RunStore
from archive.store.schema import WAIT_SECONDS, open_database
from archive.store.sources import SourceStore
from archive.store.threads import ThreadStore


@dataclass(frozen=True, slots=True)
class Counts:
    """How much there is of each noun; copies are not counted."""

    messages: int
    threads: int
    tables: int
    measurements: int
    changes: int
    claims: int
    comments: int
    problems: int
    runs: int
    lists: int


_COUNTS = """
SELECT (SELECT count(*) FROM message), (SELECT count(*) FROM thread),
    (SELECT count(*) FROM result_table WHERE kind = 'result' AND counted = 1),
    (SELECT count(*) FROM measurement WHERE counted = 1), (SELECT count(*) FROM change WHERE counted = 1),
    -- What stands in each version of a series is said once; few words may be said of different things.
    (SELECT count(*) FROM (SELECT DISTINCT author, text, CASE WHEN length(text) < 40 THEN id END FROM claim)),
    (SELECT count(*) FROM comment), (SELECT count(*) FROM problem),
    (SELECT count(*) FROM run),
    (SELECT count(*) FROM mail_list WHERE EXISTS (SELECT 1 FROM list_member WHERE list_member.list = mail_list.id))
"""


class Archive:
    """Everything that is kept, in one folder. An object belongs to the thread that opened it; opening is cheap."""

    def __init__(self, folder: Path, database: Database) -> None:
        """Use `Archive.open`."""
        self.folder = folder
        self._database = database
        self.messages = MessageStore(database)
        self.known_mails = KnownMails(database)
        self.threads = ThreadStore(database)
        self.results = ResultStore(database)
        self.problems = ProblemStore(database)
        self.runs = RunStore(database)
        self.reposts = RepostStore(database)
        self.sources = SourceStore(database)
        self.checking = Checking(database)

    @classmethod
    def open(
        cls, folder: Path, *, create: bool = False, read_only: bool = False, wait_seconds: float = WAIT_SECONDS
    ) -> Self:
        """Open a folder's archive; UserError where there is none (and none may be made), or it is not ours, or newer.

        `wait_seconds` is how long a writer waits for another one to end before it gives up.
        """
        return cls(folder, open_database(folder, create=create, read_only=read_only, wait_seconds=wait_seconds))

    def __enter__(self) -> Self:
        """Give the archive itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def transaction(self) -> AbstractContextManager[None]:
        """All writes inside happen, or none; a transaction inside joins the outer one.

        UserError where another import does not end in time.
        """
        return self._database.transaction()

    def snapshot(self) -> AbstractContextManager[None]:
        """All reads inside see one state, whatever an import commits meanwhile; nothing can be written inside."""
        return self._database.snapshot()

    @property
    def identity(self) -> str:
        """A random name that no other archive has: what was made from this archive is known by it."""
        return str(self._database.value("SELECT name FROM identity"))

    def counts(self) -> Counts:
        """How much there is."""
        row = self._database.row(_COUNTS)
        assert row is not None
        return Counts(*row)

    def close(self) -> None:
        """Close the connection to the database."""
        self._database.close()
