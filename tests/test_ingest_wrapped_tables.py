"""Tables whose heads and rows a mailer broke in two."""

from archive.text import lines
from ingest.generic_tables import read_generic
from suites.base import Row

BROKEN = """\
usemem:
Build        real (s)          vs base   sys (s)           tput (KB/s)
       free_ms
baseline     175.6 +/- 3.6      -        121.9 +/- 3.3    391,941 +/-
8,333  6,992 +/- 204
vss_v5       184.0 +/- 3.9    +4.8%      130.5 +/- 3.8    376,192 +/-
8,581  8,297 +/- 247
"""


def read(text: str) -> list[Row]:
    return list(read_generic(lines(text), frozenset()))


def test_what_was_broken_off_is_read_where_it_stands() -> None:
    found = {(row.line, value.cell.raw): value for row in read(BROKEN) for value in row.values}

    assert sorted(found) == [
        (4, "121.9"),
        (4, "175.6"),
        (4, "391,941"),
        (5, "6,992"),
        (6, "130.5"),
        (6, "184.0"),
        (6, "376,192"),
        (7, "8,297"),
    ]
    physical = BROKEN.splitlines()
    for (line, raw), value in found.items():
        assert physical[line - 1][value.cell.start : value.cell.end] == raw
        for spread in value.spread:
            own = physical[(spread.line or line) - 1]
            assert own[spread.cell.start : spread.cell.end] == spread.cell.raw


def test_the_sides_of_broken_rows_are_those_of_their_first_lines() -> None:
    assert {(row.line, row.kernel.text if row.kernel else None) for row in read(BROKEN)} == {
        (4, "baseline"),
        (5, "baseline"),
        (6, "vss_v5"),
        (7, "vss_v5"),
    }


def test_lines_whose_cells_do_not_come_to_the_heads_are_left_alone() -> None:
    text = BROKEN.replace("8,333  6,992 +/- 204", "8,333").replace("8,581  8,297 +/- 247", "8,581")

    assert read(text) == []
