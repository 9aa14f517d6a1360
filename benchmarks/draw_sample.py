"""Draw results of an archive to be judged by eye against the mails that they were read from.

python benchmarks/draw_sample.py DIR [--seed N] [--measurements N] [--changes N] [--comments N] [--claims N]
    [--silent-mails N] [--silent-sentences N] [--lines N]

Every thing has a number made of the seed and its own id, and the smallest numbers are drawn: the same seed gives the
same sample of the same archive, and nearly the same one after a reader has changed. One measurement a table, one change
or remark a mail, and no more than three of each kind a thread, so that no large table and no long thread swamps the
sample: a rate found in it is a rate of tables and mails, not of numbers.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from archive.export import change_json, claim_json, comment_json, line_reader, measurement_json
from archive.json_pieces import Json
from archive.model import Message, Span
from archive.results import Change, Claim, Comment, Measurement
from archive.store.archive import Archive
from archive.text import Line, lines
from ingest.post import lay_out, scan
from ingest.prose import is_prose

_A_THREAD = 3
_OF_MAIL = frozenset(
    ("schema", "kind", "message_id", "thread_id", "lists", "subject", "line_text", "part", "line", "date")
)
_FIGURE = re.compile(r"[+-]?\d[\d,]{0,15}(?:\.\d{1,9})?(?:%|[A-Za-z]{1,4}(?:/s)?)?$")
_CLOSE = 6
# Kernel logs, dumps of memory and registers, dates.
_NO_ROW = re.compile(r"\[\s{0,6}\d|[0-9a-f]{4,16}:|\S{1,12}:? [0-9a-f]{8}|(?:On|\w{3},?) .{0,20}\d\d:\d\d")
_MOVEMENT = re.compile(
    r"\b(?:regress|improv|faster|slower|speed-?up|slow-?down|degrad|outperform)\w{0,6}|\d\s?%|\b\d(?:\.\d)?x\b",
    re.IGNORECASE,
)
_Drawn = TypeVar("_Drawn")


@dataclass(frozen=True, slots=True)
class Draw:
    """A seed, and the threads of the messages: what a sample depends on."""

    seed: int
    thread_of: dict[str, str]

    def some(
        self, found: Iterable[_Drawn], count: int, stratum: Callable[[_Drawn], str], key: Callable[[_Drawn], str]
    ) -> list[_Drawn]:
        """One thing a stratum, three a thread, those with the smallest numbers; a stratum begins with its mail's key
        and a blank.
        """
        least: dict[str, _Drawn] = {}
        for thing in found:
            other = least.get(stratum(thing))
            if other is None or self._number(key(thing)) < self._number(key(other)):
                least[stratum(thing)] = thing
        taken, threads = list[_Drawn](), Counter[str]()
        for name in sorted(least, key=self._number):
            thread = self.thread_of.get(name.split(" ")[0], name)
            if threads[thread] < _A_THREAD and len(taken) < count:
                threads[thread] += 1
                taken.append(least[name])
        return taken

    def _number(self, text: str) -> bytes:
        return sha256(f"{self.seed} {text}".encode()).digest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    for kind in ("measurements", "changes", "comments", "claims", "silent-mails", "silent-sentences"):
        parser.add_argument(f"--{kind}", type=int, default=0)
    parser.add_argument("--lines", type=int, default=4, help="lines of the mail around each thing")
    options = parser.parse_args()
    with Archive.open(options.archive, read_only=True) as archive:
        keys = [changed.key for changed in archive.messages.changed_since(0, 10_000_000) if not changed.deleted]
        draw = Draw(options.seed, {key: _thread(archive, key) for key in keys})
        _print_results(archive, keys, draw, options)
        _print_silent(archive, keys, draw, options)


def _print_results(archive: Archive, keys: Sequence[str], draw: Draw, options: argparse.Namespace) -> None:
    measured = {m.id: m for m in archive.results.measurements(keys)}
    some_m = draw.some(
        measured.values(), options.measurements, lambda m: f"{m.table.message_key} {m.table.number}", _id
    )
    for number, m in enumerate(some_m, start=1):
        mail = _mail(archive, m.table.message_key)
        thread = draw.thread_of[mail.key]
        table = next(t for t in archive.results.tables([mail.key]) if t.ref == m.table)
        head = range(table.first_line - options.lines, min(table.first_line + 4, m.span.line))
        grounds = [noun.attribution.spans for noun in (m.kernel, m.machine) if noun is not None]
        of_place = (*head, *_around(m.span, options.lines), *(span.line for spans in grounds for span in spans))
        _show(
            f"measurement {number}",
            mail,
            m.span,
            of_place,
            measurement_json(m, mail, thread, line_reader({mail.key: mail})),
        )
    some_c = draw.some(archive.results.changes(keys), options.changes, lambda c: f"{c.message_key} ", _id)
    for number, c in enumerate(some_c, start=1):
        mail = _mail(archive, c.message_key)
        sides = [measured[name] for name in (*c.old.measurements, *c.new.measurements)]
        of_place = [line for m in sides for line in _around(m.span, options.lines)]
        _show(f"change {number}", mail, sides[0].span, of_place, change_json(c))
    some_r = draw.some(archive.results.comments(keys), options.comments, lambda c: f"{c.message_key} ", _id)
    for number, r in enumerate(some_r, start=1):
        mail = _mail(archive, r.message_key)
        of_place = range(r.span.line - 2 * options.lines, r.last_line + options.lines)
        _show(f"comment {number}", mail, r.span, of_place, comment_json(r, line_reader({mail.key: mail})))
    some_s = draw.some(archive.results.claims(keys), options.claims, lambda c: f"{c.message_key} {c.id}", _id)
    for number, s in enumerate(some_s, start=1):
        mail = _mail(archive, s.message_key)
        _show(
            f"claim {number}",
            mail,
            s.span,
            _around(s.span, options.lines),
            claim_json(s, line_reader({mail.key: mail})),
        )


def _print_silent(archive: Archive, keys: Sequence[str], draw: Draw, options: argparse.Namespace) -> None:
    """Mails with rows of figures and no measurement; sentences of movement without a claim in threads with tables."""
    counted = {m.table.message_key for m in archive.results.measurements(keys, copies=True)}
    if options.silent_mails:
        places = ((key, span) for key in keys if key not in counted for span in _figures(_mail(archive, key)))
        some_p = draw.some(places, options.silent_mails, lambda place: f"{place[0]} ", lambda place: place[0])
        for number, (key, span) in enumerate(some_p, start=1):
            _show(f"silent mail {number}", _mail(archive, key), span, _around(span, 2 * options.lines), {})
    if options.silent_sentences:
        threads = {draw.thread_of[key] for key in counted}
        claimed = {(claim.message_key, claim.span.line) for claim in archive.results.claims(keys)}
        said = (
            (key, span)
            for key in keys
            if draw.thread_of[key] in threads
            for span in _moving(_mail(archive, key))
            if (key, span.line) not in claimed
        )
        some_s = draw.some(said, options.silent_sentences, lambda place: f"{place[0]} ", str)
        for number, (key, span) in enumerate(some_s, start=1):
            _show(f"silent sentence {number}", _mail(archive, key), span, _around(span, options.lines), {})


def _figures(mail: Message) -> Iterator[Span]:
    """The first of three lines with two figures each that stand close together before any patch; none where a mail has
    none.
    """
    for part in mail.parts:
        rows = [line for line in _before_patch(lines(part.text or "")) if _is_row(line.words)]
        for first, third in zip(rows, rows[2:], strict=False):
            if third.number - first.number <= _CLOSE:
                yield Span(part.number, first.number, 0, len(first.text))
                return


def _is_row(words: str) -> bool:
    figures = sum(bool(_FIGURE.match(word)) for word in words.split())
    return figures > 1 and figures * 3 >= len(words.split()) and _NO_ROW.match(words) is None


def _before_patch(text: tuple[Line, ...]) -> Iterator[Line]:
    for line in text:
        if line.words.startswith(("diff --git", "--- a/")):
            return
        yield line


def _moving(mail: Message) -> Iterator[Span]:
    for part in lay_out(scan(mail)).parts:
        for sentence in part.sentences:
            line = part.lines[sentence.first_line - 1]
            if sentence.depth == 0 and _MOVEMENT.search(sentence.text) and is_prose(line):
                yield sentence.span(0, len(sentence.text))


def _show(title: str, mail: Message, span: Span, of_place: Iterable[int], record: Json) -> None:
    print(f"\n======== {title}: {mail.key}, part {span.part}, line {span.line}: {mail.subject}")
    text = lines(next(part.text for part in mail.parts if part.number == span.part) or "")
    last = 0
    for number in sorted({n for n in of_place if 0 < n <= len(text)}):
        print("     ...") if number > last + 1 else None
        print(f"{number:5}{'>' if number == span.line else ' '}|{text[number - 1].text.rstrip()}")
        last = number
    print(
        json.dumps(
            {k: _told(v) for k, v in record.items() if v not in (None, [], {}) and k not in _OF_MAIL}, default=str
        )
    )


def _told(value: object) -> object:
    return {k: v for k, v in value.items() if v is not None} if isinstance(value, dict) else value


def _around(span: Span, count: int) -> range:
    return range(span.line - count, span.line + count + 1)


def _mail(archive: Archive, key: str) -> Message:
    mail = archive.messages.get(key)
    assert mail is not None
    return mail


def _thread(archive: Archive, key: str) -> str:
    return archive.threads.id_of(key) or key


def _id(thing: Measurement | Change | Comment | Claim) -> str:
    return thing.id


if __name__ == "__main__":
    main()
