"""pipermail: months of text without MIME headers, HTML pages, parts that Mailman took out."""

import gzip
import io
import os
from pathlib import Path

import pytest

from archive.model import Author, Message, Problem, Quality
from ingest.sources import pipermail
from ingest.sources.assemble import Origin
from ingest.sources.detect import read

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus" / "html" / "pipermail-twisted"
MONTH = """From ann at example.org  Thu Mar  3 18:20:35 2016
From: ann at example.org (=?iso-8859-1?q?Ann_T=E9st?=)
Date: Thu, 3 Mar 2016 19:20:35 +0100
Subject: [Bench] fork speed of a kernel whose name is so long that
\tit is folded
Message-ID: <one@example.org>

fork_test 10000 56.2         5620.00
From the start it was slow at 12:30 in 2016,
ask ann at example.org on the PIII at 800.
-------------- next part --------------
#!/bin/sh
run
-------------- next part --------------
A non-text attachment was scrubbed...
Name: signature.asc
Type: application/pgp-signature
Size: 189 bytes
Desc: not available
URL: <http://lists.example.org/pipermail/bench/attachments/20160303/0a1b2c3d/attachment.sig>
-------------- next part --------------
An embedded and charset-unspecified text was scrubbed...
Name: results.txt
URL: <http://lists.example.org/pipermail/bench/attachments/20160303/0a1b2c3d/attachment.txt>
-------------- next part --------------
An HTML attachment was scrubbed...
URL: </pipermail/bench/attachments/20160303/0a1b2c3d/attachment.html>
_______________________________________________
Bench mailing list
From bob at example.org  Fri Mar  4 00:00:01 1945
From: bob at example.org (bob at example.org)
Date: Fri, 4 Mar 2016 00:00:01 +50579034
Subject: [Bench] fork speed of a kernel whose name is so long that
\tit is folded
In-Reply-To: <one@example.org>
References: <zero@example.org>
\t<one@example.org>
Message-ID: <two@example.org>

> PIII at 800
no
From bogus@does.not.exist.com  Fri Mar  4 10:00:00 2016
From: bogus@does.not.exist.com ()
Date: Fri, 4 Mar 2016 10:00:00 +0000
Subject: no sender
Message-ID: <three@example.org>

x
"""
PAGE = """<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML @DTD@ Transitional//EN">
<HTML>
 <HEAD>
   <TITLE> [Bench] fork speed
   </TITLE>
   <META http-equiv="Content-Type" content="text/html; charset=utf-8">
 </HEAD>
 <BODY BGCOLOR="#ffffff">
   <H1>[Bench] fork &amp; speed</H1>
    <B>Ann T\u00e9st</B>\x20
    <A HREF="mailto:bench%40example.org?Subject=@RE@fork&In-Reply-To=@ID@"
       TITLE="[Bench] fork speed">ann at example.org
       </A><BR>
    <I>Wed Mar 23 15:10:10 MDT 2016</I>
    <P><UL>
        <LI>Previous message: <A HREF="062669.html">x
</A></li>
       </UL>
    <HR>
<!--beginarticle-->
<PRE>Bob &lt;<A HREF="http://lists.example.org/mailman/listinfo/bench">bob at example.org</A>&gt; wrote:
&gt;<i> fork_test 10000 56.2         5620.00
</I>&gt;<i>
</I>
<A HREF="http://example.org/">http://example.org/</A>  two  columns
-------------- next part --------------
An embedded and charset-unspecified text was scrubbed...
Name: results.txt
URL: &lt;<A HREF="x">http://lists.example.org/pipermail/bench/attachments/20160303/0a1b2c3d/attachment.txt</A>&gt;
</PRE>

<!--endarticle-->
    <HR>
<a href="http://lists.example.org/mailman/listinfo/bench">More information about the Bench
mailing list</a><br>
</body></html>
"""
OLD = PAGE.replace("@DTD@", "3.2").replace("@RE@", "").replace("@ID@", "parent%40example.org")
NEW = PAGE.replace("@DTD@", "4.01").replace("@RE@", "Re%3A%20").replace("@ID@", "%3Cown%2B1%40example.org%3E")


def month(text: str = MONTH) -> tuple[list[Message], list[Problem]]:
    found = list(read(None, io.BytesIO(text.encode())))
    return [x for x in found if isinstance(x, Message)], [x for x in found if isinstance(x, Problem)]


