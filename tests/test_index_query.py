"""Reading queries."""

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.engine import And, Not, Or, Phrase, Prefix, Range, Term
from index.query import MAX_DEPTH, MAX_TERMS, QueryError, read_query
from index.query_fields import PREFIXES
from index.query_text import written

# One a line, since some hold blanks.
PIECES = """
fork
fork_test
regression
2.5
PIII@800
-T
hdparm
AND
OR
NOT
-fork
(
)
s:(
f:morton
"rmap overhead"
s:"a b"
test:"a b"
"
wild*
a*
kernel:2.4.19..2.5.49
kernel:2.5
kernal:2
delta:<-20%
delta:-41.3%
value:>1e3
mhz:>1GHz
ram:..64M
runs:5
d:2002
d:..2003-11
dt:20021125134500..
l:linux-kernel
mid:<a@b>
thread:x
has:claim
dir:slower
dir:up
x:
""".strip().splitlines()


def tree(text: str) -> object:
    return read_query(text).tree


def error(text: str) -> str:
    with pytest.raises(QueryError) as raised:
        read_query(text)
    return str(raised.value)


def test_words_beside_each_other_are_joined_by_and() -> None:
    assert tree("alpha beta") == And((Term("", "alpha"), Term("", "beta"))) == tree("alpha AND beta")


def test_or_binds_weaker_than_and() -> None:
    assert tree("a b OR c") == Or((And((Term("", "a"), Term("", "b"))), Term("", "c")))
    assert tree("a (b OR c)") == And((Term("", "a"), Or((Term("", "b"), Term("", "c")))))


def test_not_is_the_word_or_a_dash() -> None:
    assert tree("-beta") == Not(Term("", "beta")) == tree("NOT beta")
    assert tree('-"a b"') == Not(Phrase("", "a b"))
    assert tree("-(a OR bb)") == Not(Or((Term("", "a"), Term("", "bb"))))
    assert tree("-s:beta") == Not(Term("s", "beta"))


def test_operators_count_in_capitals_only() -> None:
    assert tree("not or") == And((Term("", "not"), Term("", "or")))


def test_a_prefix_before_parentheses_holds_for_all_that_is_in_them() -> None:
    assert tree('s:(a OR "b c")') == Or((Term("s", "a"), Phrase("s", "b c")))


@pytest.mark.parametrize("prefix", ["s", "f", "t", "c", "a", "tc", "b", "nq", "q", "n", "bs", "m"])
def test_the_text_prefixes_of_public_inbox_are_known(prefix: str) -> None:
    assert tree(f"{prefix}:word") == Term(prefix, "word")
    assert tree(f'{prefix}:"two words"') == Phrase(prefix, "two words")
    assert tree(f"{prefix}:wor*") == Prefix(prefix, "wor")


def test_a_word_may_hold_parentheses_of_its_own() -> None:
    assert tree("(fork() OR PIII(a)800)") == Or((Term("", "fork()"), Term("", "PIII(a)800")))


def test_an_address_on_the_web_is_no_prefix() -> None:
    assert tree("http://example.org/x") == Term("", "http://example.org/x")


def test_an_option_of_a_suite_of_the_query_is_no_not() -> None:
    assert tree("hdparm -T") == And((Term("", "hdparm"), Term("", "-T")))
    assert read_query("hdparm -T").read_as[1].startswith("-T: the option, test cached_reads of hdparm")
    assert read_query("suite:hdparm -tT").tree == And((Term("suite", "hdparm"), Term("", "-tT")))


def test_not_needs_two_letters_behind_its_dash() -> None:
    assert tree("disk -x") == And((Term("", "disk"), Term("", "-x")))
    assert tree("disk -tT") == And((Term("", "disk"), Not(Term("", "tT"))))


def test_plain_words_are_read_as_what_they_name() -> None:
    assert read_query("fork_test regression 2.5").read_as == (
        "fork_test: test fork_test of aim9 or reaim",
        "regression: direction slower",
        "2.5: kernel series 2.5",
    )


