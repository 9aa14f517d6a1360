"""What a search engine is told of mails: many at once, in a query for each kind of rows, and nothing else of them."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from archive.model import Author
from archive.store.columns import date_of, to_json, unpack_text, words_of
from archive.store.database import Database


@dataclass(frozen=True, slots=True)
class Searchable:
    """A mail as it can be found: its words, and the names in what was read out of it, copies included."""

    key: str
    subject: str
    author: Author
    to: str
    cc: str
    date: datetime | None
    lists: tuple[str, ...]
    part_names: tuple[str, ...]
    packed_texts: tuple[bytes, ...]
    """As they are stored: whoever is sent a mail gets less to take in, and unpacks what it reads."""
    suites: tuple[str, ...]
    tests: tuple[str, ...]
    kernels: tuple[tuple[str, str | None], ...]
    """Labels, each with its version where it has one."""
    claimed: tuple[str, ...]
    """Labels of kernels that claims call faster or slower."""
    machine_terms: tuple[str, ...]
    table_kinds: frozenset[str]
    """The kinds of its tables that are no copies."""
    has_claim: bool
    has_comment: bool
    has_run: bool
    has_relative: bool = False
    has_condition: bool = False

    def texts(self) -> Iterator[str]:
        """The texts of its parts; UserError where one is damaged."""
        return map(unpack_text, self.packed_texts)


_HEADS: Final = """
SELECT message.id, mail_id.text AS key, message.subject, message.posted, message.to_line, message.cc_line,
    author.name, author.address
FROM json_each(?) AS asked CROSS JOIN message ON message.id = asked.value JOIN mail_id ON mail_id.id = message.mail_id
JOIN author ON author.id = message.author ORDER BY asked.key
"""
_LISTS: Final = """
SELECT list_member.message, mail_list.name FROM json_each(?) AS asked
CROSS JOIN list_member ON list_member.message = asked.value JOIN mail_list ON mail_list.id = list_member.list
ORDER BY list_member.message, list_member.ordinal
"""
_PARTS: Final = """
SELECT part.message, part.name, part_text.packed FROM json_each(?) AS asked
CROSS JOIN part ON part.message = asked.value LEFT JOIN part_text ON part_text.part = part.id
ORDER BY part.message, part.id
"""
_TABLES: Final = """
SELECT result_table.message, suite, kind, counted FROM json_each(?) AS asked
CROSS JOIN result_table ON result_table.message = asked.value ORDER BY result_table.id
"""
# A post has hundreds of rows, and few tests, kernels and machines.
_MEASUREMENTS: Final = """
SELECT found.message, yardstick.suite, yardstick.test, kernel.text AS kernel, kernel.version, found.hardware
FROM (SELECT message, yardstick, kernel, hardware, min(measurement.id) AS first FROM json_each(?) AS asked
    CROSS JOIN measurement ON measurement.message = asked.value GROUP BY message, yardstick, kernel, hardware) AS found
