"""HTML to text: columns and lines as the reader saw them, from mails and from archive pages."""

import html
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.html_text import archived_lines, has_foreign_tags, lines_of_markup, parse, shown, text_of_html


def test_preformatted_text_keeps_its_columns() -> None:
    html = "<p>Results</p><pre>   kernel    Tasks\n2.6.0-test9    32\n</pre>after"
    assert text_of_html(html) == "Results\n\n   kernel    Tasks\n2.6.0-test9    32\n\nafter\n"


def test_outside_of_pre_blanks_collapse_and_nbsp_holds_columns() -> None:
    html = "one   two\nthree<br>four&nbsp;&nbsp;&nbsp;five<br><br>six"
    assert text_of_html(html) == "one two three\nfour   five\n\nsix\n"


def test_cells_are_parted_by_tabs_and_rows_are_lines() -> None:
    html = "<table><tr><th>kernel</th><th>rate</th></tr><tr><td>2.4.19</td><td>56.2</td></tr></table>"
    assert text_of_html(html) == "kernel\trate\n2.4.19\t56.2\n"


def test_what_nobody_sees_is_left_out() -> None:
    html = "<html><head><title>t</title><style>p{}</style></head><body><!-- c --><script>x()</script>seen</body></html>"
    assert text_of_html(html) == "seen\n"


def test_hypermails_line_end_beside_a_break_is_one_line_end() -> None:
    page = (
        "<P>\nOne:\n<BR>\n<P>two  columns\n<BR>\n&nbsp;&nbsp;indented\n<BR>\n"
        "<P><P><EM>&gt; quoted\n</EM><BR>\n<PRE>\n-- \nsig\n</PRE>"
    )
    text = lines_of_markup([parse(page)])
    assert text.strip("\n").split("\n") == [
        "One:", "", "two  columns", "  indented", "", "", "> quoted", "-- ", "sig",
    ]  # fmt: skip


def test_hypermail_1_breaks_and_paragraphs_inside_pre_are_lines() -> None:
    page = "said:<br>\n<i>&gt; quoted</i><br>\n<p>\nanswer<br>\n<p>\n<pre>\n--\nsig\n<p>\n<p>\nfooter\n</pre>\n"
    text = lines_of_markup([parse(page)])
    assert text.strip("\n").split("\n") == ["said:", "> quoted", "", "answer", "", "--", "sig", "", "", "footer"]


def test_private_characters_in_a_text_cannot_forge_line_ends() -> None:
    assert lines_of_markup([parse("a\ue000b&#xe001;c<br>d")]).split("\n")[-2:] == ["a b c", "d"]


def test_deep_nesting_neither_recurses_nor_takes_long() -> None:
    started = time.monotonic()
    text_of_html("<div><b>" * 20_000 + "x")
    lines_of_markup([parse("<p><i>" * 20_000 + "x")])
    assert time.monotonic() - started < 20


@given(st.text(max_size=200))
def test_no_markup_raises_or_warns(html: str) -> None:
    assert text_of_html(html).endswith("\n")


@given(st.lists(st.text(st.sampled_from("ab 1.&<>\"'"), max_size=20), min_size=1, max_size=8))
def test_lines_that_hypermail_2b29_would_print_come_back(lines: list[str]) -> None:
    def escaped(line: str) -> str:
        inner = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
        indent = len(inner) - len(inner.lstrip(" "))
        return "&nbsp;" * indent + inner[indent:]

    page = "<P>\n"
    for line in lines:
        page += f"{escaped(line)}\n<BR>\n" if line else "<P>"
    text = lines_of_markup([parse(page)])
    assert text.strip("\n").split("\n") == "\n".join(lines).strip("\n").split("\n")


POSTED = st.lists(st.text("ab  \u00a0&<>\"'@\u00e9", max_size=12), min_size=1, max_size=8)
# How the archives' programs write a line; a blank one stands as a paragraph in some.
WRITERS = {
    "hypermail 1.x": lambda line: "<p>\n" if not line else f"{line}<br>\n",
    "hypermail 2b29": lambda line: "<P>" if not line else f"{line}\n<BR>\n",
    "hypermail 2.4": lambda line: "<br />" if not line else f"{line}\n<br />\n",
    "hypermail 3.0": lambda line: f"{line}\n<br />\n" if line else "<br />\n",
    "MHonArc in hypermail's dress": lambda line: f"{line}<br>\n",
    "PRE": lambda line: f"{line}\n",
}


@pytest.mark.parametrize("program", WRITERS)
@given(POSTED)
def test_every_programs_lines_come_back_as_posted(program: str, posted: list[str]) -> None:
    posted = ["first", *posted, "last"]
    page = "".join(WRITERS[program](html.escape(line)) for line in posted)
    if program == "PRE":
        page = f"<PRE>\n{page}</PRE>\n"
    text = "".join(f"{line}\n" for line in posted).replace("\u00a0", " ")
    assert archived_lines(page) == text
    # A tree drops the blanks of a line that has nothing else.
    by_tree = lines_of_markup([parse(page)]).split("\n")
    assert [line.strip() and line for line in by_tree] == [line.strip() and line for line in text.split("\n")]


def test_tags_within_lines_and_comments_are_left_out_and_entities_read() -> None:
    page = 'a <A HREF="mailto:x@y?In-Reply-To=&lt;i&gt;">x@y</A>,\n<BR>\n<EM>&gt; b</EM>\n<BR>\n'
    page += '<!-- c="d" -->&#233; &amp;lt;\n'
    assert archived_lines(page) == "a x@y,\n> b\n\u00e9 &lt;\n"
    assert shown(' <b>Ann&nbsp;<i>"A"</i> T&eacute;st</b>\n') == 'Ann "A" T\u00e9st'


def test_tags_of_a_html_mail_are_known_and_read_with_a_tree() -> None:
    page = "1\t2\n<BR>\n<table><tr><td>3</td><td>4</td></tr></table>"
    assert has_foreign_tags(page)
    assert not has_foreign_tags("1\t2\n<BR>\n<em>3</em><!-- table -->")
    assert archived_lines(page).split("\n")[-1] == "\t3\t4"
    assert archived_lines("a < b\n<BR>\nc") == "a < b\nc"


def test_characters_that_stand_for_line_ends_inside_are_no_line_ends_when_posted() -> None:
    assert archived_lines("a\ue000b&#xe000;c") == "a b\ue000c"