@pytest.mark.parametrize(
    ("word", "entity"),
    [
        ("AIM9", Term("suite", "aim9")),
        ("fork_test", Term("test", "fork_test")),
        ("FORK-TEST", Term("test", "fork_test")),
        ("forktest", Term("test", "fork_test")),
        ("slowdown", Term("dir", "slower")),
        ("worse", Term("dir", "slower")),
        ("speedup", Term("dir", "faster")),
        ("Improvement", Term("dir", "faster")),
        ("2.5", Term("kernel", "2.5")),
        ("2.5.*", Term("kernel", "2.5")),
        ("2.4.19", Term("kernel", "2.4.19")),
        ("2.5.54mm1", Term("kernel", "2.5.54-mm1")),
        ("6.1", Term("kernel", "6.1")),
        ("PIII@800", Term("hw", "PIII@800")),
        ("P133", Term("hw", "P133")),
    ],
)
def test_a_word_names(word: str, entity: Term) -> None:
    assert read_query(word).meanings[0].entities == (entity,)
    assert tree(word) == Term("", word)


@pytest.mark.parametrize(
    "word", ["56.2", "5620.00", "99.5", "10000", "patch", "same", "better", '"regression"', "b:2.5"]
)
def test_a_word_that_names_nothing_is_text(word: str) -> None:
    assert read_query(word).meanings == ()


def test_a_tests_name_that_is_an_english_word_is_said_to_be_a_word_unless_its_suite_is_named() -> None:
    assert read_query("read").read_as[0].startswith("read: the word in the text, and results of test read of dd or ")
    assert read_query("read").read_as[0].endswith(" first")
    assert read_query("fio read").read_as == ("fio: suite fio", "read: test read of fio")
    assert read_query("pread").read_as == ("pread: test pread of iozone",)


def test_the_archives_suites_are_suites_behind_the_prefix_and_mere_words_without() -> None:
    query = read_query("suite:FFSB ffsb", frozenset({"ffsb"}))
    assert query.tree == And((Term("suite", "ffsb"), Term("", "ffsb")))
    assert query.meanings == ()
    with pytest.raises(QueryError, match="did you mean suite:dbench"):
        read_query("suite:dbnch", frozenset({"ffsb"}))


def test_what_is_negated_says_so() -> None:
    assert read_query("-debug -(rmap)").read_as == (
        "NOT debug: not the word in the text",
        "NOT rmap: not the word in the text",
    )


def test_a_version_that_never_was_is_said_to_be_so() -> None:
    assert "never was" in read_query("kernel:2.4.49").read_as[0]


def test_ranges_of_kernels_keep_their_ends() -> None:
    assert tree("kernel:2.4.19..2.5.49") == Range("kernel", "2.4.19", "2.5.49")
    assert tree("kernel:..2.4") == Range("kernel", None, "2.4")


@pytest.mark.parametrize(
    ("query", "low", "high"),
    [
        ("value:100..200", 100, 200),
        ("value:5620.00", 5620, 5620),
        ("value:>=5", 5, None),
        ("delta:..-20%", None, -20),
        ("delta:-30..-20", -30, -20),
        ("delta:-41.3%", -41.35, -41.25),
        ("mhz:1GHz", 999.5, 1000.5),
        ("ram:..1G", None, 1024),
        ("runs:3..", 3, None),
    ],
)
def test_numbers_have_bounds_and_units(query: str, low: float | None, high: float | None) -> None:
    found = tree(query)
    assert isinstance(found, Range)
    assert (found.low, found.high) == (pytest.approx(low), pytest.approx(high))


def test_less_than_leaves_the_bound_itself_out() -> None:
    found = tree("delta:<-20%")
    assert isinstance(found, Range)
    assert isinstance(found.high, float)
    assert found.high < -20
    assert found.high == pytest.approx(-20)


