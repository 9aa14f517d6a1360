from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from math import isclose, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.compare import changes
from archive.hardware import Hardware
from archive.kernels import find, parse
from archive.model import Author, Span
from archive.results import Attribution, Basis, Change, Kernel, Machine, Measurement, TableRef
from archive.significance import least_p, mann_whitney, median, median_interval

ATTRIBUTION = Attribution(Basis.ROW_LABEL)
POSTER = Author("Ada Poster", "ada@example.org")


def measurement(kernel: str | None, raw: str, **changed: object) -> Measurement:
    test, metric = str(changed.pop("test", "fork_test")), str(changed.pop("metric", "operations"))
    label = None
    if kernel is not None:
        version = parse(kernel) or next((mention.version for mention in find(kernel)), None)
        label = Kernel(kernel, version, ATTRIBUTION)
    made = Measurement(
        id="",
        table=TableRef("post@example.org", 0),
        span=Span(0, 1, 0, 1),
        quoted=False,
        author=POSTER,
        posted_by=None,
        suite="aim9",
        test=test,
        metric=metric,
        test_text=test,
        metric_text=metric,
        value=float(raw),
        raw=raw,
        unit="Task Creations/second",
        unit_text=None,
        better="higher",
        resolution=0.01,
        kernel=label,
    )
    return replace(made, **changed)  # type: ignore[arg-type]


def compared(*rows: Measurement) -> tuple[Change, ...]:
    return changes([replace(row, id=f"m{number}") for number, row in enumerate(rows)])


def only(*rows: Measurement) -> Change:
    (change,) = compared(*rows)
    return change


def pairs(*rows: Measurement) -> list[tuple[str, str, str]]:
    return [(change.old.label, change.new.label, change.pairing) for change in compared(*rows)]


def test_a_change_has_its_delta_as_printed_and_its_verdict_from_the_direction() -> None:
    change = only(measurement("2.4.19", "5620.00"), measurement("2.5.49", "3296.70"))
    assert (change.old.label, change.new.label, change.old.raws, change.new.raws) == (
        "2.4.19",
        "2.5.49",
        ("5620.00",),
        ("3296.70",),
    )
    assert change.delta is not None
    assert round(change.delta, 3) == -0.413
    assert (change.verdict, change.test_note, change.pairing, change.p) == (
        "slower",
        "single run, no test",
        "both",
        None,
    )
    assert change.message_key == "post@example.org"


def test_the_older_version_is_the_baseline_wherever_it_stands() -> None:
    assert pairs(measurement("2.5.49", "1"), measurement("2.4.19", "9")) == [("2.4.19", "2.5.49", "both")]


def test_each_kernel_is_compared_with_the_baseline_and_with_its_predecessor() -> None:
    rows = [measurement(kernel, "9") for kernel in ("2.6.0-test9-as", "2.6.0-test9-as1", "2.6.0-test5", "2.6.0-test9")]
    assert pairs(*rows) == [
        ("2.6.0-test5", "2.6.0-test9", "both"),
        ("2.6.0-test5", "2.6.0-test9-as", "baseline"),
        ("2.6.0-test9", "2.6.0-test9-as", "predecessor"),
        ("2.6.0-test5", "2.6.0-test9-as1", "baseline"),
        ("2.6.0-test9-as", "2.6.0-test9-as1", "predecessor"),
    ]


@pytest.mark.parametrize(
    ("labels", "baseline"),
    [
        (("patched", "vanilla"), "vanilla"),
        (("with patch", "w/o patch"), "w/o patch"),
        (("Patched", "Baseline (5.10-rc7)"), "Baseline (5.10-rc7)"),
        (("AFTER", "BEFORE"), "BEFORE"),
        (("up", "virgin"), "virgin"),
        (("thp lru1", "thp base1"), "thp base1"),
        (("up", "down"), "up"),
        (("2.5", "2.4"), "2.4"),
        (("2.4.14 + MQ", "2.4.14"), "2.4.14"),
        (("2.5.69-mm6(AS)", "2.5.69 - base"), "2.5.69 - base"),
    ],
)
def test_without_an_older_version_the_baseline_is_what_is_called_so_else_the_first(
    labels: tuple[str, str], baseline: str
) -> None:
    assert only(*(measurement(label, "1") for label in labels)).old.label == baseline


def test_a_version_never_read_in_two_spellings_is_one_side() -> None:
    rows = [measurement("2.5.52", "1"), measurement("2.5.52mm1", "2"), measurement("2.5.52-mm1", "3")]
    assert only(*rows).new.raws == ("2", "3")


def test_variants_of_one_kernel_are_sides_of_their_own() -> None:
    rows = [measurement("2.5.69-mm6", "1", variant="deadline"), measurement("2.5.69-mm6", "2", variant="AS")]
    assert pairs(*rows) == [("2.5.69-mm6 deadline", "2.5.69-mm6 AS", "both")]
    assert pairs(measurement(None, "1", variant="after"), measurement(None, "2", variant="before")) == [
        ("before", "after", "both")
    ]


