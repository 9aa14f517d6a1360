import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archive.kernels import (
    KernelVersion,
    bounds,
    find,
    never_existed,
    normal_prefix,
    parse,
    prefixes,
    series_in,
    suggest,
)

IN_ORDER_TEXT = (
    "2.2.16 2.2.16-22 2.2.18 2.2.19pre3 2.2.19 2.3.99pre2 2.4.0-test9 2.4.0-test10-pre5 2.4.0-test10 2.4.0-test12 "
    "2.4.0-prerelease 2.4.0 2.4.7-ac3 2.4.7-ac9 2.4.17rc2aa2 2.4.18-pre3-ac2 2.4.18 2.4.18-14 2.4.19-pre1-aa1 "
    "2.4.19-rc1-ac3 2.4.19-rc5-aa1 2.4.19 2.4.19-ck9 2.4.20-pre4-ac1 2.4.20-rc1aa1 2.5.33 2.5.33x 2.5.33-mm5 2.5.49 "
    "2.5.49-mm1 2.5.54mm1 2.5.68-mm2-dl 2.5.69-bk1 2.6.0-test5 2.6.0-test5-mm2 2.6.0-test9 2.6.0-test9-as "
    "2.6.0-test9-as1 2.6.0 2.6.8 2.6.8.1-mm3 2.6.9-rc1 2.6.9-rc1-bk5 2.6.9 2.6.12-rc1-bk3-dm 2.6.23-rc6-CFS-v20.5 "
    "2.6.23 3.0-rc7+ 3.0 3.0.1 5.4-rc1-00009-gfcf0553db6f4 6.1.0-13-amd64 6.6.0-rc4 6.7-rc4-117-g3b45"
)
IN_ORDER = IN_ORDER_TEXT.split()


def version(text: str) -> KernelVersion:
    parsed = parse(text)
    assert parsed is not None, text
    return parsed


def mentions(text: str, base: str | None = None) -> list[str]:
    return [str(mention.version) for mention in find(text, version(base) if base is not None else None)]


def series(text: str) -> list[str]:
    return [mention.series for mention in series_in(text)]


def test_versions_sort_in_the_order_in_which_they_came_out() -> None:
    versions = [version(text) for text in IN_ORDER]
    assert [str(one) for one in sorted(versions, key=lambda one: one.sort_key)] == IN_ORDER
    assert sorted({*versions}) == versions
    assert len({one.sort_key for one in versions}) == len(IN_ORDER)


def test_the_text_stays_as_written() -> None:
    assert [str(version(text)) for text in IN_ORDER] == IN_ORDER


def test_one_version_written_in_two_ways_is_one_version() -> None:
    spellings = {
        "2.5.54mm1": "2.5.54-mm1",
        "2.4.17rc2aa2": "2.4.17-rc2-aa2",
        "2.2.19pre3": "2.2.19-pre3",
        "v6.6-rc4": "6.6.0-rc4",
        "linux-2.4.19": "2.4.19",
        "Linux 2.4.19": "2.4.19",
        "2.5.33M": "2.5.33m",
    }
    assert {one: version(one) == version(two) for one, two in spellings.items()} == dict.fromkeys(spellings, True)
    assert version("2.5.54mm1").canonical == "2.5.54-mm1"
    assert version("2.5.33x") != version("2.5.33-x")


def test_a_version_has_its_series() -> None:
    texts = ["2.5.49-mm1", "2.6.0-test9", "6.1.0-13-amd64", "3.0"]
    assert [version(text).series for text in texts] == ["2.5", "2.6", "6.1", "3.0"]


@pytest.mark.parametrize(
    "text", ["", "2.5", "2.4", "vanilla", "2.5.49 patched", "1.2.3.4.5", "2.5.", "2420rc1r128", "٢.٤.١"]
)
def test_what_is_no_version_or_only_a_series_is_not_parsed(text: str) -> None:
    assert parse(text) is None


def test_fedora_release_candidates_come_before_the_release() -> None:
    assert version("5.11-rc5") < version("5.11.0-0.rc6.141.el8.x86_64") < version("5.11")


