"""What is asked of a player and what comes back, whoever answers: a move or a probe, one record for both."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from pycheck.empirical.play.game import Context, Seat, Turn

#: What is asked for on a player's turn; everything else is the name of a probe.
MOVE = "move"


class AskKey(NamedTuple):
    """What names a question of a run. ``step`` counts the steps of the game; probes come after theirs.

    ``repeat`` is 1 where a probe is put again at the same moment.
    """

    game: str
    step: int
    player: str
    what: str
    repeat: int


@dataclass(frozen=True, slots=True)
class Ask:
    """A question with all that the player is shown. ``turn`` is there for a move, ``living`` for a probe."""

    key: AskKey
    seat: Seat
    messages: Context
    max_tokens: int
    seed: int
    turn: Turn | None = None
    living: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: its text (empty if nothing did), and what is known of it.

    ``time`` is in seconds since 1970, ``latency_s`` that of the call.
    """

    text: str
    status: str
    cut_off: bool
    time: float
    latency_s: float


Asking = Callable[[Ask], Answer]


def seed_of(game_seed: int, dice: str, key: AskKey) -> int:
    """The seed of one question: by its game's dice and its place, so that no other question moves it."""
    place = f"{game_seed}:{dice}:{key.step}:{key.player}:{key.what}:{key.repeat}"
    return int.from_bytes(hashlib.sha256(place.encode()).digest()[:4], "big") >> 1
