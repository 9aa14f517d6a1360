"""Which format a file has, found from its content, and its mails: the one door to all readers."""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from archive.model import Message, Problem, Source, UserError
from ingest.charsets import decode
from ingest.headers import RESERVED_LISTS
from ingest.sources import (
    fetched,
    hypermail,
    hypermail_text,
    mail,
    marc,
    mbox,
    mhonarc,
    pipermail,
    plain_text,
    thread_text,
)
from ingest.sources import public_inbox_atom as inbox_atom
from ingest.sources import public_inbox_page as inbox_page
from ingest.sources import public_inbox_text as inbox_text
from ingest.sources import public_inbox_thread as inbox_thread
from ingest.sources.assemble import Found, Origin
from ingest.sources.folder import files_of
from ingest.sources.history import Known, News
from ingest.sources.opening import Meter, Opened
from ingest.sources.public_inbox_git import inbox_at, read_news

Reader = Callable[[BinaryIO, Origin], Iterator[Found]]
Unread = Callable[[Path], int | None]
"""From which byte on a file is to be read: 0 for all of it, None for a file that is known."""


def all_of_it(_path: Path) -> int:
    """What is `Unread` of a folder that nothing is known of."""
    return 0


# A tag, a comment, a declaration; some archives' pages start with a PHP tag.
_HTML = re.compile(r"[\ufeff\s]{0,1000}<(?:[a-z]{1,12}[\s>]|!doctype|!--|\?)", re.IGNORECASE)
_NAME_ENDS = frozenset(
    {".gz", ".bz2", ".xz", ".zst", ".mbox", ".mbx", ".mboxrd", ".t", ".eml", ".mail", ".txt", ".html", ".htm"}
)
_KNOWN = (
    "an mbox (also .gz, .bz2, .xz, .zst), a mail, a page of hypermail, MHonArc, pipermail, marc or public-inbox, a "
    "thread or a page saved as text, a public-inbox mirror (git), or a folder of these"
)


@dataclass(frozen=True, slots=True)
class _Format:
    """A format's reader, and how it is known: by the first bytes, or by the first text of a page or of a saved text."""

    reader: Reader
    is_bytes: Callable[[bytes], bool] = lambda _head: False
    is_page: Callable[[str], bool] = lambda _page: False
    is_text: Callable[[str], bool] = lambda _text: False


# In this order: a saved public-inbox page starts like a mail, and a thread may start like anything.
_FORMATS = (
    _Format(mbox.read_mbox, is_bytes=mbox.is_mbox),
    _Format(hypermail.read_page, is_page=hypermail.is_message_page),
    _Format(mhonarc.read_page, is_page=mhonarc.is_message_page),
    _Format(pipermail.read_page, is_page=pipermail.is_message_page),
    _Format(marc.read_page, is_page=marc.is_message_page),
    _Format(inbox_page.read_page, is_page=inbox_page.is_page),
    _Format(inbox_thread.read_page, is_page=inbox_thread.is_page),
    _Format(inbox_atom.read_feed, is_page=inbox_atom.is_feed),
    _Format(inbox_text.read_text, is_text=inbox_text.is_page_text),
    _Format(hypermail_text.read_text, is_text=hypermail_text.is_page_text),
    _Format(thread_text.read_text, is_text=thread_text.is_thread_text),
    _Format(mail.read_mail_file, is_bytes=mail.is_mail),
)
_INDEXES = (hypermail.is_index_page, mhonarc.is_index_page, pipermail.is_index_page, marc.is_index_page)


def read(
    path: Path | None,
    stream: BinaryIO | None,
    *,
    list_name: str | None = None,
    any_text: bool = False,
    unread: Unread = all_of_it,
    meter: Meter | None = None,
) -> Iterator[Found]:
    """The mails of a file, a folder or a stream (path None: the stream, else standard input), a Problem for every loss.

    `list_name` is for mails that do not say which list they are from. `any_text` reads a text of no known format as
    one mail without an author. `unread` is for a folder whose files are partly known, `meter` counts bytes. UserError
    where the path cannot be opened, or is a file of no known format.
    """
    given, meter = _given(list_name), meter or Meter()
    if path is None:
        origin = Origin("standard input", given, "stdin", "stdin")
        yield from _read_stream(stream or sys.stdin.buffer, origin, is_asked_for=True, any_text=any_text, meter=meter)
    elif path.is_dir():
        news = read_folder(path, list_name=list_name, unread=unread, meter=meter)
        yield from (item for item in news if isinstance(item, Message | Problem))
    else:
        try:
            with meter.open(path) as opened:
                yield from _read_stream(opened, _origin(path, given), is_asked_for=True, any_text=any_text, meter=meter)
        except OSError as error:
            raise UserError(f"{path} cannot be opened ({error.strerror or error}): check the path") from error


