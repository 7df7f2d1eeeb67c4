"""The Bayesian game of a mechanism: nature draws the types, each agent sees its own and reports.

Written as an extensive game in Gambit's file format (``.efg``): a chance move over the type profiles, then
the agents in order, an information set for each agent and type.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod

from pycheck.errors import PycheckError
from pycheck.mechanism import MAIN_MAP, Mechanism
from pycheck.neighbours.normal_form import quoted

#: A probability for each type profile (indices).
Prior = Mapping[tuple[int, ...], Fraction]
#: More end points than this make no file that anybody could use.
MAX_ENDS = 1_000_000


class UnfitForGambit(PycheckError):
    """A prior that is none, or a game that is too large to be written out."""


def uniform_prior(mechanism: Mechanism) -> dict[tuple[int, ...], Fraction]:
    """Every type profile equally likely."""
    profiles = list(mechanism.signature.type_profiles())
    return {profile: Fraction(1, len(profiles)) for profile in profiles}


def bayesian_efg(mechanism: Mechanism, prior: Prior | None = None, map_name: str = MAIN_MAP) -> str:
    """The Bayesian game as an ``.efg`` file; the prior is uniform unless given.

    Type profiles of probability 0 are left out. Raises :class:`UnfitForGambit`, and
    :class:`~pycheck.mechanism.NoUtilities` where there are none.
    """
    mechanism.require_utilities("a game")
    signature = mechanism.signature
    chances = dict(uniform_prior(mechanism) if prior is None else prior)
    known = set(signature.type_profiles())
    if set(chances) - known or any(p < 0 for p in chances.values()) or sum(chances.values()) != 1:
        raise UnfitForGambit("a prior gives each type profile a probability of 0 or more, 1 in all")
    drawn = [types for types in signature.type_profiles() if chances.get(types)]
    ends = len(drawn) * prod(signature.shape)
    if ends > MAX_ENDS:
        raise UnfitForGambit(f"the Bayesian game has {ends} end points; at most {MAX_ENDS} are written")
    names = " ".join(quoted(agent.name) for agent in signature.agents)
    moves = " ".join(f"{quoted(', '.join(signature.type_labels(t)))} {chances[t]}" for t in drawn)
    lines = [f"EFG 2 R {quoted(mechanism.title or mechanism.name)} {{ {names} }}", '""', ""]
    lines.append(f'c "" 1 "types" {{ {moves} }} 0')
    number = 0
    for types in drawn:
        for line in _below(mechanism, map_name, types, ()):
            number += line.startswith("t")
            lines.append(line.replace("#", str(number), 1))
    return "\n".join(lines) + "\n"


def _below(
    mechanism: Mechanism, map_name: str, types: tuple[int, ...], reports: tuple[int, ...]
) -> Iterator[str]:
    """The nodes below, each before its children; ``#`` stands for the number of an end point."""
    agents = mechanism.agents
    player = len(reports)
    if player == len(agents):
        outcome = mechanism.outcome(reports, map_name)
        payoffs = ", ".join(
            str(table[outcome][t]) for table, t in zip(mechanism.utilities, types, strict=True)
        )
        yield f't "" # {quoted(mechanism.outcomes[outcome])} {{ {payoffs} }}'
        return
    own = agents[player]
    actions = " ".join(map(quoted, own.reports))
    where = types[player]
    yield f'p "" {player + 1} {where + 1} {quoted(own.types[where])} {{ {actions} }} 0'
    for report in range(len(own.reports)):
        yield from _below(mechanism, map_name, types, (*reports, report))
