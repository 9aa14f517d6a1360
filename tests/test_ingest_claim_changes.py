"""Beside which changes a claim is set that names no kernels."""

from collections.abc import Callable

import pytest

from archive.model import Message
from archive.results import Claim, Derived
from ingest.derive import derive

Mail = Callable[..., Message]

OLD = "fork_test 10000 56.2         5000.00 Task Creations/second\n"


def row(value: float) -> str:
    return OLD.replace("5000.00", f"{value:.2f}").replace("56.2 ", "51.7 ")


TWO = f"vanilla:\n{OLD}\npatched:\n{row(5500)}\n"
THREE = f"vanilla:\n{OLD}\ncfq:\n{row(5500)}\nbfq:\n{row(6050)}\n"


def told(mail: Mail, text: str) -> tuple[Derived, Claim]:
    found = derive([mail(text)])
    [claim] = found.claims
    return found, claim


def sides(found: Derived, claim: Claim) -> set[tuple[str, str]]:
    return {(c.old.label, c.new.label) for c in found.changes if c.id in claim.changes}


def test_two_sides_need_no_name(mail: Mail) -> None:
    found, claim = told(mail, TWO + "This is a 10% improvement of fork_test.\n")
    assert (sides(found, claim), claim.verdict) == ({("vanilla", "patched")}, "agrees")


def test_a_change_by_another_amount_is_not_meant(mail: Mail) -> None:
    found, claim = told(mail, TWO + "This is a 30% improvement of fork_test on the other box.\n")
    assert (sides(found, claim), claim.verdict) == (set(), "untestable")


def test_of_several_sides_the_named_ones_are_meant(mail: Mail) -> None:
    found, claim = told(mail, THREE + "With bfq fork_test has a 10% improvement over cfq.\n")
    assert sides(found, claim) == {("cfq", "bfq")}


def test_a_side_is_named_by_the_word_that_only_its_label_has(mail: Mail) -> None:
    labels = THREE.replace("cfq:", "Applied on RX side only:").replace("bfq:", "Applied on TX side only:")
    found, claim = told(mail, labels + "The RX side is better, with a 10% improvement of fork_test.\n")
    assert len(sides(found, claim)) <= 1
    assert all("TX" not in label for pair in sides(found, claim) for label in pair)


def test_two_sides_that_are_named_apart_are_not_compared(mail: Mail) -> None:
    found, claim = told(mail, THREE + "fork_test has a 10% improvement, and bfq and cfq take less of the processor.\n")
    assert (sides(found, claim), claim.verdict) == (set(), "untestable")


def test_of_several_sides_the_only_two_that_moved_so_much_are_meant(mail: Mail) -> None:
    found, claim = told(mail, THREE + "It is a 21% improvement of fork_test.\n")
    assert sides(found, claim) == {("vanilla", "bfq")}


def test_of_several_sides_that_nobody_names_nothing_can_be_told(mail: Mail) -> None:
    found, claim = told(mail, THREE + "There is a 2% regression in fork_test.\n")
    assert (sides(found, claim), claim.verdict) == (set(), "untestable")


def test_no_regression_of_several_sides_is_said_of_each_beside_the_baseline(mail: Mail) -> None:
    found, claim = told(mail, THREE + "There is no regression in fork_test.\n")
    assert (sides(found, claim), claim.verdict) == ({("vanilla", "cfq"), ("vanilla", "bfq")}, "agrees")


def test_the_patch_is_the_side_called_patched_and_the_stock_kernel_the_baseline(mail: Mail) -> None:
    labels = THREE.replace("cfq:", "tuned:").replace("bfq:", "patched:")
    found, claim = told(mail, labels + "The series gives a 21% improvement of fork_test over the stock kernel.\n")
    assert (sides(found, claim), claim.verdict) == ({("vanilla", "patched")}, "agrees")
    assert (claim.faster, claim.slower) == ("patched", "vanilla")


def test_the_old_side_faster_than_the_new_one_is_the_change_turned_round(mail: Mail) -> None:
    _found, claim = told(mail, TWO.replace("5500.00", "4500.00") + "vanilla has fork_test 10% faster than patched.\n")
    assert (claim.faster, claim.slower, claim.verdict) == ("vanilla", "patched", "agrees")


def test_a_statement_without_an_amount_under_a_table_is_set_beside_it(mail: Mail) -> None:
    found, claim = told(mail, TWO + "As seen here the patched kernel is faster in all of the tests.\n")
    assert (sides(found, claim), claim.verdict, claim.amount) == ({("vanilla", "patched")}, "agrees", None)


