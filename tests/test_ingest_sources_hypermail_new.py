"""hypermail 2.1 to 3.0: headers inside the body's marks, hidden addresses, boxes, enclosed mails, monthly folders."""

import io
from collections import Counter
from pathlib import Path

import pytest

from archive.model import Author, EdgeKind, Message, Problem, Quality
from archive.threads import Link, build
from ingest.sources import hypermail
from ingest.sources.assemble import Origin
from ingest.sources.detect import read

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus" / "html" / "hypermail"
HEAD = """<html><head><meta name="generator" content="hypermail 2.4.1" />
<title>Re: fork speed from Ann Tester on 2002-11-25 (Bench-Talk Archive)</title>
<meta name="Author" content="Ann Tester (ann_at_example.org)" />
<meta name="Subject" content="Re: fork speed" />
</head><body><div class="head"><h1>Re: fork speed</h1>
<!-- isosent="20021125104554" -->
<!-- sent="Mon, 25 Nov 2002 02:45:54 -0800" -->
<!-- name="Ann Tester" -->
<!-- email="ann_at_example.org" -->
<!-- subject="Re: fork speed" -->
<!-- id="one_at_example.org" -->
<!-- inreplyto="@PARENT@" -->
</div>
<!-- body="start" -->
"""
FIELDS = """<div class="mail">
<address class="headers">
<span id="from">
<dfn>From</dfn>: Ann Tester &lt;<a href="mailto:ann_at_example.org?Subject=x">ann_at_example.org</a>&gt;
</span><br />
<span id="date"><dfn>Date</dfn>: Mon, 25 Nov 2002 02:45:54 -0800</span><br />
</address>
"""
LISTED = '<ul>\n<li>TEXT/PLAIN attachment: <a href="@HREF@">the script</a></li>\n</ul>\n<!-- attachment="run.sh" -->\n'
END = '<span id="received"><dfn>Received on</dfn> Mon Nov 25 2002 - 02:45:54 EST</span>\n</div>\n<!-- body="end" -->\n'
TEXT = "On PIII_at_800:\n\nfork_test 10000 56.2         5620.00\n   two\tcells\n> quoted\n"
BODIES = {
    "2.1.9": f"""{FIELDS}<p>
On PIII_at_800:
<br />
<p>fork_test 10000 56.2         5620.00
<br />
&nbsp;&nbsp;&nbsp;two\tcells
<br />
<em class="quotelev1">&gt; quoted
</em><br />
<p><p>
<p><div>
{LISTED}</div>
{END}""",
    "2.4.1": f"""{FIELDS}<a name="start" accesskey="j" id="start"></a><br />
On PIII_at_800:
<br />
<br />fork_test 10000 56.2         5620.00
<br />
&nbsp;&nbsp;&nbsp;two\tcells
<br />
<em class="quotelev1">&gt; quoted
</em><br />
<br /><div>
{LISTED}</div>
{END}""",
    "2.4.1 without showhtml": f"""{FIELDS}<pre id="body">
<a name="start" accesskey="j" id="start"></a>On PIII_at_800:

fork_test 10000 56.2         5620.00
   two\tcells
&gt; quoted

</pre>
<div>
{LISTED}</div>
{END}""",
    "3.0": f"""<main class="mail">
<ul class="headers" aria-label="message headers">
<li><span class="from">
<span class="heading">From</span>: Ann Tester &lt;<a href="mailto:ann_at_example.org">ann_at_example.org</a>&gt;
</span></li>
<li><span class="date"><span class="heading">Date</span>: Mon, 25 Nov 2002 02:45:54 -0800</span></li>
</ul>
<section id="start" class="message-body-part">
<div class="showhtml-body">
On PIII_at_800:
<br />
<br />
fork_test 10000 56.2         5620.00
<br />
&nbsp;&nbsp;&nbsp;two\tcells
<br />
<span class="quote quotelev1">&gt; quoted
</span><br />
</div>
</section>
<section class="message-body-part attachment-links" aria-labelledby="lsa-0">
<h2 id="lsa-0">Attachments</h2>
{LISTED.replace("</ul>", "")}</ul>
</section>
<p class="received"><span class="heading">Received on</span> Mon Nov 25 2002 - 02:45:54 EST</p>
</main>
<!-- body="end" -->
""",
}


def page(body: str, href: str = "att-0007/run.sh", parent: str = "root_at_example.org") -> bytes:
    return (HEAD.replace("@PARENT@", parent) + body.replace("@HREF@", href)).encode()


