"""The symmetries that anonymity and neutrality speak of, for a given mechanism."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from pycheck.census.quotient import Symmetry
from pycheck.errors import PycheckError
from pycheck.mechanism import Mechanism


class NoSuchSymmetry(PycheckError):
    """Anonymity or neutrality means nothing for this mechanism; the message says why."""


def anonymity(mechanism: Mechanism) -> list[Symmetry]:
    """Swaps of neighbouring agents. Raises :class:`NoSuchSymmetry` unless their reports are the same."""
    agents = mechanism.agents
    for agent in agents[1:]:
        if agent.reports != agents[0].reports:
            raise NoSuchSymmetry(f"anonymous: {agent.name} has other reports than {agents[0].name}")
    identity = tuple(range(len(mechanism.outcomes)))
    found: list[Symmetry] = []
    for i in range(len(agents) - 1):
        cells = []
        for profile in mechanism.signature.report_profiles():
            swapped = list(profile)
            swapped[i], swapped[i + 1] = swapped[i + 1], swapped[i]
            cells.append(mechanism.signature.cell(tuple(swapped)))
        found.append((cells, identity))
    return found


def neutrality(mechanism: Mechanism) -> list[Symmetry]:
    """Swaps of neighbouring outcomes, carried to the reports through the utilities.

    Renaming outcomes by π turns type t into the type t' with ``u(π(o), t') = u(o, t)`` for every o, and
    the report that is true for t into the one that is true for t'. Raises :class:`NoSuchSymmetry` where
    some type has no such counterpart or a report is true for no single type.
    """
    count = len(mechanism.outcomes)
    found: list[Symmetry] = []
    for i in range(count - 1):
        renaming = list(range(count))
        renaming[i], renaming[i + 1] = renaming[i + 1], renaming[i]
        moved = [_renamed_reports(mechanism, agent, renaming) for agent in range(len(mechanism.agents))]
        cells = [
            mechanism.signature.cell(tuple(moves[r] for moves, r in zip(moved, profile, strict=True)))
            for profile in product(*(range(size) for size in mechanism.signature.shape))
        ]
        found.append((cells, tuple(renaming)))
    return found


def _renamed_reports(mechanism: Mechanism, index: int, renaming: list[int]) -> list[int]:
    agent, utilities = mechanism.agents[index], mechanism.utilities[index]
    if agent.truthful is None or sorted(agent.truthful) != list(range(len(agent.reports))):
        raise NoSuchSymmetry(f"neutral: each report of {agent.name} must be true for exactly one type")
    columns: dict[tuple[Fraction, ...], int] = {}
    for type_ in range(len(agent.types)):
        twin = columns.setdefault(tuple(row[type_] for row in utilities), type_)
        if twin != type_:
            # Which of the two a renamed type becomes would be left open.
            raise NoSuchSymmetry(
                f"neutral: types {agent.types[twin]} and {agent.types[type_]} of {agent.name} have the same "
                "utilities"
            )
    moves = [0] * len(agent.reports)
    for type_ in range(len(agent.types)):
        column = [utilities[0][type_]] * len(utilities)
        for outcome, row in enumerate(utilities):
            column[renaming[outcome]] = row[type_]
        target = columns.get(tuple(column))
        if target is None:
            swapped = [mechanism.outcomes[o] for o, r in enumerate(renaming) if o != r]
            raise NoSuchSymmetry(
                f"neutral: {agent.name} has no type that is {agent.types[type_]} with "
                f"{' and '.join(swapped)} exchanged"
            )
        moves[agent.truthful[type_]] = agent.truthful[target]
    return moves
