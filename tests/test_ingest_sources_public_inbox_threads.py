"""public-inbox's threads on one page and its Atom feeds: every mail, under the one that it answers."""

import hashlib
import io
from datetime import UTC, datetime
from pathlib import Path

import pytest

from archive.model import Author, Message, Problem, Quality
from ingest.sources import public_inbox_atom as feed
from ingest.sources import public_inbox_page as page
from ingest.sources import public_inbox_thread as thread
from ingest.sources.assemble import Origin
from ingest.sources.detect import read

REAL = Path(__file__).resolve().parents[2] / "shared" / "corpus" / "html" / "public-inbox"
ORIGIN = Origin("T.html", None, "t", "folder")
BODY = 'fork_test 10000 56.2         5620.00 &#38; more\n<span\nclass="q">&gt; it&#39;s  slow\n</span>\nBob\n'
TEXT = "fork_test 10000 56.2         5620.00 & more\n> it's  slow\n\nBob\n"


def anchor(message_id: str) -> str:
    return hashlib.sha1(message_id.encode()).hexdigest()


def block(message_id: str, subject: str, sender: str, date: str, body: str = BODY) -> str:
    sha, path = anchor(message_id), message_id.replace("+", "%2B")
    return f"""<pre><a
href=#e{sha}
id=m{sha}>*</a> <u
id=u><b>{subject}</b></u>
<b>@ {date} {sender}</b>
  <a
href=#r{sha}>0 siblings, 1 reply; 3+ messages in thread</a>
From: {sender} @ {date} UTC (<a
href="../../{path}/">permalink</a> / <a
href="../../{path}/raw">raw</a>)
  To: bench; +Cc: ann

{body}
<a
href=#m{sha}
id=e{sha}>^</a> <a
href="../../{path}/">permalink</a> <a
href=#r{sha}>3+ messages in thread</a></pre>"""


def row(date: str, indent: str, message_id: str, words: str) -> str:
    sha = anchor(message_id)
    return f'{date}{indent}<a\nhref="#m{sha}"\nid=r{sha}>{words}</a>\n'


TOP = """<html><head><title>numbers</title></head><body><form
action="../../"><pre><a
href="../../?t=20021127180000"><b>public inbox for bench@example.org</b></a></pre></form>"""
OVERVIEW = (
    '<hr><pre>end of thread, other threads:[<a\nhref="../../?t=2">~2002-11-27 18:00 UTC</a>]\n\n'
    '<b\nid=t>Thread overview:</b> 3+ messages (download: <a\nhref="../t.mbox.gz">mbox.gz</a>)\n'
    "-- links below jump to the message on this page --\n"
    + row("2002-11-25  2:22", " ", "one@x", "numbers")
    + f'{" " * 17}` [not found] &lt;<a\nhref="../../gone@x/">gone@x</a>&gt;\n'
    + row("2002-11-25 10:45", "   ` ", "two+plus@x", "Bob")
    + row("2002-11-26 10:45", " ` ", "three@x", "other")
    + row("2002-11-27 10:45", " ", "four@x", "numbers")
    + '</pre><hr><pre>This is a public inbox, see <a\nhref="../../_/text/mirror/">mirroring instructions</a></pre>'
)
THREAD = (
    TOP
    + block("one@x", "numbers &#38; more", "Ann T", "2002-11-25  2:22")
    + "<hr>"
    + block("two+plus@x", "Re: numbers", "Bob", "2002-11-25 10:45")
    + "<ul><li>"
    + block("three@x", "other", "Carl", "2002-11-26 10:45")
    + "</li></ul>"
    + block("four@x", "numbers", "Dora", "2002-11-27 10:45")
    + OVERVIEW
    + "</body></html>"
)
ENTRY = f"""<entry><author><name>Ann &#38; Co</name><email>ann@example.org</email></author>@TITLE@<link
href="http://lists.example.org/bench/two%2Bplus@x/"/><id>urn:uuid:1</id><thr:in-reply-to
ref="urn:uuid:2"
href="http://lists.example.org/bench/one@x/"/><content
type="xhtml"><div
xmlns="http://www.w3.org/1999/xhtml"><pre
style="white-space:pre-wrap">{BODY}</pre></div></content></entry>""".replace(
    "@TITLE@", "<title>Re: numbers</title><updated>2002-11-25T02:22:31Z</updated>"
)
OTHER = ENTRY.replace("two%2Bplus", "three")
FEED = f"""<?xml version="1.0" encoding="us-ascii"?>
<feed
xmlns="http://www.w3.org/2005/Atom"
xmlns:thr="http://purl.org/syndication/thread/1.0"><title>x</title><link
rel="alternate"
href="http://lists.example.org/bench/"/><updated>2003-10-29T00:38:22Z</updated>{ENTRY}{OTHER}</feed>"""


