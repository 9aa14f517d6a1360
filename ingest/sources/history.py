"""What a reader of a growing source tells beside mails: what was withdrawn, and how far it was read."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from archive.model import Message, Problem


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A copy that its source holds no more: of the mail with this key, or one kept beside it under its id.

    It was read at one of these locations, at this place.
    """

    key: str
    place: str
    locations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reached:
    """Everything before this is all that a source held up to a state (a cursor in its reader's own words).

    `kind` names the reader.
    """

    location: str
    kind: str
    state: str


News = Message | Problem | Withdrawn | Reached


class Known(Protocol):
    """What is known already of a source."""

    def state(self, location: str) -> str | None:
        """The state that was reached last, None before the first time."""

    def read_at(self, location: str) -> Iterable[tuple[str, str]]:
        """Key and place of every copy that was read at a location."""


class NothingKnown:
    """The knowledge of somebody who reads a source for the first time."""

    def state(self, location: str) -> str | None:  # noqa: ARG002 - the protocol asks for it
        """None."""
        return None

    def read_at(self, location: str) -> Iterable[tuple[str, str]]:  # noqa: ARG002 - the protocol asks for it
        """Nothing."""
        return ()
