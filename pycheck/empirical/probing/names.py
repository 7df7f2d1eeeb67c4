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
    return _doubled(text) if escaped or colons != orjson.dumps(value).count(b":") else None


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
