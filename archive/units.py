"""Units of results: which of them measure the same, and by what one is turned into another; the one table of units.

Tools write K, M and G for powers of 1000 or of 1024 as they please; Ki, Mi and Gi, and kB, mean what they say. Between
units where one of the two could be meant, a factor is known to some 2 to 10 % only, and `slack` says how far.
"""

from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

_LOOSE_STEP = 1.024


@dataclass(frozen=True, slots=True)
class Conversion:
    """What a value is multiplied by; `slack` is the relative difference that another reading of K, M, G makes."""

    factor: Fraction
    slack: float = 0.0

    def apply(self, value: float) -> float:
        """The value in the other unit, rounded once."""
        return value * self.factor.numerator / self.factor.denominator


@dataclass(frozen=True, slots=True)
class _Unit:
    dimension: str
    scale: Fraction
    """How many of the dimension's own unit it is."""
    loose: int = 0
    """How many prefixes of it may be 1000 or 1024."""


def dimension(unit: str | None) -> str | None:
    """The name of what a unit measures, equal for all units that can be turned into each other; a unit that the table
    does not have is a dimension of its own.
    """
    known = _UNITS.get(unit) if unit is not None else None
    return known.dimension if known is not None else unit


def conversion(old: str | None, new: str | None) -> Conversion | None:
    """How values in unit `old` become values in unit `new`; None where the two do not measure the same."""
    if old == new:
        return Conversion(Fraction(1))
    one, other = _known(old), _known(new)
    if one is None or other is None or one.dimension != other.dimension:
        return None
    return Conversion(one.scale / other.scale, _LOOSE_STEP ** abs(one.loose - other.loose) - 1)


def known_units() -> tuple[str, ...]:
    """Every spelling that the table has."""
    return tuple(_UNITS)


def _known(unit: str | None) -> _Unit | None:
    return _UNITS.get(unit) if unit is not None else None


def _of(name: str, scales: dict[str, int | Fraction], loose: int = 0) -> dict[str, _Unit]:
    """The units of one dimension: spellings, blanks between them, and their scale."""
    return {unit: _Unit(name, Fraction(scale), loose) for units, scale in scales.items() for unit in units.split()}


_SECOND = 10**9
_UNITS = MappingProxyType(
    {
        **_of(
            "time",
            {
                "ns nsec nsecs nanosecond nanoseconds": 1,
                "us usec usecs \xb5s \u03bcs microsecond microseconds": 10**3,
                "ms msec msecs millisecond milliseconds": 10**6,
                "s sec secs second seconds": _SECOND,
                "min minutes": 60 * _SECOND,
            },
        ),
        **_of(
            "time per operation",
            {"ns/op nsec/op": 1, "us/op usec/op usecs/op": 10**3, "ms/op msec/op": 10**6, "s/op sec/op": _SECOND},
        ),
        **_of(
            "data rate",
            {
                "B/s bytes/s bytes/sec": 8,
                "kB/s": 8 * 10**3,
                "KiB/s": 8 * 2**10,
                "MiB/s": 8 * 2**20,
                "GiB/s": 8 * 2**30,
                "TiB/s": 8 * 2**40,
                "bit/s bits/s bits/sec": 1,
                "kbit/s Kbit/s": 10**3,
                "Mbit/s": 10**6,
                "Gbit/s": 10**9,
            },
        ),
        **_of("data rate", {"KB/s KB/sec": 8 * 10**3}, loose=1),
        **_of("data rate", {"MB/s MB/sec": 8 * 10**6}, loose=2),
        **_of("data rate", {"GB/s GB/sec": 8 * 10**9}, loose=3),
        **_of(
            "operations",
            {
                "ops/min": Fraction(1, 60),
                "ops/s op/s ops/sec": 1,
                "kops/s Kops/s Kop/s kop/s ops/ms": 10**3,
                "Mops/s Mop/s ops/us": 10**6,
            },
        ),
        **_of("I/O operations", {"IOPS iops": 1, "kIOPS KIOPS": 10**3, "MIOPS": 10**6}),
        **_of("packets", {"pps pkts/s packets/s": 1, "kpps Kpps": 10**3, "Mpps": 10**6}),
        **_of("transactions", {"tps TPS transactions/s": 1, "ktps kTPS KTPS": 10**3}),
        **_of("requests", {"req/s reqs/s requests/s requests/sec": 1, "kreq/s": 10**3}),
        **_of("jobs", {"jobs/min": 1, "jobs/s": 60}),
    }
)