def read_folder(
    path: Path,
    *,
    list_name: str | None = None,
    unread: Unread = all_of_it,
    known: Known | None = None,
    meter: Meter | None = None,
) -> Iterator[News]:
    """The mails of a folder, and of archives in git also what they took back and how far they were read.

    `unread` says what of its files is known already, `known` what of its git archives; `meter` counts bytes.
    """
    given, meter = _given(list_name), meter or Meter()
    for file in files_of(path):
        if isinstance(file, Problem):
            yield file
        elif file.is_dir() and (inbox := inbox_at(file)) is not None:
            yield from read_news(inbox, given, tree=path, known=known)
        elif (start := unread(file)) is not None:
            yield from _read_inside(file, _origin(file, given, path), meter, after=start)


def _given(list_name: str | None) -> str | None:
    return list_name.strip().lower() if list_name and list_name.strip() else None


def _read_inside(path: Path, origin: Origin, meter: Meter, *, after: int = 0) -> Iterator[Found]:
    try:
        with meter.open(path) as opened:
            yield from _read_stream(opened, origin, is_asked_for=False, any_text=False, meter=meter, after=after)
    except OSError as error:
        yield Problem(Source("file", origin.location), f"the file cannot be read ({error.strerror or error})")


def _read_fetched(folder: Path, given: str | None, meter: Meter, after: int) -> Iterator[Found]:
    for found in fetched.documents(folder, given, after):
        if isinstance(found, Problem):
            yield found
        else:
            yield from _read_inside(*found, meter)


def _read_stream(
    stream: BinaryIO, origin: Origin, *, is_asked_for: bool, any_text: bool, meter: Meter, after: int = 0
) -> Iterator[Found]:
    opened = Opened(stream)
    if fetched.is_ledger(opened.head) and origin.folder is not None:
        yield from _read_fetched(origin.folder, origin.given_list, meter, after)
        return
    text = decode(opened.head, None).replace("\r\n", "\n")
    reader = _reader_for(opened.head, text)
    if reader is None and any_text and plain_text.is_text(opened.head):
        reader = plain_text.read_text
    if reader is not None:
        yield from reader(opened.stream, origin)
        if opened.stream.read(1):
            yield Problem(Source("file", origin.location), "the file's end was not read: it is too long for its format")
    else:
        yield from _unread(opened, text, origin, is_asked_for=is_asked_for)
    if opened.damage is not None:
        yield Problem(Source("file", origin.location), opened.damage)


def _reader_for(head: bytes, text: str) -> Reader | None:
    is_html = _HTML.match(text) is not None
    for known in _FORMATS:
        if known.is_bytes(head) or (known.is_page(text) if is_html else known.is_text(text)):
            return known.reader
    return None


def _unread(opened: Opened, text: str, origin: Origin, *, is_asked_for: bool) -> Iterator[Problem]:
    """Say what a file is that holds no mail that we can read; in a folder, index pages go without saying."""
    source = Source("file", origin.location)
    if not opened.head.strip():
        yield Problem(source, opened.damage or "the file is empty")
    elif any(is_index(text) for is_index in _INDEXES):
        if is_asked_for:
            yield Problem(source, "an index page holds no mail: import its folder")
    elif inbox_page.is_other_page(text):
        yield Problem(
            source, "a public-inbox page without a message: import the thread's t.mbox.gz or a message's page"
        )
    elif is_asked_for:
        raise UserError(f"{origin.location} has no format that can be read: give {_KNOWN}")
    else:
        yield Problem(source, "no format that can be read")


def _origin(path: Path, given: str | None, tree: Path | None = None) -> Origin:
    folder = path.resolve().parent
    if folder.name in ("cur", "new") and (folder.parent / "cur").is_dir():
        folder = folder.parent
    return Origin(str(path), given, _list_of(path.name), _list_of(folder.name), path.parent, tree)


def _list_of(name: str) -> str:
    """The name of a list that a file or folder is called after."""
    # An export is called after the list's address.
    stem = Path(name.lower().partition("@")[0] or name.lower())
    while stem.suffix in _NAME_ENDS and stem.stem:
        stem = stem.with_suffix("")
    words = "".join(character if character.isalnum() or character in "._+-" else "-" for character in stem.name)
    return f"{words}-list" if words in RESERVED_LISTS else words.strip("-.") or "mail"
