"""What a suite file says of its benchmark, and the rows that its reader finds in a mail."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from archive.results import Basis, Parameter
from archive.text import Line


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric's canonical name, unit and direction (higher | lower | None); `noise` is the relative spread that single
    runs are known to have.
    """

    name: str
    unit: str
    better: str | None
    description: str
    role: str = "primary"
    noise: float | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """A number as printed: its text, columns [start, end) on the physical line, value, and the step of its last printed
    digit.
    """

    raw: str
    start: int
    end: int
    value: float
    resolution: float | None


@dataclass(frozen=True, slots=True)
class Label:
    """Words of a mail that name a kernel, a variant or a machine: text as posted, line, columns [start, end), and how
    it is tied to the row.

    A head of two lines has the text of both joined by a blank and the place of the lower one. `description` is what the
    table's own legend says of the label (the title of a commit).
    """

    text: str
    line: int
    start: int
    end: int
    basis: Basis
    description: str | None = None


@dataclass(frozen=True, slots=True)
class RowSpread:
    """A spread of a value, before it has a place in a message: kind stdev | cv | ci | range | percent | unknown.

    `line` is given where it stands on another line than the value.
    """

    kind: str
    cell: Cell
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """One number of a row: which metric, where it stands, and everything that can differ from value to value on
    a line.

    `is_relative` marks a per cent of another result, or a normalised value, that is the only figure given: such a value
    becomes a RelativeResult and no measurement; `baseline` is the label of what it stands to.
    """

    metric: str
    cell: Cell
    metric_text: str
    unit: str | None
    unit_text: str | None
    better: str | None
    role: str = "primary"
    statistic: str = "sample"
    repeat: int | None = None
    runs: int | None = None
    spread: tuple[RowSpread, ...] = ()
    kernel: Label | None = None
    warnings: tuple[str, ...] = ()
    noise: float | None = None
    is_relative: bool = False
    baseline: Label | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A printed line that holds results: its values, and what the line and its table tell of them.

    `block` is the line number on which the row's table begins (its title, head or first row): rows of one block are one
    table.
    `kernel` is the label on the row itself; what headings and prose say is found later (ingest/attribute.py).
    `suite` names the benchmark where the reader is that of the harness which ran it (mmtests, lkp).
    """

    line: int
    block: int
    test: str
    test_text: str
    values: tuple[Value, ...]
    kernel: Label | None = None
    machine: Label | None = None
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    title: str | None = None
    suite_version: str | None = None
    harness: str | None = None
    warnings: tuple[str, ...] = ()
    suite: str | None = None


@dataclass(frozen=True, slots=True)
class Rerun:
    """Whether and how a test can be re-run: verdict runnable | tool | no adapter | hardware | destroys data | lost, and
    why.
    """

    verdict: str
    reason: str
    adapter: str | None = None


Reader = Callable[[Sequence[Line]], Iterator[Row]]


@dataclass(frozen=True, slots=True)
class Suite:
    """Everything that we know of one benchmark.

    `marks` are words or phrases in lower case, with whole words at their ends, one of which every text with the suite's
    rows holds; of texts that do, `hint` decides cheaply whether to read them (lower-cased; by default yes).
    `read` finds the rows, skips strangers and never raises.
    `tests` maps canonical test names to what the test does; `options` are option names that searches must not take for
    NOT ("-T"), `option_tests` which tests each of them stands for.
    `rerun` answers for a test name.
    """

    name: str
    title: str
    metrics: tuple[Metric, ...]
    tests: Mapping[str, str]
    parameters: Mapping[str, str]
    marks: tuple[str, ...]
    read: Reader
    rerun: Callable[[str], Rerun]
    hint: Callable[[str], bool] = lambda _text: True
    options: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    option_tests: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def metric(self, name: str) -> Metric:
        """The metric of that canonical name; KeyError where the suite has none."""
        for metric in self.metrics:
            if metric.name == name:
                return metric
        raise KeyError(name)
