from collections.abc import Callable

from archive.model import Message
from ingest.explain import explain

Mail = Callable[..., Message]

TEXT = """I ran it on 2.4.19 (PIII@800).

mul_ine 10000 1162.1       278904.00 Thousand Integer Multiplies/second
1 2 3 and 4 of something else
"""


def notes(message: Message, line: int) -> tuple[str, ...]:
    return next(found.notes for found in explain(message) if found.line.number == line)


def test_a_row_says_which_suite_read_it_and_on_what_its_kernel_and_machine_rest(mail: Mail) -> None:
    found = notes(mail(TEXT), 3)
    assert found[0] == "table of aim9, lines 3 to 3"
    assert "operations = 278904.00 Thousand Integer Multiplies/second" in found[1]
    assert found[1].endswith("kernel 2.4.19, by prose (line 1)")
    assert "machine PIII@800, by prose (line 1)" in found
    assert "warning: posted as mul_ine; its unit and factor 240 are those of mul_int" in found


def test_numbers_that_nobody_reads_are_said_to_be_unread(mail: Mail) -> None:
    assert notes(mail(TEXT), 4) == ("numbers that no suite claims: not read",)


def test_every_line_of_the_mail_is_there_once(mail: Mail) -> None:
    assert [found.line.text for found in explain(mail(TEXT))] == TEXT.splitlines()
