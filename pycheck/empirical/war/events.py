"""The lines of an event log, version 1: which kinds there are, what each holds, and how a line is read.

Times are milliseconds since 1970 in UTC. The JSON Schema is written from the same table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import orjson

from pycheck.empirical.war.vocabulary import ACTS, ERRORS, OTHERS, RATE_LIMITED

#: Changes when a kind's fields or their meaning do. The schema is ``docs/schema/war-events-1.json``.
SCHEMA_VERSION = 1
#: An event as it is read: its kind, its time ``t`` and the fields of its kind.
Event = dict[str, Any]

MAX_NUMBER = 2**53 - 1
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_SHA256 = re.compile(r"[0-9a-f]{64}")


class _Field(NamedTuple):
    """What a field holds: whether a value is one, its JSON Schema, and its name for people.

    ``accepts`` may raise :class:`TypeError` for a value of another type. Millions of values go through these:
    where there is a method of the standard library, it is that.
    """

    accepts: Callable[[Any], Any]
    schema: Mapping[str, Any]
    words: str


def _number(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MAX_NUMBER


def _text(longest: int) -> _Field:
    return _Field(
        lambda value: type(value) is str and 0 < len(value) <= longest,
        {"type": "string", "minLength": 1, "maxLength": longest},
        f"text of 1 to {longest} characters",
    )


def _one_of(*words: str) -> _Field:
    return _Field(frozenset(words).__contains__, {"enum": list(words)}, f"one of {', '.join(words)}")


def _ids(value: Any) -> bool:
    if type(value) is not list or not all(map(_ID.fullmatch, value)):
        return False
    return len(value) < 2 or len(set(value)) == len(value)


def _parameters(value: Any) -> bool:
    if type(value) is not dict:
        return False
    for part in value.values():
        if type(part) is not str and not (type(part) is int and -MAX_NUMBER <= part <= MAX_NUMBER):
            return False
    return True


def _error(value: Any) -> bool:
    if value is None:
        return True
    return (
        type(value) is dict
        and value.keys() == {"code", "message"}
        and type(value["message"]) is str
        and type(value["code"]) is str
        and (value["code"] in ERRORS or value["code"] == RATE_LIMITED)
    )


_TIME = _Field(_number, {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}, "a time in milliseconds")
_COUNT = _Field(_number, {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}, "a whole number from 0")
_ACCOUNT = _Field(
    _ID.fullmatch,
    {"type": "string", "pattern": f"^{_ID.pattern}$"},
    "an id of letters, digits, hyphens and underscores",
)
_SIDE = _Field(
    _ids,
    {"type": "array", "items": _ACCOUNT.schema, "uniqueItems": True},
    "a list of different account ids; none for bandits",
)
_CAMP = _one_of("ai", "humans")
_TRUE_OR_FALSE = _Field(lambda value: type(value) is bool, {"type": "boolean"}, "true or false")
_PARAMETERS = _Field(
    _parameters,
    {
        "type": "object",
        "additionalProperties": {
            "anyOf": [
                {"type": "string"},
                {"type": "integer", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER},
            ]
        },
    },
    "an object of texts and whole numbers",
)
_ERROR = _Field(
    _error,
    {
        "oneOf": [
            {"type": "null"},
            {
                "type": "object",
                "required": ["code", "message"],
                "properties": {
                    "code": {"enum": sorted((*ERRORS, RATE_LIMITED))},
                    "message": {"type": "string"},
                },
                "additionalProperties": False,
            },
        ]
    },
    "null, or a known code with a message",
)
_ONE = {"account": _ACCOUNT}
_OF_ALLIANCE = {"alliance": _ACCOUNT, "account": _ACCOUNT}
_FIELDS: Mapping[str, Mapping[str, _Field]] = {
    "account": {"account": _ACCOUNT, "name": _text(64)},
    "renamed": {"account": _ACCOUNT, "name": _text(64)},
    "mark": {"account": _ACCOUNT, "how": _one_of("connection", "self")},
    "unmark": _ONE,
    "choice": {"account": _ACCOUNT, "camp": _CAMP},
    "declaration": {
        "account": _ACCOUNT,
        "operator": _text(100),
        "model": _text(100),
        "accepts_rules": _TRUE_OR_FALSE,
    },
    "piloting": _ONE,
    "alliance_founded": {"alliance": _ACCOUNT, "tag": _text(16), "account": _ACCOUNT},
    "alliance_joined": _OF_ALLIANCE,
    "alliance_left": _OF_ALLIANCE,
    "alliance_leader": _OF_ALLIANCE,
    "alliance_broken": {"alliance": _ACCOUNT},
    "battle": {
        "battle": _ACCOUNT,
        "on": _one_of("city", "tile", "rally", "palace"),
        "began": _TIME,
        "attackers": _SIDE,
        "defenders": _SIDE,
        "winner": _one_of("attackers", "defenders", "nobody"),
    },
    "palace_taken": _ONE,
    "palace_lost": _ONE,
    "snapshot": {"account": _ACCOUNT, "power": _COUNT, "cities": _COUNT, "town_hall": _COUNT},
    "title": {"account": _ACCOUNT, "title": _text(60)},
    "command": {
        "account": _ACCOUNT,
        "command": _one_of(*ACTS, *OTHERS),
        "parameters": _PARAMETERS,
        "error": _ERROR,
    },
    "consent": _ONE,
    "withdrawal": _ONE,
}
KINDS = tuple(_FIELDS)
#: For each kind how many keys it has, and what each of them must pass.
_CHECKS = {
    kind: (2 + len(fields), (("t", _number), *((name, field.accepts) for name, field in fields.items())))
    for kind, fields in _FIELDS.items()
}


def decode(line: bytes) -> Event:
    """The JSON object in a line, whatever is in it. Raises :class:`ValueError` saying what is wrong."""
    try:
        found = orjson.loads(line)
    except ValueError:
        raise ValueError("no JSON object in UTF-8; expected one event") from None
    if type(found) is not dict:
        raise ValueError(f"found {type(found).__name__}; expected one JSON object")
    # Of a key given twice, one value would be lost. Lines as they are usually written need no second look.
    try:
        twice = None if orjson.dumps(found) == line else _twice(line)
    except (TypeError, RecursionError):
        raise ValueError("objects or lists nested too deep; expected one event") from None
    if twice is not None:
        raise ValueError(f"the key {twice!r} twice; expected each once")
    return found


def check(event: Event) -> None:
    """Raise :class:`ValueError`, saying what is wrong, unless ``event`` is one of this version."""
    try:
        size, checks = _CHECKS[event["kind"]]
        if len(event) == size:
            for name, accepts in checks:
                if not accepts(event[name]):
                    break
            else:
                return
    except (KeyError, TypeError):
        pass
    raise ValueError(_fault(event))


def _fault(event: Event) -> str:
    """What is wrong with something that is no event."""
    kind = event.get("kind")
    if type(kind) is not str or kind not in _FIELDS:
        return f"kind: found {_short(kind)}; expected one of {', '.join(KINDS)}"
    fields = {"t": _TIME, **_FIELDS[kind]}
    keys = {"kind", *fields}
    if event.keys() != keys:
        missing, more = sorted(keys - event.keys()), sorted(event.keys() - keys)
        said = [f"without {', '.join(missing)}"] if missing else []
        said += [f"with {', '.join(map(_short, more))}"] if more else []
        return f"{kind}: {' and '.join(said)}; expected {', '.join(sorted(keys))}"
    for name, field in fields.items():
        try:
            right = field.accepts(event[name])
        except TypeError:
            right = False
        if not right:
            return f"{kind}.{name}: found {_short(event[name])}; expected {field.words}"
    raise AssertionError("an event in which nothing is wrong")


def header_digest(event: Event) -> str:
    """The digest of the plan that a log's first line names.

    Raises :class:`ValueError`, saying what is wrong, if it is no such line.
    """
    if event.get("kind") != "realm" or event.keys() != {"kind", "schema", "plan"}:
        raise ValueError('expected {"kind":"realm","schema":1,"plan":…} in the first line')
    if event["schema"] != SCHEMA_VERSION or type(event["schema"]) is not int:
        raise ValueError(f"schema: found {_short(event['schema'])}; expected {SCHEMA_VERSION}")
    plan = event["plan"]
    if type(plan) is not str or not _SHA256.fullmatch(plan):
        raise ValueError(f"plan: found {_short(plan)}; expected the SHA-256 of the plan")
    return plan


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a line."""
    header = {
        "kind": {"const": "realm"},
        "schema": {"const": SCHEMA_VERSION},
        "plan": {"type": "string", "pattern": f"^{_SHA256.pattern}$"},
    }
    lines = [header]
    for kind, fields in _FIELDS.items():
        own = {name: dict(field.schema) for name, field in fields.items()}
        lines.append({"kind": {"const": kind}, "t": dict(_TIME.schema), **own})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a war's event log, version {SCHEMA_VERSION}",
        "oneOf": [
            {"type": "object", "required": list(line), "properties": line, "additionalProperties": False}
            for line in lines
        ],
    }


def _short(value: Any) -> str:
    said = json.dumps(value, ensure_ascii=True)
    return said if len(said) <= 60 else f"{said[:59]}…"


def _twice(line: bytes) -> str | None:
    """A key that some object in the line has twice, if any."""
    found: list[str] = []

    def keep(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                found.append(key)
            seen.add(key)
        return dict(pairs)

    json.loads(line, object_pairs_hook=keep)
    return found[0] if found else None
