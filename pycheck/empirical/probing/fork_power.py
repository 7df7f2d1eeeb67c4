"""How many replays a fork needs, before it is run: the exact power of Fisher's test on two arms.

Power is summed over all tables, not approximated: with five replays an arm an approximation is worth nothing.
It does not grow with every replay: the test is discrete, and one replay more can cost power.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, exp, fsum, log, log1p

from pycheck.empirical.probing.fork_test import ALPHA

#: The probability with which a difference is to be found unless another one is wanted.
POWER = 0.8
#: The most replays an arm that a search goes to, and that a power is computed for.
MOST_REPLAYS, LARGEST = 200, 500
_STEPS = 1000


@dataclass(frozen=True)
class Detectable:
    """The rates nearest to ``base``, above and below, that ``n`` replays an arm tell from it.

    "Tell" is: with at least the wanted power. ``None`` where not even 1, or 0, is told from it.
    """

    base: float
    n: int
    above: float | None
    below: float | None


def power(base: float, other: float, n: int, n_other: int | None = None, alpha: float = ALPHA) -> float:
    """The probability that Fisher's two-sided test at the level ``alpha`` tells two rates apart.

    ``base`` and ``other`` are the true rates, ``n`` and ``n_other`` (``n``, where not given) the replays in
    the two arms. Σ B(x; n, base) B(y; n_other, other) over the tables (x, y) with p at most ``alpha``:
    J. T. Casagrande, M. C. Pike and P. G. Smith, The power function of the "exact" test for comparing two
    binomial distributions, Applied Statistics 27 (1978). Raises :class:`ValueError` for a rate or a level
    that is no probability, and for less than one replay or more than 500.
    """
    n_other = n if n_other is None else n_other
    _rates(base, other, alpha)
    _replays(n, n_other)
    return _over(_chances(base, n, n_other, alpha), other)


def least_n(
    base: float, other: float, wanted: float = POWER, alpha: float = ALPHA, most: int = MOST_REPLAYS
) -> int | None:
    """The fewest replays in each of two arms with the ``wanted`` power; ``None``: more than ``most``.

    Every number is tried from 1 on, as power does not grow steadily: a little above the fewest, it can be
    below the wanted again. Raises :class:`ValueError` as :func:`power` does.
    """
    _rates(base, other, alpha, wanted)
    _replays(most)
    return next((n for n in range(1, most + 1) if power(base, other, n, alpha=alpha) >= wanted), None)


def detectable(base: float, n: int, wanted: float = POWER, alpha: float = ALPHA) -> Detectable:
    """What difference ``n`` replays in each of two arms can find, from a rate ``base`` up and down.

    Going away from ``base`` in a thousand steps, the first rate that is told is narrowed down by halving.
    Raises :class:`ValueError` as :func:`power` does.
    """
    _rates(base, wanted, alpha)
    _replays(n)
    chances = _chances(base, n, n, alpha)
    ends = (_first(chances, base, end, wanted) for end in (1.0, 0.0))
    return Detectable(base, n, *ends)


def _first(chances: Sequence[float], base: float, end: float, wanted: float) -> float | None:
    """The first rate on the way from ``base`` to ``end`` at which the power is the wanted one."""
    near = base
    for step in range(1, _STEPS + 1):
        far = base + (end - base) * step / _STEPS
        if _over(chances, far) >= wanted:
            for _ in range(40):
                middle = (near + far) / 2
                near, far = (near, middle) if _over(chances, middle) >= wanted else (middle, far)
            return far
        near = far
    return None


def _over(chances: Sequence[float], rate: float) -> float:
    """The power at a rate of the other arm."""
    each = zip(_binomial(len(chances) - 1, rate), chances, strict=True)
    return min(1.0, fsum(probability * chance for probability, chance in each))


def _chances(base: float, n: int, n_other: int, alpha: float) -> list[float]:
    """For each count in the other arm, the probability that the first arm's count makes p at most alpha."""
    first = _binomial(n, base)
    rejected = _rejected(n, n_other, Fraction(str(alpha)))
    return [fsum(first[count] for count in row) for row in rejected]


