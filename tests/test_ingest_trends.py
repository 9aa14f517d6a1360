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
        ("It brings a system time increase of 56%.", "slower", "56%"),
        ("With it the writes improve the throughput of the pool by more than 12%.", "faster", "12%"),
        ("It takes 9% less time.", "faster", "9%"),
        ("The throughput is 20 times as high as before.", "faster", "20 times"),
        ("The result is better by 10%.", "faster", "10%"),
        ("The overhead is higher by 50% on the small box.", "slower", "50%"),
        ("We have an increase in bandwidth of about 16 times.", "faster", "16 times"),
        ("The box is worse than the other one by 5-10%.", "slower", "5-10%"),
        ("It reduces the latency of small reads by ~30%.", "faster", "30%"),
        ("This is a surprisingly small 1.25% overhead.", "slower", "1.25%"),
        ("The change brings, as can be seen, an improvement of over 15%.", "faster", "15%"),
        ("I do not see any difference.", "same", None),
        ("There is no obvious performance degradation.", "not slower", None),
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
        "It is a 2.5 kernel.",
        "Am I right that this is a 2.1x speedup?",
        "No functional regressions were seen.",
        "It will be 20% faster.",
        "It'd be 20% faster.",
        "The footprint drops by 85%.",
        "It takes the descriptor down to 48 bytes (25% reduction).",
        "Not every box has such a 200% regression.",
        "Built the tree from clean (no change)",
        "The numbers are not 50x worse on my box.",
        "The kernel time drops from 78% to 40% with it.",
        "I guess that being 20% slower is the variance.",
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
    assert not is_about(-0.141, "18.5%", roughly=True)


@pytest.mark.parametrize(
    ("sentence", "direction"),
    [
        ("From the above data we can see the queue can help to improve the performance.", "faster"),
        ("Here the run became slower on the large box.", "slower"),
        ("I still got some performance improvement.", "faster"),
        ("The maximum latency showed a considerable degradation.", "slower"),
        ("Sequential performance declines on the disk.", "slower"),
        ("The latency is lower in all runs.", "faster"),
        ("bfq performs better than cfq in these tests.", "faster"),
        ("bfq outperforms cfq in these tests.", "faster"),
    ],
)
def test_a_statement_without_an_amount_gives_its_direction_where_it_is_looked_for(
    sentence: str, direction: str
) -> None:
    trend = read_trend(sentence, plain=True)
    assert trend is not None
    assert (trend.direction, trend.amount) == (direction, None)
    assert read_trend(sentence) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "Add a queue to improve the performance.",
        "The queue can improve the performance.",
        "This does not improve performance.",
        "It should be faster than before.",
        "In case there are regressions I want to see them.",
        "The regression of small blocks is seen to be essentially zero.",
        "The figures in parentheses show improvement over the baseline.",
    ],
)
def test_what_is_wanted_or_denied_is_no_statement(sentence: str) -> None:
    assert read_trend(sentence, plain=True) is None
