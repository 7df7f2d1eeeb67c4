"""Whether a JSON object has a name twice, of which a JSON parser keeps the last in silence.

Colons are counted in the text and in what was parsed. Only where the counts differ, or a colon may be written
as an escape, the text is parsed once more with care.
"""

from __future__ import annotations

import json
from typing import Any

import orjson


def doubled_name(text: str | bytes, value: Any) -> str | None:
    """The first name that an object in a JSON text has twice, if there is one; ``value`` is what was parsed.

    A colon stands in a string or behind a name. With a name twice, the text has at least one colon more than
    what was kept has when it is written again.
    """
    if isinstance(text, bytes):
        colons, escaped = text.count(b":"), b"\\u003" in text
    else:
        colons, escaped = text.count(":"), "\\u003" in text
    return _doubled(text) if escaped or colons != _colons(value) else None


def _colons(value: Any) -> int:
    """The colons in ``value`` as it is written; -1 if it is nested too deeply to be written."""
    try:
        return orjson.dumps(value).count(b":")
    except TypeError:
        return -1


def _doubled(text: str | bytes) -> str | None:
    try:
        json.loads(text, object_pairs_hook=_once)
    except _Doubled as doubled:
        return str(doubled)
    except RecursionError:
        # Of what no parser but the quick one can read, nobody can say that each name is there once.
        return "(too deep to be told)"
    return None


class _Doubled(Exception):
    """Carries a name that an object has twice."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise _Doubled(next(name for name in names if names.count(name) > 1))
    return found
