import re

import pytest

from archive.text import lines
from suites.base import Row
from suites.lmbench import CUT, SUITE, TEN_TIMES, WHOLE_MICROSECONDS
from suites.lmbench_cells import place_by_shape, read_cell
from suites.lmbench_columns import match_head, table_kinds

PROCESSES = """Processor, Processes - times in microseconds - smaller is better
----------------------------------------------------------------
Host                 OS  Mhz null null      open selct sig  sig  fork exec sh
                             call  I/O stat clos TCP   inst hndl proc proc proc
--------- ------------- ---- ---- ---- ---- ---- ----- ---- ---- ---- ---- ----
"""
LOCAL = """*Local* Communication latencies in microseconds - smaller is better
-------------------------------------------------------------------
Host OS 2p/0K Pipe AF UDP RPC/ TCP RPC/ TCP
ctxsw UNIX UDP TCP conn
--------- ------------- ----- ----- ---- ----- ----- ----- ----- ----
"""
CONTEXT = """Context switching - times in microseconds - smaller is better
-------------------------------------------------------------
Host                 OS 2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K
                        ctxsw  ctxsw  ctxsw ctxsw  ctxsw   ctxsw   ctxsw
--------- ------------- ----- ------ ------ ------ ------ ------- -------
"""
FILES = """File & VM system latencies in microseconds - smaller is better
--------------------------------------------------------------
Host                 OS   0K File      10K File      Mmap    Prot    Page
                        Create Delete Create Delete  Latency Fault   Fault
--------- ------------- ------ ------ ------ ------  ------- -----   -----
"""
MEMORY = """Memory latencies in nanoseconds - smaller is better
    (WARNING - may not be correct, check graphs)
---------------------------------------------------
Host                 OS   Mhz  L1 $   L2 $    Main mem    Guesses
--------- -------------  ---- ----- ------    --------    -------
"""


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def figures(text: str) -> dict[str, str]:
    return {row.test: row.values[0].cell.raw for row in read(text) if row.values}


def test_a_blank_cell_is_seen_where_the_columns_are_intact() -> None:
    found = figures(f"{PROCESSES}frodo      Linux 2.4.18  797 0.40 0.56 3.18 3.97       1.00 3.18 115. 1231 13.K\n")
    assert "processes/select TCP" not in found
    assert (found["processes/open/close"], found["processes/signal install"], found["processes/sh"]) == (
        "3.97",
        "1.00",
        "13.K",
    )


def test_the_same_cell_is_found_from_the_shape_of_the_numbers_where_the_blanks_are_gone() -> None:
    aligned = f"{PROCESSES}frodo      Linux 2.4.18  797 0.40 0.56 3.18 3.97       1.00 3.18 115. 1231 13.K\n"
    collapsed = re.sub(" +", " ", aligned)
    assert "3.97 1.00" in collapsed
    assert figures(collapsed) == figures(aligned)


def test_network_columns_are_the_ones_that_go_blank() -> None:
    assert figures(f"{LOCAL}frodo Linux 2.4.18 0.990 4.437 8.66\n") == {
        "local_latency/2p/0K ctxsw": "0.990",
        "local_latency/pipe": "4.437",
        "local_latency/AF_UNIX": "8.66",
    }


def test_a_number_that_could_be_of_several_columns_is_left_out_and_said() -> None:
    [row] = read(f"{CONTEXT}frodo Linux 2.4.18 0.990 4.4200 13.8 309.8 58.6 310.5\n")
    assert (row.test, row.values[0].cell.raw) == ("context_switch/2p/0K", "0.990")
    assert row.warnings == (
        "ambiguous: 4.4200, 13.8, 309.8, 58.6, 310.5 could stand in several columns and are left out",
    )


def test_a_row_without_any_certain_number_is_kept_without_a_value() -> None:
    [row] = read(f"{CONTEXT}frodo Linux 2.4.19 13.8 309.8 58.6 310.5\n")
    assert (row.values, row.warnings[0].startswith("ambiguous")) == ((), True)


