"""ebizzy: what its threads did adds up, and statistics lie in order."""

from archive.text import lines
from suites.base import Row
from suites.ebizzy import SUITE


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_threads_that_do_not_add_up_are_warned_of() -> None:
    (row,) = read("21026 records/s 10515 1051\n")
    assert row.warnings == ("the 2 threads make 11566, not 21026 records/s: one of the figures is mistyped",)
    assert row.parameters == {"threads": 2}


def test_a_mean_outside_its_smallest_and_largest_run_is_warned_of() -> None:
    rows = read("ebizzy\nKernel     N  Min      Max    Avg\n6.6.0      5  38      40    45\n")
    assert rows[0].warnings == ("the mean 45 is not between 38 and 40: one of them is mistyped",)


def test_options_of_the_command_are_settings_of_the_table_below_it() -> None:
    (row,) = read("ebizzy -t 32 -S 200\n           base      patch\n1VM        1000     1100\n")
    assert row.parameters == {"threads": 32, "seconds": 200, "vms": 1}


def test_a_table_that_does_not_follow_its_name_is_not_taken() -> None:
    assert read("ebizzy\n\nfio randread\n           base      patch\n1VM        1000     1100\n") == []


def test_a_deviation_in_a_row_of_its_own_is_the_averages_spread() -> None:
    (row,) = read(
        "Records/s	base	patch\nAverage		11350.29	21760.36\nMean deviation	396.56		881.40\n"
    )
    assert [[spread.cell.value for spread in value.spread] for value in row.values] == [[396.56], [881.4]]