OTHER_MACHINE = Machine(Hardware("P133 32M"), ATTRIBUTION)
DIFFERENCES: list[Mapping[str, object]] = [
    {"test": "exec_test"},
    {"metric": "iterations"},
    {"unit": "us"},
    {"suite_version": "2"},
    {"harness": "mmtests"},
    {"statistic": "mean"},
    {"role": "secondary"},
    {"parameters": {"clients": 16}},
    {"machine": OTHER_MACHINE},
    {"author": Author("Bob Other", "bob@example.org")},
]


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda difference: next(iter(difference)))
def test_only_like_is_compared_with_like(difference: Mapping[str, object]) -> None:
    assert compared(measurement("2.4.19", "1"), measurement("2.5.49", "2", **difference)) == ()


def test_a_row_of_no_known_kernel_is_compared_with_nothing() -> None:
    assert compared(measurement(None, "1"), measurement("2.5.49", "2")) == ()


def test_one_machine_in_two_tables_of_a_post_is_one_machine() -> None:
    machine = Machine(Hardware("133 MHz  Pentium"), ATTRIBUTION)
    other = Machine(Hardware("133 mhz pentium"), Attribution(Basis.HEADING, (Span(0, 3, 0, 4),)))
    change = only(
        measurement("2.2.16", "1", machine=machine),
        measurement("2.4.0", "2", machine=other, table=TableRef("post@example.org", 1)),
    )
    assert change.machine == machine


def test_lower_is_better_turns_the_verdict_and_not_the_delta() -> None:
    change = only(measurement("2.4.19", "2.0", better="lower"), measurement("2.5.49", "3.0", better="lower"))
    assert (change.delta, change.verdict) == (0.5, "slower")
    assert (
        only(measurement("2.4.19", "3", better="lower"), measurement("2.5.49", "2", better="lower")).verdict == "faster"
    )


def test_without_a_direction_values_are_different_or_the_same() -> None:
    assert only(measurement("2.4.19", "2", better=None), measurement("2.5.49", "3", better=None)).verdict == "different"
    assert only(measurement("2.4.19", "2", better=None), measurement("2.5.49", "2", better=None)).verdict == "same"


def test_from_zero_there_is_no_delta_but_a_verdict() -> None:
    change = only(measurement("2.4.19", "0.00"), measurement("2.5.49", "2.00"))
    assert (change.delta, change.verdict) == (None, "faster")
    assert only(measurement("2.4.19", "0.00"), measurement("2.5.49", "0.00")).verdict == "same"


def test_a_value_that_is_no_number_gives_no_verdict() -> None:
    assert only(measurement("2.4.19", "1"), measurement("2.5.49", "1", value=nan)).verdict == "unknown"


def test_a_step_of_the_printed_resolution_is_said_to_be_one() -> None:
    page_fault = [
        measurement("2.4.18", "2.00000", better="lower", resolution=1.0),
        measurement("2.5.33", "3.00000", better="lower", resolution=1.0),
    ]
    change = only(*page_fault)
    assert (change.delta, change.verdict, change.warnings) == (0.5, "slower", ("a step of the printed resolution",))
    assert only(measurement("2.4.18", "0.40"), measurement("2.5.33", "0.41")).warnings != ()
    assert only(measurement("2.4.18", "0.40"), measurement("2.5.33", "0.42")).warnings == ()
    assert only(measurement("2.4.18", "0.40"), measurement("2.5.33", "0.40")).warnings == ()


def test_less_than_the_printed_resolution_is_the_same() -> None:
    rows = [measurement("2.4.18", "115", resolution=1.0), measurement("2.5.33", "115.4", resolution=0.1)]
    assert only(*rows).verdict == "same"


def test_less_than_the_known_noise_is_the_same() -> None:
    assert only(measurement("2.4.18", "100", noise=0.03), measurement("2.5.33", "102")).verdict == "same"
    assert only(measurement("2.4.18", "100", noise=0.03), measurement("2.5.33", "104")).verdict == "faster"


def test_warnings_of_the_values_are_carried_into_the_change() -> None:
    rows = [
        measurement("2.4.18", "8.79", warnings=("may not be correct", "joined")),
        measurement("2.5.33x", "45.5", warnings=("may not be correct",)),
    ]
    assert only(*rows).warnings == ("may not be correct", "joined")


def runs(kernel: str, *raws: str) -> list[Measurement]:
    return [measurement(kernel, raw, repeat=number) for number, raw in enumerate(raws, start=1)]


def test_five_runs_each_are_tested_and_compared_by_their_medians() -> None:
    change = only(*runs("2.2.16", "3", "1", "2", "5", "4"), *runs("2.4.0", "9", "8", "7", "6", "10"))
    assert (change.old.value, change.new.value, change.old.values) == (3, 8, (3, 1, 2, 5, 4))
    assert (change.verdict, change.test_note) == ("faster", "p=0.008 n=5")
    assert change.p == pytest.approx(2 / 252)