@pytest.mark.parametrize(
    ("raw", "value", "resolution"),
    [("0.40", 0.4, 0.01), ("115.", 115, 1), ("1231", 1231, 1), ("13.K", 13_000, 1000), ("144K", 144_000, 1000)],
)
def test_numbers_cut_to_their_column_are_known_to_their_last_digit(raw: str, value: float, resolution: float) -> None:
    cell = read_cell(raw, 7)
    assert cell is not None
    assert (cell.raw, cell.start, cell.end) == (raw, 7, 7 + len(raw))
    assert (cell.value, cell.resolution) == pytest.approx((value, resolution))


@pytest.mark.parametrize("word", ["K", "1.2.3", "-3", "+1", "12%", "*123", "1e5x"])
def test_other_words_are_no_numbers(word: str) -> None:
    assert read_cell(word, 0) is None


def test_the_clock_is_a_setting_and_the_first_table_gives_the_machine() -> None:
    text = (
        "Basic system parameters\n----\nHost                 OS Description              Mhz\n"
        "--------- ------------- ----------------------- ----\n"
        "frodo      Linux 2.4.18       i686-pc-linux-gnu  797\n\n"
        f"{PROCESSES}frodo      Linux 2.4.18  797 0.40 0.56 3.18 3.97  36.0 1.00 3.18 115. 1231 13.K\n"
        "other      Linux 2.4.18  797 0.40 0.56 3.18 3.97  36.0 1.00 3.18 115. 1231 13.K\n"
    )
    rows = read(text)
    assert "797" not in {row.values[0].cell.raw for row in rows}
    assert {row.machine.text if row.machine else None for row in rows} == {"i686-pc-linux-gnu  797", None}
    assert {row.kernel.text if row.kernel else None for row in rows} == {"2.4.18"}


def test_whole_microseconds_of_a_page_fault_are_a_step_of_its_resolution() -> None:
    rows = read(
        f"{FILES}frodo      Linux 2.4.18   68.9   16.0  185.8   31.6    425.0 0.789 2.00000\n"
        "frodo      Linux 2.5.33   77.8   19.1  211.6   38.3    774.0 0.832 3.00000\n"
    )
    faults = [row.values[0] for row in rows if row.test == "file_vm_latency/page fault"]
    assert [(fault.cell.raw, fault.cell.resolution, fault.warnings) for fault in faults] == [
        ("2.00000", 1.0, (WHOLE_MICROSECONDS,)),
        ("3.00000", 1.0, (WHOLE_MICROSECONDS,)),
    ]


def test_page_faults_with_fractions_keep_their_printed_resolution() -> None:
    rows = read(
        f"{FILES}frodo      Linux 2.4.18   68.9   16.0  185.8   31.6    425.0 0.789 8.0\n"
        "frodo      Linux 2.5.33   77.8   19.1  211.6   38.3    774.0 0.832 7.7\n"
    )
    faults = [row.values[0] for row in rows if row.test == "file_vm_latency/page fault"]
    assert [(fault.cell.resolution, fault.warnings) for fault in faults] == [(0.1, ()), (0.1, ())]


def test_the_tables_own_warning_and_a_number_far_from_its_column_are_said() -> None:
    rows = read(
        f"{MEMORY}frodo      Linux 2.4.18   797 3.767 8.7890  158.9\n"
        "frodo      Linux 2.4.19   797 3.767 8.7980  158.9\n"
        "frodo     Linux 2.5.33x   797 3.796   45.5  160.2\n"
    )
    assert {row.warnings for row in rows} == {("the post's own table says: may not be correct, check graphs",)}
    assert [row.values[0].cell.raw for row in rows if row.values[0].warnings] == ["45.5"]
    assert {row.values[0].unit for row in rows} == {"ns"}


def test_lmbenchs_guess_goes_with_its_row() -> None:
    rows = read(f"{MEMORY}frodo      Linux 2.4.18   797 3.767 8.7890  158.9    No L2 cache?\n")
    assert {row.warnings[1] for row in rows} == {"LMbench's own guess: No L2 cache?"}


