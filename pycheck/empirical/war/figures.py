"""The figures of a war at an instant, exact: whole numbers, and fractions where something is divided.

Leads are compared without dividing: a share of the battles between the camps is compared by battles won,
Power per player by cross-multiplication, so that a camp without a city is level with the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pycheck.empirical.war.vocabulary import NOBODY, Camp


@dataclass(frozen=True, slots=True)
class CampFigures:
    """One camp up to an instant. ``throne_ms`` is how long it held the Palace.

    ``agents`` are played by AI agents, ``supporters`` chose the AI camp and play by hand, ``piloted`` are
    agents counted with the humans since they were shown to be driven; ``players`` has all.
    """

    throne_ms: int
    battles_won: int
    power: int
    cities: int
    alliances_formed: int
    alliances_broken: int
    players: int
    agents: int
    supporters: int
    piloted: int

    @property
    def power_per_player(self) -> Fraction | None:
        """Total Power over the number of cities; ``None`` without a city."""
        return Fraction(self.power, self.cities) if self.cities else None

    def share(self, fought: int) -> Fraction | None:
        """The part of the battles between the camps that it won; ``None`` if there was none."""
        return Fraction(self.battles_won, fought) if fought else None


@dataclass(frozen=True, slots=True)
class Leads:
    """Who leads in each criterion: ``ai``, ``humans`` or ``nobody``."""

    throne: str
    battles: str
    power: str


@dataclass(frozen=True, slots=True)
class Day:
    """The figures at the end of a day (``number`` from 1): at the instant ``at``, all of it included."""

    number: int
    at: int
    camps: Mapping[Camp, CampFigures]
    battles_fought: int
    leads: Leads
    verdict: str


def leads_of(camps: Mapping[Camp, CampFigures]) -> Leads:
    """Who leads in each criterion."""
    ai, humans = camps[Camp.AI], camps[Camp.HUMANS]
    return Leads(
        _leader(ai.throne_ms, humans.throne_ms),
        _leader(ai.battles_won, humans.battles_won),
        _leader(ai.power * humans.cities, humans.power * ai.cities),
    )


def _leader(ai: int, humans: int) -> str:
    if ai == humans:
        return NOBODY
    return Camp.AI if ai > humans else Camp.HUMANS
