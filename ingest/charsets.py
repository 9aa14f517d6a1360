"""Bytes of mails and pages to text, whatever charset they claim; no guess may break the ASCII of tables."""

import codecs
import re
from collections.abc import Mapping
from types import MappingProxyType

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:+-]{0,39}")
# What mailers call charsets that Python knows under another name, and the supersets that they really wrote.
_ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "big5": "cp950",
        "euc-kr": "cp949",
        "gb2312": "gb18030",
        "gbk": "gb18030",
        "iso-8859-8-i": "iso-8859-8",
        "ks_c_5601-1987": "cp949",
        "shift_jis": "cp932",
        "unicode-1-1-utf-7": "utf-7",
        "windows-874": "cp874",
        "x-gbk": "gb18030",
        "x-sjis": "cp932",
        "x-utf_8j": "utf-8",
    }
)
# Codecs that turn text into other text: a mail that names one as its charset is wrong or hostile.
_NO_CHARSETS = frozenset({"idna", "punycode", "raw_unicode_escape", "undefined", "unicode_escape"})
# Where plain ASCII bytes may mean something else; every other charset has to leave ASCII alone.
_NOT_ASCII = re.compile(r"(?:utf-?(?:7|16|32)|iso-?2022|hz)", re.IGNORECASE)
# Declared so but without a zero byte, which any digit or blank has in them, a text is something else.
_WIDE = re.compile(r"utf-?(?:16|32)", re.IGNORECASE)
# Charsets whose every byte is a character.
_SINGLE_BYTE = re.compile(r"(?:iso8859|cp125|cp437|cp8[567]|koi8|mac|tis)", re.IGNORECASE)
_ASCII_SAMPLE = bytes(range(32, 127))
_WINDOWS_RANGE = re.compile(rb"[\x80-\x9f]")
_HIGH_WORD = re.compile(rb"[\xc0-\xff]{4,100}")
_LOW_HALF = re.compile(rb"[\xc0-\xdf]")
_SAMPLE = 20_000
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def decode(data: bytes, declared: str | None) -> str:
    """Text of bytes: in the declared charset, else UTF-8, else the declared one with U+FFFD for damage, else Latin-1.

    Undeclared text whose words are Cyrillic by their look is read so, since no western text looks like that.
    The order is that of formats.md 5.1; nothing raises. A lone surrogate or a NUL in the text becomes U+FFFD.
    """
    charset = known_charset(declared) if declared else None
    if data.isascii() and not (charset and _NOT_ASCII.match(charset)):
        return data.decode("ascii").replace("\0", "\ufffd")
    text = _decoded(data, charset)
    if _SURROGATE.search(text):
        text = _SURROGATE.sub("\ufffd", text)
    return text.replace("\0", "\ufffd")


def decode_undeclared(data: bytes, likely: str | None) -> str:
    """Text of bytes that nobody labelled: UTF-8 if they can be it, else in a charset that is likely for them."""
    text = _strict(data, "utf-8-sig")
    return decode(data, likely) if text is None else text.replace("\0", "\ufffd")


def known_charset(declared: str | None) -> str | None:
    """The codec for a charset's name; None for names that mean nothing ("unknown-8bit", "y") or would break ASCII."""
    name = (declared or "").strip().strip("\"'").lower()
    if _NAME.fullmatch(name) is None:
        return None
    try:
        codec = codecs.lookup(_ALIASES.get(name, name)).name
    except LookupError:
        return None
    if codec.replace("-", "_") in _NO_CHARSETS:
        return None
    return codec if _NOT_ASCII.match(codec) or _keeps_ascii(codec) else None


def _decoded(data: bytes, charset: str | None) -> str:
    if charset is not None and _WIDE.match(charset) and b"\0" in data[:4000]:
        return data.decode(_byte_order(data, charset), "replace")
    if charset is not None and charset != "ascii" and not _WIDE.match(charset):
        if _SINGLE_BYTE.match(charset) and (utf8 := _strict(data, "utf-8-sig")) is not None:
            # Nobody writes the letter pairs that UTF-8 looks like in these: the label is wrong.
            return utf8
        strict = _strict(data, "cp1252" if charset == "iso8859-1" and _WINDOWS_RANGE.search(data) else charset)
        if strict is not None:
            return strict
        return _damaged(data, charset)
    for guess in ("utf-8-sig", *_cyrillic(data), "cp1252"):
        text = _strict(data, guess)
        if text is not None:
            return text
    return data.decode("latin-1")


def _damaged(data: bytes, charset: str) -> str:
    """Text that does not fit its charset: UTF-8, or western text under a label that its mailer puts on all."""
    guesses: tuple[str, ...] = ("utf-8-sig",)
    if _SINGLE_BYTE.match(charset) and not _high_words(data):
        guesses = ("utf-8-sig", "cp1252")
    elif charset.startswith("iso2022_jp"):
        # The label is right about the language: before it was sent, a text was in one of these.
        guesses = ("utf-8-sig", "euc_jp", "cp932")
    for guess in guesses:
        text = _strict(data, guess)
        if text is not None:
            return text
    return data.decode(charset, "replace")


def _cyrillic(data: bytes) -> tuple[str, ...]:
    """The charset of undeclared Cyrillic text, which western text never looks like: words of nothing but high letters.

    Small letters, of which words are made, are in the other's place for capitals. Rulers (one character again and
    again) are no words.
    """
    letters = b"".join(_high_words(data))
    if not letters:
        return ()
    low = len(_LOW_HALF.findall(letters))
    return ("koi8-r",) if low > len(letters) - low else ("cp1251",)


def _high_words(data: bytes) -> list[bytes]:
    return [word for word in _HIGH_WORD.findall(data[:_SAMPLE]) if len(set(word)) > 2]


def _strict(data: bytes, charset: str) -> str | None:
    try:
        return data.decode("utf-8-sig" if charset == "utf-8" else charset)
    except UnicodeError:
        return None


def _keeps_ascii(codec: str) -> bool:
    try:
        return _ASCII_SAMPLE.decode(codec) == _ASCII_SAMPLE.decode("ascii")
    except (UnicodeError, LookupError):
        # LookupError: a codec that does not make text of bytes (base64, rot13).
        return False


def _byte_order(data: bytes, charset: str) -> str:
    """RFC 2781: UTF-16 without a byte order mark is big-endian, where Python takes the machine's order."""
    return "utf-16-be" if charset == "utf-16" and data.startswith(b"\0") else charset
