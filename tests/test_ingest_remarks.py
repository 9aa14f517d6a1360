"""What of somebody's words is a remark on results, and what is talk around it."""

from collections.abc import Callable

import pytest

from archive.model import Message
from archive.results import Comment
from archive.text import lines
from ingest.derive import derive
from ingest.talk import is_heading, is_no_talk, tells_of_measured

Mail = Callable[..., Message]

ROWS = "fork_test 10000 56.2         5620.00 Task Creations/second\n"


def comments(*mails: Message) -> tuple[Comment, ...]:
    return derive(mails).comments


def reply(mail: Mail, text: str) -> list[str]:
    root = mail(ROWS, key="root@example.org", subject="[PATCH] a")
    answer = mail(text, key="a@example.org", subject="Re: [PATCH] a", references=(root.key,))
    return [c.text for c in comments(root, answer)]


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("It is 20% slower on my box.", True),
        ("Your numbers are from a debug kernel.", True),
        ("The throughput of that run was lower.", True),
        ("We measured it on two boxes.", False),
        ("This bug is no regression of late.", False),
        ("See the regression report of it.", False),
        ("That would be a lot slower.", False),
        ("Would that be a performance regression?", False),
        ("That needs to be improved.", False),
        ("It adds a branch to the fast path.", False),
        ("Set the performance governor first.", False),
        ("The extra overhead is not worth it.", False),
        ("Here are the results of my run:", False),
        ("I see some degradation with small buffers.", True),
        ("It shows no obvious difference on my box.", True),
        ("The throughput looks really good to me.", True),
        ("I am not 100% happy with the knob.", False),
    ],
)
def test_what_was_measured_is_told_from_what_might_be(text: str, tells: bool) -> None:
    assert tells_of_measured(text) is tells


def test_rates_far_from_results_tell_nothing() -> None:
    assert not tells_of_measured("It fails 70% of the time.", alone=True)
    assert tells_of_measured("It is slower by 70%.", alone=True)


def test_talk_of_code_in_reply_to_results_is_no_remark(mail: Mail) -> None:
    assert reply(mail, "> It takes the lock twice.\n\nCan the lock be taken once, and by whom?\n") == []


def test_of_a_reply_only_the_paragraphs_on_results_are_the_remark(mail: Mail) -> None:
    speed = "The second run is 3% slower here."
    text = f"> It takes the lock.\n\nSorry for the late reply.\n\n{speed}\n\nThe lock is held too long.\n"
    assert reply(mail, text) == [speed]


def test_words_that_introduce_the_own_table_are_no_remark(mail: Mail) -> None:
    own = ROWS.replace("5620", "5720")
    text = f"> It takes the lock.\n\nThe lock is taken.\n\nIt is a bit faster here with your patch:\n\n{own}"
    assert reply(mail, text) == []


def test_a_remark_under_a_table_is_the_paragraph_right_below_it(mail: Mail) -> None:
    text = f"{ROWS}\nForking is slower than it was.\n\nThis inspires the next patch.\n\nIt gives 3% more.\n"
    assert [c.text for c in comments(mail(text))] == []
    told = "Forking is slower than it was in all of the runs."
    assert [c.text for c in comments(mail(text.replace("Forking is slower than it was.", told)))] == [told]


def test_a_heading_ends_what_speaks_of_the_table_above(mail: Mail) -> None:
    text = f"{ROWS}\n~~~~~~~\n~ pipe ~\n~~~~~~~\n\nThis one is faster by 3% than it was in all runs.\n"
    assert comments(mail(text)) == ()
    [comment] = comments(mail(text.replace("~ pipe ~", "Summary")))
    assert comment.targets[0].kind == "table"


def test_code_two_lines_below_quoted_rows_is_no_remark_on_them(mail: Mail) -> None:
    assert reply(mail, f"> {ROWS}> It dodges the lock.\n> It does not dodge the rest.\n\nI hacked up a way.\n") == []
    assert reply(mail, f"> {ROWS}\nI hacked up a way.\n") == ["I hacked up a way."]


