"""The nouns of results: tables, measurements, changes, claims, comments, corrections; frozen (docs/nouns.md,
docs/json.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from archive.circumstances import Circumstance
from archive.hardware import Hardware
from archive.kernels import KernelVersion
from archive.model import Author, Span

Parameter = str | int | float


class Basis(StrEnum):
    """On what an attribution rests."""

    ROW_LABEL = "row label"
    COLUMN_HEAD = "column head"
    HEADING = "heading"
    ROW_ORDER = "row order"
    PROSE = "prose"
    ALIAS = "alias"
    SUBJECT = "subject"
    NOTE_LINE = "note line"


@dataclass(frozen=True, slots=True)
class Attribution:
    """On what a kernel or a machine was given to a row: the basis, and the lines that it rests on (none for the
    subject).
    """

    basis: Basis
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Kernel:
    """The kernel that a value was measured on: the label as posted, its version if it has one, what the post says of
    the label.
    """

    text: str
    version: KernelVersion | None
    attribution: Attribution
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Machine:
    """The box that a value was measured on, and why we think so."""

    hardware: Hardware
    attribution: Attribution


@dataclass(frozen=True, slots=True)
class Spread:
    """A spread printed beside a value: kind stdev | cv | ci | range | percent | unknown."""

    kind: str
    value: float
    raw: str
    span: Span


@dataclass(frozen=True, slots=True)
class TableRef:
    """A table by its message and its 0-based number there."""

    message_key: str
    number: int


@dataclass(frozen=True, slots=True)
class Table:
    """A block of rows: kind result | profile | config | other; `copy_of` and `repost_of` name the table that this one
    repeats.
    """

    ref: TableRef
    part: int
    first_line: int
    last_line: int
    kind: str
    suite: str | None
    title: str | None = None
    quoted: bool = False
    copy_of: TableRef | None = None
    repost_of: TableRef | None = None
    warnings: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()

    @property
    def is_counted(self) -> bool:
        """Whether its rows are measurements of their own."""
        return self.copy_of is None and self.repost_of is None


@dataclass(frozen=True, slots=True)
class Measurement:
    """One number that a post reports of a run, typed and placed (design: JSON of a measurement; docs/json.md)."""

    id: str
    table: TableRef
    span: Span
    quoted: bool
    author: Author
    posted_by: Author | None
    suite: str | None
    test: str
    metric: str
    test_text: str
    metric_text: str
    value: float
    raw: str
    unit: str | None
    unit_text: str | None
    better: str | None
    resolution: float | None = None
    role: str = "primary"
    statistic: str = "sample"
    suite_version: str | None = None
    harness: str | None = None
    kernel: Kernel | None = None
    variant: str | None = None
    machine: Machine | None = None
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    repeat: int | None = None
    runs: int | None = None
    spread: tuple[Spread, ...] = ()
    warnings: tuple[str, ...] = ()
    noise: float | None = None


@dataclass(frozen=True, slots=True)
class RelativeResult:
    """A per cent or normalised value that is the only figure a post gives."""

    id: str
    table: TableRef
    span: Span
    suite: str | None
    test: str
    metric: str
    value: float
    raw: str
    unit: str
    kernel: Kernel | None = None
    baseline: Kernel | None = None
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a change: the kernel or variant, and the ids and values of its runs in posted order.

    Values are in the change's unit; the raw text of a run that was posted in another has that unit behind a blank.
    """

    label: str
    version: KernelVersion | None
    measurements: tuple[str, ...]
    values: tuple[float, ...]
    raws: tuple[str, ...]
    value: float
    """What is compared: the value of a single run, else the median of the runs."""

    @property
    def shown(self) -> str:
        """What is compared as text: a single run as printed, what was converted or is a median to ten digits."""
        is_printed = len(self.raws) == 1 and " " not in self.raws[0]
        return self.raws[0] if is_printed else f"{self.value:.10g}"


@dataclass(frozen=True, slots=True)
class Change:
    """Two groups of one post's measurements, equal in all but kernel or variant and repeat.

    `delta` is (new - old) / old of the values compared, never sign-turned, None at base 0; `verdict` slower | faster |
    same | different
    (no direction known) | unknown; `test_note` is what can be said of its significance ("single run,
    no test", "p=0.008 n=5").
    `pairing` is baseline | predecessor | both.
    """

    id: str
    message_key: str
    suite: str | None
    test: str
    metric: str
    unit: str | None
    better: str | None
    role: str
    statistic: str
    parameters: Mapping[str, Parameter]
    machine: Machine | None
    old: Side
    new: Side
    delta: float | None
    verdict: str
    test_note: str
    pairing: str
    p: float | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """Who says what is faster or slower, as written, beside what the numbers say: agrees | disagrees | untestable.

    `faster` and `slower` are labels as written (version, series or nickname); `reading` says how the claim was read and
    on what the
    verdict rests; `suggestion` is what a label that never existed probably means, with its reason in `warnings`.
    `changes` are the changes it was set beside, `text` is the whole statement.
    """

    id: str
    message_key: str
    span: Span
    author: Author
    quoted: bool
    suite: str | None
    tests: tuple[str, ...]
    faster: str | None
    slower: str | None
    amount: str | None
    condition: str | None
    verdict: str
    reading: str
    suggestion: str | None = None
    warnings: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """What a comment speaks of: kind row | claim | table | post, and the id of the measurement, claim, table or
    message.
    """

    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody says of rows, a claim, a table or a post: the lines it stands on, whom it is credited to, and its
    targets.

    `posted_by` is the sender of the mail where the words are a quotation of another (`author`).
    """

    id: str
    message_key: str
    span: Span
    last_line: int
    text: str
    author: Author
    posted_by: Author | None
    tests: tuple[str, ...]
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """What a later mail says is wrong with a value or a claim: shown beside it, never applied."""

    id: str
    message_key: str
    span: Span
    author: Author
    target: Target
    text: str


@dataclass(frozen=True, slots=True)
class Derived:
    """Everything that was read out of the messages of a thread; a thread is derived as a whole, so that import order
    never matters.
    """

    tables: tuple[Table, ...] = ()
    measurements: tuple[Measurement, ...] = ()
    relatives: tuple[RelativeResult, ...] = ()
    changes: tuple[Change, ...] = ()
    claims: tuple[Claim, ...] = ()
    comments: tuple[Comment, ...] = ()
    corrections: tuple[Correction, ...] = ()
    circumstances: tuple[Circumstance, ...] = ()
