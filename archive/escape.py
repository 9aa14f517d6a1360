"""Text of strangers made safe to show on a terminal: control, bidi and invisible characters become visible escapes."""

import unicodedata

# Cc controls, Cf bidi marks and zero-width characters, Cs lone surrogates, Co private use, Zl and Zp line separators.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_HARMLESS = frozenset("\n\t")


def visible(text: str) -> str:
    r"""The text with all that a terminal acts on or hides shown as escapes (\x1b, \u202e); tabs and newlines stay."""
    if text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def visible_line(text: str) -> str:
    r"""The same for what has to stay on one line: tabs and newlines are escaped as well (\t, \n)."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def _shown(character: str) -> str:
    if character in _HARMLESS or unicodedata.category(character) not in _HIDDEN:
        return character
    return _escape(character)


def _escape(character: str) -> str:
    if character == "\r":
        return "\\r"
    code = ord(character)
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
