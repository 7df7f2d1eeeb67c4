"""The games of a run: one for each seed, or for each arm and replica of a fork."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

#: Names of games are derived in this space, from the freeze that they are played under.
_SPACE = uuid.UUID("6f1c6a5e-4d0b-5b38-9b0e-3a0f0c6d1e57")


@dataclass(frozen=True, slots=True)
class Fork:
    """Where a game leaves another one, and what is changed there.

    ``moves`` are the parent's moves up to there, ``last`` what the last of them was made to say. ``replaced``
    are moves said otherwise, by player, each on that player's first turn after the fork; ``told`` is what
    players are told in private at the fork.
    """

    parent: str
    round: int
    number: int
    batch: str
    arm: str
    moves: tuple[str, ...]
    cut_off: tuple[bool, ...]
    last: str | None
    replaced: Mapping[str, str]
    told: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Unit:
    """One game of a run. ``name`` is short and known in the run alone, ``game_id`` is known everywhere."""

    name: str
    game_id: str
    seed: int
    replica: int = 0
    fork: Fork | None = None

    @property
    def dice(self) -> str:
        """What tells its dice from those of the other games with its seed: its arm and its replica.

        Arms are not given the same dice: the test between them is one for independent games.
        """
        return f"{self.fork.arm}/{self.replica}" if self.fork else f"{self.replica}"


def game_id(freeze: str, name: str) -> str:
    """The game's name in logs: a UUID (RFC 9562, version 5) of the freeze and its name there."""
    return str(uuid.uuid5(_SPACE, f"{freeze}/{name}"))


def units_of(freeze: str, seeds: tuple[int, ...]) -> tuple[Unit, ...]:
    """The games of a run without forks."""
    return tuple(Unit(f"seed-{seed}", game_id(freeze, f"seed-{seed}"), seed) for seed in seeds)
