import pytest

from ingest.comparisons import read_comparison


@pytest.mark.parametrize(
    ("sentence", "faster", "slower", "amount"),
    [
        ("^^^^^ Here 2.4.19 is faster then 2.5.49", "2.4.19", "2.5.49", None),
        ("2.5.49-mm1 is 20% faster than 2.4", "2.5.49-mm1", "2.4", "20%"),
        ("2.5.33 is slower than 2.4.18 on this box", "2.4.18", "2.5.33", None),
        ("The 2.2 kernels outperform the 2.4 kernels", "2.2", "2.4", None),
        ("on UP 2.5 is more than twice the speed of 2.4", "2.5", "2.4", "more than twice"),
        ("the 2.4 kernel is about 15 percent slower than 2.2.18 was", "2.2.18", "2.4", "about 15 percent"),
    ],
)
def test_a_statement_gives_its_winner_its_loser_and_its_amount(
    sentence: str, faster: str, slower: str, amount: str | None
) -> None:
    comparison = read_comparison(sentence)
    assert comparison is not None
    assert (comparison.faster, comparison.slower, comparison.amount) == (faster, slower, amount)


@pytest.mark.parametrize(
    "sentence",
    [
        "2.5.49 is slow",
        "it is faster than before",
        "more than 2.4 GB and slower than expected",
        "2.4.19 is faster than 2.4.19",
        (
            "I have 2.4.19 here, and something quite different is faster than whatever it was that they had in "
            "mind when they told everyone of 2.5.49"
        ),
    ],
)
def test_a_statement_without_two_kernels_near_its_verb_is_none(sentence: str) -> None:
    assert read_comparison(sentence) is None


def test_a_condition_and_quoted_names_are_kept() -> None:
    comparison = read_comparison(
        'The 2.4 kernels outperform the 2.2 kernels for many clients (see the "dbench 10" numbers)'
    )
    assert comparison is not None
    assert (comparison.condition, comparison.named) == (
        'for many clients (see the "dbench 10" numbers)',
        ("dbench 10",),
    )
