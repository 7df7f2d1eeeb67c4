"""Estimates and their intervals: whole games are drawn, from a seed."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycheck.empirical.probing.estimate import Estimate, Resampling, estimate, part, ratio, total

MEAN, COUNT = ratio(0, 1), part(1)


def of(*cells: tuple[float, ...], draws: int = 500, seed: int = 0) -> Estimate:
    return estimate(cells, MEAN, COUNT, Resampling(draws, seed))


def test_nothing_counted_is_no_measure() -> None:
    assert of() == Estimate(None, 0, 0)
    assert of((0, 0), (0, 0)) == Estimate(None, 0, 0)


def test_one_game_has_no_interval() -> None:
    assert of((3, 4)) == Estimate(0.75, 4, 1)
    assert of((3, 4), (0, 0)) == Estimate(0.75, 4, 1)
    assert of((3, 4), (1, 4), draws=0) == Estimate(0.5, 8, 2)


def test_games_are_drawn_and_not_cases() -> None:
    """Two games, all right and all wrong: each draw is 0, a half or 1, however many cases there are."""
    found = of((1000, 1000), (0, 1000))
    assert (found.value, found.low, found.high) == (0.5, 0, 1)
    alike = of((500, 1000), (500, 1000))
    assert (alike.low, alike.high) == (0.5, 0.5)


def test_the_interval_is_that_of_a_naive_bootstrap() -> None:
    cells = [(float(k * k % 7), 7.0 + k % 3) for k in range(12)]
    chance = random.Random(5)
    draws = []
    for _ in range(300):
        drawn = [cells[k] for k in chance.choices(range(12), k=12)]
        draws.append(sum(a for a, _ in drawn) / sum(b for _, b in drawn))
    draws.sort()
    # The middle 95 % of places 0 to 299: none inside is left out.
    low, high = draws[int(0.025 * 299)], draws[-1 - int(0.025 * 299)]
    found = of(*cells, draws=300, seed=5)
    assert found.low == pytest.approx(low)
    assert found.high == pytest.approx(high)


CELLS = st.lists(st.tuples(st.integers(0, 9), st.integers(9, 20)), min_size=2, max_size=6)


@given(CELLS, st.integers(0, 99))
def test_an_interval_is_within_the_games(cells: list[tuple[int, int]], seed: int) -> None:
    found = of(*cells, draws=60, seed=seed)
    assert found == of(*cells, draws=60, seed=seed)
    assert found.low is not None
    assert found.high is not None
    shares = [one / two for one, two in cells]
    assert min(shares) - 1e-12 <= found.low <= found.high <= max(shares) + 1e-12


def test_another_seed_is_another_interval() -> None:
    cells = [(float(k), 30.0) for k in range(30)]
    assert len({(of(*cells, draws=100, seed=seed).low) for seed in range(8)}) > 1


@given(st.lists(st.tuples(st.floats(0, 1e9), st.floats(0, 1e-9)), min_size=1), st.randoms())
def test_the_order_of_games_changes_no_bit(cells: list[tuple[float, float]], chance: random.Random) -> None:
    assert total(chance.sample(cells, len(cells))) == total(cells)
