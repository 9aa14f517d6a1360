"""One mail in several archives is one message, whichever of them comes first and whatever each of them hides."""

import itertools
import random
from pathlib import Path

import pytest

from archive.store.archive import Archive
from ingest.pipeline import import_sources

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
HTML = CORPUS / "html"
SOURCES = [
    CORPUS / "torture" / "bench.mbox",
    *(HTML / "hypermail" / name for name in ("2b29", "2.1.9-folders", "2.4.1", "3.0")),
    *(HTML / "mhonarc" / name for name in ("bench", "bench-spammode")),
    *(HTML / "public-inbox" / f"thread-{name}.html" for name in ("T", "attach-T", "tiobench-T")),
    HTML / "public-inbox" / "bench-new.atom",
]
MBOX = """From a Mon Nov 25 10:00:00 2002
From: Ann Tester <ann@example.org>
Date: Mon, 25 Nov 2002 10:00:31 +0000
Subject: numbers
Message-ID: <one@example.org>

on a PIII@800:
fork_test 10000 56.2         5620.00
"""
HIDDEN = """<html><!-- isosent="20021125100031" --><!-- name="Ann Tester" --><!-- email="ann_at_example.org" -->
<!-- subject="numbers" --><!-- id="one_at_example.org" --><!-- body="start" -->
<div class="mail"><p>
on a PIII_at_800:
<br />
fork_test 10000 56.2         5620.00
<br />
</div>
<!-- body="end" -->
"""
ANCHOR = "0" * 40
ROUGH = f"""<html><pre><a
href=#e{ANCHOR}
id=m{ANCHOR}>*</a> <b>numbers</b>
From: Ann Tester @ 2002-11-25 10:00 UTC (<a
href="../../one@example.org/">permalink</a> / <a
href="../../one@example.org/raw">raw</a>)
  To: bench

on a PIII@800:
fork_test 10000 56.2         5620.00

<a
href=#m{ANCHOR}
id=e{ANCHOR}>^</a></pre></html>
"""


@pytest.mark.parametrize("order", list(itertools.permutations(["mbox", "hidden", "rough"])))
def test_a_mail_and_its_pages_are_one_message_in_any_order(order: tuple[str, ...], tmp_path: Path) -> None:
    files = {"mbox": MBOX, "hidden": HIDDEN, "rough": ROUGH}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with Archive.open(tmp_path / "archive", create=True) as archive:
        summary = import_sources(archive, [tmp_path / name for name in order])
        assert (summary.found, summary.new, summary.problems) == (3, 1, 0)
        message = archive.messages.get("one@example.org")
        assert message is not None
        assert message.author.address == "ann@example.org"
        assert "PIII@800" in (message.parts[0].text or "")
        # AIM9's rate and the loops behind it.
        assert archive.counts().measurements == 2


def test_another_mail_under_the_same_id_is_kept_beside(tmp_path: Path) -> None:
    (tmp_path / "one").write_text(ROUGH)
    (tmp_path / "two").write_text(ROUGH.replace("5620.00", "4620.00").replace("25 10:00", "25 10:02"))
    with Archive.open(tmp_path / "archive", create=True) as archive:
        assert import_sources(archive, [tmp_path / "one", tmp_path / "two"]).new == 2


@pytest.mark.parametrize("seed", [1, 2])
def test_all_archives_of_the_real_mbox_together_are_its_mails(seed: int, tmp_path: Path) -> None:
    if not SOURCES[0].is_file():
        pytest.skip("the mbox and its archives are not on this machine")
    # Thread pages next to other pages that hide addresses are the hardest: neither has the other's seconds or signs.
    order = SOURCES[3:] if seed == 1 else random.Random(seed).sample(SOURCES, len(SOURCES))
    with Archive.open(tmp_path / "archive", create=True) as archive:
        summary = import_sources(archive, order)
        assert summary.rejected == 0
        assert summary.found > 130
        counts = archive.counts()
        assert (counts.messages, counts.threads) == (22, 4)
