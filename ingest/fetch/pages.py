"""What a page of an archive links to, and which of that is asked for: bulk files, then listings, then single mails."""

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from ingest.fetch.addresses import Address, Site
from ingest.fetch.periods import Period, period_in


class Kind(StrEnum):
    """What an address is asked for as."""

    LISTING = "listing"
    BULK = "bulk"
    MESSAGE = "message"
    ATTACHMENT = "attachment"


@dataclass(frozen=True, slots=True)
class Link:
    """An address that is asked for, and as what."""

    kind: Kind
    address: Address


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an archive: what a folder holds of a period, or all that it holds."""

    folder: tuple[str, ...]
    period: Period | None
    is_whole: bool = False

    def covers(self, other: "Part") -> bool:
        """Whether a file of this part has the mails of the other one."""
        if self.is_whole:
            return other.folder[: len(self.folder)] == self.folder
        is_same = self.period is not None and other.period is not None and self.period.end == other.period.end
        return is_same and self.folder == other.folder


_HREF = re.compile(
    r"""<a\s(?:[^<>]{0,2000}?\s)?href\s{0,9}=\s{0,9}(?:"([^"<>]{0,2000})"|'([^'<>]{0,2000})'|([^\s"'<>]{1,2000}))""",
    re.IGNORECASE,
)
_TWINS = {("http", 80), ("https", 443)}
_MOST_LINKS = 100_000
# Pages deeper than this below the start are no archive's.
_DEEPEST = 4
_MESSAGE = re.compile(r"(?:\d{3,7}|msg\d{4,7})\.html?")
_PACKED = r"(?:\.(?:gz|bz2|xz|zst))"
_MBOX = re.compile(rf"(.{{1,200}})\.(?:mbox|mbx){_PACKED}?", re.IGNORECASE)
_TEXT = re.compile(rf"(.{{1,200}})\.txt{_PACKED}?", re.IGNORECASE)
# The pages of one folder that list its mails, the best first; each of them names all.
_VIEWS = ("", "index.html", "maillist.html", "date.html", "thread.html", "threads.html", "subject.html", "author.html")
# MHonArc spreads a long list over several pages.
_FURTHER = (re.compile(r"mail\d{1,5}\.html"), re.compile(r"thrd\d{1,5}\.html"))
_ATTACHED = re.compile(r"att-\d{1,6}/[^/]{1,200}$|/(?:txt|gz|bin)(?:\d{5}|\w{10})\.\w{1,5}$")
_NO_TEXT = re.compile(
    r".*\.(?:png|gif|jpe?g|bmp|svg|ps|pdf|doc|xls|ppt|zip|rar|exe|rpm|deb|iso|k?o|mp3|mpg|mov|avi)", re.I
)
_NO_ARCHIVE = re.compile(r"att-\d{1,6}|attachments|icons")
_WHOLE = frozenset({"all", "archive", "archives", "list", "mbox"})

_MESSAGE_MARKS = ('<!-- body="start" -->', "<!--beginarticle-->", "<!--X-Body-of-Message-->", "<!--X-Body-Begin-->")
_PAGE_STARTS = (
    "<!doctype html",
    "<html",
    "<head",
    "<title",
    "<!--",
    "<?xml",
    "<body",
    "<h1",
    "<pre",
    "<table",
    "<!doctype",
)


def is_page(start: bytes) -> bool:
    """Whether a document is a web page, by its first bytes."""
    return start[:500].decode("latin-1").lstrip("\ufeff\xef\xbb\xbf \t\r\n").lower().startswith(_PAGE_STARTS)


def is_message(page: str) -> bool:
    """Whether a page shows a mail rather than a list of mails."""
    return any(mark in page for mark in _MESSAGE_MARKS)


def links(page: str, address: Address, root: Address) -> tuple[Link, ...]:
    """What to ask for of the links of a page; nothing above the folder of `root` or on another site.

    That is the bulk files, lists and mails that a list leads to, or a mail's attachments and its neighbours.
    """
    found = tuple(dict.fromkeys(_inside(_addresses(page, address), root)))
    messages = [link for link in found if link.folder == address.folder and _MESSAGE.fullmatch(link.name)]
    if is_message(page):
        # Its neighbours too: lists by thread leave some out (MHonArc those whose references run in a circle).
        return (*_attachments(found), *(Link(Kind.MESSAGE, link) for link in messages))
    bulk = _bulk(found, root)
    listings = list(_listings(found, address, root))
    if messages:
        further = _further(found, address)
        listings = [link for link in listings if link.folder != address.folder] + further
    elif bulk or any(link.folder != address.folder for link in listings):
        listings = [link for link in listings if link.folder != address.folder]
    wanted = [(Kind.BULK, bulk), (Kind.LISTING, listings), (Kind.MESSAGE, messages)]
    return tuple(Link(kind, link) for kind, group in wanted for link in group)


