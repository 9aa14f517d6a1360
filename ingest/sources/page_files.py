"""A saved page and the files beside it: its text in the charset that it names, attachments inside its folder only."""

import re
import stat
from typing import BinaryIO
from urllib.parse import unquote

from archive.model import Part
from ingest.bodies import MAX_TEXT, file_part
from ingest.charsets import decode
from ingest.sources.assemble import Origin

_CHARSET = re.compile(rb"""(?:charset|encoding)=["']?([\w.:-]{1,40})""", re.IGNORECASE)


def page_text(stream: BinaryIO) -> str:
    """The text of a page, line ends as newlines; a page longer than any mail is cut."""
    data = stream.read(MAX_TEXT)
    declared = _CHARSET.search(data[:4000])
    charset = declared.group(1).decode("ascii") if declared is not None else None
    return decode(data, charset).replace("\r\n", "\n")


def attached(number: int, content_type: str, name: str, href: str, origin: Origin) -> tuple[Part, str | None]:
    """The file that a page links to as a part, or an empty part and why it is empty: not there, outside the folder."""
    missing = Part(number, content_type.lower(), name, None)
    if origin.folder is None or "://" in href:
        return missing, f"part {number}: the attachment {name} is not beside the page"
    folder = origin.folder.resolve()
    path = folder / unquote(href)
    try:
        inside = path.parent.resolve().is_relative_to(folder) and not path.is_symlink()
        if not inside or not stat.S_ISREG(path.stat().st_mode):
            return missing, f"part {number}: the attachment {name} is not a file in the page's folder"
        with path.open("rb") as file:
            data = file.read(MAX_TEXT)
    except (OSError, ValueError) as error:
        # ValueError: a NUL in the link.
        return missing, f"part {number}: the attachment {name} cannot be read ({error})"
    return file_part(number, content_type, name, data), None
