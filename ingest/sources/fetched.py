"""A folder that `benchlore fetch` filled: its ledger says from which address each file came, which is its location."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote, urljoin

from archive.model import Problem, Source, UserError
from ingest.fetch.ledger import FILE_NAME, Entry, State, is_ledger, read_ledger
from ingest.fetch.periods import period_in
from ingest.headers import list_name
from ingest.sources.assemble import Origin

__all__ = ["FILE_NAME", "documents", "is_ledger"]

# Parts of an address that name no list.
_NO_LIST = re.compile(
    r"(?:all|archives?|files?|html|hypermail|index|lists?|mail(?:man\d?)?|maillist|mbox|mboxes|mhonarc|ml|pipermail|private"
    r"|public|raw|t|threads?|(?:msg)?\d+)?",
    re.IGNORECASE,
)
_ENDINGS = re.compile(r"\.(?:mbox|mbx|txt|html?|gz|bz2|xz|zst)\Z", re.IGNORECASE)


def documents(folder: Path, given: str | None, after: int = 0) -> Iterator[tuple[Path, Origin] | Problem]:
    """The files with mail of a fetched folder, each with its origin, and a Problem for each that could not be fetched.

    Only what the ledger tells from its byte `after` on; a damaged ledger is a Problem.
    """
    try:
        ledger = read_ledger(folder)
    except UserError as error:
        yield Problem(Source("fetch", str(folder)), str(error))
        return
    by_address = {address: entry for entry in ledger.entries.values() for address in (entry.url, entry.final)}
    for entry in ledger.documents(after):
        location = entry.final or entry.url
        path = _file(folder, entry)
        if path is not None:
            shown = _list_of(location)
            yield path, Origin(location, given, shown, shown, beside=_beside(folder, location, by_address))
        elif entry.file is not None:
            yield Problem(Source("fetch", location), "the fetched file is not there any more: fetch again")
        if entry.state not in (State.GOT, State.WAITING, State.COVERED):
            yield Problem(Source("fetch", entry.url), f"not fetched: {entry.reason}")


def _file(folder: Path, entry: Entry) -> Path | None:
    """Where a document lies; links of the file system are not followed."""
    if entry.file is None:
        return None
    path = folder.resolve() / entry.file
    return path if path.is_file() and path.resolve() == path else None


def _beside(folder: Path, location: str, by_address: Mapping[str, Entry]) -> Callable[[str], Path | None]:
    """How a page's links lead to the files that were fetched with it."""

    def look(link: str) -> Path | None:
        entry = by_address.get(urljoin(location, link))
        return _file(folder, entry) if entry is not None else None

    return look


def _list_of(location: str) -> str:
    """The list that an address names: its last part that is neither a period nor a word of archives, else the host."""
    host, *names = location.partition("://")[2].partition("?")[0].split("/")
    for name in reversed([unquote(name) for name in names]):
        stem = name
        while (shorter := _ENDINGS.sub("", stem)) != stem:
            stem = shorter
        is_message_id = "@" in stem
        if period_in((stem,)) is None and not is_message_id and _NO_LIST.fullmatch(stem) is None:
            return list_name(stem)
    return host.partition(":")[0]
