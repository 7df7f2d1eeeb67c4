"""A mechanism file as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pycheck.lean.counting import MAX_KERNEL_MAPS
from pycheck.scaffold.draft import Draft, DraftAgent
from pycheck.scaffold.names import camel, constructors, distinct, usable


def mechanism_toml(draft: Draft, claims: list[dict[str, Any]]) -> str:
    """The whole file: data, claims, and the ``[lean]`` section that fits the Lean file to be written."""
    parts = [
        "\n".join(
            [
                "format = 1",
                f"name = {value(draft.name)}",
                f"title = {value(draft.title)}",
                f"outcomes = {value(list(draft.outcomes))}",
                *([] if draft.utilities else ["utilities = false"]),
            ]
        ),
        *(_agent(agent) for agent in draft.agents),
        *(_utilities(draft, agent) for agent in draft.agents if draft.utilities),
        _map(draft),
        *(_claim(claim) for claim in claims),
        _lean(draft),
    ]
    return "\n\n".join(parts) + "\n"


def value(item: Any) -> str:
    """A TOML value on one line."""
    match item:
        case bool():
            return "true" if item else "false"
        case str():
            # A JSON string is a TOML basic string, but for DEL, which labels cannot contain.
            return json.dumps(item, ensure_ascii=False)
        case Fraction():
            return str(item.numerator) if item.denominator == 1 else f'"{item}"'
        case Mapping():
            return "{ " + ", ".join(f"{key(k)} = {value(v)}" for k, v in item.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(value(part) for part in item) + "]"
        case _:
            return str(item)


def key(text: str) -> str:
    """A TOML key, quoted where it has to be."""
    bare = text.isascii() and text.replace("_", "").replace("-", "").isalnum()
    return text if bare else json.dumps(text, ensure_ascii=False)


def _agent(agent: DraftAgent) -> str:
    lines = ["[[agents]]", f"name = {value(agent.name)}", f"types = {value(list(agent.types))}"]
    if agent.reports != agent.types:
        lines.append(f"reports = {value(list(agent.reports))}")
    return "\n".join(lines)


def _utilities(draft: Draft, agent: DraftAgent) -> str:
    lines = [f"[utilities.{key(agent.name)}]"]
    for outcome in draft.outcomes:
        row = dict(zip(agent.types, draft.utilities[agent.name, outcome], strict=True))
        lines.append(f"{key(outcome)} = {value(row)}")
    return "\n".join(lines)


def _map(draft: Draft) -> str:
    lines = ["[outcome_map]", "rows = ["]
    for profile in draft.report_profiles():
        row = dict(zip((agent.name for agent in draft.agents), profile, strict=True))
        lines.append(f"    {value({**row, 'outcome': draft.cells[profile]})},")
    return "\n".join([*lines, "]"])


def _claim(claim: dict[str, Any]) -> str:
    return "\n".join(["[[claims]]", *(f"{key(name)} = {value(item)}" for name, item in claim.items())])


def _lean(draft: Draft) -> str:
    """Names for everything; agents with the same types and reports share a Lean type."""
    same = len({(agent.types, agent.reports) for agent in draft.agents}) == 1
    types: dict[str, str] = {}
    reports: dict[str, str] = {}
    truthful: dict[str, str] = {}
    inductives: dict[str, tuple[str, ...]] = {"Outcome": draft.outcomes}
    # Names that differ in signs or accents alone would otherwise come out as one.
    stems = dict(zip(draft.agents, distinct([camel(agent.name) for agent in draft.agents]), strict=True))
    for agent in draft.agents:
        stem = "" if same else stems[agent]
        types[agent.name] = f"{stem}Ty"
        reports[agent.name] = f"{stem}Ty" if agent.reports == agent.types else f"{stem}Report"
        inductives[types[agent.name]] = agent.types
        inductives[reports[agent.name]] = agent.reports
        if agent.reports != agent.types and set(agent.types) <= set(agent.reports):
            truthful[agent.name] = f"truthful{stems[agent]}"
    cells = len(draft.report_profiles())
    lines = [
        "[lean]",
        f"module = {value(camel(draft.name))}",
        'outcome = "Outcome"',
        f"types = {value(types)}",
        f"reports = {value(reports)}",
    ]
    if truthful:
        lines.append(f"truthful = {value(truthful)}")
    utilities = {agent.name: f"u{stems[agent]}" for agent in draft.agents}
    # Said, so that a value that is changed later changes itself alone and not what all are read as.
    negative = any(number < 0 for row in draft.utilities.values() for number in row)
    if draft.utilities:
        lines.append(f"utilities = {value(utilities)}")
    lines.append('outcome_map = "outcome"')
    if draft.utilities:
        lines.append(f"number = {value('Int' if negative else 'Nat')}")
    if len(draft.outcomes) ** cells <= MAX_KERNEL_MAPS:
        names = {"type": "OutcomeMap", "constructor": "OutcomeMap.mk", "apply": "OutcomeMap.apply"}
        lines.append(f"outcome_maps = {value(names)}")
    sections = []
    for inductive, labels in inductives.items():
        renamed = {
            label: name for label, name in constructors(labels).items() if name != label or not usable(label)
        }
        if renamed:
            sections.append(f"[lean.constructors.{inductive}]")
            sections += [f"{key(label)} = {value(name)}" for label, name in renamed.items()]
    return "\n".join(lines) + ("\n\n" + "\n".join(sections) if sections else "")
