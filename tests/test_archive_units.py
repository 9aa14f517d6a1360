from fractions import Fraction
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.compare import LOOSE_PREFIX, changes
from archive.model import Author, Span
from archive.results import Attribution, Basis, Change, Kernel, Measurement, TableRef
from archive.units import conversion, dimension, known_units

UNITS = st.sampled_from(known_units())
FIGURES = st.floats(min_value=1e-9, max_value=1e12)


def measured(kernel: str, raw: str, unit: str, *, better: str = "lower", number: int = 0) -> Measurement:
    return Measurement(
        id=f"m{kernel}{number}",
        table=TableRef("post@example.org", 0),
        span=Span(0, 1, 0, len(raw)),
        quoted=False,
        author=Author("Ada Poster", "ada@example.org"),
        posted_by=None,
        suite="fio",
        test="randread",
        metric="clat",
        test_text="randread",
        metric_text="clat",
        value=float(raw),
        raw=raw,
        unit=unit,
        unit_text=unit,
        better=better,
        resolution=0.1,
        kernel=Kernel(kernel, None, Attribution(Basis.HEADING)),
    )


def only(*rows: Measurement) -> Change:
    (change,) = changes(rows)
    return change


@given(UNITS, UNITS, FIGURES)
def test_a_value_converted_there_and_back_is_the_same(one: str, other: str, value: float) -> None:
    there, back = conversion(one, other), conversion(other, one)
    assert (there is None) == (back is None) == (dimension(one) != dimension(other))
    if there is not None and back is not None:
        assert there.factor * back.factor == 1
        assert there.slack == back.slack
        assert isclose(back.apply(there.apply(value)), value, rel_tol=1e-12)


@given(UNITS, UNITS, UNITS)
def test_a_detour_over_a_third_unit_makes_no_difference(one: str, other: str, third: str) -> None:
    direct, first, second = conversion(one, third), conversion(one, other), conversion(other, third)
    if direct is not None and first is not None and second is not None:
        assert first.factor * second.factor == direct.factor


@given(st.sampled_from(["ns", "us", "ms", "s"]), FIGURES, FIGURES)
def test_the_ratio_of_two_kernels_does_not_depend_on_the_unit_of_one(unit: str, old: float, new: float) -> None:
    to_unit = conversion("us", unit)
    assert to_unit is not None
    before = measured("before", repr(old), "us")
    alike = only(before, measured("after", repr(new), "us"))
    turned = only(before, measured("after", repr(to_unit.apply(new)), unit))
    assert alike.delta is not None
    assert turned.delta is not None
    assert isclose(alike.delta, turned.delta, rel_tol=1e-9, abs_tol=1e-9)


@pytest.mark.parametrize(
    ("old", "new", "factor"),
    [
        ("usec", "ns", 1000),
        ("ms", "s", Fraction(1, 1000)),
        ("GiB/s", "MiB/s", 1024),
        ("MB/s", "KB/s", 1000),
        ("MiB/s", "KB/s", Fraction(1024 * 1024, 1000)),
        ("kops/s", "ops/s", 1000),
        ("ops/us", "ops/ms", 1000),
        ("Gbit/s", "Mbit/s", 1000),
        ("kIOPS", "IOPS", 1000),
    ],
)
def test_units_of_one_dimension_have_an_exact_factor(old: str, new: str, factor: Fraction) -> None:
    found = conversion(old, new)
    assert found is not None
    assert found.factor == factor


@pytest.mark.parametrize(
    ("old", "new"), [("s", "ops/s"), ("us", "us/op"), ("IOPS", "MB/s"), ("ops/s", "IOPS"), ("us", None), ("x", "us")]
)
def test_unlike_dimensions_are_never_converted(old: str, new: str | None) -> None:
    assert conversion(old, new) is None


def test_a_unit_that_nobody_knows_is_only_like_itself() -> None:
    assert dimension("Task Creations/second") == "Task Creations/second"
    assert conversion("lpm", "lpm") is not None
    assert dimension(None) is None


def test_figures_of_one_test_in_other_units_are_compared_in_the_unit_of_the_older_side() -> None:
    change = only(measured("vanilla", "800.0", "us"), measured("patched", "1.2", "ms"))
    assert (change.unit, change.old.value, change.new.value) == ("us", 800.0, 1200.0)
    assert (change.old.shown, change.new.shown, change.new.raws) == ("800.0", "1200", ("1.2 ms",))
    assert change.delta == 0.5
    assert change.verdict == "slower"


def test_runs_of_one_side_in_several_units_are_one_side() -> None:
    rows = (measured("vanilla", "900.0", "us", number=1), measured("vanilla", "1.1", "ms", number=2))
    change = only(*rows, measured("patched", "2000000", "ns"))
    assert change.old.values == (900.0, 1100.0)
    assert (change.old.value, change.new.value) == (1000.0, 2000.0)


def test_a_printed_step_is_converted_as_its_value_is() -> None:
    change = only(measured("vanilla", "1150.0", "us"), measured("patched", "1.2", "ms"))
    assert change.verdict == "same"


def test_where_k_and_m_may_be_of_1024_the_change_says_so_and_small_ones_have_no_verdict() -> None:
    small = only(
        measured("vanilla", "100000", "KB/s", better="higher"), measured("patched", "102", "MB/s", better="higher")
    )
    assert small.verdict == "unknown"
    assert LOOSE_PREFIX in small.warnings
    large = only(
        measured("vanilla", "100000", "KB/s", better="higher"), measured("patched", "202", "MB/s", better="higher")
    )
    assert large.verdict == "faster"
    assert LOOSE_PREFIX in large.warnings


def test_units_that_mean_what_they_say_carry_no_warning() -> None:
    change = only(
        measured("vanilla", "2048", "KiB/s", better="higher"), measured("patched", "4.0", "MiB/s", better="higher")
    )
    assert (change.delta, change.verdict, change.warnings) == (1.0, "faster", ())


def test_times_and_rates_of_one_name_stand_apart() -> None:
    assert changes((measured("vanilla", "800", "us"), measured("patched", "12", "IOPS"))) == ()