def _binomial(n: int, rate: float) -> list[float]:
    """The probabilities of 0 to ``n`` outcomes, by way of logarithms: no factor gets too small to be kept."""
    if rate in (0, 1):
        return [float(count == n * rate) for count in range(n + 1)]
    yes, no = log(rate), log1p(-rate)
    return [exp(ways + count * yes + (n - count) * no) for count, ways in enumerate(_log_ways(n))]


@lru_cache(maxsize=256)
def _log_ways(n: int) -> tuple[float, ...]:
    return tuple(log(comb(n, count)) for count in range(n + 1))


@lru_cache(maxsize=256)
def _rejected(n: int, n_other: int, alpha: Fraction) -> tuple[tuple[int, ...], ...]:
    """For each count in the other arm, the counts in the first with which Fisher's p is at most alpha.

    Tables with one sum of outcomes compare by their weights C(n, x) C(n_other, y) alone. Going from the
    smallest weight up, with equal ones together, those are rejected whose sum is at most alpha of all.
    """
    first, second = ([comb(size, count) for count in range(size + 1)] for size in (n, n_other))
    rows: list[list[int]] = [[] for _ in second]
    for outcomes in range(n + n_other + 1):
        allowed = alpha.numerator * comb(n + n_other, outcomes)
        low, high = max(0, outcomes - n_other), min(n, outcomes)
        weights = [first[x] * second[outcomes - x] for x in range(low, high + 1)]
        # They rise and then fall (a hypergeometric distribution): the smallest is at one of the ends.
        left, right, summed = 0, len(weights) - 1, 0
        while left <= right:
            smallest = min(weights[left], weights[right])
            lower, upper = left, right
            while lower <= upper and weights[lower] == smallest:
                lower, summed = lower + 1, summed + smallest
            while upper >= lower and weights[upper] == smallest:
                upper, summed = upper - 1, summed + smallest
            if summed * alpha.denominator > allowed:
                break
            for x in (*range(left, lower), *range(upper + 1, right + 1)):
                rows[outcomes - low - x].append(low + x)
            left, right = lower, upper
    return tuple(tuple(row) for row in rows)


def _rates(*rates: float) -> None:
    for rate in rates:
        if not 0 <= rate <= 1:
            raise ValueError(f"{rate} is no probability: rates, levels and powers are from 0 to 1")


def _replays(*numbers: int) -> None:
    for number in numbers:
        if not 1 <= number <= LARGEST:
            raise ValueError(f"{number} replays an arm: from 1 to {LARGEST:,} can be computed")


def plan_text(
    base: float, other: float, repetitions: int | None, wanted: float = POWER, alpha: float = ALPHA
) -> str:
    """What can be known before a fork is run, for people: powers, the fewest replays, what they can find."""
    fewest = least_n(base, other, wanted, alpha)
    needed = f"more than {MOST_REPLAYS}" if fewest is None else str(fewest)
    lines = [
        f"Fisher's exact test, two-sided, at {alpha:g}; two arms.",
        f"To tell {other:g} from {base:g} with power {wanted:g}: {needed} repetitions an arm.",
    ]
    if repetitions is not None:
        said = f"With {repetitions} repetition{'' if repetitions == 1 else 's'} an arm"
        chance = power(base, other, repetitions, alpha=alpha)
        found = detectable(base, repetitions, wanted, alpha)
        ends = [
            f"{rate:.3f} or {way}"
            for way, rate in (("less", found.below), ("more", found.above))
            if rate is not None
        ]
        told = ", and ".join(ends) or "nothing, not even 0 or 1"
        lines += [
            f"{said}, they are told apart with probability {chance:.3f}.",
            f"{said}, told from {base:g} with power {wanted:g}: {told}.",
        ]
    return "\n".join(lines) + "\n"
