import pytest

from archive.text import lines
from suites import bonnie, bonnie_plus
from suites.base import Row

HEAD = """\
Version  1.03       ------Sequential Output------ --Sequential Input- --Random-
                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP
"""
ROW = "ivy            368M  1415  95  2437   7  1003   4  1208  81  2298   6  90.7   2\n"
FILES = """\
                    ------Sequential Create------ --------Random Create--------
                    -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--
              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP
"""
FIELDS = "ivy,368M,1415,95,2437,7,1003,4,1208,81,2298,6,90.7,2,16,235,99,+++++,+++,138,98,242,99,+++++,+++,898,99\n"


def read(text: str) -> list[Row]:
    return list(bonnie_plus.SUITE.read(lines(text)))


def figures(text: str) -> list[tuple[str, float]]:
    return [(row.test, value.cell.value) for row in read(text) for value in row.values]


def test_rates_are_results_and_their_cost_is_not() -> None:
    assert figures(HEAD + ROW) == [
        ("sequential_output_per_chr", 1415.0),
        ("sequential_output_block", 2437.0),
        ("sequential_output_rewrite", 1003.0),
        ("sequential_input_per_chr", 1208.0),
        ("sequential_input_block", 2298.0),
        ("random_seeks", 90.7),
    ]


def test_what_was_too_fast_to_measure_has_no_value() -> None:
    row = "                 16   235  99 +++++ +++ 13871  98   242  99 +++++ +++   898  99\n"
    assert [test for test, _ in figures(FILES + row)] == [
        "sequential_create_create",
        "sequential_create_delete",
        "random_create_create",
        "random_create_delete",
    ]


def test_collapsed_blanks_change_nothing() -> None:
    text = HEAD + ROW
    assert figures("\n".join(" ".join(line.split()) for line in text.splitlines())) == figures(text)


def test_a_row_with_a_figure_missing_is_not_placed() -> None:
    assert read(HEAD + ROW.replace("  2437   7", "")) == []


def test_the_line_of_fields_is_the_same_run_again() -> None:
    assert figures(HEAD + ROW + FIELDS) == figures(HEAD + ROW)


def test_the_line_of_fields_alone_is_read() -> None:
    assert figures(FIELDS)[:7] == [*figures(HEAD + ROW), ("sequential_create_create", 235.0)]


def test_files_are_of_the_machine_above() -> None:
    row = "                 16   235  99 +++++ +++ 13871  98   242  99 +++++ +++   898  99\n"
    last = read(HEAD + ROW + FILES + row)[-1]
    assert (last.parameters, last.suite_version) == ({"machine": "ivy", "files": 16}, "1.03")


@pytest.mark.parametrize(
    ("name", "kernel", "settings"),
    [
        ("2.4.19-pre8", "2.4.19-pre8", {}),
        ("patched", "patched", {}),
        ("can (v2)", None, {"machine": "can", "label": "v2"}),
        ("reiserfs", None, {"filesystem": "reiserfs"}),
        ("", None, {}),
    ],
)
def test_a_row_is_named_after_a_kernel_a_machine_or_a_filesystem(
    name: str, kernel: str | None, settings: dict[str, str]
) -> None:
    row = read(HEAD + ROW.replace("ivy", name))[0]
    assert (row.kernel and row.kernel.text, row.parameters) == (kernel, {**settings, "size": "368M"})


def test_letters_behind_figures_of_version_2_are_their_unit() -> None:
    text = HEAD.replace("K/sec", " /sec").replace("1.03", "2.00a") + (
        "box           7501M  376k  99  1.4g  96  117m  14 1510k  99  2.5g  95 +++++ +++\n"
        "Latency             35068us   24976us    2944ms   30725us   71770us   26152us\n"
    )
    values = [value for row in read(text) for value in row.values]
    assert [(value.cell.raw, value.unit) for value in values[:3]] == [("376", "KB/s"), ("1.4", "GB/s"), ("117", "MB/s")]
    assert [(value.metric, value.unit, value.statistic) for value in values[7:8]] == [("latency", "ms", "max")]


def test_the_two_bonnies_are_told_apart() -> None:
    old = HEAD.replace("Version  1.03", "").replace("Size", "  MB").replace("%CP", "%CPU") + ROW.replace("368M", "368")
    assert read(old) == []
    assert [row.test for row in bonnie.SUITE.read(lines(old))][-1] == "random_seeks"
    assert list(bonnie.SUITE.read(lines(HEAD + ROW))) == []


def test_a_rerun_needs_the_tool() -> None:
    for suite in (bonnie.SUITE, bonnie_plus.SUITE):
        assert {suite.rerun(test).verdict for test in suite.tests} == {"tool"}
