"""How far a player's suspicion moves from one answer to the next, and how often its top suspect changes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from pycheck.empirical.probing.answers import SuspicionReport
from pycheck.empirical.probing.estimate import Cell
from pycheck.empirical.probing.order import Order, by_observer
from pycheck.empirical.probing.sides import Side, side_of
from pycheck.empirical.probing.suspicion import distance, top_of

#: What a cell holds: pairs with a distance, their summed distance, pairs whose first top suspect is alive at
#: the second, those in which it changed.
MOVES, MOVED, TOPS, SWITCHES = range(4)


@dataclass(frozen=True, slots=True)
class Move:
    """Two consecutive answers of a player. ``round`` is that of the second.

    ``distance`` is ``None`` where they have no names in common; ``switched`` is ``None`` where the first top
    suspect had died, since nobody can go on suspecting it.
    """

    observer: str
    round: int
    distance: float | None
    switched: bool | None


def moves(reports: Iterable[SuspicionReport], order: Order = Order.CHRONOLOGICAL) -> Iterator[Move]:
    """Every two consecutive answers that are a distribution, player by player."""
    for name, answers in by_observer(reports, order).items():
        usable = [(report, report.vector) for report in answers if report.vector is not None]
        for (_, before), (report, after) in pairwise(usable):
            top = top_of(before)
            switched = top_of(after) != top if top in report.asked.living else None
            yield Move(name, report.asked.place.round, distance(before, after), switched)


def cell_of(found: Iterable[Move], roles: Mapping[str, str], side: Side = Side.ALL) -> Cell:
    """The sums of moves by players of a side."""
    wanted = [
        move
        for move in found
        if (own := side_of(move.observer, roles)) is not None and side in (Side.ALL, own)
    ]
    distances = [move.distance for move in wanted if move.distance is not None]
    switches = [move.switched for move in wanted if move.switched is not None]
    return len(distances), math.fsum(distances), len(switches), sum(switches)
