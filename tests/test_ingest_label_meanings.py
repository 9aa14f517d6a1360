from collections.abc import Callable

from archive.model import Message
from ingest.label_meanings import meanings
from ingest.post import lay_out, scan

Mail = Callable[..., Message]
TABLE = """                base       v9
tbench 1      1849.01  1851.66
tbench 2      3693.82  3703.24
"""


def meant(message: Message) -> dict[str, str]:
    [part] = lay_out(scan(message)).parts
    return meanings(part, part.blocks)


def test_a_sentence_with_a_verb_says_what_a_label_means(mail: Mail) -> None:
    text = f"base is the tree without the batches\nv9 = with all of them\n\n{TABLE}"
    assert meant(mail(text)) == {"base": "the tree without the batches", "v9": "with all of them"}


def test_a_head_a_title_and_a_patch_do_not_say_what_a_label_means(mail: Mail) -> None:
    text = f"v9 Summary of all:\n\nbase       v9   % DIFF\n\n{TABLE}\nbase file mode 100644\n"
    assert meant(mail(text)) == {}


def test_only_a_version_is_followed_by_its_meaning_without_a_verb(mail: Mail) -> None:
    table = """            2.6.0-test9-as1   2.6.0-test9-as2
tbench 1      1849.01           1851.66
tbench 2      3693.82           3703.24
"""
    legend = "2.6.0-test9-as1 timer patch with idle on\n"
    assert meant(mail(f"{legend}\n{table}")) == {"2.6.0-test9-as1": "timer patch with idle on"}
    assert meant(mail(f"2.6.0-test9-as1 (BASELINE)   2.6.0-test9-as2\n\n{table}")) == {}
