"""Sources read in batches, their mails packed for the store."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from archive.model import Message
from archive.store.packing import PackedMessage, pack_message
from ingest.admission import PackedNews
from ingest.known_tables import packed_tables
from ingest.post import scan
from ingest.sources.detect import Unread, read, read_folder
from ingest.sources.history import Known, News
from ingest.sources.opening import Meter

_MOST_ITEMS = 500
_MOST_BYTES = 8_000_000


@dataclass(frozen=True, slots=True)
class Sources:
    """What is to be read: files, folders or standard input (None), the list of mails that do not say theirs, what is
    known of files, and how much there is in all.
    """

    paths: Sequence[Path | None]
    list_name: str | None
    unread: Unread
    meter: Meter


@dataclass(frozen=True, slots=True)
class Batch:
    """What was read since the batch before, and which share of all that is together, None where it cannot be told."""

    items: tuple[PackedNews, ...]
    share: float | None


def batches(sources: Sources, known: Known) -> Iterator[Batch]:
    """Read sources in order; UserError where a path cannot be read. A batch is bounded in mails and in bytes."""
    for path in sources.paths:
        items, size = list[PackedNews](), 0
        for item in map(_packed, _items(path, sources, known)):
            items.append(item)
            size += _size(item)
            if len(items) >= _MOST_ITEMS or size >= _MOST_BYTES:
                yield Batch(tuple(items), sources.meter.share)
                items, size = [], 0
        if items:
            yield Batch(tuple(items), sources.meter.share)


def _items(path: Path | None, sources: Sources, known: Known) -> Iterable[News]:
    if path is not None and path.is_dir():
        return read_folder(path, list_name=sources.list_name, unread=sources.unread, known=known, meter=sources.meter)
    return read(path, None, list_name=sources.list_name, meter=sources.meter)


def _packed(item: News) -> PackedNews:
    # Looked through while its text is at hand: no mail has to be again.
    return pack_message(item, tables=packed_tables(scan(item))) if isinstance(item, Message) else item


def _size(item: PackedNews) -> int:
    if not isinstance(item, PackedMessage):
        return 0
    return sum(len(packed) for packed in chain(item.texts, (item.raw, item.tables)) if packed is not None)
