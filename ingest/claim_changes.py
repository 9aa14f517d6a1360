"""Beside which changes a claim is set that names no kernels: between the sides, of the kind of metric and by about the
amount that it tells of.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from archive.results import Change, Measurement
from ingest.claim_scopes import Scope
from ingest.told_sides import is_baseline, plain_pair, sides_told
from ingest.trends import Trend, is_about

# What a sentence calls it, and the metrics that are meant.
_KINDS = tuple(
    (re.compile(rf"\b(?:{word})\b", re.IGNORECASE), re.compile(metric, re.IGNORECASE))
    for word, metric in (
        ("latency|latencies", r"lat|delay|response|[munp]s\b|time"),
        ("throughput|bandwidth", r"through|bw|band|rate|/s|per_sec|iops|ops|[KMG]i?B|bps"),
        ("iops", "iops|io/s|ops"),
        ("power|energy", "power|energy|watt|joule"),
    )
)
_COMPARES = re.compile(
    r"\b(?:than|over|vs|v/s|versus|against|compared (?:to|with)|comparing (?:to|with)|relative to|from(?! \d)"
    r"|between)\b",
    re.IGNORECASE,
)
# Names of tests and settings that are no plain numbers and no everyday words.
_TELLING = re.compile(r"^(?=.*[A-Za-z])(?:.*[ _\d-]|[A-Z]{3,})")
_VERSION = r"v?\d\.\d{1,2}(?:\.\d{1,3}){0,2}(?:-[\w.-]{1,20})?"
# "Between 5.4 and 5.10": the versions that are compared.
_BETWEEN = re.compile(
    rf"\b(?:between|from)\s(?P<old>{_VERSION})\s(?:and|to)\s(?P<new>{_VERSION})(?![\w.]\d)", re.IGNORECASE
)
_OPPOSITE = {"faster": "slower", "slower": "faster"}


class Meant(NamedTuple):
    """The changes that a statement is of, and which way they go where it is right."""

    direction: str
    changes: list[Change]


def changes_meant(changes: Sequence[Change], trend: Trend, text: str, scope: Scope, key: str) -> Meant:
    """The changes that a statement in the mail of a key can be of; none where the sides or the amount leave it open."""
    if _is_between_others(text, changes) or (trend.amount is None and _names_another_side(text, changes, scope, key)):
        return Meant(trend.direction, [])
    of_kind = _of_settings(_of_kind(changes, text, {m.id: m for m in scope.measurements}), text)
    meant, turned = _between_sides(of_kind, trend, text)
    direction = _OPPOSITE.get(trend.direction, trend.direction) if turned else trend.direction
    if trend.amount is None:
        return Meant(direction, meant)
    if len(meant) == 1:
        # One change alone is what is spoken of, whichever way it went; who replies may speak of results of his own.
        fit = [c for c in meant if is_about(c.delta, trend.amount, roughly=True)]
        return Meant(direction, [c for c in fit if c.message_key == key or c.verdict in (direction, "same")])
    about = [change for change in meant or of_kind if is_about(change.delta, trend.amount)]
    about = [change for change in about if change.verdict in (direction, "same")]
    if meant:
        return Meant(direction, about)
    # Where no sides are named, the only two that moved by so much are meant, or all that did from the baseline.
    from_base = [change for change in about if is_baseline(change.old.label)]
    labels = {side.label for change in of_kind for side in (change.old, change.new)}
    if from_base and len({told.label for told in sides_told(text, labels)}) < 2:
        about = from_base
    is_clear = len({change.old.label for change in about}) == 1
    return Meant(direction, about if is_clear else [])


def _is_between_others(text: str, changes: Sequence[Change]) -> bool:
    """Whether a text compares two versions of which one is no side of any change."""
    said = _BETWEEN.search(text)
    labels = " ".join(side.label for change in changes for side in (change.old, change.new))
    return said is not None and any(
        re.search(rf"(?<![\d.]){re.escape(said[name])}(?!\.?\d)", labels) is None for name in ("old", "new")
    )


def _names_another_side(text: str, changes: Sequence[Change], scope: Scope, key: str) -> bool:
    """Whether a text names a side that only other results of its mail have."""
    here = {side.label for change in changes for side in (change.old, change.new)}
    of_mail = {side.label for c in scope.changes if c.message_key == key for side in (c.old, c.new)}
    return here < of_mail and any(told.label not in here for told in sides_told(text, of_mail))


def _of_kind(changes: Sequence[Change], text: str, measured: dict[str, Measurement]) -> list[Change]:
    """The changes of the kinds of metric that a text names; all where it names none."""
    metrics = [metric for word, metric in _KINDS if word.search(text) is not None]
    if not metrics:
        return list(changes)
    # Many rows have one metric.
    known: dict[tuple[str, str, str | None], bool] = {}

    def is_of_kind(name: str) -> bool:
        m = measured.get(name)
        if m is None:
            return False
        key = (m.metric, m.metric_text, m.unit)
        if key not in known:
            called = f"{m.metric} {m.metric_text} {m.unit or ''}"
            known[key] = any(metric.search(called) is not None for metric in metrics)
        return known[key]

    return [change for change in changes if any(map(is_of_kind, change.old.measurements + change.new.measurements))]


def _of_settings(changes: list[Change], text: str) -> list[Change]:
    """The changes of the test or the setting that a text names by a name of its own; all where it names none."""
    lowered = text.lower()
    said: dict[str, bool] = {}

    def is_said(name: str) -> bool:
        if name not in said:
            said[name] = _TELLING.search(name) is not None and bool(
                name.lower() in lowered
                and re.search(rf"(?<![\w.-]){re.escape(name.lower())}s?(?![\w-])", lowered) is not None
            )
        return said[name]

    named = [
        change
        for change in changes
        if (" " in change.test and is_said(change.test)) or any(map(is_said, map(str, change.parameters.values())))
    ]
    return named or changes


def _between_sides(changes: list[Change], trend: Trend, text: str) -> tuple[list[Change], bool]:
    """The changes between the sides that a text names, all of them where there are but two sides, and whether the
    statement is made the other way round ("the old one is 5 % faster than the new one").
    """
    labels = {label for change in changes for label in (change.old.label, change.new.label)}
    told = sides_told(text, labels)
    named = {side.label for side in told}
    compares = _COMPARES.search(text)
    if len(labels) > 2:
        changes = _of_several(changes, named, trend, compares=compares is not None)
    pairs = {(change.old.label, change.new.label) for change in changes}
    if len(pairs) != 1 or compares is None:
        return changes, False
    [(_, new)] = pairs
    behind = next((side.label for side in told if side.start >= compares.end()), None)
    return changes, behind == new and named != {new}


def _of_several(changes: list[Change], named: set[str], trend: Trend, *, compares: bool) -> list[Change]:
    from_base = [change for change in changes if is_baseline(change.old.label)]
    if not named and trend.direction in ("same", "not slower"):
        # "No regressions" under several sides is said of all of them beside the baseline.
        return from_base if len({change.old.label for change in from_base}) == 1 else []
    if not named and trend.amount is None:
        # "This improves it" is said of the patch, whatever else stands beside.
        pair = plain_pair({label for change in changes for label in (change.old.label, change.new.label)})
        return [change for change in changes if pair == (change.old.label, change.new.label)]
    compares = compares or any(map(is_baseline, named))
    if len(named) > 2 or (len(named) == 2 and not compares):
        return []
    if len(named) == 2:
        return [change for change in changes if {change.old.label, change.new.label} <= named]
    chosen = [change for change in from_base or changes if not named.isdisjoint((change.old.label, change.new.label))]
    return chosen if len({(change.old.label, change.new.label) for change in chosen}) == 1 else []
