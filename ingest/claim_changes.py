"""Beside which changes a claim is set that names no kernels: between the sides, of the kind of metric and by about the
amount that it tells of.
"""

import re
from collections.abc import Sequence

from archive.results import Change, Measurement
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
_BASELINE = re.compile(
    r"\b(?:vanilla|base(?:line)?|before|without|w/o|unpatched|old|orig(?:inal)?|stock|mainline|tip|master|upstream)\b",
    re.IGNORECASE,
)
_OF_BASELINE = re.compile(r"\b(?:baseline|vanilla|unpatched|mainline|upstream)\b", re.IGNORECASE)
_COMPARES = re.compile(r"\b(?:than|over|vs|versus|against|compared|relative|between)\b", re.IGNORECASE)
_PLAIN = frozenset(("a", "an", "and", "as", "at", "for", "in", "is", "of", "on", "only", "the", "this", "to", "with"))
_WORD = re.compile(r"\w[\w.]{0,40}")


def changes_meant(changes: Sequence[Change], trend: Trend, text: str, measured: dict[str, Measurement]) -> list[Change]:
    """The changes that a statement can be of; none where the sides or the amount leave it open."""
    of_kind = _of_kind(changes, text, measured)
    meant = _between_sides(of_kind, text)
    if trend.amount is None:
        return meant
    if len(meant) == 1:
        # One change alone is what is spoken of, whichever way it went.
        return [change for change in meant if is_about(change.delta, trend.amount, roughly=True)]
    about = [change for change in meant or of_kind if is_about(change.delta, trend.amount)]
    about = [change for change in about if change.verdict in (trend.direction, "same")]
    # Where no sides are named, the only two that moved by so much are meant.
    return about if meant or len({(change.old.label, change.new.label) for change in about}) == 1 else []


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


def _between_sides(changes: list[Change], text: str) -> list[Change]:
    """The changes between the sides that a text names; all of them where there are but two sides."""
    labels = {label for change in changes for label in (change.old.label, change.new.label)}
    if len(labels) <= 2:
        return changes
    named = {label for label in labels if _is_named(label, labels, text)}
    compares = _COMPARES.search(text) is not None or any(_BASELINE.search(label) for label in named)
    if len(named) > 2 or (len(named) == 2 and not compares):
        return []
    if len(named) == 2:
        return [change for change in changes if {change.old.label, change.new.label} <= named]
    from_base = [change for change in changes if _BASELINE.search(change.old.label) is not None]
    chosen = [change for change in from_base or changes if not named.isdisjoint((change.old.label, change.new.label))]
    return chosen if len({(change.old.label, change.new.label) for change in chosen}) == 1 else []


def _is_named(label: str, labels: set[str], text: str) -> bool:
    """Whether a text has the words that tell a label from the others."""
    own = _words(label)
    for other in labels - {label}:
        if own > _words(other):
            own -= _words(other)
    # "Applied on RX side only" is the RX side.
    alone = own.difference(_PLAIN, *(_words(other) for other in labels - {label}))
    shared = set.intersection(*(_words(other) for other in labels))
    if (alone or own - shared) and (alone or own - shared) <= _words(text):
        return True
    return _BASELINE.search(label) is not None and _OF_BASELINE.search(text) is not None


def _words(text: str) -> set[str]:
    return {word.strip(".").lower() for word in _WORD.findall(text.replace("-", " "))}