def test_prefixes_go_by_parts_and_not_by_letters() -> None:
    assert prefixes(version("2.5.49-mm1")) == ("2", "2.5", "2.5.49", "2.5.49-mm1")
    assert prefixes(version("2.6.0-test9-as1")) == ("2", "2.6", "2.6.0", "2.6.0-test9", "2.6.0-test9-as1")
    assert prefixes(version("6.6-rc4")) == prefixes(version("6.6.0-rc4")) == ("6", "6.6", "6.6.0", "6.6-rc4")
    assert "2.5.4" not in prefixes(version("2.5.49"))


def test_bounds_hold_what_is_under_a_prefix_and_nothing_else() -> None:
    under = {
        "2.5": ["2.5.33", "2.5.33x", "2.5.33-mm5", "2.5.49", "2.5.49-mm1", "2.5.54mm1", "2.5.68-mm2-dl", "2.5.69-bk1"],
        "2.5.49": ["2.5.49", "2.5.49-mm1"],
        "2.6.0-test9": ["2.6.0-test9", "2.6.0-test9-as", "2.6.0-test9-as1"],
        "2.6.0-test9-as": ["2.6.0-test9-as"],
        "2.4.0-test10": ["2.4.0-test10-pre5", "2.4.0-test10"],
        "2.6.8": ["2.6.8", "2.6.8.1-mm3"],
        "3.0": ["3.0-rc7+", "3.0", "3.0.1"],
        "3.0.0": ["3.0-rc7+", "3.0"],
        "6": ["6.1.0-13-amd64", "6.6.0-rc4", "6.7-rc4-117-g3b45"],
    }
    assert {prefix: inside(prefix) for prefix in under} == under


def inside(prefix: str) -> list[str]:
    low, high = bounds(prefix)
    return [text for text in IN_ORDER if low <= version(text).sort_key <= high]


def test_a_series_may_be_written_with_a_star() -> None:
    assert bounds("2.5.*") == bounds("2.5.x") == bounds("2.5")


@pytest.mark.parametrize("text", ["", "fork_test", "2.5.49 ", "2..5", "-mm1"])
def test_bounds_of_what_is_no_version_are_refused_with_advice(text: str) -> None:
    with pytest.raises(ValueError, match="write it like"):
        bounds(text)


def test_a_prefix_has_one_normal_spelling() -> None:
    assert [normal_prefix(text) for text in ("2.5.54mm1", "v2.5", "2.6.0TEST9", "6.6.0", "6.6")] == [
        "2.5.54-mm1",
        "2.5",
        "2.6.0-test9",
        "6.6.0",
        "6.6",
    ]


NUMBERS = st.one_of(
    st.builds("2.{}.{}".format, st.integers(0, 6), st.integers(0, 99)),
    st.builds("2.6.{}.{}".format, st.integers(8, 39), st.integers(0, 20)),
    st.builds("{}.{}".format, st.integers(3, 7), st.integers(0, 20)),
    st.builds("{}.{}.{}".format, st.integers(3, 7), st.integers(0, 20), st.integers(0, 200)),
)
SUFFIX = st.lists(
    st.one_of(
        st.sampled_from(["-prerelease", "x", "M", "+", "-smp", "-np", ".el7", ".x86_64", "nosmp", "_64", "-x86_64"]),
        st.builds("{}{}".format, st.sampled_from(["-test", "test", "pre", "-pre", "-rc", "rc"]), st.integers(0, 12)),
        st.builds(
            "{}{}".format, st.sampled_from(["-mm", "mm", "-ac", "aa", "-bk", "-git", "-", "."]), st.integers(0, 12)
        ),
        st.builds("-{:05d}-g{:x}".format, st.integers(0, 300), st.integers(0x1000, 0xFFFFF)),
    ),
    max_size=4,
).map("".join)
VERSIONS = st.builds("{}{}".format, NUMBERS, SUFFIX).map(parse).filter(lambda parsed: parsed is not None)


@given(VERSIONS, VERSIONS, VERSIONS)
def test_the_order_is_total(one: KernelVersion, two: KernelVersion, three: KernelVersion) -> None:
    assert (one < two) + (two < one) + (one == two) == 1
    assert (one < two) == (one.sort_key < two.sort_key)
    assert not (one <= two <= three) or one <= three


