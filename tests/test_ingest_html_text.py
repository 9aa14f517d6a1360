"""HTML to text: columns and lines as the reader saw them, from mails and from archive pages."""

import time

from hypothesis import given
from hypothesis import strategies as st

from ingest.html_text import lines_of_markup, parse, text_of_html


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
