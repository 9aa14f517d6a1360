"""Which line above a hand-drawn table is its title, and which is only the rest of a sentence."""

import pytest

from archive.text import lines
from ingest.generic_titles import title_above

TABLE = """\

	Stock	Patched
QD1	155K	162K
"""


@pytest.mark.parametrize(
    "words", ["yields:", "shows the following results before and after:", "results in these numbers:", "gave us:"]
)
def test_what_a_command_is_said_to_show_is_no_title(words: str) -> None:
    text = lines(f"Writing 4k blocks with this job\n\nfio --name=write\n\n{words}\n{TABLE}")
    assert title_above(text, 7, 7).text is None


def test_a_name_with_a_colon_is_a_title() -> None:
    assert title_above(lines(f"random writes:\n{TABLE}"), 3, 3).text == "random writes"
    assert title_above(lines(f"results:\n{TABLE}"), 3, 3).text == "results"
