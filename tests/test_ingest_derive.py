from collections.abc import Callable
from dataclasses import replace
from itertools import permutations

from archive.model import Message
from archive.results import Derived, Measurement
from ingest.derive import derive

Mail = Callable[..., Message]

ROWS = """Hello,
I ran AIM9 against 2.4.19 and 2.5.49 (PIII@800 Reiserfs).

creat-clo 10020 23.7525        23752.50 File Creations and Closes/second
creat-clo 10030 18.9432        18943.17 File Creations and Closes/second
^^^^^ Here 2.4.19 is faster then 2.5.49

fork_test 10000 56.2         5620.00 Task Creations/second
fork_test 10010 32.967         3296.70 Task Creations/second
^^^^^ Here 2.4.49 is faster then 2.4.19
"""
REPLY = """Ann Example wrote:
> I ran AIM9 against 2.4.19 and 2.5.49 (PIII@800 Reiserfs).

All of the numbers were slower in that old run, too.

> creat-clo 10020 23.7525        23752.50 File Creations and Closes/second
> creat-clo 10030 18.9432        18943.17 File Creations and Closes/second
> ^^^^^ Here 2.4.19 is faster then 2.5.49

There is new code in that path.

> fork_test 10000 56.2         5620.00 Task Creations/second
> fork_test 10010 32.967         3296.70 Task Creations/second
> ^^^^^ Here 2.4.49 is faster then 2.4.19

No, 2.4 was faster than 2.5.
"""


def thread(mail: Mail) -> tuple[Message, Message]:
    root = mail(ROWS, key="root@example.org")
    reply = mail(
        REPLY,
        key="reply@example.org",
        author="Bob Example",
        subject="Re: results",
        day=2,
        references=("root@example.org",),
    )
    return root, reply


def counted(derived: Derived) -> list[Measurement]:
    own = {table.ref for table in derived.tables if table.is_counted}
    return [m for m in derived.measurements if m.table in own]


def test_rows_that_a_reply_quotes_are_not_measured_again(mail: Mail) -> None:
    found = derive(thread(mail))
    assert [(m.test, m.raw) for m in counted(found) if m.role == "primary"] == [
        ("creat-clo", "23752.50"),
        ("creat-clo", "18943.17"),
        ("fork_test", "5620.00"),
        ("fork_test", "3296.70"),
    ]


def test_a_quoted_table_without_its_original_counts_and_is_credited_to_the_person_quoted(mail: Mail) -> None:
    _, reply = thread(mail)
    first = counted(derive([reply]))[0]
    assert (first.quoted, first.author.name, first.posted_by and first.posted_by.name) == (
        True,
        "Ann Example",
        "Bob Example",
    )


def test_the_order_in_which_mails_are_given_changes_nothing(mail: Mail) -> None:
    later = mail(
        "Bob said it.\n",
        key="third@example.org",
        author="Cy Example",
        subject="Re: results",
        day=3,
        references=("reply@example.org",),
    )
    mails = [*thread(mail), later]
    assert len({repr(derive(order)) for order in permutations(mails)}) == 1


def test_changes_are_between_the_kernels_of_one_post(mail: Mail) -> None:
    [change] = [c for c in derive(thread(mail)).changes if c.test == "fork_test" and c.role == "primary"]
    assert (change.old.label, change.new.label, change.verdict, change.test_note) == (
        "2.4.19",
        "2.5.49",
        "slower",
        "single run, no test",
    )
    assert change.delta is not None
    assert round(change.delta, 4) == -0.4134


def test_a_claim_under_rows_is_set_beside_their_numbers(mail: Mail) -> None:
    claims = [claim for claim in derive(thread(mail)).claims if claim.message_key == "root@example.org"]
    assert [(claim.tests, claim.verdict) for claim in claims] == [
        (("creat-clo",), "agrees"),
        (("fork_test",), "disagrees"),
    ]


def test_a_version_that_never_was_is_kept_as_written_and_gets_a_suggestion(mail: Mail) -> None:
    claim = derive(thread(mail)).claims[1]
    assert (claim.faster, claim.suggestion) == ("2.4.49", "2.5.49")
    assert "never existed" in claim.warnings[0]


