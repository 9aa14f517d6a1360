"""How a post's measurements become tables: which rows and columns, in what order, and what stands beside them."""

from collections.abc import Sequence

import pytest

from archive.compare import changes
from archive.hardware import Hardware
from archive.kernels import parse
from archive.model import Author, Span
from archive.results import (
    Attribution,
    Basis,
    Kernel,
    Machine,
    Measurement,
    Table,
    TableRef,
)
from web.figures import DOTS_WIDTH, WIDTH, Figure, figure
from web.grouping import sections
from web.sections import Section
from web.wording import change_text, delta_text, number_text, parameters_text

POST = "post@example.org"
PLACE = Attribution(Basis.HEADING)
ANN = Author("Ann Example")


def value(line: int, kernel: str | None, raw: str, **given: object) -> Measurement:
    number = int(str(given.pop("table", 0)))
    box = given.pop("machine", None)
    fields: dict[str, object] = {
        "id": f"r{line}.{raw}.{given.get('metric', 'rate')}",
        "table": TableRef(POST, number),
        "span": Span(0, line, 0, len(raw)),
        "quoted": False,
        "author": ANN,
        "posted_by": None,
        "suite": "hdparm",
        "test": "cached_reads",
        "metric": "rate",
        "test_text": "-T",
        "metric_text": "rate",
        "value": float(raw),
        "raw": raw,
        "unit": "MB/s",
        "unit_text": "MB/s",
        "better": "higher",
        "kernel": Kernel(kernel, parse(kernel), PLACE) if kernel else None,
        "machine": Machine(Hardware(str(box)), PLACE) if box else None,
    }
    return Measurement(**(fields | given))  # type: ignore[arg-type]


def arranged(measurements: Sequence[Measurement], tables: Sequence[Table] = ()) -> tuple[Section, ...]:
    return sections(tables, measurements, changes(measurements))


def table(number: int, **given: object) -> Table:
    return Table(TableRef(POST, number), 0, 1, 9, "result", "hdparm", **given)  # type: ignore[arg-type]


def test_blocks_with_the_kernel_in_their_heading_become_one_table_a_machine() -> None:
    measurements = [
        *(
            value(2, "2.2.18", "37.4", table=0, machine="P133 80M"),
            value(5, "2.4.0", "38.2", table=1, machine="P133 80M"),
        ),
        *(
            value(8, "2.2.18", "37.1", table=2, machine="P133 32M"),
            value(9, "2.4.0", "37.2", table=3, machine="P133 32M"),
        ),
    ]
    found = arranged(measurements)
    assert [(section.place, [column.label for column in section.columns]) for section in found] == [
        ("P133 80M", ["2.2.18", "2.4.0"]),
        ("P133 32M", ["2.2.18", "2.4.0"]),
    ]


def test_columns_stand_by_version_although_the_post_changes_their_order() -> None:
    posted = ["2.6.0-test9-as", "2.6.0-test5", "2.6.0-test9"]
    (section,) = arranged([value(line, kernel, "9.0") for line, kernel in enumerate(posted, start=1)])
    assert [column.label for column in section.columns] == ["2.6.0-test5", "2.6.0-test9", "2.6.0-test9-as"]


def test_free_labels_stand_as_posted() -> None:
    (section,) = arranged([value(1, "vanilla", "9.0"), value(2, "patched", "8.0"), value(3, None, "7.0")])
    assert [column.label for column in section.columns] == ["vanilla", "patched", "kernel not stated"]


def test_runs_of_one_kernel_are_one_cell_with_their_median() -> None:
    runs = [value(1, "2.2.18", raw, span=Span(0, 1, at, at + 3)) for at, raw in enumerate(("6.0", "9.0", "7.0"))]
    (section,) = arranged(runs)
    ((cell,),) = (row.cells for row in section.rows)
    assert [measurement.raw for measurement in cell.measurements] == ["6.0", "9.0", "7.0"]
    assert (cell.middle, cell.middle_name) == (7.0, "median of 3")


def test_rows_differ_in_their_settings_and_what_they_share_is_said_once() -> None:
    measurements = [
        value(line, "2.4.0", "9.0", parameters={"clients": clients, "file_size": 8192})
        for line, clients in enumerate((1, 5), start=1)
    ]
    (section,) = arranged(measurements)
    assert section.settings == "file size 8192"
    assert [section.label(row) for row in section.rows] == ["clients 1", "clients 5"]
    assert section.row_head == "Settings"


def test_units_that_differ_from_row_to_row_stand_in_the_rows() -> None:
    (section,) = arranged(
        [value(1, "2.4.0", "9.0", unit="Forks/second"), value(2, "2.4.0", "8.0", test="x", unit="Jumps/second")]
    )
    assert section.unit is None
    assert [row.unit for row in section.rows] == ["Forks/second", "Jumps/second"]


