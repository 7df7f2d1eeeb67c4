"""Deviations, equilibria and dominance, as plain data and as networkx graphs.

At one true type profile an outcome map is a game among the agents: the graph of its profitable unilateral
deviations has the pure Nash equilibria as sinks. All quantities are exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from pycheck.claims.english import profile
from pycheck.mechanism import MAIN_MAP, Mechanism

if TYPE_CHECKING:
    from networkx import DiGraph

#: A profile of reports or of types, as indices in agent order.
Profile = tuple[int, ...]


@dataclass(frozen=True)
class Deviation:
    """``agent`` gains ``gain`` > 0 by moving the reports from ``before`` to ``after``, the others' kept."""

    before: Profile
    after: Profile
    agent: int
    gain: Fraction


def deviations(mechanism: Mechanism, types: Profile, map_name: str = MAIN_MAP) -> Iterator[Deviation]:
    """All profitable unilateral deviations at the true profile ``types``, in row-major order.

    Raises :class:`KeyError` for an unknown map, :class:`~pycheck.mechanism.NoUtilities` where there are none.
    """
    mechanism.require_utilities("a deviation")
    signature = mechanism.signature
    for before in signature.report_profiles():
        outcome = mechanism.outcome(before, map_name)
        for agent, size in enumerate(signature.shape):
            utility, type_ = mechanism.utilities[agent], types[agent]
            for report in range(size):
                after = (*before[:agent], report, *before[agent + 1 :])
                gain = utility[mechanism.outcome(after, map_name)][type_] - utility[outcome][type_]
                if gain > 0:
                    yield Deviation(before, after, agent, gain)


def equilibria(mechanism: Mechanism, types: Profile, map_name: str = MAIN_MAP) -> tuple[Profile, ...]:
    """The pure Nash equilibria at the true profile ``types``: report profiles nobody gains by leaving."""
    left = {deviation.before for deviation in deviations(mechanism, types, map_name)}
    return tuple(reports for reports in mechanism.signature.report_profiles() if reports not in left)


def deviation_graph(mechanism: Mechanism, types: Profile, map_name: str = MAIN_MAP) -> DiGraph[Profile]:
    """The graph of :func:`deviations`; its sinks are the pure Nash equilibria.

    Nodes are report profiles (as indices) with ``reports`` (labels), ``outcome`` (label), ``utilities``
    and ``welfare`` at the true types, and ``equilibrium``; an edge carries ``agent`` (name) and ``gain``.
    """
    import networkx as nx

    signature = mechanism.signature
    true = signature.type_labels(types)
    graph: DiGraph[Profile] = nx.DiGraph(
        kind="deviations",
        mechanism=mechanism.name,
        map=map_name,
        agents=tuple(agent.name for agent in signature.agents),
        types=true,
    )
    stable = set(equilibria(mechanism, types, map_name))
    for reports in signature.report_profiles():
        outcome = mechanism.outcome(reports, map_name)
        labels = signature.report_labels(reports)
        graph.add_node(
            reports,
            label=f"{profile(labels)}: {mechanism.outcomes[outcome]}",
            reports=labels,
            outcome=mechanism.outcomes[outcome],
            utilities=tuple(u[outcome][t] for u, t in zip(mechanism.utilities, types, strict=True)),
            welfare=mechanism.welfare(outcome, types),
            equilibrium=reports in stable,
        )
    for move in deviations(mechanism, types, map_name):
        name = signature.agents[move.agent].name
        graph.add_edge(move.before, move.after, label=f"+{move.gain} {name}", agent=name, gain=move.gain)
    return graph


def dominance_graph(mechanism: Mechanism, agent: int, type_: int, map_name: str = MAIN_MAP) -> DiGraph[int]:
    """Which report of ``agent``, its true type being ``type_``, dominates which.

    Nodes are report indices with ``report`` (label) and ``best``: ``strict`` if the report gives more
    than every other against all reports of the others, ``weak`` if at least as much, else ``none``. An
    edge leads from a report to one that it dominates: ``dominance`` is ``strict`` (more against all
    reports of the others) or ``weak`` (never less, more against some).
    """
    import networkx as nx

    who = mechanism.agents[agent]
    payoffs = [_payoffs(mechanism, agent, type_, report, map_name) for report in range(len(who.reports))]
    graph: DiGraph[int] = nx.DiGraph(
        kind="dominance",
        mechanism=mechanism.name,
        map=map_name,
        agents=(who.name,),
        types=(who.types[type_],),
    )
    for report, label in enumerate(who.reports):
        others = [other for index, other in enumerate(payoffs) if index != report]
        best = "none"
        if all(_everywhere(payoffs[report], other, strict=False) for other in others):
            best = "weak"
        if all(_everywhere(payoffs[report], other, strict=True) for other in others):
            best = "strict"
        graph.add_node(report, label=label, report=label, best=best)
    for one, other in product(range(len(payoffs)), repeat=2):
        dominance = _dominance(payoffs[one], payoffs[other])
        if dominance is not None:
            graph.add_edge(one, other, label=dominance, dominance=dominance)
    return graph


def _payoffs(mechanism: Mechanism, agent: int, type_: int, report: int, map_name: str) -> list[Fraction]:
    """The agent's utilities when it gives ``report``, over the others' reports in row-major order."""
    shape: list[Any] = [range(size) for size in mechanism.signature.shape]
    shape[agent] = (report,)
    outcomes = (mechanism.outcome(reports, map_name) for reports in product(*shape))
    return [mechanism.utilities[agent][outcome][type_] for outcome in outcomes]


def _everywhere(one: list[Fraction], other: list[Fraction], *, strict: bool) -> bool:
    return all(a > b if strict else a >= b for a, b in zip(one, other, strict=True))


def _dominance(one: list[Fraction], other: list[Fraction]) -> str | None:
    if _everywhere(one, other, strict=True):
        return "strict"
    if _everywhere(one, other, strict=False) and one != other:
        return "weak"
    return None