def test_settings_and_boxed_words_are_headings() -> None:
    text = lines("Unit : seconds\n~~~~~~\n~ pipe ~\n~~~~~~\nThis is prose that goes on for many words.\n~~~~~~\n")
    assert [is_heading(text, index) for index in range(6)] == [True, False, True, False, False, False]


@pytest.mark.parametrize(
    "text",
    [
        "| OS | Example 42 |",
        "  cpu          : usr=3.78%",
        "Le mer., X a \u00e9crit :",
        "[root@box ~]# fio --bs=4k job",
        "ann@box:~$ make",
        "+ fio --bs=4k --iodepth=64",
        "sudo taskset -c 0 fio job",
        "\tMin xfer \t\t\t\t\t= 1022208.00 kB",
    ],
)
def test_rows_and_attribution_lines_are_nobodys_words(text: str) -> None:
    [line] = lines(text)
    assert is_no_talk(line)


def test_what_leads_to_a_profile_is_no_remark_on_the_rows_above_it(mail: Mail) -> None:
    rows = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    text = f"> vanilla:\n> {rows}\nAnd here is the output of perf:\n\n98.73%  0.01%  fio  [k] do_syscall\n"
    reply = mail(text, key="r@example.org", author="Bob Example", subject="Re: results")
    assert derive([mail(f"vanilla:\n{rows}"), reply]).comments == ()


@pytest.mark.parametrize(
    "text",
    [
        "Polled jobs take 100% of the processor without making any progress.",
        "If the limit is at 200%, no more than that is issued.",
    ],
)
def test_a_share_that_is_no_result_tells_of_nothing_measured(text: str) -> None:
    assert not tells_of_measured(text)


def test_a_list_of_commits_and_the_end_of_rsync_are_no_talk() -> None:
    text = "f71ed0f653e9d mm/memcg: add a check\ntotal size is 284,010,162  speedup is 1.00\nIt costs little here.\n"
    assert [is_no_talk(line) for line in lines(text)] == [True, True, False]


def test_a_remark_that_two_replies_quote_is_one(mail: Mail) -> None:
    text = "On Mon, 4 Mar 2002, Ann Example wrote:\n> fork_test is now 10% slower than before it.\n\nHow so?\n"
    own = mail("vanilla:\nfork_test 10000 56.2         5620.00 Task Creations/second\n")
    replies = [mail(text, key=f"{n}@example.org", author="Bob Example", subject="Re: results") for n in (1, 2)]
    quoted = [comment for comment in derive([own, *replies]).comments if comment.posted_by is not None]
    assert [comment.author.name for comment in quoted] == ["Ann Example"]


def test_the_name_of_the_next_table_is_no_part_of_a_remark(mail: Mail) -> None:
    rows = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    text = f"vanilla:\n{rows}\nThis is slower than it was before.\n\nNumbers of the other box\n\nold:\n{rows}"
    [remark, *_] = derive([mail(text)]).comments
    assert remark.text == "This is slower than it was before."


def test_improvements_of_code_tell_of_nothing_measured() -> None:
    assert not tells_of_measured("I put the cipher improvements on a separate branch that is merged in.")
    assert tells_of_measured("Sounds like a valuable improvement, thank you!")


def test_who_answers_an_answer_does_not_speak_of_the_claim_above_it(mail: Mail) -> None:
    rows = "vanilla:\nfork_test 10000 56.2         5000.00 Task Creations/second\n"
    said = "fork_test is 10% faster with it, as all of us can see."
    text = f"> > {said}\n> Do you have the code of that?\n\nYes, it will be in the next version.\n"
    reply = mail(text, key="r@example.org", author="Bob Example", subject="Re: results")
    assert derive([mail(f"{rows}\nThanks.\n\n{said}\n"), reply]).comments == ()
