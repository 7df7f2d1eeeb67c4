"""Where a game of Mafia stands, and the small steps that its rules are made of."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pycheck.empirical.play.game import Context, Event, Message, Moment, Seat
from pycheck.empirical.play.setup import Setup
from pycheck.empirical.play.texts import fill, texts


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands. ``queue`` has the actions still to come in this part of the round.

    ``choices`` are this part's actions so far: (player, action, whom it named).
    """

    seats: tuple[Seat, ...]
    max_rounds: int
    living: tuple[str, ...]
    contexts: Mapping[str, Context]
    part: str
    queue: tuple[tuple[str, str], ...]
    round: int = 0
    number: int = 0
    choices: tuple[tuple[str, str, str | None], ...] = ()
    moment: Moment | None = None
    events: tuple[Event, ...] = ()
    over: bool = False

    def seat(self, name: str) -> Seat:
        """Who is called ``name``."""
        return next(seat for seat in self.seats if seat.name == name)

    def of(self, role: str) -> tuple[str, ...]:
        """The living players of a role, in the order of seats."""
        return tuple(seat.name for seat in self.seats if seat.role == role and seat.name in self.living)


def deal(setup: Setup, seed: int) -> tuple[Seat, ...]:
    """Who has which role: as written, or roles and who plays them shuffled over the names by the seed."""
    players = list(setup.players)
    if setup.rules.deal == "seeded":
        random.Random(f"{seed}:deal").shuffle(players)  # noqa: S311 - a game's seed, no secret
    return tuple(
        Seat(
            index=index,
            name=setup.players[index].name,
            role=player.role,
            language=player.language or setup.language,
            personality=tuple(player.personality) if player.personality else (),
            family=player.family,
            script=player.script,
        )
        for index, player in enumerate(players)
    )


def described(seat: Seat, setup: Setup) -> dict[str, Any]:
    """What the log says of a player."""
    family = next((family for family in setup.families if family.name == seat.family), None)
    return {
        "name": seat.name,
        "role": seat.role,
        "model": family.model if family else f"scripted:{seat.script}",
        "backend": family.name if family else "scripted",
        "language": seat.language,
        "personality": dict(seat.personality),
    }


def without(state: State, dead: str) -> State:
    """The state without one of the living."""
    return replace(state, living=tuple(name for name in state.living if name != dead))


def everybody(state: State, name: str, values: Mapping[str, str | None], role: str | None = None) -> State:
    """Tell all that live, each in its language."""
    for player in state.living:
        language = state.seat(player).language
        known = {"role": texts(language)["roles"][role]} if role else {}
        state = tell(state, player, Message("user", fill(language, "tell", name, **values, **known)))
    return state


def tell(state: State, player: str, *messages: Message) -> State:
    """The state in which the player has been shown more."""
    return replace(state, contexts={**state.contexts, player: (*state.contexts[player], *messages)})


def logged(state: State, kind: str, **fields: object) -> State:
    """The state with one more event in its log."""
    return replace(state, events=(*state.events, Event(kind, state.round, fields)))


def with_moment(
    state: State, phase: str, actor: str | None, asked: tuple[str, ...], number: int | None = None
) -> State:
    """The state in which players are to be asked in private; ``number`` is the last message's by default."""
    number = state.number if number is None else number
    return replace(state, moment=Moment(state.round, number, phase, actor, asked, state.living))