def part_of(kind: Kind, address: Address, root: Address) -> Part:
    """The part of the archive below `root` that an address is of."""
    names = _names(address, root, folder=kind is not Kind.BULK)
    period = period_in(names)
    own = period_in((root.folder.rstrip("/").rpartition("/")[2],))
    if period is None and own is not None:
        return Part(names, own)
    if kind is not Kind.BULK:
        return Part(names if period is None else names[: period.at], period)
    above = {name.lower() for name in root.folder.split("/") if name} | {name.lower() for name in names[:-1]}
    is_whole = period is None and names[-1].lower() in _WHOLE | above
    return Part(names[:-1] if period is None else names[: period.at], period, is_whole)


def view_of(address: Address) -> str:
    """What is equal for the pages that list the mails of one folder; the pages of a long list are apart."""
    return address.folder if address.name in _VIEWS else address.path


def _addresses(page: str, address: Address) -> Iterator[Address]:
    seen: set[Address] = set()
    for number, match in enumerate(_HREF.finditer(page)):
        if number == _MOST_LINKS:
            return
        link = html.unescape(next(group for group in match.groups() if group is not None)).partition("#")[0]
        target = address.join(link) if link else None
        if target is not None and not target.query and target not in seen:
            seen.add(target)
            yield target


def _inside(found: Iterable[Address], root: Address) -> Iterator[Address]:
    for given in found:
        # Pages of a site that has changed to https often name themselves by http still.
        link = replace(given, site=root.site) if _is_twin(given.site, root.site) else given
        is_below = link.site == root.site and link.path.startswith(root.folder)
        if is_below and link.path.count("/") - root.folder.count("/") <= _DEEPEST:
            yield link


def _is_twin(site: Site, other: Site) -> bool:
    return site.host == other.host and {(site.scheme, site.port), (other.scheme, other.port)} == _TWINS


def _names(link: Address, root: Address, *, folder: bool = False) -> tuple[str, ...]:
    """The names of a path below the root, a file's without its endings."""
    names = link.path.removeprefix(root.folder).split("/")
    if folder or not names[-1]:
        return tuple(names[:-1])
    match = _MBOX.fullmatch(names[-1]) or _TEXT.fullmatch(names[-1])
    return (*names[:-1], match.group(1) if match is not None else names[-1])


def _bulk(found: Iterable[Address], root: Address) -> list[Address]:
    """The files that hold many mails; of one period's several forms the packed one."""
    chosen: dict[tuple[str, ...], Address] = {}
    for link in found:
        names = _names(link, root)
        is_text = _TEXT.fullmatch(link.name) is not None and period_in(names) is not None
        if _MBOX.fullmatch(link.name) or is_text:
            known = chosen.get(names)
            if known is None or _rank(link) < _rank(known):
                chosen[names] = link
    return list(chosen.values())


def _rank(link: Address) -> tuple[bool, str]:
    is_packed = link.name.lower().endswith((".gz", ".bz2", ".xz", ".zst"))
    return not is_packed, link.name


def _listings(found: Iterable[Address], here: Address, root: Address) -> Iterator[Address]:
    """One page for each folder that lists its mails: the plainest of those that are linked."""
    views: dict[str, Address] = {}
    for link in found:
        if link.name not in _VIEWS or link == here or _is_no_archive(link, root):
            continue
        known = views.get(link.folder)
        if known is None or _VIEWS.index(link.name) < _VIEWS.index(known.name):
            views[link.folder] = link
    yield from views.values()


def _is_no_archive(link: Address, root: Address) -> bool:
    is_above = link.folder == root.folder and link.name == ""
    return is_above or any(_NO_ARCHIVE.fullmatch(name) for name in link.folder.removeprefix(root.folder).split("/"))


def _further(found: Iterable[Address], address: Address) -> list[Address]:
    for series in _FURTHER:
        pages = [link for link in found if link.folder == address.folder and series.fullmatch(link.name)]
        if pages:
            return pages
    return []


def _attachments(found: Iterable[Address]) -> Iterator[Link]:
    for link in found:
        if _ATTACHED.search(link.path) and not _NO_TEXT.fullmatch(link.name):
            yield Link(Kind.ATTACHMENT, link)
