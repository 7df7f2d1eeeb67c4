"""A line of ``game.jsonl`` as an event."""

from __future__ import annotations

from typing import Any

from pycheck.empirical.probing.faults import Kind, Problem, shown
from pycheck.empirical.probing.records import (
    Death,
    Event,
    Fork,
    Message,
    Notice,
    Over,
    Player,
    Setup,
    Tally,
)
from pycheck.empirical.probing.shape import (
    ANYTHING,
    COUNT,
    MESSAGE,
    NAMES,
    NUMBER,
    ROUND,
    TEXT,
    TRUTH,
    Field,
    check,
    is_number,
    optional,
)

_SPOKEN = {"player": TEXT, "response": TEXT, "msg_seq": MESSAGE, "ts": optional(NUMBER)}
_PLAYERS = Field("a list of players", lambda value: type(value) is list and len(value) > 0)
_POINT = Field(
    "[round, message number]",
    lambda value: type(value) is list and [type(part) for part in value] == [int, int],
)

#: Kinds of events and the fields of each; all have a round and a game_id.
FIELDS: dict[str, dict[str, Field]] = {
    "setup": {
        "players": _PLAYERS,
        "forked_from": optional(TEXT),
        "fork_batch_id": optional(TEXT),
        "replica_idx": optional(COUNT),
        "intervention": optional(ANYTHING),
        "feedback_to_context": optional(TRUTH),
    },
    "intro": _SPOKEN,
    "night_mafia": _SPOKEN,
    "night_doctor": _SPOKEN,
    "night_sheriff": _SPOKEN,
    "day_discuss": _SPOKEN,
    "day_vote": _SPOKEN,
    "night_kill": {"victim": TEXT},
    "night_save": {"saved": TEXT},
    "night_sheriff_result": {"sheriff": TEXT, "checked": TEXT, "result": TEXT},
    "night_analysis": {"night_result": TEXT},
    "vote_tally": {"votes": NAMES},
    "day_eliminate": {"eliminated": TEXT},
    "game_over": {"winner": TEXT},
}
#: What events without a number say, for people.
_WORDS = {
    "night_save": "{saved} is saved",
    "night_sheriff_result": "{sheriff} checked {checked}: {result}",
    "night_analysis": "{night_result}",
}
_ALL = {"game_id": TEXT, "kind": TEXT, "round": ROUND}
_PLAYER = {"name": TEXT, "role": TEXT, "model": optional(TEXT)}


def event_of(line: int, data: dict[str, Any]) -> Event:
    """The event that a line holds. Raises :class:`Problem`. Fields that are not known are not looked at."""
    check(data, _ALL)
    kind, round_ = data["kind"], data["round"]
    fields = FIELDS.get(kind)
    if fields is None:
        raise Problem(Kind.UNKNOWN_KIND, f"kind {shown(kind)}", f"one of {', '.join(FIELDS)}")
    check(data, fields)
    if kind == "setup":
        return _setup(line, data)
    if fields is _SPOKEN:
        time = data.get("ts")
        return Message(line, kind, round_, data["player"], data["response"], data["msg_seq"], time)
    if kind in ("night_kill", "day_eliminate"):
        return Death(line, kind, round_, data["victim" if kind == "night_kill" else "eliminated"])
    if kind == "vote_tally":
        return Tally(line, round_, data["votes"])
    if kind == "game_over":
        return Over(line, round_, data["winner"])
    return Notice(line, kind, round_, _WORDS[kind].format_map(data))


def _setup(line: int, data: dict[str, Any]) -> Setup:
    players = tuple(_player(entry) for entry in data["players"])
    names = [player.name for player in players]
    if len(set(names)) < len(names):
        raise Problem(Kind.WRONG_TYPE, f"players {shown(names)}", "each name once")
    fork = None
    if data.get("forked_from") is not None:
        check(data, {"fork_point": _POINT})
        round_, number = data["fork_point"]
        batch, replica = data.get("fork_batch_id"), data.get("replica_idx")
        fork = Fork(data["forked_from"], round_, number, batch, replica, data.get("intervention"))
    feedback = data.get("feedback_to_context") or False
    return Setup(line, data["game_id"], data["round"], players, fork, feedback)


def _player(entry: Any) -> Player:
    if type(entry) is not dict:
        raise Problem(Kind.WRONG_TYPE, f"player {shown(entry)}", "an object with name and role")
    check(entry, _PLAYER)
    personality = entry.get("personality") or {}
    if type(personality) is not dict or not all(map(is_number, personality.values())):
        raise Problem(Kind.WRONG_TYPE, f"personality {shown(personality)}", "an object of numbers")
    return Player(entry["name"], entry["role"], entry.get("model") or "", personality)
