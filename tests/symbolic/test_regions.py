"""Regions against their meaning, point by point."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from pycheck.symbolic.regions import EVERYTHING, NOTHING, Region, region, solutions

POINTS = [Fraction(n) for n in range(-2, 3)]
#: Every boundary point, something between any two, and something beyond both ends.
PROBES = [Fraction(n, 2) for n in range(-9, 10)]


@st.composite
def regions(draw: st.DrawFn) -> Region:
    points = sorted(draw(st.sets(st.sampled_from(POINTS), max_size=4)))
    size = 2 * len(points) + 1
    return region(points, draw(st.lists(st.booleans(), min_size=size, max_size=size)))


def members(it: Region) -> list[bool]:
    return [probe in it for probe in PROBES]


@given(regions(), regions())
def test_algebra_is_that_of_sets(one: Region, other: Region) -> None:
    assert members(one & other) == [a and b for a, b in zip(members(one), members(other), strict=True)]
    assert members(one | other) == [a or b for a, b in zip(members(one), members(other), strict=True)]
    assert members(~one) == [not a for a in members(one)]


@given(regions(), regions())
def test_equal_sets_are_equal_objects(one: Region, other: Region) -> None:
    assert (members(one) == members(other)) == (one == other)
    assert one & ~one == NOTHING
    assert one | ~one == EVERYTHING


@given(regions(), st.sampled_from([Fraction(-2), Fraction(-1, 3), Fraction(1, 2), Fraction(3)]))
def test_scaling(it: Region, factor: Fraction) -> None:
    offset = Fraction(1, 2)
    scaled = it.scaled(factor, offset)
    for probe in PROBES:
        assert ((probe - offset) / factor in scaled) == (probe in it)


@given(regions(), st.sampled_from(PROBES))
def test_around_is_the_largest_constant_interval(it: Region, value: Fraction) -> None:
    low, high = it.around(value)
    inside = value in it
    for sign, end in ((-1, low), (1, high)):
        beyond = [p for p in PROBES if (p - value) * sign > 0]
        until = [p for p in beyond if end.point is None or (p - end.point) * sign < 0]
        assert all((p in it) == inside for p in until)
        if end.point is not None:
            assert (end.point in it) == (inside if end.attained else not inside)
            after = end.point + sign * Fraction(1, 4)
            assert not end.attained or (after in it) != inside
    assert low.point is not None or Fraction(-100) in it or not inside


@given(regions())
def test_intervals_cover_the_region_and_nothing_else(it: Region) -> None:
    for probe in PROBES:
        covered = any(
            (low.point is None or low.point < probe or (low.attained and low.point == probe))
            and (high.point is None or probe < high.point or (high.attained and high.point == probe))
            for low, high in it.intervals()
        )
        assert covered == (probe in it)


def test_solutions() -> None:
    two = Fraction(2)
    for probe in PROBES:
        assert (probe in solutions("<", two)) == (probe < two)
        assert (probe in solutions("<=", two)) == (probe <= two)
        assert (probe in solutions("=", two)) == (probe == two)
