"""Random small mechanisms, and a claim of each kind about them, from a seed: the same everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

from pycheck.mechanism import MAIN_MAP

from .oracle import Agent, Game, Profile

#: Claims over all outcome maps are asked where there are no more than this;
MAX_MAPS = 81
#: counts where all cells but so many are fixed, by the number of outcomes.
FREE_CELLS = {2: 4, 3: 3, 4: 2}
#: Few values, so that ties are common.
INTEGERS = tuple(Fraction(n) for n in (-1, 0, 1, 2))
RATIONALS = (Fraction(-1, 2), Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1), Fraction(7, 3))


def random_game(seed: int) -> Game:
    """2 or 3 agents, 2 or 3 types each, 2 to 4 outcomes; every other one with few enough maps to list."""
    rng = Random(seed)
    while True:
        outcomes = tuple(f"o{k}" for k in range(rng.randint(2, 4)))
        types = [rng.randint(2, 3) for _ in range(rng.randint(2, 3))]
        reports = [size if rng.random() < 0.5 else rng.randint(1, 3) for size in types]
        if seed % 2 or len(outcomes) ** prod(reports) <= MAX_MAPS:
            break
    values = INTEGERS if rng.random() < 0.5 else RATIONALS
    agents = []
    for k, (type_count, report_count) in enumerate(zip(types, reports, strict=True)):
        own = tuple(f"t{t}" for t in range(type_count))
        if report_count == type_count:
            said, truthful = own, {t: t for t in own}
        else:
            said = tuple(f"r{r}" for r in range(report_count))
            truthful = {t: rng.choice(said) for t in own}
        utility = {(o, t): rng.choice(values) for o, t in product(outcomes, own)}
        agents.append(Agent(f"agent{k}", own, said, truthful, utility))
    bare = Game(tuple(agents), outcomes, {})
    return Game(bare.agents, outcomes, {name: random_map(rng, bare) for name in (MAIN_MAP, "other")})


def random_map(rng: Random, game: Game) -> dict[Profile, str]:
    """Any outcomes; or those of one agent's report, so that dominance is not always false."""
    profiles = game.report_profiles()
    if rng.random() < 0.5:
        return {profile: rng.choice(game.outcomes) for profile in profiles}
    who = rng.randrange(len(game.agents))
    by_report = {report: rng.choice(game.outcomes) for report in game.agents[who].reports}
    return {profile: by_report[profile[who]] for profile in profiles}


def random_claim(
    rng: Random, game: Game, kind: str, wrong_by: Fraction = Fraction(1, 7)
) -> dict[str, Any] | None:
    """Parameters of a claim of a kind; ``None`` where there is none, or it would range over too many maps.

    A wrong value is ``wrong_by`` more than the right one.
    """
    match kind:
        case "action_dominance" | "truthful_dominance":
            return dominance(rng, game, kind) | which_map(rng, game)
        case "welfare_value":
            return welfare_value(rng, game, wrong_by)
        case "welfare_optimum":
            return {
                "profile": types(rng, game),
                "outcome": rng.choice(game.outcomes),
                "strict": rng.random() < 0.5,
            }
        case "welfare_improvement":
            return improvement(rng, game, any_map=True)
        case "census_count":
            cells = game.report_profiles()
            fixed = rng.sample(cells, max(0, len(cells) - FREE_CELLS[len(game.outcomes)]))
            rows = [named(game, cell) | {"outcome": rng.choice(game.outcomes)} for cell in fixed]
            return {"predicate": predicate(rng, game), "count": 0} | ({"fixed": rows} if rows else {})
        case "pareto_undominated":
            if len(game.outcomes) ** len(game.report_profiles()) > MAX_MAPS:
                return None
            play = {a.name: {t: rng.choice(a.reports) for t in a.types} for a in game.agents}
            measure = rng.choice(["welfare", "utilities"])
            rest = {"rivals": predicate(rng, game), "play": play}
            return {"measure": measure} | rest | which_map(rng, game)
        case "anonymity":
            shared = next(
                (b for b in game.agents if sum(a.reports == b.reports for a in game.agents) > 1), None
            )
            if shared is None:
                return None
            return {"among": [a.name for a in game.agents if a.reports == shared.reports]} | which_map(
                rng, game
            )
        case "neutrality":
            # Of one agent as often as of all: where the map does not look at it, that changes nothing.
            agents = game.agents if rng.random() < 0.5 else [rng.choice(game.agents)]
            outcomes = renaming(rng, game.outcomes) if rng.random() < 0.5 else {}
            reports = {agent.name: renaming(rng, agent.reports) for agent in agents}
            return {"reports": reports, "outcomes": outcomes} | which_map(rng, game)
        case "monotonicity":
            several = [agent for agent in game.agents if len(agent.reports) > 1]
            if not several:
                return None
            agent = rng.choice(several)
            orders = {"reports": shuffled(rng, agent.reports), "outcomes": shuffled(rng, game.outcomes)}
            return {"agent": agent.name} | orders | which_map(rng, game)
        case "pivotal_count":
            return {"agent": rng.choice(game.agents).name, "count": 0} | which_map(rng, game)
        case "profile_count":
            return {"where": condition(rng, game, outcome=True), "count": 0} | which_map(rng, game)
        case "outcome_condition":
            relation = rng.choice(["whenever", "only_when", "exactly_when"])
            outcome = rng.sample(game.outcomes, rng.randint(1, len(game.outcomes) - 1))
            inner = condition(rng, game, outcome=False)
            return {"outcome": outcome, "relation": relation, "condition": inner} | which_map(rng, game)
    raise ValueError(kind)


