"""public-inbox message pages, as HTML and as text: the mail without the page's furniture, the thread as ghosts."""

import html
import io
from datetime import UTC, datetime
from pathlib import Path

import pytest

from archive.model import Author, Ghost, Message, Quality
from ingest.sources import attachment_marks, mbox
from ingest.sources import public_inbox_page as page
from ingest.sources import public_inbox_text as text
from ingest.sources.assemble import Origin

SHARED = Path(__file__).resolve().parents[2] / "shared"
REAL = SHARED / "corpus" / "html" / "public-inbox"
ORIGIN = Origin("thread.html", None, "thread", "folder")
ROWS = "kernel         Jobs/Min  Real\n2.6.0-test5       590.2  322.0\n"
BODY = f"Ann wrote:\n> it's slow\n\nNo &lt;it&gt; is not:\n{ROWS}"
PAGE = f"""<html><head><title>Re: numbers - Bob</title></head><body><form
action="../"><pre><a
href="../?t=20021125104554"><b>public inbox for bench@example.org</b></a>
<input
name=q
type=text /></pre></form><pre
id=b>From: Bob Tester &lt;bob@example.org&gt;
To: bench@example.org
Cc: Ann &lt;ann@example.org&gt;,
\tCarl &lt;carl@example.org&gt;
Subject: <a
href="#r"
id=t>Re: numbers</a>
Date: Mon, 25 Nov 2002 02:45:54 -0800	<a
href="#r">[thread overview]</a>
Message-ID: &lt;two@example.org&gt; (<a
href="raw">raw</a>)
In-Reply-To: &lt;<a
href="../one@example.org/">one@example.org</a>&gt;

{BODY}</pre><hr><pre><a
href="../three@example.org/"
rel=next>next</a> <a
href="../one@example.org/"
rel=prev>prev parent</a> <a
href="#R">reply</a>	other threads:[<a
href="../?t=20021125104554">~2002-11-25 10:45 UTC</a>|<a
href="../">newest</a>]

<b>Thread overview: </b>5+ messages / expand[<a
href="T/#u">flat</a>|<a
href="t/#u">nested</a>]  <a
href="t.mbox.gz">mbox.gz</a>  <a
href="t.atom">Atom feed</a>  <a
href="#b">top</a>
2002-11-25  2:22 <a
href="../one@example.org/">Ann</a>
<b>2002-11-25 10:45 ` <a
id=r
href="#t">Bob Tester [this message]</a></b>
2002-11-25 11:08   ` <a
href="../three%2Bplus@example.org/">other numbers (was: numbers)</a> Carl
2002-11-25 11:20     ` <a
href="../four@example.org/">Ann</a>
-- strict thread matches above, loose matches on Subject: below --
2002-11-27 14:00 <a
href="../five@example.org/">numbers</a> Dora
</pre><hr><pre
id=R><b>Reply instructions:</b>

You may reply publicly to <a
href=#t>this message</a> via plain-text email
</pre><hr><pre>This is a public inbox, see <a
href="../_/text/mirror/">mirroring instructions</a></pre></body></html>
"""
SAVED = f"""From: bob@example.org
To: bench@example.org
Subject: Re: [BENCH] numbers of 2.5
Date: Mon, 25 Nov 2002 02:45:54 -0800 [thread overview]
Message-ID: <two@example.org> (raw)
From: Ann Tester <ann@example.org>
> it is slow
{ROWS}--
Bob
next prev parent reply other threads:[~2002-11-25 10:45 UTC|newest]
Thread overview: 5+ messages / expand[flat|nested] mbox.gz Atom feed top
2002-11-25 2:22 Ann Tester
2002-11-25 10:45 ` Bob [this message]
2002-11-25 11:08 ` carl
-- strict thread matches above, loose matches on Subject: below --
2002-11-27 14:00 [BENCH] numbers of 2.5 Dora Tester
2002-11-27 15:00 Re: something else: 2.4 Ann
Reply instructions:
You may reply publicly to this message via plain-text email
2002-11-27 16:00 nobody
"""


def at(day: int, hour: int, minute: int) -> datetime:
    return datetime(2002, 11, day, hour, minute, tzinfo=UTC)


def read_page(markup: str, given: str | None = None) -> list[Message]:
    origin = Origin("0.html", given, "0", "folder")
    return [x for x in page.read_page(io.BytesIO(markup.encode()), origin) if isinstance(x, Message)]


