"""Setups for tests: seven players of every kind, and models that answer by what they are sent."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from pycheck.empirical.play.frozen import Frozen, freeze
from pycheck.empirical.play.setup_file import validate_setup
from pycheck.empirical.players import NoReply, Reply, Request
from pycheck.empirical.probing.definitions import Probes, default_probes
from pycheck.empirical.protocol import Family

NAMES = ("Alex", "Gray", "Logan", "Jordan", "Finley", "Casey", "Bailey")
ROLES = ("Villager", "Villager", "Mafia", "Sheriff", "Mafia", "Villager", "Doctor")
FAR = {
    "name": "far",
    "model": "model-1",
    "player": "endpoint",
    "base_url_variable": "TEST_BASE_URL",
    "key_variable": "TEST_KEY",
}
#: Players for whom a model answers; the others are scripted.
MODELS = ("Gray", "Finley")


def setup_data(**changes: Any) -> dict[str, Any]:
    """A setup as plain data: five scripted players, and two for whom a model answers."""
    players = []
    for name, role in zip(NAMES, ROLES, strict=True):
        who: dict[str, Any] = {"family": "far"} if name in MODELS else {"script": "reactive"}
        players.append({"name": name, "role": role, **who})
    players[3] |= {"language": "fr", "personality": {"O": 10, "C": 20, "E": 30, "A": 40, "N": 50}}
    return {
        "format": 1,
        "name": "table",
        "title": "A table for tests.",
        "game": "mafia",
        "seeds": [1],
        "rules": {"deal": "seeded", "max_rounds": 3},
        "sampling": {"temperature": 0.7, "max_tokens": 64, "timeout_s": 5.0},
        "network": {"retry_waits_s": [0.01, 0.01], "concurrency": 3},
        "budgets": {"calls": 20_000, "tokens": 100_000_000, "wall_s": 3600.0},
        "families": [dict(FAR)],
        "players": players,
    } | changes


def scripted_data(**changes: Any) -> dict[str, Any]:
    """The same table without models."""
    data = setup_data(**{"families": []} | changes)
    for player in data["players"]:
        if "family" in player:
            del player["family"]
            player["script"] = "reactive"
    return data


def frozen_of(folder: Path, data: dict[str, Any], probes: Probes | None = None) -> Frozen:
    """The data frozen in a folder."""
    setup, faults = validate_setup(data)
    assert setup is not None, faults
    assert not faults
    folder.mkdir(parents=True, exist_ok=True)
    return freeze(setup, probes or default_probes(), folder / "freeze.json")


class Echo:
    """A model whose answers follow from the prompt and the seed. It names players, and JSON to probes.

    ``requests`` has all that it was sent.
    """

    def __init__(self, family: Family | None = None) -> None:
        self.requests: list[Request] = []

    def ask(self, request: Request) -> Reply | NoReply:
        """One answer."""
        self.requests.append(request)
        return Reply(raw=echo(request.question.messages, request.seed), finish_reason="stop", model="model-1")

    def close(self) -> None:
        """Nothing to let go of."""


def echo(messages: Any, seed: int) -> str:
    """What such a model says: whatever it is sent changes it."""
    sent = json.dumps([dict(message) for message in messages], ensure_ascii=False)
    digest = hashlib.sha256(f"{seed}{sent}".encode()).digest()
    name = NAMES[digest[0] % len(NAMES)]
    last = messages[-1]["content"]
    if "JSON" in last:
        return json.dumps(
            [{"player": name, "guessed_role": "Mafia", "confidence": digest[1] % 101, "score": 1}]
        )
    return f"I have {digest[2]} things in mind.\nACTION: Kill {name}\nACTION: Protect {name}\nVOTE: {name}"
