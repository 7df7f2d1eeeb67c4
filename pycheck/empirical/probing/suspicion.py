"""A player's suspicion as a distribution over the living others."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping

Vector = Mapping[str, float]
_HUGE = 1e300


def vector_of(scores: Iterable[tuple[str, float]], observer: str, living: Collection[str]) -> Vector | None:
    """Scores of the living others, clipped at 0 and divided by their sum, in their order.

    ``None`` if there is none above 0.
    """
    clipped = {
        name: score if score > 0 else 0.0 for name, score in scores if name != observer and name in living
    }
    if max(clipped.values(), default=0) > _HUGE:
        # Their sum might be no number.
        clipped = {name: score / _HUGE for name, score in clipped.items()}
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
