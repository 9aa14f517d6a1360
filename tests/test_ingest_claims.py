"""Of which results a claim speaks where it names no kernels, and what is no claim at all."""

from collections.abc import Callable

import pytest

from archive.model import Message
from archive.results import Claim, Derived
from ingest.derive import derive

Mail = Callable[..., Message]

OLD = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
NEW = "fork_test 10010 32.967         3296.70 Task Creations/second\n"
EXEC = "exec_test 10000 12.0         60.00 Program Loads/second\n"
EXEC_NEW = "exec_test 10000 12.5         62.50 Program Loads/second\n"
TABLE = f"vanilla:\n{OLD}{EXEC}\npatched:\n{NEW}{EXEC_NEW}\n"
ROBOT = """commit:
  aaaaaaaaaaaa ("mm: one")
  bbbbbbbbbbbb ("mm: two")

aaaaaaaaaaaa bbbbbbbbbbbb
---------------- ---------------------------
         %stddev     %change         %stddev
             \\          |                \\
"""
HEAD = "=========================================================================================\n"


def claims(found: Derived) -> list[Claim]:
    return list(found.claims)


def changed(found: Derived, claim: Claim) -> set[str]:
    return {change.test for change in found.changes if change.id in claim.changes}


def test_a_claim_that_names_no_test_speaks_of_the_table_above_it(mail: Mail) -> None:
    found = derive([mail(TABLE + "which is a 41% regression, as was feared by all of us.\n")])
    [claim] = claims(found)
    assert (claim.amount, claim.tests) == ("41%", ("fork_test", "exec_test"))
    assert "the table above" in claim.reading


def test_a_claim_that_ends_in_a_colon_speaks_of_the_table_below_it(mail: Mail) -> None:
    [claim] = claims(derive([mail("We got a 41% slowdown here:\n\n" + TABLE)]))
    assert "the table below" in claim.reading


def test_a_claim_with_an_amount_far_from_any_table_speaks_of_its_own_mail(mail: Mail) -> None:
    other = mail(TABLE.replace("100", "120"), key="other@example.org", author="Bob Example", subject="Re: results")
    text = "It is a 41% regression in all, as I see it.\n" + "\nThe patch is what it is.\n" * 9 + TABLE
    found = derive([mail(text), other])
    [claim] = claims(found)
    assert "the results of the mail" in claim.reading
    assert {c.message_key for c in found.changes if c.id in claim.changes} == {"post@example.org"}


def test_of_several_tests_the_one_named_before_the_statement_is_meant(mail: Mail) -> None:
    found = derive([mail("While fork_test is bad, exec_test has a 4% improvement over fork_test.\n\n" + TABLE)])
    [claim] = claims(found)
    assert (claim.tests, claim.verdict) == (("exec_test",), "agrees")


def test_tests_in_one_list_are_meant_together(mail: Mail) -> None:
    [claim] = claims(derive([mail("Both fork_test and exec_test have a 4% improvement.\n\n" + TABLE)]))
    assert set(claim.tests) == {"fork_test", "exec_test"}


def test_a_suite_stands_for_its_tests(mail: Mail) -> None:
    [claim] = claims(derive([mail("In short aim9 has a 4% improvement.\n\n" + TABLE)]))
    assert set(claim.tests) == {"fork_test", "exec_test"}


@pytest.mark.parametrize(
    "text",
    [
        "It ran LTP, and no regressions are observed in fork_test.",
        "Do you see the 4% improvement of fork_test?",
        "There is no difference on the other machines.",
        "| fork_test | 5620 | 3296 | 41% slower |",
    ],
)
def test_what_is_no_statement_about_these_results_is_no_claim(mail: Mail, text: str) -> None:
    assert claims(derive([mail(f"{TABLE}\n{text}\n")])) == []


def test_no_regression_is_not_contradicted_by_what_became_faster(mail: Mail) -> None:
    table = f"vanilla:\n{EXEC}\npatched:\n{EXEC_NEW}\n"
    [claim] = claims(derive([mail(table + "No regressions.\n")]))
    assert claim.verdict == "agrees"


