"""An epoch of a public-inbox (v2): one commit a mail, which is the file m; a commit with the file d takes one back."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import islice

from archive.model import Message
from ingest.sources.assemble import Found
from ingest.sources.git import ASKED_AT_ONCE, Entry, Repository
from ingest.sources.git_shelf import Holes, Shelf
from ingest.sources.history import News, Reached
from ingest.sources.mail import MAX_MAIL

# A commit tells when its mail came only where the archive took the mails around it in as they came.
_LIVE = timedelta(days=3)


@dataclass(frozen=True, slots=True)
class Epoch:
    """What of an epoch is to be read: from after the commit `old` (None: all of it) up to `head`.

    `holes` are the commits whose mails the repository lacks. `later` are the objects that later epochs take back; they
    matter where all of it is read. `is_rewritten`: it was read before, but up to a commit that its history holds no
    more.
    """

    shelf: Shelf
    head: str
    old: str | None
    holes: Holes
    is_rewritten: bool = False
    later: frozenset[str] = frozenset()

    @property
    def span(self) -> str:
        """The commits to read, in git's words."""
        return self.head if self.old is None else f"{self.old}..{self.head}"


def removals(repository: Repository, span: str) -> Mapping[str, str]:
    """The object that each commit of a span takes back."""
    return _objects(repository, span, "d")


def _objects(repository: Repository, span: str, name: str) -> Mapping[str, str]:
    """The object that each commit of a span puts at that name, whether the repository holds it or not."""
    found: dict[str, str] = {}
    commit = ""
    log = ("log", "--format=%H", "--raw", "--no-abbrev", "--no-renames", "--diff-filter=AM", span, "--", name)
    for line in repository.lines(*log):
        if line.startswith(":"):
            found[commit] = line.split(" ")[3]
        elif line:
            commit = line
    return found


def read_epoch(epoch: Epoch, reached: Callable[[str], Reached]) -> Iterator[News]:
    """The mails of an epoch in the order in which they came, and those that were taken back; first those that were
    missing before.

    What a later commit takes back is not read first. `reached` is told the commit at the end of each portion.
    """
    repository, known = epoch.shelf.repository, frozenset[str]()
    if epoch.is_rewritten:
        yield from epoch.shelf.vanished(frozenset(_objects(repository, epoch.span, "m").values()))
        known = epoch.shelf.read_before()
    removed = removals(repository, epoch.span)
    reader = _Reader(epoch, removed, Counter(removed.values()), known | epoch.later)
    entries = _entries(epoch)
    with repository.contents() as contents_of:
        if epoch.holes.before and epoch.old is not None:
            yield from _filled(epoch, contents_of)
            yield reached(epoch.old)
        while portion := list(islice(entries, ASKED_AT_ONCE)):
            yield from reader.read(portion, contents_of)
            yield reached(_commit(portion[-1]))


def _filled(epoch: Epoch, contents_of: Callable[[list[str]], Iterator[bytes | None]]) -> Iterator[News]:
    """The mails that were missing before; what was taken back since they were sent stays out."""
    repository = epoch.shelf.repository
    taken_back = frozenset(removals(repository, epoch.head).values()) | epoch.later
    reader = _Reader(epoch, {}, Counter(), taken_back)
    entries = repository.entries(map(_mail_of, epoch.holes.before))
    while portion := list(islice(entries, ASKED_AT_ONCE)):
        yield from reader.read(portion, contents_of)


@dataclass(slots=True)
class _Reader:
    """What is known on the way through an epoch: `ahead` counts the removals of an object that are still to come."""

    epoch: Epoch
    removed: Mapping[str, str]
    ahead: Counter[str]
    left_out: frozenset[str]
    last: datetime | None = None

    def read(self, portion: list[Entry], contents_of: Callable[[list[str]], Iterator[bytes | None]]) -> Iterator[News]:
        shelf = self.epoch.shelf
        wanted: list[tuple[str, str, bool]] = []
        for entry in portion:
            commit = _commit(entry)
            if (taken_back := self.removed.get(commit)) is not None:
                self.ahead[taken_back] -= 1
                wanted.append((commit, taken_back, True))
            if entry.oid is None:
                if self._is_missing(commit):
                    yield self.epoch.holes.found(shelf, commit)
            elif self.ahead[entry.oid] > 0 or entry.oid in self.left_out:
                continue
            elif entry.size > MAX_MAIL:
                yield shelf.too_long(entry.oid, entry.size)
            else:
                wanted.append((commit, entry.oid, False))
        contents = contents_of([oid for _, oid, _ in wanted])
        for (commit, oid, is_removal), raw in zip(wanted, contents, strict=True):
            if is_removal:
                yield from shelf.withdrawn(oid, raw)
            elif raw is None:
                yield self.epoch.holes.found(shelf, commit)
            else:
                yield from self._dated(shelf.mails(oid, raw), commit)

    def _is_missing(self, commit: str) -> bool:
        """A commit without a mail is usual; one that should have one is a hole."""
        return commit not in self.removed and "m" in self.epoch.shelf.repository.lines("ls-tree", "--name-only", commit)

    def _dated(self, mails: Iterator[Found], commit: str) -> Iterator[Found]:
        """A mail without a date came when it was committed, if the mail before it came about then."""
        for found in mails:
            if isinstance(found, Message) and found.date is None and self.last is not None:
                committed = datetime.fromtimestamp(self._time(commit), UTC)
                if abs(committed - self.last) < _LIVE:
                    yield replace(
                        found, date=committed, date_text=found.date_text or str(committed), date_basis="commit"
                    )
                    continue
            elif isinstance(found, Message):
                self.last = found.date or self.last
            yield found

    def _time(self, commit: str) -> int:
        # The author's time zone is wrong in some mirrors, the seconds are right.
        return int(next(self.epoch.shelf.repository.lines("log", "-1", "--format=%at", commit), "0"))


def _entries(epoch: Epoch) -> Iterator[Entry]:
    commits = epoch.shelf.repository.lines("rev-list", "--reverse", epoch.span)
    return epoch.shelf.repository.entries(map(_mail_of, commits))


def _mail_of(commit: str) -> str:
    return f"{commit}:m"


def _commit(entry: Entry) -> str:
    return entry.name.partition(":")[0]
