"""The measurements of a post as a reader compares them: sections of rows, one column a kernel, repeats in one cell."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from archive.model import Span
from archive.results import Change, Kernel, Machine, Measurement, Table


@dataclass(frozen=True, slots=True)
class Column:
    """A kernel or variant that values stand under: its label, and the kernel with the basis of its attribution."""

    label: str
    kernel: Kernel | None


@dataclass(frozen=True, slots=True)
class Cell:
    """What one column says in one row: the measurements in posted order, and the change against the baseline."""

    measurements: tuple[Measurement, ...]
    change: Change | None = None

    @property
    def middle(self) -> float:
        """The median of the runs."""
        return median(measurement.value for measurement in self.measurements)

    @property
    def middle_name(self) -> str:
        """What `middle` is, in words."""
        return f"median of {len(self.measurements)}"


@dataclass(frozen=True, slots=True)
class Row:
    """A test under those of its settings that differ from row to row, with a cell for each column."""

    suite: str
    test: str
    settings: str
    unit: str | None
    cells: tuple[Cell, ...]

    @property
    def measurements(self) -> tuple[Measurement, ...]:
        """All measurements of the row."""
        return tuple(measurement for cell in self.cells for measurement in cell.measurements)

    @property
    def first(self) -> Measurement:
        """The measurement that was posted first; it names the row."""
        return min(self.measurements, key=posted_order)

    @property
    def own_warnings(self) -> tuple[str, ...]:
        """The warnings on its values and changes, each once."""
        on_values = (warning for measurement in self.measurements for warning in measurement.warnings)
        on_changes = (warning for cell in self.cells if cell.change for warning in cell.change.warnings)
        return tuple(dict.fromkeys((*on_values, *on_changes)))


@dataclass(frozen=True, slots=True)
class Section:
    """Rows that may be read against each other: one metric, direction, statistic and machine.

    `unit` is None where the rows have units of their own (AIM9's "Task Creations/second"); `test` and `settings` are
    what all rows share, `family` what their names begin with ("processes/fork"), `note` the test note of all changes
    ("single run, no test"), `baseline` their old side; `warnings` are on its tables or on every row.
    """

    tables: tuple[Table, ...]
    metric: str
    unit: str | None
    better: str | None
    role: str
    statistic: str
    machine: Machine | None
    suites: tuple[str, ...]
    test: str | None
    settings: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str | None = None
    title: str | None = None
    baseline: str | None = None
    family: str | None = None
    warnings: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """The section's anchor on its page."""
        return f"t{self.rows[0].first.id}"

    @property
    def is_secondary(self) -> bool:
        """Whether the tool prints these numbers beside its results (AIM9's iterations a second)."""
        return self.role != "primary"

    @property
    def has_changes(self) -> bool:
        """Whether any of its values is set against another."""
        return self.baseline is not None

    @property
    def subject(self) -> str:
        """What is measured: the suite, and the test or family where all rows have it."""
        shared = self.test or self.family
        return " ".join(dict.fromkeys((" and ".join(self.suites), *([shared] if shared else []))))

    @property
    def measured(self) -> str:
        """In what it is measured: the metric and the statistic."""
        statistic = "" if self.statistic == "sample" else f", {self.statistic}"
        return f"{self.metric.replace('_', ' ')}{statistic}"

    @property
    def heading(self) -> str:
        """What the section is about."""
        return f"{self.subject}: {self.measured}"

    @property
    def place(self) -> str:
        """The machine, for the contents of a post that has several."""
        return self.machine.hardware.text if self.machine else "machine not stated"

    @property
    def row_head(self) -> str:
        """The head of the column that names the rows."""
        return "Settings" if self.test and len(self.rows) > 1 else "Test"

    @property
    def is_paired(self) -> bool:
        """Whether it sets one kernel against one other, so that the change has a column of its own."""
        return self.has_changes and len(self.columns) == 2

    def label(self, row: Row) -> str:
        """What tells a row from the others of the section."""
        words = [row.suite] if len(self.suites) > 1 else []
        if not self.test:
            words.append(row.test.removeprefix(f"{self.family}/") if self.family else row.test)
        words += [row.settings] if row.settings else []
        return " ".join(words) or row.test

    def row_warnings(self, row: Row) -> tuple[str, ...]:
        """What stands under a row: warnings on its values, with their columns, and those on its one change."""
        columns: dict[str, list[str]] = {}
        for column, cell in zip(self.columns, row.cells, strict=True):
            for warning in dict.fromkeys(w for m in cell.measurements for w in m.warnings if w not in self.warnings):
                columns.setdefault(warning, []).append(column.label)
        several = len(self.columns) > 1
        on_values = [f"{', '.join(found)}: {warning}" if several else warning for warning, found in columns.items()]
        on_changes = (
            [warning for cell in row.cells for warning in self.change_warnings(row, cell)] if self.is_paired else []
        )
        return tuple(dict.fromkeys((*on_values, *on_changes)))

    def change_warnings(self, row: Row, cell: Cell) -> tuple[str, ...]:
        """The warnings on the change of a cell that are not said of the whole section or of the row's values."""
        said = {*self.warnings, *(warning for measurement in row.measurements for warning in measurement.warnings)}
        return tuple(warning for warning in (cell.change.warnings if cell.change else ()) if warning not in said)


def column_label(measurement: Measurement) -> str:
    """The kernel as posted, and what differs beside the version."""
    kernel = measurement.kernel.text if measurement.kernel else None
    words = [word for word in (kernel, measurement.variant) if word]
    return ", ".join(dict.fromkeys(words)) or "kernel not stated"


def posted_order(measurement: Measurement) -> tuple[int, int, int, int]:
    """A key that sorts the measurements of one mail as they were posted."""
    span = measurement.span
    return measurement.table.number, span.part, span.line, span.start


def table_span(table: Table) -> Span:
    """The place where a table begins."""
    return Span(table.part, table.first_line, 0, 0)


def rows_of(sections: Iterable[Section]) -> tuple[Row, ...]:
    """All rows of some sections."""
    return tuple(row for section in sections for row in section.rows)
