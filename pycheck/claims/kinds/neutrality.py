"""Neutrality: renaming the reports renames the outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pycheck.claims.build import report_var
from pycheck.claims.claim import Stated, claim_kind
from pycheck.claims.english import enumerate_words, under
from pycheck.claims.formula import (
    OUTCOME,
    And,
    Formula,
    Image,
    Label,
    Same,
    Sort,
    Term,
    Var,
    disjunction,
    for_all,
    implies,
)
from pycheck.claims.params import Params
from pycheck.mechanism import Signature

Renaming = tuple[int, ...]


@claim_kind("neutrality", "renaming reports renames the outcome accordingly", about_map=True)
def neutrality(params: Params) -> Stated | None:
    """Parameters: ``reports`` (label -> label, or agent -> such a table), ``outcomes``, optional ``map``.

    Both are permutations; a label that is not named keeps its name.
    """
    signature = params.signature
    map_name, reports = params.map_name(), _report_renamings(params)
    value = params.raw("outcomes", "a table outcome -> outcome")
    outcomes = None
    if value is not None:
        outcomes = _renaming(params, "outcomes", value, signature.outcomes, "an outcome")
    if map_name is None or reports is None or outcomes is None:
        return None
    # One agent after the other, so that pairs that are no renaming are left at once.
    agents = range(len(signature.agents))
    before = [report_var(signature, i) for i in agents]
    after = [_renamed_var(signature, i) if _moves(reports[i]) else before[i] for i in agents]
    formula: Formula = _renames(
        Image(map_name, tuple(before)), Image(map_name, tuple(after)), OUTCOME, outcomes
    )
    for i in reversed(agents):
        if _moves(reports[i]):
            sort = Sort("report", i)
            formula = implies([_renames(before[i], after[i], sort, reports[i])], formula)
            formula = for_all([before[i], after[i]], formula)
        else:
            formula = for_all([before[i]], formula)
    return Stated(_english(signature, map_name, reports, outcomes), formula)


def _renamed_var(signature: Signature, agent: int) -> Var:
    name = signature.agents[agent].name
    return Var(f"q{agent + 1}", Sort("report", agent), f"renamed report of {name}")


def _moves(renaming: Renaming) -> bool:
    return any(k != image for k, image in enumerate(renaming))


def _renames(one: Term, other: Term, sort: Sort, renaming: Renaming) -> Formula:
    """``other`` is what ``one`` is called after the renaming."""
    return disjunction(
        [
            And((Same(one, Label(sort, k)), Same(other, Label(sort, image))))
            for k, image in enumerate(renaming)
        ]
    )


def _report_renamings(params: Params) -> tuple[Renaming, ...] | None:
    """A renaming for each agent, from one that all share or from a table by agent."""
    agents = params.signature.agents
    expected = "a table report -> report, or a table agent -> such a table"
    value = params.raw("reports", expected)
    if value is None:
        return None
    if not isinstance(value, Mapping) or not value:
        params.fault("reports", value, expected)
        return None
    names = [agent.name for agent in agents]
    by_agent = any(isinstance(inner, Mapping) for inner in value.values())
    good = True
    if by_agent:
        for stranger in value:
            if stranger not in names:
                params.unknown_name(f"reports.{stranger}", stranger, "an agent", names)
                good = False
    found = []
    for agent in agents:
        own = value.get(agent.name, {}) if by_agent else value
        key = f"reports.{agent.name}" if by_agent else "reports"
        renaming = _renaming(params, key, own, agent.reports, f"a report of {agent.name}")
        good = good and renaming is not None
        found.append(renaming or ())
        if renaming is None and not by_agent:
            break
    return tuple(found) if good else None


def _renaming(params: Params, key: str, value: Any, labels: Sequence[str], what: str) -> Renaming | None:
    """A permutation of labels from its table."""
    if not isinstance(value, Mapping):
        params.fault(key, value, f"a table from {what} to another")
        return None
    good = True
    for label, image in value.items():
        if label not in labels:
            params.unknown_name(f"{key}.{label}", label, what, labels)
            good = False
        elif image not in labels:
            params.unknown_name(f"{key}.{label}", image, what, labels)
            good = False
    if not good:
        return None
    renaming = tuple(labels.index(value.get(label, label)) for label in labels)
    if len(set(renaming)) < len(labels):
        params.fault(key, value, "a renaming, in which no two labels become one")
        return None
    return renaming


def _words(renaming: Renaming, labels: Sequence[str]) -> str:
    return enumerate_words([f"{labels[k]} becomes {labels[m]}" for k, m in enumerate(renaming) if k != m])


def _english(signature: Signature, map_name: str, reports: tuple[Renaming, ...], outcomes: Renaming) -> str:
    by_words: dict[str, list[str]] = {}
    for agent, renaming in zip(signature.agents, reports, strict=True):
        by_words.setdefault(_words(renaming, agent.reports), []).append(agent.name)
    renamed = [
        f"{words} in the report{'s' if len(names) > 1 else ''} of {enumerate_words(names)}"
        for words, names in by_words.items()
        if words
    ]
    kept = enumerate_words(by_words.get("", []))
    hypothesis = " and ".join(renamed) or "nothing changes"
    whatever = f" (those of {kept} stay as they are)" if kept else ""
    result = _words(outcomes, signature.outcomes)
    others = " and the other outcomes stay" if result and _stays(outcomes) else ""
    conclusion = f"in the outcome {result}{others}" if result else "the outcome stays the same"
    return f"Neutrality: {under(map_name)}when {hypothesis}{whatever}, then {conclusion}."


def _stays(renaming: Renaming) -> bool:
    return any(k == image for k, image in enumerate(renaming))
