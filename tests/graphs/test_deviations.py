"""Deviations, equilibria and dominance against their definitions, written out naively."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pycheck.claims import Evaluator, read_claims
from pycheck.graphs import deviation_graph, dominance_graph, equilibria
from pycheck.mechanism import ClaimEntry, Mechanism

from .examples import flagship, mechanisms


def utility(mechanism: Mechanism, agent: int, reports: tuple[int, ...], type_: int) -> Fraction:
    """``u_agent(g(reports), type)``, straight from the tables."""
    cell = list(mechanism.signature.report_profiles()).index(reports)
    return mechanism.utilities[agent][mechanism.outcome_map.cells[cell]][type_]


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_edges_are_the_profitable_unilateral_deviations(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms())
    types = data.draw(st.sampled_from(list(mechanism.signature.type_profiles())))
    graph = deviation_graph(mechanism, types)
    profiles = list(mechanism.signature.report_profiles())
    assert list(graph) == profiles
    for before, after in product(profiles, repeat=2):
        movers = [i for i in range(len(types)) if before[i] != after[i]]
        gain = None
        if len(movers) == 1:
            (i,) = movers
            gain = utility(mechanism, i, after, types[i]) - utility(mechanism, i, before, types[i])
        assert graph.has_edge(before, after) == (gain is not None and gain > 0)
        if graph.has_edge(before, after):
            assert graph.edges[before, after]["gain"] == gain
            assert graph.edges[before, after]["agent"] == mechanism.agents[movers[0]].name


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_sinks_are_the_equilibria_and_carry_their_numbers(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms())
    types = data.draw(st.sampled_from(list(mechanism.signature.type_profiles())))
    graph = deviation_graph(mechanism, types)
    for reports, found in graph.nodes(data=True):
        stable = all(
            utility(mechanism, i, (*reports[:i], r, *reports[i + 1 :]), types[i])
            <= utility(mechanism, i, reports, types[i])
            for i, agent in enumerate(mechanism.agents)
            for r in range(len(agent.reports))
        )
        assert found["equilibrium"] == stable == (graph.out_degree(reports) == 0)
        assert (reports in equilibria(mechanism, types)) == stable
        numbers = tuple(utility(mechanism, i, reports, t) for i, t in enumerate(types))
        assert found["utilities"] == numbers
        assert found["welfare"] == sum(numbers)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_dominance_by_definition_and_as_claimed(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms())
    agent = data.draw(st.integers(0, len(mechanism.agents) - 1))
    who = mechanism.agents[agent]
    graphs = [dominance_graph(mechanism, agent, type_) for type_ in range(len(who.types))]
    others = [p for p in mechanism.signature.report_profiles() if p[agent] == 0]

    def payoff(report: int, rest: tuple[int, ...], type_: int) -> Fraction:
        return utility(mechanism, agent, (*rest[:agent], report, *rest[agent + 1 :]), type_)

    for type_, graph in enumerate(graphs):
        for one, other in product(range(len(who.reports)), repeat=2):
            gaps = [payoff(one, rest, type_) - payoff(other, rest, type_) for rest in others]
            expected = None
            if all(gap > 0 for gap in gaps):
                expected = "strict"
            elif all(gap >= 0 for gap in gaps) and any(gap > 0 for gap in gaps):
                expected = "weak"
            assert graph.get_edge_data(one, other, {}).get("dominance") == expected
    # A report that is best at every true type is what the claim kind calls dominant.
    for report, strict in product(range(len(who.reports)), (True, False)):
        params = {"agent": who.name, "report": who.reports[report], "strict": strict}
        entry = ClaimEntry("claims[0]", "c", "action_dominance", params)
        (claim,), _ = read_claims((entry,), mechanism.signature)
        assert claim.formula is not None
        best = {graph.nodes[report]["best"] for graph in graphs}
        holds = best <= {"strict"} if strict else best <= {"strict", "weak"}
        assert holds == Evaluator(mechanism).enumerate(claim.formula).holds


def test_a_prime_is_the_only_equilibrium_at_every_true_profile() -> None:
    mechanism = flagship()
    for types in mechanism.signature.type_profiles():
        assert equilibria(mechanism, types) == ((1, 1),)
        graph = deviation_graph(mechanism, types)
        assert graph.number_of_edges() == 4
        assert graph.nodes[1, 1]["outcome"] == "o1"
        assert graph.nodes[1, 1]["reports"] == ("a'", "a'")
    # W(o1) at (a, a), (a, a'), (a', a), (a', a') in the source's tables.
    welfare = [
        deviation_graph(mechanism, t).nodes[1, 1]["welfare"] for t in mechanism.signature.type_profiles()
    ]
    assert welfare == [2, 5, 4, 7]


def test_a_prime_strictly_dominates_for_both_agents_and_types() -> None:
    mechanism = flagship()
    for agent, type_ in product(range(2), repeat=2):
        graph = dominance_graph(mechanism, agent, type_)
        assert dict(graph.edges) == {(1, 0): {"label": "strict", "dominance": "strict"}}
        assert [graph.nodes[r]["best"] for r in (0, 1)] == ["none", "strict"]


def test_other_maps_are_looked_at_by_name() -> None:
    mechanism = flagship()
    assert len(equilibria(mechanism, (0, 0), "M1")) == 4
    assert deviation_graph(mechanism, (0, 0), "M1").number_of_edges() == 0
    with pytest.raises(KeyError):
        equilibria(mechanism, (0, 0), "M2")
