"""What results are looked for: conditions that a search hands to the store, free of any query language and of SQL."""

from dataclasses import dataclass
from typing import Final

# What a condition may speak of: a row of results, its machine, the change that it belongs to, its mail.
OF_ROWS: Final = frozenset(("suite", "test", "metric", "role", "kernel", "value", "runs"))
OF_MACHINES: Final = frozenset(("hw", "cpu", "mhz", "ram", "fs"))
OF_CHANGES: Final = frozenset(("delta", "dir"))
OF_MAILS: Final = frozenset(("author", "list", "message", "thread", "date", "has"))
FIELDS: Final = OF_ROWS | OF_MACHINES | OF_CHANGES | OF_MAILS
HAS: Final = ("table", "claim", "comment", "run", "profile", "relative", "condition")


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: a field is one of `values`, or lies from `low` to `high`, both inclusive and either open.

    Units of numbers: mhz in MHz, ram in MB, delta as a fraction (-0.2 is -20 %), value in the row's own unit. `kernel`
    takes version prefixes, labels and versions as bounds; `date` takes ISO dates or their beginnings ("2002",
    "2002-11") in UTC, or seconds since 1970, and a bound covers its whole period. A `*` at the end of a name stands
    for any rest. `negated` fits what does not fit, and what is unknown.
    """

    field: str
    values: tuple[str, ...] = ()
    low: str | float | None = None
    high: str | float | None = None
    negated: bool = False

    def __post_init__(self) -> None:
        """Refuse an unknown field and a condition that says nothing (ValueError: a fault of the caller's)."""
        if self.field not in FIELDS:
            message = f"no such field: {self.field}"
            raise ValueError(message)
        if not self.values and self.low is None and self.high is None:
            message = f"a condition on {self.field} without values or bounds"
            raise ValueError(message)


@dataclass(frozen=True, slots=True)
class ResultFilter:
    """Conditions that must all hold; none at all fits everything."""

    conditions: tuple[Condition, ...] = ()
