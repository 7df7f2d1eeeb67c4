"""Whether a JSON object has a name twice, of which a JSON parser keeps the last in silence.

Keys are counted in the text and in what was parsed. Only where the counts differ, or the text could be
counted wrongly, it is parsed once more with care.
"""

from __future__ import annotations

import json
from typing import Any

#: A key that ends in a backslash and keys with a blank before the colon are what a count can be wrong about.
_UNSURE = ('\\\\":', '" :', '"\t:', '"\n:', '"\r:')
_UNSURE_BYTES = tuple(mark.encode() for mark in _UNSURE)


def doubled_name(text: str | bytes, value: Any) -> str | None:
    """The first name that an object in a JSON text has twice, if there is one; ``value`` is what was parsed.

    In JSON, a quotation mark that is not escaped stands right before a colon where a key ends, and nowhere
    else.
    """
    if isinstance(text, bytes):
        keys = text.count(b'":') - text.count(b'\\":')
        sure = not any(mark in text for mark in _UNSURE_BYTES)
    else:
        keys = text.count('":') - text.count('\\":')
        sure = not any(mark in text for mark in _UNSURE)
    return None if sure and keys == keys_of(value) else _doubled(text)


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


def _doubled(text: str | bytes) -> str | None:
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
