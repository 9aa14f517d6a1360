"""What comes of each answer: the document is kept, its links are asked for, and what is closed is left in peace."""

from collections.abc import Mapping
from enum import StrEnum
from itertools import islice
from typing import BinaryIO

from archive.model import Message, UserError
from ingest.fetch import pages, public_inbox
from ingest.fetch.addresses import Address, read_address
from ingest.fetch.book import Book
from ingest.fetch.endings import Skipped, Stopped
from ingest.fetch.ledger import Entry, State
from ingest.fetch.manners import Manners
from ingest.fetch.pages import Kind
from ingest.fetch.visitor import Visitor
from ingest.fetch.wire import Answer, Caps
from ingest.sources.detect import read

_LARGEST_PAGE = 10_000_000
_PAGE = Caps(_LARGEST_PAGE, 120.0)
_BULK_SECONDS = 6 * 3600.0
_MOST_ENTRIES = 1_000_000
_START = 1 << 16
_FIRST_FOUND = 3
# Multiple Choices is public-inbox's word for an id that it does not have.
_GONE = (300, 404, 410)


class Found(StrEnum):
    """What came of asking for an address; the values are the counts of an Outcome."""

    FETCHED = "fetched"
    UNCHANGED = "unchanged"
    MISSING = "missing"
    FAILED = "failed"
    COVERED = "covered"


