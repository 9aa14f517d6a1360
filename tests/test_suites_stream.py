from archive.text import lines
from suites.base import Row
from suites.stream import SUITE

TABLE = (
    "Copy:            4797.5     0.041159     0.033351     0.051780\n"
    "Scale:            825.3     0.205380     0.193868     0.227955\n"
    "Add:             1143.5     0.218550     0.209885     0.234103\n"
    "Triad:            670.2     0.374949     0.358115     0.407750\n"
)


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_the_rate_is_the_best_runs_and_the_times_say_which_they_are() -> None:
    rows = read(TABLE)
    assert [(value.metric, value.statistic) for value in rows[0].values] == [
        ("rate", "max"),
        ("time", "mean"),
        ("time", "min"),
        ("time", "max"),
    ]
    assert [row.warnings for row in rows] == [()] * 4


def test_a_rate_that_moved_another_amount_than_the_other_loops_is_flagged() -> None:
    rows = read(TABLE.replace("670.2", "760.2"))
    assert [bool(row.warnings) for row in rows] == [False, False, False, True]


def test_one_row_alone_proves_nothing() -> None:
    assert read("Copy:            4797.5     0.041159     0.083351     0.051780\n")[0].warnings == ()


def test_tables_side_by_side_need_a_title_and_heads() -> None:
    rows = "            base        patched\n Copy:   109364.74     94220.50\nTriad:   127260.05    106051.36\n"
    found = read(f"STREAM with 8 threads\n\n{rows}")
    assert [(row.test, [value.kernel and value.kernel.text for value in row.values]) for row in found] == [
        ("copy", ["base", "patched"]),
        ("triad", ["base", "patched"]),
    ]
    assert read(rows) == []
    assert read("STREAM with 8 threads\n\n Copy:   109364.74     94220.50\n") == []


def test_divisions_of_the_poster_are_told_apart() -> None:
    head = "        tip      new\n"
    tables = f"o NPS1\n\n{head}Copy: 271317.35 292440.22\n\no NPS2\n\n{head}Copy: 277761.29 301816.34\n"
    text = f"~~~~~~\nstream\n~~~~~~\n\n{tables}"
    assert [row.parameters for row in read(text)] == [{"section": "NPS1"}, {"section": "NPS2"}]