def test_what_was_reported_earlier_is_not_set_beside_these_results(mail: Mail) -> None:
    found, claim = told(mail, TWO + 'We reported "fork_test 10% improvement" two weeks ago.\n')
    assert (sides(found, claim), claim.verdict) == (set(), "untestable")


@pytest.mark.parametrize(
    "text", ["The patch makes the code easier and faster to read.", "This is to get faster forks."]
)
def test_talk_of_code_under_a_table_is_no_claim(mail: Mail, text: str) -> None:
    assert derive([mail(f"{TWO}\n{text}\n")]).claims == ()


def test_a_metric_that_no_change_is_of_leaves_it_open(mail: Mail) -> None:
    found, claim = told(mail, TWO + "There is no difference in the power that fork_test takes.\n")
    assert (sides(found, claim), claim.verdict) == (set(), "untestable")


@pytest.mark.parametrize("text", ["This will be a 10% improvement of fork_test.", "We hope for no regression."])
def test_what_is_hoped_is_no_claim(mail: Mail, text: str) -> None:
    assert derive([mail(f"{TWO}\n{text}\n")]).claims == ()


def test_cells_between_colons_are_no_claim(mail: Mail) -> None:
    assert derive([mail(f"{TWO}\nfork_test : 6606 MiB/s : 6729 MiB/s - No change\n")]).claims == ()


def test_several_amounts_of_one_sentence_are_claims_of_their_own(mail: Mail) -> None:
    found = derive([mail(TWO + "We have a 10% gain of throughput, and an increase of the system time by 28%.\n")])
    assert [(c.amount, c.verdict) for c in found.claims] == [("10%", "agrees"), ("28%", "untestable")]


def test_what_is_said_of_another_benchmark_under_a_table_is_not_of_the_table(mail: Mail) -> None:
    found = derive([mail(TWO + "I ran dbench too and did not observe any regressions.\n")])
    assert found.claims == ()


def test_the_read_size_names_no_test(mail: Mail) -> None:
    text = "I changed the read size for it, which gave a 41% regression on the other machine.\n"
    found = derive([mail(TWO.replace("fork_test", "read") + text)])
    assert all("names" not in claim.reading for claim in found.claims)


def test_far_from_any_table_a_claim_that_fits_no_change_has_no_tests(mail: Mail) -> None:
    far = "\nThe patch is what it is, and nobody knows why.\n" * 9
    _, claim = told(mail, "We see a 70% improvement on the large box.\n" + far + TWO)
    assert (claim.tests, claim.verdict) == ((), "untestable")


def test_who_replies_may_speak_of_results_of_his_own(mail: Mail) -> None:
    quoted = "".join(f"> {line}\n" for line in TWO.splitlines())
    answer = mail(
        quoted + "Here I see a 10% regression of fork_test.\n", key="b@example.org", subject="Re: results", day=2
    )
    [claim] = derive([mail(TWO), answer]).claims
    assert (claim.changes, claim.verdict) == ((), "untestable")


def test_what_somebody_measured_in_a_mail_without_a_table_is_a_claim_that_cannot_be_told(mail: Mail) -> None:
    answer = mail("On my box I see a 7% regression with it.\n", key="b@example.org", subject="Re: results", day=2)
    [claim] = derive([mail(TWO), answer]).claims
    assert (claim.message_key, claim.amount, claim.tests, claim.verdict) == ("b@example.org", "7%", (), "untestable")


@pytest.mark.parametrize(
    "text",
    [
        "I was unable to reproduce the 10% improvement of fork_test.",
        "#regzbot title: fork_test has a 10% regression",
    ],
)
def test_what_could_not_be_seen_and_what_a_tracker_is_told_are_no_claims(mail: Mail, text: str) -> None:
    assert derive([mail(f"{TWO}\n{text}\n")]).claims == ()


def test_an_improvement_of_nothing_named_is_said_of_the_patch_among_several_sides(mail: Mail) -> None:
    labels = THREE.replace("vanilla:", "before:").replace("cfq:", "now:")
    found, claim = told(mail, labels + "The numbers show that this improves the throughput of fork_test.\n")
    assert (sides(found, claim), claim.verdict) == ({("before", "now")}, "agrees")