def test_text_under_quoted_rows_is_a_comment_on_them(mail: Mail) -> None:
    found = derive(thread(mail))
    ids = {m.id: m.test for m in counted(found)}
    under_rows = [c for c in found.comments if c.tests]
    assert [(c.tests, c.text) for c in under_rows] == [
        (("creat-clo",), "There is new code in that path."),
        (("fork_test",), "No, 2.4 was faster than 2.5."),
    ]
    assert {ids[target.id] for target in under_rows[0].targets if target.kind == "row"} == {"creat-clo"}


def test_a_remark_on_the_whole_belongs_to_the_post(mail: Mail) -> None:
    [comment] = [c for c in derive(thread(mail)).comments if not c.tests]
    assert (comment.text, [(t.kind, t.id) for t in comment.targets]) == (
        "All of the numbers were slower in that old run, too.",
        [("post", "root@example.org")],
    )


def test_a_denial_that_says_what_holds_corrects_the_claim_above_it(mail: Mail) -> None:
    found = derive(thread(mail))
    [correction] = found.corrections
    assert correction.target.id == found.claims[1].id


def test_a_claim_about_a_condition_that_nobody_measured_is_untestable(mail: Mail) -> None:
    root, reply = thread(mail)
    text = REPLY.replace(
        "There is new code in that path.", "When running four instances on 4-way, 2.5 is 50% faster than 2.4."
    )
    parts = (replace(reply.parts[0], text=text),)
    [claim] = [c for c in derive([root, replace(reply, parts=parts)]).claims if c.amount == "50%"]
    assert (claim.tests, claim.verdict) == (("creat-clo",), "untestable")


def test_a_quoted_remark_whose_mail_is_lost_is_credited_to_its_author(mail: Mail) -> None:
    text = (
        "From: Dee Example <dee@example.org>\n\n> The fork_test slowdown is overhead that we know of.\n\n"
        "So I ran it again:\n\n" + ROWS
    )
    [comment] = [c for c in derive([mail(text)]).comments if c.posted_by is not None]
    assert (comment.author.name, comment.posted_by and comment.posted_by.name, comment.tests) == (
        "Dee Example",
        "Ann Example",
        ("fork_test",),
    )


def test_profiles_are_shown_and_measured_by_nobody(mail: Mail) -> None:
    listing = "c026cc5c 81       0.952493    tcp_v4_send_check\n" * 3
    found = derive([mail(listing)])
    assert ([table.kind for table in found.tables], found.measurements) == (["profile"], ())


def test_ids_do_not_depend_on_quote_marks_blanks_or_the_lines_above(mail: Mail) -> None:
    plain = counted(derive([mail(ROWS)]))
    shifted = counted(
        derive([mail("another line\n\n" + ROWS.replace("fork_test 10000 56.2  ", "fork_test  10000 56.2 "))])
    )
    assert [m.id for m in plain] == [m.id for m in shifted]
    assert len({m.id for m in plain}) == len(plain)


def test_runs_printed_one_after_another_are_numbered(mail: Mail) -> None:
    row = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    other = "fork_test 10010 32.967         3296.70 Task Creations/second\n"
    found = counted(
        derive([mail("On 2.4.19 only.\n\n" + row + "\nand after a minute\n\n" + row + "\nthen\n\n" + other)])
    )
    assert [(m.raw, m.repeat, m.runs) for m in found if m.role == "primary"] == [
        ("5620.00", 1, 3),
        ("5620.00", 2, 3),
        ("3296.70", 3, 3),
    ]


def test_a_claim_without_kernels_is_set_beside_the_changes_of_the_tests_that_it_names(mail: Mail) -> None:
    root, reply = thread(mail)
    text = "I see a 41% regression of fork_test here.\nNo difference in creat-clo.\nA 10% gain.\n"
    parts = (replace(reply.parts[0], text=text),)
    found = [c for c in derive([root, replace(reply, parts=parts)]).claims if c.author.name == "Bob Example"]
    assert [(c.tests, c.amount, c.verdict) for c in found] == [
        (("fork_test",), "41%", "agrees"),
        (("creat-clo",), None, "disagrees"),
    ]
    assert len(found[0].changes) == 1


def test_a_denial_that_names_the_mistake_is_a_correction_too(mail: Mail) -> None:
    root, reply = thread(mail)
    text = REPLY.replace("No, 2.4 was faster than 2.5.", "You mean the other way round, the upper row is 2.4.19.")
    found = derive([root, replace(reply, parts=(replace(reply.parts[0], text=text),))])
    assert [correction.target.id for correction in found.corrections] == [found.claims[1].id]
