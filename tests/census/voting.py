"""Voting by strict rankings: n voters who rank m alternatives."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

from pycheck.mechanism import Agent, Mechanism, OutcomeMap, Signature


def voting(voters: int, alternatives: int) -> Mechanism:
    """Every voter's types and reports are the strict rankings; the utility of the k-th last is k."""
    labels = tuple("abcdefgh"[:alternatives])
    rankings = list(permutations(range(alternatives)))
    names = tuple(">".join(labels[o] for o in ranking) for ranking in rankings)
    agents = tuple(Agent(f"voter{i + 1}", names, names, tuple(range(len(names)))) for i in range(voters))
    table = tuple(
        tuple(Fraction(alternatives - 1 - ranking.index(o)) for ranking in rankings)
        for o in range(alternatives)
    )
    signature = Signature(agents, labels)
    first = OutcomeMap((0,) * signature.cell_count)
    return Mechanism("voting", "voting", signature, (table,) * voters, {"outcome_map": first})