def test_an_amount_that_several_sides_gained_over_the_baseline_is_said_of_all_of_them(mail: Mail) -> None:
    found, claim = told(mail, THREE.replace("6050", "5510") + "It is a 10% improvement of fork_test.\n")
    assert (sides(found, claim), claim.verdict) == ({("vanilla", "cfq"), ("vanilla", "bfq")}, "agrees")


def test_what_was_slow_before_a_patch_is_not_held_against_its_results(mail: Mail) -> None:
    found, claim = told(mail, f"This causes a large performance regression for us.\n\n\nPatch.\n\n{TWO}")
    assert (sides(found, claim), claim.verdict) == (set(), "untestable")


@pytest.mark.parametrize(
    "text",
    [
        "The test robot reported a 10% regression of fork_test, so it was taken out.",
        "If we use one more queue, we can obtain a 10% improvement.",
        "I ran it for longer to see how far performance decreases with it:",
        "There was a 16.9% overhead of do_fork() before it.",
    ],
)
def test_what_others_reported_or_nobody_tried_is_no_claim(mail: Mail, text: str) -> None:
    assert derive([mail(f"{TWO}\n{text}\n")]).claims == ()


def test_a_speed_that_moved_is_told_behind_a_share_that_did(mail: Mail) -> None:
    _found, claim = told(mail, TWO + "The memory usage drops by 92%, the throughput rises by 10%.\n")
    assert (claim.amount, claim.verdict) == ("10%", "agrees")


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("The micro benchmark becomes 5% faster even for one page.", "5%"),
        ("I don't see bandwidth improvements when reading from one client.", None),
        ("Larger reads improved performance by 37% on the other server.", "37%"),
    ],
)
def test_what_a_reply_without_results_tells_is_kept_as_untestable(mail: Mail, text: str, amount: str | None) -> None:
    found = derive([mail(TWO), mail(text, key="reply@example.org", author="Bob Example", subject="Re: results")])
    [claim] = [claim for claim in found.claims if claim.message_key == "reply@example.org"]
    assert (claim.amount, claim.verdict, claim.changes) == (amount, "untestable", ())


def test_versions_that_are_no_sides_leave_a_claim_open(mail: Mail) -> None:
    text = "We have seen a 10% improvement of fork_test between 5.4 and 5.10 stable kernels."
    found, claim = told(mail, f"{text}\n\n{TWO.replace('vanilla', '5.10.162').replace('patched', '5.10.162-revert')}")
    assert (sides(found, claim), claim.verdict) == (set(), "untestable")


def test_a_side_of_another_table_leaves_a_claim_without_amount_open(mail: Mail) -> None:
    other = (
        TWO.replace("patched:", "preempted_check:")
        + "\nThe other patch ran for as long as that.\n\n"
        + TWO.replace("patched:", "pvcy:").replace("00.00", "10.00")
    )
    text = "Take preempted_check, as it shows a much bigger improvement in performance."
    assert sides(*told(mail, f"{other}\n{text}\n")) == set()


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("It performed 10% better overall, and each test was within +/-2% improvement.", "10%"),
        ("Summary: +10% over vanilla.", "+10%"),
    ],
)
def test_the_first_movement_of_a_statement_is_told(mail: Mail, text: str, amount: str) -> None:
    _found, claim = told(mail, f"{TWO}\n{text}\n")
    assert (claim.amount, claim.verdict) == (amount, "agrees")


def test_what_costs_a_share_of_the_throughput_is_slower(mail: Mail) -> None:
    _found, claim = told(mail, TWO.replace("5500.00", "4750.00") + "This checking costs 5% of the throughput.\n")
    assert (claim.amount, claim.faster, claim.verdict) == ("5%", "vanilla", "agrees")


def test_a_size_that_is_increased_is_no_speed(mail: Mail) -> None:
    text = "As the size of the test is increased the speed gets lower in our tests."
    [claim] = derive([mail(f"{TWO}\n{text}\n")]).claims
    assert claim.reading.startswith("slower")


def test_a_range_from_a_regression_to_an_improvement_is_two_claims(mail: Mail) -> None:
    rows = "vanilla:\n{}{}\npatched:\n{}{}\n".format(
        OLD, OLD.replace("fork", "exec"), row(4750), row(5500).replace("fork", "exec")
    )
    found = derive([mail(rows + "\nThe performance ranges from a 5% regression to a 10% improvement.\n")])
    assert [(claim.amount, claim.verdict) for claim in found.claims] == [("5%", "agrees"), ("10%", "agrees")]