def read_page(raw: bytes, folder: Path | None = None, tree: Path | None = None) -> tuple[Message, list[Problem]]:
    message, *problems = hypermail.read_page(
        io.BytesIO(raw), Origin("0000.html", None, "0000", "archive", folder, tree)
    )
    assert isinstance(message, Message)
    return message, [problem for problem in problems if isinstance(problem, Problem)]


def mails(folder: Path) -> list[Message]:
    return [item for item in read(folder, None) if isinstance(item, Message)]


@pytest.mark.parametrize("version", BODIES)
def test_the_text_is_the_posted_one_and_what_the_page_adds_is_left_out(version: str, tmp_path: Path) -> None:
    (tmp_path / "att-0007").mkdir()
    (tmp_path / "att-0007" / "run.sh").write_text("#!/bin/sh\n")
    message, problems = read_page(page(BODIES[version]), tmp_path)
    assert [(part.name, part.text) for part in message.parts] == [(None, TEXT), ("run.sh", "#!/bin/sh\n")]
    assert problems == []


def test_hidden_addresses_are_undone_in_ids_and_names_and_not_in_the_text() -> None:
    message, _ = read_page(page(BODIES["2.4.1"]))
    assert (message.message_id, message.in_reply_to) == ("one@example.org", ("root@example.org",))
    assert message.author == Author("Ann Tester", "ann@example.org")
    assert message.quality is Quality.MASKED_PAGE
    assert "PIII_at_800" in (message.parts[0].text or "")
    nameless = page(BODIES["2.4.1"]).replace(b'name="Ann Tester"', b'name="ann_at_example.org"')
    assert read_page(nameless)[0].author == Author("ann@example.org", "ann@example.org")
    hidden = page(BODIES["2.4.1"]).replace(b"ann_at_example.org", b"ann_at_[hidden]")
    assert read_page(hidden)[0].author == Author("Ann Tester", None)


def test_the_list_stands_behind_the_subject_in_the_title() -> None:
    assert read_page(page(BODIES["3.0"]))[0].lists == ("bench-talk",)


def test_several_attachments_of_one_page_are_parts_in_their_order() -> None:
    two = LISTED.replace("@HREF@", "att-0007/a.txt") + LISTED.replace("run.sh", "b.bin").replace("TEXT/PLAIN", "a/b")
    message, problems = read_page(page(BODIES["2.4.1"].replace(LISTED, two)))
    assert [(part.number, part.content_type, part.name) for part in message.parts] == [
        (0, "text/plain", None), (1, "text/plain", "run.sh"), (2, "a/b", "b.bin"),
    ]  # fmt: skip
    assert len(problems) == 2


def test_a_mail_inside_the_mail_is_a_part_whose_figures_are_not_the_senders() -> None:
    mark = "<p><strong>attached mail follows:</strong></p><hr /><br />\n"
    message, problems = read_page(page(f"{FIELDS}<br />\nmine\n<br />\n{mark}theirs\n<br />\n{END}"))
    assert [(part.content_type, part.text) for part in message.parts] == [
        ("text/plain", "mine\n"), ("message/rfc822", None),
    ]  # fmt: skip
    assert [problem.reason for problem in problems] == ["part 1: the text of an enclosed mail is not read"]


FORWARDED = """<article class="message-forwarded" aria-labelledby="fm-1">
<h2 id="fm-1" class="forwarded-message-notice">Forwarded message 1</h2>
<ul class="headers" aria-label="message headers">
<li><span class="from">
<span class="heading">From</span>: Carl &lt;carl_at_example.org&gt;
</span></li>
<li><span class="date"><span class="heading">Date</span>: Mon, 25 Nov 2002 01:00:00 +0000</span></li>
<li><span class="subject"><span class="heading">Subject</span>: inner</span></li>
</ul>
<div class="showhtml-body">
theirs  1
<br />
</div>
</article>
"""


def test_a_mail_that_3_0_shows_in_a_box_is_a_mail_of_its_own() -> None:
    box = f'{FIELDS}<br />\nmine\n<br />\n<section class="message-body-part">\n{FORWARDED}</section>\n{FORWARDED}{END}'
    found = list(hypermail.read_page(io.BytesIO(page(box)), Origin("0000.html", None, "0000", "archive")))
    mails = [item for item in found if isinstance(item, Message)]
    assert found == mails
    assert [(part.content_type, part.name) for part in mails[0].parts] == [
        ("text/plain", None), ("message/rfc822", "inner"), ("message/rfc822", "inner"),
    ]  # fmt: skip
    for number, mail in enumerate(mails[1:], start=1):
        assert (mail.author, mail.subject) == (Author("Carl", "carl@example.org"), "inner")
        assert [part.text for part in mail.parts] == ["theirs  1\n"]
        assert (mail.source.place, mail.lists, mail.key_is_made) == (f"part {number}", mails[0].lists, True)
    assert len(mails) == 3


