"""Labels that name no version ("virgin", "With this change", "BEFORE"): lone lines above tables that
repeat the same tests.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence

from archive import kernels
from archive.results import Basis
from archive.text import Line
from ingest.headings import Layout, nearest_above
from ingest.printed_lines import is_printed
from ingest.prose import Sentence
from ingest.tables import Block
from suites.base import Label, Row

_MAX_WORDS = 8
_MAX_LABEL = 70
_DECORATION = re.compile(
    r"^[ \t]*(?:\(?(?:\d{1,2}|[A-Ha-h])[.)][ \t]+(?=[A-Za-z])|[-=*#_>\[(]{1,6}[ \t]*)?"
    r"(?P<label>\S.{0,68}?)(?:,?[ ](?:i|we)[ ](?:get|got|see|saw|have))?[ \t:*=#_\]-]*$",
    re.IGNORECASE,
)
# Words that name one side of a comparison by themselves, so that even a single table under them is labelled.
_SIDE = re.compile(
    r"(?:the )?(?:before|after|vanilla|stock|mainline|base(?:line)?|unpatched|patched|original|virgin|clean"
    r"|without|with|w/o|w/|no patch|patch applied)\b.{0,40}$",
    re.IGNORECASE,
)
# "It then gets worse:" introduces a table and names nothing.
_SENTENCE = re.compile(
    r"[ \t]*(?:it|then|this is|these|here|now|i|we|you|and|but|so|there|that|those|again|see|below|above)\b",
    re.IGNORECASE,
)
_SIDE_PHRASE = re.compile(
    r"\b(?:(?:with|without|after|before|w/o|w/)(?: applying)? (?:this|the|these|my|our|that)(?: \w{2,12})?"
    r" (?:change|patch|patchset|patches|series|fix|commit|optimi[sz]ation)s?(?: applied)?"
    r"|(?:un)?patched(?: kernel)?|vanilla(?: kernel)?|mainline|base(?:line)?(?: kernel)?)\b",
    re.IGNORECASE,
)
# Commands may stand between a label and the rows; a prompt and a tool's own announcement are no labels.
_COMMAND = re.compile(
    r"[ \t]{0,8}(?:[$#%][ \t]|(?:sudo|numactl|taskset|nice|time|perf|fio|chrt|env)[ \t]+\S|\.{0,2}/[\w.-]{1,40}[/ ]"
    # A program and its options: "schbench -m 2 -t 16", "netperf -H host -l 60".
    r"|[a-z][\w.-]{1,20}[ \t]{1,3}(?:[a-z]\w{1,15}[ \t]{1,3})?--?[A-Za-z][\w-]{0,20}(?:[= \t]|$))"
)
_NO_LABEL = re.compile(
    r"[ \t]{0,4}(?:[\u2500-\u257f]{1,4}\u276f|[$][ \t]|# Running '|[#%][ ](?:time|sudo|nice|numactl|taskset)[ ]"
    r"|\d{5,12}[ \t]{1,8}\S{1,60}$"
    r"|\[?[\w.-]{1,30}@[\w.-]{1,60}[ :][^#$]{0,60}[#$](?:[ ]|$))"
)
# Lines that say nothing of a side: a greeting, "Results:", "test 2", "config", a command, a row of a profile.
_NO_SIDE = re.compile(
    r"(?:hi|hello|dear|hey|thanks|cheers|regards|within|versus|vs|bash|sh|python3?)\b"
    r"|.{0,60}\b(?:confirms|shows|says|tells)$|.{0,60}:[ ]\d[\d.,]{0,20}(?:[ ]\w{1,8})?$"
    r"|.{0,80}(?:\u5199\u9053|wrote|schrieb|\u00e9crit)\W{0,3}$|\u5728[ ]\d{4}|\d{4}\u5e74|.{0,68}->$"
    r"|note\b|interesting\b|[^(\[]{0,60}\][^\[\n]{0,60}$|(?:the|of|as|is|are|for|gets?|yes|no|ok)$"
    r"|(?!w/|with|before|after|un?patch|base|mainline|vanilla|stock)[^,]{0,60}\b(?:drives?|devices?|disks?|HDDs?|SSDs?)$"
    r"|(?:[ \t|*x]{0,20}\d[\d.,]{2,14}){3}|[^\t]{1,60}(?:\t|[ ]{3})[^\t]"
    r"|.{0,60}\b(?:is|are|looks?)[ ](?:as[ ])?(?:below|follow\w{0,3}|like[ ]\w{1,12}(?:[ ]\w{1,12})?|found out)$"
    r"|.{0,40}\b(?:qd|io[ _-]?depth|numjobs|bs|block[ _-]?size|threads|jobs)[ ]?[=:][ ]?\d"
    r"|[+ ]{0,8}\d{1,3}\.\d{1,3}%|.{0,60}\bbeing$"
    # What was being done: "Sending to /dev/null", "Sending/receiving over lo".
    r"|[A-Za-z]{2,12}ing(?:/[a-z]{2,12}ing)?[ ](?:to|from|over|into|through)\b"
    # What a run took, and how it went: "51 minutes to list the files", "ext3 is much slower".
    r"|\d{1,4}[ ]?(?:sec(?:ond)?|min(?:ute)?|hour|day)s?\b"
    r"|.{1,40}[ ](?:is|are|was|were)[ ](?:\w{2,10}[ ])?(?:slow|fast)"
    r"|(?:(?:the|my|start|raw|full|some|test|benchmark|perf\w{0,8})[ ])?"
    r"(?:results?|outputs?|configs?|configuration|tests?|numbers|runs?|rounds?|iterations?|data|summary|details?)"
    r"(?:[ ]types?)?[ ]?[#(]?\d{0,3}\)?$",
    re.IGNORECASE,
)
_MAX_COMMANDS = 3
_MAX_TITLE = 4
_COLUMNS = re.compile(r"\S[ \t]{2,40}\S")
_DIGIT = re.compile(r"\d")
_AMID_ROWS = re.compile(r"[ \t]{0,12}[A-Za-z][\w+-]{1,20}(?:[ ][A-Za-z][\w+-]{1,20})?:?[ \t]*")
_REACH_OF_AN_INTRODUCTION = 6
_REACH_OVER_A_BANNER = 24
_FOLLOWING = re.compile(r"\b(?:(?:the|these)[ ]following|as[ ]follows)\b", re.IGNORECASE)
_MAX_INTRODUCTION = 100
_SETTING = re.compile(r"[A-Za-z_][\w.]{1,30}=\S{1,30}$")


def free_labels(layout: Layout, blocks: Sequence[Block]) -> dict[int, Label]:
    """The free label of each row line: a line that names a side, or a lone line where the same tests stand under
    another one too.
    """
    if not blocks:
        return {}
    above = nearest_above(layout, lambda index: _candidate(layout, index, _is_alone))
    found = _accepted({row.line: row for block in blocks for row in block.rows}, above)
    bare = [block for block in blocks if not any(row.line in found for row in block.rows)]
    amid = nearest_above(layout, lambda index: _candidate(layout, index, _is_amid_rows)) if bare else {}
    return found | _accepted({row.line: row for block in bare for row in block.rows}, amid)


def introductions(sentences: Sequence[Sentence], blocks: Sequence[Block]) -> dict[int, Label]:
    """For tables without any label: what the sentence that introduces each says, where tables repeat the same tests.

    "With this change, the results are:" is the side that it names; a sentence that names none is the label as a whole.
    A sentence that names a version is left to prose.
    """
    found: dict[int, Label] = {}
    previous = 0
    ends = defaultdict[int, list[Sentence]](list)
    for sentence in sentences:
        ends[sentence.last_line].append(sentence)
    for block in sorted(blocks, key=lambda block: block.first_line):
        above = range(max(previous, block.first_line - _REACH_OVER_A_BANNER), block.first_line)
        near = [
            sentence
            for number in above
            for sentence in ends.get(number, ())
            if sentence.depth == block.depth
            and _introduces(sentence, block.first_line - number)
            and not any(kernels.find(sentence.text))
        ]
        previous = block.last_line
        if near:
            found |= dict.fromkeys(block.row_lines, _introduction(near[-1]))
    if not any(_is_side(label.text) for label in found.values()):
        return {}  # "Right after a boot:", "It then gets worse:" are times of one kernel's life
    return _accepted({row.line: row for block in blocks for row in block.rows}, found)


def _introduces(sentence: Sentence, lines: int) -> bool:
    """Whether a sentence leads to what stands some lines below: by a colon, or by a side and words such as "following",
    then also over what the program prints before its rows.
    """
    if lines <= _REACH_OF_AN_INTRODUCTION and sentence.text.endswith(":"):
        return True
    return _FOLLOWING.search(sentence.text) is not None and _SIDE_PHRASE.search(sentence.text) is not None


def _introduction(sentence: Sentence) -> Label:
    side = _SIDE_PHRASE.search(sentence.text)
    start, end = side.span() if side is not None else (0, len(sentence.text.rstrip(" :")))
    place = sentence.span(start, end)
    return Label(sentence.text[start:end][:_MAX_INTRODUCTION], place.line, place.start, place.end, Basis.PROSE)


def _accepted(rows: dict[int, Row], above: dict[int, Label]) -> dict[int, Label]:
    """The labels that name a side, or under which at least half of the tests stand under another label too."""
    tests: dict[str, set[tuple[object, ...]]] = defaultdict(set)
    for number, label in above.items():
        if number in rows:
            tests[label.text].add(_sameness(rows[number]))
    accepted = {
        text
        for text, own in tests.items()
        if _is_side(text) or any(2 * len(own & other) >= len(own) for label, other in tests.items() if label != text)
    }
    return {number: label for number, label in above.items() if number in rows and label.text in accepted}


def _count(words: str) -> int:
    """How many words there are; signs between them are none ("lockdep + crossrelease")."""
    return sum(any(map(str.isalnum, word)) for word in words.split())


def _candidate(layout: Layout, index: int, stands: Callable[[Layout, int], bool]) -> Label | None:
    line = layout.lines[index]
    words = _without_remark(layout, index)
    if len(words) > _MAX_LABEL or _count(words) > _MAX_WORDS or _SENTENCE.match(words):
        return None
    if words.endswith((".", "?", "!", ",", ";")) or not any(char.isalpha() for char in words) or _NO_LABEL.match(words):
        return None
    if not stands(layout, index):
        return None
    match = _DECORATION.match(words)
    if match is None or _NO_SIDE.match(match["label"]) or is_printed(words):
        return None
    start, end = match.span("label")
    return Label(match["label"], line.number, line.start + start, line.start + end, Basis.HEADING)


def _without_remark(layout: Layout, index: int) -> str:
    """The words of a line, without what brackets add behind a label too long for one over a command."""
    words = layout.lines[index].words
    if len(words.split()) <= _MAX_WORDS or not words.endswith(")"):
        return words
    bracket = words.find(" (")
    is_over_command = any(_is_command(layout, line) for line in layout.lines[index + 1 : index + 2])
    return words[:bracket] if bracket > 0 and is_over_command else words


def _is_alone(layout: Layout, index: int) -> bool:
    words = layout.lines[index].words
    introduces = words.endswith(":") and _SIDE.match(words.strip()) is not None
    is_free = _is_free_above(layout, index) or (words.endswith(":") and _is_under_title(layout, index))
    return is_free and (introduces or _is_free_below(layout, index))


def _is_free_above(layout: Layout, index: int) -> bool:
    above = layout.lines[max(index - 1, 0) : index]
    return all(line.is_blank or _is_ruler(line) or _is_command(layout, line) for line in above)


def _is_under_title(layout: Layout, index: int) -> bool:
    """Whether a short line that stands free above ("Index scores (+6.4%)") is all that is right above."""
    above = layout.lines[max(index - 1, 0) : index]
    is_short = all(len(line.words.split()) <= _MAX_TITLE and line.number not in layout.prose for line in above)
    is_label = not any(_is_of_table(layout, line) or _is_command(layout, line) for line in above)
    return bool(above) and is_short and is_label and _is_free_above(layout, index - 1)


def _is_free_below(layout: Layout, index: int) -> bool:
    """Nothing stands right below, or a table, or the commands that printed one."""
    below = index + 1
    while below <= index + _MAX_COMMANDS and below < len(layout.lines) and _is_command(layout, layout.lines[below]):
        below += 1
    if below > index + 1:
        # The heads of some tables are no part of them.
        return any(_is_of_table(layout, line) for line in layout.lines[below : below + 2])
    near = layout.lines[index + 1 : index + 3]
    words = layout.lines[index].words
    # The heads of columns are no part of some tables either: "polled:", "iodepth", "1  read: …".
    if len(near) > 1 and _is_of_table(layout, near[1]) and words.endswith(":"):
        has_columns = _COLUMNS.search(near[0].words.strip()) is not None and _DIGIT.search(words) is None
        if len(near[0].words.split()) == 1 or has_columns:
            return True
    return all(line.is_blank or _is_ruler(line) or _is_of_table(layout, line) for line in near[:1])


def _is_amid_rows(layout: Layout, index: int) -> bool:
    """Whether a word or two stand right over rows, below other rows or the end of a sentence ("TLS", "kTLS")."""
    lines = layout.lines
    if _AMID_ROWS.fullmatch(lines[index].words) is None or not 0 < index < len(lines) - 1:
        return False
    above = lines[index - 1]
    follows = above.number in layout.rows or above.words.endswith((".", ":"))
    return follows and _is_of_table(layout, lines[index + 1])


def _is_command(layout: Layout, line: Line) -> bool:
    return not _is_of_table(layout, line) and _COMMAND.match(line.words) is not None


def _is_of_table(layout: Layout, line: Line) -> bool:
    return line.number in layout.rows or line.number in layout.heads


def _is_ruler(line: Line) -> bool:
    return not any(char.isalnum() for char in line.words)


def _is_side(text: str) -> bool:
    return _SIDE.match(text) is not None or _SETTING.match(text) is not None


def _sameness(row: Row) -> tuple[object, ...]:
    settings = tuple(sorted((name, str(value)) for name, value in row.parameters.items()))
    return (row.test, settings, tuple(sorted({value.metric for value in row.values})))
