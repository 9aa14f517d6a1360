from archive.text import lines
from suites.aim9 import SUITE
from suites.base import Row


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_form_a_gives_operations_first_and_iterations_as_a_secondary_figure() -> None:
    [row] = read("fork_test 10000 56.2         5620.00 Task Creations/second\n")
    operations, iterations = row.values
    assert (row.test, operations.cell.raw, operations.unit, operations.better) == (
        "fork_test",
        "5620.00",
        "Task Creations/second",
        "higher",
    )
    assert (iterations.cell.value, iterations.role) == (56.2, "secondary")


def test_form_b_takes_its_unit_from_the_line_above_and_its_kernel_from_the_bracket() -> None:
    text = "Sequential Disk Writes (K)/second\n17 disk_wrt[2.5.52mm1]60.08      630       10.48602      53688.42 \n"
    [row] = read(text)
    assert row.kernel is not None
    assert (row.test, row.kernel.text, row.values[0].cell.value) == ("disk_wrt", "2.5.52mm1", 53688.42)
    assert row.values[0].unit_text == "Sequential Disk Writes (K)/second"


def test_every_number_stands_where_its_columns_say() -> None:
    text = "> > 12 fork_test          60.01      1215      20.24663      2024.66\n"
    [row] = read(text)
    assert [text[value.cell.start : value.cell.end] for value in row.values] == ["2024.66", "20.24663"]


def test_a_misspelt_name_is_put_right_where_unit_and_factor_prove_it() -> None:
    [row] = read("mul_ine 10000 1162.1       278904.00 Thousand Integer Multiplies/second\n")
    assert (row.test, row.test_text) == ("mul_int", "mul_ine")
    assert row.warnings == ("posted as mul_ine; its unit and factor 240 are those of mul_int",)


def test_a_misspelt_name_is_no_row_where_the_factor_says_otherwise() -> None:
    assert read("mul_ine 10000 1162.1       999999.00 Thousand Integer Multiplies/second\n") == []


def test_a_broken_product_is_kept_as_posted_and_flagged() -> None:
    [row] = read("35 mul_long           60.00      75674     1261.23333      02696.00\n")
    assert row.values[0].cell.value == 2696.0
    assert row.warnings == ("02696.00 is not 1261.23333 iterations/s x 240 = 302696.00: one of the two is mistyped",)


def test_another_file_size_is_read_from_the_factor_of_a_disk_test() -> None:
    [row] = read("16 disk_rd            60.01      2809      46.80887     479322.83 Sequential Disk Reads (K)/second\n")
    assert (row.parameters, row.warnings) == ({"file_size_kb": 10240}, ())


def test_a_rate_is_known_to_one_tick_of_its_elapsed_time() -> None:
    [row] = read("creat-clo 10020 23.7525        23752.50 File Creations and Closes/second\n")
    assert row.values[0].cell.resolution == 23752.50 * 0.01 / 10.02


def test_rows_stay_one_table_over_note_lines_and_blanks_but_not_over_prose() -> None:
    first = "fork_test 10000 56.2         5620.00 Task Creations/second\n^^^^^ Here it is\n\n"
    second = "exec_test 10010 16.6833           83.42 Program Loads/second\n"
    assert {row.block for row in read(first + second)} == {1}
    assert {row.block for row in read(first + "And now for something else.\n" + second)} == {1, 5}


def test_lines_that_only_look_like_rows_give_nothing() -> None:
    strangers = (
        "fork_test 100 3 children were created in 5620.00 seconds\n"
        "some_thing 10000 56.2 5620.00 Things/second\n"
        "c026cc5c 81       0.952493    tcp_v4_send_check\n"
        "12 fork_test          60.01      1215      20.25      2024.66\n"
    )
    assert read(strangers) == []


def test_a_rate_printed_without_its_last_zeros_is_no_less_exact() -> None:
    [row] = read("disk_rd 10000 38       194560.00 Sequential Disk Reads (K)/second\n")
    assert row.values[1].cell.resolution == 38 * 0.01 / 10
