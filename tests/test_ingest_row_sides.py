"""Claims whose sides are rows of results: which two rows are meant."""

from collections.abc import Callable

import pytest

from archive.model import Message
from ingest.derive import derive

Mail = Callable[..., Message]

ROWS = "Results:\n\n    xts-aes-vaes-avx512: 16171 MB/s\n    qat_aes_xts: 289 MB/s\n"
THREE = f"{ROWS}    xts(ecb(aes-generic)): 305 MB/s\n"


@pytest.mark.parametrize(
    "text", ["So the engine is 55 times slower than the code.", "The code is 56x faster here.", "That is 98% slower."]
)
def test_the_only_two_rows_are_the_sides_where_they_lie_so_far_apart(mail: Mail, text: str) -> None:
    [claim] = derive([mail(f"{ROWS}\n{text}\n")]).claims
    assert (claim.faster, claim.slower, claim.verdict) == ("xts-aes-vaes-avx512", "qat_aes_xts", "agrees")


def test_rows_that_lie_apart_by_another_amount_are_no_sides(mail: Mail) -> None:
    [claim] = derive([mail(f"{ROWS}\nSo the engine is 20 times slower than the code.\n")]).claims
    assert (claim.faster, claim.slower, claim.verdict) == (None, None, "untestable")


def test_of_three_rows_two_have_to_be_named(mail: Mail) -> None:
    text = "So qat_aes_xts is 55 times slower than xts-aes-vaes-avx512 here."
    [claim] = derive([mail(f"{THREE}\n{text}\n")]).claims
    assert (claim.faster, claim.slower) == ("xts-aes-vaes-avx512", "qat_aes_xts")
    [claim] = derive([mail(f"{THREE}\nSo the engine is 55 times slower than the code.\n")]).claims
    assert (claim.faster, claim.slower) == (None, None)
