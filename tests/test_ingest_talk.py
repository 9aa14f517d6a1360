"""What lines of a discussion are, and what of it is a remark on results."""

from collections.abc import Callable

import pytest

from archive.model import Message
from archive.text import lines
from ingest.derive import derive
from ingest.talk import begins_patch, is_no_talk, is_tag, speaks_of_results

Mail = Callable[..., Message]

ROWS = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
PATCH = "diff --git a/mm/a.c b/mm/a.c\n--- a/mm/a.c\n+++ b/mm/a.c\n@@ -1,2 +1,2 @@\n-\tslow();\n+\tfaster();\n"


@pytest.mark.parametrize(
    "text",
    ["Reviewed-by: Ann Example <ann@example.org>", "Reported-and-tested-by: Ann", 'Fixes: 0123456789ab ("mm: a")'],
)
def test_tags_of_a_patch_are_known(text: str) -> None:
    [line] = lines(text)
    assert is_tag(line)


@pytest.mark.parametrize("text", ["We saw this: it is slow.", "Result: 12 % more", "From: Ann Example"])
def test_other_lines_with_a_colon_are_no_tags(text: str) -> None:
    [line] = lines(text)
    assert not is_tag(line)


@pytest.mark.parametrize(
    "text",
    [
        "[snip]",
        "...",
        "8 instances each 24 threads\t4478.82\t4508.82\t+0.67%",
        "| Total   | 35592.42 | 36450.36 | 2.41% |",
        " 2.124e+08           +21.2%  2.574e+08        perf-stat.ps.cache-references",
        "  cpu          : usr=23.84%, sys=73.97%, ctx=3272, majf=0, minf=15197",
        "[   50.023726][    T1] printk: console enabled",
        "\tgoto out;",
        "On 01/12/2020 03:59, Ann Example wrote:",
    ],
)
def test_figures_logs_code_and_marks_are_nobodys_words(text: str) -> None:
    [line] = lines(text)
    assert is_no_talk(line)


@pytest.mark.parametrize("text", ["That is 20 % faster than 2 runs.", "Or that.", "No, 2.4 was faster than 2.5."])
def test_words_with_figures_are_words(text: str) -> None:
    [line] = lines(text)
    assert not is_no_talk(line)


def test_a_patch_begins_at_its_ruler_and_at_its_list_of_files() -> None:
    text = lines("---\n mm/a.c | 4 ++--\n 1 file changed\n" + PATCH)
    assert [begins_patch(text, index) for index in range(4)] == [True, True, True, True]
    assert not begins_patch(lines("---\nThe next run was slower.\n"), 0)
    assert begins_patch(lines("Ann Example (3):\n  mm: a\n"), 0)


@pytest.mark.parametrize(
    ("text", "speaks"),
    [
        ("this is slower by a bit", True),
        ("I get 3 % more", True),
        ("your numbers are from a debug kernel", True),
        ("it is in the fast path", False),
        ("64-bit inode numbers are common", False),
        ("it bypasses the performance governor", False),
        ("this improves the readability", False),
    ],
)
def test_words_about_results_are_told_from_words_about_code(text: str, speaks: bool) -> None:
    assert speaks_of_results(text) is speaks


def remarks(mail: Mail, root: str, reply: str, last: str) -> list[str]:
    thread = [
        mail(root, key="root@example.org", subject="[PATCH] a"),
        mail(reply, key="a@example.org", subject="Re: [PATCH] a", references=("root@example.org",)),
        mail(last, key="b@example.org", subject="Re: [PATCH] a", references=("a@example.org",)),
    ]
    return [comment.text for comment in derive(thread).comments]


def test_talk_of_code_two_mails_below_the_results_is_no_remark_on_them(mail: Mail) -> None:
    code = "The lock should be taken before the list is walked, I think.\n"
    assert remarks(mail, ROWS, "The numbers of 2.6 are slower, I think.\n", code) == [
        "The numbers of 2.6 are slower, I think."
    ]


def test_talk_of_results_is_a_remark_in_the_whole_thread(mail: Mail) -> None:
    speed = "The throughput of the second run was lower here as well.\n"
    assert remarks(mail, ROWS, "Why is this done under the lock at all?\n", speed) == [speed.strip()]


def test_a_remark_ends_where_the_patch_begins(mail: Mail) -> None:
    text = (
        ROWS
        + "\nThe fork is slower since the page tables are copied twice.\n\nSigned-off-by: Ann Example\n---\n"
        + PATCH
    )
    assert [c.text for c in derive([mail(text)]).comments] == [
        "The fork is slower since the page tables are copied twice."
    ]


@pytest.mark.parametrize("reply", ["Reviewed-by: Bob Example\n", "Thanks, applied.\n", "[snip]\n", PATCH])
def test_tags_thanks_marks_and_patches_are_no_remarks(mail: Mail, reply: str) -> None:
    assert remarks(mail, ROWS, reply, reply) == []


def test_a_robots_disclaimer_under_a_table_is_no_remark(mail: Mail) -> None:
    text = ROWS + "\nDisclaimer:\nResults have been estimated and are given for those who want to know of them only.\n"
    assert derive([mail(text)]).comments == ()


def test_what_follows_a_long_quotation_speaks_of_its_end(mail: Mail) -> None:
    quoted = "".join(f"> + word {n} of the patch that was posted with it\n" for n in range(20))
    talk = "Can this be a flag of its own?\n"
    speed = "With the flag that run was 3 % faster here.\n"
    root = mail(ROWS, key="root@example.org")
    near, far, spoken = (
        derive([root, mail(f"> {ROWS}{rest}", key="a@example.org", subject="Re: a", references=(root.key,))])
        for rest in (f"\n{talk}", f"{quoted}\n{talk}", f"{quoted}\n{speed}")
    )
    assert [c.targets[0].kind for found in (near, far, spoken) for c in found.comments] == ["row", "row"]
    assert far.comments == ()
