"""What innocents make of the others' roles, round by round.

Accuracy among guesses of a role; the share of answers "Unknown"; and recall: of the true Mafia's players in
the answers, the share called Mafia, "Unknown" being a miss. These are the public definitions (Karpov,
*MafiaScope*, 2026), as is chance: the share of the Mafia among the living others.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from pycheck.empirical.probing.answers import RoleReport
from pycheck.empirical.probing.estimate import Cell
from pycheck.empirical.probing.order import first_answers
from pycheck.empirical.probing.records import MAFIA, UNKNOWN
from pycheck.empirical.probing.sides import Side, of_mafia, side_of

#: What a cell holds: answers, "Unknown" among them, guesses of a role, right ones, answers about the
#: Mafia's players, those that call them Mafia, answers about the Mafia's players where chance is defined,
#: summed chance.
ANSWERS, UNKNOWNS, GUESSES, RIGHT, ABOUT_MAFIA, CALLED_MAFIA, WITH_CHANCE, CHANCE = range(8)


def cells_by_round(reports: Iterable[RoleReport], roles: Mapping[str, str]) -> dict[int, Cell]:
    """For each round with an answer that counts, its cell."""
    found: dict[int, list[list[float]]] = {}
    mafia = of_mafia(roles)
    for report in first_answers(reports):
        asked = report.asked
        if side_of(asked.observer, roles) is not Side.INNOCENT:
            continue
        others = asked.living - {asked.observer}
        chance = len(others & mafia) / len(others) if others else None
        for guess in report.guesses:
            if guess.target == asked.observer or side_of(guess.target, roles) is None:
                continue
            is_mafia = guess.target in mafia
            found.setdefault(asked.place.round, []).append(
                [
                    1,
                    guess.role == UNKNOWN,
                    guess.role != UNKNOWN,
                    guess.role == roles[guess.target],
                    is_mafia,
                    is_mafia and guess.role == MAFIA,
                    is_mafia and chance is not None,
                    chance if is_mafia and chance is not None else 0,
                ]
            )
    return {
        round_: tuple(math.fsum(column) for column in zip(*rows, strict=True))
        for round_, rows in sorted(found.items())
    }
