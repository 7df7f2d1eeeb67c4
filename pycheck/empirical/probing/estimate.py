"""Estimates from sums over games, with bootstrap intervals that resample whole games.

Every measure here is a function of sums: each game contributes a *cell* (a tuple of numbers), cells of
several games are added up, and the measure is computed from the sum. Answers within a game depend on each
other, games do not; so games are what is drawn, with replacement (B. Efron, Bootstrap methods: another look
at the jackknife, Annals of Statistics 7, 1979; the percentile interval). Nothing counted is no measure.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter

Cell = tuple[float, ...]
Statistic = Callable[[Cell], float | None]


@dataclass(frozen=True)
class Estimate:
    """A measure over ``n`` cases in ``games`` games; ``None`` where nothing was counted.

    ``low`` and ``high`` are ``None`` too for fewer than two games that have any of it: of one game there is
    no spread between games.
    """

    value: float | None
    n: int
    games: int
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Resampling:
    """How intervals are made: so many draws of all games, from a seed, at a confidence. 0 draws: none."""

    draws: int = 1000
    seed: int = 0
    confidence: float = 0.95


def total(cells: Sequence[Cell]) -> Cell:
    """The sum of cells, correctly rounded: the order of the games changes nothing."""
    return tuple(math.fsum(column) for column in zip(*cells, strict=True))


def estimate(
    cells: Sequence[Cell], statistic: Statistic, count: Statistic, resampling: Resampling
) -> Estimate:
    """The statistic of the summed cells; ``count`` gives the number of cases from a sum."""
    if not cells:
        return Estimate(None, 0, 0)
    summed = total(cells)
    n = int(count(summed) or 0)
    games = sum(bool(count(cell)) for cell in cells)
    value = statistic(summed) if n else None
    low, high = (None, None) if value is None or games < 2 else _ends(cells, statistic, resampling)
    return Estimate(value, n, games, low, high)


def _ends(
    cells: Sequence[Cell], statistic: Statistic, resampling: Resampling
) -> tuple[float | None, float | None]:
    """The ends of the percentile interval: the smallest and largest of the middle share of all draws."""
    chance = random.Random(resampling.seed)  # noqa: S311
    columns = list(zip(*cells, strict=True))
    games = range(len(cells))
    found = []
    for _ in range(resampling.draws):
        pick = itemgetter(*chance.choices(games, k=len(cells)))
        value = statistic(tuple(math.fsum(pick(column)) for column in columns))
        if value is not None:
            found.append(value)
    if not found:
        return None, None
    found.sort()
    outside = (1 - resampling.confidence) / 2
    last = len(found) - 1
    return found[math.floor(outside * last)], found[math.ceil((1 - outside) * last)]


def ratio(over: int, under: int) -> Statistic:
    """The statistic ``cell[over] / cell[under]``; ``None`` where the latter is 0."""
    return lambda cell: cell[over] / cell[under] if cell[under] else None


def part(index: int) -> Statistic:
    """The statistic ``cell[index]``."""
    return lambda cell: cell[index]
