"""marc.info pages: fields whose signs are hidden, and a body that is as it was posted."""

import io

import pytest

from archive.model import Author, Message, Problem, Quality
from ingest.sources import marc
from ingest.sources.assemble import Origin
from ingest.sources.detect import read

PAGE = """<head>
 <title>'Re: fork &amp; speed' - MARC</title>
</head>
<body bgcolor="#ffffff">
<pre><b>[<a href="?l=bench&m=1&w=2">prev in list</a>] [<font color="#c0c0c0">next in thread</font>] </b>
<b><font size=+1>
List:       <a href="?l=bench&r=1&w=2">bench-talk</a>
Subject:    <a href="?t=1&r=1&w=2">Re: fork &amp; speed</a>
From:       <a href="?a=1&r=1&w=2">@FROM@</a>
Date:       <a href="?l=bench&r=1&w=2&b=200211">2002-11-25 3:24:03</a>
Message-ID: <a href="?i=one%20()%20mail">one.1 () mail ! example ! org</a></font>
[<a href="?l=bench&m=113358032716798&q=raw">Download message RAW</a>]</b>

fork_test 10000 56.2         5620.00
   on PIII@800 ! really ()

&gt; see <a href="http://example.org/" rel="nofollow">http://example.org/</a>
<b>mine</b>
<b>[<a href="?l=bench&m=1&w=2">prev in list</a>] [<font color="#c0c0c0">next in thread</font>] </b>
</pre>
  </pre><br><center></center>
</body>
"""
BODY = "fork_test 10000 56.2         5620.00\n   on PIII@800 ! really ()\n\n> see http://example.org/\nmine\n"


def page(sender: str = "Ann T !  Est &lt;ann () example ! org&gt;", given: str | None = None) -> Message:
    text = PAGE.replace("@FROM@", sender)
    (message,) = marc.read_page(io.BytesIO(text.encode()), Origin("x", given, "page", "folder"))
    assert isinstance(message, Message)
    return message


def test_a_page_is_known_and_its_other_pages_are_no_mails() -> None:
    assert marc.is_message_page(PAGE)
    assert not marc.is_index_page(PAGE)
    for title in ("'bench-talk' threads - MARC", "MARC: Mailing list ARChives"):
        other = f"<html><head><title>{title}</title></head><pre>x</pre></html>"
        assert marc.is_index_page(other)
        (problem,) = read(None, io.BytesIO(other.encode()))
        assert isinstance(problem, Problem)


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("Ann T !  Est &lt;ann () example ! org&gt;", Author("Ann T. Est", "ann@example.org")),
        ("ann () example ! org (Ann Tester)", Author("Ann Tester", "ann@example.org")),
        ('"Est, Ann" &lt;ann.t () example ! org&gt;', Author("Est, Ann", "ann.t@example.org")),
        ("ann () example ! org", Author("ann@example.org", "ann@example.org")),
    ],
)
def test_the_signs_of_a_sender_are_undone(shown: str, expected: Author) -> None:
    assert page(shown).author == expected


def test_the_fields_tell_id_subject_date_in_utc_and_list() -> None:
    message = page()
    assert message.key == message.message_id == "one.1@mail.example.org"
    assert message.subject == "Re: fork & speed"
    assert message.date is not None
    assert (message.date.isoformat(), message.date_text) == ("2002-11-25T03:24:03+00:00", "2002-11-25 3:24:03")
    assert message.lists == ("bench-talk",)
    assert page(given="mine").lists == ("mine",)
    assert message.quality is Quality.PAGE


def test_the_body_is_as_it_was_posted_and_its_signs_are_its_own() -> None:
    assert [part.text for part in page().parts] == [BODY]
