"""Players that are no models. What they do follows from what they are shown, and from nothing else.

``reactive`` goes by a digest of every message: whatever reaches a context that did not belong there changes
what it does. ``first`` names whom it can name first; ``silent`` says nothing.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from string import Template

from pycheck.empirical.play.game import Message, Turn

ROLES = ("Mafia", "Villager", "Doctor", "Sheriff", "Unknown")
ATTITUDES = ("trusts", "neutral", "suspects")


def move(script: str, messages: Sequence[Message], turn: Turn, seed: int) -> str:
    """What a script says on its turn."""
    if script == "silent":
        return ""
    if script == "first":
        return Template(turn.form).substitute(name=turn.targets[0]) if turn.targets else "Hello."
    dice = _dice(messages, seed)
    word = f"I have {dice.randrange(1000)} things in mind."
    if not turn.targets:
        return word
    return f"{word}\n{Template(turn.form).substitute(name=dice.choice(turn.targets))}"


def answer(
    script: str, probe: str, messages: Sequence[Message], player: str, living: Sequence[str], seed: int
) -> str:
    """What a script answers to a probe: JSON of the shape that the probe asks for, by the dice.

    A probe that no measure is about gets a number; now and then ``reactive`` answers in prose.
    """
    if script == "silent":
        return ""
    dice = _dice(messages, seed) if script == "reactive" else random.Random(0)  # noqa: S311
    others = [name for name in living if name != player]
    if script == "reactive" and dice.random() < 0.05:
        return "I would rather not say."
    value: object = {"answer": dice.randrange(1_000_000)}
    if probe == "role_assessment":
        value = [
            {
                "player": name,
                "guessed_role": dice.choice(ROLES),
                "confidence": dice.randrange(101),
                "reason": "",
            }
            for name in living
        ]
    elif probe == "suspicion_ranking":
        value = [{"player": name, "score": dice.randrange(101)} for name in others]
    elif probe == "social_map":
        value = {
            "toward_me": [
                {"player": name, "attitude": dice.choice(ATTITUDES), "confidence": dice.randrange(101)}
                for name in others
            ]
        }
    return json.dumps(value, ensure_ascii=False)


def _dice(messages: Sequence[Message], seed: int) -> random.Random:
    shown = json.dumps([list(message) for message in messages], ensure_ascii=False)
    return random.Random(hashlib.sha256(f"{seed}:{shown}".encode()).digest())  # noqa: S311 - no secret
