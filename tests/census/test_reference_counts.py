"""Strategy-proof voting rules over strict rankings: the known numbers, found by counting.

Derived in docs/census.md. The larger cases (three voters and four alternatives, two and five, five and
three) take longer and are part of the benchmarks.
"""

from __future__ import annotations

from math import comb

import pytest

from pycheck.census import run_census
from pycheck.mechanism import Mechanism

from .voting import voting

#: Monotone Boolean functions of n variables (Dedekind numbers).
DEDEKIND = {1: 3, 2: 6, 3: 20, 4: 168, 5: 7581}
CASES = [(1, 2), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2), (4, 3)]
KNOWN = {(2, 3): 17, (3, 3): 60, (2, 4): 38, (4, 3): 505}


def derived(voters: int, alternatives: int) -> int:
    """Constants, committees on two alternatives, dictatorships on three or more."""
    constants = alternatives
    committees = comb(alternatives, 2) * (DEDEKIND[voters] - 2)
    large = sum(comb(alternatives, k) for k in range(3, alternatives + 1))
    return constants + committees + voters * large


def test_the_derivation_gives_the_known_numbers() -> None:
    known = KNOWN | {(5, 3): 22_745, (3, 4): 127, (2, 5): 77}
    assert {case: derived(*case) for case in known} == known


@pytest.mark.parametrize(("voters", "alternatives"), CASES)
def test_strategy_proof_rules(voters: int, alternatives: int) -> None:
    result = run_census(voting(voters, alternatives), ["truthful:weak"])
    assert result.count == derived(voters, alternatives)
    assert result.total == alternatives ** (len(result.mechanism.agents[0].reports) ** voters)


@pytest.mark.parametrize(("voters", "alternatives"), [(2, 3), (3, 3), (2, 4), (4, 3)])
def test_the_onto_ones_are_the_dictatorships(voters: int, alternatives: int) -> None:
    mechanism = voting(voters, alternatives)
    onto = run_census(mechanism, ["truthful:weak", "onto"])
    assert onto.count == voters
    assert set(onto.found) == {dictatorship(mechanism, i) for i in range(voters)}
    dictatorial = run_census(mechanism, ["truthful:weak", "dictatorial"])
    assert dictatorial.found == onto.found


@pytest.mark.parametrize("predicate", ["unanimous", "pareto"])
@pytest.mark.parametrize(("voters", "alternatives"), [(2, 3), (3, 3)])
def test_unanimity_and_efficiency_leave_the_same_ones(voters: int, alternatives: int, predicate: str) -> None:
    mechanism = voting(voters, alternatives)
    onto = run_census(mechanism, ["truthful:weak", "onto"])
    assert run_census(mechanism, ["truthful:weak", predicate]).found == onto.found


@pytest.mark.parametrize(("voters", "alternatives"), [(2, 3), (3, 3), (4, 3)])
def test_the_anonymous_ones_are_constants_and_quotas(voters: int, alternatives: int) -> None:
    mechanism = voting(voters, alternatives)
    result = run_census(mechanism, ["truthful:weak", "anonymous"])
    # For each two alternatives a quota from 1 to n.
    assert result.count == alternatives + comb(alternatives, 2) * voters
    assert run_census(mechanism, ["truthful:weak", "anonymous", "onto"]).count == 0


@pytest.mark.parametrize(("voters", "expected"), [(1, 1), (2, 2), (3, 4), (4, 12)])
def test_neutral_rules_on_two_alternatives(voters: int, expected: int) -> None:
    """Neutral and strategy-proof: the self-dual monotone Boolean functions, 1, 2, 4, 12, …"""
    assert run_census(voting(voters, 2), ["truthful:weak", "neutral"]).count == expected


@pytest.mark.parametrize(("voters", "alternatives"), [(2, 3), (3, 3)])
def test_layers_and_orbits(voters: int, alternatives: int) -> None:
    mechanism = voting(voters, alternatives)
    layers, orbits = (
        run_census(mechanism, ["truthful:weak"], method=method) for method in ("layers", "orbits")
    )
    assert (layers.method, orbits.method) == ("layers", "orbits")
    assert layers.count == orbits.count
    assert set(layers.witnesses()) == set(orbits.witnesses())


def dictatorship(mechanism: Mechanism, dictator: int) -> tuple[int, ...]:
    labels = [agent.reports for agent in mechanism.agents]
    return tuple(
        mechanism.outcomes.index(labels[dictator][profile[dictator]].split(">")[0])
        for profile in mechanism.signature.report_profiles()
    )
