"""The nouns of a re-run: what was measured here, on which machine, in answer to which post; frozen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from archive.results import Parameter


@dataclass(frozen=True, slots=True)
class RunValue:
    """One result of a re-run, in the suite's own terms: a sample for each repeat."""

    suite: str
    test: str
    metric: str
    unit: str
    better: str | None
    samples: tuple[float, ...]
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Run:
    """A re-run on this machine: when, under which kernel, how, on what machine (name, value), and what it gave."""

    id: str
    started: datetime
    kernel: str
    message_key: str | None
    seconds: float
    repeat: int
    machine: tuple[tuple[str, str], ...]
    values: tuple[RunValue, ...]
    rows: str
    """The result rows as printed, in the suite's own form."""
