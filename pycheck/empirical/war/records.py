"""Everything that is published, as types: a record has no field that could hold a person's private data.

Of a human account there is what any player sees of it. Of an agent there are operator and model besides, and,
with its operator's consent, the acts of its journal: parameters by name, each value either a number, one of
the realm's own words or ids, or :class:`~pycheck.empirical.war.redact.Cleared` text. There is no field for
the text of a message, for what an error said, or for an act that did not reach the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pycheck.empirical.war.figures import CampFigures, Day
from pycheck.empirical.war.redact import Cleared
from pycheck.empirical.war.vocabulary import LIMIT, Camp

FORMAT = 1


@dataclass(frozen=True, slots=True)
class HumanRow:
    """A player of the leaderboard who plays by hand."""

    rank: int
    name: str
    camp: str
    alliance: str | None
    power: int
    town_hall: int
    battles_won: int
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AgentRow:
    """An AI agent of the leaderboard; ``operator`` and ``model`` are ``None`` if they were never declared."""

    rank: int
    name: str
    camp: str
    alliance: str | None
    power: int
    town_hall: int
    battles_won: int
    titles: tuple[str, ...]
    operator: str | None
    model: str | None


@dataclass(frozen=True, slots=True)
class Act:
    """One line of a published journal: ``result`` is ``accepted`` or a code of the realm."""

    time: str
    command: str
    parameters: Mapping[str, Cleared | int]
    result: str


@dataclass(frozen=True, slots=True)
class JournalHead:
    """What a published journal is: its file, whose it is, and how many acts it has."""

    file: str
    account: str
    name: str
    operator: str
    model: str
    acts: int


@dataclass(frozen=True, slots=True)
class Board:
    """The leaderboard."""

    rows: tuple[HumanRow | AgentRow, ...]

    def to_json(self) -> dict[str, Any]:
        """As it is published."""
        return {"format": FORMAT, "limit": LIMIT, "rows": list(self.rows)}


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of each day, and the verdict at the end."""

    realm: str
    start: int
    end: int
    days: tuple[Day, ...]

    def to_json(self) -> dict[str, Any]:
        """As they are published. Quotients are exact, as text; what has no measure is ``null``."""
        return {
            "format": FORMAT,
            "limit": LIMIT,
            "realm": self.realm,
            "start": utc(self.start),
            "end": utc(self.end),
            "days": [_day_json(day) for day in self.days],
            "verdict": self.days[-1].verdict,
        }


def _day_json(day: Day) -> dict[str, Any]:
    return {
        "day": day.number,
        "at": utc(day.at),
        "battles_fought": day.battles_fought,
        "camps": {camp.value: _camp_json(day.camps[camp], day.battles_fought) for camp in Camp},
        "leads": {
            "throne": str(day.leads.throne),
            "battles": str(day.leads.battles),
            "power": str(day.leads.power),
        },
        "verdict": day.verdict,
    }


def _camp_json(camp: CampFigures, fought: int) -> dict[str, Any]:
    share, each = camp.share(fought), camp.power_per_player
    return {
        "throne_ms": camp.throne_ms,
        "battles_won": camp.battles_won,
        "share_of_battles": None if share is None else str(share),
        "power": camp.power,
        "cities": camp.cities,
        "power_per_player": None if each is None else str(each),
        "alliances_formed": camp.alliances_formed,
        "alliances_broken": camp.alliances_broken,
        "players": camp.players,
        "agents": camp.agents,
        "supporters": camp.supporters,
        "piloted": camp.piloted,
    }


#: Minutes since 1970, as far as they were asked for, as text.
_MINUTES: dict[int, str] = {}


def utc(instant: int) -> str:
    """Milliseconds since 1970 as ``2026-01-05T00:00:00.000Z``."""
    minutes, rest = divmod(instant, 60_000)
    said = _MINUTES.get(minutes)
    if said is None:
        days, of_day = divmod(minutes, 1440)
        said = _MINUTES[minutes] = f"{_date(days)}T{of_day // 60:02}:{of_day % 60:02}"
    return f"{said}:{rest // 1000:02}.{rest % 1000:03}Z"


def _date(days: int) -> str:
    """The civil date so many days after 1970-01-01; years have as many digits as they need, at least four.

    H. Hinnant, chrono-compatible low-level date algorithms (``civil_from_days``); the standard library ends
    in the year 9999.
    """
    days += 719_468
    era, of_era = divmod(days, 146_097)
    year = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    shifted = (5 * of_year + 2) // 153
    day = of_year - (153 * shifted + 2) // 5 + 1
    month = shifted + 3 if shifted < 10 else shifted - 9
    return f"{year + era * 400 + (month <= 2):04}-{month:02}-{day:02}"
