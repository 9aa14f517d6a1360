"""Tables that repeat the same tests under headings of their own are no runs of one test."""

from collections.abc import Callable

from archive.model import Message
from ingest.derive import derive

Mail = Callable[..., Message]

ONE = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
TWO = "fork_test 10010 32.967         3296.70 Task Creations/second\n"
THREE = "fork_test 10020 40.1         4010.00 Task Creations/second\n"
FOUR = "fork_test 10030 41.2         4120.00 Task Creations/second\n"


OLD, NEW = f"vanilla:\n{ONE}\npatched:\n{TWO}\n", f"vanilla:\n{THREE}\npatched:\n{FOUR}\n"


def told(message: Message) -> list[tuple[object, object, int | None]]:
    found = derive([message]).measurements
    return [(m.variant, m.parameters.get("section"), m.repeat) for m in found if m.role == "primary"]


def sections(message: Message) -> list[object]:
    return [section for _, section, _ in told(message)]


def test_a_heading_that_says_a_setting_is_a_parameter(mail: Mail) -> None:
    assert told(mail(f"Disable bigalloc:\n\n{OLD}Enable bigalloc:\n\n{NEW}")) == [
        ("vanilla", "Disable bigalloc", None),
        ("patched", "Disable bigalloc", None),
        ("vanilla", "Enable bigalloc", None),
        ("patched", "Enable bigalloc", None),
    ]


def test_assignments_and_ruled_lines_are_headings_too(mail: Mail) -> None:
    text = f"scan = 0\nThe disk was empty.\n\n{OLD}Small folios\n============\n\n{NEW}"
    assert sections(mail(text)) == ["scan = 0", "scan = 0", "Small folios", "Small folios"]


def test_the_first_table_may_stand_under_prose(mail: Mail) -> None:
    prose = "I ran the fork test on the box that stands under my desk here and got\n\n"
    polling = "and with polling I get"
    assert sections(mail(f"{prose}{OLD}{polling}:\n\n{NEW}")) == [None, None, polling, polling]


def test_sides_are_compared_within_their_section(mail: Mail) -> None:
    found = derive([mail(f"1. Small box:\n\n{OLD}2. Large box:\n\n{NEW}")])
    sides = {(c.old.values, c.new.values) for c in found.changes if c.role == "primary"}
    assert sides == {((5620.0,), (3296.7,)), ((4010.0,), (4120.0,))}


def test_numbered_runs_are_runs(mail: Mail) -> None:
    text = f"First run:\n\n{OLD}Second run:\n\n{NEW}"
    assert told(mail(text)) == [
        ("vanilla", None, 1),
        ("patched", None, 1),
        ("vanilla", None, 2),
        ("patched", None, 2),
    ]


def test_the_same_line_over_each_table_tells_nothing(mail: Mail) -> None:
    assert sections(mail(f"On the box:\n\n{OLD}On the box:\n\n{NEW}")) == [None] * 4


def test_a_sentence_that_leads_to_a_table_by_a_colon_is_its_section(mail: Mail) -> None:
    rest = "which is a bit slower. Here it is with the\nlarger blocks (128k):\n\n"
    assert sections(mail(f"With small ones I get:\n\n{OLD}{rest}{NEW}")) == [
        *["With small ones I get"] * 2,
        *["Here it is with the larger blocks (128k)"] * 2,
    ]


def test_a_short_line_that_stands_alone_is_a_section(mail: Mail) -> None:
    text = f"I ran it here.\n\n{OLD}and with polling on\n\n{NEW}"
    assert sections(mail(text)) == [None, None, "and with polling on", "and with polling on"]


def test_a_lead_to_one_more_run_is_no_section(mail: Mail) -> None:
    text = f"I get:\n\n{OLD}and once more, to be sure:\n\n{NEW}"
    assert [repeat for _, _, repeat in told(mail(text))] == [1, 1, 2, 2]


def test_headings_that_come_again_are_told_apart_by_those_above_them(mail: Mail) -> None:
    disk = f"On the disk\n===\n\nNo bigalloc:\n\n{OLD}With bigalloc:\n\n{NEW}"
    assert sections(mail(disk + disk.replace("On the disk", "In memory"))) == [
        *["On the disk / No bigalloc"] * 2,
        *["On the disk / With bigalloc"] * 2,
        *["In memory / No bigalloc"] * 2,
        *["In memory / With bigalloc"] * 2,
    ]


