from collections.abc import Callable

from archive.model import Message
from ingest.passages import Passage, passages
from ingest.post import lay_out, scan

Mail = Callable[..., Message]

QUOTE = """Ann Example wrote:
> fork_test 10000 56.2         5620.00 Task Creations/second
> fork_test 10010 32.967         3296.70 Task Creations/second
> ^^^^^ Here 2.4.19 is faster then 2.5.49
"""


def read(message: Message) -> list[Passage]:
    return [passage for part in lay_out(scan(message)).parts for passage in passages(part)]


def test_text_under_quoted_rows_speaks_of_them(mail: Mail) -> None:
    [passage] = read(mail(QUOTE + "\nNothing to be done there.\n"))
    assert (passage.text, {row.test for row in passage.rows}) == ("Nothing to be done there.", {"fork_test"})


def test_rows_with_a_note_line_come_before_the_rest_of_the_quoted_block(mail: Mail) -> None:
    other = "> series_1 10000 39306.1      3930610.00 Series Evaluations/second\n"
    [passage] = read(mail(other + QUOTE.partition("\n")[2] + "ok then\n"))
    assert ({row.test for row in passage.rows}, {row.test for row in passage.quoted_rows}) == (
        {"fork_test"},
        {"fork_test", "series_1"},
    )


def test_attribution_lines_signatures_and_list_footers_are_no_words_of_the_poster(mail: Mail) -> None:
    footer = "-- \nBob Example\nof a company with a slogan that says a lot\n"
    [passage] = read(mail(QUOTE + "True.\n" + footer))
    assert passage.text == "True."
    [passage] = read(mail(QUOTE + "True.\n-\nTo unsubscribe from this list: send the line\n"))
    assert passage.text == "True."


def test_a_name_at_the_end_is_a_sign_off(mail: Mail) -> None:
    [passage] = read(mail(QUOTE + "That is known.\n\n/Bob\n"))
    assert passage.text == "That is known."


def test_words_under_an_own_table_speak_of_that_table(mail: Mail) -> None:
    rows = QUOTE.replace("> ", "").partition("\n")[2]
    found = read(mail("intro\n\n" + rows + "\nThe difference is there in each of the runs that we made.\n"))
    assert [(passage.text[:5], bool(passage.own_rows)) for passage in found] == [("intro", False), ("The d", True)]
