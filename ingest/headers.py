"""What the fields of a mail's header say: ids, people, dates, list names; tolerant, never inventing."""

import re
from collections.abc import Iterator

from archive.dates import ChosenDate, choose_date
from archive.model import Author
from ingest.header_block import Headers
from ingest.words import decode_words

MAX_IDS = 1000

# An id in brackets, a comment (which may hold brackets too), or a word.
_TOKEN = re.compile(
    r"<(?P<id>[^<>]{1,1000})>|\((?P<comment>[^()<>]{0,300}(?:<[^<>]{0,300}>[^()<>]{0,300})?)\)|(?P<word>[^\s<>(),;]{1,1000})"
)
_BRACKETED = re.compile(r"<[^<>]{1,1000}>")
# exmh's and MH's field names the person before the id: Message from A Tester <tester@example.org> of "..." <id>
_MESSAGE_FROM = re.compile(r"\s*(?:your )?message from [^<>]{0,200}<[^<>]{0,200}>", re.IGNORECASE)
_BARE_ID = re.compile(r"[^\s<>()\",;@]{1,500}@[^\s<>()\",;@]{1,500}")
_ADDRESS = re.compile(r"[^\s<>()\",;:@]{1,200}@[^\s<>()\",;:@]{1,200}")
_ANGLE_ADDRESS = re.compile(r"<([^<>]{0,400}@[^<>]{0,400})>")
# How list archives hide an address where nothing but an address can stand: pipermail's "ann at example.org (Ann)",
# HyperKitty's "Ann <ann(a)example.org>".
_MASKED_AT = re.compile(
    r"(^\s{0,9}|[(<])([^\s<>()\",;:@]{1,200}) at "
    r"([^\s<>()\",;:@]{1,200}(?=\s{0,3}[()>])|[^\s<>()\",;:@]{1,100}\.[A-Za-z]{2,20}(?=\s{0,9}$))"
)
_MASKED_A = re.compile(r"([\w.+-]{1,200})\(a\)([\w.-]{1,200})")
# What pipermail writes for a mail that names no sender.
_NOBODY = "bogus@does.not.exist.com"
_QUOTED = re.compile(r'"((?:[^"\\]|\\.){0,400})"')
_ESCAPED = re.compile(r"\\(.)")
_MAX_NAME = 200
_LIST_ID = re.compile(r"<([^<>\s]{1,200})>\s*$")
_NOT_IN_A_LIST_NAME = re.compile(r"[^a-z0-9._+-]+")
# Words that are pages of the web view (design.md section 5), so no list can have them for a name.
RESERVED_LISTS = frozenset({"test", "kernel", "hardware", "author", "r", "api", "compare", "static", "_"})


def message_id(headers: Headers) -> str | None:
    """The id of the first Message-ID field without its brackets and blanks, or None."""
    return message_id_of(headers.first("message-id").strip())


def message_id_of(value: str) -> str | None:
    """The id that a Message-ID field's value tells, or None."""
    for match in _TOKEN.finditer(value):
        if inner := "".join((match["id"] or "").split()):
            return inner
    # Some mailers left the brackets away, and blanks in.
    bare = "".join(value.split())
    return bare if _BARE_ID.fullmatch(bare) else None


def ids(values: tuple[str, ...]) -> tuple[str, ...]:
    """Every id of In-Reply-To or References fields in order, each once; comments and prose around them are dropped.

    Of more than 1000 the first and the last are kept: the root and the parent.
    """
    found = tuple(dict.fromkeys(one for value in values for one in _ids_of(value)))
    return found if len(found) <= MAX_IDS else (*found[: MAX_IDS // 2], *found[-MAX_IDS // 2 :])


def author(value: str) -> Author:
    """The person of a From field: `Name <address>`, `address (Name)`, or an address, which then is the name shown.

    An address that an archive hides there in a way that tells it all the same ("ann at example.org") is undone.
    """
    if "@" not in value:
        value = _MASKED_A.sub(r"\1@\2", _MASKED_AT.sub(r"\1\2@\3", value))
    quoted, rest = _quoted_name(value.strip())
    angle = _ANGLE_ADDRESS.search(rest)
    if angle is not None:
        address = _ADDRESS.search(angle.group(1))
        name = quoted or rest[: angle.start()]
    else:
        address = _ADDRESS.search(rest)
        name = quoted or _name_beside(rest, address)
    found = address.group() if address is not None else None
    if found == _NOBODY:
        return Author("")
    return Author(_shown(name) or found or _shown(value), found)


def date(headers: Headers, from_line: str = "") -> ChosenDate:
    """The mail's date by design.md's order of trust: Date, the first Received, the mbox From_ line."""
    return choose_date(_date_candidates(headers, from_line))


def list_names(headers: Headers) -> tuple[str, ...]:
    """The lists that a mail says it went through: List-Id, else X-Mailing-List; in short form ("linux-kernel")."""
    marked = [match.group(1) for value in headers.all("list-id") if (match := _LIST_ID.search(value))]
    found = [list_name(name) for name in marked or headers.all("x-mailing-list")]
    return tuple(dict.fromkeys(name for name in found if name))


def list_name(text: str) -> str:
    """A list's short name, lower case: linux-kernel of linux-kernel@vger.kernel.org and of the List-Id's dotted form.

    A name that is a page of the web view keeps its host, or is called a list.
    """
    first = next(iter(text.replace("<", " ").replace(">", " ").split()), "")
    full = _NOT_IN_A_LIST_NAME.sub("-", first.lower().replace("@", ".")).strip("-._+")
    short = full.split(".", 1)[0]
    if short not in RESERVED_LISTS:
        return short
    return full if full != short else f"{short}-list"


def _ids_of(value: str) -> Iterator[str]:
    words = value.split()
    if value.count("<") == value.count(">") == len(words) and all(map(_BRACKETED.fullmatch, words)):
        yield from (word[1:-1] for word in words if "@" in word)
        return
    tokens = list(_TOKEN.finditer(_MESSAGE_FROM.sub("", value, count=1)))
    # Ids without brackets count only where nothing but ids stands there: in prose, a word with @ is somebody's address.
    bare_too = all(_BARE_ID.fullmatch(token["word"]) for token in tokens if token["word"])
    for token in tokens:
        inner = "".join((token["id"] or "").split())
        if "@" in inner:
            yield inner
        elif token["word"] and bare_too:
            yield token["word"]


def _quoted_name(value: str) -> tuple[str, str]:
    match = _QUOTED.match(value)
    return ("", value) if match is None else (_ESCAPED.sub(r"\1", match.group(1)), value[match.end() :])


def _name_beside(text: str, address: re.Match[str] | None) -> str:
    """The name in `address (Name)` and in the `Name (address)` of archive pages."""
    opening, closing = text.find("("), text.rfind(")")
    if not 0 <= opening < closing:
        return text if address is None else text[: address.start()] + text[address.end() :]
    if address is not None and opening < address.start() < closing:
        return text[:opening]
    return text[opening + 1 : closing]


def _shown(name: str) -> str:
    return " ".join(decode_words(name).split()).strip('" ')[:_MAX_NAME]


def _date_candidates(headers: Headers, from_line: str) -> Iterator[tuple[str, str]]:
    yield "Date", headers.first("date")
    yield "Received", headers.first("received").rpartition(";")[2]
    yield "From_ line", from_line