class Crawl:
    """A walk through one archive, from its start down."""

    def __init__(self, book: Book, visitor: Visitor, manners: Manners) -> None:
        """Nothing is asked for yet."""
        self._book = book
        self._visitor = visitor
        self._bulk = Caps(manners.largest, _BULK_SECONDS)
        self._left = manners.most
        start = book.ledger.entries.get(book.ledger.url)
        self._root = read_address((start.final if start is not None else "") or book.ledger.url)
        self.commands: tuple[str, ...] = ()
        self._views: dict[str, str] = {}
        self._covered: set[pages.Part] = set()
        for entry in book.ledger.entries.values():
            address = read_address(entry.final or entry.url)
            if entry.kind is Kind.LISTING:
                self._views[pages.view_of(address)] = entry.url
            elif entry.kind is Kind.BULK and entry.file is not None:
                self._covered.add(pages.part_of(entry.kind, address, self._root))

    def is_closed(self, url: str) -> bool:
        """Whether an address is never asked for again: a mail that is there, a month that is over."""
        entry = self._book.ledger.entries.get(url)
        if entry is None or entry.state is State.WAITING or entry.checked is None:
            return False
        if entry.kind in (Kind.MESSAGE, Kind.ATTACHMENT):
            return entry.state is not State.FAILED
        period = pages.part_of(entry.kind, read_address(entry.url), self._root).period
        return entry.state in (State.GOT, State.COVERED) and period is not None and period.is_over(entry.checked)

    def ask(self, entry: Entry) -> Found:
        """Ask for an address and keep what comes; Skipped, Failed or Stopped where nothing can."""
        address = read_address(entry.url)
        if self._is_start(entry):
            # The page of a whole thread is far longer than its mbox.
            address = public_inbox.thread_mbox(address) or address
        elif self._is_covered(entry.kind, address):
            self._book.none(entry, State.COVERED, "its mails are in a file of many")
            return Found.COVERED
        return self._ask_at(entry, address)

    def _is_covered(self, kind: Kind, address: Address) -> bool:
        """Whether the mails of a page came in a file of its month, or of the whole list."""
        if kind not in (Kind.LISTING, Kind.MESSAGE):
            return False
        page = pages.part_of(kind, address, self._root)
        return any(part.covers(page) for part in self._covered)

    def _ask_at(self, entry: Entry, address: Address) -> Found:
        with self._book.incoming() as sink:
            caps = self._bulk if entry.kind is Kind.BULK or self._is_start(entry) else _PAGE
            answer = self._visitor.get(address, sink, caps, self._conditions(entry))
            if answer.status == 200:
                return self._take(entry, answer, sink)
        if answer.status == 304 and entry.file is not None and self._book.holds(entry):
            if entry.kind is Kind.LISTING:
                page = (self._book.folder / entry.file).read_bytes()[:_LARGEST_PAGE]
                self._follow(page.decode("utf-8", "replace"), read_address(entry.final))
            self._book.same(entry)
            return Found.UNCHANGED
        if answer.status in _GONE and not self._is_start(entry):
            self._book.none(entry, State.GONE, f"not there ({answer.status})")
            return Found.MISSING
        raise Skipped(f"the server answers {answer.status}")

    def _take(self, entry: Entry, answer: Answer, sink: BinaryIO) -> Found:
        self._left -= sink.seek(0, 2)
        if self._left < 0:
            raise Stopped("this run has fetched as much as one may: fetch again to go on")
        sink.seek(0)
        start = sink.read(_START)
        if self._is_start(entry):
            self._root = answer.address
            self._views[pages.view_of(self._root)] = entry.url
        if pages.is_page(start):
            sink.seek(0)
            return self._take_page(entry, answer, sink, sink.read(_LARGEST_PAGE).decode("utf-8", "replace"))
        kind = entry.kind
        if kind is Kind.LISTING:
            if not _holds_mail(sink):
                raise Skipped("neither a page of an archive nor mails")
            kind = Kind.MESSAGE if answer.address.name == "raw" else Kind.BULK
        return self._keep(entry, kind, answer, sink)

    def _take_page(self, entry: Entry, answer: Answer, sink: BinaryIO, page: str) -> Found:
        if entry.kind is Kind.BULK:
            raise Skipped("a page came instead of mails")
        kind: Kind = entry.kind
        if kind is Kind.LISTING and self._is_start(entry):
            inbox = public_inbox.inbox_of(page, answer.address)
            if inbox is not None:
                return self._take_inbox(entry, answer.address, inbox)
            kind = self._kind_of_start(page, answer.address, sink)
        elif kind is Kind.LISTING and pages.is_message(page):
            kind = Kind.MESSAGE
        if kind is not Kind.ATTACHMENT:
            # Before it is kept: after a crash in between, it is asked for again, and no link is lost.
            self._follow(page, answer.address, kind if self._is_start(entry) else None)
        return self._keep(entry, kind, answer, sink)

    def _kind_of_start(self, page: str, address: Address, sink: BinaryIO) -> Kind:
        if public_inbox.is_inbox_list(page):
            raise Skipped("it lists inboxes: give the address of one of them")
        if pages.is_message(page):
            return Kind.MESSAGE
        if pages.links(page, address, self._root):
            return Kind.LISTING
        if _holds_mail(sink):
            return Kind.MESSAGE
        raise Skipped("no list of mails is there that could be followed: give the address of the archive's index")

    def _take_inbox(self, entry: Entry, address: Address, inbox: Address) -> Found:
        raw = public_inbox.raw_mail(address, inbox)
        if raw is not None:
            return self._ask_at(entry, raw)
        with self._book.incoming() as sink:
            answer = self._visitor.get(public_inbox.mirror_page(inbox), sink, _PAGE)
            sink.seek(0)
            page = sink.read(_LARGEST_PAGE).decode("utf-8", "replace")
        self.commands = public_inbox.clone_commands(page if answer.status == 200 else "", inbox)
        self._book.none(entry, State.SKIPPED, "a public-inbox is cloned, not fetched")
        return Found.MISSING

    def _keep(self, entry: Entry, kind: Kind, answer: Answer, sink: BinaryIO) -> Found:
        is_new = self._book.got(entry, kind, answer, sink)
        if kind is Kind.BULK:
            self._covered.add(pages.part_of(kind, answer.address, self._root))
        return Found.FETCHED if is_new else Found.UNCHANGED

    def _follow(self, page: str, address: Address, start: Kind | None = None) -> None:
        """Ask for the links of a page that are not known yet, or are open and were not asked for in this round.

        `start` is what the archive's start turns out to be, where that is the page: one that is a mail stands alone.
        """
        start = start or self._book.ledger.entries[self._book.ledger.url].kind
        for link in pages.links(page, address, self._root):
            if start is Kind.MESSAGE and link.kind is not Kind.ATTACHMENT:
                continue
            url = str(link.address)
            view = pages.view_of(link.address)
            known = self._known(self._views.get(view, url) if link.kind is Kind.LISTING else url)
            if known is None:
                if len(self._book.ledger.entries) >= _MOST_ENTRIES:
                    raise Stopped(f"the archive has more than {_MOST_ENTRIES:,} pages: fetch it in parts")
                if link.kind is Kind.LISTING:
                    self._views[view] = url
                self._book.ask(url, link.kind)
            elif not self.is_closed(known.url) and not self._is_asked(known):
                self._book.ask(known.url, known.kind)

    def _known(self, url: str) -> Entry | None:
        """The entry of an address, also from the time when the site had the other scheme."""
        entries = self._book.ledger.entries
        scheme, _, rest = url.partition("://")
        return entries.get(url) or entries.get(f"{'http' if scheme == 'https' else 'https'}://{rest}")

    def _is_asked(self, entry: Entry) -> bool:
        began = self._book.ledger.began
        is_done = entry.checked is not None and began is not None and entry.checked >= began
        return entry.state is State.WAITING or is_done

    def _conditions(self, entry: Entry) -> Mapping[str, str]:
        """The headers that let the site answer 304 where nothing has changed."""
        names = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}
        valid = ((name, value) for name, value in entry.validators if value.isascii() and value.isprintable())
        return {names[name]: value for name, value in valid} if self._book.holds(entry) else {}

    def _is_start(self, entry: Entry) -> bool:
        return entry.url == self._book.ledger.url


def _holds_mail(document: BinaryIO) -> bool:
    """Whether the readers of sources find a mail at a document's beginning."""
    document.seek(0)
    try:
        return any(isinstance(found, Message) for found in islice(read(None, document), _FIRST_FOUND))
    except UserError:
        return False