def test_a_small_change_is_no_difference(mail: Mail) -> None:
    table = f"vanilla:\n{EXEC}\npatched:\n{EXEC.replace('60.00', '60.30').replace('12.0 ', '12.06')}\n"
    [claim] = claims(derive([mail(table + "There is no difference.\n")]))
    assert claim.verdict == "agrees"


def test_of_many_changes_those_that_moved_by_the_amount_are_meant(mail: Mail) -> None:
    found = derive([mail(TABLE + "which is a 41% regression.\n")])
    [claim] = claims(found)
    assert (changed(found, claim), claim.verdict) == ({"fork_test"}, "agrees")


def test_a_statement_without_a_colon_speaks_of_no_table_below_it(mail: Mail) -> None:
    assert claims(derive([mail("There is no difference for small files.\n\n" + TABLE)])) == []


@pytest.mark.parametrize(
    "between",
    ["case 2:\n", "pipes between cores :\nThey were tried as well.\n\n", "    10  2491  5834  5398  4244.1\n\n"],
)
def test_what_stands_under_another_heading_or_table_does_not_speak_of_the_table_above(mail: Mail, between: str) -> None:
    [claim] = claims(derive([mail(f"{TABLE}\n{between}It shows a 41% regression when phones start.\n")]))
    assert (claim.tests, claim.suite, claim.amount, claim.changes) == ((), None, "41%", ())
    assert "results that are not read here" in claim.reading


def test_a_conclusion_speaks_of_the_table_above(mail: Mail) -> None:
    [claim] = claims(derive([mail(f"{TABLE}\nConclusion:\nIt is a 41% regression, as I see it.\n")]))
    assert claim.tests == ("fork_test", "exec_test")


def test_both_halves_of_a_sentence_that_turns_are_claims(mail: Mail) -> None:
    text = "There is no regression of exec_test, while there is a 41% regression of\nfork_test on this box.\n"
    first, second = claims(derive([mail(f"{TABLE}\n{text}")]))
    assert (first.tests, first.verdict, first.text) == (("exec_test",), "agrees", "There is no regression of exec_test")
    assert (second.tests, second.verdict, second.amount) == (("fork_test",), "agrees", "41%")
    behind = len("There is no regression of exec_test, while ")
    assert (second.span.line, second.span.start) == (first.span.line, behind)


def test_items_are_statements_of_their_own_however_far_they_are_indented(mail: Mail) -> None:
    text = "The machines are these\n             * exec_test (4% better)\n             * fork_test (41% worse)\n"
    found = claims(derive([mail(f"{TABLE}\n{text}")]))
    assert [(claim.tests, claim.amount, claim.verdict) for claim in found] == [
        (("exec_test",), "4%", "agrees"),
        (("fork_test",), "41%", "agrees"),
    ]


def test_two_kernels_compared_in_words_alone_are_a_claim_that_cannot_be_told(mail: Mail) -> None:
    text = "It's true, 2.6.12 is about 20% slower than 2.4.31 when it builds a kernel, and the disk may be why."
    [claim] = claims(derive([mail(text)]))
    assert (claim.faster, claim.slower, claim.amount, claim.verdict) == ("2.4.31", "2.6.12", "about 20%", "untestable")


def test_a_thread_without_tables_or_kernels_compared_is_not_read(mail: Mail) -> None:
    assert claims(derive([mail("This loop is 20% slower than that one, and older than both of us.")])) == []


def test_a_side_effect_that_nobody_noticed_is_no_claim(mail: Mail) -> None:
    text = "Thanks for the hint, I did not notice the side effect on the other protocol."
    reply = mail(text, key="reply@example.org", author="Bob Example", subject="Re: results")
    assert [c for c in claims(derive([mail(TABLE), reply])) if c.message_key == "reply@example.org"] == []
