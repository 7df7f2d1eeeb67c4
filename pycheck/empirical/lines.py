"""The lines of a trace: records in their versioned JSON form, strict both ways."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pycheck.empirical.protocol_file import key_of
from pycheck.empirical.record import SCHEMA_VERSION, Act, Deviation, Header, Line, Stop, Turn

_KINDS: Mapping[str, type[Header] | type[Act] | type[Turn] | type[Stop] | type[Deviation]] = {
    "header": Header,
    "act": Act,
    "turn": Turn,
    "stop": Stop,
    "deviation": Deviation,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


@cache
def _adapter(name: str) -> TypeAdapter[Any]:
    return TypeAdapter(_KINDS[name])


def to_line(record: Line) -> bytes:
    """The record as one line of a trace: compact JSON in UTF-8 with a newline at the end."""
    name = _NAMES[type(record)]
    return b'{"kind":"%s",%s\n' % (name.encode(), _adapter(name).dump_json(record)[1:])


def from_line(line: bytes) -> Line:
    """The record that a line holds.

    Raises :class:`ValueError` (pydantic's, which names every fault) for anything else.
    """
    head, comma, rest = line.partition(b",")
    name = head.removeprefix(b'{"kind":"').removesuffix(b'"').decode("ascii", "replace")
    if not comma or name not in _KINDS or head != b'{"kind":"%s"' % name.encode():
        raise ValueError(
            f'not a line of a trace: it does not begin with {{"kind": one of {", ".join(_KINDS)}'
        )
    record: Line = _adapter(name).validate_json(b"{" + rest, strict=True)
    if isinstance(record, Turn) and record.acts:
        raise ValueError("a turn's line has no acts: they are lines of their own")
    return record


def said(error: Exception) -> str:
    """What is wrong with a line, without what it holds: that may be a secret cut in two."""
    if isinstance(error, ValidationError):
        faults = error.errors(include_input=False, include_url=False, include_context=False)
        return "; ".join(f"{key_of(fault['loc'])}: {fault['msg']}" for fault in faults)[:300]
    return " ".join(str(error).split())[:300]


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a line."""
    definitions: dict[str, Any] = {}
    for name, kind in _KINDS.items():
        described = _adapter(name).json_schema(ref_template="#/$defs/{model}")
        definitions |= described.pop("$defs", {})
        described["properties"] = {"kind": {"const": name}, **described["properties"]}
        described["required"] = ["kind", *described["required"]]
        definitions[kind.__name__] = described
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a pilot's trace, version {SCHEMA_VERSION}",
        "oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in _KINDS.values()],
        "$defs": {name: bare(definitions[name]) for name in sorted(definitions)},
    }


def bare(described: Any) -> Any:
    """A schema without titles and descriptions, which differ from one version of pydantic to the next."""
    if isinstance(described, list):
        return [bare(item) for item in described]
    if not isinstance(described, dict):
        return described
    return {
        key: {name: bare(part) for name, part in value.items()} if key == "properties" else bare(value)
        for key, value in described.items()
        if key not in ("title", "description")
    }
