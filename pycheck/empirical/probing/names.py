"""Whether a JSON object has a name twice, of which a JSON parser keeps the last in silence.

Keys are counted in the text and in what was parsed. Only where the counts differ, or the text could be
counted wrongly, it is parsed once more with care.
"""

from __future__ import annotations

import json
from typing import Any


def doubled_name(text: str | bytes, value: Any) -> str | None:
    """The first name that an object in a JSON text has twice, if there is one; ``value`` is what was parsed.

    In JSON, a quotation mark that is not escaped stands right before a colon where a key ends, and nowhere
    else. That count is not to be trusted where a key ends in a backslash, or has a blank before its colon.
    """
    if isinstance(text, bytes):
        keys = text.count(b'":') - text.count(b'\\":')
        unsure = b'" :' in text or b'\\\\":' in text or b'"\t:' in text or b'"\r:' in text or b'"\n:' in text
    else:
        keys = text.count('":') - text.count('\\":')
        unsure = '" :' in text or '\\\\":' in text or '"\t:' in text or '"\r:' in text or '"\n:' in text
    return _doubled(text) if unsure or keys != keys_of(value) else None


def keys_of(value: Any) -> int:
    """How many keys a JSON value has, those of inner objects included."""
    count, parts = 0, [value]
    while parts:
        part = parts.pop()
        if type(part) is dict:
            count += len(part)
            part = part.values()
        elif type(part) is not list:
            continue
        for inner in part:
            if type(inner) is dict or type(inner) is list:
                parts.append(inner)
    return count


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
