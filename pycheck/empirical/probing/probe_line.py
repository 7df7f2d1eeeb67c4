"""A line of ``introspection.jsonl`` as a probe."""

from __future__ import annotations

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


def probe_of(line: int, data: dict[str, Any]) -> Probe:
    """The probe that a line holds. Raises :class:`Problem`. Fields that are not known are not looked at."""
    check(data, FIELDS)
    return Probe(
        line,
        data["timestamp"],
        data["game_id"],
        data["round"],
        data["public_msg_seq"],
        data["player_idx"],
        data["player_name"],
        data["probe_seq"],
        data["probe_id"],
        data["question"],
        data["answer_raw"],
        data["answer_parsed"],
        data["answer_parse_ok"],
        data["model"],
        data["role"],
        data["phase"],
        data.get("latency_ms"),
        data.get("chain_used_raw_fallback"),
        place(data["round"], data["public_msg_seq"]),
    )
