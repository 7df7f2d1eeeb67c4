"""Whether a player votes for whom it suspects most.

Held against each vote is the voter's last suspicion ranking before its own vote; if that one cannot be
used, the vote is not counted, and no earlier ranking stands in for it. Votes for oneself or for the dead
are not counted. Chance is a uniform vote over the living others. The public code takes the name that the
ranking lists first for the top suspect (Karpov, *MafiaScope*, 2026), here it is the one with the highest
score; both are there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from pycheck.empirical.probing.answers import SuspicionReport
from pycheck.empirical.probing.estimate import Cell
from pycheck.empirical.probing.game_log import Game
from pycheck.empirical.probing.order import Order, by_observer
from pycheck.empirical.probing.sides import Side, side_of
from pycheck.empirical.probing.suspicion import top_of

#: What a cell holds: votes, votes for the top suspect, summed chance.
VOTES, FOR_TOP, CHANCE = range(3)


class Top(StrEnum):
    """Who the top suspect of a ranking is."""

    HIGHEST = "highest_score"
    FIRST = "first_listed"


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote that can be held against a ranking."""

    voter: str
    target: str
    top: str
    chance: float


def ballots(reports: Iterable[SuspicionReport], game: Game, top: Top = Top.HIGHEST) -> list[Ballot]:
    """The votes of a game that are counted."""
    series = by_observer(reports, Order.CHRONOLOGICAL)
    found = []
    for vote in game.votes:
        if vote.place is None:
            continue
        others = game.living_at(vote.place) - {vote.voter}
        before = [r for r in series.get(vote.voter, ()) if r.asked.place < vote.place]
        if vote.target not in others or not before:
            continue
        suspect = _top(before[-1], others, top)
        if suspect is not None:
            found.append(Ballot(vote.voter, vote.target, suspect, 1 / len(others)))
    return found


def _top(report: SuspicionReport, others: frozenset[str], top: Top) -> str | None:
    if top is Top.FIRST:
        return next((name for name, _ in report.scores if name in others), None)
    here = {name: share for name, share in (report.vector or {}).items() if name in others}
    return top_of(here) if here else None


def cell_of(found: Iterable[Ballot], roles: Mapping[str, str], side: Side) -> Cell:
    """The sums of votes by players of a side."""
    votes = [ballot for ballot in found if side in (Side.ALL, side_of(ballot.voter, roles))]
    return (
        len(votes),
        sum(ballot.target == ballot.top for ballot in votes),
        math.fsum(ballot.chance for ballot in votes),
    )
