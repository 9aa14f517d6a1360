"""The bar of issue 3 for real pages: each gives what another program took from it, and its text line by line."""

import html
import json
import re
from pathlib import Path

import pytest

from archive.dates import parse_date
from archive.model import Message
from ingest.sources.detect import read

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus" / "html"
PAGES = sorted((CORPUS / "lkml.iu.edu").glob("*.html")) + sorted((CORPUS / "marc.info").glob("*.html"))
GENERATIONS = {"hypermail": range(1995, 2003), "MHonArc": range(2003, 2017)}
# Where a text has lost something that the page has: letters of a mail that declares no charset.
LOST = {"20011129134159": ("\u00e7", "\u00e3")}
# Where a field is less than the page tells: the signs of marc.info, or the quotes around a name, left in.
LESS = {
    "20051203032403": ("Randal L. Schwartz", "Randal L !  Schwartz"),
    "20100831210551": ("Schalk, Ken", '"Schalk, Ken"'),
}


def read_page(file: Path) -> Message:
    message = next(read(file, None))
    assert isinstance(message, Message)
    return message


def lines_of(text: str) -> list[str]:
    """The lines of a body from which the other program took entities but not the archive's tags."""
    text = re.sub(r"</?a(?:\s[^<>]*(?:<[^<>]*>)?[^<>]*)?>", "", text.replace("\u00a0", " "), flags=re.IGNORECASE)
    text = re.sub(r"<p><strong>Attachment:.*?</p>", "", text, flags=re.DOTALL)
    text = re.sub(r"</?(?:i|em)>", "", text, flags=re.IGNORECASE)
    text = re.sub(r"\n?<br>\n", "\n", text, flags=re.IGNORECASE)
    text = re.sub(r"<pre>\n?|\n?</pre>", "", text, flags=re.IGNORECASE)
    return re.sub(r"<p>\n?", "\n", text, flags=re.IGNORECASE).strip("\n").split("\n")


def without(text: str, letters: tuple[str, ...]) -> str:
    return "".join(character for character in text if character not in letters)


def test_there_are_pages_of_all_three_generations_of_lkml_and_of_marc() -> None:
    if not PAGES:
        pytest.skip("the real pages are not on this machine")
    assert len(PAGES) == 17 + 4


@pytest.mark.parametrize("file", PAGES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_page_gives_the_fields_that_are_known_of_it(file: Path) -> None:
    known = json.loads(file.with_suffix(".json").read_text())
    page, taken = read_page(file), known["itemOutput"]
    assert page.subject == html.unescape(taken["subject"]).replace("(no subject)", "")
    ours, theirs = LESS.get(file.stem, (taken["senderName"], taken["senderName"]))
    assert (page.author.name, taken["senderName"]) == (ours, theirs)
    assert (page.author.address or "").lower() == known["pipelineOutput"]["senderEmail"].lower()
    when = taken["timeSent"] or taken["timeReceived"]
    assert (page.date_text, page.date) == (when, parse_date(when))
    assert (page.message_id or "").count("@") == 1
    assert not page.key_is_made
    assert page.lists == (("git",) if file.parent.name == "marc.info" else ("linux-kernel",))


@pytest.mark.parametrize("file", PAGES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_page_gives_the_text_that_is_known_of_it_line_by_line(file: Path) -> None:
    theirs = lines_of(file.with_suffix(".txt").read_bytes().decode())
    ours = (read_page(file).parts[0].text or "").strip("\n").split("\n")
    assert [without(line, LOST.get(file.stem, ())) for line in ours] == theirs


def test_a_generation_is_told_by_the_page_and_not_by_its_address_or_year() -> None:
    for file in PAGES:
        if file.parent.name == "lkml.iu.edu":
            assert int(file.stem[:4]) in GENERATIONS[read_page(file).source.format]


def test_a_page_that_is_linked_in_reply_to_another_names_an_id_and_one_that_only_may_be_names_none() -> None:
    kinds = set()
    for file in PAGES:
        says = re.search(r"(Maybe in|In) reply to:", file.read_bytes().decode("latin-1"))
        if says is not None:
            page = read_page(file)
            assert bool(page.references + page.in_reply_to) == (says.group(1) == "In")
            kinds.add(says.group(1))
    assert kinds == ({"In", "Maybe in"} if PAGES else set())
