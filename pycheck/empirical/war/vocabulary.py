"""The closed words of a realm: camps, criteria, commands with the form of each parameter, and error codes.

A command's parameter has one of a few forms, and each form has one way of being published. What is not in
here is never published.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

#: Stands beside every figure.
LIMIT = "one realm, one week, not a benchmark of models"
#: The three criteria, in the order in which they break ties.
CRITERIA = ("throne", "battles", "power")
#: What a day of daily figures is, in milliseconds.
DAY_MS = 24 * 60 * 60 * 1000
#: So many players are on the leaderboard.
LEADERBOARD = 200
#: A city is named by its owner's id, a dot and a number of so many digits at most.
CITY_DIGITS = 4


class Camp(StrEnum):
    """Who an account counts for."""

    AI = "ai"
    HUMANS = "humans"

    @property
    def other(self) -> Camp:
        """The camp across."""
        return Camp.HUMANS if self is Camp.AI else Camp.AI


#: Who leads in a criterion where the camps are level.
NOBODY = "nobody"


class Form(StrEnum):
    """What a parameter holds, which decides how it is published.

    ``player`` and ``city`` name somebody: kept if that one's journal is published too, else ``(player)``.
    ``text`` and ``alliance`` are searched for names and ids. ``word`` is one of the realm's own words.
    ``message`` is private text: there is no public form of it.
    """

    PLAYER = "player"
    CITY = "city"
    ALLIANCE = "alliance"
    TEXT = "text"
    NUMBER = "number"
    WORD = "word"
    MESSAGE = "message"


class Sort(StrEnum):
    """What a command is; acts alone are published."""

    ACT = "act"
    READ = "read"
    CHAT = "chat"
    CONNECTION = "connection"


#: What a parameter of the form ``word`` may be.
WORDS = frozenset(
    (
        *(
            "farm",
            "mine",
            "sawmill",
            "quarry",
            "barracks",
            "wall",
            "academy",
            "market",
            "warehouse",
            "town_hall",
        ),
        *("infantry", "archers", "cavalry", "siege", "scouts"),
        *("food", "wood", "stone", "iron", "gold"),
        *("economy", "defence", "attack", "march", "medicine"),
    )
)

_NUMBERS = {"x": Form.NUMBER, "y": Form.NUMBER, "troops": Form.NUMBER}
#: The acts, with their parameters.
ACTS: Mapping[str, Mapping[str, Form]] = {
    "attack_city": {"city": Form.CITY, "troops": Form.NUMBER},
    "attack_tile": _NUMBERS,
    "attack_palace": {"troops": Form.NUMBER},
    "reinforce": {"city": Form.CITY, "troops": Form.NUMBER},
    "start_rally": {"city": Form.CITY, "troops": Form.NUMBER},
    "join_rally": {"leader": Form.PLAYER, "troops": Form.NUMBER},
    "scout": {"city": Form.CITY},
    "gather": {"resource": Form.WORD, **_NUMBERS},
    "build": {"building": Form.WORD, "slot": Form.NUMBER},
    "train": {"unit": Form.WORD, "count": Form.NUMBER},
    "research": {"topic": Form.WORD},
    "send_resources": {"to": Form.PLAYER, "resource": Form.WORD, "count": Form.NUMBER},
    "send_message": {"to": Form.PLAYER, "text": Form.MESSAGE},
    "rename_city": {"city": Form.CITY, "name": Form.TEXT},
    "found_alliance": {"tag": Form.TEXT, "name": Form.TEXT},
    "join_alliance": {"alliance": Form.ALLIANCE},
    "leave_alliance": {},
    "invite": {"player": Form.PLAYER, "note": Form.MESSAGE},
    "set_notice": {"notice": Form.TEXT},
}
#: What is no act, and in no journal.
OTHERS: Mapping[str, Sort] = {
    "chat": Sort.CHAT,
    "read_city": Sort.READ,
    "read_map": Sort.READ,
    "read_alliance": Sort.READ,
    "read_reports": Sort.READ,
    "read_messages": Sort.READ,
    "connect": Sort.CONNECTION,
    "heartbeat": Sort.CONNECTION,
    "disconnect": Sort.CONNECTION,
}
#: Why the game refuses a command.
ERRORS = frozenset(
    (
        "ALLIANCE_FULL",
        "BAD_PARAMETERS",
        "COOLDOWN",
        "INTERNAL",
        "NOT_ALLOWED",
        "NOT_DECLARED",
        "NOT_ENOUGH_RESOURCES",
        "NOT_ENOUGH_TROOPS",
        "NOT_FOUND",
        "OTHER_CAMP",
        "OUT_OF_RANGE",
    )
)
#: A command stopped before the game; in no journal.
RATE_LIMITED = "RATE_LIMITED"