@pytest.mark.parametrize(
    ("query", "first", "last"),
    [
        ("d:2002", "20020101000000", "20021231235959"),
        ("d:2004-02", "20040201000000", "20040229235959"),
        ("d:2002-11-25", "20021125000000", "20021125235959"),
        ("d:20021125..20021126", "20021125000000", "20021126235959"),
        ("d:2002..2003", "20020101000000", "20031231235959"),
        ("rt:2002-11-25..", "20021125000000", ""),
        ("d:..2003", "", "20031231235959"),
        ("dt:20021125134500..20021125134501", "20021125134500", "20021125134501"),
    ],
)
def test_dates_cover_their_whole_period(query: str, first: str, last: str) -> None:
    assert written(read_query(query).tree) == f"dt:{first}..{last}"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("kernal:2.5", ["kernal:", "did you mean kernel:?"]),
        ("from:morton", ["did you mean f:?"]),
        ("bench:fork_test", ["did you mean test:?"]),
        ("zzz:1", ["there are s: f:"]),
        ("s:", ["s: wants a value"]),
        ("suite:dbnch", ["suite:dbench"]),
        ("metric:opertions", ["metric:operations"]),
        ("kernel:..", ["2.4.19..2.5.49"]),
        ("kernel:2.4..old", ["no kernel version"]),
        ("kernel:9z", ["no kernel version"]),
        ("dir:up", ["slower, faster, same"]),
        ("has:tables", ["has:table"]),
        ("value:fast", ["value:100..200"]),
        ("delta:<x%", ["delta:<-20%"]),
        ("delta:1e999%", ["delta:<-20%"]),
        ("value:5..1", ["value:1..5"]),
        ("d:yesterday", ["2002-11-25"]),
        ("d:2002-13", ["2002-11-25"]),
        ("d:2003..2002", ["d:2002..2003"]),
        ("ab*", ["3 letters"]),
        ("fork/exec*", ["one word"]),
        ("???", ["nothing to search for"]),
        ('"rmap', ["not closed"]),
        ("(rmap", ["add a )"]),
        ("rmap)", ["has no ("]),
        ("()", ["empty"]),
        ("", ["empty"]),
        ("rmap OR", ["after OR"]),
        ("AND rmap", ["both sides"]),
        ("NOT", ["after NOT"]),
        ("(" * (MAX_DEPTH + 1) + "x", ["deep"]),
        ("x " * (MAX_TERMS + 1), ["words"]),
        ("x" * 3000, ["longer"]),
    ],
)
def test_an_error_says_what_to_write_instead(query: str, words: list[str]) -> None:
    said = error(query)
    assert [word for word in words if word not in said] == []
    assert "\n" not in said


def test_a_test_that_no_suite_lists_is_looked_for_and_named_with_the_nearest() -> None:
    query = read_query("test:fork_tset")
    assert query.tree == Term("test", "fork_tset")
    assert query.read_as == ("test:fork_tset: test fork_tset, which no suite lists; did you mean fork_test?",)


def test_a_test_of_a_group_may_be_named_without_it() -> None:
    assert read_query("test:mmap").read_as == ("test:mmap: test file_vm_latency/mmap",)
    assert read_query('test:"processes/fork proc"').tree == Term("test", "processes/fork proc")


@given(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join) | st.text(max_size=60))
def test_any_text_is_read_or_refused_with_one_line(text: str) -> None:
    try:
        query = read_query(text)
    except QueryError:
        return
    assert len(query.read_as) >= 1
    again = read_query(written(query.tree))
    assert again.tree == query.tree
    assert written(again.tree) == written(query.tree)


def test_every_prefix_is_in_the_docs() -> None:
    page = (Path(__file__).resolve().parents[1] / "docs" / "query-language.md").read_text(encoding="utf-8")
    assert [prefix for prefix in PREFIXES if f"`{prefix}:" not in page] == []


def test_queries_compare_by_what_they_say() -> None:
    assert dataclasses.replace(read_query("a  b"), text="") == dataclasses.replace(read_query("a AND b"), text="")
