"""The instrument: questions in private, put to copies. It is given no game, and has none to give back.

What it is handed are a moment and what each player has been shown by then, as values that cannot change; what
it gives back are answers and notes. Neither reaches a game: see ``lean/Mechanisms/Probing.lean``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from pycheck.empirical.play.asking import Ask, Asking, AskKey, seed_of
from pycheck.empirical.play.game import Context, Message, Moment, Seat
from pycheck.empirical.play.units import Unit
from pycheck.empirical.probing.answer_json import answered
from pycheck.empirical.probing.definitions import Answered, ProbeDefinition, Probes, applies, ask

#: A player's latest answers, by probe.
Latest = Mapping[str, Answered]


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """A question that was put, and its answer, as the log has them."""

    moment: Moment
    seat: Seat
    position: int
    probe: str
    question: str
    raw: str
    parsed: Any
    ok: bool
    raw_fallback: bool
    status: str
    time: float
    latency_s: float


@dataclass(frozen=True)
class Instrument:
    """Which probes are put, and how. ``retests`` are put once more; ``most_tokens`` limits every answer.

    ``spread`` does something for each player, one after the other unless it knows better.
    """

    probes: Probes
    asking: Asking
    retests: tuple[str, ...] = ()
    most_tokens: int | None = None
    spread: Callable[[Callable[[Seat], Any], Iterable[Seat]], Iterable[Any]] = field(default=map)

    def put(
        self,
        unit: Unit,
        step: int,
        moment: Moment,
        asked: Mapping[Seat, Context],
        notes: Mapping[str, Latest],
    ) -> tuple[tuple[ProbeAnswer, ...], Mapping[str, Latest]]:
        """Put every probe of this moment. ``notes`` are the players' latest answers before and after it."""
        wanted = self.probes.after_each_round if moment.number < 0 else self.probes.after_each_message
        if not (self.probes.enabled and wanted):
            return (), notes

        def chain(seat: Seat) -> tuple[tuple[ProbeAnswer, ...], Latest]:
            return self._chain(unit, step, moment, seat, asked[seat], notes.get(seat.name, {}))

        # Not while a player is asked: the order in which players are done must not matter.
        chains = list(self.spread(chain, asked))
        latest = {seat.name: after for seat, (_, after) in zip(asked, chains, strict=True)}
        return tuple(answer for answers, _ in chains for answer in answers), {**notes, **latest}

    def _chain(
        self, unit: Unit, step: int, moment: Moment, seat: Seat, context: Context, last: Latest
    ) -> tuple[tuple[ProbeAnswer, ...], Latest]:
        """One player's probes, one after the other: each may quote the answers to those before."""
        own_turn = moment.actor == seat.name
        put = [
            p for p in self.probes.probes if applies(p, own_turn=own_turn, phase=moment.phase, role=seat.role)
        ]
        again = [probe for probe in put if probe.id in self.retests]
        now: dict[str, Answered] = {}
        questions: dict[str, tuple[str, bool]] = {}
        answers: list[ProbeAnswer] = []
        for repeat, probes in enumerate((put, again)):
            for probe in probes:
                if not repeat:
                    questions[probe.id] = ask(probe, seat.name, moment.living, now, last)
                made = self._ask(
                    unit, step, moment, seat, context, probe, repeat, questions[probe.id], len(answers)
                )
                answers.append(made)
                if not repeat:
                    now[probe.id] = Answered(made.parsed, made.raw, made.ok)
        return tuple(answers), {**last, **now}

    def _ask(
        self,
        unit: Unit,
        step: int,
        moment: Moment,
        seat: Seat,
        context: Context,
        probe: ProbeDefinition,
        repeat: int,
        question: tuple[str, bool],
        position: int,
    ) -> ProbeAnswer:
        text, raw_fallback = question
        key = AskKey(unit.name, step, seat.name, probe.id, repeat)
        limit = min(probe.max_tokens, self.most_tokens or probe.max_tokens)
        messages = (*context, Message("user", text))
        seed = seed_of(unit.seed, unit.dice, key)
        answer = self.asking(Ask(key, seat, messages, limit, seed, living=moment.living))
        read = _read(answer.text)
        return ProbeAnswer(
            moment=moment,
            seat=seat,
            position=position,
            probe=probe.id,
            question=text,
            raw=answer.text,
            parsed=read.parsed if read.ok else None,
            ok=read.ok,
            raw_fallback=raw_fallback,
            status=answer.status,
            time=answer.time,
            latency_s=answer.latency_s,
        )


def _read(text: str) -> Answered:
    """The answer in a text. A value that no log can hold is none: it is quoted as it came, and so marked.

    Such are numbers of more than 64 bits, half a surrogate pair, lists in each other several hundred deep.
    """
    read = answered(text)
    try:
        orjson.dumps(read.parsed)
    except TypeError:
        return Answered(None, text, ok=False)
    return read
