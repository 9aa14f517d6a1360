"""Hand-drawn tables that hold no results: what is watched or configured, profiles, ratios, keys with their values."""

import re
from collections.abc import Sequence

from ingest.generic_metrics import RATIO, Measure
from ingest.generic_sides import is_side
from ingest.grid_measures import head_measure
from ingest.grid_shapes import Grid
from ingest.grid_words import OF_PROFILES, WATCHED

# Profiles: what takes which share of the time.
_OF_CODE = re.compile(r"(?:functions?|symbols?|caller|call ?site)(?: name)?:?", re.IGNORECASE)
_SHARE = re.compile(r"percent|%|share|self|children|\bdelta\b|\bhits?\b", re.IGNORECASE)
_CLOCK = re.compile(r"(?:sec(?:ond)?s?|time|t)(?:[ ]?\(s\))?", re.IGNORECASE)
_FIGURE = re.compile(r"\d[\d.,]{0,14}")


def is_of_something_else(grid: Grid, texts: Sequence[str], own: Sequence[Measure | None]) -> bool:
    """Whether a table is one of what is watched or configured, of ratios, or no table but keys with their values."""
    is_profile = any(map(OF_PROFILES.search, (*texts, grid.corner))) and not any(own)
    if (
        is_profile
        or any(map(WATCHED.search, (*texts, grid.corner)))
        or RATIO.search(f"{grid.corner} {grid.over}") is not None
    ):
        return True
    if _OF_CODE.fullmatch(grid.corner.strip()) is not None and any(map(_SHARE.search, texts)):
        return True
    labels = [row.label.text for row in grid.rows]
    if _CLOCK.fullmatch(grid.corner.strip()) is not None and sum(map(str.isdigit, labels)) > 2:
        return True
    if all(map(_FIGURE.fullmatch, labels)) and (
        _heads_results(grid.corner, own) or any("." in each for each in labels)
    ):
        return True
    if len(texts) == 1:
        has_keys = grid.corner.endswith(":") or any(row.label.text.endswith(":") for row in grid.rows)
        return has_keys or not (any(own) or is_side(texts[0]))
    return not any(own) and len(set(map(grid.name, grid.columns))) < len(texts)


def _heads_results(corner: str, own: Sequence[Measure | None]) -> bool:
    """Whether the first column is one of results too: a side heads it, or a measure as the others."""
    return is_side(corner) or (any(own) and head_measure(corner) is not None)
