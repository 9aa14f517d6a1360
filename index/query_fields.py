"""The prefixes of the query language: what each of them accepts, and how its value is read."""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from archive import kernels
from archive.filters import HAS
from index.engine import TEXT_FIELDS, Leaf, Phrase, Prefix, Range, Term
from index.query_dates import date_range
from index.query_names import canonical_metric, canonical_suite, canonical_test, direction, known_directions
from index.query_numbers import number_range
from index.query_tokens import QueryError
from index.terms import terms

MIN_STEM = 3
# Name, what it looks for: the first are public-inbox's own, those from `suite` on are ours.
PREFIXES: Mapping[str, str] = MappingProxyType(
    {
        "s": "in the subject",
        "f": "in the author's name or address",
        "t": "in To",
        "c": "in Cc",
        "a": "in the author, To or Cc",
        "tc": "in To or Cc",
        "b": "in the body",
        "nq": "in the author's own words",
        "q": "in quoted words",
        "n": "in file names of attachments and patches",
        "bs": "in the subject or the body",
        "l": "on the list",
        "m": "in the Message-ID",
        "mid": "the message with the id",
        "d": "dated",
        "dt": "dated",
        "rt": "dated (the time of receipt is not kept)",
        "thread": "in the thread",
        "suite": "suite",
        "test": "test",
        "metric": "metric",
        "kernel": "kernel",
        "hw": "machine",
        "cpu": "processor",
        "mhz": "megahertz",
        "ram": "megabytes of memory",
        "fs": "file system",
        "value": "value",
        "delta": "change in per cent",
        "dir": "direction",
        "runs": "number of runs",
        "has": "messages with a",
    }
)
# What people type who do not know the names above.
_MEANT = MappingProxyType(
    {
        "from": "f",
        "author": "f",
        "subject": "s",
        "to": "t",
        "cc": "c",
        "body": "b",
        "date": "d",
        "list": "l",
        "id": "mid",
    }
    | {"bench": "test", "benchmark": "suite", "version": "kernel", "machine": "hw", "hardware": "hw", "memory": "ram"}
    | {"direction": "dir", "change": "delta", "n_runs": "runs"}
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A piece of a query as a node, and in words how it was read."""

    node: Leaf
    sentence: str


def read_field(field: str, text: str, *, quoted: bool, suites: frozenset[str] = frozenset()) -> Reading:
    """The reading of `field:text`; QueryError names the nearest prefix, or what the prefix accepts.

    `suites` are names that `suite:` accepts besides those of the suite files.
    """
    if field not in PREFIXES:
        message = f"there is no prefix {field}:{_nearest(field)} (put it in quotation marks to search for it as text)"
        raise QueryError(message)
    if not text:
        message = f"{field}: wants a value: {_accepts(field)}"
        raise QueryError(message)
    if field in TEXT_FIELDS:
        return read_text(field, text, quoted=quoted)
    if field == "suite":
        name = canonical_suite(text, suites)
        return Reading(Term(field, name), f"suite {name}")
    return _READERS[field](field, text)


def read_text(field: str, text: str, *, quoted: bool) -> Reading:
    """A word, a phrase or the beginning of a word, to be found as text."""
    place = PREFIXES[field] if field else "in the text"
    if not quoted and text.endswith("*"):
        return Reading(Prefix(field, stem(text)), f"words {place} that begin with {stem(text)}")
    if not terms(text):
        message = f"there is nothing to search for in {text!r}: give a letter or a digit"
        raise QueryError(message)
    said = f"the word {place}" if len(terms(text)) == 1 else f"these words together {place}"
    return Reading(Phrase(field, text) if quoted else Term(field, text), said)


def stem(text: str) -> str:
    """The beginning before a `*`; QueryError where it is too short to be looked up, or no single word's."""
    beginning = text.removesuffix("*").lower()
    if len(beginning) < MIN_STEM or terms(beginning) != (beginning,):
        message = f"{text} cannot be looked up: give one word with {MIN_STEM} letters or more before the *"
        raise QueryError(message)
    return beginning


def _nearest(field: str) -> str:
    meant = _MEANT.get(field.lower())
    near = [meant] if meant else difflib.get_close_matches(field.lower(), PREFIXES, n=1, cutoff=0.5)
    return f"; did you mean {near[0]}:?" if near else f"; there are {' '.join(f'{name}:' for name in PREFIXES)}"


def _accepts(field: str) -> str:
    return _ACCEPTED.get(field, "a word or a phrase")


_ACCEPTED = MappingProxyType(
    {
        "kernel": "a version or its beginning (2.5), a range (2.4.19..2.5.49) or a label",
        "dir": "slower, faster or same",
        "has": ", ".join(HAS),
        "delta": "<-20%, >10% or -30%..-20%",
        "d": "2002, 2002-11, 2002-11-25 or a range (2002-11-25..2003)",
    }
)


def _name(field: str, text: str) -> Reading:
    """A name as it stands, or with a * at its end."""
    if text.endswith("*"):
        return Reading(Prefix(field, text.removesuffix("*")), f"{PREFIXES[field]} names that begin so")
    # As typed: P133 is a machine, p133 is only a word that machines are found by.
    return Reading(Term(field, text), f"{PREFIXES[field]} {text}")


def _identity(field: str, text: str) -> Reading:
    return Reading(Term(field, text.strip("<>")), f"{PREFIXES[field]} {text}")


def _test(field: str, text: str) -> Reading:
    if text.endswith("*"):
        return _name(field, text)
    name, said = canonical_test(text)
    return Reading(Term(field, name), said)


def _metric(field: str, text: str) -> Reading:
    name = canonical_metric(text)
    return Reading(Term(field, name), f"metric {name}")


def _kernel(field: str, text: str) -> Reading:
    if ".." in text:
        low, high = (bound or None for bound in text.split("..", 1))
        for bound in (low, high):
            _check_version(bound)
        if low is None and high is None:
            message = f"kernel: wants {_ACCEPTED['kernel']}"
            raise QueryError(message)
        return Reading(Range(field, low, high), f"kernels {_from_to(low, high)} in version order")
    if not text[0].isdigit():
        return _kernel_label(field, text)
    _check_version(text)
    return Reading(Term(field, kernels.normal_prefix(text)), said_kernel(text))


def _kernel_label(field: str, text: str) -> Reading:
    version = kernels.parse(text)
    if version is not None:
        return Reading(Term(field, kernels.normal_prefix(text)), said_kernel(text))
    return Reading(Term(field, text.lower()), f"the kernel label {text}")


def said_kernel(text: str) -> str:
    """A version or a series in words; one that there never was is said to be so."""
    version = kernels.parse(text)
    if version is None:
        return f"kernel series {kernels.normal_prefix(text)}"
    doubt = ", of which there never was one" if kernels.never_existed(version) else ""
    return f"kernel {kernels.normal_prefix(text)} and what is based on it{doubt}"


def _check_version(text: str | None) -> None:
    try:
        if text is not None:
            kernels.bounds(text)
    except ValueError as error:
        raise QueryError(str(error)) from None


def _from_to(low: object, high: object) -> str:
    return " ".join([*([f"from {low}"] if low is not None else []), *([f"to {high}"] if high is not None else [])])


def _direction(field: str, text: str) -> Reading:
    way = direction(text)
    if way is None:
        message = f"dir:{text} is no direction: write {', '.join(known_directions())}"
        raise QueryError(message)
    return Reading(Term(field, way), f"direction {way}")


def _has(field: str, text: str) -> Reading:
    kind = text.lower()
    if kind not in HAS:
        near = difflib.get_close_matches(kind, HAS, n=1, cutoff=0.4)
        hint = f"; did you mean has:{near[0]}?" if near else ""
        message = f"has: wants {', '.join(HAS)}{hint}"
        raise QueryError(message)
    return Reading(Term(field, kind), f"messages with a {kind}")


def _number(field: str, text: str) -> Reading:
    low, high, said = number_range(field, text)
    return Reading(Range(field, low, high), f"{PREFIXES[field]} {said}")


def _date(field: str, text: str) -> Reading:
    low, high, said = date_range(text)
    return Reading(Range("d", low, high), f"{PREFIXES[field]} {said}")


_Reader = Callable[[str, str], Reading]
_READERS: Mapping[str, _Reader] = MappingProxyType(
    {"test": _test, "metric": _metric, "kernel": _kernel, "dir": _direction, "has": _has}
    | {"hw": _name, "cpu": _name, "fs": _name, "l": _identity, "mid": _identity, "thread": _identity}
    | dict.fromkeys(("mhz", "ram", "value", "delta", "runs"), _number)
    | dict.fromkeys(("d", "dt", "rt"), _date)
)
