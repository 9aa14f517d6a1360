"""Pages made to keep a reader busy: long runs of half a mark cost a second at most in every format."""

import io
import time

import pytest

from archive.model import Message
from ingest.sources.detect import read

# Where a page holds tags that no archive writes, a tree is made of it, but only up to half a megabyte.
SIZES = (20_000, 600_000)
LONG_TOO = ('<a href="', "<td>", "&#xC2;")
SHA = "0" * 40
HYPERMAIL = '<html><!-- id="p@x" --><!-- subject="s" --><!-- body="start" -->\n@<!-- body="end" -->'
MHONARC = """<!-- MHonArc v2.6.19 -->
<!--X-Subject: s -->
<!--X-Message-Id: a@b -->
<!--X-Head-End-->
<html><!--X-Body-of-Message-->%BODY%<!--X-Body-of-Message-End-->"""
PIPERMAIL = """<HTML><H1>s</H1><B>A</B>
<A HREF="mailto:x@y?In-Reply-To=a%40b">a at b</A><BR>
<I>Wed Mar 23 15:10:10 MDT 2016</I><!--beginarticle--><PRE>%BODY%</PRE><!--endarticle-->"""
MARC = """<head><pre>
List: <a href="x">l</a>
Subject: s
From: <a href=x>a () b ! c</a>
Date: <a>2002-01-01 1:00:00</a>
Message-ID: <a href="?i">x () y</a></font>
[<a href="?l=l&m=1&q=raw">Download message RAW</a>]</b>

%BODY%"""
INBOX = """<html><pre
id=b>From: A &lt;a@x&gt;
Message-ID: &lt;i@x&gt; (<a
href=raw>raw</a>)

%BODY%</pre><pre>Thread overview: %BODY%</pre>"""
THREAD = f"""<html><pre><a
href=#e{SHA}
id=m{SHA}>*</a> <b>s</b>
From: A @ 2002-11-25  2:22 UTC (<a
href="../../a@b/">permalink</a> / <a
href="../../a@b/raw">raw</a>)
  To: x

%BODY%
<a
href=#m{SHA}
id=e{SHA}>^</a></pre><pre>Thread overview: %BODY%</pre>"""
FEED = """<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><entry><title>t</title>
<link href="http://x/l/a@b/"/><content><pre>%BODY%</pre></content></entry></feed>"""
PAGES = {
    "hypermail": HYPERMAIL, "MHonArc": MHONARC, "pipermail": PIPERMAIL, "marc.info": MARC,
    "public-inbox page": INBOX, "public-inbox thread": THREAD, "public-inbox feed": FEED,
}  # fmt: skip
HALF_MARKS = (
    '<a href="', '<p>', "<td>", "<blockquote>", '<address class="headers">', '<!-- attachment="', "&#xC2;", "\x1b$Ba",
    '<li>a/b attachment: <a href="x">y</a>', "<p><strong>Attachment:\n", "<em>---- Begin included message ----</em>",
    "-------------- next part --------------\nA non-text attachment was scrubbed...\n", "  2002-11-25 10:45 ` <a href=",
    "[-- Attachment #1: x --]\n", "<entry>", "<b>",
)  # fmt: skip


@pytest.mark.parametrize("format_name", PAGES)
def test_a_page_of_half_marks_is_one_mail_in_bounded_time(format_name: str) -> None:
    for mark, size in [*((mark, SIZES[0]) for mark in HALF_MARKS), *((mark, SIZES[1]) for mark in LONG_TOO)]:
        body = mark * (size // len(mark))
        data = PAGES[format_name].replace("%BODY%", body).encode()
        started = time.process_time()
        mails = [item for item in read(None, io.BytesIO(data)) if isinstance(item, Message)]
        assert time.process_time() - started < 5
        assert [mail.source.format for mail in mails] == [format_name]
