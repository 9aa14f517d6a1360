from archive.text import lines
from ingest.prose import attribution, introduces, sentences, speakers


def test_a_sentence_that_runs_over_two_lines_knows_where_it_stands() -> None:
    text = lines("We ran it. The 2.4 kernels beat\nthe 2.2 kernels here.\n")
    second = sentences(0, text, frozenset())[1]
    assert second.text == "The 2.4 kernels beat the 2.2 kernels here."
    assert (second.first_line, second.last_line) == (1, 2)
    place = second.span(second.text.index("2.2"), second.text.index("2.2") + 3)
    assert (place.line, text[1].text[place.start : place.end]) == (2, "2.2")


def test_columns_of_a_quoted_sentence_count_the_quote_marks() -> None:
    text = lines("> > here 2.4.19 is slow")
    sentence = sentences(0, text, frozenset())[0]
    place = sentence.span(sentence.text.index("2.4.19"), sentence.text.index("2.4.19") + 6)
    assert text[0].text[place.start : place.end] == "2.4.19"


def test_numbered_points_and_note_lines_are_statements_of_their_own() -> None:
    text = lines("1) first point goes on\n   here\n2) second\n^^^^ third\n")
    assert [s.text for s in sentences(0, text, frozenset())] == [
        "1) first point goes on    here",
        "2) second",
        "^^^^ third",
    ]


def test_table_rows_belong_to_no_statement() -> None:
    text = lines("before\nfork_test 1 2 3\nafter\n")
    assert [s.text for s in sentences(0, text, frozenset({2}))] == ["before", "after"]


def test_a_version_number_does_not_end_a_statement() -> None:
    assert len(sentences(0, lines("On 2.5.49 it is slow. See below."), frozenset())) == 2


def test_the_person_quoted_is_found_in_every_usual_form_of_attribution() -> None:
    forms = {
        "On Mon, 25 Nov 2002, Ann Example wrote:": "Ann Example",
        "On Mon, Nov 25, 2002 at 02:45:54AM -0800, Ann Example wrote:": "Ann Example",
        "On Mon, 2002-11-25 at 03:41, Ann Example wrote:": "Ann Example",
        "On 28 Oct 2003 10:24:36 +1100, Ann Example wrote:": "Ann Example",
        "Ann Example <ann@example.org> writes:": "Ann Example",
        "Ann Example wrote:": "Ann Example",
        "From: Ann Example <ann@example.org>": "Ann Example",
    }
    assert {form: attribution(lines(f"{form}\n> quoted\n"), 0) for form in forms} == forms


def test_an_attribution_that_is_wrapped_over_two_lines_is_one() -> None:
    text = lines("On Tue, 20 Feb 2024 10:00:00 +0100\nAnn Example <ann@example.org> wrote:\n> quoted\n")
    assert introduces(text, 0)
    assert attribution(text, 1) == "Ann Example"


def test_a_sentence_about_writing_introduces_nobody_where_no_quote_follows() -> None:
    assert attribution(lines("This is what Ann wrote:\nnothing quoted\n"), 0) is None


def test_each_depth_of_a_quote_has_its_own_speaker() -> None:
    text = lines("Bob wrote:\n> Ann wrote:\n> > the numbers\n> my answer\nmine\n")
    assert speakers(text) == {2: "Bob", 3: "Ann", 4: "Bob"}
