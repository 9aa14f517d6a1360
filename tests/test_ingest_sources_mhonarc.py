"""MHonArc pages of every generation, plain and in hypermail's dress: what their comments tell, bodies line for line."""

import io
import re
from pathlib import Path

import pytest

from archive.model import Author, Message, Problem, Quality
from ingest.sources import mhonarc
from ingest.sources.assemble import Origin
from ingest.sources.detect import read

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus" / "html"
COMMENTS = """<!-- MHonArc v2.6.19 -->
<!--X-Subject: Re: fork &#45; speed =?iso&#45;8859&#45;1?Q?caf=E9?= -->
<!--X-From-R13: O ["a &#60;oNrknzcyr.bet> -->
<!--X-Date: Mon, 25 Nov 2002 11:00:00 &#45;0400 (EDT) -->
<!--X-Message-Id: one&#45;1@example.org -->
<!--X-Content-Type: text/plain -->
<!--X-Reference: root&#45;1@example.org -->
<!--X-Reference: mid@example .org -->
<!--X-Reference: no words -->
<!--X-Head-End-->
<html><head><title>Re: fork - speed</title></head><body>
<!--X-Subject-Header-Begin-->
<h1>Re: fork - speed</h1>
<!--X-Subject-Header-End-->
<!--X-Head-of-Message-->
"""
FIELDS = """<ul>
<li><em>To</em>: <a href="mailto:l%40example.org">l@example.org</a></li>
<li><em>From</em>: A M&quot;n &lt;<a href="mailto:b@DOMAIN.HIDDEN">b@xxxxxxxxxxx</a>&gt;</li>
<li><em>Date</em>: Mon, 25 Nov 2002 10:59:00 -0400</li>
<li><em>References</em>: &lt;root-1@example.org&gt; &lt;mid@example.org&gt;</li>
</ul>
"""
MIDDLE = """<!--X-Head-of-Message-End-->
<!--X-Head-Body-Sep-Begin-->
<hr>
<!--X-Head-Body-Sep-End-->
<!--X-Body-of-Message-->
"""
END = "\n<!--X-Body-of-Message-End-->\n<!--X-MsgBody-End-->\n<!--X-Follow-Ups-->\n</body></html>\n"
PRE = '<pre>fork_test 10000 56.2         5620.00\n&gt; <a href="http://a.org/">http://a.org/</a>\n\n-- \nB</pre>'
TEXT = "fork_test 10000 56.2         5620.00\n> http://a.org/\n\n-- \nB\n"


def page(body: str = PRE, fields: str = FIELDS) -> str:
    return COMMENTS + fields + MIDDLE + body + END


def read_page(text: str, folder: Path | None = None, given: str | None = None) -> tuple[Message, list[Problem]]:
    origin = Origin("msg00001.html", given, "msg00001", "archive", folder)
    message, *problems = mhonarc.read_page(io.BytesIO(text.encode("latin-1")), origin)
    assert isinstance(message, Message)
    return message, [problem for problem in problems if isinstance(problem, Problem)]


def parts(body: str, content_type: str = "text/plain") -> list[tuple[str, str | None, str | None]]:
    message, _ = read_page(page(body).replace("text/plain -->", f"{content_type} -->"))
    return [(part.content_type, part.name, part.text) for part in message.parts]


def test_a_page_is_known_by_its_comments_and_an_index_is_not_one() -> None:
    index = "<!-- MHonArc v2.6.19 -->\n<html><ul><li><a href='msg00001.html'>x</a></ul></html>"
    assert mhonarc.is_message_page(page())
    assert not mhonarc.is_index_page(page())
    assert mhonarc.is_index_page(index)
    assert not mhonarc.is_message_page(index)
    (problem,) = read(None, io.BytesIO(index.encode()))
    assert isinstance(problem, Problem)
    assert "index page" in problem.reason


def test_the_comments_tell_of_the_mail_and_undo_what_the_page_hides() -> None:
    message, problems = read_page(page())
    assert message.key == message.message_id == "one-1@example.org"
    assert message.subject == "Re: fork - speed caf\u00e9"
    assert message.author == Author('A M"n', "b@example.org")
    assert message.references == ("root-1@example.org", "mid@example.org")
    assert message.in_reply_to == ()
    assert message.quality is Quality.MASKED_PAGE
    assert message.parts[0].text == TEXT
    assert message.to == "l@example.org"
    assert problems == []


