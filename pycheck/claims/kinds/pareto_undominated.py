"""Pareto dominance among outcome maps under optimal play.

The claim: among all outcome maps that have a property (say, weak truthful-report dominance), none,
played truthfully, Pareto-dominates this map played as given. Map m dominates when it is at least as
good at every true type profile and strictly better at one, in social welfare (``measure =
"welfare"``) or in every agent's utility (``measure = "utilities"``). That the given play is optimal is
a claim of its own (action dominance).
"""

from __future__ import annotations

from collections.abc import Mapping

from pycheck.claims.build import type_label, welfare
from pycheck.claims.claim import Stated, build_predicate, claim_kind
from pycheck.claims.english import enumerate_words
from pycheck.claims.formula import (
    And,
    Compare,
    ForAllMaps,
    Formula,
    Image,
    Implies,
    Label,
    Not,
    Num,
    Or,
    Sort,
    Term,
    Truthful,
    Utility,
    conjunction,
)
from pycheck.claims.params import Params
from pycheck.mechanism import MAIN_MAP, Signature

Strategy = tuple[tuple[int, ...], ...]


@claim_kind(
    "pareto_undominated", "no outcome map with a property Pareto-dominates this map under optimal play"
)
def pareto_undominated(params: Params) -> Stated | None:
    """Parameters: ``measure``, ``rivals`` (a predicate), ``play`` (by agent, or agent and type), ``map``."""
    signature = params.signature
    measure = params.choice("measure", ("welfare", "utilities"))
    map_name, strategy = params.map_name(), _strategy(params)
    rivals = build_predicate(params, "rivals", "m")
    missing = [a.name for a in signature.agents if a.truthful is None]
    if missing:
        params.fault(
            "rivals",
            "no truthful reports",
            "a truthful report for every type",
            "rivals are played truthfully",
        )
    if (
        measure is None
        or map_name is None
        or strategy is None
        or rivals is None
        or rivals.formula is None
        or missing
    ):
        return None
    formula = ForAllMaps(
        "m", Implies((rivals.formula,), Not(_dominates(signature, map_name, strategy, measure)))
    )
    what = "social welfare" if measure == "welfare" else "every agent's utility"
    play = enumerate_words([_play_words(signature, i, s) for i, s in enumerate(strategy)])
    this = "this one" if map_name == MAIN_MAP else f"the outcome map {map_name}"
    english = (
        f"Among all {signature.map_count} outcome maps, none with this property "
        f"[{rivals.english}] Pareto-dominates "
        f"{this} in {what} over the true type profiles, "
        f"when the rival is played truthfully and here {play}."
    )
    return Stated(english, formula)


def _dominates(signature: Signature, map_name: str, strategy: Strategy, measure: str) -> Formula:
    """The map variable m, played truthfully, dominates the given map played by ``strategy``.

    The given map's outcome depends on the true types through the strategy, so the profiles are written
    out one by one: no quantifier is needed on its side.
    """
    at_least: list[Formula] = []
    better: list[Formula] = []
    for types in signature.type_profiles():
        true: tuple[Term, ...] = tuple(type_label(i, t) for i, t in enumerate(types))
        rival = Image("m", tuple(Truthful(i, t) for i, t in enumerate(true)))
        here = Image(map_name, tuple(Label(Sort("report", i), strategy[i][t]) for i, t in enumerate(types)))
        pairs: list[tuple[Num, Num]]
        if measure == "welfare":
            pairs = [(welfare(here, true), welfare(rival, true))]
        else:
            pairs = [(Utility(i, here, t), Utility(i, rival, t)) for i, t in enumerate(true)]
        at_least += [Compare("<=", ours, theirs) for ours, theirs in pairs]
        better += [Compare("<", ours, theirs) for ours, theirs in pairs]
    return And((conjunction(at_least), Or(tuple(better)) if len(better) > 1 else better[0]))


def _strategy(params: Params) -> Strategy | None:
    """``play`` as one report index per agent and type."""
    value = params.raw("play", "a report, a table agent -> report, or a table agent -> type -> report")
    if value is None:
        return None
    agents = params.signature.agents
    if not (isinstance(value, Mapping) and any(isinstance(v, Mapping) for v in value.values())):
        fixed = params.reports("play")
        return (
            None if fixed is None else tuple((r,) * len(a.types) for a, r in zip(agents, fixed, strict=True))
        )
    strategy: list[tuple[int, ...]] = []
    good = True
    for name in value:
        if name not in [a.name for a in agents]:
            params.unknown_name(f"play.{name}", name, "an agent", [a.name for a in agents])
            good = False
    for agent in agents:
        table = value.get(agent.name)
        if not isinstance(table, Mapping):
            table = dict.fromkeys(agent.types, table)
        for stranger in table:
            if stranger not in agent.types:
                params.unknown_name(
                    f"play.{agent.name}.{stranger}", stranger, f"a type of {agent.name}", agent.types
                )
                good = False
        row: list[int] = []
        for type_ in agent.types:
            if table.get(type_) in agent.reports:
                row.append(agent.reports.index(table[type_]))
            else:
                key = f"play.{agent.name}.{type_}"
                params.unknown_name(key, table.get(type_), f"a report of {agent.name}", agent.reports)
                good = False
        strategy.append(tuple(row))
    return tuple(strategy) if good else None


def _play_words(signature: Signature, index: int, row: tuple[int, ...]) -> str:
    agent = signature.agents[index]
    if len(set(row)) == 1:
        return f"{agent.name} reports {agent.reports[row[0]]}"
    return f"{agent.name} reports " + enumerate_words(
        [f"{agent.reports[r]} at type {t}" for t, r in zip(agent.types, row, strict=True)]
    )
