from archive.text import lines
from ingest.free_labels import free_labels, introductions
from ingest.headings import layout
from ingest.prose import sentences
from ingest.tables import find_blocks, prospect

TABLE = """fork_test 10000 56.2         5620.00 Task Creations/second
exec_test 10010 16.6833           83.42 Program Loads/second
"""
OTHER = "series_1 10000 39306.1      3930610.00 Series Evaluations/second\n"


def labels(text: str) -> list[str]:
    found = find_blocks(0, lines(text), prospect(text))
    return [label.text for _, label in sorted(free_labels(layout(lines(text), found), found).items())]


def test_lone_lines_above_the_same_tests_are_labels() -> None:
    text = f"Some words first.\n\nminus idle sleep\n\n{TABLE}\n*** all of it ***\n\n{TABLE}"
    assert labels(text) == ["minus idle sleep"] * 2 + ["all of it"] * 2


def test_a_lone_line_above_one_table_is_no_label_unless_it_names_a_side() -> None:
    assert labels(f"the fork results\n\n{TABLE}") == []
    assert labels(f"With this change:\n\n{TABLE}") == ["With this change"] * 2
    assert labels(f"cpusched=ingosched\n{TABLE}") == ["cpusched=ingosched"] * 2


def test_lone_lines_above_different_tests_are_titles() -> None:
    assert labels(f"Processes\n\n{TABLE}\nArithmetic\n\n{OTHER}") == []


def test_a_sentence_is_no_label() -> None:
    assert labels(f"Here it is.\n\n{TABLE}\nAnd here again.\n\n{TABLE}") == []
    assert labels(f"First I get this with\nthe test:\n\n{TABLE}\nIt then gets worse:\n\n{TABLE}") == []


def test_a_label_stands_where_it_says() -> None:
    text = f"--- BEFORE ---\n\n{TABLE}"
    found = find_blocks(0, lines(text), prospect(text))
    label = free_labels(layout(lines(text), found), found)[3]
    assert text.splitlines()[label.line - 1][label.start : label.end] == "BEFORE"


def test_sentences_that_introduce_the_same_tests_are_their_labels() -> None:
    text = f"We tried it with checkpoints for all files and the results are:\n{TABLE}\n"
    text += f"With this patch we have instead:\n{TABLE}"
    parsed = lines(text)
    found = find_blocks(0, parsed, prospect(text))
    rows = frozenset(row.line for block in found for row in block.rows)
    labelled = introductions(sentences(0, parsed, rows), found)
    assert [labelled[number].text for number in sorted(rows)] == [
        "We tried it with checkpoints for all files and the results are",
        "We tried it with checkpoints for all files and the results are",
        "With this patch",
        "With this patch",
    ]


def test_a_side_with_a_colon_holds_over_lines_of_the_tool_that_are_no_rows() -> None:
    text = f"Before the patch:\nJobs: 4 (f=4)\n{TABLE}\nAfter the patch:\nJobs: 4 (f=4)\n{TABLE}"
    assert labels(text) == ["Before the patch"] * 2 + ["After the patch"] * 2


def test_greetings_and_titles_of_results_are_no_labels() -> None:
    for one, other in (("Results:", "test 2"), ("Hi, Ann", "start test 1"), ("config", "+  9.07%  copy")):
        assert labels(f"{one}\n\n{TABLE}\n{other}\n\n{TABLE}") == []
    assert labels(f"results cache\n\n{TABLE}\nno cache\n\n{TABLE}") == ["results cache"] * 2 + ["no cache"] * 2


def test_the_head_of_a_column_of_settings_may_stand_between_a_label_and_its_rows() -> None:
    assert labels(f"polled:\ntasks\n{TABLE}\nring:\ntasks\n{TABLE}") == ["polled"] * 2 + ["ring"] * 2
    assert labels(f"polled\ntasks of it\n{TABLE}\nring\ntasks of it\n{TABLE}") == []


def test_what_a_tool_prints_and_a_prompt_are_no_labels() -> None:
    percentiles = "  clat percentiles (usec):\n\n"
    assert labels(f"{percentiles}{TABLE}\nRun status group 0 (all jobs):\n\n{TABLE}") == []
    assert labels(f"[root@box9 ~]# ./run.sh\n\n{TABLE}\nann@box9:~/src$ ./run.sh\n\n{TABLE}") == []
    assert labels(f"Within the noise\n\n{TABLE}\nplain\n\n{TABLE}\nbusy\n\n{TABLE}") == ["plain"] * 2 + ["busy"] * 2