def test_runs_that_overlap_are_the_same_whatever_their_medians() -> None:
    change = only(*runs("2.2.16", "1", "5", "2", "6", "3"), *runs("2.4.0", "2", "6", "3", "7", "4"))
    assert change.verdict == "same"
    assert change.delta is not None
    assert change.delta > 0.3
    assert change.p is not None
    assert change.p >= 0.05


def test_too_few_runs_for_any_test_say_so_and_are_judged_as_single_runs_are() -> None:
    change = only(*runs("2.2.16", "1", "2", "3"), *runs("2.4.0", "7", "8", "9"))
    assert (change.verdict, change.test_note, change.p) == (
        "faster",
        "need >= 4 samples to detect a difference",
        None,
    )


def test_unequal_numbers_of_runs_are_both_named() -> None:
    assert only(*runs("2.2.16", *"12345"), *runs("2.4.0", *"6789")).test_note == "p=0.016 n=5+4"


def test_a_row_that_comes_again_without_a_number_is_a_repeat() -> None:
    change = only(measurement("2.4.18", "1"), measurement("2.4.18", "3"), measurement("2.5.33", "4"))
    assert (change.old.raws, change.old.value) == (("1", "3"), 2)


def test_ids_are_stable_and_different() -> None:
    rows = [measurement(kernel, "9") for kernel in ("2.4.18", "2.4.19", "2.5.33")]
    first, again = compared(*rows), compared(*rows)
    assert [change.id for change in first] == [change.id for change in again]
    assert len({change.id for change in first}) == len(first) == 3


FEW = st.lists(st.integers(0, 6), min_size=1, max_size=6)


@given(FEW, FEW)
def test_the_exact_test_counts_what_counting_by_hand_counts(one: list[int], two: list[int]) -> None:
    def distance(chosen: list[int], others: list[int]) -> float:
        wins = sum((a > b) + 0.5 * (a == b) for a in chosen for b in others)
        return abs(wins - len(chosen) * len(others) / 2)

    together, observed = one + two, distance(one, two)
    dealt = [
        distance([together[i] for i in chosen], [value for i, value in enumerate(together) if i not in chosen])
        for chosen in combinations(range(len(together)), len(one))
    ]
    expected = sum(each >= observed - 1e-9 for each in dealt) / len(dealt)
    assert isclose(mann_whitney(one, two), expected)
    assert isclose(mann_whitney(two, one), expected)


def test_many_runs_are_tested_by_the_normal_approximation() -> None:
    low, high = list(range(30)), list(range(100, 130))
    assert mann_whitney(low, high) < 1e-9
    assert mann_whitney(low, low) == pytest.approx(1.0)
    assert mann_whitney([1.0] * 30, [1.0] * 30) == 1.0
    # Just above and just below the limit of the exact count the answers have to meet.
    one, two = [x * 1.0 for x in range(20)], [x + 5.5 for x in range(20)]
    assert mann_whitney([*one, 30.0], two) == pytest.approx(mann_whitney(one, two), abs=0.05)


def test_a_test_needs_runs_on_both_sides() -> None:
    with pytest.raises(ValueError, match="either side"):
        mann_whitney([], [1.0])


def test_four_runs_each_are_the_fewest_that_can_show_a_difference() -> None:
    assert least_p(3, 3) == pytest.approx(0.1)
    assert least_p(4, 4) == pytest.approx(2 / 70)


def test_the_median_and_its_interval_come_from_the_order_of_the_runs() -> None:
    assert (median([3, 1, 2]), median([4, 1, 3, 2])) == (2, 2.5)
    assert median_interval([1, 2, 3, 4, 5]) is None
    assert median_interval([6, 5, 4, 3, 2, 1]) == (1, 6)
    assert median_interval(range(1, 11)) == (2, 9)
    with pytest.raises(ValueError, match="no median"):
        median([])


def test_words_in_versions_are_in_the_order_of_the_post_and_numbers_in_their_own() -> None:
    posted = ("5.9.0-ondemand", "5.9.0-sugov-max", "5.9.0-perfgov")
    found = pairs(*(measurement(label, str(number)) for number, label in enumerate(posted, start=1)))
    assert found == [
        ("5.9.0-ondemand", "5.9.0-sugov-max", "both"),
        ("5.9.0-ondemand", "5.9.0-perfgov", "baseline"),
        ("5.9.0-sugov-max", "5.9.0-perfgov", "predecessor"),
    ]
    assert only(measurement("5.9.0-turbo", "1"), measurement("5.9.0", "2")).old.label == "5.9.0"
    assert only(measurement("2.5.49-mm10", "1"), measurement("2.5.49-mm2", "2")).old.label == "2.5.49-mm2"
