"""A thousand random mechanisms: every claim kind's verdict, by every means, is the naive oracle's."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from pycheck.census.counting import count_claim
from pycheck.claims import Evaluator, read_claims
from pycheck.claims.formula import CountMaps
from pycheck.mechanism import ClaimEntry, Mechanism

from . import oracle
from .oracle import Game
from .random_games import random_claim, random_game
from .strategies import KINDS, mechanism

PART, PARTS = 50, 20
#: Claims that something is so many.
COUNTS = ("census_count", "pivotal_count", "profile_count")


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_verdict_is_the_oracles(part: int) -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for seed in range(part * PART, (part + 1) * PART):
        game = random_game(seed)
        product, rng = mechanism(game), Random(f"claims of {seed}")
        for kind in KINDS:
            params = random_claim(rng, game, kind)
            if params is not None:
                seen[kind, compared(game, product, kind, params, rng, f"seed {seed}")] += 1
    # A comparison of verdicts that never differ would say nothing.
    assert set(seen) == {(kind, holds) for kind in KINDS for holds in (True, False)}
    for kind in KINDS:
        # Not every mechanism has few maps, agents with the same reports, or an agent with several.
        wanted = {"pareto_undominated": PART // 2, "anonymity": PART // 6, "monotonicity": PART - 5}.get(
            kind, PART
        )
        assert seen[kind, True] + seen[kind, False] >= wanted


def compared(
    game: Game, product: Mechanism, kind: str, params: dict[str, Any], rng: Random, where: str
) -> bool:
    """The verdict, once all agree on it."""
    truth = oracle.judge(game, kind, params)
    holds, where = truth.holds, f"{where}: {kind} {params}"
    if kind in COUNTS:
        # Right every other time.
        params["count"] = truth.satisfied + rng.randrange(2)
        holds = params["count"] == truth.satisfied
    entry = ClaimEntry("claims[0]", "it", kind, params)
    (claim,), faults = read_claims((entry,), product.signature)
    assert not faults, where
    assert claim.formula is not None
    found = Evaluator(product).enumerate(claim.formula, claim.order)
    assert (found.holds, found.cases, found.satisfied) == (holds, truth.cases, truth.satisfied), where
    if isinstance(claim.formula, CountMaps):
        counted = count_claim(claim.formula, product)
        if counted is not None:
            assert (counted.holds, counted.cases, counted.satisfied) == (
                holds,
                truth.cases,
                truth.satisfied,
            ), where
    return holds
