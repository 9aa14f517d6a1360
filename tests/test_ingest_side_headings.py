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


def test_a_commit_is_a_side_described_by_its_subject() -> None:
    text = (
        f'- At commit 0a1b2c3d4e5f ("queue: One pool for each node")\n{READ}'
        f"- At the previous commit = 4e5f6a7b8c (queue: Nothing new)\n{READ}"
    )
    assert sides(text) == ["At commit 0a1b2c3d4e5f", "At the previous commit = 4e5f6a7b8c"]
    parsed = lines(text)
    blocks = find_blocks(0, parsed, prospect(text))
    assert side_headings(layout(parsed, blocks), blocks)[2].description == "queue: One pool for each node"


def test_figures_and_words_of_hex_digits_are_no_commits() -> None:
    assert sides(f"- 1048576000 (bytes)\n{READ}- 2097152000 (bytes)\n{READ}") == [None, None]
    assert sides(f"- facade:\n{READ}- decade:\n{READ}") == [None, None]


def test_what_stands_in_brackets_behind_one_title_is_the_side() -> None:
    text = f"Output of the job (6.1.20):\n{READ}\nOutput of the job (6.1.20 with revert):\n{READ}"
    assert sides(text) == ["6.1.20", "6.1.20 with revert"]
    assert sides(f"randread (patched):\n{READ}\nrandread (vanilla):\n{READ}") == ["patched", "vanilla"]
    assert sides(f"before (this series):\n{READ}\nafter (this series):\n{READ}") == [
        "before (this series)",
        "after (this series)",
    ]
    assert sides(f"randread (8 jobs):\n{READ}\nrandread (16 jobs):\n{READ}") == [None, None]


def test_lines_that_a_tool_prints_are_no_siblings_of_a_side() -> None:
    text = f"Output (6.1.20):\nclat percentiles (usec):\n{READ}\nOutput (6.1.21):\nclat percentiles (usec):\n{READ}"
    assert sides(text) == ["6.1.20", "6.1.21"]


def test_days_of_next_and_revisions_of_a_tree_are_sides() -> None:
    assert sides(f"next-20240102:\n{READ}\nnext-20240103:\n{READ}") == ["next-20240102", "next-20240103"]
    assert sides(f"HEAD~1:\n{READ}\nHEAD:\n{READ}") == ["HEAD~1", "HEAD"]


def test_a_ruled_side_may_stand_right_below_prose() -> None:
    text = f"The rate rose by much here.\nWithout buffers\n*******\n{READ}\nWith buffers\n*******\n{READ}"
    assert sides(text) == ["Without buffers", "With buffers"]


def test_with_a_version_is_a_side_as_with_a_series_is() -> None:
    text = f"With 5.9-rc2:\n\n{READ}\nWith your series:\n\n{READ}"
    assert sides(text) == ["With 5.9-rc2", "With your series"]


def test_short_forms_and_versions_without_points_are_sides_where_two_stand_over_the_same_tests() -> None:
    assert sides(f"*** ac-16:\n\n{READ}\n*** ac-16 with patch applied:\n\n{READ}") == [
        "ac-16",
        "ac-16 with patch applied",
    ]
    assert sides(f"Reads under both, 2216:\n{READ}2217:\n{READ}") == ["2216", "2217"]
    assert sides(f"Block of 2048:\n{READ}4096:\n{READ}") == [None, None]


def test_a_side_over_a_profile_is_none_of_the_tables_below() -> None:
    rows = [f"{side}:\n+    1.75%  bench  [kernel.vmlinux]  [k] get_pages\n" for side in ("Before", "After")]
    profile = "\n".join(rows)
    text = f"# as it was\n\n{READ}\n{profile}\n# the second one\n\n{READ}\n{profile}"
    assert sides(text) == [None, None]


def test_a_side_that_stands_alone_in_brackets_is_one_wherever_it_stands() -> None:
    text = f"what was read // as above\n[Before]\n{READ}and more of it\n\n[After]\n{READ}"
    assert sides(text) == ["Before", "After"]
    assert sides(f"<without it>\n{READ}\n<with it>\n{READ}") == ["without it", "with it"]
    assert sides(f"[12.5] before\n{READ}\n[13.5] after\n{READ}") == [None, None]


def test_a_marked_heading_may_end_with_its_side_also_right_below_the_heads_of_the_columns() -> None:
    head = "Socket  Message  Elapsed      Messages\nSize    Size     Time         Okay Errors   Throughput\n"
    head += "bytes   bytes    secs            #      #   10^6bits/sec\n"
    row = "212992    1400   10.00     2100620      0     2351.7\n212992           10.00     2100539            2351.6\n"
    text = f"netperf -t UDP_STREAM\n\n{head}--- eth0@1G: Before\n{row}--- eth0@1G: After\n{row}"
    assert sides(text) == ["eth0@1G: Before"] * 2 + ["eth0@1G: After"] * 2


def test_a_commit_that_is_shown_with_its_subject_is_the_side_below_it() -> None:
    first = 'Here\'s 65f746e8285f ("iommu: Add quirk for Intel graphic devices in\nmap_sg"). Nothing new in this one.\n'
    other = 'And here\'s c588072bba6b ("iommu/vt-d: Convert intel iommu driver to\nthe iommu ops"). It lost a lot.\n'
    assert sides(f"{first}\n{READ}\n{other}\n{READ}") == ["65f746e8285f", "c588072bba6b"]


def test_heads_of_columns_are_no_heading_and_what_follows_a_comma_tells_a_side_apart() -> None:
    ruler = "-" * 30
    text = f"         Mainline     Patch\n{ruler}\nmainline, where reads went to the slow disk:\n{READ}{ruler}\n"
    text += f"With the patch, two disks:\n{READ}"
    assert sides(text) == ["mainline, where reads went to the slow disk", "With the patch, two disks"]