@pytest.mark.parametrize(
    "text",
    [
        "Latency of the new kernel (negative is improvement)",
        "Other workloads see a 10-1000x lower flush rate with it.",
    ],
)
def test_how_to_read_a_table_and_rates_of_events_are_no_claims(mail: Mail, text: str) -> None:
    assert derive([mail(f"{TWO}\n{text}\n")]).claims == ()


@pytest.mark.parametrize("head", ["----- Original Message -----\n", "From: Bob Example\nTo: list\nSubject: numbers\n"])
def test_what_a_forwarded_mail_says_is_not_said_by_who_forwards_it(mail: Mail, head: str) -> None:
    text = f"{TWO}\nSee below.\n\n{head}\nHi,\n\nfork_test has a 10% regression here.\n"
    found = derive([mail(text)])
    assert (found.claims, found.comments) == ((), ())


def test_a_claim_that_leads_to_a_table_is_of_it_though_it_names_the_suite(mail: Mail) -> None:
    first = mail(TWO.replace("5500.00", "4000.00"), key="first@example.org", author="Bob Example")
    _found = derive([first, mail(f"The aim9 results show the 10% improvement:\n\n{TWO}", subject="Re: results")])
    [claim] = _found.claims
    assert claim.verdict == "agrees"
    assert {c.message_key for c in _found.changes if c.id in claim.changes} == {"post@example.org"}


@pytest.mark.parametrize(
    "text",
    [
        "With it, the overall performance is slightly improved on the guest.",
        "It turns out this regresses throughput on large machines.",
    ],
)
def test_a_speed_that_is_said_to_have_moved_is_a_claim(mail: Mail, text: str) -> None:
    assert len(derive([mail(f"{TWO}\n{text}\n")]).claims) == 1


def test_no_regressions_above_a_threshold_are_none(mail: Mail) -> None:
    _found, claim = told(mail, TWO + "No measurable significant regressions (10% threshold).\n")
    assert (claim.amount, claim.verdict) == (None, "agrees")


@pytest.mark.parametrize(
    "text",
    [
        "From the test it is clear that the queues are the main cause of the performance degradation.",
        "The improvement seen from 1179 MB/s to 1453 MB/s could be accounted to the lock.",
    ],
)
def test_what_explains_a_movement_is_no_claim(mail: Mail, text: str) -> None:
    assert derive([mail(f"{TWO}\n{text}\n")]).claims == ()


def test_an_amount_under_the_last_table_can_be_of_the_first_one(mail: Mail) -> None:
    first = TWO.replace("5500.00", "6050.00")
    found, claim = told(
        mail, f"{first}\nThe other one ran for as long.\n\n{TWO.replace('fork', 'exec')}\nIt is 21% faster.\n"
    )
    assert (sides(found, claim), claim.tests) == ({("vanilla", "patched")}, ("fork_test",))


def test_an_amount_right_above_a_table_is_of_it_without_saying_so(mail: Mail) -> None:
    other = TWO.replace("5500.00", "7000.00")
    text = f"{other}\nOn both nodes we observe a 10% improvement.\n\n{TWO.replace('fork', 'exec')}"
    found, claim = told(mail, text)
    assert {c.test for c in found.changes if c.id in claim.changes} == {"exec_test"}


def test_a_drop_told_at_the_head_of_its_mend_is_not_held_against_it(mail: Mail) -> None:
    text = f"In my testing the earlier commit resulted in around 10% performance drop.\n\n\nPatch.\n\n{TWO}"
    found, claim = told(mail, text)
    assert (sides(found, claim), claim.verdict, claim.amount) == (set(), "untestable", "10%")


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("Internal benchmarks showed degradation between 20-80% for it.", "20-80%"),
        ("The test shows that ext4 has more than 2x bandwidth compared to the other.", "2x"),
        ("I have not found any regression with it.", None),
        ("There were no performance degradations observed under stress.", None),
    ],
)
def test_further_forms_of_statements_are_read(mail: Mail, text: str, amount: str | None) -> None:
    found = derive([mail(TWO), mail(text, key="reply@example.org", author="Bob Example", subject="Re: results")])
    assert [c.amount for c in found.claims if c.message_key == "reply@example.org"] == [amount]


def test_a_mail_that_is_read_with_its_heads_is_no_forwarded_one(mail: Mail) -> None:
    text = f"From: Ann Example\nTo: list\nSubject: numbers\n\n{TWO}\nThis is a 10% improvement of fork_test.\n"
    assert len(derive([mail(text)]).claims) == 1
