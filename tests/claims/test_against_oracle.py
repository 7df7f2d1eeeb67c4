"""Every claim kind against a naive reading of it, over random mechanisms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pycheck.claims import Claim, Enumeration, Evaluator, claim_kinds, read_claims
from pycheck.mechanism import ClaimEntry

from . import oracle
from .oracle import Game
from .strategies import KINDS, claims, games, mechanism


def test_every_kind_is_tested() -> None:
    assert set(KINDS) | {"general_theorem", "not_formalised"} == set(claim_kinds())


def read(game: Game, kind: str, params: Mapping[str, Any]) -> Claim:
    entry = ClaimEntry("claims[0]", "it", kind, params)
    found, faults = read_claims((entry,), mechanism(game).signature)
    assert [str(fault) for fault in faults] == []
    return found[0]


def enumerate_claim(game: Game, claim: Claim) -> Enumeration:
    assert claim.formula is not None
    return Evaluator(mechanism(game)).enumerate(claim.formula, claim.order)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=30)
@given(data=st.data())
def test_verdict_cases_and_counterexample(kind: str, data: st.DataObject) -> None:
    game = data.draw(games(maps=100 if kind == "pareto_undominated" else 300))
    params = data.draw(claims(game, kind))
    truth = oracle.judge(game, kind, params)
    if kind == "census_count" and data.draw(st.booleans()):
        params["count"] = truth.satisfied
        if data.draw(st.booleans()):
            truth = with_listed(game, params, truth, data)
        else:
            truth = oracle.judge(game, kind, params)
    claim = read(game, kind, params)
    found = enumerate_claim(game, claim)
    assert found.holds == truth.holds
    assert (found.cases, found.satisfied) == (truth.cases, truth.satisfied)
    assert (found.counterexample is None) == found.holds
    if truth.maps is not None:
        assert found.found is not None
        assert [tuple(game.outcomes[o] for o in cells) for cells in found.found] == truth.maps
    elif found.counterexample is not None and kind != "pareto_undominated":
        first = min(truth.false, key=lambda one: deviators(game, params, one[0]))
        given = dict(found.counterexample.assignment)
        assert (given, found.counterexample.left or "", found.counterexample.right or "") == first


def with_listed(
    game: Game, params: dict[str, Any], truth: oracle.Answer, data: st.DataObject
) -> oracle.Answer:
    """The maps listed in the claim: all that there are, or with one of them changed."""
    assert truth.maps is not None
    listed: list[tuple[str, ...]] = list(truth.maps)
    another = data.draw(st.booleans())
    if listed and another:
        everything = [oracle.cells(game, outcome_map) for outcome_map in game.all_maps()]
        changed = everything[data.draw(st.integers(0, len(everything) - 1))]
        if changed not in listed:
            listed[data.draw(st.integers(0, len(listed) - 1))] = changed
    params["maps"] = [{"grid": nested(game, cells)} for cells in listed]
    return oracle.judge(game, "census_count", params)


def nested(game: Game, cells: tuple[str, ...]) -> Any:
    """Cells as arrays within arrays, the first agent outermost."""
    level: list[Any] = list(cells)
    for agent in reversed(game.agents):
        size = len(agent.reports)
        level = [level[k : k + size] for k in range(0, len(level), size)]
    return level[0]


def deviators(game: Game, params: Mapping[str, Any], assignment: Mapping[str, str]) -> int:
    """How many agents deviate in a counterexample: of several, the one with the fewest is reported."""
    if "deviators" not in params:
        return 0
    baseline = oracle.per_agent(game, params["baseline"])
    shown = [(assignment.get(f"report of {a.name}"), b) for a, b in zip(game.agents, baseline, strict=True)]
    return sum(report not in (None, b) for report, b in shown)


@settings(max_examples=30)
@given(data=st.data())
def test_counterexample_map_dominates(data: st.DataObject) -> None:
    """Of a claim over all maps: the map reported satisfies the predicate, and does dominate."""
    game = data.draw(games(maps=100))
    params = data.draw(claims(game, "pareto_undominated"))
    truth = oracle.judge(game, "pareto_undominated", params)
    found = enumerate_claim(game, read(game, "pareto_undominated", params))
    if found.counterexample is None:
        assert not truth.false
        return
    (described,) = [text for what, text in found.counterexample.assignment if what == "map m"]
    reported = str(tuple(part.partition("->")[2] for part in described.split(", (")))
    # The first one in the order of the cells.
    assert reported == truth.false[0][0]["map m"]


@settings(max_examples=40)
@given(data=st.data())
def test_readings_imply_each_other_as_they_should(data: st.DataObject) -> None:
    """Any deviation ⇒ some deviator typed ⇒ every deviator typed ⇒ one typed deviator, others at baseline."""
    game = data.draw(games(maps=3000))
    params = data.draw(claims(game, "welfare_improvement").filter(lambda p: "deviators" in p))
    params.pop("others", None)
    typed = params.get("deviator_type") or {a.name: a.types[0] for a in game.agents}
    anything = {key: value for key, value in params.items() if key != "deviator_type"}
    readings = [
        anything | {"deviators": "every"},
        anything | {"deviators": "some", "deviator_type": typed},
        anything | {"deviators": "every", "deviator_type": typed},
        anything | {"deviators": "one", "deviator_type": typed, "others": "baseline"},
    ]
    verdicts = [
        enumerate_claim(game, read(game, "welfare_improvement", reading)).holds for reading in readings
    ]
    assert verdicts == sorted(verdicts)
