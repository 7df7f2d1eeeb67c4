"""Whether a JSON object has a name twice, of which a JSON parser keeps the last in silence.

Keys are counted in the text and in what was parsed; only where the counts differ the text is parsed with
care.
"""

from __future__ import annotations

import json
from typing import Any


def keys_in(text: str | bytes) -> int:
    """How many keys a JSON text has; it may be off for a text with blanks before its colons.

    A quotation mark that is not escaped stands before a colon where a key ends, and nowhere else.
    """
    if isinstance(text, bytes):
        return text.count(b'":') - text.count(b'\\":')
    return text.count('":') - text.count('\\":')


def keys_of(value: Any) -> int:
    """How many keys a JSON value has, those of inner objects included."""
    if type(value) is dict:
        count = len(value)
        for part in value.values():
            if type(part) is dict or type(part) is list:
                count += keys_of(part)
        return count
    if type(value) is list:
        count = 0
        for part in value:
            if type(part) is dict or type(part) is list:
                count += keys_of(part)
        return count
    return 0


def doubled_name(text: str) -> str | None:
    """The first name that an object in a JSON text has twice."""
    try:
        json.loads(text, object_pairs_hook=_once)
    except _Doubled as doubled:
        return str(doubled)
    return None


class _Doubled(Exception):
    """Carries a name that an object has twice."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise _Doubled(next(name for name in names if names.count(name) > 1))
    return found
