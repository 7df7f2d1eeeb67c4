from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycheck.empirical.exact import binomial_p, conditional_policy, equivalence
from pycheck.empirical.intervals import Rate, cohen_h, difference, difference_interval, wilson

NONE = Rate(0, 0)


def rates(least: int = 0) -> st.SearchStrategy[Rate]:
    return st.integers(least, 60).flatmap(lambda n: st.integers(0, n).map(lambda k: Rate(k, n)))


@given(rates(1))
def test_wilson_solves_its_equation(rate: Rate) -> None:
    """Each end p is where |rate - p| is z standard errors of p: the definition, not the closed form."""
    found = rate.interval
    assert found is not None
    assert rate.value is not None
    assert 0 <= found.low <= rate.value <= found.high <= 1
    z = 1.959963984540054
    for end in (found.low, found.high):
        assert math.isclose(
            (rate.value - end) ** 2, z * z * end * (1 - end) / rate.n, rel_tol=1e-6, abs_tol=1e-9
        )


@pytest.mark.parametrize(
    ("count", "n", "low", "high"),
    [
        (8, 8, "0.676", "1.000"),
        (0, 8, "0.000", "0.324"),
        (19, 32, "0.423", "0.745"),
        (10, 10, "0.722", "1.000"),
        (32, 32, "0.893", "1.000"),
        (16, 32, "0.336", "0.664"),
    ],
)
def test_wilson_to_published_digits(count: int, n: int, low: str, high: str) -> None:
    found = wilson(count, n)
    assert found is not None
    assert (f"{found.low:.3f}", f"{found.high:.3f}") == (low, high)


def test_nothing_counted_is_no_measure_everywhere() -> None:
    some = Rate(3, 4)
    assert NONE.value is None
    assert NONE.interval is None
    assert wilson(0, 0) is None
    for pair in ((NONE, some), (some, NONE), (NONE, NONE)):
        assert difference(*pair) is None
        assert difference_interval(*pair) is None
        assert cohen_h(*pair) is None
    assert binomial_p(NONE, 0.5) is None
    policy = conditional_policy({"a": NONE, "b": NONE}, 2)
    assert policy.independent_p is policy.coin_p is None
    assert conditional_policy({"a": some, "b": NONE}, 2).independent_p is None
    for types in ({"a": NONE}, {"a": Rate(2000, 4000), "b": NONE}, {}):
        found = equivalence(types, 0.5, 0.1)
        assert found.p is None
        assert found.shown(0.05) is None


def test_an_impossible_rate_is_refused() -> None:
    for count, n in ((1, 0), (5, 4), (-1, 4)):
        with pytest.raises(ValueError, match="is no rate"):
            Rate(count, n)


def test_effect_sizes_as_published() -> None:
    assert f"{cohen_h(Rate(32, 32), Rate(16, 32)):.2f}" == "1.57"
    assert f"{cohen_h(Rate(16, 16), Rate(12, 16)):.2f}" == "1.05"


@given(rates(1), rates(1))
def test_a_difference_lies_in_its_interval(first: Rate, second: Rate) -> None:
    apart, found = difference(first, second), difference_interval(first, second)
    back = difference_interval(second, first)
    assert apart is not None
    assert found is not None
    assert back is not None
    assert -1 <= found.low <= apart + 1e-12
    assert apart - 1e-12 <= found.high <= 1
    assert (found.low, found.high) == pytest.approx((-back.high, -back.low))
    assert cohen_h(first, second) == pytest.approx(-(cohen_h(second, first) or 0.0))


def test_newcombe_s_example() -> None:
    """56/70 and 48/80: the first row of table II of the source, [0.0524, 0.3339]."""
    found = difference_interval(Rate(56, 70), Rate(48, 80))
    assert found is not None
    assert (round(found.low, 4), round(found.high, 4)) == (0.0524, 0.3339)


def fisher(k1: int, n1: int, k2: int, n2: int) -> float:
    """By the definition: all tables with these margins that are no likelier than the one seen."""
    total, n = k1 + k2, n1 + n2

    def likelihood(k: int) -> int:
        return math.comb(n1, k) * math.comb(n2, total - k) if 0 <= total - k <= n2 else 0

    every = [likelihood(k) for k in range(n1 + 1)]
    return sum(w for w in every if w <= likelihood(k1)) / math.comb(n, total)


@given(rates(1), rates(1))
def test_the_conditional_policy_is_fisher_s_test(one: Rate, two: Rate) -> None:
    found = conditional_policy({"a": one, "b": two}, 2)
    assert found.independent_p == pytest.approx(fisher(one.count, one.n, two.count, two.n), abs=1e-9)


def test_the_margin_cannot_tell_what_the_test_can() -> None:
    """Both players report a' half of the time; one reports its own type, the other tosses a coin."""
    own = conditional_policy({"a": Rate(0, 16), "a'": Rate(16, 16)}, 2)
    coin = conditional_policy({"a": Rate(8, 16), "a'": Rate(8, 16)}, 2)
    assert binomial_p(Rate(16, 32), 0.5) == 1.0
    assert own.independent_p is not None
    assert own.coin_p is not None
    assert own.independent_p < 1e-8
    assert own.coin_p < 1e-4
    assert coin.independent_p == coin.coin_p == 1.0


def test_three_types_are_each_held_against_the_rest() -> None:
    by_type = {"a": Rate(9, 9), "b": Rate(0, 9), "c": Rate(4, 9)}
    found = conditional_policy(by_type, 2).independent_p
    rest = [fisher(9, 9, 4, 18), fisher(0, 9, 13, 18), fisher(4, 9, 9, 18)]
    assert found == pytest.approx(3 * min(rest))


def tail(k: int, n: int, p: float) -> float:
    return sum(math.comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(k, n + 1))


@given(rates(1))
def test_equivalence_is_the_larger_of_two_tails(rate: Rate) -> None:
    found = equivalence({"a": rate}, 0.5, 0.2)
    above = tail(rate.count, rate.n, 0.3)
    below = 1 - tail(rate.count + 1, rate.n, 0.7)
    assert found.p == pytest.approx(max(above, below), abs=1e-9)


def test_equivalence_needs_every_type() -> None:
    """A margin of one half does not make a player that reports its type a coin."""
    assert equivalence({"all": Rate(100, 200)}, 0.5, 0.2).shown(0.05) is True
    assert equivalence({"a": Rate(0, 100), "a'": Rate(100, 100)}, 0.5, 0.2).shown(0.05) is False
    assert equivalence({"a": Rate(50, 100), "a'": Rate(50, 100)}, 0.5, 0.2).shown(0.05) is True
    assert equivalence({"a": Rate(2, 4), "a'": Rate(2, 4)}, 0.5, 0.2).shown(0.05) is False, "too few to show"


@pytest.mark.parametrize("margin", [0.0, -0.1, 0.6])
def test_a_margin_that_shows_nothing_is_refused(margin: float) -> None:
    with pytest.raises(ValueError, match=r"margin|nothing can be shown"):
        equivalence({"a": Rate(1, 2)}, 0.5, margin)
