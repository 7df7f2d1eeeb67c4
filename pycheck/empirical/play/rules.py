"""The rules of Mafia, as functions of who lives and what was chosen.

They are those of ``lean/Mechanisms/Mafia.lean``, where what they do is proved: ``eliminated_iff``,
``target_iff``, ``winner_mafia``, ``winner_villagers``, ``never_both``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

MAFIA, VILLAGERS = "Mafia", "Villagers"


def eliminated(votes: Sequence[str | None], living: Collection[str]) -> str | None:
    """Who is voted out: the living player with more votes than every other one, if there is one."""
    counts = Counter(vote for vote in votes if vote in living)
    most = max(counts.values(), default=0)
    leaders = [name for name, count in counts.items() if count == most]
    return leaders[0] if len(leaders) == 1 else None


def target(choices: Sequence[str | None], others: Collection[str]) -> str | None:
    """Whom the Mafia's choices fall on: the name chosen most often, of several the one chosen first.

    ``others`` are the living players that are not of the Mafia; other choices do not count.
    """
    counts = Counter(choice for choice in choices if choice in others)
    most = max(counts.values(), default=0)
    return next((name for name, count in counts.items() if count == most), None)


def killed(choices: Sequence[str | None], others: Collection[str], protected: Collection[str]) -> str | None:
    """Whom a night kills: whom the choices fall on, unless somebody protects that player."""
    chosen = target(choices, others)
    return None if chosen in protected else chosen


def winner(mafia: int, others: int) -> str | None:
    """Who has won with so many living: the Mafia when at least as many as the others, who win without any."""
    if mafia == 0:
        return VILLAGERS
    return MAFIA if mafia >= others else None