def test_tools_own_lines_and_thanks_are_no_sections(mail: Mail) -> None:
    text = f"Hi all\n\n{OLD}\nThanks, Ann\n\npid=12 of the job (all jobs):\n\n{NEW}"
    assert [repeat for _, _, repeat in told(mail(text))] == [1, 1, 2, 2]


def items(message: Message) -> list[tuple[object, int | None]]:
    found = derive([message]).measurements
    return [(m.parameters.get("item"), m.repeat) for m in found if m.role == "primary"]


def test_items_over_single_rows_that_say_a_setting_each_are_parameters(mail: Mail) -> None:
    text = f"- max_active=8   (the old limit)\n{ONE}- max_active=16\n{TWO}- max_active=32 (as it\n{THREE}"
    assert items(mail(text)) == [("max_active=8", None), ("max_active=16", None), ("max_active=32", None)]
    assert items(mail(f"1) small folios:\n{ONE}2) large folios:\n{TWO}")) == [
        ("small folios", None),
        ("large folios", None),
    ]


def test_items_that_are_runs_or_stand_over_some_rows_only_leave_the_runs(mail: Mail) -> None:
    assert items(mail(f"- first run\n{ONE}- second run\n{TWO}")) == [(None, 1), (None, 2)]
    assert items(mail(f"- max_active=8\n{ONE}words of another kind\n{TWO}")) == [(None, 1), (None, 2)]
    assert items(mail(f"- max_active=8\n{ONE}* max_active=16\n{TWO}")) == [(None, 1), (None, 2)]


def test_the_word_over_the_names_of_the_rows_tells_tables_apart(mail: Mail) -> None:
    def table(corner: str, first: str, second: str) -> str:
        head = f"      {corner}     | bs=4k    | bs=8k\n--------------|----------|----------\n"
        return f"{head} 8k (bigalloc)| {first} MB/s | {second} MB/s\n 16k(bigalloc)| {second} MB/s | {first} MB/s\n\n"

    text = f"The benchmark shows:\n\n{table('BIO', '194', '366')}{table('DIO', '188', '359')}"
    found = derive([mail(text)]).measurements
    assert [(m.parameters.get("section"), m.repeat) for m in found] == [("BIO", None)] * 4 + [("DIO", None)] * 4
    alike = derive([mail(text.replace("DIO", "BIO"))]).measurements
    assert [(m.parameters.get("section"), m.repeat) for m in alike] == [(None, 1)] * 4 + [(None, 2)] * 4


def test_a_side_over_the_first_column_is_no_corner(mail: Mail) -> None:
    def table(one: str, other: str) -> str:
        return f"               {one}   {other}\nlatency (us)   12.5        11.5\n\n"

    text = f"The benchmark shows:\n\n{table('vanilla', 'patched')}and then\n\n{table('patched', 'reworked')}"
    assert {m.parameters.get("section") for m in derive([mail(text)]).measurements} == {None}


def test_how_many_runs_an_average_is_of_does_not_make_its_lead_one_of_runs(mail: Mail) -> None:
    pressure = "under pressure, avg of 32 test run"
    disk, memory = f"Test using the disk\n{pressure}", f"Test using memory\n{pressure}"
    found = sections(mail(f"{disk}:\n\n{OLD}{memory}:\n\n{NEW}"))
    assert found == [disk.replace("\n", " ")] * 2 + [memory.replace("\n", " ")] * 2
    assert sections(mail(f"The first test shows:\n\n{OLD}The second run shows:\n\n{NEW}")) == [None] * 4


def test_numbered_tests_that_say_a_setting_are_no_runs(mail: Mail) -> None:
    first, second = f" vanilla:\n{ONE} patched:\n{TWO}slower.\n\n", f" vanilla:\n{THREE} patched:\n{FOUR}"
    text = f"Test 1: sync = 0\n{first}Test 2: sync = 1\n{second}"
    assert items(mail(text)) == [("sync = 0", None)] * 2 + [("sync = 1", None)] * 2
    assert items(mail(text.replace("1: sync = 0", "").replace("2: sync = 1", ""))) == [
        (None, 1),
        (None, 1),
        (None, 2),
        (None, 2),
    ]
