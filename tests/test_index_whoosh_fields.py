"""The places of words are stored as Whoosh's reader takes them, however often a word stands in a mail."""

from hypothesis import given
from hypothesis import strategies as st

from index.whoosh_fields import PLACE_BYTES, Places, places_of_terms

OFTEN = 300_000


@given(st.lists(st.sampled_from(["fork", "test", "é", "2.5", "rmap"]), max_size=60), st.sampled_from([0, 4090]))
def test_each_word_has_all_its_places_in_order(words: list[str], before: int) -> None:
    """Before the words stand others, so that some places are beyond those that stand ready."""
    words = ["first"] * before + words
    summed: dict[str, bytes] = {}
    for place, word in enumerate(words):
        summed[word] = summed.get(word, b"") + place.to_bytes(PLACE_BYTES, "little")
    assert places_of_terms(words) == summed
    assert list(places_of_terms(words)) == list(summed)


def test_a_mail_of_one_word_again_and_again_is_stored_with_every_place() -> None:
    stored = places_of_terms(["again"] * OFTEN)
    assert Places().decode_positions(stored["again"]) == list(range(OFTEN))
