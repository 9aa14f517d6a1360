from hypothesis import given
from hypothesis import strategies as st

from archive.results import TableRef
from ingest.copies import TableText, find_repeats

ROWS = ("fork_test 56.2", "fork_test 32.9", "exec_test 16.6", "exec_test 15.5")


def table(mail: str, number: int, rows: tuple[str, ...], *, author: str = "ann", quoted: bool = False) -> TableText:
    return TableText(TableRef(mail, number), author, quoted, rows)


def test_a_quoted_part_of_a_table_is_a_copy_of_it() -> None:
    own, quote = table("a", 0, ROWS), table("b", 0, ROWS[:2], author="ann", quoted=True)
    assert find_repeats([own, quote]).copy_of == {quote.ref: own.ref}


def test_a_table_that_only_quotes_have_kept_counts_once() -> None:
    first, second = table("b", 0, ROWS, quoted=True), table("c", 0, ROWS, quoted=True)
    assert find_repeats([first, second]).copy_of == {second.ref: first.ref}


def test_the_same_rows_in_a_later_mail_of_the_same_author_are_a_repost() -> None:
    own, again = table("a", 0, ROWS), table("b", 0, (*ROWS, "new 1"))
    assert find_repeats([own, again]).repost_of == {again.ref: own.ref}


def test_fewer_than_three_equal_rows_or_another_author_are_no_repost() -> None:
    own = table("a", 0, ROWS)
    assert find_repeats([own, table("b", 0, ROWS[:2])]).repost_of == {}
    assert find_repeats([own, table("b", 0, ROWS, author="bob")]).repost_of == {}


def test_equal_rows_within_one_mail_are_different_runs() -> None:
    repeats = find_repeats([table("a", 0, ROWS), table("a", 1, ROWS)])
    assert repeats.copy_of == {}
    assert repeats.repost_of == {}


@given(
    st.permutations([table("a", 0, ROWS), table("b", 0, ROWS[:2], quoted=True), table("c", 0, ROWS[2:], quoted=True)])
)
def test_which_table_is_the_copy_does_not_depend_on_the_order_of_mails(tables: list[TableText]) -> None:
    assert find_repeats(tables).copy_of == {TableRef("b", 0): TableRef("a", 0), TableRef("c", 0): TableRef("a", 0)}


def test_half_equal_rows_of_two_quoted_tables_of_one_mail_are_different_runs() -> None:
    first = table("b", 0, ROWS[:3], quoted=True)
    assert find_repeats([first, table("b", 1, (*ROWS[:2], "exec_test 17.1"), quoted=True)]).copy_of == {}
    again = table("b", 1, ROWS[:3], quoted=True)
    assert find_repeats([first, again]).copy_of == {again.ref: first.ref}