def shuffled(rng: Random, labels: Sequence[str]) -> list[str]:
    return rng.sample(labels, len(labels))


def renaming(rng: Random, labels: Sequence[str]) -> dict[str, str]:
    return dict(zip(labels, shuffled(rng, labels), strict=True))


def condition(rng: Random, game: Game, *, outcome: bool, depth: int = 1) -> dict[str, Any]:
    kinds = ["reports", "reporting", *(["outcome"] if outcome else []), *(["any", "not"] if depth else [])]
    match rng.choice(kinds):
        case "outcome":
            return {"outcome": rng.sample(game.outcomes, rng.randint(1, len(game.outcomes)))}
        case "reports":
            chosen = rng.sample(game.agents, rng.randint(1, len(game.agents)))
            return {
                "reports": {a.name: rng.sample(a.reports, rng.randint(1, len(a.reports))) for a in chosen}
            }
        case "reporting":
            label = rng.choice([r for agent in game.agents for r in agent.reports])
            who = sum(label in agent.reports for agent in game.agents)
            bound = rng.choice(["at_least", "at_most", "exactly"])
            number = rng.randint(int(bound == "at_least"), who - int(bound == "at_most"))
            return {"reporting": {"report": label, bound: number}}
        case "any":
            return {"any": [condition(rng, game, outcome=outcome, depth=depth - 1) for _ in range(2)]}
    return {"not": condition(rng, game, outcome=outcome, depth=depth - 1)}


def named(game: Game, labels: Profile) -> dict[str, str]:
    return {agent.name: label for agent, label in zip(game.agents, labels, strict=True)}


def types(rng: Random, game: Game) -> dict[str, str]:
    return {agent.name: rng.choice(agent.types) for agent in game.agents}


def which_map(rng: Random, game: Game) -> dict[str, str]:
    return rng.choice([{}, *({"map": name} for name in game.maps)])


def dominance(rng: Random, game: Game, kind: str) -> dict[str, Any]:
    """Of one agent or of all; an action of all is one that all of them have."""
    shared = [r for r in game.agents[0].reports if all(r in a.reports for a in game.agents)]
    params: dict[str, Any] = {"strict": rng.random() < 0.3}
    if rng.random() < 0.5 and (shared or kind == "truthful_dominance"):
        return params | ({"report": rng.choice(shared)} if kind == "action_dominance" else {})
    agent = rng.choice(game.agents)
    report = {"report": rng.choice(agent.reports)} if kind == "action_dominance" else {}
    return params | {"agent": agent.name} | report


def welfare_value(rng: Random, game: Game, wrong_by: Fraction) -> dict[str, Any]:
    profile = types(rng, game)
    at = tuple(profile[agent.name] for agent in game.agents)
    chosen = rng.sample(game.outcomes, rng.randint(1, len(game.outcomes)))
    values = {outcome: game.welfare(outcome, at) for outcome in chosen}
    if rng.random() < 0.5:
        values[rng.choice(chosen)] += rng.choice([wrong_by, Fraction(0)])
    return {"profile": profile, "values": {outcome: str(value) for outcome, value in values.items()}}


def improvement(rng: Random, game: Game, *, any_map: bool) -> dict[str, Any]:
    reference = {"reference": rng.choice(game.outcomes)}
    if any_map and rng.random() < 0.25:
        given = {"profile": types(rng, game)} if rng.random() < 0.5 else {}
        return reference | {"improved_by": "some_outcome"} | given
    baseline = {agent.name: rng.choice(agent.reports) for agent in game.agents}
    who = rng.choice([*baseline, "one", "every", "some"])
    params: dict[str, Any] = reference | {"baseline": baseline, "deviators": who}
    if who == "one" or who in baseline:
        params["others"] = rng.choice(["baseline", "unrestricted"])
    if rng.random() < 0.5:
        params["deviator_type"] = types(rng, game)
    return params | (which_map(rng, game) if any_map else {})


def predicate(rng: Random, game: Game) -> dict[str, Any]:
    kind = rng.choice(["truthful_dominance", "action_dominance", "welfare_improvement"])
    if kind == "welfare_improvement":
        return {"kind": kind} | improvement(rng, game, any_map=False)
    return {"kind": kind} | dominance(rng, game, kind)
