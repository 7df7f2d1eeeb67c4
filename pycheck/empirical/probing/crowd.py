"""Whether the innocents as a crowd find the Mafia, where each of them may not.

At the end of each round's probes, every living innocent's latest guess about a living player of the Mafia
is a ballot, "Unknown" included. The crowd has found that player if more than half of the ballots say Mafia:
the majority of Condorcet's *Essai* (1785). The definition is this project's own; the public material has
recall over single answers alone (:mod:`pycheck.empirical.probing.first_order`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pycheck.empirical.probing.answers import RoleReport
from pycheck.empirical.probing.estimate import Cell
from pycheck.empirical.probing.order import Order, by_observer
from pycheck.empirical.probing.records import MAFIA, Place
from pycheck.empirical.probing.sides import Side, of_mafia, side_of

#: What a cell holds: players of the Mafia on whom there were ballots, and those that the majority found.
ASKED, FOUND = range(2)


def cells_by_round(reports: Iterable[RoleReport], roles: Mapping[str, str]) -> dict[int, Cell]:
    """For each round with a ballot, its cell. Guesses of earlier rounds count while they are the latest."""
    series = by_observer(reports, Order.CHRONOLOGICAL)
    ends: dict[int, tuple[Place, frozenset[str]]] = {}
    for observer in series.values():
        for report in observer:
            now = report.asked.place
            if now.round not in ends or ends[now.round][0] < now:
                ends[now.round] = (now, report.asked.living)
    cells: dict[int, Cell] = {}
    for round_, (_, living) in sorted(ends.items()):
        asked = found = 0
        for target in living & of_mafia(roles):
            ballots = [
                guess
                for observer, answers in series.items()
                if observer in living and side_of(observer, roles) is Side.INNOCENT
                if (guess := _latest(answers, round_, target)) is not None
            ]
            asked += bool(ballots)
            found += 2 * ballots.count(MAFIA) > len(ballots)
        if asked:
            cells[round_] = (asked, found)
    return cells


def _latest(answers: list[RoleReport], round_: int, target: str) -> str | None:
    for report in reversed(answers):
        if report.asked.place.round <= round_:
            for guess in report.guesses:
                if guess.target == target:
                    return guess.role
    return None