def test_a_page_that_hides_nothing_is_a_better_copy() -> None:
    open_page = page(
        fields=FIELDS.replace("b@DOMAIN.HIDDEN", "b%40example.org").replace("b@xxxxxxxxxxx", "b@example.org")
    )
    assert read_page(open_page)[0].quality is Quality.PAGE


def test_a_mail_that_only_answers_has_an_in_reply_to() -> None:
    answer = FIELDS.replace("<em>References</em>: &lt;root-1@example.org&gt; &lt;mid", "<em>In-reply-to</em>: &lt;mid")
    message, _ = read_page(page(fields=answer))
    assert (message.references, message.in_reply_to) == ((), ("root-1@example.org", "mid@example.org"))


def test_the_senders_date_comes_before_that_of_arrival() -> None:
    with_fields, without = read_page(page())[0], read_page(page(fields=""))[0]
    assert (with_fields.date_text, with_fields.date_basis) == ("Mon, 25 Nov 2002 10:59:00 -0400", "Date")
    assert (without.date_text, without.date_basis) == ("Mon, 25 Nov 2002 11:00:00 -0400 (EDT)", "X-Date")


def test_the_moment_at_which_the_page_was_made_is_no_date_of_a_mail() -> None:
    made = page(fields="").replace("Mon, 25 Nov 2002 11:00:00 &#45;0400 (EDT)", "Mon Nov 30 12:03:49 2026")
    assert read_page(made)[0].date is None


@pytest.mark.parametrize(
    "said", ["d47b13903a32e927329aa33a3050800f@NO&#45;ID&#45;FOUND.mhonarc.org", "two words@x", "word", ""]
)
def test_an_id_that_mhonarc_made_up_counts_as_none(said: str) -> None:
    message, _ = read_page(page().replace("one&#45;1@example.org", said))
    assert (message.message_id, message.key_is_made) == (None, True)


def test_old_comments_have_other_names() -> None:
    old = (
        page(fields="")
        .replace('X-From-R13: O ["a &#60;oNrknzcyr.bet>', "X-From: Ann <ann@example.org>")
        .replace("X-Content-Type", "X-ContentType")
        .replace("X-Reference:", "X-Reference-Id:")
        .replace("v2.6.19", "v2.2.0")
    )
    message, _ = read_page(old)
    assert message.author == Author("Ann", "ann@example.org")
    assert message.references[0] == "root-1@example.org"


def test_nobody_is_nobody() -> None:
    assert read_page(page().replace('O ["a &#60;oNrknzcyr.bet>', "Gaxabja"))[0].author == Author("")


def test_in_hypermails_dress_the_lines_end_in_breaks_and_the_title_names_the_list() -> None:
    body = (
        "One:<br>\n<br>\nfork_test 10000 56.2         5620.00<br>\n&gt;<i> &gt; quoted</i><br>\n&gt;<i></i><br>\n<br>\n"
    )
    dressed = page(body, fields="").replace("<title>Re:", "<title>Bench-Talk Archive: Re:")
    dressed = dressed.replace(
        "<!--X-Subject-Header-End-->",
        "<br><strong>Date: </strong> Mon Nov 25 2002 - 10:00:00 EST\n<!--X-Subject-Header-End-->",
    )
    message, _ = read_page(dressed)
    assert message.parts[0].text == "One:\n\nfork_test 10000 56.2         5620.00\n> > quoted\n>\n"
    assert message.lists == ("bench-talk",)
    assert read_page(dressed, given="mine")[0].lists == ("mine",)
    undated = dressed.replace("X-Date: Mon, 25 Nov", "X-Date: someday")
    assert read_page(undated)[0].date_basis == "shown date"


def test_parts_side_by_side_are_parts_and_a_blank_line_in_one_is_none() -> None:
    assert parts("<pre>one\n\ntwo\n</pre><pre>#!/bin/sh\n\trun\n</pre>") == [
        ("text/plain", None, "one\n\ntwo\n"), ("text/plain", None, "#!/bin/sh\n\trun\n"),
    ]  # fmt: skip


def test_boxes_of_a_flowed_text_are_quote_marks_again() -> None:
    box, flowed = '<blockquote style="border-left: solid">', '<pre style="margin: 0em;">'
    body = (
        f"{flowed}\nAnn wrote:\n\n</pre>{box}{box}<tt>two   deep \n</tt><tt>so\n</tt></blockquote></blockquote>"
        f"{box}{flowed}\none\n\n</pre></blockquote>{flowed}\n\nmine</pre>"
    )
    assert parts(body) == [("text/plain", None, "Ann wrote:\n\n>> two   deep \n>> so\n> one\n> \n\nmine\n")]


