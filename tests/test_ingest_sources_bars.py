"""The bar of issue 3 for archives of one mbox: whatever it is read from, threads, dates and figures are equal."""

import io
import re
from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from email.message import EmailMessage
from functools import cache
from pathlib import Path

import pytest

from archive.model import Message
from archive.results import Measurement
from archive.threads import Link, build
from ingest.derive import derive
from ingest.sources.detect import read

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
BOX = CORPUS / "torture" / "bench.mbox"
HTML = CORPUS / "html"
INBOX = HTML / "public-inbox"
TREES = {
    **{f"hypermail {path.name}": [path] for path in sorted(HTML.glob("hypermail/[23]*"))},
    "MHonArc": [HTML / "mhonarc" / "bench"],
    "MHonArc with spammode": [HTML / "mhonarc" / "bench-spammode"],
    "public-inbox new.atom": [INBOX / "bench-new.atom"],
    "public-inbox all.mbox.gz": [INBOX / "all.mbox.gz"],
}
THREAD_PAGES = [INBOX / f"thread-{name}.html" for name in ("T", "attach-T", "tiobench-T")]
# The one mail whose thread page nobody saved.
WITHOUT_PAGE = "20020907180937.1462.qmail@linuxmail.org"

Figures = Counter[tuple[object, ...]]
Read = tuple[dict[str, Message], frozenset[frozenset[str]], Figures]


def figure(measurement: Measurement, *, is_counted: bool) -> tuple[object, ...]:
    kernel, machine = measurement.kernel, measurement.machine
    box = machine.hardware if machine is not None else None
    return (
        measurement.table.message_key, measurement.suite, measurement.test, measurement.metric, measurement.value,
        measurement.raw, kernel.text if kernel is not None else None,
        (box.cpu, box.mhz, box.cpus, box.memory_mb, box.mem_limit_mb, box.disk, box.filesystem, box.host)
        if box is not None else (),
        tuple(sorted(measurement.parameters.items())), measurement.repeat, measurement.statistic, is_counted,
    )  # fmt: skip


def text_of(message: Message) -> str:
    return "\n".join(part.text for part in message.parts if part.text)


def all_of(messages: Iterable[Message]) -> Read:
    by_key = {message.key: message for message in messages}
    links = [Link(m.key, m.date, m.subject, m.references, m.in_reply_to, m.overview) for m in by_key.values()]
    threads = build(links, lambda key: text_of(by_key[key]))
    figures: Figures = Counter()
    for thread in threads:
        derived = derive([by_key[key] for key in thread.keys])
        counted = {table.ref for table in derived.tables if table.is_counted}
        figures.update(figure(one, is_counted=one.table in counted) for one in derived.measurements)
    return by_key, frozenset(frozenset(thread.keys) for thread in threads), figures


def mails(paths: Iterable[Path]) -> list[Message]:
    return [item for path in paths for item in read(path, None) if isinstance(item, Message)]


@cache
def sent() -> Read:
    if not BOX.is_file():
        pytest.skip("the mbox and its archives are not on this machine")
    return all_of(mails([BOX]))


def as_pipermail(message: Message) -> str:
    """The mail as pipermail's month would hold it: seven fields, no MIME, the parts one behind the other."""
    date = message.date_text
    fields = [
        f"From {message.author.address}  Mon Nov 25 10:00:00 2002".replace("@", " at "),
        f"From: {message.author.address} ({message.author.name})".replace("@", " at "),
        f"Date: {date}",
        f"Subject: {message.subject}",
        *([f"In-Reply-To: <{message.in_reply_to[0]}>"] if message.in_reply_to else []),
        *([f"References: {' '.join(f'<{one}>' for one in message.references)}"] if message.references else []),
        f"Message-ID: <{message.key}>",
    ]
    body = "-------------- next part --------------\n".join(part.text or "" for part in message.parts)
    return "\n".join(fields) + "\n\n" + re.sub(r"([-+,.\w]+)@([-+.\w]+)", r"\1 at \2", body)


def as_hyperkitty(message: Message) -> bytes:
    """The mail as HyperKitty would build it again: no References, the body with "(a)", always in parts."""
    mail = EmailMessage()
    mail["From"] = f"{message.author.name} <{message.author.address}>"
    mail["To"], mail["Subject"], mail["Date"] = "bench@example.org", message.subject, message.date_text
    mail["Message-ID"] = f"<{message.key}>"
    if message.in_reply_to or message.references:
        mail["In-Reply-To"] = f"<{(message.in_reply_to or message.references)[-1]}>"
    mail.set_content(re.sub(r"([\w.+-]+)@([\w.+-]+)", r"\1(a)\2", message.parts[0].text or ""))
    mail.make_mixed()
    for part in message.parts[1:]:
        mail.add_attachment(part.text or "", filename=part.name)
    from_line = f"From {message.author.address} Mon Nov 25 10:00:00 2002\n".encode()
    return from_line + mail.as_bytes().replace(b"\nFrom ", b"\n>From ") + b"\n\n"


def assert_same(found: Read, expected: Read) -> None:
    assert found[0].keys() == expected[0].keys()
    assert {key: mail.date for key, mail in found[0].items()} == {key: mail.date for key, mail in expected[0].items()}
    assert found[1] == expected[1]
    assert found[2] == expected[2]


@pytest.mark.parametrize("name", TREES)
def test_an_archive_of_the_mbox_gives_its_threads_dates_and_measurements(name: str) -> None:
    expected = sent()
    assert len(expected[0]) == 22
    assert sum(expected[2].values()) > 1000
    found = all_of(mails(TREES[name]))
    assert_same(found, expected)
    assert {key: mail.author for key, mail in found[0].items()} == {k: mail.author for k, mail in expected[0].items()}


def test_thread_pages_of_public_inbox_give_the_same_to_the_minute() -> None:
    by_key, threads, figures = sent()
    found = all_of(mails(THREAD_PAGES))
    assert found[0].keys() == by_key.keys() - {WITHOUT_PAGE}
    for key, mail in found[0].items():
        whole = by_key[key].date
        assert whole is not None
        assert mail.date == whole - timedelta(seconds=whole.second)
        assert mail.author.name == by_key[key].author.name
    assert found[1] == threads - {frozenset({WITHOUT_PAGE})}
    assert found[2] == Counter({one: count for one, count in figures.items() if one[0] != WITHOUT_PAGE})


def test_a_month_of_pipermail_gives_the_same_but_for_an_attachments_name() -> None:
    expected = sent()
    month = "".join(as_pipermail(mail) for mail in expected[0].values())
    found = [item for item in read(None, io.BytesIO(month.encode())) if isinstance(item, Message)]
    assert_same(all_of(found), expected)


def test_an_export_of_hyperkitty_gives_the_same() -> None:
    expected = sent()
    box = b"".join(as_hyperkitty(mail) for mail in expected[0].values())
    found = [item for item in read(None, io.BytesIO(box)) if isinstance(item, Message)]
    assert_same(all_of(found), expected)
    assert {mail.author for mail in found} == {mail.author for mail in expected[0].values()}


def test_an_export_is_named_after_its_list(tmp_path: Path) -> None:
    mail = "From a@x Mon Nov 25 10:00:00 2002\nFrom: a@x\nDate: Mon, 25 Nov 2002 10:00:00 +0000\n\nx\n"
    (tmp_path / "Bench-Talk@lists.example.org-2002-11.mbox").write_text(mail)
    (found,) = mails([tmp_path])
    assert found.lists == ("bench-talk",)
