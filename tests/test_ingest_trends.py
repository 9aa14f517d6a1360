import pytest

from ingest.trends import is_about, is_supposed, read_trend


@pytest.mark.parametrize(
    ("sentence", "direction", "amount"),
    [
        ("kernel test robot noticed a -11.9% regression of aim9.shell_rtns_1.ops_per_sec", "slower", "-11.9%"),
        ("This gives a 24% improvement on pgbench.", "faster", "24%"),
        ("fork_test drops by about 40%.", "slower", "40%"),
        ("Throughput improved by 3.5 % here.", "faster", "3.5 %"),
        ("exec_test is 20% slower now.", "slower", "20%"),
        ("I see no measurable difference in dbench.", "same", None),
        ("The rest is within the noise.", "same", None),
        ("With it the run is about 7-8% faster.", "faster", "7-8%"),
        ("It presents 2%-10% improvement for small blocks.", "faster", "2%-10%"),
        ("We see a ~25% performance improvement.", "faster", "25%"),
        ("That is 2.3x more IOPS for small writes.", "faster", "2.3x"),
        ("No regressions.", "not slower", None),
        ("The latency drops by 40%.", "faster", "40%"),
        ("The will-it-scale run is 5% slower.", "slower", "5%"),
    ],
)
def test_a_statement_gives_its_direction_and_amount(sentence: str, direction: str, amount: str | None) -> None:
    trend = read_trend(sentence)
    assert trend is not None
    assert (trend.direction, trend.amount) == (direction, amount)


@pytest.mark.parametrize(
    "sentence",
    [
        "If there is a 5% regression we should look again.",
        "This could improve it by 20%.",
        "The disk is 40% full.",
        "Removing it brings a system time increase of 56%.",
        "It is a 2.5 kernel.",
        "Am I right that this is a 2.1x speedup?",
        "No functional regressions were seen.",
        "It will be 20% faster.",
        "It'd be 20% faster.",
        "It ran xfstests and no regressions are observed.",
    ],
)
def test_what_might_be_and_other_per_cents_are_no_trend(sentence: str) -> None:
    assert read_trend(sentence) is None


@pytest.mark.parametrize(
    ("delta", "amount", "is_meant"),
    [
        (-0.2, "20%", True),
        (0.215, "20%", True),
        (0.3, "20%", False),
        (0.08, "7-8%", True),
        (0.2, "2x", False),
        (0.95, "2x", True),
        (-0.5, "2x", True),
        (None, "5%", False),
    ],
)
def test_a_change_is_what_an_amount_says(delta: float | None, amount: str, is_meant: bool) -> None:
    assert is_about(delta, amount) is is_meant


@pytest.mark.parametrize(
    ("sentence", "supposed"),
    [
        ("2.6.1 should be faster than 2.4.2.", True),
        ("Is 2.6.1 slower than 2.4.2?", True),
        ("Here 2.6.1 is faster than 2.4.2 (debug?)", False),
    ],
)
def test_what_is_asked_or_expected_of_two_kernels_is_supposed(sentence: str, *, supposed: bool) -> None:
    assert is_supposed(sentence, sentence.index("2.6.1"), len(sentence)) is supposed


def test_a_rough_amount_is_farther_off() -> None:
    assert is_about(0.123, "10%", roughly=True)
    assert not is_about(0.123, "10%")
    assert not is_about(0.003, "2%", roughly=True)