def test_bytes_shown_one_by_one_are_the_characters_that_they_make() -> None:
    assert parts("<pre>&#xC2;&#xA0;&#xC2;&#xA0;a &#xC3;&#xA9; &#xE9;&#xE8; &#xE9;</pre>") == [
        ("text/plain", None, "  a \u00e9 \u00e9\u00e8 \u00e9\n")
    ]


def test_a_html_mail_is_read_as_html_and_a_plain_one_is_not() -> None:
    body = "<div>See   this</div><div>a&nbsp;&nbsp;b</div>"
    assert parts(body, "multipart/alternative") == [("text/html", None, "See this\na  b\n")]
    assert parts("<pre>See   this</pre>", "multipart/alternative") == [("text/plain", None, "See   this\n")]


ATTACHED = """</pre><p><strong>Attachment:
<a href="@HREF@" ><tt>run.txt</tt></a></strong><br>
<em>Description:</em> Binary data</p>
"""


def test_attachments_beside_the_page_are_parts(tmp_path: Path) -> None:
    (tmp_path / "00161").mkdir()
    (tmp_path / "00161" / "run.txt").write_text("5620.00\n")
    message, problems = read_page(page("<pre>see" + ATTACHED.replace("@HREF@", "00161/run.txt")), tmp_path)
    assert [(part.name, part.text) for part in message.parts] == [(None, "see\n"), ("run.txt", "5620.00\n")]
    assert problems == []
    lost, problems = read_page(page("<pre>see" + ATTACHED.replace("@HREF@", "../run.txt")), tmp_path)
    assert [part.text for part in lost.parts] == ["see\n", None]
    assert [problem.message_key for problem in problems] == [lost.key]
    old = page('<PRE>see</PRE>\n<P><A HREF="bin00012.bin">run.txt</A></P>')
    assert [part.name for part in read_page(old)[0].parts] == [None, "run.txt"]


ENCLOSED_NEW = """<blockquote><small>---&nbsp;<i>Begin&nbsp;Message</i>&nbsp;---</small>
<ul>
<li><em>Subject</em>: inner</li>
<li><em>From</em>: Carl &lt;<a href="mailto:carl%40example.org">carl@example.org</a>&gt;</li>
<li><em>Date</em>: Mon, 25 Nov 2002 01:00:00 +0000</li>
<li><em>In-reply-to</em>: &lt;mid@example.org&gt;</li>
</ul>
<pre>5620.00</pre><br><small>---&nbsp;<i>End Message</i>&nbsp;---</small></blockquote>
"""
ENCLOSED_OLD = """<BR><EM>---- Begin included message ----</EM><BLOCKQUOTE>
<UL>
<LI><strong>Subject</strong>: <strong>inner</strong></LI>
<LI><strong>From</strong>: <strong>Carl &lt;<A HREF="mailto:carl@example.org">carl@example.org</A>&gt;</strong></LI>
<LI>Date: Mon, 25 Nov 2002 01:00:00 +0000</LI>
<LI>In-Reply-To: &lt;mid@example.org&gt;</LI>
</UL>
<PRE>5620.00</PRE></BLOCKQUOTE><EM>---- End included message ----</EM><BR>
"""


@pytest.mark.parametrize("enclosed", [ENCLOSED_NEW, ENCLOSED_OLD])
def test_a_mail_inside_the_mail_is_a_part_and_a_mail_of_its_own(enclosed: str) -> None:
    assert parts(f"<pre>FYI</pre>{enclosed}<pre>after</pre>") == [
        ("text/plain", None, "FYI\n"), ("message/rfc822", "inner", None), ("text/plain", None, "after\n"),
    ]  # fmt: skip
    assert [kind for kind, _, _ in parts(enclosed)] == ["text/plain", "message/rfc822"]
    nested = enclosed.replace("5620.00", f"5620.00</PRE>{enclosed}<PRE>and")
    found = list(mhonarc.read_page(io.BytesIO(page(f"<pre>FYI</pre>{nested}").encode()), Origin("", None, "", "")))
    mails = [item for item in found if isinstance(item, Message)]
    assert found == mails
    assert [(mail.author, mail.subject, mail.source.place, mail.key_is_made) for mail in mails[1:]] == [
        (Author("Carl", "carl@example.org"), "inner", "part 1", True),
        (Author("Carl", "carl@example.org"), "inner", "part 1, part 1", True),
    ]
    assert [[part.text for part in mail.parts] for mail in mails[1:]] == [["5620.00\n", None, "and\n"], ["5620.00\n"]]
    assert mails[1].in_reply_to == ("mid@example.org",)
    assert mails[1].date is not None
    bare = re.sub(r"<UL>.*</UL>\n?", "", enclosed, flags=re.IGNORECASE | re.DOTALL)
    _, problems = read_page(page(f"<pre>FYI</pre>{bare}"))
    assert [problem.reason for problem in problems] == ["part 1: the text of an enclosed mail is not read"]


