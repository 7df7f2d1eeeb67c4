"""Counting a run once: how often each distinguishable act and turn occurred.

Everything the analysis says is a sum over these cells, so a run of any length is walked through a single
time and every split of it adds up to the same acts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pycheck.empirical.intervals import Rate
from pycheck.empirical.record import Cause, Status, Turn

Profile = tuple[tuple[str, str], ...]


class ActCell(NamedTuple):
    """What tells acts apart. ``report`` is ``None`` unless the status is ``valid``."""

    condition: str
    family: str
    profile: Profile
    agent: str
    true_type: str
    status: Status
    cause: Cause | None
    report: str | None


class TurnCell(NamedTuple):
    """What tells turns apart; ``reports`` follow the agents of ``profile``."""

    condition: str
    family: str
    profile: Profile
    reports: tuple[str | None, ...]


class Cell(NamedTuple):
    """A condition and a family: what is never pooled silently."""

    condition: str
    family: str


@dataclass(frozen=True)
class Spent:
    """What the acts of one cell cost: tokens as reported, calls, seconds without back-off."""

    calls: int = 0
    tokens: int = 0
    latency_s: float = 0.0
    turns: int = 0


@dataclass(frozen=True)
class Tally:
    """How often each kind of act and of turn occurred, and what each cell cost."""

    acts: Mapping[ActCell, int]
    turns: Mapping[TurnCell, int]
    spent: Mapping[Cell, Spent]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The conditions and families seen, in the order of their first turn."""
        return tuple(self.spent)

    def within(self, cell: Cell) -> Tally:
        """The part of one condition and family."""
        return Tally(
            {act: n for act, n in self.acts.items() if act[:2] == cell},
            {turn: n for turn, n in self.turns.items() if turn[:2] == cell},
            {cell: self.spent.get(cell, Spent())},
        )

    def rate(
        self, counted: Callable[[ActCell], bool], among: Callable[[ActCell], bool], confidence: float
    ) -> Rate:
        """The share of ``counted`` acts ``among`` some."""
        n = count = 0
        for act, times in self.acts.items():
            if among(act):
                n += times
                count += times if counted(act) else 0
        return Rate(count, n, confidence)


def tally(turns: Iterable[Turn]) -> Tally:
    """Count ``turns`` with their acts."""
    acts: Counter[ActCell] = Counter()
    found: Counter[TurnCell] = Counter()
    spent: dict[Cell, list[float]] = {}
    profiles: dict[Profile, Profile] = {}
    for turn in turns:
        profile = tuple(turn.profile.items())
        profile = profiles.setdefault(profile, profile)
        reports = tuple(act.report for act in turn.acts)
        condition, family = turn.condition, turn.family
        found[TurnCell(condition, family, profile, reports)] += 1
        sums = spent.setdefault(Cell(condition, family), [0, 0, 0.0, 0])
        sums[3] += 1
        for act in turn.acts:
            kind = ActCell(
                condition, family, profile, act.agent, act.true_type, act.status, act.cause, act.report
            )
            acts[kind] += 1
            for attempt in act.attempts:
                sums[0] += attempt.calls
                sums[1] += (attempt.prompt_tokens or 0) + (attempt.completion_tokens or 0)
                sums[2] += attempt.latency_s
    costs = {cell: Spent(int(c), int(t), s, int(n)) for cell, (c, t, s, n) in spent.items()}
    return Tally(acts, found, costs)
