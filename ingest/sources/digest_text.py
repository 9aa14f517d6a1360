"""Digests that a list sent as one text (RFC 1153; majordomo, Mailman): the mails in them, parted by lines of dashes."""

import re
from dataclasses import replace

from ingest.bodies import Body, Enclosed, text_part

# Seventy dashes end the table of contents, thirty every mail but the last thing, which says that the digest ends here.
_CONTENTS_END = f"\n{'-' * 70}\n\n"
_MAIL_END = re.compile(r"^-{30}\n\n", re.MULTILINE)
_NUMBER = re.compile(r"\AMessage: \d{1,5}\n")
_FIELD = re.compile(r"([A-Z][A-Za-z-]{1,30}): .{0,2000}\n")
_NEEDED = frozenset({"From", "Date", "Subject"})
_MAX_FIELDS = 30
_MAX_MAILS = 1000


def undigested(body: Body) -> Body:
    """A digest's mails as enclosed ones, and as its text what stands around them; what is no digest stays as it is."""
    if len(body.parts) != 1 or _CONTENTS_END not in (body.parts[0].text or ""):
        return body
    contents, mark, rest = (body.parts[0].text or "").partition(_CONTENTS_END)
    mails, end = _mails(rest)
    if not mails:
        return body
    around = text_part(0, f"{contents}{mark}{end}")
    enclosed = tuple(
        Enclosed(number, f"{mail.rstrip()}\n".encode("utf-8", "replace")) for number, mail in enumerate(mails, start=1)
    )
    return Body((replace(around, size=body.parts[0].size),), body.losses, enclosed)


def _mails(text: str) -> tuple[list[str], str]:
    """The mails of a digest, and what stands behind them; a piece without a header is text of the mail before it."""
    pieces = _MAIL_END.split(text, _MAX_MAILS)
    if not _is_mail(pieces[0]):
        return [], text
    mails: list[str] = []
    for number, piece in enumerate(pieces):
        if _is_mail(piece):
            mails.append(_NUMBER.sub("", piece, count=1))
        elif number == len(pieces) - 1:
            return mails, piece
        else:
            mails[-1] += f"\n{'-' * 30}\n\n{piece}"
    return mails, ""


def _is_mail(piece: str) -> bool:
    piece = _NUMBER.sub("", piece, count=1)
    position, names = 0, set[str]()
    for _ in range(_MAX_FIELDS):
        field = _FIELD.match(piece, position)
        if field is None:
            break
        names.add(field.group(1))
        position = field.end()
    return len(names & _NEEDED) > 1 and piece.startswith("\n", position)
