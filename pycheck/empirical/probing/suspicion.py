"""A player's suspicion as a distribution over the living others."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pycheck.empirical.probing.answers import SuspicionReport

Vector = Mapping[str, float]


def vector_of(report: SuspicionReport) -> Vector | None:
    """Scores clipped at 0 and divided by their sum, in the order of the answer; ``None`` if all are 0."""
    asked = report.asked
    clipped = {
        name: max(0.0, score)
        for name, score in report.scores
        if name != asked.observer and name in asked.living
    }
    whole = math.fsum(clipped.values())
    return {name: score / whole for name, score in clipped.items()} if whole > 0 else None


def distance(first: Vector, second: Vector) -> float | None:
    """The L1 distance, 0 to 2, of both divided by their sums over the names that they share.

    ``None`` where they share none, or one of them has nothing on those.
    """
    shared = [name for name in first if name in second]
    one = math.fsum(first[name] for name in shared)
    two = math.fsum(second[name] for name in shared)
    if one <= 0 or two <= 0:
        return None
    return math.fsum(abs(first[name] / one - second[name] / two) for name in shared)


def top_of(vector: Vector) -> str:
    """The most suspected; of several, the one that the answer lists first."""
    return max(vector, key=lambda name: vector[name])