@given(VERSIONS)
def test_the_normal_spelling_is_the_same_version(one: KernelVersion) -> None:
    again = version(one.canonical)
    assert (again, again.canonical) == (one, one.canonical)


@given(VERSIONS, VERSIONS)
@settings(max_examples=300)
def test_bounds_and_prefixes_agree(one: KernelVersion, two: KernelVersion) -> None:
    for prefix in prefixes(one):
        low, high = bounds(prefix)
        assert low <= one.sort_key <= high
        assert (prefix in prefixes(two)) == (low <= two.sort_key <= high)
        assert normal_prefix(prefix) == prefix


@given(st.one_of(st.text(max_size=60), st.text("0123456789.-rcpmtestg[]x+v %", max_size=60)))
@settings(max_examples=300)
def test_no_text_makes_reading_fail(text: str) -> None:
    parsed = parse(text)
    assert parsed is None or str(parsed) == text
    for mention in itertools.chain(find(text), series_in(text), find(text, version("2.6.0-test9-mm1"))):
        assert 0 <= mention.start < mention.end <= len(text)


def test_reading_a_long_line_of_digits_and_dots_stays_quick() -> None:
    for text in ("2.4." * 1000, "2.4.19-" + "a1-" * 1300, "1" * 4000, "test[" * 800, "a-" * 2000):
        list(find(text, version("2.6.0")))
        list(series_in(text))


def test_prose_mentions_versions_in_order() -> None:
    assert mentions("^^^^^ Here 2.4.19 is faster then 2.5.49") == ["2.4.19", "2.5.49"]
    assert mentions("drop of 2.6.0-test9-as1, then 2.5.33M (2.4.18-14).") == ["2.6.0-test9-as1", "2.5.33M", "2.4.18-14"]
    assert mentions("see linux-2.4.10-pre14.tar.gz in /pub/kernel/v2.4/") == ["2.4.10-pre14"]
    assert mentions("a 2.4.19-based kernel; 2.4.18-2.4.19; kernel 2.5.52with mm9") == [
        "2.4.19",
        "2.4.18",
        "2.4.19",
        "2.5.52",
        "2.5.52-mm9",
    ]


def test_a_mention_has_its_columns() -> None:
    line = "> kernel 2.5.49-mm1, again"
    assert [line[mention.start : mention.end] for mention in find(line)] == ["2.5.49-mm1"]


@pytest.mark.parametrize(
    "text",
    [
        "LMbench2.0 and tiobench-0.3.3",
        "a 2.4 GHz P4 2.4",
        "from 192.168.2.41 and 2.4.10.20",
        "ext3 0.9.17 is 2.6% faster",
        "glibc 2.2.4 built with gcc version 2.5.8",
        "samba 3.0.2 needs apache 1.3.20",
        "SomeMailer/2.1.0 (Linux)",
        "2.1.1. Energy testing",
        "12.4.19 2003.2.4.1",
        "sizes of 3.0 GB and 4.1.2",
        "2.7.1",
    ],
)
def test_other_numbers_are_no_kernels(text: str) -> None:
    assert mentions(text) == []


def test_from_3_0_on_a_kernel_has_to_be_called_one() -> None:
    assert mentions("kernel 6.1 beats v5.4 and 5.10.0-rc7, unlike 4.19.3") == ["6.1", "v5.4", "5.10.0-rc7"]


def test_a_set_of_test_kernels_is_as_many_versions() -> None:
    assert mentions("the regression seen in 2.6.0-test[678] is gone") == ["2.6.0-test6", "2.6.0-test7", "2.6.0-test8"]
    assert mentions("seen in test[6-8]", "2.6.0-test9-as") == ["2.6.0-test6", "2.6.0-test7", "2.6.0-test8"]
    assert mentions("seen in test[678]") == []


def test_short_forms_are_completed_from_the_version_before_them() -> None:
    assert mentions("from 2.4.7-ac3 to -ac4") == ["2.4.7-ac3", "2.4.7-ac4"]
    assert mentions("plain -pre4 and pre5aa1", "2.4.10-pre14") == ["2.4.10-pre4", "2.4.10-pre5aa1"]
    assert mentions("with mm2 on top", "2.6.0-test5-mm1") == ["2.6.0-test5-mm2"]
    assert mentions(".49-mm1 is out", "2.5.47") == ["2.5.49-mm1"]
    assert mentions("good until test5", "2.6.0-test9") == ["2.6.0-test5"]


