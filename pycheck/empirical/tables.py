"""A mechanism's tables as plain data with a digest: what a pilot is about, whatever else its file says."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

import rfc8785
from pydantic import BaseModel, ConfigDict, Field

from pycheck.mechanism import MAIN_MAP, Agent, Mechanism, OutcomeMap, Signature

_Value = Annotated[str, Field(pattern=r"^-?\d{1,100}(/[1-9]\d{0,99})?$")]
_Place = Annotated[int, Field(ge=0)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class _AgentTable(_Part):
    name: str
    types: Annotated[tuple[str, ...], Field(min_length=1)]
    reports: Annotated[tuple[str, ...], Field(min_length=1)]
    truthful: tuple[_Place, ...] | None
    utilities: tuple[tuple[_Value, ...], ...]


class _Tables(_Part):
    name: str
    title: str
    outcomes: Annotated[tuple[str, ...], Field(min_length=1)]
    agents: Annotated[tuple[_AgentTable, ...], Field(min_length=1)]
    outcome_map: tuple[_Place, ...]


def tables_of(mechanism: Mechanism) -> dict[str, Any]:
    """Agents, utilities (by outcome, then type), outcomes and outcome map (row-major), as plain JSON data."""
    # A rule without utilities has none for anybody.
    utilities = mechanism.utilities or ((),) * len(mechanism.agents)
    agents = [
        {
            "name": agent.name,
            "types": list(agent.types),
            "reports": list(agent.reports),
            "truthful": None if agent.truthful is None else list(agent.truthful),
            "utilities": [[str(value) for value in row] for row in table],
        }
        for agent, table in zip(mechanism.agents, utilities, strict=True)
    ]
    return {
        "name": mechanism.name,
        "title": mechanism.title,
        "outcomes": list(mechanism.outcomes),
        "agents": agents,
        "outcome_map": list(mechanism.outcome_map.cells),
    }


def tables_digest(mechanism: Mechanism) -> str:
    """SHA-256 of the tables in canonical JSON (RFC 8785); the title does not count."""
    tables = tables_of(mechanism)
    del tables["title"]
    return hashlib.sha256(rfc8785.dumps(tables)).hexdigest()


def mechanism_of(data: Mapping[str, Any]) -> Mechanism:
    """The mechanism that :func:`tables_of` wrote down. Raises :class:`ValueError` if it is none."""
    tables = _Tables.model_validate_json(rfc8785.dumps(dict(data)))
    agents = tuple(Agent(a.name, a.types, a.reports, a.truthful) for a in tables.agents)
    signature = Signature(agents, tables.outcomes)
    for agent in tables.agents:
        shape = [len(agent.types)] * len(tables.outcomes)
        if [len(row) for row in agent.utilities] != shape:
            raise ValueError(f"the utilities of {agent.name} are not one row of types for each outcome")
        if agent.truthful is not None and (
            len(agent.truthful) != len(agent.types) or max(agent.truthful) >= len(agent.reports)
        ):
            raise ValueError(f"the true reports of {agent.name} are not one report for each type")
    cells = tables.outcome_map
    if len(cells) != signature.cell_count or max(cells) >= len(tables.outcomes):
        raise ValueError("the outcome map is not one outcome for each report profile")
    return Mechanism(
        tables.name,
        tables.title,
        signature,
        tuple(tuple(tuple(map(Fraction, row)) for row in agent.utilities) for agent in tables.agents),
        {MAIN_MAP: OutcomeMap(cells)},
    )