def test_metrics_have_tables_of_their_own_and_secondary_ones_come_last() -> None:
    measurements = [
        value(line, "2.4.0", "9.0", metric=metric, role=role)
        for line, (metric, role) in enumerate([("loops", "secondary"), ("rate", "primary"), ("latency", "primary")])
    ]
    assert [section.metric for section in arranged(measurements)] == ["rate", "latency", "loops"]


def test_changes_stand_in_the_column_of_the_newer_kernel_against_the_baseline() -> None:
    (section,) = arranged([value(1, "2.2.18", "10.0"), value(2, "2.4.0", "8.0"), value(3, "2.5.1", "12.0")])
    ((oldest, middle, newest),) = (row.cells for row in section.rows)
    assert oldest.change is None
    assert middle.change is not None
    assert newest.change is not None
    assert (middle.change.old.label, newest.change.old.label) == ("2.2.18", "2.2.18")
    assert change_text(middle.change) == "−20.0 % slower"
    assert (section.note, section.baseline) == ("single run, no test", "2.2.18")


def test_a_warning_that_all_rows_have_is_said_over_the_table_and_another_at_its_row() -> None:
    measurements = [
        value(1, "2.4.0", "9.0", warnings=("not correct",)),
        value(2, "2.4.0", "8.0", test="x", warnings=("not correct", "slip")),
    ]
    (section,) = arranged(measurements, [table(0, warnings=("see graphs",))])
    assert section.warnings == ("see graphs", "not correct")
    assert [section.row_warnings(row) for row in section.rows] == [(), ("slip",)]


def test_a_warning_on_a_value_names_its_column_and_one_on_a_change_stands_in_its_cell() -> None:
    measurements = [
        value(1, "2.2.18", "0.03", resolution=0.01),
        value(2, "2.4.0", "0.04", resolution=0.01),
        value(3, "2.5.1", "9.00", resolution=0.01, warnings=("slip",)),
    ]
    (section,) = arranged(measurements)
    (row,) = section.rows
    assert section.row_warnings(row) == ("2.5.1: slip",)
    assert [section.change_warnings(row, cell) for cell in row.cells] == [(), ("a step of the printed resolution",), ()]


def test_the_family_of_all_tests_is_said_once() -> None:
    (section,) = arranged(
        [value(1, "2.4.0", "9.0", test="processes/fork"), value(2, "2.4.0", "9.0", test="processes/exec")]
    )
    assert section.heading == "hdparm processes: rate"
    assert [section.label(row) for row in section.rows] == ["fork", "exec"]


@pytest.mark.parametrize(
    ("delta", "text"),
    [
        *((-0.4134, "−41.3 %"), (0.0004, "±0.0 %"), (-0.0004, "±0.0 %"), (0.0, "±0.0 %"), (0.1, "+10.0 %")),
        *((14.158, "+1,416 %"), (None, "no per cent (base is 0)"), (-1.0, "−100.0 %")),
    ],
)
def test_a_change_in_per_cent_always_has_its_sign(delta: float | None, text: str) -> None:
    assert delta_text(delta) == text


def test_numbers_and_settings_in_words() -> None:
    assert number_text(9.640900000000001) == "9.6409"
    assert parameters_text({"threads": 8, "file_size": 1.5}) == "file size 1.5, threads 8"


def test_bars_share_a_scale_and_lie_on_the_side_of_their_sign() -> None:
    (section,) = arranged(
        [
            value(1, "2.2.18", "10.0"),
            value(2, "2.4.0", "5.0"),
            value(3, "2.2.18", "10.0", test="x"),
            value(4, "2.4.0", "12.5", test="x"),
        ]
    )
    drawn = figure(section)
    half, quarter = drawn.bar(-0.5), drawn.bar(0.25)
    assert (half.x, half.width) == (0.0, WIDTH / 2)
    assert (quarter.x, quarter.width) == (WIDTH / 2, WIDTH / 4)
    assert Figure(1.0).bar(-30.0).width == WIDTH / 2


def test_dots_lie_between_the_lowest_and_the_highest_run_of_their_row() -> None:
    runs = [value(1, "2.2.18", raw, span=Span(0, 1, at, at + 3)) for at, raw in enumerate(("6.0", "9.0", "7.5"))]
    (section,) = arranged(runs)
    row = section.rows[0]
    low, high, middle = figure(section).dots(row, row.cells[0])
    assert (low + high) / 2 == middle == DOTS_WIDTH / 2
    assert 0 < low < high < DOTS_WIDTH