def test_a_html_mail_shown_on_a_page_is_read_as_html() -> None:
    body = (
        f"{FIELDS}<body><p>See   this</p><pre>a   b\n</pre><table><tr><td>1</td><td>2</td></tr></table></body>\n{END}"
    )
    assert read_page(page(body))[0].parts[0].text == "See this\n\na   b\n\n1\t2\n"


def test_attachments_of_monthly_folders_lie_in_the_tree_that_is_read(tmp_path: Path) -> None:
    (tmp_path / "0211").mkdir()
    (tmp_path / "0211" / "0007.html").write_bytes(page(BODIES["2.4.1"], "../att-0007/run.sh"))
    (tmp_path / "0211" / "index.html").write_text('<html>hypermail <a href="author.html">[ author ]</a></html>')
    (tmp_path / "att-0007").mkdir()
    (tmp_path / "att-0007" / "run.sh").write_text("#!/bin/sh\n")
    (message,) = read(tmp_path, None)
    assert isinstance(message, Message)
    assert message.parts[1].text == "#!/bin/sh\n"
    # Read by itself, the page's tree is its own folder.
    alone = list(read(tmp_path / "0211" / "0007.html", None))
    assert [type(item) for item in alone] == [Message, Problem]


@pytest.mark.parametrize("href", ["../../secret", "../0211/link", "../linked/secret", "../0211", "/etc/hostname"])
def test_nothing_outside_of_the_tree_and_nothing_behind_a_link_is_read(href: str, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    (tree / "0211").mkdir(parents=True)
    (tmp_path / "secret").write_text("secret")
    (tree / "0211" / "link").symlink_to(tmp_path / "secret")
    (tree / "linked").symlink_to(tmp_path)
    message, problems = read_page(page(BODIES["2.4.1"], href), tree / "0211", tree)
    assert [part.text for part in message.parts] == [TEXT, None]
    assert len(problems) == 1


def test_in_reply_to_and_maybe_in_reply_to_are_edges_of_different_kinds() -> None:
    first = read_page(page(BODIES["2.1.9"], parent="").replace(b"one_at_", b"root_at_").replace(b"Re: ", b""))[0]
    by_id = read_page(page(BODIES["2.1.9"]).replace(b"one_at_", b"two_at_"))[0]
    by_subject = read_page(page(BODIES["2.1.9"], parent="fork speed"))[0]
    assert by_subject.in_reply_to == ()
    links = [Link(m.key, m.date, m.subject, m.references, m.in_reply_to) for m in (first, by_id, by_subject)]
    (thread,) = build(links, lambda _key: "")
    assert {node.key: (node.parent, node.edge) for node in thread.nodes} == {
        "root@example.org": (None, EdgeKind.ROOT),
        "two@example.org": ("root@example.org", EdgeKind.IN_REPLY_TO),
        "one@example.org": ("root@example.org", EdgeKind.SUBJECT),
    }


def test_the_real_maybe_in_reply_to_has_no_id_for_a_parent() -> None:
    if not CORPUS.is_dir():
        pytest.skip("the real pages are not on this machine")
    for folder in ("2.1.9", "2.4.1", "3.0"):
        (message,) = read(CORPUS / folder / "0016.html", None)
        assert isinstance(message, Message)
        assert "aybe in reply to" in (CORPUS / folder / "0016.html").read_text()
        assert message.in_reply_to == ()


def test_trees_of_all_versions_give_a_mail_a_page_and_no_word_of_their_indexes() -> None:
    if not CORPUS.is_dir():
        pytest.skip("the real pages are not on this machine")
    expected = {"torture-2b29": 76, "torture-2.1.9": 74, "torture-2.4.1": 74, "torture-3.0": 77}
    for folder, count in expected.items():
        found = list(read(CORPUS / folder, None))
        assert sum(isinstance(item, Message) for item in found) == count
        reasons = Counter(item.reason for item in found if isinstance(item, Problem))
        assert set(reasons) <= {
            "part 1: the text of an enclosed mail is not read",
            "part 2: the text of an enclosed mail is not read",
        }
