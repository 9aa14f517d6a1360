"""A mail's lines on a page: anchors, quote depth, numbers and web addresses as links, all text made harmless."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.escape import visible
from archive.model import Part, Span
from archive.text import MAX_LINE
from web.lines import MAX_LINES, MailLine, Mark, Note, Number, Piece, Places, plain_pieces, shown_parts
from web.masking import mask
from web.urls import KeyConverter, UndecodedPath, line_anchor, list_of, message_anchor

CHARACTERS = st.characters(codec="utf-8")


def shown(text: str, places: Places | None = None, part: int = 0, key: str | None = None) -> tuple[MailLine, ...]:
    (found,) = shown_parts([Part(part, "text/plain", None, text)], places or Places(), key)
    assert found.lines is not None
    return found.lines


def text_of(line: MailLine) -> str:
    return "".join(piece.text for piece in line.pieces)


def test_lines_have_numbers_anchors_and_their_quote_depth() -> None:
    found = shown("own\n> once\n> > twice\n> > > > four times\n")
    assert [(line.number, line.anchor) for line in found] == [(1, "l1"), (2, "l2"), (3, "l3"), (4, "l4")]
    assert [line.classes for line in found] == ["line", "line q1", "line q2", "line q3"]


def test_anchors_of_further_parts_and_of_mails_on_one_page_differ() -> None:
    assert shown("a", part=2)[0].anchor == "p2l1"
    assert shown("a", key="one@example.org")[0].anchor != shown("a", key="two@example.org")[0].anchor
    assert shown("a", key="one@example.org")[0].anchor == line_anchor(0, 1, "one@example.org")


def test_numbers_are_links_and_the_text_around_them_stays_in_its_columns() -> None:
    text = "fork_test\t10000 56.2   5620.00 Task"
    numbers = tuple(Number(Span(0, 1, start, end), f"#{start}", f"n{start}", "") for start, end in ((16, 20), (23, 30)))
    (line,) = shown(text, Places(numbers=numbers))
    assert text_of(line) == text
    assert [piece for piece in line.pieces if piece.kind == "number"] == [
        Piece("56.2", "number", "#16", "n16"),
        Piece("5620.00", "number", "#23", "n23"),
    ]


@pytest.mark.parametrize("span", [(5, 2), (90, 99), (3, 3), (-4, 2)])
def test_a_span_that_does_not_fit_the_line_shows_the_line(span: tuple[int, int]) -> None:
    (line,) = shown("ten of it.", Places(numbers=(Number(Span(0, 1, *span), "#x", None, ""),)))
    assert text_of(line) == "ten of it."


def test_marks_and_notes_stand_on_their_lines_and_parts_only() -> None:
    places = Places(marks=(Mark(0, 2, 3, "table"), Mark(1, 1, 1, "claim")), notes=(Note(0, 3, "fork_test", "#row"),))
    found = shown("a\nb\nc\nd", places)
    assert [line.classes for line in found] == ["line", "line table", "line table", "line"]
    assert [len(line.notes) for line in found] == [0, 0, 1, 0]


def test_web_addresses_are_linked_up_to_their_end() -> None:
    pieces = plain_pieces("see http://example.org/a_(b)?c=1&d=2, (https://example.org/x). ftp://example.org/ no")
    assert [piece.href for piece in pieces if piece.kind == "link"] == [
        "http://example.org/a_(b)?c=1&d=2",
        "https://example.org/x",
    ]


@pytest.mark.parametrize("text", ["javascript:alert(1)", "http://", "data:text/html,x", "http:/x", "HTTP//x"])
def test_other_schemes_are_no_links(text: str) -> None:
    assert [piece.kind for piece in plain_pieces(text)] == ["text"]


def test_very_long_lines_and_mails_are_cut_and_say_so() -> None:
    assert "line cut" in text_of(shown("x" * (MAX_LINE + 1))[0])
    (part,) = shown_parts([Part(0, "text/plain", None, "x\n" * (MAX_LINES + 7))], Places())
    assert part.hidden == 7


def test_a_part_that_is_no_text_has_no_lines() -> None:
    (part,) = shown_parts([Part(0, "image/png", "graph.png", None, 5)], Places())
    assert part.lines is None


@given(st.text(CHARACTERS, max_size=60).map(lambda text: text.replace("\n", " ").replace("\r", " ")))
def test_a_line_loses_nothing_but_domains(text: str) -> None:
    assert "".join(piece.text for piece in plain_pieces(text)).replace("@…", "") == visible(mask(text)).replace(
        "@…", ""
    )


@given(st.text(CHARACTERS, min_size=1, max_size=40))
def test_any_key_comes_back_from_its_address(key: str) -> None:
    converter = KeyConverter(map=None)  # type: ignore[arg-type]
    seen: list[str] = []

    def application(environ: dict[str, str], _start: object) -> list[bytes]:
        seen.append(environ["PATH_INFO"].encode("latin-1").decode())
        return []

    UndecodedPath(application)({"RAW_URI": f"/list/{converter.to_url(key)}/?q=%2F"}, None)  # type: ignore[arg-type]
    empty, name, segment, last = seen[0].split("/")
    assert (empty, name, last) == ("", "list", "")
    assert converter.to_python(segment) == key


def test_a_server_that_tells_only_the_decoded_path_still_works() -> None:
    environ = {"PATH_INFO": "/list/50%@example.org/"}
    UndecodedPath(lambda _environ, _start: [])(environ, None)  # type: ignore[arg-type]
    assert environ["PATH_INFO"] == "/list/50%25@example.org/"


def test_a_message_is_shown_under_the_readers_list_or_its_first() -> None:
    assert list_of(("a", "b"), "b") == "b"
    assert list_of(("a", "b"), "c") == "a"
    assert list_of(("a", "b"), "all") == "all"
    assert list_of(()) == "all"


def test_the_anchor_of_a_message_is_public_inboxs() -> None:
    assert message_anchor("a@example.org") == "maaf151c535738510a7c0720b5cbb701bf24f5265"