def page(text: str, given: str | None = None) -> Message:
    message, *_ = pipermail.read_page(io.BytesIO(text.encode()), Origin("000001.html", given, "000001", "2016-March"))
    assert isinstance(message, Message)
    return message


def test_a_month_is_split_at_its_from_lines_with_or_without_a_blank_line_before() -> None:
    messages, _ = month()
    assert [message.message_id for message in messages] == ["one@example.org", "two@example.org", "three@example.org"]


def test_senders_are_those_behind_the_mask_and_nobody_is_nobody() -> None:
    assert [message.author for message in month()[0]] == [
        Author("Ann T\u00e9st", "ann@example.org"),
        Author("bob@example.org", "bob@example.org"),
        Author(""),
    ]


def test_the_words_of_a_body_stay_as_the_archive_shows_them() -> None:
    first, second, _ = month()[0]
    assert first.parts[0].text == (
        "fork_test 10000 56.2         5620.00\nFrom the start it was slow at 12:30 in 2016,\n"
        "ask ann at example.org on the PIII at 800.\n"
    )
    assert second.parts[0].text == "> PIII at 800\nno\n"
    assert first.subject == second.subject == "[Bench] fork speed of a kernel whose name is so long that it is folded"
    assert (second.references, second.in_reply_to) == (("zero@example.org", "one@example.org"), ("one@example.org",))
    assert first.quality is Quality.MBOX_EXPORT


def test_what_stood_between_the_parts_is_undone_and_what_was_taken_out_is_listed() -> None:
    messages, problems = month()
    assert [(part.number, part.content_type, part.name, part.size) for part in messages[0].parts[1:]] == [
        (1, "text/plain", None, 14),
        (2, "application/pgp-signature", "signature.asc", 189),
        (3, "text/plain", "results.txt", 0),
        (4, "text/html", None, 0),
        (5, "text/plain", None, 67),
    ]
    assert messages[0].parts[1].text == "#!/bin/sh\nrun\n"
    assert (messages[0].parts[5].text or "").endswith("\nBench mailing list\n")
    # Only of a text there is something to miss.
    assert [(problem.message_key, problem.reason[:6]) for problem in problems] == [("one@example.org", "part 3")]


def test_a_line_like_the_one_between_parts_is_text_where_no_note_stands() -> None:
    text = MONTH.replace("A non-text attachment was scrubbed...", "A non-text attachment was scrubbed")
    part = month(text)[0][0].parts[2]
    assert (part.content_type, (part.text or "")[:13]) == ("text/plain", "A non-text at")


def archive(folder: Path) -> Path:
    stored = folder / "attachments" / "20160303" / "0a1b2c3d"
    stored.mkdir(parents=True)
    (stored / "attachment.txt").write_text("fork_test 5620.00\n")
    (stored / "attachment.html").write_text("<html>From: x</html>")
    (folder / "2016-March.txt.gz").write_bytes(gzip.compress(MONTH.encode()))
    (folder / "2016-March").mkdir()
    (folder / "2016-March" / "000001.html").write_text(NEW)
    (folder / "2016-March" / "thread.html").write_text("<HTML><b>Starting:</b> <i>Thu</i></HTML>")
    (folder / "2016-March" / "index.html").symlink_to("thread.html")
    (folder / "index.html").write_text("<HTML><title>The Bench Archives</title></HTML>")
    return folder


def test_texts_that_were_taken_out_are_read_from_beside_the_months(tmp_path: Path) -> None:
    found = list(read(archive(tmp_path), None))
    messages = [item for item in found if isinstance(item, Message)]
    assert len(messages) == 4
    texts = [part.text for message in messages for part in message.parts if part.name == "results.txt"]
    assert texts == ["fork_test 5620.00\n"] * 2
    assert [item for item in found if isinstance(item, Problem)] == []


def test_a_page_is_known_and_its_indexes_are_too() -> None:
    assert pipermail.is_message_page(OLD)
    assert not pipermail.is_index_page(OLD)
    assert not pipermail.is_message_page("<HTML><!--beginarticle--><PRE>x</PRE></HTML>")
    for index in (
        "<HTML><b>Starting:</b></HTML>",
        "<HTML><title>The Bench March 2016 Archive by thread</title></HTML>",
    ):
        assert pipermail.is_index_page(index)
        assert not pipermail.is_message_page(index)


