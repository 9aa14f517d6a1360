"""What posts say of how they measured: labels, conditions and links, with their places and what they are about."""

import pytest

from archive.circumstances import Circumstance
from archive.model import Author, Message, Part, Quality, Source
from archive.text import lines
from ingest.derive import derive

TABLE = """\
Throughput (MB/s)   base     patched
4 threads          123.4       150.2
8 threads          140.4       190.2
"""


def post(text: str) -> tuple[Circumstance, ...]:
    author = Author("Ada Poster", "ada@example.org")
    part = Part(0, "text/plain", None, text)
    return derive(
        [
            Message(
                *("post@example.org", False, "post@example.org", "Numbers", author, None, None, None),
                *((), (), (), (part,), Source("mbox", "x"), Quality.RAW_MAIL),
            )
        ]
    ).circumstances


def told(text: str) -> list[tuple[str, str, str, str]]:
    return [(each.kind, each.target_kind, each.target, each.text) for each in post(text)]


def test_a_legend_says_what_a_label_means() -> None:
    text = f"base: 6.1-rc3 as it is\npatched = base with the patch applied\n\n{TABLE}"
    assert told(text) == [
        ("legend", "label", "base", "6.1-rc3 as it is"),
        ("legend", "label", "patched", "base with the patch applied"),
    ]


def test_two_labels_may_be_explained_on_one_line() -> None:
    text = f"base: mainline, patched: with patch https://example.org/r/1 applied\n\n\n{TABLE}"
    assert told(text) == [
        ("legend", "label", "base", "mainline"),
        ("legend", "label", "patched", "with patch https://example.org/r/1 applied"),
        ("link", "label", "patched", "https://example.org/r/1"),
    ]


def test_a_footnote_of_a_legend_leads_to_its_link() -> None:
    text = f"patched is base + the limit of [1]\n\n{TABLE}\n[1] https://example.org/limit.\n[2] https://example.org/x\n"
    assert told(text) == [
        ("legend", "label", "patched", "base + the limit of [1]"),
        ("link", "label", "patched", "https://example.org/limit"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "base is faster here.",
        "base: 12.5 13.5 14.5",
        "patched: 14965601, less than a per cent more",
        "patched was not quite what I thought.",
        "> base: what another says of it",
        "rebase: nothing of this table",
    ],
)
def test_verdicts_figures_quotations_and_other_words_are_no_legend(line: str) -> None:
    assert told(f"{line}\n\n{TABLE}") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "The box was booted with mem=512M.",
        "All figures are the average of 5 runs.",
        "I ran each of them three times after dropping the caches.",
        "Each test was run 20 times.",
        "Turbo was disabled and all is pinned to one node.",
        "The kernels have CONFIG_PREEMPT=n and no debugging.",
        "Everything was measured in a KVM guest.",
        "The governor was set to performance.",
        "This was in single user mode on a freshly formatted disk.",
        "It was a sync and a sleep in between.",
    ],
)
def test_a_sentence_that_says_how_the_test_was_run_is_a_condition(sentence: str) -> None:
    assert told(f"{sentence}\n\n\n\n\n\n\n\n{TABLE}") == [("condition", "post", "post@example.org", sentence)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Should I try it with mem=512M?",
        "This patch disables turbo when the box is idle.",
        "It would be nice to see an average of 5 runs.",
        "The commit makes sure that caches were dropped.",
        "Please run it three times.",
        "> All figures are the average of 5 runs.",
        "It is faster by a few per cent.",
    ],
)
def test_questions_wishes_and_what_the_code_does_are_none(sentence: str) -> None:
    assert told(f"{sentence}\n\n{TABLE}") == []


def test_what_stands_at_a_table_is_about_that_table() -> None:
    (found,) = post(f"Average of 5 runs:\n\n{TABLE}")
    assert (found.target_kind, found.target) == ("table", "0")


def test_a_link_to_the_patch_or_the_configuration_is_about_the_post() -> None:
    text = f"{TABLE}\n\n\n\nThe series is at https://example.org/series.\nThe weather is at https://example.org/sun\n"
    assert [(kind, text) for kind, _, _, text in told(text)] == [("link", "https://example.org/series")]


def test_a_mail_without_a_table_of_its_own_has_none() -> None:
    quoted = "".join(f"> {line}\n" for line in TABLE.splitlines())
    assert post(f"{quoted}\nThe box was booted with mem=512M.\n") == ()


def test_every_circumstance_stands_where_it_says() -> None:
    text = f"base: 6.1-rc3\nBooted with mem=512M, the\nlast one twice.\n\n{TABLE}\nThe patch: https://example.org/p.\n"
    physical = lines(text)
    found = post(text)
    assert {each.kind for each in found} == {"legend", "condition", "link"}
    for each in found:
        words = physical[each.span.line - 1].text[each.span.start : each.span.end]
        assert words
        assert each.text.startswith(words)
    assert len({each.id for each in found}) == len(found)


def test_lines_of_a_patch_say_nothing_of_the_test() -> None:
    patch = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n+# booted with mem=512M here\n unchanged line\n"
    assert told(f"{TABLE}\n\n\n\n\n{patch}") == []
