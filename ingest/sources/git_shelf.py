"""Mails that are objects of a git repository: reading one, and what of those that were read is there no more."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, field

from archive.model import Message, Problem, Quality, Source
from ingest.sources.assemble import Found
from ingest.sources.git import GitError, Repository
from ingest.sources.history import Known, Withdrawn
from ingest.sources.mail import MAX_MAIL, read_mail

FORMAT = "public-inbox git"
_ID = 40
# Where more are missing, nothing was fetched but the history.
_MOST_HOLES = 1000


@dataclass(frozen=True, slots=True)
class Shelf:
    """A repository with mails: where it is, the list of mails that do not say theirs, and what is known of it.

    `locations` are all repositories of its inbox: a mail of one may be withdrawn in another.
    """

    repository: Repository
    location: str
    list_name: str
    locations: tuple[str, ...]
    known: Known

    def source(self, place: str) -> Source:
        """A place in the repository."""
        return Source(FORMAT, self.location, place)

    def mails(self, oid: str, raw: bytes) -> Iterator[Found]:
        """The mail that an object holds; a purged one is an empty object, and none."""
        if raw:
            yield from read_mail(raw, self.source(oid), Quality.RAW_MAIL, self.list_name)

    def too_long(self, oid: str, size: int) -> Problem:
        """What is said of an object that is longer than any mail."""
        return Problem(self.source(oid), f"an object of {size} bytes is not read: mails are shorter than {MAX_MAIL}")

    def withdrawn(self, oid: str, raw: bytes | None) -> Iterator[Withdrawn]:
        """The mail of an object is taken back, with the mails that it encloses; an object that is missing (None) may
        have been there when it was read.
        """
        if raw is None:
            read = [pair for location in self.locations for pair in self.known.read_at(location)]
            yield from (Withdrawn(key, place, self.locations) for key, place in read if place[:_ID] == oid)
            return
        for found in self.mails(oid, raw):
            if isinstance(found, Message):
                yield Withdrawn(found.key, found.source.place, self.locations)

    def read_before(self) -> frozenset[str]:
        """The objects whose mails were read already."""
        return frozenset(place[:_ID] for _, place in self.known.read_at(self.location))

    def vanished(self, live: Container[str]) -> Iterator[Withdrawn]:
        """What was read from objects that are no more in the repository's history."""
        for key, place in list(self.known.read_at(self.location)):
            if place[:_ID] not in live:
                yield Withdrawn(key, place, (self.location,))


@dataclass(slots=True)
class Holes:
    """Mails that a history names and its repository does not hold (a partial clone): those that were missing when it
    was read last, to be asked for again, and those that are missing now.
    """

    before: tuple[str, ...] = ()
    now: list[str] = field(default_factory=list)

    def found(self, shelf: Shelf, place: str) -> Problem:
        """What is said of a mail that is missing; GitError where so many are that only the history was fetched."""
        if len(self.now) >= _MOST_HOLES:
            error = "its mails are missing from it (a partial clone): fetch all of it"
            raise GitError(error)
        self.now.append(place)
        reason = "this mail is missing from the repository, or damaged there: fetch all of it and import again"
        return Problem(shelf.source(place), reason)
