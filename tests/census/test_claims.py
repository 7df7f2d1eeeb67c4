"""Census claims: counting a claim's own formula against enumerating it."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pycheck.census import run_census
from pycheck.census.counting import count_claim
from pycheck.claims import Evaluator, read_claims
from pycheck.claims.formula import CountMaps
from pycheck.mechanism import ClaimEntry, Mechanism

from .strategies import mechanisms
from .voting import voting


def formula(mechanism: Mechanism, predicate: dict[str, Any], count: int, **more: Any) -> CountMaps:
    entry = ClaimEntry("claims[0]", "c", "census_count", {"predicate": predicate, "count": count, **more})
    (claim,), faults = read_claims((entry,), mechanism.signature)
    assert not faults
    assert isinstance(claim.formula, CountMaps)
    return claim.formula


@given(st.data())
@settings(max_examples=60)
def test_counting_is_enumerating(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms())
    agents = mechanism.agents
    names = [agent.name for agent in agents if agent.truthful is not None]
    strict = data.draw(st.booleans())
    whom = [*names, "all"] if len(names) == len(agents) else names
    about_truth = data.draw(st.booleans())
    if whom and about_truth:
        who = data.draw(st.sampled_from(whom))
        predicate = {"kind": "truthful_dominance", "agent": who, "strict": strict}
    else:
        owner = data.draw(st.sampled_from(agents))
        report = data.draw(st.sampled_from(owner.reports))
        predicate = {"kind": "action_dominance", "agent": owner.name, "report": report, "strict": strict}
    fixed: list[dict[str, str]] = []
    if data.draw(st.booleans()):
        row = {agent.name: data.draw(st.sampled_from(agent.reports)) for agent in agents}
        fixed.append({**row, "outcome": data.draw(st.sampled_from(mechanism.outcomes))})
    asked = formula(mechanism, predicate, 0, fixed=fixed)
    enumerated = Evaluator(mechanism).enumerate(asked)
    counted = count_claim(asked, mechanism)
    assert counted is not None
    assert (counted.satisfied, counted.cases, counted.holds) == (
        enumerated.satisfied,
        enumerated.cases,
        enumerated.holds,
    )
    found = enumerated.found
    assert found is not None
    right = count_claim(formula(mechanism, predicate, len(found), fixed=fixed), mechanism)
    assert right is not None
    assert right.holds


def test_a_claim_beyond_enumeration() -> None:
    mechanism = voting(2, 3)
    predicate = {"kind": "truthful_dominance", "agent": "all", "strict": False}
    counted = count_claim(formula(mechanism, predicate, 17), mechanism)
    assert counted is not None
    assert (counted.holds, counted.satisfied, counted.cases) == (True, 17, 3**36)
    wrong = count_claim(formula(mechanism, predicate, 18), mechanism)
    assert wrong is not None
    assert not wrong.holds
    assert wrong.counterexample is not None
    assert wrong.counterexample.text() == "17 maps counted, 18 claimed"


def test_the_listed_maps_are_compared() -> None:
    mechanism = voting(1, 3)
    predicate = {"kind": "truthful_dominance", "agent": "all", "strict": False}
    found = run_census(mechanism, ["truthful:weak"]).found
    maps = [{"grid": [mechanism.outcomes[o] for o in cells]} for cells in found]
    right = count_claim(formula(mechanism, predicate, len(found), maps=maps), mechanism)
    assert right is not None
    assert right.holds
    maps[0] = {"grid": ["a", "b", "a", "b", "a", "b"]}
    wrong = count_claim(formula(mechanism, predicate, len(found), maps=maps), mechanism)
    assert wrong is not None
    assert not wrong.holds


def test_out_of_budget_is_no_answer() -> None:
    mechanism = voting(2, 3)
    predicate = {"kind": "truthful_dominance", "agent": "all", "strict": False}
    assert count_claim(formula(mechanism, predicate, 17), mechanism, budget=5) is None
