"""What a reader finds in a mail is handed on as it was found, and what is known of tables is never out of date."""

import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from archive.model import Message
from archive.store.archive import Archive
from ingest import known_tables
from ingest.derive import begin, derive
from ingest.known_tables import KnownTables, packed_tables
from ingest.pickling import pickled
from ingest.pipeline import import_sources, settle
from ingest.post import scan

Mail = Callable[..., Message]

TABLES = """\
We ran dbench on two kernels, 2.4.17 and 2.4.18-pre3.

2.4.17
Throughput 92.8 MB/sec (NB=116 MB/sec  928 MBit/sec)  8 procs

2.4.18-pre3
Throughput 98.1 MB/sec (NB=122 MB/sec  981 MBit/sec)  8 procs

            2.4.17   2.4.18-pre3
pipe MB/s   512.3    498.1
tcp MB/s    210.9    221.4

c0123456 120 schedule 1.5
  1234  12.5  vmlinux schedule_timeout
  1034  10.5  vmlinux do_softirq_own
   934   9.5  vmlinux copy_page_range
"""


def known(*messages: Message) -> KnownTables:
    found = KnownTables()
    for message in messages:
        found.note(message.key, packed_tables(scan(message)))
    return found


def test_what_was_found_in_a_mail_arrives_as_looking_through_it_again_would_find_it(mail: Mail) -> None:
    message = mail(TABLES)
    arrived = cast("KnownTables", pickle.loads(pickled(known(message))))
    assert len(scan(message).parts[0].blocks) > 1
    assert arrived.scan(message) == scan(message)


def test_a_thread_derived_from_what_is_known_holds_what_it_holds_without(mail: Mail) -> None:
    messages = [mail(TABLES), mail("It is slow.\n", key="b@example.org")]
    assert derive(messages, known=known(*messages)) == derive(messages)


def test_what_is_known_is_not_looked_for_again(mail: Mail) -> None:
    message = mail(TABLES)
    other = replace(message, parts=tuple(replace(part, text="nothing\n" * 40) for part in message.parts))
    assert [len(item.tables) for item in begin([other], known(message)).read] == [
        len(item.tables) for item in begin([message]).read
    ]


def test_of_a_mail_without_tables_no_more_is_kept_than_that(mail: Mail) -> None:
    message = mail("It is slow.\n")
    assert packed_tables(scan(message)) == b""
    found = known(message)
    assert found.is_plain(message.key)
    assert found.among([message.key, "other"]).is_plain(message.key)
    assert not found.is_plain("other")
    assert found.scan(message) == scan(message)


def test_a_mail_that_compares_kernels_in_words_is_not_plain_and_its_claim_is_kept_by_an_import(
    mail: Mail, tmp_path: Path
) -> None:
    text = "We looked at it again on the big box:\n\n2.5.49 is 25 % faster than 2.4.19 on this test.\n"
    message = mail(text)
    assert not known(message).is_plain(message.key)
    assert len(derive([message]).claims) == 1
    assert derive([message], known=known(message)) == derive([message])
    path = tmp_path / "mail.eml"
    path.write_text(f"From: ann@example.org\nMessage-ID: <a@example.org>\nSubject: it\n\n{text}")
    with Archive.open(tmp_path / "archive", create=True) as archive:
        import_sources(archive, [path])
        imported = archive.results.claims(["a@example.org"])
        assert len(imported) == 1
        archive.messages.unsettle()
        settle(archive, lambda *_: None)
        assert archive.results.claims(["a@example.org"]) == imported


def test_a_mail_that_was_forgotten_is_looked_through_again(mail: Mail) -> None:
    message = mail(TABLES)
    found = known(message)
    found.forget(message.key)
    found.forget("never heard of")
    assert found.scan(message) is None
    assert not found.is_plain(message.key)


def test_no_more_is_kept_than_there_is_room_for(mail: Mail, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = mail(TABLES), mail(TABLES, key="b@example.org")
    monkeypatch.setattr(known_tables, "_MOST_KEPT", len(packed_tables(scan(first))) + 10)
    found = known(first, second)
    assert found.scan(first) is not None
    assert found.scan(second) is None
    found.note(first.key, None)
    found.note(second.key, packed_tables(scan(second)))
    assert found.scan(second) == scan(second)