@pytest.mark.parametrize(
    ("system", "cut"), [("Linux 2.4.18-", True), ("Linux 2.6.7-r", True), ("Linux 2.5.33x", False)]
)
def test_a_kernel_that_fills_the_os_column_inside_its_flavour_is_cut(system: str, cut: bool) -> None:
    rows = read(f"{CONTEXT}frodo     {system} 0.990 4.4200   13.8 6.2700  309.8    58.6   310.5\n")
    assert {CUT in row.warnings for row in rows} == {cut}


def test_a_wrapped_row_is_joined_where_the_head_counts_exactly_its_rest() -> None:
    text = f"{PROCESSES}frodo Linux 2.4.18 797 0.40 0.56 3.18 3.97 36.0 1.00 3.18 115. 1231\n13.K\n"
    rows = read(text)
    assert [(row.line, row.test) for row in rows][-2:] == [(6, "processes/exec"), (7, "processes/sh")]
    assert len(rows) == 10


def test_rows_go_on_below_a_remark_and_end_at_the_next_title() -> None:
    row = "frodo      Linux 2.4.18 0.990 4.4200   13.8 6.2700  309.8    58.6   310.5\n"
    assert len(read(f"{CONTEXT}{row}\nLook at this:\n\n{row}\nContext switching\n\n{row}")) == 14


def test_alpha_versions_do_not_cut_and_print_create_times_too_small() -> None:
    rows = read(
        "LMbench 2.0-alpha8 is ALPHA software\n\n"
        f"{FILES}frodo      Linux 2.5.54     84     27    230     51      1171 0.900       4\n"
    )
    assert {row.suite_version for row in rows} == {"2.0-alpha8"}
    assert [TEN_TIMES in row.values[0].warnings for row in rows] == [True] * 4 + [False] * 3


@pytest.mark.parametrize(
    ("text", "version"),
    [("L M B E N C H  2 . 0   S U M M A R Y", "2.0"), ("LMbench 2.0p2", "2.0p2"), ("I ran lmbench2.0 on it", "2.0")],
)
def test_the_version_is_read_from_banner_or_prose(text: str, version: str) -> None:
    rows = read(f"{text}\n\n{CONTEXT}frodo      Linux 2.4.18 0.990 4.4200   13.8 6.2700  309.8    58.6   310.5\n")
    assert {row.suite_version for row in rows} == {version}


def test_a_bandwidth_is_better_higher_and_a_latency_lower() -> None:
    assert {(kind.better, kind.metric, kind.unit) for kind in table_kinds()} == {
        ("higher", "bandwidth", "MB/s"),
        ("lower", "latency", "us"),
        ("lower", "latency", "ns"),
    }


def test_a_table_relative_to_the_best_is_no_result() -> None:
    text = PROCESSES.replace("times in microseconds - smaller is better", "factor slower than the best")
    assert read(f"{text}frodo      Linux 2.4.18  797 1.00 1.00 1.04 1.02       1.00 1.00 1.00 1.11 1.00\n") == []


def test_a_title_without_its_head_gives_no_rows() -> None:
    assert read("Context switching\nfrodo Linux 2.4.18 0.990 4.4200 13.8 6.2700 309.8 58.6 310.5\n") == []


def test_head_words_choose_columns_only_where_one_choice_fits() -> None:
    local = next(kind for kind in table_kinds() if kind.name == "local_latency")
    shortened = match_head(local.columns, ["2p/0K", "Pipe", "AF", "TCP", "TCP"], ["ctxsw", "UNIX", "conn"])
    assert [column.test for column in shortened or ()] == ["2p/0K ctxsw", "pipe", "AF_UNIX", "TCP", "TCP connect"]
    assert match_head(local.columns, ["Pipe", "Oops"], []) is None


def test_numbers_with_room_in_several_columns_are_not_placed() -> None:
    context = next(kind for kind in table_kinds() if kind.name == "context_switch")
    cells = [cell for cell in (read_cell("13.8", 0), read_cell("58.6", 5)) if cell is not None]
    placed = place_by_shape(cells, context.columns, [5, 6, 6, 6, 6, 7, 7], strict=True)
    assert (placed.cells, [cell.raw for cell in placed.left_out]) == ((), ["13.8", "58.6"])
