"""Conditions on a report profile and its outcome, as a table of a claim.

All keys of a condition must hold: ``outcome`` (one of), ``reports`` (agent -> one of), ``reporting`` (how
many agents give a report), ``any`` (one of several conditions), ``not`` (a condition that must not hold).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from pycheck.claims.build import report_label, report_var
from pycheck.claims.english import enumerate_words
from pycheck.claims.formula import OUTCOME, Formula, Image, Label, Not, Same, Var, conjunction, disjunction
from pycheck.claims.params import Params
from pycheck.mechanism import Signature

#: A number of agents is written out as a disjunction over groups of them, no longer than this.
MAX_GROUPS = 1000
_BOUNDS = ("at_least", "at_most", "exactly")


@dataclass(frozen=True)
class Condition:
    """A condition in English (a clause) and as a formula over :func:`profile_vars`."""

    english: str
    formula: Formula


def profile_vars(signature: Signature) -> tuple[Var, ...]:
    """The variables for a whole report profile."""
    return tuple(report_var(signature, i) for i in range(len(signature.agents)))


def profile_image(signature: Signature, map_name: str) -> Image:
    """The outcome at that profile."""
    return Image(map_name, profile_vars(signature))


def read_condition(params: Params, name: str, map_name: str, *, outcome: bool = True) -> Condition | None:
    """The condition under the key ``name``; with ``outcome`` it may speak of the outcome too."""
    table = params.table(name)
    return None if table is None else _read(table, map_name, outcome)


def _read(table: Params, map_name: str, outcome: bool) -> Condition | None:
    known = [*(["outcome"] if outcome else []), "reports", "reporting", "any", "not"]
    if not table.values:
        table.fault("", table.values, f"a condition, with one or more of {', '.join(known)}")
        return None
    found: list[Condition | None] = []
    if outcome and table.has("outcome"):
        found.append(_outcome(table, map_name))
    if table.has("reports"):
        found.append(_reports(table))
    if table.has("reporting"):
        found.append(_reporting(table))
    if table.has("any"):
        found.append(_any(table, map_name, outcome))
    if table.has("not"):
        found.append(_not(table, map_name, outcome))
    table.finish()
    parts = [part for part in found if part is not None]
    if not parts or len(parts) < len(found) or len(parts) < len(table.values):
        return None
    return Condition(" and ".join(part.english for part in parts), conjunction([p.formula for p in parts]))


def _outcome(table: Params, map_name: str) -> Condition | None:
    signature = table.signature
    chosen = table.labels("outcome", signature.outcomes, "an outcome")
    if chosen is None:
        return None
    image = profile_image(signature, map_name)
    words = enumerate_words([signature.outcomes[o] for o in chosen], "or")
    return Condition(f"the outcome is {words}", disjunction([Same(image, Label(OUTCOME, o)) for o in chosen]))


def _reports(table: Params) -> Condition | None:
    signature = table.signature
    inner = table.table("reports")
    if inner is None:
        return None
    if not inner.values:
        table.fault("reports", inner.values, "a table agent -> report, or list of reports")
        return None
    parts, words = [], []
    for i, agent in enumerate(signature.agents):
        if not inner.has(agent.name):
            continue
        chosen = inner.labels(agent.name, agent.reports, f"a report of {agent.name}")
        if chosen is None:
            return None
        parts.append(disjunction([Same(report_var(signature, i), report_label(i, r)) for r in chosen]))
        words.append(f"{agent.name} reports {enumerate_words([agent.reports[r] for r in chosen], 'or')}")
    inner.finish()
    if len(parts) < len(inner.values):
        return None
    return Condition(enumerate_words(words), conjunction(parts))


def _reporting(table: Params) -> Condition | None:
    """``{ report = …, at_least = … }``, or ``at_most``, or ``exactly``; over the agents with that report."""
    signature = table.signature
    inner = table.table("reporting")
    if inner is None:
        return None
    labels = list(dict.fromkeys(label for agent in signature.agents for label in agent.reports))
    label = inner.choice("report", labels)
    given = [bound for bound in _BOUNDS if inner.has(bound)]
    if len(given) != 1:
        inner.fault("", given, f"exactly one of {', '.join(_BOUNDS)}")
    number = inner.natural(given[0]) if len(given) == 1 else None
    inner.finish()
    if label is None or number is None or len(inner.values) != 2:
        return None
    bound = given[0]
    who = [i for i, agent in enumerate(signature.agents) if label in agent.reports]
    low, high = int(bound == "at_least"), len(who) - int(bound == "at_most")
    if not low <= number <= high:
        inner.fault(bound, number, f"a number from {low} to {high}", f"{len(who)} agents can report {label}")
        return None
    if max(comb(len(who), number), comb(len(who), number + 1)) > MAX_GROUPS:
        inner.fault(bound, number, f"a number with at most {MAX_GROUPS} groups of so many agents")
        return None
    says = [
        Same(report_var(signature, i), report_label(i, signature.agents[i].reports.index(label))) for i in who
    ]
    several = len(who) > 1
    names = enumerate_words([signature.agents[i].name for i in who])
    amount = f"{bound.replace('_', ' ')} {number}"
    english = f"{amount} of {names} report{'' if several else 's'} {label}"
    return Condition(english, _number(says, bound, number))


def _number(says: Sequence[Formula], bound: str, number: int) -> Formula:
    """At least, at most or exactly ``number`` of the formulas hold."""
    parts: list[Formula] = []
    if bound != "at_most" and number > 0:
        parts.append(_at_least(says, number))
    if bound != "at_least" and number < len(says):
        parts.append(Not(_at_least(says, number + 1)))
    return conjunction(parts)


def _at_least(says: Sequence[Formula], number: int) -> Formula:
    """All of some ``number`` of the formulas hold."""
    return disjunction([conjunction(group) for group in combinations(says, number)])


def _any(table: Params, map_name: str, outcome: bool) -> Condition | None:
    value = table.values["any"]
    if not isinstance(value, list) or not value:
        table.fault("any", value, "a non-empty list of conditions")
        return None
    parts: list[Condition | None] = []
    for k, entry in enumerate(value):
        key = f"any[{k}]"
        if not isinstance(entry, Mapping):
            table.fault(key, entry, "a condition")
            parts.append(None)
            continue
        parts.append(
            _read(Params(f"{table.key}.{key}", entry, table.signature, table.faults), map_name, outcome)
        )
    found = [part for part in parts if part is not None]
    if len(found) < len(parts):
        return None
    words = " or ".join(f"({part.english})" for part in found)
    return Condition(words if len(found) == 1 else f"[{words}]", disjunction([p.formula for p in found]))


def _not(table: Params, map_name: str, outcome: bool) -> Condition | None:
    inner = read_condition(table, "not", map_name, outcome=outcome)
    return None if inner is None else Condition(f"not ({inner.english})", Not(inner.formula))
