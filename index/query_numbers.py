"""Numbers in queries: single values, ranges and comparisons, with the units that people write."""

import math
import re
from collections.abc import Mapping
from types import MappingProxyType

from index.query_tokens import QueryError

_NUMBER = re.compile(r"([+-]?(?:\d{1,20}(?:\.\d{0,25})?|\.\d{1,25})(?:[eE][+-]?\d{1,3})?)([A-Za-z%]{0,4})")
_COMPARED = re.compile(r"([<>]=?|=)(.+)")
# What stands behind a number in that field, and by how much it is multiplied.
_UNITS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "mhz": {"": 1, "mhz": 1, "ghz": 1000},
        "ram": {"": 1, "m": 1, "mb": 1, "mib": 1, "g": 1024, "gb": 1024, "gib": 1024, "k": 1 / 1024, "kb": 1 / 1024},
        "value": {"": 1},
        "delta": {"": 1, "%": 1},
        "runs": {"": 1},
    }
)
_LARGEST = 1e300
_EXAMPLES = MappingProxyType(
    {
        "mhz": "mhz:800, mhz:700..900 or mhz:>1GHz",
        "ram": "ram:128M, ram:..64M or ram:>=1G",
        "value": "value:5620, value:100..200 or value:>1000",
        "delta": "delta:<-20%, delta:>10% or delta:-30%..-20%",
        "runs": "runs:5, runs:3.. or runs:>1",
    }
)


def number_range(field: str, text: str) -> tuple[float | None, float | None, str]:
    """Low and high bound, both inclusive, and in words what they are; QueryError shows how such a value is written.

    A bound behind < or > is the next number that can be told apart. A single per cent covers what is printed
    so: -20% is -20.5 to -19.5.
    """
    compared = _COMPARED.fullmatch(text)
    if compared is not None:
        return _comparison(field, compared[1], compared[2])
    if ".." not in text:
        return _single(field, text)
    below, _, above = text.partition("..")
    low, high = (_number(field, bound) if bound else None for bound in (below, above))
    if low is None and high is None:
        raise _wrong(field, text)
    if low is not None and high is not None and low > high:
        message = f"{field}:{text} begins after it ends: write {field}:{above}..{below}"
        raise QueryError(message)
    return low, high, " ".join(word for word in (below and f"from {below}", above and f"to {above}") if word)


def _comparison(field: str, sign: str, text: str) -> tuple[float | None, float | None, str]:
    bound = _number(field, text)
    match sign:
        case "<":
            return None, math.nextafter(bound, -math.inf), f"below {text}"
        case "<=":
            return None, bound, f"{text} or less"
        case ">":
            return math.nextafter(bound, math.inf), None, f"above {text}"
        case ">=":
            return bound, None, f"{text} or more"
        case _:
            return _single(field, text)


def _single(field: str, text: str) -> tuple[float, float, str]:
    value = _number(field, text)
    slack = _slack(field, text)
    return value - slack, value + slack, f"{text}, as rounded" if slack else text


def _slack(field: str, text: str) -> float:
    """Half the step of what people write rounded: 133 MHz are 133.3, and -41.3 % are -41.34."""
    if field == "mhz":
        return 0.5
    decimals = len(text.rstrip("%").partition(".")[2])
    return 0.5 * 10**-decimals if field == "delta" else 0.0


def _number(field: str, text: str) -> float:
    match = _NUMBER.fullmatch(text)
    units = _UNITS[field]
    if match is None or match[2].lower() not in units:
        raise _wrong(field, text)
    number = float(match[1]) * units[match[2].lower()]
    if abs(number) > _LARGEST:
        raise _wrong(field, text)
    return number


def _wrong(field: str, text: str) -> QueryError:
    return QueryError(f"{field}: cannot read {text!r}; write {_EXAMPLES[field]}")
