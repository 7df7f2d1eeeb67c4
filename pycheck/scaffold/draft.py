"""What a new mechanism is made of, before it is a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from pycheck.claims.params import rational
from pycheck.errors import PycheckError

_NAME = re.compile(r"[a-z][a-z0-9_]*")


class DraftError(PycheckError):
    """A flag or an answer that does not fit."""


@dataclass(frozen=True)
class DraftAgent:
    """An agent: name, types, reports (the types, unless said otherwise)."""

    name: str
    types: tuple[str, ...]
    reports: tuple[str, ...]


@dataclass(frozen=True)
class Draft:
    """A whole mechanism: ``utilities[agent, outcome]`` by type, ``cells[reports]`` the outcomes.

    One that is complete without utilities is a rule that nobody is said to value outcomes of.
    """

    name: str
    title: str
    agents: tuple[DraftAgent, ...]
    outcomes: tuple[str, ...]
    utilities: Mapping[tuple[str, str], tuple[Fraction, ...]]
    cells: Mapping[tuple[str, ...], str]

    def report_profiles(self) -> list[tuple[str, ...]]:
        """All report profiles, row-major."""
        return list(product(*(agent.reports for agent in self.agents)))

    def missing(self) -> list[str]:
        """What is still to be said, each as the flag that says it."""
        wanted = []
        for agent in self.agents:
            for outcome in self.outcomes:
                if (agent.name, outcome) not in self.utilities:
                    values = ",".join(f"<{t}>" for t in agent.types)
                    wanted.append(f"--utility {agent.name}.{outcome}={values}")
        for profile in self.report_profiles():
            if profile not in self.cells:
                wanted.append(f"--cell {','.join(profile)}=<outcome>")
        return wanted


def check_name(name: str) -> str:
    """``name`` itself. Raises :class:`DraftError` unless it can name a folder and a Lean module."""
    if not _NAME.fullmatch(name):
        raise DraftError(f"{name!r}: a mechanism's name is lower-case letters, digits and _, a letter first")
    return name


def labels(text: str, what: str) -> tuple[str, ...]:
    """Comma-separated labels. Raises :class:`DraftError` for empty or repeated ones."""
    found = tuple(part.strip() for part in text.split(","))
    if not all(found) or len(set(found)) < len(found):
        raise DraftError(f"{what}: {text!r} must be different labels, separated by commas")
    return found


def parse_agent(text: str) -> DraftAgent:
    """``name=type,type`` or ``name=type,type:report,report``. Raises :class:`DraftError`."""
    name, equals, rest = text.partition("=")
    types, colon, reports = rest.partition(":")
    if not equals or not name.strip():
        raise DraftError(f"--agent {text!r}: expected NAME=TYPE,TYPE or NAME=TYPE,TYPE:REPORT,REPORT")
    own = labels(types, f"--agent {name}: types")
    return DraftAgent(name.strip(), own, labels(reports, f"--agent {name}: reports") if colon else own)


def parse_utility(text: str, agents: tuple[DraftAgent, ...]) -> tuple[tuple[str, str], tuple[Fraction, ...]]:
    """``agent.outcome=1,1/3`` with one value a type. Raises :class:`DraftError`."""
    left, equals, right = text.partition("=")
    name, dot, outcome = left.partition(".")
    owner = next((agent for agent in agents if agent.name == name.strip()), None)
    if not equals or not dot or owner is None:
        known = ", ".join(agent.name for agent in agents)
        raise DraftError(f"--utility {text!r}: expected AGENT.OUTCOME=VALUE,… with an agent of {known}")
    return (owner.name, outcome.strip()), parse_values(right, owner, f"--utility {left}")


def parse_values(text: str, agent: DraftAgent, where: str) -> tuple[Fraction, ...]:
    """One exact number a type of ``agent``. Raises :class:`DraftError`."""
    parts = [part.strip() for part in text.split(",")]
    values = [rational(part) for part in parts]
    if len(parts) != len(agent.types) or None in values:
        raise DraftError(
            f"{where}: {text!r}: expected {len(agent.types)} numbers (integers or p/q), one for each type "
            f"of {agent.name} ({', '.join(agent.types)})"
        )
    return tuple(value for value in values if value is not None)


def parse_cell(
    text: str, agents: tuple[DraftAgent, ...], outcomes: tuple[str, ...]
) -> tuple[tuple[str, ...], str]:
    """``report,report=outcome``. Raises :class:`DraftError`."""
    left, equals, outcome = text.rpartition("=")
    profile = tuple(part.strip() for part in left.split(","))
    good = len(profile) == len(agents) and all(r in a.reports for r, a in zip(profile, agents, strict=False))
    if not equals or not good or outcome.strip() not in outcomes:
        names = ",".join(agent.name for agent in agents)
        raise DraftError(
            f"--cell {text!r}: expected reports of {names}, then =OUTCOME of {', '.join(outcomes)}"
        )
    return profile, outcome.strip()