def read_text(saved: str) -> Message:
    (message,) = text.read_text(io.BytesIO(saved.encode()), ORIGIN)
    assert isinstance(message, Message)
    return message


def test_a_page_gives_its_mail_as_it_was_sent() -> None:
    assert page.is_page(PAGE)
    (message,) = read_page(PAGE)
    assert message.key == "two@example.org"
    assert message.author == Author("Bob Tester", "bob@example.org")
    assert (message.subject, message.date_basis) == ("Re: numbers", "Date")
    assert message.date == datetime(2002, 11, 25, 10, 45, 54, tzinfo=UTC)
    assert message.date_text == "Mon, 25 Nov 2002 02:45:54 -0800"
    assert message.in_reply_to == ("one@example.org",)
    assert message.cc == "Ann <ann@example.org>, Carl <carl@example.org>"
    assert message.quality is Quality.PAGE
    assert [part.text for part in message.parts] == [html.unescape(BODY)]


def test_the_list_of_a_page_is_the_given_one_else_the_inbox_else_the_folder() -> None:
    assert read_page(PAGE)[0].lists == ("bench",)
    assert read_page(PAGE, "mine")[0].lists == ("mine",)
    assert read_page(PAGE.replace("public inbox for bench@example.org", "x"))[0].lists == ("folder",)


def test_the_thread_overview_of_a_page_is_ghosts_with_ids_depths_and_dates() -> None:
    (message,) = read_page(PAGE)
    assert message.overview == (
        Ghost("one@example.org", "numbers", "Ann", at(25, 2, 22), 0),
        Ghost("three+plus@example.org", "other numbers (was: numbers)", "Carl", at(25, 11, 8), 2),
        Ghost("four@example.org", "other numbers (was: numbers)", "Ann", at(25, 11, 20), 3),
        Ghost("five@example.org", "numbers", "Dora", at(27, 14, 0), 0),
    )


def test_a_missing_message_in_the_overview_is_a_ghost_with_its_id() -> None:
    row = (
        f'{" " * 17}` [not found] &lt;<a\nhref="../gone@example.org/">gone@example.org</a>&gt;\n2002-11-25 11:20     ` '
    )
    (message,) = read_page(PAGE.replace("2002-11-25 11:20     ` ", row))
    assert message.overview[2] == Ghost("gone@example.org", depth=1)


def test_two_mails_under_one_id_are_both_read() -> None:
    second = "<hr><pre>WARNING: multiple messages have this Message-ID\n</pre><pre>From: Eve &lt;eve@example.org&gt;\n"
    second += "Subject: other\nDate: Mon, 25 Nov 2002 10:00:31 +0000\n"
    second += "Message-ID: &lt;two@example.org&gt; (raw)\n\nelse\n</pre>"
    messages = read_page(
        PAGE.replace('</pre><hr><pre><a\nhref="../three', f'</pre>{second}<hr><pre><a\nhref="../three', 1)
    )
    assert [(message.author.name, message.key) for message in messages] == [
        ("Bob Tester", "two@example.org"),
        ("Eve", "two@example.org"),
    ]


def test_dots_that_a_mirror_hides_are_restored_and_the_page_counts_as_masked() -> None:
    (message,) = read_page(PAGE.replace("bob@example.org", "bob@example\u2022org"))
    assert message.author.address == "bob@example.org"
    assert message.quality is Quality.MASKED_PAGE


def test_a_page_of_a_thread_or_a_list_is_no_message_page() -> None:
    listing = PAGE.replace("<pre\nid=b>", "<pre>")
    assert not page.is_page(listing)
    assert page.is_other_page(listing)
    assert not page.is_other_page("<html><pre>x</pre></html>")


def test_a_saved_page_is_its_fields_and_its_body_without_furniture() -> None:
    assert text.is_page_text(SAVED)
    message = read_text(SAVED)
    assert message.key == "two@example.org"
    assert message.author == Author("bob@example.org", "bob@example.org")
    assert message.date_text == "Mon, 25 Nov 2002 02:45:54 -0800"
    assert message.quality is Quality.COLLAPSED_TEXT
    assert message.lists == ("thread",)
    assert [part.text for part in message.parts] == [
        f"From: Ann Tester <ann@example.org>\n> it is slow\n{ROWS}--\nBob\n"
    ]


