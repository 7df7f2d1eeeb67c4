"""A game's logs in the public format (Karpov, *MafiaScope*, 2026), and what every player was shown.

They follow from the freeze and the trace, byte for byte: events in ``game.jsonl``, probes in
``introspection.jsonl``, messages in ``contexts.jsonl``. Fields that the public format lacks stand last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import orjson

from pycheck.empirical.play.engine import Step
from pycheck.empirical.play.frozen import Frozen
from pycheck.empirical.play.game import Seat
from pycheck.empirical.play.instrument import ProbeAnswer
from pycheck.empirical.play.units import Unit
from pycheck.empirical.record import Status

GAME, PROBES, CONTEXTS = "game.jsonl", "introspection.jsonl", "contexts.jsonl"
_FAILED = {Status.NETWORK_ERROR.value, Status.HTTP_ERROR.value}


def logs_of(frozen: Frozen, unit: Unit, steps: Iterable[Step]) -> dict[str, bytes]:
    """The three files of a game, by name, from its steps so far."""
    events: list[bytes] = []
    probes: list[bytes] = []
    messages: list[bytes] = []
    shown: Counter[str] = Counter()
    models = {family.name: family.model for family in frozen.setup.families}
    for step in steps:
        events.extend(map(_line, _events(unit, step)))
        # Players are asked at the same time: the log has answers as they came.
        came = sorted(step.probes, key=lambda answer: answer.time)
        probes.extend(_line(_probe(unit, step, answer, models)) for answer in came)
        for player, context in step.contexts.items():
            for message in context[shown[player] :]:
                place = {"game_id": unit.game_id, "player": player, "step": step.index}
                messages.append(_line({**place, "role": message.role, "content": message.content}))
            shown[player] = len(context)
    return {GAME: b"".join(events), PROBES: b"".join(probes), CONTEXTS: b"".join(messages)}


def _events(unit: Unit, step: Step) -> Iterator[dict[str, Any]]:
    for event in step.events:
        fields: Mapping[str, Any] = event.fields
        if event.kind == "setup":
            fields = {**fields, **_forked(unit)}
        elif step.forked:
            continue
        line = {"game_id": unit.game_id, "kind": event.kind, "round": event.round, **fields, "ts": step.time}
        if event.kind == "setup" and unit.fork:
            line["round"] = unit.fork.round
        if step.status is not None and "response" in fields:
            line["status"] = step.status
        yield line


def _forked(unit: Unit) -> dict[str, Any]:
    fork = unit.fork
    if fork is None:
        return {"seed": unit.seed}
    changed = {"arm": fork.arm, "last": fork.last, "next": dict(fork.replaced), "told": dict(fork.told)}
    return {
        "forked_from": fork.parent,
        "fork_point": [fork.round, fork.number],
        "fork_batch_id": fork.batch,
        "replica_idx": unit.replica,
        "intervention": changed if fork.last or fork.replaced or fork.told else None,
        "arm": fork.arm,
        "seed": unit.seed,
    }


def _probe(unit: Unit, step: Step, answer: ProbeAnswer, models: Mapping[str, str]) -> dict[str, Any]:
    return {
        "timestamp": answer.time,
        "game_id": unit.game_id,
        "round": answer.moment.round,
        "public_msg_seq": answer.moment.number,
        "player_idx": answer.seat.index,
        "player_name": answer.seat.name,
        "probe_seq": answer.position,
        "probe_id": answer.probe,
        "question": answer.question,
        "answer_raw": f"ERROR: {answer.status}" if answer.status in _FAILED else answer.raw,
        "answer_parsed": answer.parsed,
        "answer_parse_ok": answer.ok,
        "model": model_of(answer.seat, models),
        "role": answer.seat.role,
        "phase": answer.moment.phase,
        "latency_ms": round(answer.latency_s * 1000),
        # Whether later questions quote the text, not the JSON.
        "chain_used_raw_fallback": not answer.ok,
        "question_quotes_raw": answer.raw_fallback,
        "status": answer.status,
        "step": step.index,
    }


def model_of(seat: Seat, models: Mapping[str, str]) -> str:
    """The model that answers for a player, or the script."""
    return models[seat.family] if seat.family else f"scripted:{seat.script}"


def _line(data: Mapping[str, Any]) -> bytes:
    return orjson.dumps(data, option=orjson.OPT_APPEND_NEWLINE)
