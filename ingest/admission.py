"""What becomes of mails that were read: new ones are saved, better copies replace, other copies are noted."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from archive.identity import base_subject
from archive.model import Problem, Quality
from archive.store.archive import Archive
from archive.store.known_mails import KnownMail
from archive.store.packing import PackedMessage, digest
from ingest.import_summary import ImportSummary, Outcome
from ingest.known_tables import KnownTables
from ingest.sources.history import Reached, Withdrawn

_A_MINUTE = timedelta(minutes=1)

PackedNews = PackedMessage | Problem | Withdrawn | Reached
"""What a reader tells, its messages packed."""


def admit(archive: Archive, batch: Sequence[PackedNews], known: KnownTables) -> ImportSummary:
    """Keep what a batch brought, in one transaction; a copy of a stored mail is noted and never counted twice (design:
    Message). What was found in the stored mails is noted in `known`.
    """
    with archive.transaction():
        admission = _Admission(archive, [item for item in batch if isinstance(item, PackedMessage)], known)
        summary = ImportSummary()
        for item in batch:
            summary = admission.take(item, summary)
        admission.save()
        return summary


class _Admission:
    """The mails of a batch on their way in: most were never heard of, and are saved together."""

    def __init__(self, archive: Archive, messages: Sequence[PackedMessage], tables: KnownTables) -> None:
        self._archive, self._tables = archive, tables
        # What is stored, or was met in this batch: only what has neither key nor fingerprint of these is surely new.
        self._keys = set(archive.known_mails.keys_among([message.head.key for message in messages]))
        self._fingerprints = set(archive.known_mails.fingerprints_among([message.fingerprint for message in messages]))
        self._new: list[PackedMessage] = []

    def take(self, item: PackedNews, summary: ImportSummary) -> ImportSummary:
        """The summary after one more item."""
        if isinstance(item, PackedMessage):
            return self._message(item, summary)
        if isinstance(item, Problem):
            self._archive.problems.save(item)
            return replace(summary, problems=summary.problems + 1)
        if isinstance(item, Withdrawn):
            self.save()
            removed = self._archive.messages.withdraw(item.key, item.place, item.locations)
            return replace(summary, withdrawn=summary.withdrawn + removed)
        self._note(item)
        return replace(summary, reached=summary.reached + 1)

    def save(self) -> None:
        """Save what waits for it."""
        self._archive.messages.save(*self._new)
        for message in self._new:
            self._tables.note(message.head.key, message.tables)
        self._new.clear()

    def _message(self, message: PackedMessage, summary: ImportSummary) -> ImportSummary:
        key = message.head.key
        if key not in self._keys and message.fingerprint not in self._fingerprints:
            self._new.append(message)
            outcome = Outcome.NEW
        else:
            self.save()
            outcome = self._identify(message)
        self._keys.add(key)
        self._fingerprints.add(message.fingerprint)
        if outcome is Outcome.REJECTED:
            reason = "this message was purged from the archive and stays out"
            self._archive.problems.save(Problem(message.head.source, reason, key))
            summary = replace(summary, problems=summary.problems + 1)
        return summary.plus(outcome)

    def _identify(self, message: PackedMessage) -> Outcome:
        archive, known = self._archive, self._archive.known_mails
        if archive.messages.is_purged(message.head.key):
            return Outcome.REJECTED
        stored = known.get(message.head.key)
        if stored is not None and _is_other_mail(stored, message):
            key = f"{message.head.key}~{message.fingerprint[:8]}"
            message = replace(message, head=replace(message.head, key=key, key_is_made=True))
            stored = known.get(key)
        if stored is None:
            stored = _copy_without_id(archive, message)
        if stored is None:
            self._new.append(message)
            self.save()
            return Outcome.NEW
        if _is_better(message, stored):
            archive.messages.replace(stored.key, message)
            # Where the new text has no tables the old one may have some, which derivation has to take back.
            self._tables.forget(stored.key)
            self._tables.forget(message.head.key)
            return Outcome.UPDATED
        archive.messages.add_copy(stored.key, message.head.source, message.head.lists)
        return Outcome.KNOWN

    def _note(self, reached: Reached) -> None:
        """Keep how far a source was read, in the transaction that keeps what was read."""
        sources = self._archive.sources
        if sources.get(reached.location) is None:
            sources.remember(reached.location, reached.kind)
        sources.read_until(reached.location, reached.state, datetime.now(UTC))


def _copy_without_id(archive: Archive, message: PackedMessage) -> KnownMail | None:
    """A stored mail with the same author and words, where one of the two has no id of its own."""
    for stored in archive.known_mails.with_fingerprint(message.fingerprint):
        if (message.head.key_is_made or stored.key_is_made) and _subjects_agree(stored, message):
            return stored
    return None


def _subjects_agree(stored: KnownMail, message: PackedMessage) -> bool:
    return base_subject(stored.subject) == base_subject(message.head.subject)


def _is_better(message: PackedMessage, stored: KnownMail) -> bool:
    if stored.key_is_made and not message.head.key_is_made:
        return True
    return message.head.quality > stored.quality and not (message.head.key_is_made and not stored.key_is_made)


def _is_other_mail(stored: KnownMail, message: PackedMessage) -> bool:
    """Whether two mails under one id are different ones: other words, and not by the same person at the same moment on
    the same subject.
    """
    if stored.fingerprint == digest(message.fingerprint):
        return False
    same_author = stored.author.name.lower() == message.head.author.name.lower()
    same_head = same_author and _subjects_agree(stored, message)
    return not (same_head and (_moments_agree(stored, message) or stored.quality != message.head.quality))


def _moments_agree(stored: KnownMail, message: PackedMessage) -> bool:
    """Whether two copies tell the same moment; some pages that hide addresses show no seconds either."""
    one, other = stored.date, message.head.date
    if one is None or other is None or one == other:
        return one == other
    is_rough = Quality.MASKED_PAGE in (stored.quality, message.head.quality)
    return is_rough and abs(one - other) < _A_MINUTE
