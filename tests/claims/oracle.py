"""What each claim kind means, written down naively and apart from the product.

Mechanisms are plain dictionaries with labels, claims are the parameters of a ``[[claims]]`` entry. Nothing
here uses the product's formulas, compiler or evaluator.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

Profile = tuple[str, ...]
OutcomeMap = Mapping[Profile, str]


@dataclass(frozen=True)
class Agent:
    name: str
    types: tuple[str, ...]
    reports: tuple[str, ...]
    truthful: Mapping[str, str] | None
    utility: Mapping[tuple[str, str], Fraction]


@dataclass(frozen=True)
class Game:
    """``utility[outcome, type]`` for each agent; each map from report profiles to outcomes."""

    agents: tuple[Agent, ...]
    outcomes: tuple[str, ...]
    maps: Mapping[str, OutcomeMap]

    def welfare(self, outcome: str, types: Profile) -> Fraction:
        return sum(
            (a.utility[outcome, t] for a, t in zip(self.agents, types, strict=True)), start=Fraction(0)
        )

    def type_profiles(self) -> list[Profile]:
        return list(product(*(a.types for a in self.agents)))

    def report_profiles(self) -> list[Profile]:
        return list(product(*(a.reports for a in self.agents)))

    def all_maps(self, fixed: OutcomeMap | None = None) -> Iterator[OutcomeMap]:
        """Every map with the fixed cells, the last cell varying fastest."""
        profiles, kept = self.report_profiles(), fixed or {}
        choices = [(kept[profile],) if profile in kept else self.outcomes for profile in profiles]
        for outcomes in product(*choices):
            yield dict(zip(profiles, outcomes, strict=True))


@dataclass
class Answer:
    """Cases in all, those that hold, and each counterexample: what is assigned, and the figures compared."""

    cases: int = 0
    satisfied: int = 0
    false: list[tuple[dict[str, str], str, str]] = field(default_factory=list)
    maps: list[tuple[str, ...]] | None = None
    holds: bool = True

    def case(self, assignment: dict[str, str], holds: bool, left: object = "", right: object = "") -> None:
        self.cases += 1
        self.satisfied += holds
        if not holds:
            self.holds = False
            self.false.append((assignment, str(left), str(right)))


def judge(game: Game, kind: str, params: Mapping[str, Any]) -> Answer:
    """What is true of the claim."""
    answer = Answer()
    outcome_map = game.maps[params.get("map", "outcome_map")]
    if kind in ("action_dominance", "truthful_dominance"):
        dominance(game, outcome_map, params, kind, answer)
    elif kind == "welfare_value":
        types = per_agent(game, params["profile"])
        for outcome in game.outcomes:
            if outcome in params["values"]:
                found, claimed = game.welfare(outcome, types), Fraction(params["values"][outcome])
                answer.case({}, found == claimed, found, claimed)
    elif kind == "welfare_optimum":
        types, best = per_agent(game, params["profile"]), params["outcome"]
        for outcome in game.outcomes:
            here, there = game.welfare(outcome, types), game.welfare(best, types)
            if not params.get("strict", False):
                answer.case({"other outcome": outcome}, here <= there, here, there)
            elif outcome != best:
                answer.case({"other outcome": outcome}, here < there, here, there)
    elif kind == "welfare_improvement" and "improved_by" in params:
        some_outcome(game, params, answer)
    elif kind == "welfare_improvement":
        improvement(game, outcome_map, params, answer)
    elif kind in MAP_KINDS:
        MAP_KINDS[kind](game, outcome_map, params, answer)
    elif kind == "census_count":
        census(game, params, answer)
    elif kind == "pareto_undominated":
        undominated(game, outcome_map, params, answer)
    else:
        raise ValueError(kind)
    return answer


def per_agent(game: Game, value: Any) -> Profile:
    return tuple(value if isinstance(value, str) else value[a.name] for a in game.agents)


def assigned(what: str, game: Game, labels: Mapping[int, str]) -> dict[str, str]:
    return {f"{what} of {game.agents[i].name}": label for i, label in labels.items()}


def with_report(profile: Profile, agent: int, report: str) -> Profile:
    return (*profile[:agent], report, *profile[agent + 1 :])


def dominance(
    game: Game, outcome_map: OutcomeMap, params: Mapping[str, Any], kind: str, answer: Answer
) -> None:
    for i, agent in enumerate(game.agents):
        if params.get("agent", "all") not in ("all", agent.name):
            continue
        others = [a.reports for k, a in enumerate(game.agents) if k != i]
        for own_type, own_report, rest in product(agent.types, agent.reports, product(*others)):
            if kind == "action_dominance":
                best = params["report"]
            else:
                assert agent.truthful is not None
                best = agent.truthful[own_type]
            if params["strict"] and own_report == best:
                continue
            reports = (*rest[:i], own_report, *rest[i:])
            here = agent.utility[outcome_map[reports], own_type]
            there = agent.utility[outcome_map[with_report(reports, i, best)], own_type]
            labels = {i: own_report} | {k: r for k, r in enumerate(reports) if k != i}
            assignment = assigned("true type", game, {i: own_type}) | assigned("report", game, labels)
            answer.case(assignment, here < there if params["strict"] else here <= there, here, there)


def improvement(game: Game, outcome_map: OutcomeMap, params: Mapping[str, Any], answer: Answer) -> None:
    names = [agent.name for agent in game.agents]
    baseline = per_agent(game, params["baseline"])
    typed = None if "deviator_type" not in params else per_agent(game, params["deviator_type"])
    who = params["deviators"]
    welfare = {(o, types): game.welfare(o, types) for o in game.outcomes for types in game.type_profiles()}
    chosen = range(len(names)) if who == "one" else [names.index(who)] if who in names else [None]
    for single in chosen:
        for types, reports in product(game.type_profiles(), game.report_profiles()):
            deviators = [i for i in range(len(names)) if reports[i] != baseline[i]]
            if single is not None:
                counts = single in deviators and (typed is None or types[single] == typed[single])
                if params["others"] == "baseline":
                    counts = counts and deviators == [single]
            elif typed is None:
                counts = bool(deviators)
            elif who == "every":
                counts = bool(deviators) and all(types[i] == typed[i] for i in deviators)
            else:
                counts = any(types[i] == typed[i] for i in deviators)
            if not counts:
                continue
            here, there = welfare[params["reference"], types], welfare[outcome_map[reports], types]
            # What is fixed by the claim is no part of a counterexample.
            shown_types = {k: t for k, t in enumerate(types) if not (k == single and typed is not None)}
            fixed = single is not None and params["others"] == "baseline"
            shown_reports = {k: r for k, r in enumerate(reports) if not fixed or k == single}
            assignment = assigned("true type", game, shown_types) | assigned("report", game, shown_reports)
            answer.case(assignment, here < there, here, there)


def some_outcome(game: Game, params: Mapping[str, Any], answer: Answer) -> None:
    profiles = [per_agent(game, params["profile"])] if "profile" in params else game.type_profiles()
    for types in profiles:
        reference = game.welfare(params["reference"], types)
        better = sum(game.welfare(outcome, types) > reference for outcome in game.outcomes)
        answer.cases += len(game.outcomes)
        answer.satisfied += better
        if not better:
            answer.holds = False
            shown = {} if "profile" in params else assigned("true type", game, dict(enumerate(types)))
            answer.false.append((shown, "", ""))


def satisfies(game: Game, outcome_map: OutcomeMap, predicate: Mapping[str, Any]) -> bool:
    alone = Game(game.agents, game.outcomes, {"outcome_map": outcome_map})
    return judge(alone, predicate["kind"], predicate).holds


def cells(game: Game, outcome_map: OutcomeMap) -> tuple[str, ...]:
    return tuple(outcome_map[profile] for profile in game.report_profiles())


def census(game: Game, params: Mapping[str, Any], answer: Answer) -> None:
    fixed = {tuple(row[a.name] for a in game.agents): row["outcome"] for row in params.get("fixed", ())}
    found = []
    for outcome_map in game.all_maps(fixed):
        answer.cases += 1
        if satisfies(game, outcome_map, params["predicate"]):
            found.append(cells(game, outcome_map))
    answer.satisfied = len(found)
    answer.maps = found
    answer.holds = len(found) == params["count"]
    if "maps" in params:
        listed = {tuple(flat(entry["grid"])) for entry in params["maps"]}
        answer.holds = answer.holds and listed == set(found)


def flat(nested: Any) -> list[str]:
    return [nested] if isinstance(nested, str) else [label for part in nested for label in flat(part)]


def undominated(game: Game, outcome_map: OutcomeMap, params: Mapping[str, Any], answer: Answer) -> None:
    play = params["play"]
    for rival in game.all_maps():
        if not satisfies(game, rival, params["rivals"]):
            continue
        worse = better = False
        for types in game.type_profiles():
            reports = tuple(played(play, a.name, t) for a, t in zip(game.agents, types, strict=True))
            truth = tuple((a.truthful or {})[t] for a, t in zip(game.agents, types, strict=True))
            ours, theirs = outcome_map[reports], rival[truth]
            if params["measure"] == "welfare":
                pairs = [(game.welfare(ours, types), game.welfare(theirs, types))]
            else:
                pairs = [
                    (a.utility[ours, t], a.utility[theirs, t])
                    for a, t in zip(game.agents, types, strict=True)
                ]
            worse = worse or any(there < here for here, there in pairs)
            better = better or any(there > here for here, there in pairs)
        answer.case({"map m": str(cells(game, rival))}, worse or not better)


def played(play: Any, agent: str, type_: str) -> str:
    if isinstance(play, str):
        return play
    entry = play[agent]
    return entry if isinstance(entry, str) else str(entry[type_])


def among(game: Game, names: Any) -> list[int]:
    chosen = [a.name for a in game.agents] if names is None else [names] if isinstance(names, str) else names
    return [i for i, agent in enumerate(game.agents) if agent.name in chosen]


def anonymity(game: Game, outcome_map: OutcomeMap, params: Mapping[str, Any], answer: Answer) -> None:
    who = among(game, params.get("among"))
    for i in who:
        for j in (j for j in who if j > i):
            for profile in game.report_profiles():
                swapped = with_report(with_report(profile, i, profile[j]), j, profile[i])
                same = outcome_map[swapped] == outcome_map[profile]
                answer.case(assigned("report", game, dict(enumerate(profile))), same)


def neutrality(game: Game, outcome_map: OutcomeMap, params: Mapping[str, Any], answer: Answer) -> None:
    tables = params["reports"]
    shared = all(isinstance(value, str) for value in tables.values())
    renaming = [tables if shared else tables.get(a.name, {}) for a in game.agents]
    for profile in game.report_profiles():
        renamed = tuple(table.get(r, r) for r, table in zip(profile, renaming, strict=True))
        expected = params["outcomes"].get(outcome_map[profile], outcome_map[profile])
        moved = {
            i: renamed[i]
            for i, a in enumerate(game.agents)
            if any(renaming[i].get(r, r) != r for r in a.reports)
        }
        assignment = assigned("report", game, dict(enumerate(profile)))
        assignment |= assigned("renamed report", game, moved)
        answer.case(assignment, outcome_map[renamed] == expected)


def monotonicity(game: Game, outcome_map: OutcomeMap, params: Mapping[str, Any], answer: Answer) -> None:
    rank = params["outcomes"].index
    for i, agent in enumerate(game.agents):
        if params.get("agent", "all") not in ("all", agent.name):
            continue
        given = params["reports"]
        order = given if isinstance(given, list) else given[agent.name]
        for k in range(len(order) - 1):
            for profile in game.report_profiles():
                if profile[i] != order[k]:
                    continue
                higher = outcome_map[with_report(profile, i, order[k + 1])]
                others = {j: r for j, r in enumerate(profile) if j != i}
                assignment = assigned("report", game, others)
                answer.case(assignment, rank(outcome_map[profile]) <= rank(higher))


def pivotal_count(game: Game, outcome_map: OutcomeMap, params: Mapping[str, Any], answer: Answer) -> None:
    (i,) = among(game, params["agent"])
    seen: dict[Profile, set[str]] = {}
    for profile, outcome in outcome_map.items():
        seen.setdefault((*profile[:i], *profile[i + 1 :]), set()).add(outcome)
    counted(len(seen), sum(len(outcomes) > 1 for outcomes in seen.values()), params, answer)


def profile_count(game: Game, outcome_map: OutcomeMap, params: Mapping[str, Any], answer: Answer) -> None:
    where = [
        meets(game, profile, outcome_map[profile], params["where"]) for profile in game.report_profiles()
    ]
    counted(len(where), sum(where), params, answer)


def counted(cases: int, satisfied: int, params: Mapping[str, Any], answer: Answer) -> None:
    answer.cases, answer.satisfied = cases, satisfied
    answer.holds = satisfied == params["count"]
    if not answer.holds:
        answer.false.append(({}, "", ""))


def outcome_condition(game: Game, outcome_map: OutcomeMap, params: Mapping[str, Any], answer: Answer) -> None:
    for relation in ("whenever", "only_when"):
        if params["relation"] not in (relation, "exactly_when"):
            continue
        for profile in game.report_profiles():
            here = outcome_map[profile] in listed(params["outcome"])
            there = meets(game, profile, outcome_map[profile], params["condition"])
            if there == (relation == "whenever"):
                answer.case(assigned("report", game, dict(enumerate(profile))), here == there)


def listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def meets(game: Game, profile: Profile, outcome: str, condition: Mapping[str, Any]) -> bool:
    """Whether all of a condition is so."""
    for key, value in condition.items():
        if key == "outcome":
            holds = outcome in listed(value)
        elif key == "reports":
            said = {a.name: r for a, r in zip(game.agents, profile, strict=True)}
            holds = all(said[name] in listed(reports) for name, reports in value.items())
        elif key == "reporting":
            number = profile.count(value["report"])
            holds = (
                number >= value.get("at_least", 0)
                and number <= value.get("at_most", len(profile))
                and number == value.get("exactly", number)
            )
        elif key == "any":
            holds = any(meets(game, profile, outcome, inner) for inner in value)
        else:
            assert key == "not"
            holds = not meets(game, profile, outcome, value)
        if not holds:
            return False
    return True


MAP_KINDS = {
    "anonymity": anonymity,
    "neutrality": neutrality,
    "monotonicity": monotonicity,
    "pivotal_count": pivotal_count,
    "profile_count": profile_count,
    "outcome_condition": outcome_condition,
}
