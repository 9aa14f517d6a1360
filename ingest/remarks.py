"""What of somebody's own words is a remark on results, and what is talk of code around it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import dropwhile, takewhile

from archive.text import Line
from ingest.passages import Passage
from ingest.talk import is_robots_report

# Lines between words and the table that they introduce.
_NEAR = 6
# Words of a line that names the next table.
_LONGEST_TITLE = 6


def remark_in(passage: Passage, speaks: Callable[[str], bool]) -> Passage | None:
    """The first paragraphs of a passage that speak of results, one after the other; None where none does.

    The words that introduce the writer's own next table are no remark.
    """
    talk = dropwhile(lambda lines: not speaks(_text(lines)), _remarks_and_talk(passage))
    speaking = list(takewhile(lambda lines: speaks(_text(lines)), talk))
    return _of(passage, speaking) if speaking else None


def remark_under(passage: Passage, speaks: Callable[[str], bool], goes_on: Callable[[str], bool]) -> Passage | None:
    """The paragraph right under a table that speaks of it, and those after it that go on about results; None where the
    first one does not.
    """
    paragraphs = _remarks_and_talk(passage)
    if not paragraphs or not speaks(_text(paragraphs[0])):
        return None
    return _of(passage, [paragraphs[0], *takewhile(lambda lines: goes_on(_text(lines)), paragraphs[1:])])


def _remarks_and_talk(passage: Passage) -> list[tuple[Line, ...]]:
    if is_robots_report(passage.text):
        return []
    paragraphs = list(_paragraphs(passage.lines))
    if paragraphs and _introduces(paragraphs[-1], passage.rows_below):
        paragraphs.pop()
    return paragraphs


def _of(passage: Passage, paragraphs: list[tuple[Line, ...]]) -> Passage:
    kept = tuple(line for lines in paragraphs for line in lines)
    return replace(passage, text=_text(kept), lines=kept)


def _introduces(lines: tuple[Line, ...], rows_below: int | None) -> bool:
    if rows_below is None or rows_below - lines[-1].number > _NEAR:
        return False
    last = lines[-1].words.strip()
    is_title = len(lines) == 1 and len(last.split()) <= _LONGEST_TITLE and not last.endswith((".", "!", "?"))
    return is_title or last.endswith((":", ":-", "-", ","))


def _paragraphs(lines: tuple[Line, ...]) -> Iterator[tuple[Line, ...]]:
    """Lines that follow each other; a blank line or one that is nobody's words ends a paragraph."""
    run: list[Line] = []
    for line in lines:
        if run and line.number != run[-1].number + 1:
            yield tuple(run)
            run = []
        run.append(line)
    if run:
        yield tuple(run)


def _text(lines: tuple[Line, ...]) -> str:
    return "\n".join([line.words for line in lines])
