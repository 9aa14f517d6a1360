"""What an author takes back of the results that stand in an earlier mail."""

from collections.abc import Callable

import pytest

from archive.model import Message
from archive.results import Derived, Target
from ingest.derive import derive

Mail = Callable[..., Message]

ROW = "fork_test 10000 56.2         5620.00 Task Creations/second\n"


def later(mail: Mail, text: str, author: str = "Ann Example") -> Derived:
    first = mail(ROW, key="first@example.org", author="Ann Example", day=1)
    second = mail(text, key="second@example.org", author=author, subject="Re: results", day=2)
    return derive([first, second])


@pytest.mark.parametrize(
    "text",
    [
        "Please disregard the results that I sent last week.",
        "Sorry, ignore these numbers.",
        "It turns out that I booted the wrong kernel yesterday.",
        "My first results are wrong, the box was busy.",
        "I swapped the two columns in the last mail.",
    ],
)
def test_a_retraction_is_set_beside_the_last_results_of_its_author(mail: Mail, text: str) -> None:
    [correction] = later(mail, text + "\n").corrections
    assert correction.target == Target("post", "first@example.org")
    assert correction.text == text


@pytest.mark.parametrize(
    "text",
    [
        "You may ignore the result of the call there.",
        "If the results are wrong we should look again.",
        "The code must ignore the write that failed.",
        "Is it that I booted the wrong kernel?",
        "> Please disregard the results that I sent last week.",
    ],
)
def test_what_is_no_retraction_takes_nothing_back(mail: Mail, text: str) -> None:
    assert later(mail, text + "\n").corrections == ()


def test_nobody_takes_back_the_results_of_others(mail: Mail) -> None:
    assert later(mail, "Please disregard the results.\n", author="Bob Example").corrections == ()