def mails(text: str) -> list[Message]:
    return [item for item in read(None, io.BytesIO(text.encode())) if isinstance(item, Message)]


def test_a_thread_page_gives_every_mail_as_the_page_shows_it() -> None:
    assert thread.is_page(THREAD)
    assert not page.is_page(THREAD)
    found = mails(THREAD)
    assert [message.message_id for message in found] == ["one@x", "two+plus@x", "three@x", "four@x"]
    first = found[0]
    assert (first.subject, first.author, first.lists) == ("numbers & more", Author("Ann T"), ("bench",))
    assert first.date == datetime(2002, 11, 25, 2, 22, tzinfo=UTC)
    assert first.to == "bench; +Cc: ann"
    assert first.quality is Quality.MASKED_PAGE
    assert [[part.text for part in message.parts] for message in found] == [[TEXT]] * 4


def test_each_mail_of_a_thread_page_hangs_under_the_one_that_the_overview_shows_it_below() -> None:
    assert {message.key: message.in_reply_to for message in mails(THREAD)} == {
        "one@x": (),
        "two+plus@x": ("gone@x",),
        "three@x": ("one@x",),
        "four@x": (),
    }


def test_parts_of_a_mail_on_a_thread_page_are_parts() -> None:
    marked = '<a\nhref="x">[-- Attachment #1: Type: text/plain; charset=us-ascii, Size: 12 bytes --]</a>\n\none  two\n'
    marked += '<a\nhref="y">[-- Attachment #2: run.sh --]\n[-- Type: text/x-sh, Size: 3 bytes --]</a>\n\nrun\n'
    (message,) = mails(TOP + block("one@x", "s", "Ann", "2002-11-25  2:22", marked) + OVERVIEW)
    assert [(part.content_type, part.name, part.text, part.size) for part in message.parts] == [
        ("text/plain", None, "one  two\n", 12), ("text/x-sh", "run.sh", "run\n", 3),
    ]  # fmt: skip


def test_a_feed_gives_every_mail_with_sender_second_id_and_parent() -> None:
    assert feed.is_feed(FEED)
    first, second = mails(FEED)
    assert (first.message_id, second.message_id) == ("two+plus@x", "three@x")
    assert first.author == Author("Ann & Co", "ann@example.org")
    assert (first.date, first.date_text) == (datetime(2002, 11, 25, 2, 22, 31, tzinfo=UTC), "2002-11-25T02:22:31Z")
    assert (first.in_reply_to, first.lists, first.quality) == (("one@x",), ("bench",), Quality.PAGE)
    assert [part.text for part in first.parts] == [TEXT]


def test_a_feed_of_something_else_is_no_feed_of_mails() -> None:
    assert not feed.is_feed(FEED.replace("two%2Bplus@x", "2003/10/news.html").replace("three@x", "news"))
    assert not feed.is_feed(FEED.replace("<entry>", "<item>"))
    assert not feed.is_feed(THREAD)


def test_what_an_xml_file_may_do_besides_is_not_done() -> None:
    bomb = '<!DOCTYPE feed [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/hostname">]>'
    (message, _) = mails(FEED.replace("<feed", f"{bomb}<feed", 1).replace("Ann &#38; Co", "&a;&c;"))
    assert message.author.name == "&a;&c;"


def test_real_thread_pages_and_feeds_give_their_mails() -> None:
    if not REAL.is_dir():
        pytest.skip("the real pages are not on this machine")
    counts = {
        "thread-T.html": 10, "thread-t.html": 10, "thread-attach-T.html": 8, "thread-tiobench-T.html": 3,
        "torture-t01-T.html": 6, "thread.t.atom": 10, "bench-new.atom": 22, "search.atom": 3,
    }  # fmt: skip
    for name, count in counts.items():
        found = list(read(REAL / name, None))
        assert sum(isinstance(item, Message) for item in found) == count
        assert [item for item in found if isinstance(item, Problem)] == []
    flat, nested = ({m.key: m.in_reply_to for m in read(REAL / name, None) if isinstance(m, Message)}
                    for name in ("thread-T.html", "thread-t.html"))  # fmt: skip
    assert flat == nested


def test_pages_saved_in_a_folder_that_is_called_after_their_program_are_read(tmp_path: Path) -> None:
    (tmp_path / "public-inbox").mkdir()
    (tmp_path / "public-inbox" / "T.html").write_text(THREAD)
    assert len([item for item in read(tmp_path, None) if isinstance(item, Message)]) == 4
