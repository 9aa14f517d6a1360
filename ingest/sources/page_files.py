"""A saved page and the files beside it: its text in the charset that it names, attachments inside its tree only."""

import html
import os
import re
import stat
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote

from archive.model import Part
from ingest.bodies import MAX_TEXT, file_part
from ingest.charsets import decode
from ingest.sources.assemble import Origin

# Japanese in seven bits, which old archives left as it was whatever charset their pages are in.
_JAPANESE = re.compile(rb"\x1b\$\(?[@B]([!-~]{2,4000})(?=\x1b|[\r\n])(?:\x1b\([BJ])?")
_CHARSET = re.compile(rb"""(?:charset|encoding)=["']?([\w.:-]{1,40})""", re.IGNORECASE)


# The tree of a page takes 5 s and 150 MB a megabyte; the pages of 99.9 % of list mails hold a quarter of one.
_MAX_PAGE = 2_000_000


def markup(stream: BinaryIO) -> str:
    """The markup of a HTML page up to 2 MB, which is far longer than pages of mails are."""
    data = stream.read(_MAX_PAGE)
    return _text(_JAPANESE.sub(_as_references, data) if b"\x1b$" in data else data)


def page_text(stream: BinaryIO) -> str:
    """A text or page that was saved as text, up to 8 MB, line ends as newlines."""
    return _text(stream.read(MAX_TEXT))


def attached(number: int, content_type: str, name: str, href: str, origin: Origin) -> tuple[Part, str | None]:
    """The file that a page links to as a part, or an empty part and why it is empty: not there, outside the tree.

    The tree is the folder that is being read, else the page's own; no symbolic link is followed below it.
    """
    missing = Part(number, content_type.lower(), name, None)
    if (origin.folder is None and origin.beside is None) or "://" in href:
        return missing, f"part {number}: the attachment {name} is not beside the page"
    try:
        path = _found(origin, href)
        if path is None or not stat.S_ISREG(path.stat().st_mode):
            return missing, f"part {number}: the attachment {name} is not a file in the tree of its page"
        with path.open("rb") as file:
            data = file.read(MAX_TEXT)
    except (OSError, ValueError) as error:
        # ValueError: a NUL in the link.
        return missing, f"part {number}: the attachment {name} cannot be read ({getattr(error, 'strerror', error)})"
    return file_part(number, content_type, name, data), None


def _found(origin: Origin, href: str) -> Path | None:
    if origin.beside is not None:
        return origin.beside(href)
    assert origin.folder is not None
    return _inside(origin.folder, origin.tree or origin.folder, unquote(href))


def _inside(folder: Path, tree: Path, href: str) -> Path | None:
    """Where a link leads to, if that is below the tree and no link of the file system is on the way."""
    root = tree.resolve()
    path = Path(os.path.normpath(folder.resolve() / href))
    return path if path.is_relative_to(root) and path.resolve() == path else None


def _text(data: bytes) -> str:
    declared = _CHARSET.search(data[:4000])
    charset = declared.group(1).decode("ascii") if declared is not None else None
    return decode(data, charset).replace("\r\n", "\n")


def _as_references(run: re.Match[bytes]) -> bytes:
    """Japanese characters as a page would refer to them by number, so that its own charset does not matter."""
    for letters in (run.group(1), html.unescape(run.group(1).decode("ascii")).encode("ascii", "replace")):
        try:
            text = (b"\x1b$B" + letters + b"\x1b(B").decode("iso2022_jp")
        except UnicodeDecodeError:
            continue
        return "".join(f"&#{ord(character)};" for character in text).encode("ascii")
    return run.group()
