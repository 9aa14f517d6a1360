"""Numbers, dates and verdicts in words: signs, directions and units are always text, never colour alone."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from archive.results import Change, Parameter

DATE_UNKNOWN = "date unknown"
_DIRECTIONS = {"higher": "higher is better", "lower": "lower is better"}


def delta_text(delta: float | None) -> str:
    """A relative change as per cent with its sign, "−41.3 %"; what cannot be divided by a base of 0 says so."""
    if delta is None:
        return "no per cent (base is 0)"
    percent = delta * 100
    digits = 0 if abs(percent) >= 1000 else 1
    shown = f"{abs(percent):,.{digits}f} %"
    if not shown.strip("0.,% "):
        return f"±{shown}"
    return f"{'−' if percent < 0 else '+'}{shown}"


def change_text(change: Change) -> str:
    """The change in one phrase: per cent with sign, and the verdict in a word ("−41.3 % slower")."""
    words = {"different": "(direction unknown)", "unknown": "(not comparable)"}
    return f"{delta_text(change.delta)} {words.get(change.verdict, change.verdict)}"


def direction_text(better: str | None) -> str:
    """Which way is better, in words; unknown is said."""
    return _DIRECTIONS.get(better or "", "direction unknown")


def date_text(date: datetime | None) -> str:
    """Absolute UTC to the minute, or that the date is unknown."""
    return date.strftime("%Y-%m-%d %H:%M UTC") if date else DATE_UNKNOWN


def day_text(date: datetime | None) -> str:
    """The day in UTC, or that the date is unknown."""
    return date.strftime("%Y-%m-%d") if date else DATE_UNKNOWN


def machine_date(date: datetime) -> str:
    """The date for `datetime` attributes and Atom (RFC 3339, UTC)."""
    return date.strftime("%Y-%m-%dT%H:%M:%SZ")


def parameters_text(parameters: Mapping[str, Parameter] | Iterable[tuple[str, Parameter]]) -> str:
    """Parameters in a fixed order: "file size 8192, threads 16"."""
    pairs = parameters.items() if isinstance(parameters, Mapping) else parameters
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in sorted(pairs))


def count_text(count: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun: "1 change", "1,290 measurements"."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def number_text(value: float) -> str:
    """A value that nobody printed (a median), as short as it is exact to ten digits."""
    return f"{value:.10g}"
