"""What prose says of averages holds for lone figures, and for no others."""

from collections.abc import Callable

from archive.model import Message
from ingest.derive import derive

Mail = Callable[..., Message]

OLD = "vanilla:\nfork_test 10000 56.2         5620.00 Task Creations/second\n"
NEW = "patched:\nfork_test 10010 32.967         3296.70 Task Creations/second\n"


def told(message: Message) -> set[tuple[str, int | None, int | None]]:
    return {(m.statistic, m.repeat, m.runs) for m in derive([message]).measurements if m.role == "primary"}


def test_an_average_told_above_a_table_is_the_statistic_of_its_figures(mail: Mail) -> None:
    assert told(mail(f"There are gains with forks too (average of 5 runs):\n\n{OLD}")) == {("mean", None, 5)}
    assert told(mail(f"All under pressure, avg of 32 test run:\n\n{OLD}")) == {("mean", None, 32)}
    assert told(mail(f"I ran it three times and took the median here.\n\n{OLD}")) == {("median", None, 3)}


def test_what_is_said_of_all_numbers_holds_wherever_it_stands(mail: Mail) -> None:
    text = f"{OLD}\n{NEW}\nEach number above is the mean of ten runs on that box.\n"
    assert told(mail(text)) == {("mean", None, 10)}


def test_runs_that_are_printed_one_by_one_stay_samples(mail: Mail) -> None:
    rows = OLD + OLD.splitlines(keepends=True)[1].replace("56.2", "57.2")
    assert told(mail(f"All numbers are averages of 5 runs:\n\n{rows}")) == {("sample", 1, 2), ("sample", 2, 2)}


def test_averages_of_other_tables_single_runs_and_wishes_say_nothing(mail: Mail) -> None:
    assert told(mail(f"That was an average of 6 runs.\nHere is one run of it as an example:\n\n{OLD}")) == {
        ("sample", None, None)
    }
    assert told(mail(f"Could you show the average of 5 runs?\n\n{OLD}")) == {("sample", None, None)}
    far = "Words of another matter stand in this line.\n\n" * 6
    assert told(mail(f"The gain is the average of 5 runs.\n\n{far}{OLD}")) == {("sample", None, None)}
