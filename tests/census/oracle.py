"""The census by its definitions alone: every map built, every predicate read off the mechanism's tables.

Nothing of ``pycheck.census`` and of ``pycheck.claims`` is used here. A map is a dictionary from report
profiles (tuples of labels) to outcome labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product

from pycheck.mechanism import Mechanism

Profile = tuple[str, ...]
Map = dict[Profile, str]


def all_maps(mechanism: Mechanism) -> Iterator[Map]:
    """Every outcome map, in lexicographic order of its cells."""
    profiles = list(product(*(agent.reports for agent in mechanism.agents)))
    for outcomes in product(mechanism.outcomes, repeat=len(profiles)):
        yield dict(zip(profiles, outcomes, strict=True))


def counted(mechanism: Mechanism, predicates: Sequence[str], fixed: Sequence[str] = ()) -> list[Map]:
    """The maps that satisfy every predicate and have every fixed cell."""
    return [
        m
        for m in all_maps(mechanism)
        if all(has_cell(m, text) for text in fixed) and all(satisfies(mechanism, m, p) for p in predicates)
    ]


def cells(mechanism: Mechanism, m: Map) -> tuple[int, ...]:
    """The map as the census gives it: outcome indices, row-major."""
    profiles = product(*(agent.reports for agent in mechanism.agents))
    return tuple(mechanism.outcomes.index(m[profile]) for profile in profiles)


def has_cell(m: Map, text: str) -> bool:
    where, _, outcome = text.rpartition("=")
    return m[tuple(where.split(","))] == outcome


def satisfies(mechanism: Mechanism, m: Map, predicate: str) -> bool:
    word, _, rest = predicate.partition(":")
    match word:
        case "truthful":
            return dominant(mechanism, m, None, rest == "strict")
        case "action":
            report, _, strength = rest.rpartition(":")
            return dominant(mechanism, m, report, strength == "strict")
        case "onto":
            return set(rest.split(",") if rest else mechanism.outcomes) <= set(m.values())
        case "anonymous":
            orders = list(permutations(range(len(mechanism.agents))))
            return all(m[tuple(p[i] for i in order)] == m[p] for p in m for order in orders)
        case "neutral":
            return neutral(mechanism, m)
        case "unanimous":
            return all(unanimously(mechanism, types, o) for types, o in truthful_play(mechanism, m))
        case "pareto":
            return all(not dominated(mechanism, types, o) for types, o in truthful_play(mechanism, m))
        case "dictatorial":
            play = list(truthful_play(mechanism, m))
            return any(
                all(u(mechanism, i, o, types[i]) == best(mechanism, i, types[i]) for types, o in play)
                for i in range(len(mechanism.agents))
            )
    raise AssertionError(predicate)


def u(mechanism: Mechanism, agent: int, outcome: str, type_: str) -> Fraction:
    types = mechanism.agents[agent].types
    return mechanism.utilities[agent][mechanism.outcomes.index(outcome)][types.index(type_)]


def best(mechanism: Mechanism, agent: int, type_: str) -> Fraction:
    return max(u(mechanism, agent, o, type_) for o in mechanism.outcomes)


def truth(mechanism: Mechanism, agent: int, type_: str) -> str:
    owner = mechanism.agents[agent]
    assert owner.truthful is not None
    return owner.reports[owner.truthful[owner.types.index(type_)]]


def truthful_play(mechanism: Mechanism, m: Map) -> Iterator[tuple[Profile, str]]:
    """Each profile of true types, with what is chosen when everybody tells the truth."""
    for types in product(*(agent.types for agent in mechanism.agents)):
        yield types, m[tuple(truth(mechanism, i, t) for i, t in enumerate(types))]


def dominant(mechanism: Mechanism, m: Map, report: str | None, strict: bool) -> bool:
    for i, agent in enumerate(mechanism.agents):
        for type_, profile in product(agent.types, m):
            chosen = truth(mechanism, i, type_) if report is None else report
            if profile[i] == chosen:
                continue
            instead = (*profile[:i], chosen, *profile[i + 1 :])
            there, here = u(mechanism, i, m[instead], type_), u(mechanism, i, m[profile], type_)
            if there < here or (strict and there == here):
                return False
    return True


def unanimously(mechanism: Mechanism, types: Profile, outcome: str) -> bool:
    """Unless all agents have the same single favourite, anything will do."""
    favourites = [
        {o for o in mechanism.outcomes if u(mechanism, i, o, t) == best(mechanism, i, t)}
        for i, t in enumerate(types)
    ]
    if all(f == favourites[0] for f in favourites) and len(favourites[0]) == 1:
        return outcome in favourites[0]
    return True


def dominated(mechanism: Mechanism, types: Profile, outcome: str) -> bool:
    for other in mechanism.outcomes:
        gains = [u(mechanism, i, other, t) - u(mechanism, i, outcome, t) for i, t in enumerate(types)]
        if min(gains) >= 0 and max(gains) > 0:
            return True
    return False


def neutral(mechanism: Mechanism, m: Map) -> bool:
    """For every renaming of outcomes: renaming what is reported renames what is chosen."""
    outcomes = mechanism.outcomes
    for order in permutations(outcomes):
        renamed = dict(zip(outcomes, order, strict=True))
        moves = [renamed_reports(mechanism, i, renamed) for i in range(len(mechanism.agents))]
        for profile, outcome in m.items():
            there = tuple(move[r] for move, r in zip(moves, profile, strict=True))
            if m[there] != renamed[outcome]:
                return False
    return True


def renamed_reports(mechanism: Mechanism, agent: int, renamed: dict[str, str]) -> dict[str, str]:
    moves = {}
    for type_ in mechanism.agents[agent].types:
        (target,) = (
            t
            for t in mechanism.agents[agent].types
            if all(
                u(mechanism, agent, renamed[o], t) == u(mechanism, agent, o, type_)
                for o in mechanism.outcomes
            )
        )
        moves[truth(mechanism, agent, type_)] = truth(mechanism, agent, target)
    return moves
