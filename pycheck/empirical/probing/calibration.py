"""How sure innocents are of the roles they guess, against how often they are right.

Expected calibration error in bins of equal width (M. P. Naeini, G. F. Cooper and M. Hauskrecht, Obtaining
well calibrated probabilities using Bayesian binning, AAAI 2015) and Brier's score (G. W. Brier,
Verification of forecasts expressed in terms of probability, Monthly Weather Review 78, 1950) on the same
pairs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pycheck.empirical.probing.answers import RoleReport
from pycheck.empirical.probing.estimate import Cell
from pycheck.empirical.probing.order import first_answers
from pycheck.empirical.probing.records import UNKNOWN
from pycheck.empirical.probing.sides import Side, side_of

#: The width of a bin in percent.
WIDTH = 20
BINS = 100 // WIDTH


class Pair(NamedTuple):
    """A confidence in percent, and whether the guess was right."""

    confidence: float
    right: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """The guesses with a confidence from ``low`` to below ``high`` (100 included in the last bin)."""

    low: int
    high: int
    n: int
    right: int
    confidence_sum: float

    @property
    def accuracy(self) -> float | None:
        """The share of right guesses."""
        return self.right / self.n if self.n else None

    @property
    def confidence(self) -> float | None:
        """The mean confidence in percent."""
        return self.confidence_sum / self.n if self.n else None


def pairs_of(reports: Iterable[RoleReport], roles: Mapping[str, str]) -> list[Pair]:
    """The guesses that are scored: by innocents, about others, of a role, with a confidence."""
    return [
        Pair(guess.confidence, guess.role == roles[guess.target])
        for report in first_answers(reports)
        if side_of(report.asked.observer, roles) is Side.INNOCENT
        for guess in report.guesses
        if guess.target != report.asked.observer
        and guess.role != UNKNOWN
        and guess.confidence is not None
        and side_of(guess.target, roles) is not None
    ]


def cell_of(pairs: Sequence[Pair]) -> Cell:
    """Number, right ones and summed confidence of each bin, then the summed squared errors."""
    bins: list[list[Pair]] = [[] for _ in range(BINS)]
    for pair in pairs:
        bins[min(int(pair.confidence // WIDTH), BINS - 1)].append(pair)
    cell: list[float] = []
    for inside in bins:
        cell += [len(inside), sum(pair.right for pair in inside), math.fsum(p.confidence for p in inside)]
    return *cell, math.fsum((pair.confidence / 100 - pair.right) ** 2 for pair in pairs)


def bins_of(cell: Cell) -> tuple[Bin, ...]:
    """The bins of a cell, empty ones included."""
    return tuple(
        Bin(k * WIDTH, (k + 1) * WIDTH, int(cell[3 * k]), int(cell[3 * k + 1]), cell[3 * k + 2])
        for k in range(BINS)
    )


def count(cell: Cell) -> float:
    """The number of pairs."""
    return sum(cell[0 : 3 * BINS : 3])


def expected_calibration_error(cell: Cell) -> float | None:
    """Σ over bins (n_b / N) |accuracy_b - confidence_b / 100|; ``None`` without a pair."""
    n = count(cell)
    if not n:
        return None
    return math.fsum(abs(b.right - b.confidence_sum / 100) for b in bins_of(cell)) / n


def brier(cell: Cell) -> float | None:
    """The mean squared difference between confidence / 100 and being right; ``None`` without a pair."""
    n = count(cell)
    return cell[-1] / n if n else None
