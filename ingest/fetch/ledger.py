"""The ledger of a fetched folder as its lines tell it: what is to be asked for, what came and where it lies.

Lines of JSON, only ever added to; one that a crash cut off is as good as not there.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from archive.model import UserError
from ingest.fetch.pages import Kind

FILE_NAME = "benchlore-fetch.jsonl"
FORMAT = "fetched archive"
VERSION = 1
_START = f'{{"benchlore": "{FORMAT}"'.encode()
_FILE = re.compile(r"files/[0-9a-f]{2}/[0-9a-f]{64}")


class State(StrEnum):
    """Where an address stands: to be asked for, there, or not there and why; COVERED is in a file of many mails."""

    WAITING = "waiting"
    GOT = "got"
    GONE = "gone"
    SKIPPED = "skipped"
    COVERED = "covered"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Entry:
    """An address, what it is asked for as, and what is known of it.

    `file` is where its document lies, below the folder; the ledger's line that says so, or why there is none, begins
    at byte `at`. `final` is the address that redirects led to, `validators` are the answer's headers that make the next
    request conditional, `checked` is when the site was asked last, `reason` is why there is nothing.
    """

    url: str
    kind: Kind
    state: State = State.WAITING
    file: str | None = None
    at: int = 0
    checked: datetime | None = None
    final: str = ""
    size: int = 0
    sha256: str = ""
    validators: tuple[tuple[str, str], ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a round was made: who asked, the pause in seconds, where redirects may lead, whether into private nets."""

    contact: str
    pause: float
    hosts: tuple[str, ...] = ()
    is_private: bool = False


@dataclass(slots=True)
class Ledger:
    """A ledger: the address that it starts from, its entries by address, the settings of its last round.

    `began` is when that round began, `is_open` whether it was cut short. `size` are the bytes of its whole lines.
    """

    url: str
    entries: dict[str, Entry] = field(default_factory=dict)
    settings: Settings | None = None
    began: datetime | None = None
    is_open: bool = False
    not_before: datetime | None = None
    size: int = 0

    def documents(self, after: int = 0) -> Iterator[Entry]:
        """The entries that hold mail, and those that should and do not, told by lines from byte `after` on."""
        for entry in self.entries.values():
            has_mail = entry.kind in (Kind.BULK, Kind.MESSAGE) and entry.file is not None
            is_lost = entry.state in (State.GONE, State.SKIPPED, State.FAILED)
            if (has_mail or is_lost) and entry.at >= after:
                yield entry

    def apply(self, told: Mapping[str, Any]) -> None:
        """Take in one line; KeyError, TypeError or ValueError where it is none of ours."""
        match told["do"]:
            case "round":
                self._round(told)
            case "end":
                self.is_open = False
            case "rest":
                self.not_before = datetime.fromisoformat(told["until"])
            case "ask":
                url = str(told["url"])
                known = self.entries.get(url) or Entry(url, Kind(told["as"]))
                self.entries[url] = replace(known, state=State.WAITING, reason="")
            case "got":
                self._got(told)
            case "same":
                self._change(told, state=State.GOT)
            case "none":
                self._change(told, state=State(told["is"]), reason=str(told["why"]), at=self.size)
            case other:
                raise ValueError(other)

    def _round(self, told: Mapping[str, Any]) -> None:
        if not self.is_open:
            self.began = datetime.fromisoformat(told["at"])
        hosts = tuple(map(str, told["hosts"]))
        self.settings = Settings(str(told["contact"]), float(told["pause"]), hosts, bool(told["private"]))
        self.is_open, self.not_before = True, None

    def _change(self, told: Mapping[str, Any], **changes: Any) -> None:
        known = self.entries[told["url"]]
        self.entries[told["url"]] = replace(known, checked=datetime.fromisoformat(told["at"]), **changes)

    def _got(self, told: Mapping[str, Any]) -> None:
        if _FILE.fullmatch(told["file"]) is None:
            raise ValueError(told["file"])
        self.entries[told["url"]] = Entry(
            url=told["url"],
            kind=Kind(told["as"]),
            state=State.GOT,
            file=told["file"],
            at=self.size,
            checked=datetime.fromisoformat(told["at"]),
            final=str(told["final"]),
            size=int(told["size"]),
            sha256=str(told["sha256"]),
            validators=tuple(
                (name.lower(), value) for name, value in told["headers"] if name.lower() in ("etag", "last-modified")
            ),
        )


def is_ledger(start: bytes) -> bool:
    """Whether a file is a ledger, by its first bytes."""
    return start.startswith(_START)


def read_ledger(folder: Path) -> Ledger:
    """The ledger in a folder; UserError where there is none, or it is damaged."""
    path = folder / FILE_NAME
    try:
        with path.open("rb") as file:
            head = file.readline(10_000)
            ledger = _head(head)
            for line in file:
                if line.endswith(b"\n"):
                    ledger.apply(json.loads(line))
                    ledger.size += len(line)
    except OSError as error:
        raise UserError(f"{path} cannot be read ({error.strerror or error}): check the path") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(f"{path} is damaged: fetch into a new folder") from error
    return ledger


def _head(line: bytes) -> Ledger:
    told = json.loads(line)
    if told["benchlore"] != FORMAT or not line.endswith(b"\n"):
        raise ValueError("not a ledger's first line")
    if told["version"] > VERSION:
        raise UserError("the folder was fetched by a newer Benchlore: update Benchlore to read it")
    return Ledger(str(told["url"]), size=len(line))
