"""Charsets: what is declared is believed as far as it holds, and the ASCII of tables survives everything."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.charsets import decode, decode_undeclared, known_charset

ROW = "fork_test 10000 56.2 5620.00 Task Creations/second\n"


@pytest.mark.parametrize(
    "name", ["y", "yes", "unknown-8bit", "x-unknown", "", "1", "uft-8", "binary", None, "a\0b", "rot13"]
)
def test_a_name_that_means_nothing_is_no_charset(name: str | None) -> None:
    assert known_charset(name) is None
    assert decode(ROW.encode(), name) == ROW


@pytest.mark.parametrize("name", ["base64", "unicode_escape", "raw_unicode_escape", "idna", "punycode", "cp037", "hex"])
def test_a_codec_that_is_no_mail_charset_is_not_used(name: str) -> None:
    assert decode(b"\\u0041 =41 xn--a", name) == "\\u0041 =41 xn--a"


@pytest.mark.parametrize(
    ("charset", "codec"),
    [
        ("koi8-r", "koi8-r"),
        ("iso-2022-jp", "iso-2022-jp"),
        ("gb2312", "gb18030"),
        ("ks_c_5601-1987", "cp949"),
        ("windows-874", "cp874"),
        ("utf-16", "utf-16"),
        ("utf-7", "utf-7"),
        ('"UTF-8"', "utf-8"),
    ],
)
def test_text_in_its_declared_charset_is_read(charset: str, codec: str) -> None:
    text = {"koi8-r": "тест", "iso-2022-jp": "結果", "gb18030": "测试镕", "cp949": "시험", "cp874": "ไทย"}.get(
        codec, "Größe"
    )
    assert decode((text + ROW).encode(codec), charset) == text + ROW


def test_ascii_that_claims_to_be_utf_16_is_ascii() -> None:
    assert decode(ROW.encode(), "utf-16") == ROW


def test_utf_16_without_a_mark_is_big_endian() -> None:
    assert decode(ROW.encode("utf-16-be"), "utf-16") == ROW


@pytest.mark.parametrize("declared", [None, "us-ascii", "unknown-8bit", "iso-8859-1"])
def test_undeclared_8_bit_text_is_utf_8_or_windows(declared: str | None) -> None:
    if declared != "iso-8859-1":
        assert decode("naïve – é".encode(), declared) == "naïve – é"
    assert decode("naïve – é".encode("cp1252"), declared) == "naïve – é"


@pytest.mark.parametrize("declared", ["cp1252", "iso-8859-1", "iso-8859-15", "koi8-r", "windows-1251", "windows-874"])
def test_utf_8_under_the_label_of_a_charset_of_single_bytes_is_utf_8(declared: str) -> None:
    assert decode(("Björn sagt ‘nein’\n" + ROW).encode(), declared) == "Björn sagt ‘nein’\n" + ROW


def test_western_text_under_the_label_of_a_charset_that_it_does_not_fit_is_read_as_what_it_is() -> None:
    assert decode("für die Größe, Grüße".encode("cp1252"), "windows-874") == "für die Größe, Grüße"
    assert "\ufffd" in decode("ทดสอบภาษาไทย".encode("cp874") + b"\xfc", "windows-874")


@pytest.mark.parametrize("charset", ["euc_jp", "cp932"])
def test_japanese_under_the_label_of_its_mail_form_is_japanese(charset: str) -> None:
    assert decode(("測定の結果です。\n" + ROW).encode(charset), "iso-2022-jp") == "測定の結果です。\n" + ROW


def test_undeclared_bytes_are_utf_8_or_in_the_charset_that_is_likely() -> None:
    assert decode_undeclared("測試".encode("big5"), "big5") == "測試"
    assert decode_undeclared("測試".encode(), "big5") == "測試"
    assert decode_undeclared(b"a\0", "big5") == "a\ufffd"


@pytest.mark.parametrize("charset", ["koi8-r", "cp1251", "iso-8859-5", "iso-8859-7", "iso-8859-15", "cp874"])
def test_what_is_declared_rightly_is_never_taken_for_utf_8(charset: str) -> None:
    text = {"iso-8859-7": "αποτελέσματα", "iso-8859-15": "naïveté à 30 €", "cp874": "ทดสอบ"}.get(
        charset, "Результаты теста"
    )
    assert decode(text.encode(charset), charset) == text


@pytest.mark.parametrize("declared", [None, "us-ascii", "unknown-8bit", ""])
@pytest.mark.parametrize("charset", ["koi8-r", "cp1251"])
@pytest.mark.parametrize("text", ["тест dbench", "Результаты: медленнее на 30%\n", "Иван Петров"])
def test_undeclared_cyrillic_is_known_by_its_look(declared: str | None, charset: str, text: str) -> None:
    assert decode((text + ROW).encode(charset), declared) == text + ROW


@pytest.mark.parametrize(
    "text", ["Größenänderung – ÄÖÜ", "à l'été où ça ÉTÉ créée", "ÄÄÄÄÄÄÄÄ ÍÍÍÍÍÍÍ\n", "Ærøskøbing"]
)
def test_undeclared_western_text_and_rulers_are_not_taken_for_cyrillic(text: str) -> None:
    assert decode((text + ROW).encode("cp1252"), None) == text + ROW


def test_utf_8_under_a_wrong_declared_charset_is_utf_8() -> None:
    assert decode("тест".encode(), "shift_jis") in {"тест", "тест".encode().decode("cp932", "replace")}
    assert decode("é – ∞ x".encode(), "iso-2022-jp") == "é – ∞ x"


def test_damage_becomes_replacement_characters_and_the_rest_is_kept() -> None:
    assert decode(b"a \xff\xfe b", "utf-8") == "a \ufffd\ufffd b"
    assert decode(b"a\0b", "utf-8") == "a\ufffdb"
    assert decode(b"+2AA-x", "utf-7") == "\ufffdx"


@given(
    st.binary(max_size=60),
    st.sampled_from(["utf-8", "utf-7", "utf-16", "utf-32", "hz", "iso-2022-jp", "big5", "y", None]),
)
def test_every_text_can_be_stored(data: bytes, declared: str | None) -> None:
    text = decode(data, declared)
    assert "\0" not in text
    assert text.encode("utf-8").decode("utf-8") == text


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=80))
def test_ascii_text_is_the_same_in_every_charset_that_keeps_ascii(text: str) -> None:
    for declared in ("utf-8", "iso-8859-15", "koi8-r", "gbk", "shift_jis", "windows-1251", "us-ascii", None):
        assert decode(text.encode(), declared) == text
