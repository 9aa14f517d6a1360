"""What an import found and did, in numbers that add up."""

from dataclasses import dataclass, field, replace
from enum import StrEnum


class Outcome(StrEnum):
    """What became of a mail that was read."""

    NEW = "new"
    UPDATED = "updated"
    KNOWN = "already there"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """What an import found and did; found = new + updated + known + rejected.

    Problems are counted apart, and so are stored mails that their source had taken back. `reached` is how often a
    source said how far it was read: one that has nothing new says it once.
    """

    found: int = 0
    new: int = 0
    updated: int = 0
    known: int = 0
    rejected: int = 0
    problems: int = 0
    withdrawn: int = 0
    reached: int = field(default=0, compare=False)

    def plus(self, outcome: Outcome) -> "ImportSummary":
        """The summary after one more mail."""
        name = "known" if outcome is Outcome.KNOWN else outcome.value
        return replace(self, found=self.found + 1, **{name: getattr(self, name) + 1})

    def __add__(self, other: "ImportSummary") -> "ImportSummary":
        """The summary of both."""
        return ImportSummary(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))
