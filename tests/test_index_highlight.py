"""The lines of a mail that a query fits."""

from collections.abc import Callable

import pytest

from archive.model import Message
from index.highlight import MAX_SNIPPETS, Needles, needles, snippets
from index.query import read_query

TEXT = """\
Nothing of note here.
The fork_test slowdown is the rmap overhead, and overhead it stays.
> fork_test 10000 56.2 5620.00
rmap alone
"""
LINE = "The [fork_test] slowdown is the rmap overhead, and overhead it stays."


def marked(message: Message, query: str) -> list[str]:
    found = snippets(message, needles(read_query(query).tree))
    return ["".join(f"[{piece.text}]" if piece.fits else piece.text for piece in snippet.pieces) for snippet in found]


@pytest.mark.parametrize(
    ("query", "lines"),
    [
        ("stays", ["The fork_test slowdown is the rmap overhead, and overhead it [stays]."]),
        ("overhead", ["The fork_test slowdown is the rmap [overhead], and [overhead] it stays."]),
        ('"rmap overhead"', ["The fork_test slowdown is the [rmap overhead], and overhead it stays."]),
        ("slow*", ["The fork_test [slowdown] is the rmap overhead, and overhead it stays."]),
        ("10000 56.2", ["> fork_test [10000] [56.2] 5620.00"]),
        ("nq:FORK_TEST -slowdown", [LINE, "> [fork_test] 10000 56.2 5620.00"]),
        ("fork", [LINE.replace("[fork_test]", "[fork]_test"), "> [fork]_test 10000 56.2 5620.00"]),
        ("alone -overhead", ["rmap [alone]"]),
        ("s:rmap test:fork_test", []),
        ("absent", []),
    ],
)
def test_words_that_fit_are_marked(mail: Callable[..., Message], query: str, lines: list[str]) -> None:
    assert marked(mail(TEXT), query) == lines


def test_a_snippet_knows_its_line(mail: Callable[..., Message]) -> None:
    (snippet,) = snippets(mail(TEXT), Needles((("slowdown",),), ()))
    assert (snippet.part, snippet.line) == (0, 2)


def test_lines_with_more_of_the_query_win_and_stay_in_order(mail: Callable[..., Message]) -> None:
    text = "alpha\nalpha\nalpha\nalpha beta gamma\nalpha beta\n"
    assert marked(mail(text), "alpha beta gamma") == ["[alpha]", "[alpha] [beta] [gamma]", "[alpha] [beta]"]
    assert len(marked(mail("alpha\n" * 50), "alpha")) == MAX_SNIPPETS


def test_a_long_line_is_cut_around_the_first_word(mail: Callable[..., Message]) -> None:
    (line,) = marked(mail("x " * 900 + "needle" + " y" * 900), "needle")
    assert "[needle]" in line
    assert len(line) < 200


def test_markup_in_a_mail_stays_text(mail: Callable[..., Message]) -> None:
    assert marked(mail("[bold]needle[/bold] <b>"), "needle") == ["[bold][needle][/bold] <b>"]