def test_a_page_tells_sender_subject_date_and_list() -> None:
    message = page(NEW)
    assert message.author == Author("Ann T\u00e9st", "ann@example.org")
    assert message.subject == "[Bench] fork & speed"
    assert (message.date_text, message.date_basis) == ("Wed Mar 23 15:10:10 MDT 2016", "shown date")
    assert message.date is not None
    assert message.date.isoformat() == "2016-03-23T21:10:10+00:00"
    assert message.lists == ("bench",)
    assert page(NEW, given="mine").lists == ("mine",)
    assert message.quality is Quality.MASKED_PAGE


def test_old_pages_tell_the_parents_id_and_new_ones_their_own() -> None:
    old, new = page(OLD), page(NEW)
    assert (old.message_id, old.in_reply_to) == (None, ("parent@example.org",))
    assert (new.message_id, new.in_reply_to) == ("own+1@example.org", ())
    bare = page(NEW.replace("%3C", "").replace("%3E", ""))
    assert (bare.message_id, bare.in_reply_to) == ("own+1@example.org", ())
    for nothing in ("", "word", "two%20words%40x"):
        silent = page(OLD.replace("parent%40example.org", nothing))
        assert (silent.message_id, silent.in_reply_to, silent.key_is_made) == (None, (), True)


def test_the_lines_of_a_page_are_the_posted_ones() -> None:
    assert page(NEW).parts[0].text == (
        "Bob <bob at example.org> wrote:\n> fork_test 10000 56.2         5620.00\n>\n\n"
        "http://example.org/  two  columns\n"
    )
    assert [part.name for part in page(NEW).parts] == [None, "results.txt"]


def real_month() -> dict[tuple[str, str], Message]:
    if not CORPUS.is_dir():
        pytest.skip("the real months are not on this machine")
    found = read(CORPUS / "twisted-python_2007-June.txt.gz", None)
    return {(item.author.name, str(item.date)): item for item in found if isinstance(item, Message)}


def test_a_real_month_splits_at_its_own_from_lines_and_no_other() -> None:
    mails = real_month()
    text = (CORPUS / "twisted-python_2007-June.txt").read_bytes()
    from_lines = [line for line in text.split(b"\n") if line.startswith(b"From ") and line.endswith(b" 2007")]
    found = [item for item in read(CORPUS / "twisted-python_2007-June.txt", None) if isinstance(item, Message)]
    assert len(found) == len(from_lines) == 420
    assert len(mails) > 200
    assert all(mail.author.address and mail.message_id and mail.date_basis == "Date" for mail in found)


def test_real_pages_say_what_their_month_says() -> None:
    mails, count = real_month(), 0
    for file in sorted(CORPUS.glob("twisted-python_2007-June_0*.html")):
        message = page(file.read_text())
        mail = mails[message.author.name, str(message.date)]
        assert (message.author, message.subject, message.lists) == (mail.author, mail.subject, ("twisted-python",))
        assert (message.parts[0].text or "").strip("\n") == (mail.parts[0].text or "").strip("\n")
        assert message.in_reply_to == mail.in_reply_to
        count += 1
    assert count == 2


def test_all_real_pages_have_senders_and_texts() -> None:
    if not CORPUS.is_dir():
        pytest.skip("the real pages are not on this machine")
    found = list(read(CORPUS, None))
    pages = [item for item in found if isinstance(item, Message) and item.source.format == "pipermail"]
    assert len(pages) == 32
    # One of them is a mail that has no sender.
    assert [message.author for message in pages if message.author.address is None] == [Author("")]
    for message in pages:
        assert message.date is not None
        assert len(message.parts[0].text or "") > 100
        assert message.lists[0] in ("twisted-python", "twisted-web")
    assert not any("no format" in item.reason for item in found if isinstance(item, Problem))


def test_all_months_of_a_whole_archive_split_right() -> None:
    tree = os.environ.get("BENCHLORE_TWISTED")
    if tree is None:
        pytest.skip("BENCHLORE_TWISTED does not point to a checkout of github.com/twisted/pipermail")
    months = sorted(Path(tree).rglob("*.txt.gz"))
    assert len(months) == 557
    assert sum(isinstance(item, Message) for file in months for item in read(file, None)) == 89_280
