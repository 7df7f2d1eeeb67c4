"""A draft from options, and from questions for what the options leave open."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import click

from pycheck.scaffold.draft import (
    Draft,
    DraftAgent,
    DraftError,
    check_name,
    labels,
    parse_agent,
    parse_cell,
    parse_utility,
    parse_values,
)


def ask(
    name: str,
    title: str | None,
    agents: Sequence[str],
    outcomes: str | None,
    utilities: Sequence[str],
    cells: Sequence[str],
    constant: str | None,
    *,
    interactive: bool,
) -> Draft:
    """The draft; with ``interactive``, questions on the terminal fill what is missing.

    Raises :class:`DraftError` for options that do not fit, and for missing ones without a terminal.
    """
    check_name(name)
    if not agents and not interactive:
        raise DraftError("say who the agents are: --agent NAME=TYPE,TYPE (once for each)")
    everybody = tuple(parse_agent(text) for text in agents) if agents else _ask_agents()
    if len({agent.name for agent in everybody}) < len(everybody):
        raise DraftError("--agent: two agents have the same name")
    if outcomes is None:
        if not interactive:
            raise DraftError("say what the outcomes are: --outcomes O1,O2")
        outcomes = click.prompt("Outcomes (comma-separated)")
    possible = labels(outcomes, "--outcomes")
    values = _utilities(utilities, everybody, possible)
    table = dict(parse_cell(text, everybody, possible) for text in cells)
    if constant is not None and constant not in possible:
        raise DraftError(f"--constant {constant!r}: no outcome; known are {', '.join(possible)}")
    draft = Draft(name, title or name.replace("_", " "), everybody, possible, values, table)
    if constant is not None:
        for profile in draft.report_profiles():
            table.setdefault(profile, constant)
    if interactive:
        _ask_utilities(draft, values)
        _ask_cells(draft, table)
    return draft


def _utilities(
    texts: Sequence[str], agents: tuple[DraftAgent, ...], outcomes: tuple[str, ...]
) -> dict[tuple[str, str], tuple[Fraction, ...]]:
    found: dict[tuple[str, str], tuple[Fraction, ...]] = {}
    for text in texts:
        where, values = parse_utility(text, agents)
        if where[1] not in outcomes:
            raise DraftError(
                f"--utility {text!r}: {where[1]!r} is no outcome; known are {', '.join(outcomes)}"
            )
        found[where] = values
    return found


def _ask_agents() -> tuple[DraftAgent, ...]:
    names = labels(click.prompt("Agents (comma-separated)"), "agents")
    agents: list[DraftAgent] = []
    for name in names:
        default = ",".join(agents[-1].types) if agents else None
        types = labels(click.prompt(f"Types of {name}", default=default), f"types of {name}")
        reports = labels(click.prompt(f"Reports of {name}", default=",".join(types)), f"reports of {name}")
        agents.append(DraftAgent(name, types, reports))
    return tuple(agents)


def _ask_utilities(draft: Draft, values: dict[tuple[str, str], tuple[Fraction, ...]]) -> None:
    for agent in draft.agents:
        for outcome in draft.outcomes:
            if (agent.name, outcome) in values:
                continue
            question = f"Utility of {agent.name} for {outcome} at types {', '.join(agent.types)}"
            while (agent.name, outcome) not in values:
                try:
                    answer = click.prompt(question)
                    values[agent.name, outcome] = parse_values(answer, agent, f"{agent.name}.{outcome}")
                except DraftError as error:
                    click.echo(str(error), err=True)


def _ask_cells(draft: Draft, table: dict[tuple[str, ...], str]) -> None:
    names = ", ".join(agent.name for agent in draft.agents)
    for profile in draft.report_profiles():
        if profile not in table:
            question = f"Outcome at reports ({', '.join(profile)}) of {names}"
            table[profile] = click.prompt(question, type=click.Choice(list(draft.outcomes)))
