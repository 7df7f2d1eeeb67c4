"""The engine: a game goes on step by step, and between two steps an instrument may ask.

It knows no game and no probe. A move's question is what the game says and what the player has been shown;
answers to probes go into notes that no step is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from pycheck.empirical.play.asking import MOVE, Ask, Asking, AskKey, seed_of
from pycheck.empirical.play.game import Context, Event, Game, Message, Said, Turn
from pycheck.empirical.play.instrument import Instrument, Latest, ProbeAnswer
from pycheck.empirical.play.setup import Setup
from pycheck.empirical.play.units import Unit

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Step:
    """What one step brought: events of the log, answers to probes after it, and what everybody is shown.

    ``time`` is when the step's move was made, in seconds since 1970; that of the move before where a step has
    none. ``forked``: the step is the parent's, not this game's own. ``last``: the game is over.
    """

    index: int
    events: tuple[Event, ...]
    time: float
    probes: tuple[ProbeAnswer, ...]
    contexts: Mapping[str, Context]
    status: str | None = None
    forked: bool = False
    last: bool = False


def play(
    game: Game[State], setup: Setup, unit: Unit, asking: Asking, instrument: Instrument, start_time: float
) -> Iterator[Step]:
    """Play a game to its end. Whatever ``asking`` raises ends it early.

    The first step is the start of the game, without a move.
    """
    state = game.start(setup, unit.seed)
    notes: Mapping[str, Latest] = {}
    time, index, status = start_time, 0, None
    logged = 0
    replaced = dict(unit.fork.replaced) if unit.fork else {}
    parents = len(unit.fork.moves) if unit.fork else 0
    moves = 0
    forked = parents > 0
    while True:
        probes: tuple[ProbeAnswer, ...] = ()
        moment = game.moment(state)
        if moment is not None and not forked:
            seats = {seat.name: seat for seat in game.seats(state)}
            shown = {seats[name]: game.context(state, name) for name in moment.asked}
            probes, notes = instrument.put(unit, index, moment, shown, notes)
        events = game.events(state)
        contexts = {seat.name: game.context(state, seat.name) for seat in game.seats(state)}
        turn = game.turn(state)
        yield Step(index, events[logged:], time, probes, contexts, status, forked, turn is None)
        logged = len(events)
        if forked and moves == parents and unit.fork:
            # The parent's last move is made: from here on the game is this one's own.
            forked = False
            for player, text in unit.fork.told.items():
                state = game.whisper(state, player, text)
        if turn is None:
            return
        index += 1
        said, status = None, None
        if turn.player is not None:
            if unit.fork and moves < parents:
                said = Said(unit.fork.moves[moves], unit.fork.cut_off[moves])
            elif turn.player in replaced:
                said = Said(replaced.pop(turn.player))
            else:
                said, time, status = _move(game, state, setup, unit, index, turn, asking)
            moves += 1
        state = game.step(state, said)


def _move(
    game: Game[State], state: State, setup: Setup, unit: Unit, index: int, turn: Turn, asking: Asking
) -> tuple[Said, float, str]:
    assert turn.player is not None
    seat = next(seat for seat in game.seats(state) if seat.name == turn.player)
    key = AskKey(unit.name, index, turn.player, MOVE, 0)
    messages = (*game.context(state, turn.player), Message("user", turn.question))
    seed = seed_of(unit.seed, unit.dice, key)
    answer = asking(Ask(key, seat, messages, setup.sampling.max_tokens, seed, turn))
    return Said(answer.text, answer.cut_off), answer.time, answer.status
