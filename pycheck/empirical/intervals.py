"""Rates with their intervals, and how far apart two of them are.

Nothing counted is no measure: where a rate has no denominator, every function here answers ``None``, never
zero and never false. scipy is loaded when a first interval is asked for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

#: The confidence of every interval unless a frozen analysis says otherwise.
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Interval:
    """A two-sided confidence interval, both ends included, in the unit of its estimate."""

    low: float
    high: float


@dataclass(frozen=True)
class Rate:
    """``count`` of ``n`` acts; ``value`` and ``interval`` are ``None`` when ``n`` is 0 (no measure)."""

    count: int
    n: int
    confidence: float = CONFIDENCE

    def __post_init__(self) -> None:
        if not 0 <= self.count <= self.n:
            raise ValueError(f"{self.count} of {self.n} is no rate")

    @property
    def value(self) -> float | None:
        """The share, between 0 and 1."""
        return self.count / self.n if self.n else None

    @property
    def interval(self) -> Interval | None:
        """The Wilson score interval."""
        return wilson(self.count, self.n, self.confidence)


@lru_cache(maxsize=65536)
def wilson(count: int, n: int, confidence: float = CONFIDENCE) -> Interval | None:
    """Wilson's score interval for ``count`` of ``n``; ``None`` when ``n`` is 0.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927).
    Raises :class:`ValueError` unless ``0 <= count <= n``.
    """
    if n == 0 and count == 0:
        return None
    from scipy.stats import binomtest

    found = binomtest(count, n).proportion_ci(confidence, method="wilson")
    return Interval(float(found.low), float(found.high))


def difference(first: Rate, second: Rate) -> float | None:
    """``first - second``; ``None`` when either is no measure."""
    if first.value is None or second.value is None:
        return None
    return first.value - second.value


def difference_interval(first: Rate, second: Rate) -> Interval | None:
    """Newcombe's hybrid score interval for ``first - second``; ``None`` when either is no measure.

    R. G. Newcombe, Interval estimation for the difference between independent proportions, Statistics in
    Medicine 17 (1998), method 10: each end combines the distances of the two Wilson ends.
    """
    apart, one, two = difference(first, second), first.interval, second.interval
    if apart is None or one is None or two is None or first.value is None or second.value is None:
        return None
    low = apart - math.hypot(first.value - one.low, two.high - second.value)
    high = apart + math.hypot(one.high - first.value, second.value - two.low)
    return Interval(max(-1.0, low), min(1.0, high))


def cohen_h(first: Rate, second: Rate) -> float | None:
    """Cohen's effect size ``2 asin √p₁ - 2 asin √p₂``, in ``[-π, π]``; ``None`` without a measure.

    J. Cohen, Statistical Power Analysis for the Behavioral Sciences, 2nd edition (1988), chapter 6.
    """
    if first.value is None or second.value is None:
        return None
    return 2 * math.asin(math.sqrt(first.value)) - 2 * math.asin(math.sqrt(second.value))
