"""What every reader has in common: where it reads, what it found of a mail, and the Message made of that."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from archive.dates import ChosenDate
from archive.identity import made_key
from archive.model import Author, Ghost, Message, Part, Problem, Quality, Source

Found = Message | Problem


@dataclass(frozen=True, slots=True)
class Origin:
    """The file or stream that a reader was given, and the list of its mails where they do not say.

    That is the list that the user gave, else one named after the file, or after the folder where a file holds one mail.
    `tree` is what attachments have to lie in: the folder that is being walked, else the file's own. `beside` is how a
    page that was fetched finds the files that came with it.
    """

    location: str
    given_list: str | None
    file_list: str
    folder_list: str
    folder: Path | None = None
    tree: Path | None = None
    beside: Callable[[str], Path | None] | None = None

    @property
    def many_mails_list(self) -> str:
        """The list of mails that do not say which, in a file that holds many."""
        return self.given_list or self.file_list

    @property
    def one_mail_list(self) -> str:
        """The list of a mail that does not say which and has a file to itself."""
        return self.given_list or self.folder_list


@dataclass(frozen=True, slots=True)
class Envelope:
    """What a source tells of a mail beside its text."""

    message_id: str | None
    subject: str
    author: Author
    date: ChosenDate
    lists: tuple[str, ...]
    references: tuple[str, ...] = ()
    in_reply_to: tuple[str, ...] = ()
    to: str = ""
    cc: str = ""


def assemble(
    envelope: Envelope,
    parts: tuple[Part, ...],
    source: Source,
    quality: Quality,
    *,
    raw: bytes | None = None,
    overview: tuple[Ghost, ...] = (),
) -> Message:
    """The Message of an envelope and its parts; without an id its key is made from what it says."""
    return Message(
        key=envelope.message_id or _made_key(envelope, parts),
        key_is_made=envelope.message_id is None,
        message_id=envelope.message_id,
        subject=envelope.subject,
        author=envelope.author,
        date=envelope.date.date,
        date_text=envelope.date.text,
        date_basis=envelope.date.basis,
        lists=envelope.lists,
        references=envelope.references,
        in_reply_to=envelope.in_reply_to,
        parts=parts,
        source=source,
        quality=quality,
        raw=raw,
        to=envelope.to,
        cc=envelope.cc,
        overview=overview,
    )


def _made_key(envelope: Envelope, parts: tuple[Part, ...]) -> str:
    text = "\n".join(part.text for part in parts if part.text)
    return made_key(envelope.author.name, envelope.subject, envelope.date.text, text)
