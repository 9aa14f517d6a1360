"""A fetch from its beginning to its end: the archive behind an address comes into a folder, and is kept up to date."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from archive.model import UserError
from ingest.fetch.addresses import Resolver, read_address, resolve_host
from ingest.fetch.book import Book, open_book
from ingest.fetch.crawl import Crawl, Found
from ingest.fetch.endings import Failed, Skipped, Stopped
from ingest.fetch.ledger import Entry, Settings, State, read_ledger
from ingest.fetch.manners import Clock, Manners, checked_contact, real_clock
from ingest.fetch.visitor import Visitor

_MOST_FAILURES = 5


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run did: documents that came, or came anew; that are what they were; whose mails came in a file of many;
    that are not there or not allowed; that failed, and that wait for a later run. Why it stopped early, and commands
    that do better than a fetch.
    """

    fetched: int = 0
    unchanged: int = 0
    covered: int = 0
    missing: int = 0
    failed: int = 0
    waiting: int = 0
    stopped: str | None = None
    commands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: addresses that are done, that wait, and the one that is asked for now."""

    done: int
    waiting: int
    url: str


Tell = Callable[[Progress], None]


def fetch(
    url: str,
    folder: Path,
    manners: Manners,
    *,
    clock: Clock | None = None,
    resolve: Resolver = resolve_host,
    tell: Tell | None = None,
) -> Outcome:
    """Fetch the archive at an address into a folder, or what is missing or may have changed there.

    UserError where there is no archive at the address, or the folder is another one's.
    """
    start = read_address(url)
    clock = clock or real_clock()
    with open_book(folder, str(start), clock.now) as book:
        until = book.ledger.not_before
        if until is not None and clock.now() < until:
            return Outcome(stopped=f"{start.site.shown_host} wants to be left alone until {until:%Y-%m-%d %H:%M} UTC")
        visitor = Visitor(start, manners, clock, resolve)
        crawl = Crawl(book, visitor, manners)
        settings = Settings(manners.contact, manners.pause, tuple(sorted(manners.hosts)), manners.is_private)
        book.begin(settings, asks_start=not crawl.is_closed(str(start)))
        try:
            return _run(book, crawl, tell or (lambda _progress: None))
        finally:
            visitor.close()


def fetch_again(
    folder: Path,
    contact: str | None = None,
    *,
    clock: Clock | None = None,
    resolve: Resolver = resolve_host,
    tell: Tell | None = None,
) -> Outcome:
    """Bring a fetched folder up to date with the settings of its last run; UserError where it is none."""
    ledger = read_ledger(folder)
    settings = ledger.settings or Settings("", 2.0)
    manners = Manners(
        contact=checked_contact(contact or settings.contact),
        pause=settings.pause,
        hosts=frozenset(settings.hosts),
        is_private=settings.is_private,
    )
    return fetch(ledger.url, folder, manners, clock=clock, resolve=resolve, tell=tell)


def _run(book: Book, crawl: Crawl, tell: Tell) -> Outcome:
    """Ask for what waits until nothing does, or until the site does not want it."""
    outcome, done, in_a_row = Outcome(), 0, 0
    try:
        while (entry := book.next()) is not None:
            tell(Progress(done, book.waiting, entry.url))
            found = _ask(book, crawl, entry)
            outcome, done = _count(outcome, found), done + 1
            in_a_row = in_a_row + 1 if found is Found.FAILED else 0
            if in_a_row == _MOST_FAILURES:
                raise Stopped(f"{in_a_row} requests in a row have failed: fetch again later")
    except Stopped as stopped:
        if stopped.until is not None:
            book.rest(stopped.until)
        # The address that was asked for when it stopped is asked for again.
        return replace(outcome, waiting=book.waiting + 1, stopped=str(stopped))
    book.end()
    return replace(outcome, commands=crawl.commands)


def _ask(book: Book, crawl: Crawl, entry: Entry) -> Found:
    try:
        return crawl.ask(entry)
    except Skipped as skipped:
        reason, state, found = str(skipped), State.SKIPPED, Found.MISSING
    except Failed as failed:
        reason, state, found = str(failed), State.FAILED, Found.FAILED
    book.none(entry, state, reason)
    if entry.url == book.ledger.url:
        book.end()
        raise UserError(f"{entry.url} cannot be fetched: {reason}")
    return found


def _count(outcome: Outcome, found: Found) -> Outcome:
    return replace(outcome, **{found.value: getattr(outcome, found.value) + 1})
