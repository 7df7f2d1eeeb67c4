"""What a game's two logs hold, as records: events of ``game.jsonl``, probes of ``introspection.jsonl``.

Message numbers begin again at 1 in each round, and probes at the end of a round carry -1: a :class:`Place`
sorts them as they happened, behind everything else of their round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

MAFIA = "Mafia"
#: The roles of the innocents, and what an observer may answer instead of a role.
INNOCENT = ("Villager", "Doctor", "Sheriff")
ROLES = (MAFIA, *INNOCENT)
UNKNOWN = "Unknown"
#: The number that probes at the end of a round carry.
ROUND_END = -1


class Place(NamedTuple):
    """A moment of a game. Places compare in the order in which they happened."""

    round: int
    at_end: bool
    number: int


def place(round_: int, number: int) -> Place:
    """The moment after message ``number`` of a round; -1 is the end of the round."""
    return Place(round_, number == ROUND_END, number)


@dataclass(frozen=True, slots=True)
class Player:
    """A player as the setup has it; ``personality`` is the Big Five vector, 0 to 100, if it has one."""

    name: str
    role: str
    model: str
    personality: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Fork:
    """Where a replayed game leaves its parent: after message ``number`` of ``round``."""

    parent: str
    round: int
    number: int
    batch: str | None
    replica: int | None
    intervention: Any


@dataclass(frozen=True, slots=True)
class Setup:
    """The first line of a game's log. ``feedback``: probes' answers were put into the players' prompts."""

    line: int
    game_id: str
    round: int
    players: tuple[Player, ...]
    fork: Fork | None
    feedback: bool


@dataclass(frozen=True, slots=True)
class Message:
    """Something said, in public or at night, with its number in the round."""

    line: int
    kind: str
    round: int
    player: str
    text: str
    number: int
    time: float | None


@dataclass(frozen=True, slots=True)
class Death:
    """A player killed in the night or voted out (``kind``)."""

    line: int
    kind: str
    round: int
    player: str


@dataclass(frozen=True, slots=True)
class Tally:
    """A day's valid votes, voter by voter."""

    line: int
    round: int
    votes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Over:
    """The end of a game."""

    line: int
    round: int
    winner: str


@dataclass(frozen=True, slots=True)
class Notice:
    """An event without a number that no measure depends on: a save, a check, a night's result in words."""

    line: int
    kind: str
    round: int
    text: str


Event = Setup | Message | Death | Tally | Over | Notice


@dataclass(frozen=True, slots=True)
class Probe:
    """One question put to one player in private, and its answer.

    ``parsed`` is the answer as the log's writer parsed it, ``None`` if it did not; ``raw_fallback`` says
    whether later questions quoted the raw text instead (``None``: not recorded). ``latency_ms`` is in
    milliseconds, ``time`` in seconds since 1970, ``place`` what round and number amount to. ``repeat`` counts
    how often the same question had been put at this very moment before: a retest.
    """

    line: int
    place: Place
    time: float
    game_id: str
    round: int
    number: int
    player_index: int
    player: str
    position: int
    probe: str
    question: str
    raw: str
    parsed: Any
    parse_ok: bool
    model: str
    role: str
    phase: str
    latency_ms: float | None
    raw_fallback: bool | None
    repeat: int = 0
