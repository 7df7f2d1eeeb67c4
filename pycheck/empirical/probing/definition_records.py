"""What probes are: which questions are put, to whom, when, and with how much room for an answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pycheck.empirical.probing.placeholders import Template
from pycheck.empirical.probing.records import ROLES

ALWAYS, OWN_TURN = "always", "own_turn"
WHEN = (ALWAYS, OWN_TURN)
#: The phases of a game in which probes are put, as the public logs name them.
PHASES = ("intro", "night", "night_analysis", "day_discuss", "day_vote", "round_end")
#: The room for an answer where a definition names none: that of the public instrument (Karpov, 2026).
DEFAULT_TOKENS = 300

__all__ = [
    "ALWAYS",
    "DEFAULT_TOKENS",
    "OWN_TURN",
    "PHASES",
    "ROLES",
    "WHEN",
    "Answered",
    "ProbeDefinition",
    "Probes",
]


@dataclass(frozen=True)
class ProbeDefinition:
    """One question. ``when`` is ``always`` or ``own_turn``: only to the player who has just acted.

    ``max_tokens`` is the room for an answer, in tokens of the model. ``phases`` and ``roles`` are where and
    to whom alone it is put; empty, everywhere and to everybody (these two are not in the public format).
    """

    id: str
    question: Template
    max_tokens: int = DEFAULT_TOKENS
    when: str = ALWAYS
    phases: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()


@dataclass(frozen=True)
class Probes:
    """All questions, in the order in which they are put at one moment.

    ``not_read`` names what else the file has; two files that differ in that alone ask the same and are equal.
    """

    enabled: bool
    after_each_message: bool
    after_each_round: bool
    probes: tuple[ProbeDefinition, ...]
    not_read: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Answered:
    """An answer as later questions quote it: ``parsed`` if it was read as JSON (``ok``), else ``raw``."""

    parsed: Any
    raw: str
    ok: bool