def test_a_label_may_stand_over_the_heads_of_columns() -> None:
    heads, rows = "bs      cached write    uncached write\n", "1k       423 MiB/s      36.3 MiB/s\n"
    text = f"fio tells\n\nbuffers:\n{heads}{rows}\nfolios:\n{heads}{rows}"
    assert labels(text) == ["buffers", "folios"]
    assert labels(text.replace("buffers", "2 jobs").replace("folios", "4 jobs")) == []


def test_letters_of_a_list_and_words_of_getting_are_no_part_of_a_label() -> None:
    assert (
        labels(f"A. With locks:\n\n{TABLE}\nB. With queues, I get:\n\n{TABLE}")
        == ["With locks"] * 2 + ["With queues"] * 2
    )
    assert labels(f"(1) Fast card\n\n{TABLE}\n(2) Slow card\n\n{TABLE}") == ["Fast card"] * 2 + ["Slow card"] * 2
    assert labels(f"E. coli\n\n{TABLE}\nA.B. kernel\n\n{TABLE}") == ["coli"] * 2 + ["A.B. kernel"] * 2


def test_a_label_may_stand_right_under_a_short_title() -> None:
    assert (
        labels(f"Index scores (+6.4%)\nqueued lock:\n{TABLE}\nticket lock:\n{TABLE}")
        == ["queued lock"] * 2 + ["ticket lock"] * 2
    )
    prose = "These are some words that tell of it\n"
    assert labels(f"{prose}queued lock:\n{TABLE}\n{prose}ticket lock:\n{TABLE}") == []


def test_figures_and_words_of_telling_are_no_labels() -> None:
    for words in ("versus", "A tool confirms", "Written: 5820 bytes"):
        text = f"{words}\n\n{TABLE}\nplain\n\n{TABLE}\nbusy\n\n{TABLE}"
        assert labels(text) == ["plain"] * 2 + ["busy"] * 2


def test_the_command_of_any_program_may_stand_between_a_label_and_its_rows() -> None:
    text = f"left tree:\naimbench -m 2 -t 4 --runs=3\n{TABLE}\nright tree:\naimbench -m 2 -t 4 --runs=3\n{TABLE}"
    assert labels(text) == ["left tree"] * 2 + ["right tree"] * 2
    assert labels(text.replace("-m 2 -t 4 --runs=3", "was run for hours")) == []


def test_how_long_a_run_took_and_that_it_was_slow_are_no_labels() -> None:
    for one, other in (
        ("** 12 minutes to find the files:", "86 min to sum them"),
        ("ext7 is much slower:", "remove is fast"),
    ):
        assert labels(f"{one}\n\n{TABLE}\n{other}\n\n{TABLE}") == []


def test_a_remark_in_brackets_is_no_part_of_a_long_label_over_a_command() -> None:
    remark = "(with the malloc of the program changed to bind each of its arrays)"
    text = f"even weights:\n./aimbench --all\n{TABLE}\nown weights {remark}\n./aimbench --all\n{TABLE}"
    assert labels(text) == ["even weights"] * 2 + ["own weights"] * 2


def test_a_sentence_on_what_follows_introduces_it_over_what_the_program_prints() -> None:
    banner = "".join(f" key of it {number}: {number}\n" for number in range(9))
    text = f"On our box without this patch aim shows the following rates.\n\n{banner}{TABLE}\n"
    text += f"With the patch applied aim shows the following:\n\n{banner}{TABLE}"
    parsed = lines(text)
    found = find_blocks(0, parsed, prospect(text))
    rows = frozenset(row.line for block in found for row in block.rows)
    labelled = introductions(sentences(0, parsed, rows), found)
    assert [labelled[number].text for number in sorted(rows)] == ["without this patch"] * 2 + [
        "With the patch applied"
    ] * 2
    assert introductions(sentences(0, lines(text.replace("the following", "such")), rows), found) == {}


def test_signs_between_words_do_not_make_a_label_long() -> None:
    both = "lock checks + release checks + the patch on top"
    assert labels(f"lock checks\n\n{TABLE}\n{both}\n\n{TABLE}") == ["lock checks"] * 2 + [both] * 2


def test_what_was_being_done_over_where_is_no_side() -> None:
    assert labels(f"Sending to /dev/null\n\n{TABLE}\nSending/receiving over lo\n\n{TABLE}") == []
