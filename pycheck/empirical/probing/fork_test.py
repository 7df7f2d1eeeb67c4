"""Whether an outcome depends on what was changed in a fork: an exact test on the counts of its arms.

An arm is a number of replays with the same intervention; an outcome is counted in each (the Mafia won; a
player was eliminated). Few replays decide little: what is not significant is called that, and an arm without
a replay is no measure. Nothing is rounded before p-values are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod

#: The level of a test unless another one was fixed beforehand.
ALPHA = 0.05
#: So many different tables are gone through at most.
MOST_TABLES = 1_000_000


@dataclass(frozen=True)
class Arm:
    """``count`` outcomes in ``n`` replays. Raises :class:`ValueError` unless ``0 <= count <= n``."""

    name: str
    count: int
    n: int

    def __post_init__(self) -> None:
        if not 0 <= self.count <= self.n:
            raise ValueError(f"{self.count} outcomes in {self.n} replays: there are none to {self.n}")

    @property
    def rate(self) -> float | None:
        """The share of replays with the outcome; ``None`` without a replay."""
        return self.count / self.n if self.n else None


@dataclass(frozen=True)
class ForkTest:
    """What a test of "the outcome does not depend on the arm" found.

    ``p`` is its exact p-value. ``least_p`` is the smallest that any split of as many outcomes over these arms
    would have had: above the level, these replays could not have shown anything. Both are ``None`` where
    there is no measure; ``why`` then says why.
    """

    arms: tuple[Arm, ...]
    p: float | None
    least_p: float | None
    why: str = ""

    def significant(self, alpha: float = ALPHA) -> bool | None:
        """Whether ``p`` is at most ``alpha``; ``None`` is no measure, not a failure."""
        return None if self.p is None else self.p <= alpha


def fork_test(arms: Sequence[Arm]) -> ForkTest:
    """Fisher's exact test, two-sided: of all splits of the outcomes over the arms, those no likelier.

    With the margins fixed, a split has probability Π C(nᵢ, xᵢ) / C(Σ nᵢ, Σ xᵢ); p is the sum over the splits
    whose probability is at most that of what was found. R. A. Fisher, The Logic of Inductive Inference,
    J. Royal Statistical Society 98 (1935), for two arms; G. H. Freeman and J. H. Halton, Note on an exact
    treatment of contingency, goodness of fit and other problems of significance, Biometrika 38 (1951), for
    more.
    """
    arms = tuple(arms)
    if len(arms) < 2:
        return ForkTest(arms, None, None, f"{len(arms)} arm{'' if len(arms) == 1 else 's'} to compare")
    empty = [arm.name for arm in arms if not arm.n]
    if empty:
        return ForkTest(arms, None, None, f"no replay in {', '.join(empty)}")
    weights = _weights(arms)
    if weights is None:
        return ForkTest(arms, None, None, f"more than {MOST_TABLES:,} different splits to go through")
    found = prod(comb(arm.n, arm.count) for arm in arms)
    total = comb(sum(arm.n for arm in arms), sum(arm.count for arm in arms))
    least = min(weights)
    no_likelier = sum(weight * times for weight, times in weights.items() if weight <= found)
    return ForkTest(arms, float(Fraction(no_likelier, total)), float(Fraction(least * weights[least], total)))


def _weights(arms: Sequence[Arm]) -> Counter[int] | None:
    """How many splits of the outcomes over the arms have which Π C(nᵢ, xᵢ); ``None`` if that is too much.

    Arm by arm, by the outcomes given away so far: splits of one weight are one entry, so that many arms of
    the same size stay few.
    """
    outcomes = sum(arm.count for arm in arms)
    left = sum(arm.n for arm in arms)
    by_sum: dict[int, Counter[int]] = {0: Counter({1: 1})}
    for arm in arms:
        left -= arm.n
        after: dict[int, Counter[int]] = {}
        work = sum(map(len, by_sum.values())) * (arm.n + 1)
        if work > MOST_TABLES:
            return None
        for given, weights in by_sum.items():
            # Neither more than there are, nor so few that the arms to come cannot take the rest.
            for count in range(max(0, outcomes - given - left), min(arm.n, outcomes - given) + 1):
                factor = comb(arm.n, count)
                into = after.setdefault(given + count, Counter())
                for weight, times in weights.items():
                    into[weight * factor] += times
        by_sum = after
    return by_sum[outcomes]


def words(test: ForkTest, alpha: float = ALPHA) -> str:
    """A test's result in one line: rates, p, and whether that is significant at the level ``alpha``."""
    rates = ", ".join(f"{arm.name} {arm.count} of {arm.n}" for arm in test.arms)
    before = f"{rates}: " if rates else ""
    if test.p is None or test.least_p is None:
        return f"{before}no measure ({test.why})"
    if test.significant(alpha):
        return f"{before}p = {shown_p(test.p)}, significant at {alpha:g}"
    said = f"{before}p = {shown_p(test.p)}, not significant at {alpha:g}"
    if test.least_p > alpha:
        said += "; with so few replays or outcomes, nothing could have been"
    return said


def shown_p(p: float) -> str:
    """A p-value to two significant digits, three places at least."""
    return f"{p:.3f}" if p >= 0.001 else f"{p:.1e}"