def test_files_that_mhonarc_made_beside_its_pages_are_no_mails_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "msg00001.html").write_text(page())
    (tmp_path / "threads.html").write_text("<!-- MHonArc v2.6.19 -->\n<ul></ul>")
    for name in ("binaCp78ix4rW.bin", "gz00012.gz", ".mhonarc.db"):
        (tmp_path / name).write_bytes(b"\x00\x01")
    (tmp_path / "msg00001").mkdir()
    (tmp_path / "msg00001" / "x.patch").write_text("From: a@b\nDate: x\nSubject: [PATCH]\n\n---\n")
    (tmp_path / "other.bin").write_bytes(b"\x00\x01")
    found = list(read(tmp_path, None))
    assert sum(isinstance(item, Message) for item in found) == 1
    assert [Path(item.source.location).name for item in found if isinstance(item, Problem)] == ["other.bin"]


def test_real_pages_of_a_japanese_list_have_senders_and_subjects() -> None:
    folder = CORPUS / "mhonarc-tlug"
    if not folder.is_dir():
        pytest.skip("the real pages are not on this machine")
    mails = [item for item in read(folder, None) if isinstance(item, Message)]
    pages = [mail for mail in mails if not mail.source.place]
    assert len(pages) == len(list(folder.glob("*msg*.html"))) == 58
    assert [mail.subject for mail in mails if mail.source.place] == ["Response to your spam complaint"]
    for mail in pages:
        assert mail.subject
        assert "=?" not in mail.subject + mail.author.name
        assert "\x1b" not in mail.subject + (mail.parts[0].text or "")
        assert mail.author.address is not None
        assert "@" in mail.author.address
        assert mail.date_basis == "Date"
        assert (mail.message_id or "").count("@") == 1
        assert len(mail.parts[0].text or "") > 200


def test_real_pages_of_damaged_mails_come_out_with_their_tables() -> None:
    folder = CORPUS / "mhonarc" / "torture"
    if not folder.is_dir():
        pytest.skip("the real pages are not on this machine")
    mails = [item for item in read(folder, None) if isinstance(item, Message)]
    assert sum(not mail.source.place for mail in mails) == 77
    assert [mail.subject for mail in mails if mail.source.place] == ["inner 1", "Re: inner 1", "forwarded numbers"]
    texts = {
        mail.message_id: "".join(part.text or "" for part in mail.parts) for mail in mails if not mail.source.place
    }
    row = "2.6.0-test9            32     316.2  601.2  128.5\n"
    assert row in texts["t12@torture.example.org"]
    assert row in texts["t15@torture.example.org"]
    assert row in texts["t62@torture.example.org"]
    assert sum(row in text for text in texts.values()) == 57


def test_japanese_in_seven_bits_is_read_whatever_charset_the_page_is_in() -> None:
    kanji = b"\x1b$BDjNc!V$N$_2q!W\x1b(B"
    assert kanji.decode("iso2022_jp") == "定例「のみ会」"
    for charset in (b"", b'<meta charset="utf-8">', b'<meta charset="us-ascii">'):
        raw = (
            page("<pre>@ 1  2 caf\u00e9\n</pre>").encode("latin-1").replace(b"@", kanji, 1).replace(b"<html>", charset)
        )
        raw = raw.replace(b"<pre>@", b"<pre>" + kanji)
        message, *_ = mhonarc.read_page(io.BytesIO(raw), Origin("", None, "", ""))
        assert isinstance(message, Message)
        assert (message.parts[0].text or "").startswith("定例「のみ会」 1  2 caf")
    broken = page("<pre>@\n</pre>").replace("<pre>@", "<pre>\x1b$Bx&lt;\x1b(B \x1b$B%\x1b(B 1\x1b(B")
    assert "1" in (read_page(broken)[0].parts[0].text or "")