JOIN yardstick ON yardstick.id = found.yardstick LEFT JOIN kernel ON kernel.id = found.kernel ORDER BY found.first
"""
_RELATIVES: Final = """
SELECT DISTINCT found.message, yardstick.suite, yardstick.test, kernel.text AS kernel, kernel.version
FROM json_each(?) AS asked CROSS JOIN relative_result AS found ON found.message = asked.value
JOIN yardstick ON yardstick.id = found.yardstick LEFT JOIN kernel ON kernel.id IN (found.kernel, found.baseline)
"""
_HARDWARE: Final = """
SELECT DISTINCT measurement.message, hardware_term.term FROM json_each(?) AS asked
CROSS JOIN measurement ON measurement.message = asked.value
JOIN hardware_term ON hardware_term.hardware = measurement.hardware
"""
_CLAIMS: Final = """
SELECT claim.message, claim.suite, claim.tests, faster.text AS faster, slower.text AS slower FROM json_each(?) AS asked
CROSS JOIN claim ON claim.message = asked.value LEFT JOIN kernel AS faster ON faster.id = claim.faster
LEFT JOIN kernel AS slower ON slower.id = claim.slower ORDER BY claim.id
"""
_COMMENTS: Final = """
SELECT comment.message, comment.tests FROM json_each(?) AS asked
CROSS JOIN comment ON comment.message = asked.value ORDER BY comment.id
"""
_CONDITIONS: Final = """
SELECT DISTINCT circumstance.message FROM json_each(?) AS asked
CROSS JOIN circumstance ON circumstance.message = asked.value WHERE circumstance.kind = 'condition'
"""
_RUNS: Final = """
SELECT DISTINCT mail_id.message FROM run JOIN mail_id ON mail_id.id = run.mail_id WHERE mail_id.message IS NOT NULL
"""


@dataclass(slots=True)
class _Names:
    """What was read out of one mail; dicts for their order."""

    suites: dict[str, None] = field(default_factory=dict)
    tests: dict[str, None] = field(default_factory=dict)
    kernels: dict[tuple[str, str | None], None] = field(default_factory=dict)
    claimed: dict[str, None] = field(default_factory=dict)
    kinds: set[str] = field(default_factory=set)
    has_claim: bool = False
    has_comment: bool = False
    has_relative: bool = False
    has_condition: bool = False


def read_searchable(database: Database, numbers: Sequence[int]) -> list[Searchable]:
    """What can be found of the messages of these numbers, in that order; unknown ones are left out."""
    asked = to_json(list(numbers))
    heads = database.rows(_HEADS, asked)
    lists, parts, terms = (_by_message(database.rows(query, asked)) for query in (_LISTS, _PARTS, _HARDWARE))
    names = _names(database, asked)
    answered = {row[0] for row in database.rows(_RUNS)}
    return [
        _searchable(
            head,
            names=names[head["id"]],
            lists=tuple(row["name"] for row in lists[head["id"]]),
            parts=parts[head["id"]],
            machine_terms=tuple(row["term"] for row in terms[head["id"]]),
            has_run=head["id"] in answered,
        )
        for head in heads
    ]


def _searchable(
    head: sqlite3.Row,
    *,
    names: _Names,
    lists: tuple[str, ...],
    parts: Iterable[sqlite3.Row],
    machine_terms: tuple[str, ...],
    has_run: bool,
) -> Searchable:
    return Searchable(
        key=head["key"],
        subject=head["subject"],
        author=Author(head["name"], head["address"]),
        to=head["to_line"],
        cc=head["cc_line"],
        date=date_of(head["posted"]),
        lists=lists,
        part_names=tuple(row["name"] for row in parts if row["name"]),
        packed_texts=tuple(row["packed"] for row in parts if row["packed"] is not None),
        suites=tuple(names.suites),
        tests=tuple(names.tests),
        kernels=tuple(names.kernels),
        claimed=tuple(names.claimed),
        machine_terms=machine_terms,
        table_kinds=frozenset(names.kinds),
        has_claim=names.has_claim,
        has_comment=names.has_comment,
        has_run=has_run,
        has_relative=names.has_relative,
        has_condition=names.has_condition,
    )


def _names(database: Database, asked: str) -> Mapping[int, _Names]:
    found: defaultdict[int, _Names] = defaultdict(_Names)
    for row in database.rows(_TABLES, asked):
        found[row["message"]].suites |= _known(row["suite"])
        if row["counted"]:
            found[row["message"]].kinds.add(row["kind"])
    relatives = database.rows(_RELATIVES, asked)
    for row in relatives:
        found[row["message"]].has_relative = True
    for row in database.rows(_CONDITIONS, asked):
        found[row["message"]].has_condition = True
    for row in (*database.rows(_MEASUREMENTS, asked), *relatives):
        mail = found[row["message"]]
        mail.suites |= _known(row["suite"])
        mail.tests[row["test"]] = None
        if row["kernel"] is not None:
            mail.kernels[row["kernel"], row["version"]] = None
    for row in database.rows(_CLAIMS, asked):
        mail = found[row["message"]]
        mail.suites |= _known(row["suite"])
        mail.tests |= dict.fromkeys(words_of(row["tests"]))
        mail.claimed |= _known(row["faster"]) | _known(row["slower"])
        mail.has_claim = True
    for row in database.rows(_COMMENTS, asked):
        found[row["message"]].tests |= dict.fromkeys(words_of(row["tests"]))
        found[row["message"]].has_comment = True
    return found


def _known(name: str | None) -> dict[str, None]:
    return {} if name is None else {name: None}


def _by_message(rows: list[sqlite3.Row]) -> Mapping[int, list[sqlite3.Row]]:
    found: defaultdict[int, list[sqlite3.Row]] = defaultdict(list)
    for row in rows:
        found[row["message"]].append(row)
    return found
