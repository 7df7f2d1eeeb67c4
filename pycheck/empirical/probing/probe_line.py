"""A line of ``introspection.jsonl`` as a probe."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from pycheck.empirical.probing.records import Probe, place
from pycheck.empirical.probing.shape import (
    ANYTHING,
    COUNT,
    MESSAGE_OR_END,
    NUMBER,
    ROUND,
    TEXT,
    TRUTH,
    Field,
    check,
    optional,
)

#: The fields of a line, in the order in which they are written. Logs of the first version of the instrument
#: have neither of the optional ones.
FIELDS: dict[str, Field] = {
    "timestamp": NUMBER,
    "game_id": TEXT,
    "round": ROUND,
    "public_msg_seq": MESSAGE_OR_END,
    "player_idx": COUNT,
    "player_name": TEXT,
    "probe_seq": COUNT,
    "probe_id": TEXT,
    "question": TEXT,
    "answer_raw": TEXT,
    "answer_parsed": ANYTHING,
    "answer_parse_ok": TRUTH,
    "model": TEXT,
    "role": TEXT,
    "phase": TEXT,
    "latency_ms": optional(NUMBER),
    "chain_used_raw_fallback": optional(TRUTH),
}


_values = itemgetter(*FIELDS)
#: The types that the fields of nearly every line have, which saves a look at each.
_USUAL = {
    (float, str, int, int, int, str, int, str, str, str, parsed, bool, str, str, str, int, bool)
    for parsed in (list, dict, type(None))
}


def probe_of(line: int, data: dict[str, Any]) -> Probe:
    """The probe that a line holds. Raises :class:`Problem`. Fields that are not known are not looked at."""
    values: tuple[Any, ...]
    try:
        values = _values(data)
    except KeyError:
        values = ()
    if tuple(map(type, values)) not in _USUAL or not _in_range(*values):
        check(data, FIELDS)
        values = tuple(map(data.get, FIELDS))
    return Probe(line, place(values[2], values[3]), *values)


def _in_range(time: float, _: str, round_: int, number: int, seat: int, *rest: Any) -> bool:
    return time - time == 0 and round_ >= 0 and number >= -1 and seat >= 0 and rest[1] >= 0
