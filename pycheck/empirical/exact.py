"""Exact tests on counts: does a player look at its own type, does it toss a coin, is a rate near a value.

A margin cannot tell a player that reports its own type from one that tosses a coin: with types in balance
both report everything half of the time. These tests look within each type. All are exact (binomial or
hypergeometric), all answer ``None`` where there is nothing to test. scipy is loaded on first use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pycheck.empirical.intervals import Rate


@dataclass(frozen=True)
class ConditionalPolicy:
    """What the reports of one player say about its dependence on its own type.

    ``by_type`` is the rate of the examined report at each true type. ``independent_p`` is the exact p-value
    of "the report does not depend on the type"; ``coin_p`` that of "at every type each of the possible
    reports is equally likely". Both are ``None`` when they cannot be tested (fewer than two types seen; no
    act at all).
    """

    by_type: tuple[tuple[str, Rate], ...]
    independent_p: float | None
    coin_p: float | None


def conditional_policy(by_type: Mapping[str, Rate], reports: int) -> ConditionalPolicy:
    """Test one report's rates by true type; ``reports`` is how many reports there are to choose from.

    Several tests are needed for one statement (each type against the rest; each type against the coin), so
    the smallest p-value is multiplied by their number (Bonferroni): conservative, and exact for two types,
    where both comparisons with the rest are the same Fisher test.
    """
    if reports < 1:
        raise ValueError("a player without reports has no policy")
    coins = [binomial_p(rate, 1 / reports) for rate in by_type.values()]
    return ConditionalPolicy(tuple(by_type.items()), spread_p(list(by_type.values())), _corrected(coins))


def spread_p(rates: Sequence[Rate]) -> float | None:
    """Exact p-value of "all of these are one rate": Fisher's test of each against the rest, corrected.

    Rates without an act are left out; ``None`` if fewer than two remain.
    """
    seen = [rate for rate in rates if rate.n]
    if len(seen) < 2:
        return None
    from scipy.stats import fisher_exact

    count, n = sum(r.count for r in seen), sum(r.n for r in seen)
    pairs = seen[:1] if len(seen) == 2 else seen
    tables = ([[r.count, r.n - r.count], [count - r.count, (n - r.n) - (count - r.count)]] for r in pairs)
    return _corrected([float(fisher_exact(table).pvalue) for table in tables])


def _corrected(found: Sequence[float | None]) -> float | None:
    tested = [p for p in found if p is not None]
    return min(1.0, min(tested) * len(tested)) if tested else None


def binomial_p(rate: Rate, probability: float) -> float | None:
    """Two-sided exact p-value of "each act is the report with this probability"; ``None`` for no act."""
    if not rate.n:
        return None
    from scipy.stats import binomtest

    return float(binomtest(rate.count, rate.n, probability).pvalue)


@dataclass(frozen=True)
class Equivalence:
    """Two one-sided tests of "the rate is within ``margin`` of ``centre``", at every type.

    ``p`` is the largest of all one-sided p-values (intersection-union, no correction needed): below the
    level, every type's rate is shown to lie within the margin. ``None`` when a type has no act.
    """

    centre: float
    margin: float
    p: float | None
    by_type: tuple[tuple[str, float | None], ...]

    def shown(self, level: float) -> bool | None:
        """Whether equivalence is shown at ``level``; ``None`` is no measure, not a failure."""
        return None if self.p is None else self.p < level


def equivalence(by_type: Mapping[str, Rate], centre: float, margin: float) -> Equivalence:
    """Test whether every type's rate lies in ``(centre - margin, centre + margin)``, by exact binomials.

    D. J. Schuirmann, A comparison of the two one-sided tests procedure (TOST) and the power approach,
    J. Pharmacokinetics and Biopharmaceutics 15 (1987). Raises :class:`ValueError` for a margin that is not
    positive. An end of the region outside ``[0, 1]`` cannot be crossed and is not tested; a region that
    covers all of it shows nothing and is refused.
    """
    if margin <= 0:
        raise ValueError(f"an equivalence margin is positive, not {margin}")
    if centre - margin < 0 and centre + margin > 1:
        raise ValueError(f"every rate lies within {margin} of {centre}: nothing can be shown")
    by = tuple((label, _one(rate, centre, margin)) for label, rate in by_type.items())
    tested = [p for _, p in by]
    found = [p for p in tested if p is not None]
    complete = bool(found) and len(found) == len(tested)
    return Equivalence(centre, margin, max(found) if complete else None, by)


def _one(rate: Rate, centre: float, margin: float) -> float | None:
    if not rate.n:
        return None
    from scipy.stats import binomtest

    sides = []
    if centre - margin >= 0:
        sides.append(binomtest(rate.count, rate.n, centre - margin, alternative="greater").pvalue)
    if centre + margin <= 1:
        sides.append(binomtest(rate.count, rate.n, centre + margin, alternative="less").pvalue)
    return float(max(sides))
