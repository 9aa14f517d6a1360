from archive.text import lines
from ingest.headings import layout
from ingest.side_headings import side_headings
from ingest.tables import find_blocks, prospect

READ = "  read: IOPS=13.5k, BW=843MiB/s (884MB/s)(8192MiB/9717msec)\n"
WRITE = "  write: IOPS=3385, BW=211MiB/s (222MB/s)(2048MiB/9680msec)\n"
FIO = "Run status group 0 (all jobs):\n"


def sides(text: str) -> list[str | None]:
    parsed = lines(text)
    blocks = find_blocks(0, parsed, prospect(text))
    found = side_headings(layout(parsed, blocks), blocks)
    rows = sorted(row.line for block in blocks for row in block.rows)
    return [found[row].text if row in found else None for row in rows]


def test_a_numbered_side_holds_over_headings_of_settings_and_commands() -> None:
    runs = f"1) Sequential:\n{READ}\n2) Random write:\n{WRITE}\n"
    text = f"1. Without the queue\nEach was run five times.\n\n{runs}2. With the queue\n{runs}"
    assert sides(text) == ["Without the queue"] * 2 + ["With the queue"] * 2


def test_the_phrase_of_a_side_is_read_out_of_its_heading() -> None:
    text = f"3) disk before this patch:\n{FIO}{READ}\n4) disk after this patch:\n{FIO}{READ}"
    assert sides(text) == ["before this patch", "after this patch"]


def test_what_stands_right_behind_a_side_in_parentheses_is_no_part_of_it() -> None:
    text = f"Before(randread)\n8k:\n{READ}\nAfter(randread)\n8k:\n{READ}"
    assert sides(text) == ["Before", "After"]
    text = f"With HEAD as 0a1b2c3d (with the\nchange)\n\n{READ}\nWith HEAD as 4e5f6a7b (without the\nchange)\n\n{READ}"
    assert sides(text) == ["With HEAD as 0a1b2c3d", "With HEAD as 4e5f6a7b"]


def test_a_version_stays_in_the_heading_of_a_side() -> None:
    text = f"Without change(5.10.0-rc7 vanilla):\n\n{READ}\nWith my changes on top of 5.10.0-rc7\n\n{READ}"
    assert sides(text) == ["Without change(5.10.0-rc7 vanilla)", "With my changes on top of 5.10.0-rc7"]


def test_from_and_to_are_the_two_sides_of_what_they_introduce() -> None:
    assert sides(f"The rate of one core goes from:\n\n{READ}\nto\n\n{READ}") == ["from", "to"]
    assert sides(f"mail from me to\n\n{READ}\n{READ}") == [None, None]


def test_a_heading_like_the_one_above_is_a_side_where_it_stands_over_the_same_tests() -> None:
    assert sides(f"This patch:\n{READ}Split later:\n{READ}") == ["This patch", "Split later"]
    assert sides(f"1. Non-packed request\n{READ}\n2. Packed request\n{READ}") == [
        "Non-packed request",
        "Packed request",
    ]


def test_a_heading_over_other_tests_is_no_side_and_ends_none() -> None:
    text = f"Before:\n{READ}Writes:\n{WRITE}\nAfter:\n{READ}Writes:\n{WRITE}"
    assert sides(text) == ["Before", "Before", "After", "After"]


def test_one_side_alone_says_nothing_of_a_table() -> None:
    assert sides(f"With this patch:\n\n{READ}") == [None]


def test_amounts_sentences_and_patches_are_no_sides() -> None:
    assert sides(f"with 8 jobs:\n{READ}\nwith 16 jobs:\n{READ}") == [None, None]
    assert sides(f"with the top of the list being:\n{READ}\nnew file mode 100644\n\n{READ}") == [None, None]


def test_a_paragraph_of_prose_ends_a_side_and_what_a_program_prints_does_not() -> None:
    printed = "# bench 10\nRunning in one mode with ten groups of tasks\nEach sender will pass many messages of bytes\n"
    text = f"Before:\n\n{printed}{READ}\nAfter:\n\n{printed}{READ}"
    assert sides(text) == ["Before", "After"]
    prose = "\nOn another box we have seen much the same thing\nand it was not at all what we thought of it\n\n"
    assert sides(f"Before:\n{READ}\nAfter:\n{READ}{prose}{READ}") == ["Before", "After", None]