def test_without_a_version_to_complete_it_a_short_form_says_nothing() -> None:
    assert mentions("plain -pre4, test5") == []
    assert mentions("my test1 failed", "2.4.19") == []


def test_a_bare_series_is_a_series_and_no_version() -> None:
    line = "2.4 is faster then 2.5 (all 2.5.* and 2.2 kernels), not dbench 1.1"
    assert series(line) == ["2.4", "2.5", "2.5", "2.2"]
    assert mentions(line) == []
    assert [line[mention.start : mention.end] for mention in series_in(line)] == ["2.4", "2.5", "2.5.*", "2.2"]
    assert series("the 6.1 kernels, 5.10.y") == ["6.1", "5.10"]


@pytest.mark.parametrize(
    "text",
    [
        "2.4 GHz, P4 2.4, 2.6% and 2.5x",
        "LMbench2.0",
        "2.4.19",
        "dropped by 2.5",
        "2.5 seconds 2.4MB 2.2 MB/s",
        "stable 2.45 2.05",
        "2.1. Setup",
        "glibc 2.2",
        "row 2.4 3.97 13.66",
        "-2.4 +2.4 =2.1",
        "3.0 and 6.1",
    ],
)
def test_quantities_are_no_series(text: str) -> None:
    assert series(text) == []


def test_versions_that_never_were_are_known() -> None:
    never = ["2.4.49", "2.5.76", "2.7.1", "3.25", "2.6.40", "2.3.60", "1.4.0", "2.4.38-pre1"]
    real = ["2.4.37", "2.5.75", "2.6.39.4", "2.3.99-pre9", "2.4.19", "3.19", "6.1.100", "6.99", "1.3.100"]
    assert [text for text in never + real if never_existed(version(text))] == never


def test_a_slip_of_one_digit_is_suggested_with_its_reason() -> None:
    suggestion = suggest(version("2.4.49"), [version("2.4.19"), version("2.5.49")])
    assert suggestion is not None
    assert suggestion.version == version("2.5.49")
    assert suggestion.reason == "2.4 ended at 2.4.37; 2.5.49 is in this thread and differs in one digit"


def test_nothing_is_suggested_where_the_version_is_real_or_two_are_equally_near() -> None:
    assert suggest(version("2.4.19"), [version("2.5.19")]) is None
    assert suggest(version("2.4.49"), [version("2.4.19"), version("2.4.29")]) is None
    assert suggest(version("2.4.49"), [version("2.6.7"), version("2.5.5")]) is None


def test_digits_that_changed_places_are_suggested_too() -> None:
    suggestion = suggest(version("2.4.91"), [version("2.4.19"), version("2.5.33")])
    assert suggestion is not None
    assert (str(suggestion.version), "other way round" in suggestion.reason) == ("2.4.19", True)


def test_a_version_that_is_said_to_be_the_kernels_is_one() -> None:
    for text in ("Kernel version is 5.3.18 on it.", "kernel version: 5.3.18", "The kernel used was 5.3.18"):
        assert [mention.version.canonical for mention in find(text)] == ["5.3.18"]
    for text in ("The version is 5.3.18 on it.", "bench version: 5.3.18", "kernel is fast, 5.3.18 of bench"):
        assert list(find(text)) == []


def test_builds_of_distributors_and_snapshots_are_kernels_without_being_called_so() -> None:
    text = "nine - 5.14.0-503.40.1.el9_5.x86_64, forty - 6.14.5-300.fc42.x86_64, 6.5.0-1014-aws and 6.6-next-20231201"
    assert mentions(text) == [
        "5.14.0-503.40.1.el9_5.x86_64",
        "6.14.5-300.fc42.x86_64",
        "6.5.0-1014-aws",
        "6.6-next-20231201",
    ]
    assert mentions("with 3.27.0-2.el9 of a tool, bundled LuaJIT 2.1.0-beta3 and 6.5-next") == []


def test_a_number_behind_an_at_sign_is_a_packages() -> None:
    assert mentions("npm install bun-repl@2.1.1 showdown@2.1.0") == []
