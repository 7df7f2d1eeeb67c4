"""The words of a generated realm: names, operators, models, titles, and what commands say."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from pycheck.empirical.war.vocabulary import ACTS, ERRORS, OTHERS, RATE_LIMITED, WORDS, Form

OPERATORS = ("North Lab", "Quiet Harbour", "J. Okafor", "Team Lantern", "M. Duarte", "Bench Seven")
MODELS = ("alder-2", "birch-9b", "cedar-mini", "hand-written bot", "juniper-large")
TITLES = ("First Gatherer", "Wall Breaker", "Keeper of the Bridge", "Long Marcher")
_STARTS = (
    "Bran",
    "Cael",
    "Dor",
    "Eir",
    "Fen",
    "Gald",
    "Hal",
    "Isk",
    "Jor",
    "Kest",
    "Lor",
    "Mir",
    "Nym",
    "Osk",
)
_ENDS = ("wyn", "dak", "mund", "rith", "sel", "tor", "vane", "lund", "hild", "garth", "mor", "net")
_PLAIN = ("Wood", "March", "Stone", "Scout", "The Wall", "Iron", "Guard", "Nobody", "Player")
_NOTICES = (
    "Rally at dawn",
    "Watch {name} by the river",
    "{name} is a friend; leave {id} alone",
    "No attacks on the north before noon",
    "Thanks to {name}!",
)
_ACTS, _OTHERS, _WORDS = tuple(ACTS), tuple(OTHERS), tuple(sorted(WORDS))
_ERRORS = tuple(sorted((*ERRORS, RATE_LIMITED)))


def name_of(random: Random, number: int) -> str:
    """A player's name; every now and then one that is a common word."""
    if random.random() < 0.01:
        return random.choice(_PLAIN)
    name = random.choice(_STARTS) + random.choice(_ENDS)
    return f"{name} {number}" if random.random() < 0.7 else f"{name}{number}"


def command_of(random: Random, own: str, other: str, name: str, alliance: str) -> dict[str, Any]:
    """A command with its parameters and its result, by the account ``own``, perhaps about another."""
    if random.random() < 0.25:
        command: str = random.choice(_OTHERS)
        parameters: Mapping[str, Any] = {"text": f"hello {name}"} if command == "chat" else {}
    else:
        command = random.choice(_ACTS)
        parameters = {
            key: _value(random, command, form, own, other, name, alliance)
            for key, form in ACTS[command].items()
        }
    error = None
    if random.random() < 0.1:
        error = {"code": random.choice(_ERRORS), "message": f"{name} ({other}) does not allow this"}
    return {"command": command, "parameters": parameters, "error": error}


def _value(
    random: Random, command: str, form: Form, own: str, other: str, name: str, alliance: str
) -> str | int:
    match form:
        case Form.PLAYER:
            return other
        case Form.CITY:
            return f"{own if command == 'rename_city' else other}.{random.randrange(1, 4)}"
        case Form.ALLIANCE:
            return alliance
        case Form.NUMBER:
            return random.randrange(1, 1000)
        case Form.WORD:
            return random.choice(_WORDS)
        case Form.TEXT | Form.MESSAGE:
            return random.choice(_NOTICES).format(name=name, id=other)
