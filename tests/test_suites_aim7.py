import pytest

from archive.text import lines
from suites.aim7 import SUITE
from suites.base import Row

HEAD = "kernel                   Tasks   Jobs/Min         Real    CPU\n"
SCREEN = "Tasks    jobs/min  jti  jobs/min/task      real       cpu\n"


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_a_row_has_three_figures_and_its_tasks() -> None:
    [row] = read(f"AIM7 dbase workload\n{HEAD}2.6.0-test9-as             32     604.1          314.6   133.7\n")
    assert row.kernel is not None
    assert (row.test, row.kernel.text, row.parameters, row.warnings) == ("dbase", "2.6.0-test9-as", {"tasks": 32}, ())
    assert [(value.metric, value.cell.raw, value.unit, value.better) for value in row.values] == [
        ("jobs_per_minute", "604.1", "jobs/min", "higher"),
        ("real", "314.6", "s", "lower"),
        ("cpu", "133.7", "s", "lower"),
    ]


@pytest.mark.parametrize(
    ("workload", "row"),
    [
        ("dbase", "2.6.0 32 604.1 314.6 133.7"),
        ("fserver", "2.6.0 4 114.6 211.6 38.2"),
        ("shared", "2.6.0 64 1952.3 190.8 169.6"),
    ],
)
def test_jobs_per_user_prove_the_row_of_a_named_workload(workload: str, row: str) -> None:
    [found] = read(f"AIM7 {workload} workload\n{HEAD}{row}\n")
    assert (found.test, found.warnings) == (workload, ())


def test_a_row_whose_jobs_per_user_are_not_the_workloads_is_flagged() -> None:
    [row] = read(f"AIM7 dbase workload\n{HEAD}2.6.0-test9   64     460.9          842.8   246.2\n")
    assert row.warnings == ("460.9 x 842.8 / 60 / 64 is 101.2 jobs a user; dbase has 99",)


def test_a_workload_that_the_post_does_not_name_is_proven_by_the_table() -> None:
    rows = read(f"{HEAD}2.6.0 32 604.1 314.6 133.7\n2.6.1 32 599.6 317.0 142.2\n2.6.2 32 700.0 322.0 131.9\n")
    assert [row.test for row in rows] == ["dbase"] * 3
    assert rows[0].warnings == ("the post names no workload; 99 jobs a user are those of dbase",)
    assert rows[2].warnings[1] == "700.0 x 322.0 / 60 / 32 is 117.4 jobs a user; dbase has 99"


def test_a_workload_that_two_mixes_would_fit_is_not_guessed() -> None:
    [row] = read(f"{HEAD}2.6.0 4 114.6 211.6 38.2\n")
    assert (row.test, row.warnings) == ("workload", ("the post names no workload, and its numbers do not tell it",))


def test_load_and_jobs_alone_are_aim7s_under_its_title_only() -> None:
    table = "                      load      jobs/minute (higher is better)\n2.5.61-mm1               8      76.6\n"
    [row] = read(f"AIM7 fileserver test\n{table}")
    assert (row.test, row.test_text, row.parameters) == ("fserver", "AIM7 fileserver test", {"tasks": 8})
    assert (row.values[0].unit_text, read(f"Another test\n{table}")) == ("jobs/minute", [])


def test_the_programs_own_screen_has_no_kernel_and_a_date_behind_its_rows() -> None:
    [row] = read(f"{SCREEN}   10      482.70   97        48.2700    123.06     55.20   Tue Mar  5 12:00:00 2002\n")
    assert (row.test, row.kernel, row.parameters) == ("dbase", None, {"tasks": 10})
    assert [(value.metric, value.cell.raw) for value in row.values] == [
        ("jobs_per_minute", "482.70"),
        ("real", "123.06"),
        ("cpu", "55.20"),
        ("jti", "97"),
    ]
    assert row.values[3].role == "secondary"


def test_groups_of_rows_are_one_table_until_the_next_title() -> None:
    rows = read(
        f"AIM7 dbase workload\n{HEAD}2.6.0 32 604.1 314.6 133.7\n\n2.6.0 64 783.3 485.3 256.3\n"
        f"AIM7 shared workload\n{HEAD}2.6.0 64 1952.3 190.8 169.6\n"
    )
    assert [(row.test, row.block) for row in rows] == [("dbase", 1), ("dbase", 1), ("shared", 6)]


@pytest.mark.parametrize(
    "text",
    [
        f"Re-aim new_dbase workload\n{HEAD}2.5.69    88     5185.88         104.87  376.01\n",
        f"AIM7 dbase workload\n{HEAD}2.6.0 32 604.1 314.6\n",
        f"AIM7 dbase workload\n{HEAD}2.6.0 32 +604.1 314.6 133.7\n",
        f"AIM7 dbase workload\n{HEAD}2.6.0 3.2 604.1 314.6 133.7\n",
        "tasks and jobs/min are explained on the page\n2.6.0 32 604.1\n",
    ],
)
def test_other_suites_and_rows_that_do_not_fit_are_left_alone(text: str) -> None:
    assert read(text) == []


def test_there_is_no_adapter() -> None:
    assert {SUITE.rerun(test).verdict for test in SUITE.tests} == {"no adapter"}