def test_the_overview_of_a_saved_page_keeps_dates_authors_and_the_subjects_that_it_can_tell() -> None:
    assert read_text(SAVED).overview == (
        Ghost(None, "[BENCH] numbers of 2.5", "Ann Tester", at(25, 2, 22), 0),
        Ghost(None, "[BENCH] numbers of 2.5", "carl", at(25, 11, 8), 1),
        Ghost(None, "[BENCH] numbers of 2.5", "Dora Tester", at(27, 14, 0), 0),
        Ghost(None, "Re: something else: 2.4 Ann", None, at(27, 15, 0), 0),
    )


def test_a_mail_is_not_taken_for_a_saved_page() -> None:
    assert not text.is_page_text("From: a@example.org\nSubject: x\nMessage-ID: <a@example.org>\n\nbody (raw)\n")


def test_fields_folded_or_wrapped_at_a_comma_belong_together() -> None:
    shown = text.shown_mail(["From: a@x", "Cc: b@x,", "c@x", "References: <1@x>", "\t<2@x>", "", "body"])
    assert shown.fields == {"from": "a@x", "cc": "b@x, c@x", "references": "<1@x> <2@x>"}
    assert shown.body == ["", "body"]
    assert text.shown_mail(["From: a@x"]).body == []


def test_attachment_marks_part_a_text_and_only_where_one_opens_it() -> None:
    first = "[-- Attachment #1: Type: TEXT/PLAIN, Size: 8 bytes --]"
    named = ["[-- Attachment #2: bench.sh --]", "[-- Type: TEXT/X-SH, Size: 9 bytes --]"]
    binary = ["[-- Attachment #3: a.gz --]", "[-- Type: application/x-gzip, Size: 134 bytes --]"]
    warning = "[-- Warning: decoded text below may be mangled, UTF-8 assumed --]"
    lines = ["", first, "", "numbers", "[All in MB/s]", "", *named, warning, "", "#!/bin/sh", "", *binary, ""]
    parts = attachment_marks.marked_parts(lines)
    assert [(part.number, part.content_type, part.name, part.text, part.size) for part in parts] == [
        (0, "text/plain", None, "numbers\n[All in MB/s]\n", 8),
        (1, "text/x-sh", "bench.sh", "#!/bin/sh\n", 9),
        (2, "application/x-gzip", "a.gz", None, 134),
    ]
    assert len(attachment_marks.marked_parts(["prose", first, "", "numbers"])) == 1


def real(name: str) -> str:
    if not (REAL / name).is_file():
        pytest.skip("the real pages are not on this machine")
    return (REAL / name).read_text()


@pytest.mark.parametrize("name", ["msg-root", "msg-reply", "msg-attach", "msg-tiobench", "torture-attach"])
def test_real_pages_say_what_the_mails_that_they_show_say(name: str) -> None:
    (found,) = read_page(real(f"{name}.html"))
    box = "torture" if name.startswith("torture") else "bench"
    raw = io.BytesIO((SHARED / "corpus" / "torture" / f"{box}.mbox").read_bytes())
    sent = {mail.key: mail for mail in mbox.read_mbox(raw, ORIGIN) if isinstance(mail, Message)}[found.key]
    # A page links to compressed files, and shows nothing of them.
    shown = [("" if p.name == "aim.out.gz" else p.text or "").strip("\n") for p in sent.parts]
    assert [(p.text or "").strip("\n") for p in found.parts] == shown
    assert [part.size for part in found.parts] == [part.size for part in sent.parts]
    assert (found.subject, found.author, found.date, found.in_reply_to) == (
        sent.subject,
        sent.author,
        sent.date,
        sent.in_reply_to,
    )


def test_the_real_saved_page_is_one_mail_and_24_ghosts() -> None:
    seed = next((SHARED / "seeds").glob("003*.txt"), None)
    if seed is None:
        pytest.skip("the seeds are not on this machine")
    message = read_text(seed.read_text())
    assert message.key == "20031029003822.GA9382@rushmore"
    assert message.author.name == "rwhron@earthlink.net"
    assert (message.parts[0].text or "").endswith("http://home.earthlink.net/~rwhron/kernel/bigbox.html\n")
    assert len(message.overview) == 24
    assert {ghost.subject for ghost in message.overview} == {"[BENCHMARK] I/O regression after 2.6.0-test5"}
    assert [ghost.author for ghost in message.overview[:3]] == ["John Hawkes", "rwhron", "Dave Olien"]


def test_a_page_whose_program_guessed_another_charset_shows_the_same_rows() -> None:
    (found,) = read_page(real("torture-koi8.html"))
    assert found.key == "t18@torture.example.org"
    assert (found.parts[0].text or "").partition("\n")[2].startswith("kernel              Tasks  Jobs/Min")
