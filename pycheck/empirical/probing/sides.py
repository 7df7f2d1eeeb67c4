"""The sides of a game: who knows who the Mafia is, and who does not."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from pycheck.empirical.probing.records import INNOCENT, MAFIA


class Side(StrEnum):
    """A group of players that a measure is split by."""

    ALL = "all"
    INNOCENT = "innocent"
    MAFIA = "mafia"


def side_of(player: str, roles: Mapping[str, str]) -> Side | None:
    """The side of a player; ``None`` for whoever has no role that is known."""
    role = roles.get(player)
    return Side.MAFIA if role == MAFIA else Side.INNOCENT if role in INNOCENT else None


def of_mafia(roles: Mapping[str, str]) -> frozenset[str]:
    """The Mafia's players."""
    return frozenset(name for name, role in roles.items() if role == MAFIA)


def players_by_side(roles: Mapping[str, str]) -> dict[Side, list[str]]:
    """The players of each side; whoever has no role that is known is on none, not even among all."""
    known = {name: side for name in roles if (side := side_of(name, roles)) is not None}
    return {side: [name for name, own in known.items() if side in (Side.ALL, own)] for side in Side}
