"""Random small mechanisms and random claims about them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from pycheck.mechanism import MAIN_MAP, Mechanism, OutcomeMap, Signature
from pycheck.mechanism import Agent as ModelAgent

from .oracle import Agent, Game

KINDS = (
    "action_dominance",
    "truthful_dominance",
    "welfare_value",
    "welfare_optimum",
    "welfare_improvement",
    "census_count",
    "pareto_undominated",
    "anonymity",
    "neutrality",
    "monotonicity",
    "pivotal_count",
    "profile_count",
    "outcome_condition",
)
#: Few values, so that ties are common; thirds, so that comparisons are not of integers.
VALUES = st.sampled_from(
    [Fraction(n, d) for n, d in ((-1, 1), (0, 1), (1, 3), (1, 2), (1, 1), (2, 1), (7, 3))]
)


@st.composite
def games(draw: st.DrawFn, maps: int = 3000) -> Game:
    """At most ``maps`` outcome maps, so that all of them can be looked at naively."""
    while True:
        count = draw(st.integers(1, 3))
        outcomes = tuple(f"o{k}" for k in range(draw(st.integers(2, 4))))
        sizes = [(draw(st.integers(1, 3)), draw(st.integers(1, 3))) for _ in range(count)]
        if alike := draw(st.booleans()):
            sizes = sizes[:1] * count
        cells = 1
        for _, reports in sizes:
            cells *= reports
        if len(outcomes) ** cells <= maps:
            break
    agents = []
    for k, (types, reports) in enumerate(sizes):
        own_types = tuple(f"t{t}" for t in range(types))
        same = types == reports and (alike or draw(st.booleans()))
        own_reports = own_types if same else tuple(f"r{r}" for r in range(reports))
        truthful = {t: draw(st.sampled_from(own_reports)) for t in own_types}
        if same:
            truthful = {t: t for t in own_types}
        utility = {(o, t): draw(VALUES) for o, t in product(outcomes, own_types)}
        agents.append(Agent(f"agent{k}", own_types, own_reports, truthful, utility))
    game = Game(tuple(agents), outcomes, {})
    profiles = game.report_profiles()
    named = {name: {p: draw(st.sampled_from(outcomes)) for p in profiles} for name in (MAIN_MAP, "other")}
    return Game(game.agents, outcomes, named)


def mechanism(game: Game) -> Mechanism:
    """The same mechanism as the product holds it."""
    agents = tuple(
        ModelAgent(
            a.name,
            a.types,
            a.reports,
            None if a.truthful is None else tuple(a.reports.index(a.truthful[t]) for t in a.types),
        )
        for a in game.agents
    )
    utilities = tuple(
        tuple(tuple(a.utility[o, t] for t in a.types) for o in game.outcomes) for a in game.agents
    )
    maps = {
        name: OutcomeMap(tuple(game.outcomes.index(m[p]) for p in game.report_profiles()))
        for name, m in game.maps.items()
    }
    return Mechanism("game", "A game", Signature(agents, game.outcomes, tuple(maps)), utilities, maps)


def per_agent(labels: list[tuple[str, ...]], names: list[str]) -> st.SearchStrategy[Any]:
    """One label for all where all have it, or a table."""
    table = st.tuples(*(st.sampled_from(own) for own in labels)).map(
        lambda t: dict(zip(names, t, strict=True))
    )
    shared = [label for label in labels[0] if all(label in own for own in labels)]
    return st.one_of(table, st.sampled_from(shared)) if shared else table


@st.composite
def claims(draw: st.DrawFn, game: Game, kind: str) -> dict[str, Any]:
    """Parameters for a claim of a kind, all of them allowed."""
    names = [a.name for a in game.agents]
    types, reports = [a.types for a in game.agents], [a.reports for a in game.agents]
    about_map = {} if draw(st.booleans()) else {"map": draw(st.sampled_from(list(game.maps)))}
    outcome = st.sampled_from(game.outcomes)
    profile = per_agent(types, names)
    if kind in ("action_dominance", "truthful_dominance"):
        return dominance(draw, game, kind) | about_map
    if kind == "welfare_value":
        chosen = draw(st.lists(outcome, min_size=1, unique=True))
        at = draw(profile)
        values = {o: draw(st.one_of(st.just(game.welfare(o, at_profile(at, names))), VALUES)) for o in chosen}
        return {"profile": at, "values": {o: str(v) for o, v in values.items()}}
    if kind == "welfare_optimum":
        return {"profile": draw(profile), "outcome": draw(outcome), "strict": draw(st.booleans())}
    if kind == "welfare_improvement":
        if draw(st.booleans()) and draw(st.booleans()):
            given = {"profile": draw(profile)} if draw(st.booleans()) else {}
            return {"reference": draw(outcome), "improved_by": "some_outcome"} | given
        who = draw(st.sampled_from([*names, "one", "every", "some"]))
        params = {"reference": draw(outcome), "baseline": draw(per_agent(reports, names)), "deviators": who}
        if who == "one" or who in names:
            params["others"] = draw(st.sampled_from(["baseline", "unrestricted"]))
        if draw(st.booleans()):
            params["deviator_type"] = draw(profile)
        return params | about_map
    if kind in ("anonymity", "neutrality", "monotonicity", "pivotal_count"):
        return symmetry(draw, game, kind) | about_map
    if kind == "profile_count":
        return {"where": draw(conditions(game)), "count": draw(st.integers(0, 9))} | about_map
    if kind == "outcome_condition":
        relation = draw(st.sampled_from(["whenever", "only_when", "exactly_when"]))
        condition = draw(conditions(game, outcome=False))
        return {
            "outcome": draw(one_or_more(game.outcomes)),
            "relation": relation,
            "condition": condition,
        } | about_map
    if kind == "census_count":
        cells = draw(st.lists(st.sampled_from(game.report_profiles()), max_size=2, unique=True))
        fixed = [dict(zip(names, cell, strict=True)) | {"outcome": draw(outcome)} for cell in cells]
        params = {"predicate": predicate(draw, game), "count": 0}
        return params | ({"fixed": fixed} if fixed else {})
    strategy = {a.name: {t: draw(st.sampled_from(a.reports)) for t in a.types} for a in game.agents}
    play = draw(st.one_of(per_agent(reports, names), st.just(strategy)))
    measure = draw(st.sampled_from(["welfare", "utilities"]))
    return {"measure": measure, "rivals": predicate(draw, game), "play": play} | about_map


def one_or_more(labels: Sequence[str]) -> st.SearchStrategy[Any]:
    several = st.lists(st.sampled_from(labels), min_size=1, unique=True)
    return st.one_of(st.sampled_from(labels), several)


def symmetry(draw: st.DrawFn, game: Game, kind: str) -> dict[str, Any]:
    names = [a.name for a in game.agents]
    if kind == "pivotal_count":
        return {"agent": draw(st.sampled_from(names)), "count": draw(st.integers(0, 9))}
    if kind == "anonymity":
        alike = [[a.name for a in game.agents if a.reports == b.reports] for b in game.agents]
        groups = [group for group in alike if len(group) > 1]
        assume(groups)
        group = draw(st.sampled_from(groups))
        if len(group) == len(names) and draw(st.booleans()):
            return {}
        return {"among": draw(st.lists(st.sampled_from(group), min_size=2, unique=True))}
    if kind == "neutrality":
        outcomes = draw(renamings(game.outcomes))
        if all(a.reports == game.agents[0].reports for a in game.agents) and draw(st.booleans()):
            return {"reports": draw(renamings(game.agents[0].reports)), "outcomes": outcomes}
        chosen = draw(st.lists(st.sampled_from(game.agents), min_size=1, unique_by=lambda a: a.name))
        return {"reports": {a.name: draw(renamings(a.reports)) for a in chosen}, "outcomes": outcomes}
    several = [a for a in game.agents if len(a.reports) > 1]
    assume(several)
    ladder = draw(st.permutations(game.outcomes))
    if draw(st.booleans()):
        agent = draw(st.sampled_from(several))
        return {"agent": agent.name, "reports": draw(st.permutations(agent.reports)), "outcomes": ladder}
    return {"reports": {a.name: draw(st.permutations(a.reports)) for a in game.agents}, "outcomes": ladder}


@st.composite
def renamings(draw: st.DrawFn, labels: Sequence[str]) -> dict[str, str]:
    """A permutation; what it does not move may be left out, but for one label."""
    table = dict(zip(labels, draw(st.permutations(labels)), strict=True))
    moved = {label: image for label, image in table.items() if label != image}
    short = draw(st.booleans())
    return moved if moved and short else table


@st.composite
def conditions(draw: st.DrawFn, game: Game, outcome: bool = True, depth: int = 2) -> dict[str, Any]:
    keys = ["reports", "reporting", *(["outcome"] if outcome else []), *(["any", "not"] if depth else [])]
    found: dict[str, Any] = {}
    for key in draw(st.lists(st.sampled_from(keys), min_size=1, max_size=2, unique=True)):
        if key == "outcome":
            found[key] = draw(one_or_more(game.outcomes))
        elif key == "reports":
            chosen = draw(st.lists(st.sampled_from(game.agents), min_size=1, unique_by=lambda a: a.name))
            found[key] = {a.name: draw(one_or_more(a.reports)) for a in chosen}
        elif key == "reporting":
            label = draw(st.sampled_from([r for a in game.agents for r in a.reports]))
            who = sum(label in a.reports for a in game.agents)
            bound = draw(st.sampled_from(["at_least", "at_most", "exactly"]))
            number = st.integers(int(bound == "at_least"), who - int(bound == "at_most"))
            found[key] = {"report": label, bound: draw(number)}
        elif key == "any":
            inner = conditions(game, outcome, depth - 1)
            found[key] = draw(st.lists(inner, min_size=1, max_size=2))
        else:
            found[key] = draw(conditions(game, outcome, depth - 1))
    return found


def at_profile(value: Any, names: list[str]) -> tuple[str, ...]:
    return tuple(value if isinstance(value, str) else value[name] for name in names)


def dominance(draw: st.DrawFn, game: Game, kind: str) -> dict[str, Any]:
    agent = draw(st.sampled_from([*(a.name for a in game.agents), "all"]))
    params: dict[str, Any] = {"strict": draw(st.booleans())}
    if agent != "all" or draw(st.booleans()):
        params["agent"] = agent
    if kind == "action_dominance":
        chosen = [a for a in game.agents if agent in ("all", a.name)]
        shared = [r for r in chosen[0].reports if all(r in a.reports for a in chosen)]
        if not shared:
            return dominance_of_one(draw, game)
        params["report"] = draw(st.sampled_from(shared))
    return params


def dominance_of_one(draw: st.DrawFn, game: Game) -> dict[str, Any]:
    agent = draw(st.sampled_from(game.agents))
    report = draw(st.sampled_from(agent.reports))
    return {"agent": agent.name, "report": report, "strict": draw(st.booleans())}


def predicate(draw: st.DrawFn, game: Game) -> dict[str, Any]:
    written_out = KINDS[KINDS.index("neutrality") :]
    kind = draw(
        st.sampled_from(["truthful_dominance", "action_dominance", "welfare_improvement", *written_out])
    )
    if kind == "welfare_improvement" or kind in written_out:
        params = draw(claims(game, kind))
        params.pop("map", None)
    else:
        params = dominance(draw, game, kind)
    return {"kind": kind, **params}
